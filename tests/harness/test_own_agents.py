"""Agents that a reader makes of the examples carry whole calls: a new combination rehearsed, a voice of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.spec import AgentSpec
from harness.attempt import carry
from pipelines.record import Record
from tests.harness.call_jobs import job, record, tools

pytestmark = [pytest.mark.realtime, pytest.mark.slow]
EXAMPLES = Path(__file__).parents[2] / "examples"


def new_combination() -> tuple[AgentSpec, bool]:
    """The file of the examples; its vendors are rehearsed."""
    return AgentSpec.load(EXAMPLES / "new_combination.yaml"), True


def own_voice() -> tuple[AgentSpec, bool]:
    """The calibration agent with the voice of the examples."""
    data = {
        "name": "unhurried",
        "architecture": "cascade",
        "stt": {"provider": "embedded"},
        "llm": {"provider": "calibration"},
        "tts": {"provider": f"{EXAMPLES / 'my_tts.py'}:unhurried", "pace": 0.9},
    }
    return AgentSpec.parse(data, "the test"), False


def carried(folder: Path, agent: AgentSpec, rehearsal: bool) -> Record:
    """The record of the call; carried once more when the machine was too busy for its line."""
    found = None
    for attempt in (1, 2):
        given = job(folder / str(attempt), agent=agent, clock="real", rehearsal=rehearsal)
        outcome = carry(given)
        found = record(given)
        if found.call["line"]["fit"]:
            assert (outcome.status, outcome.error) == ("completed", "")
            return found
    return pytest.skip(f"the machine is too loaded for a call in real time: {found and found.call['line']}")


@pytest.mark.parametrize("made", [new_combination, own_voice], ids=lambda f: f.__name__)
def test_it_carries_a_call_and_does_what_was_asked(made, tmp_path: Path) -> None:
    agent, rehearsal = made()
    found = carried(tmp_path, agent, rehearsal)
    assert found.call["end_reason"] == "goodbye"
    assert len([u for u in found.utterances if u.role == "agent"]) >= 3
    assert "get_reservation" in [name for name, _ in tools(found)]
    assert found.call["agent"]["name"] == agent.name
