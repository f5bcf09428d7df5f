"""One call from job to folder, in virtual time with perfect ears."""

import wave

import numpy as np
import pytest

from agents.embedded.calibration.brain import CalibrationBrain
from harness.attempt import carry
from pipelines.record import RATE, Span
from pipelines.segments import energy_spans
from scenarios.errors import UsageError
from scenarios.packs import load_pack
from scenarios.world import diff
from tests.harness.call_jobs import SCENARIO, job, record

PACK = load_pack("builtin", "airline")


@pytest.fixture(scope="module")
def call(tmp_path_factory):
    """A sound call: its outcome and its record."""
    given = job(tmp_path_factory.mktemp("run"), ears="perfect")
    return carry(given), record(given)


pytestmark = pytest.mark.slow


def channels(found):
    with wave.open(str(found.path / "audio.wav")) as file:
        return np.frombuffer(file.readframes(file.getnframes()), np.int16).reshape(-1, 2)


def test_a_sound_call_completes_the_task(call):
    outcome, found = call
    scenario = PACK.scenarios[SCENARIO]
    assert (outcome.status, outcome.end_reason, outcome.valid, outcome.error) == (
        "completed",
        "goodbye",
        True,
        "",
    )
    assert [t.tool for t in found.tools] == [s.tool for s in scenario.plan if s.do == "call"]
    assert not diff(scenario.expected, found.world_after)
    assert found.world_before == scenario.world
    (brief,) = [e for e in found.events if e.kind == "caller_brief"]
    assert brief.data == {"ok": True, "why": "kept to its brief"}


def test_recording_call_and_ledger_are_equally_long(call):
    outcome, found = call
    both = channels(found)
    assert len(both) == round(outcome.seconds * RATE)
    assert found.call["seconds"] == outcome.seconds
    assert found.call["line"]["fit"]
    assert found.call["line"]["late_ticks"] == found.call["line"]["underruns"] == found.call["line"]["playout_ms"] == 0


def test_the_callers_times_are_those_of_its_sound(call):
    _, found = call
    heard = energy_spans(channels(found)[:, 0])
    for turn in found.turns[1:]:
        inside = [s for s in heard if s.start < turn.caller[-1].end and s.end > turn.caller[0].start]
        assert abs(inside[0].start - turn.caller[0].start) <= 80
        assert abs(inside[-1].end - turn.caller[-1].end) <= 80


def test_the_agents_times_are_those_of_its_own_port(call):
    """Energy on the recording against the ledger that the agent's pipeline wrote."""
    _, found = call
    measured = [s for t in found.turns for s in t.agent]
    said = [u for u in found.utterances if u.role == "agent"]
    assert found.call["agent_speech_by"] == "energy"
    for utterance in said:
        inside = [s for s in measured if s.start < utterance.end and s.end > utterance.start]
        assert abs(inside[0].start - utterance.start) <= 80
        assert abs(inside[-1].end - utterance.end) <= 80


def test_the_gap_is_the_sum_of_its_parts(call):
    _, found = call
    plain = [t for t in found.turns if t.latency_s is not None and t.tools == 0]
    assert plain
    turns = found.call["agent"]["turns"]
    parts = turns["hold_secs"] + 0.4 + 0.15
    for turn in plain:
        assert turn.latency_s == pytest.approx(parts, abs=0.06)
    assert all(t.latency_s > parts for t in found.turns if t.tools)


def test_nobody_interrupts_and_silence_is_silence(call):
    _, found = call
    assert not any(t.agent_interrupts or t.caller_interrupts or t.overlap_s for t in found.turns)
    both = channels(found)
    spoken = np.zeros(len(both), bool)
    for utterance in found.utterances:
        spoken[utterance.start - 8 : utterance.end + 8] = True
    assert not both[~spoken].any()


def test_with_perfect_ears_everything_is_heard_as_it_was_meant(call):
    _, found = call
    for utterance in found.utterances[:-1]:
        assert " ".join(utterance.heard.split()) == " ".join(utterance.intended.split())


def test_values_are_on_record_with_the_words_that_said_them(call):
    _, found = call
    values = {(e["slot"], e["value"]) for u in found.utterances for e in u.entities}
    assert ("confirmation_number", "3P0MET") in values


def test_turns_are_numbered_through_and_tools_are_in_theirs(call):
    _, found = call
    assert [t.index for t in found.turns] == list(range(len(found.turns)))
    for tool in found.tools:
        turn = found.turns[tool.turn]
        assert turn.caller[0].start <= tool.start
        assert tool.end <= (turn.agent[-1].end if turn.agent else len(channels(found)))
    assert isinstance(found.turns[0].agent[0], Span)
    assert found.turns[0].caller == ()


# The other ends -------------------------------------------------------------------------------------


def test_a_call_past_its_limit_is_cut_and_recorded(tmp_path):
    given = job(tmp_path, ears="perfect", time_limit_s=9.0)
    outcome = carry(given)
    assert (outcome.status, outcome.end_reason) == ("time_limit", "time_limit")
    assert outcome.seconds == pytest.approx(9.0, abs=0.11)
    found = record(given)
    assert len(channels(found)) == round(outcome.seconds * RATE)
    assert len(found.utterances) >= 2


def test_a_silent_agent_is_timed_out_and_that_counts_against_it(tmp_path):
    given = job(tmp_path, "meal-and-bags", ears="perfect", faults=["silent"], silence_limit_s=8.0)
    outcome = carry(given)
    assert (outcome.status, outcome.end_reason, outcome.valid) == ("agent_timeout", "agent_silence", True)
    nudges = [e for e in record(given).events if e.kind == "nudge"]
    assert len(nudges) == 1
    assert outcome.seconds < 120


def test_an_agent_that_hangs_up_ends_the_call_with_its_last_word(tmp_path):
    given = job(tmp_path, "meal-and-bags", ears="perfect", faults=["hangs_up"])
    outcome = carry(given)
    assert (outcome.status, outcome.end_reason) == ("completed", "agent_hangup")
    last = record(given).utterances[-1]
    assert (last.role, last.intended, last.cut) == ("agent", "I have to end this call now. Goodbye.", False)
    assert outcome.seconds - last.end / RATE < 0.6


def test_a_component_that_fails_ends_the_call_as_an_error_with_its_cause(tmp_path, monkeypatch):
    def broken(self, context):
        raise RuntimeError("no tokens left")

    monkeypatch.setattr(CalibrationBrain, "next", broken)
    given = job(tmp_path, ears="perfect")
    outcome = carry(given)
    assert (outcome.status, outcome.end_reason, outcome.valid) == ("error", "pipeline_error", False)
    assert "no tokens left" in outcome.error
    assert outcome.seconds < 20
    assert record(given).call["error"] == outcome.error


def test_an_unknown_scenario_is_a_clear_error(tmp_path):
    with pytest.raises(UsageError, match="no scenario 'nobody' in domain airline"):
        carry(job(tmp_path, "nobody"))


def test_a_call_can_be_carried_after_one_that_failed(tmp_path, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(CalibrationBrain, "begin", lambda self, action: 1 / 0)
        assert carry(job(tmp_path / "one", ears="perfect")).status == "error"
    assert carry(job(tmp_path / "two", ears="perfect", time_limit_s=6.0)).status == "time_limit"
