"""How a call ended, and what three metrics make of it."""

import pytest

from metrics.scoring import score_record
from pipelines.record import END_REASONS
from tests import reference
from tests.metrics.build import caller, record, turn

CASES = (reference.present("vectors", "misc.json") or {}).get("conversation_end", [])
NAMES = ("conversation_valid_end", "conversation_correctly_finished", "conversation_completed_on_time")

REASONS = {"error": "pipeline_error", "time_limit_exceeded": "time_limit", None: "cancelled"}


def scores(reason, status="completed", utterances=()):
    call = record(end_reason=reason, status=status, utterances=utterances)
    return [s.value for s in score_record(call, NAMES).values()]


def end_reason(case):
    """Our name of the reference's end: dead air is split by who owed the answer."""
    if case["reason"] == "inactivity_timeout":
        return "agent_silence" if case["last_speaker"] == "user" else "caller_silence"
    return REASONS.get(case["reason"], case["reason"])


@pytest.mark.reference
@pytest.mark.parametrize("case", reference.each(CASES, (f"{c['reason']} {c['last_speaker']}" for c in CASES)))
def test_reference_ends(case):
    """Intended differences: a time limit and a transfer are ends that count (design/differences.md)."""
    reason = end_reason(case)
    valid, finished, on_time = (score_record(record(end_reason=reason), NAMES)[n].value for n in NAMES)
    ours = 1.0 if reason in ("time_limit", "transfer") else case["valid_end"]
    assert valid == ours
    assert (finished, on_time) == (case["correctly_finished"], case["completed_on_time"])


@pytest.mark.parametrize(
    ("reason", "valid", "finished", "on_time"),
    [
        ("goodbye", 1, 1, 1),
        ("transfer", 1, 1, 1),
        ("agent_hangup", 1, 0, 1),
        ("agent_silence", 1, 0, 1),
        ("caller_silence", 0, 1, 1),
        ("caller_stopped", 0, 1, 1),
        ("time_limit", 1, 1, 0),
        ("line_unfit", 0, 1, 1),
        ("line_lost", 0, 1, 1),
        ("pipeline_error", 0, 1, 1),
        ("service_failed", 0, 1, 1),
        ("cancelled", 0, 1, 1),
    ],
)
def test_every_end(reason, valid, finished, on_time):
    assert scores(reason) == [valid, finished, on_time]


def test_every_end_reason_there_is_has_a_row_above():
    rows = test_every_end.pytestmark[0].args[1]
    assert {row[0] for row in rows} == set(END_REASONS)


def test_an_end_that_nobody_knows_is_an_error():
    found = score_record(record(end_reason="bored"), NAMES)["conversation_valid_end"]
    assert (found.state, found.value) == ("errored", None)
    assert "unknown end reason 'bored'" in found.why


def test_an_agent_may_hang_up_after_the_caller_s_farewell():
    bye = [caller("That is all.", at=2), caller("Thanks, bye!", at=6)]
    assert scores("agent_hangup", utterances=bye)[1] == 1
    assert scores("agent_hangup", utterances=bye[:1])[1] == 0
    assert scores("agent_hangup", utterances=[bye[1], caller("Wait, one more thing.", at=8)])[1] == 0


def test_the_gate_judges_calls_that_were_not_carried():
    lost = record(end_reason="line_lost", status="infrastructure", turns=[turn(1, [(0, 1)], [(2, 3)])])
    found = score_record(lost, NAMES)
    assert (found["conversation_valid_end"].state, found["conversation_valid_end"].value) == ("scored", 0.0)
    assert found["conversation_completed_on_time"].state == "errored"
