"""An agent in a process of its own: shared while it lives, gone when it is told so."""

from __future__ import annotations

import pytest

from agents.registry import find
from harness.agent_process import AgentProcess
from harness.child import close_all

pytestmark = pytest.mark.slow


def test_an_agent_is_started_once_and_ends_when_told() -> None:
    spec = find("embedded-cascade")
    first = AgentProcess.shared(spec)
    assert AgentProcess.shared(spec) is first
    assert first.url.startswith("ws://127.0.0.1:")
    close_all()
    assert not first.alive
    again = AgentProcess.shared(spec)
    assert again is not first
    close_all()
