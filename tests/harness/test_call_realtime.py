"""The same call over a real WebSocket between two processes does what the virtual one does."""

import warnings
import wave

import pytest

from harness.attempt import carry
from tests.harness.call_jobs import job, record, tools

pytestmark = [pytest.mark.realtime, pytest.mark.slow, pytest.mark.filterwarnings("default:line unfit")]


@pytest.fixture(scope="module")
def real(tmp_path_factory):
    """The call at wall-clock speed; carried once more when the machine was too busy for its line."""
    for attempt in (1, 2):
        given = job(tmp_path_factory.mktemp(f"real{attempt}"), clock="real")
        outcome = carry(given)
        found = record(given)
        if found.call["line"]["fit"]:
            return outcome, found
        if attempt == 1:
            late = found.call["line"]
            warnings.warn(f"line unfit ({late['late_share']:.1%} late): carried again", stacklevel=1)
    return pytest.skip(f"the machine is too loaded for a call in real time: {found.call['line']}")


@pytest.fixture(scope="module")
def virtual(tmp_path_factory):
    given = job(tmp_path_factory.mktemp("virtual"))
    return carry(given), record(given)


def test_both_end_alike_and_did_the_same(real, virtual):
    (outcome, found), (expected, wanted) = real, virtual
    assert (outcome.status, outcome.end_reason, outcome.error) == (expected.status, expected.end_reason, "")
    assert tools(found) == tools(wanted)
    assert found.world_after == wanted.world_after
    assert len(found.turns) == len(wanted.turns)


def test_both_take_about_as_long(real, virtual):
    """Real time adds the playout buffer and the socket, and what models take beyond their declared latency.

    How much that is depends on the machine (hearing a spelled code again is a second of computing); that an agent is
    never faster than declared does not.
    """
    gaps = [
        (a.latency_s, b.latency_s)
        for a, b in zip(real[1].turns, virtual[1].turns, strict=True)
        if a.latency_s is not None and b.latency_s is not None
    ]
    assert gaps
    for measured, declared in gaps:
        assert declared - 0.1 < measured < declared + 6
    assert not any(t.agent_interrupts or t.caller_interrupts for t in real[1].turns)


def test_the_agents_words_and_events_arrive_from_its_process(real):
    _, found = real
    said = [u.intended for u in found.utterances if u.role == "agent"]
    assert all(said)
    kinds = {e.kind for e in found.events if e.side == "agent"}
    assert {"vad_stopped", "stt_final", "llm_first_token", "tts_first_audio", "agent_done"} <= kinds
    assert not [e for e in found.events if e.kind == "bad_message"]
    assert found.call["line"]["playout_ms"] == 60


def test_the_recording_is_as_long_as_the_call(real):
    outcome, found = real
    with wave.open(str(found.path / "audio.wav")) as file:
        assert abs(file.getnframes() / 8000 - outcome.seconds) <= 0.02
