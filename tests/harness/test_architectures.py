"""Whole calls of the calibration agent as each architecture: done as asked, equal in every process, whole records."""

import os
import subprocess
import sys

import pytest

from agents.exposure import exposure
from agents.registry import find
from harness.attempt import carry
from harness.score import Scoring, score_call
from pipelines.record import EXPOSURES, READING, Record
from tests.harness.call_jobs import job, record, tools

pytestmark = pytest.mark.slow

AGENTS = ("embedded-cascade", "embedded-hybrid", "embedded-s2s")
SCENARIO = "drive-home"

CARRY = """
import sys
from pathlib import Path
from agents.registry import find
from harness.attempt import carry
from tests.harness.call_jobs import job
carry(job(Path(sys.argv[2]), sys.argv[3], agent=find(sys.argv[1])))
"""


@pytest.fixture(scope="module", params=AGENTS)
def call(request, tmp_path_factory):
    """The call of an agent with real ears, once."""
    given = job(tmp_path_factory.mktemp("call"), SCENARIO, agent=find(request.param))
    return given, carry(given), record(given)


def files(folder):
    return {p.name: p.read_bytes() for p in sorted(folder.iterdir()) if p.is_file()}


def test_it_is_done_as_asked(call):
    given, outcome, found = call
    assert (outcome.status, outcome.end_reason, outcome.error) == ("completed", "goodbye", "")
    scores = score_call(given.folder, Scoring.free("offline"))
    assert scores["task_completion"].value == 1.0
    errored = {score.why for score in scores.values() if score.state == "errored"}
    assert all("no recogniser" in why for why in errored), errored  # nobody lent ears to the judges of speech
    assert found.architecture == given.agent.architecture


def test_the_record_holds_what_the_architecture_declares(call):
    given, _, found = call
    shown = EXPOSURES[given.agent.architecture]
    assert found.call["agent"]["exposes"] == {
        "user_transcript": shown.user_transcript,
        "agent_text": shown.agent_text,
        "turns": "found",
    }
    heard = [u.heard for u in found.utterances if u.role == "caller"]
    assert all(text is None for text in heard) if shown.user_transcript == "none" else any(heard)
    said = [u for u in found.utterances if u.role == "agent"]
    assert all(u.intended for u in said), "every architecture tells its words, written or beside its sound"
    assert all(u.heard is not None for u in said), "the caller always has ears"
    assert all(t.agent or t.caller for t in found.turns)
    assert all(t.latency_s is not None for t in found.turns[1:-1])
    assert found.tools
    assert {t.turn for t in found.tools} <= {t.index for t in found.turns}
    kinds = {e.kind for e in found.events if e.side == "agent"}
    assert {"user_turn_started", "user_turn_stopped", "llm_started", "tts_started", "speaking_started"} <= kinds
    assert ("stt_final" in kinds) is (shown.user_transcript != "none")
    assert READING in kinds, "spelled values were read from the sound"


def test_turns_are_found_and_answered_alike(call):
    _, _, found = call
    assert not any(t.agent_interrupts or t.caller_interrupts for t in found.turns)
    gaps = [t.latency_s for t in found.turns[1:-1]]
    assert all(0.5 < gap < 6 for gap in gaps), gaps


@pytest.mark.parametrize("name", ["embedded-hybrid", "embedded-s2s"])
def test_another_process_leaves_equal_bytes(name, tmp_path):
    left = []
    for k in ("1", "2"):
        folder = tmp_path / k
        done = subprocess.run(
            [sys.executable, "-c", CARRY, name, str(folder), SCENARIO],
            env={**os.environ, "PYTHONHASHSEED": k},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        left.append(files(job(folder, SCENARIO).folder))
    assert left[0].keys() == left[1].keys()
    assert [name for name in left[0] if left[0][name] != left[1][name]] == []


@pytest.mark.parametrize("name", ["embedded-hybrid", "embedded-s2s"])
def test_perfect_ears_hear_what_was_meant(name, tmp_path):
    given = job(tmp_path, SCENARIO, agent=find(name), ears="perfect")
    outcome = carry(given)
    assert (outcome.status, outcome.end_reason) == ("completed", "goodbye")
    found = Record.load(given.folder)
    for u in found.utterances[:-1]:  # the last one is a goodbye that nobody waits for
        assert u.heard in (None, u.intended), u


@pytest.mark.realtime
def test_at_wall_clock_speed_over_a_socket_it_does_the_same(call, tmp_path):
    wanted, _, virtual = call
    given = job(tmp_path, SCENARIO, agent=wanted.agent, clock="real")
    outcome = carry(given)
    found = record(given)
    if not found.call["line"]["fit"]:
        pytest.skip(f"the machine is too loaded for a call in real time: {found.call['line']}")
    assert (outcome.status, outcome.end_reason, outcome.error) == ("completed", "goodbye", "")
    assert tools(found) == tools(virtual)
    assert found.world_after == virtual.world_after
    assert all(u.intended for u in found.utterances if u.role == "agent")
    assert {e.kind for e in found.events if e.side == "agent"} >= {"vad_stopped", "tts_started", "spoken", "agent_done"}


@pytest.mark.parametrize("name", ["embedded-hybrid", "embedded-s2s"])
def test_a_seeded_fault_shows_in_every_architecture(name, tmp_path):
    agent = find(f"{name}+silent")
    assert agent.calibration
    outcome = carry(job(tmp_path, "cheaper-day", agent=agent, ears="perfect"))  # long enough for the fault to strike
    assert (outcome.status, outcome.end_reason) == ("agent_timeout", "agent_silence")


@pytest.mark.parametrize("name", AGENTS)
def test_what_a_service_keeps_to_itself_is_not_exposed(name, monkeypatch):
    spec = find(name)
    assert exposure(spec) == EXPOSURES[spec.architecture]
    from agents.services import registry

    kept = registry.find("realtime", "calibration")
    monkeypatch.setattr(registry, "find", lambda part, name: kept.__class__(**{**kept.__dict__, "hears_turns": False}))
    expected = "none" if spec.architecture == "s2s" else EXPOSURES[spec.architecture].user_transcript
    assert exposure(spec).user_transcript == expected
