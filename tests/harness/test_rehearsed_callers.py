"""Callers that are models misbehave in whole calls, through their vendors' protocols: the gate catches each."""

from __future__ import annotations

import pytest

from agents.callers.registry import find
from harness import rehearsal
from harness.attempt import carry
from harness.child import close_all
from harness.gate import check, verdict
from tests.harness.call_jobs import job, record

pytestmark = [pytest.mark.realtime, pytest.mark.slow]

MISCONDUCT = [
    ("llm-gpt", "leaves_early", "hung up while the agent waited for"),
    ("llm-gpt", "adds_request", "asked for something that is not in its brief"),
    ("openai-realtime", "wrong_fact", "its brief has"),
    ("elevenlabs-agent", "lingers", "did not hang up"),
]
"""Each caller at least once; `tests.harness.test_callers` has every misconduct, without a wire."""


@pytest.fixture
def servers():
    yield
    close_all()


@pytest.mark.parametrize(("caller", "fault", "why"), MISCONDUCT)
def test_the_gate_catches_a_caller_that_misbehaves_over_the_wire(tmp_path, monkeypatch, servers, caller, fault, why):
    post = rehearsal.httpx2.Client.post

    def announce(client, url, *, json):
        return post(client, url, json=json | {"brain_faults": [fault] if json["role"] == "caller" else []})

    monkeypatch.setattr(rehearsal.httpx2.Client, "post", announce)
    given = job(tmp_path, "week-later", clock="real", rehearsal=True, time_limit_s=240.0)
    given = given.model_copy(update={"caller": find(caller)})
    outcome = carry(given)
    assert outcome.status != "infrastructure", outcome.error
    found = record(given)
    checks = check(found, given)
    assert why in checks["brief"].why
    if not checks["line"].passed:
        pytest.skip(f"the machine is too loaded for a call in real time: {checks['line'].why}")
    assert verdict(found, checks) == ("caller_invalid", False)
