import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.gate import check, check_brief, check_ended, check_line, verdict
from harness.intelligible import BOUND, check_speech, error_rate, values_heard
from harness.plan import Trial
from pipelines.record import END_REASONS, Event, Record, Utterance
from tests.harness.builder import LINES, Scribe, write_call

GOOD = [LINES[1][4], LINES[3][4], LINES[5][4]]


@pytest.fixture
def record(make_run):
    run = make_run("fine")
    job = run.job(Trial("airline", "fine", 1), 1)
    write_call(job)
    return Record.load(job.folder), job


def changed(record, **call):
    return dataclasses.replace(record, call={**record.call, **call})


def test_a_good_call_passes_every_check(record):
    good, job = record
    checks = check(good, job, Scribe(*GOOD))
    assert all(c.passed and c.why for c in checks.values())
    assert list(checks) == ["belongs", "ended", "line", "brief", "speech"]
    assert verdict(good, checks) == ("completed", True)


def test_without_a_recogniser_the_result_says_so(record):
    good, job = record
    assert check(good, job)["speech"].why == "not checked: no second recogniser"


@pytest.mark.parametrize("reason", END_REASONS)
def test_what_the_agent_ended_counts_and_what_we_ended_does_not(record, reason):
    ours = reason in (
        "caller_silence",
        "caller_stopped",
        "line_unfit",
        "line_lost",
        "pipeline_error",
        "service_failed",
        "cancelled",
    )
    assert check_ended(changed(record[0], end_reason=reason)).passed != ours


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        ("completed", ("completed", True)),
        ("agent_timeout", ("agent_timeout", True)),
        ("time_limit", ("time_limit", True)),
        ("caller_invalid", ("caller_invalid", False)),
        ("infrastructure", ("infrastructure", False)),
        ("error", ("error", False)),
    ],
)
def test_every_status_has_one_verdict(record, status, expected):
    good, job = record
    assert verdict(changed(good, status=status), check(good, job)) == expected


def test_a_late_line_goes_before_a_caller_that_strayed(record):
    good, job = record
    late = changed(good, line={"fit": False, "late_share": 0.02, "lateness_max_ms": 480.0})
    late = dataclasses.replace(late, events=(Event(0, "caller", "caller_brief", {"ok": False, "why": "strayed"}),))
    assert verdict(late, check(late, job)) == ("infrastructure", False)


def test_a_record_without_line_health_is_not_trusted(record):
    assert not check_line(changed(record[0], line={})).passed


def test_a_record_of_another_scenario_does_not_belong(record):
    good, job = record
    other = dataclasses.replace(good, scenario={**good.scenario, "id": "other"})
    checks = check(other, job)
    assert not checks["belongs"].passed
    assert verdict(other, checks) == ("infrastructure", False)


def test_the_callers_own_report_is_believed(record):
    events = (
        Event(0, "caller", "caller_brief", {"ok": True, "why": ""}),
        Event(9, "caller", "caller_brief", {"ok": False, "why": "asked for a second flight"}),
    )
    found = check_brief(dataclasses.replace(record[0], events=events))
    assert not found.passed
    assert "second flight" in found.why


def test_what_an_agent_reports_in_the_callers_name_is_not_believed(record):
    spoofed = (
        Event(0, "caller", "caller_brief", {"ok": True, "why": ""}),
        Event(5, "agent", "caller_brief", {"ok": False, "why": "it strayed"}),
        Event(6, "agent", "caller_stopped", {"why": "it goes on and on"}),
    )
    good, job = record
    spoiled = dataclasses.replace(good, events=spoofed)
    assert verdict(spoiled, check(spoiled, job)) == ("completed", True)


def test_a_value_that_is_no_fact_breaks_the_brief(record):
    wrong = tuple(
        dataclasses.replace(u, entities=({"slot": "confirmation_number", "kind": "code", "value": "AAAAAA"},))
        if u.turn == 2
        else u
        for u in record[0].utterances
    )
    found = check_brief(dataclasses.replace(record[0], utterances=wrong))
    assert not found.passed
    assert "AAAAAA" in found.why


def test_a_caller_that_reports_nothing_passes_unchecked(record):
    bare = tuple(dataclasses.replace(u, entities=()) for u in record[0].utterances)
    found = check_brief(dataclasses.replace(record[0], utterances=bare, events=()))
    assert found.passed
    assert "nothing to check" in found.why


def test_speech_that_nobody_could_understand_fails_and_says_where(record):
    passed, why, data = check_speech(
        record[0], Scribe(*["something else altogether, really"] * 3, *GOOD[1:]).transcribe
    )
    assert not passed
    assert why.startswith("turn 1: the caller said 'I need to change")
    assert len(data["unintelligible"]) == 1


def test_a_code_that_came_through_rescues_words_that_did_not(record):
    heard = "ZK3FFW"
    assert error_rate(GOOD[1], heard) > BOUND
    assert check_speech(record[0], Scribe(GOOD[0], heard, GOOD[2]).transcribe)[0]
    assert not check_speech(record[0], Scribe(GOOD[0], *["CK3FFW"] * 3, GOOD[2]).transcribe)[0]


def test_what_an_accent_makes_hard_to_understand_is_not_left_out(record):
    intended, heard = "My PIN is zero, five. Six, two.", "My P&E zero by 6-2."  # heard so in a French accent
    one = next(u for u in record[0].utterances if u.role == "caller")
    said = dataclasses.replace(record[0], utterances=(dataclasses.replace(one, intended=intended, entities=()),))
    job = record[1]
    french = job.model_copy(update={"caller": job.caller.with_accent("french")})
    assert not check(said, job, Scribe(*[heard] * 4))["speech"].passed
    assert check(said, french, Scribe(heard))["speech"].passed
    for broken in ("", "My", "Thank you very much for your help."):
        assert not check(said, french, Scribe(*[broken] * 4))["speech"].passed


def test_a_look_with_other_margins_mends_a_slip(record):
    scribe = Scribe("I", GOOD[0], GOOD[1])
    assert check_speech(record[0], scribe.transcribe)[0]
    assert [size for size, _ in scribe.heard] == [3 * 8000 + 1600, 3 * 8000 + 8000, 4 * 8000 + 1600]


def test_short_and_cut_utterances_are_not_judged(record):
    short = tuple(
        dataclasses.replace(u, intended="Yes, please.") if u.turn == 1 else dataclasses.replace(u, cut=True)
        for u in record[0].utterances
    )
    scribe = Scribe()
    assert check_speech(dataclasses.replace(record[0], utterances=short), scribe.transcribe)[0]
    assert scribe.heard == []


def test_the_recogniser_gets_the_utterance_and_a_margin(record):
    scribe = Scribe(*GOOD)
    check_speech(record[0], scribe.transcribe)
    assert scribe.heard == [(3 * 8000 + 1600, 8000), (4 * 8000 + 1600, 8000)]


def test_a_record_without_a_dry_stem_says_so(record):
    (record[0].path / "caller_dry.wav").unlink()
    assert check_speech(record[0], Scribe().transcribe) == (True, "not checked: no caller_dry.wav", {})


@given(st.text())
def test_the_error_rate_of_any_text_with_itself_is_zero(text):
    assert error_rate(text, text) == 0.0


def test_values_without_a_readable_kind_prove_nothing():
    said = Utterance(
        "caller",
        1,
        0,
        8000,
        "My name is Okafor",
        None,
        entities=({"slot": "n", "kind": "name", "value": "Okafor"},),
    )
    assert not values_heard(said, "My name is Okafor")
    assert not values_heard(dataclasses.replace(said, entities=()), "ZK3FFW")
