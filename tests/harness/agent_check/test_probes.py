"""What each probe makes of a call: hand-made evidence, exact samples."""

from dataclasses import replace

import numpy as np
import pytest

from harness.agent_check.evidence import BargeIn, Evidence, NextCall, Notes
from harness.agent_check.probes import PROBES
from harness.agent_check.scenario import build
from pipelines.record import RATE, Event, Span, ToolCall

SCENARIO = build()
KNOWN = {f.slot: f.value for f in SCENARIO.facts}
RESPONSE = {
    "status": "success",
    "reservation": {"date": "2026-05-19", "flight_number": "SK537", "at": ["16:40"], "now": "2026-05-04"},
}


def s(start, end):
    """A span, in seconds."""
    return Span(round(start * RATE), round(end * RATE))


def tool(name="get_reservation", at=30.0, response=RESPONSE, kind="auth", **params):
    return ToolCall(1, 0, name, kind, params or KNOWN, response, round(at * RATE), round(at * RATE) + 80)


def evidence(**changes):
    """A call in which all is well: greeting, question, an answer broken in on, silence, come back, tool, result."""
    found = Evidence(
        scenario=SCENARIO,
        instructions="Ask for the code.",
        agent=np.zeros(60 * RATE, np.int16),
        spans=(s(0.5, 3), s(9, 10.4), s(20, 23), s(31, 36), s(40, 41)),
        caller=(s(4, 8), s(10, 12), s(18, 19), s(25, 28), s(38, 39)),
        tools=(tool(),),
        events=(Event(round(10.3 * RATE), "agent", "clear", {"dropped": 800}),),
        notes=Notes(
            opening=s(4, 8),
            barge_ins=[BargeIn(9 * RATE, 10 * RATE, 12 * RATE)],
            silence=s(12.5, 17.5),
            resumed=s(18, 19),
            done=True,
        ),
        end=50 * RATE,
        reason="goodbye",
        error="",
        stream=True,
        hear=lambda pcm: "You fly with SK 537 at 4:40 pm." if len(pcm) > 4.5 * RATE else "Thank you.",
        next_call=NextCall(4000),
    )
    return replace(found, **changes)


def noted(**changes):
    return evidence(notes=replace_notes(evidence().notes, **changes))


def replace_notes(notes, **changes):
    return Notes(**{name: changes.get(name, getattr(notes, name)) for name in Notes.__slots__})


def finding(name, found):
    return PROBES[name](found)


def test_a_sound_call_passes_everything_and_says_where_to_listen():
    findings = {name: probe(evidence()) for name, probe in PROBES.items()}
    assert {f.status for f in findings.values()} == {"passed"}
    assert {name: f.at for name, f in findings.items()} == {
        "greets_first": 0.5,
        "hears": 30.0,
        "yields_to_a_barge_in": 10.0,
        "honours_clear": 10.0,
        "survives_silence": 12.5,
        "calls_a_tool": 30.0,
        "answers_from_the_result": 31.0,
        "hangs_up_cleanly": 0.5,
    }
    assert findings["hangs_up_cleanly"].recording == "next call"
    assert "0.40 s" in findings["yields_to_a_barge_in"].text
    assert "0.30 s" in findings["honours_clear"].text
    assert "dropped 0.10 s" in findings["honours_clear"].text


@pytest.mark.parametrize(
    ("spans", "status", "at"),
    [((), "failed", 0), ((s(9, 10),), "failed", 4.0), ((s(3.9, 10),), "passed", 3.9)],
)
def test_greeting_is_first_or_it_is_none(spans, status, at):
    found = finding("greets_first", evidence(spans=spans))
    assert (found.status, found.at) == (status, at)


# Hears --------------------------------------------------------------------------------------------------------


def test_what_the_caller_alone_knows_in_a_tool_call_is_proof_of_hearing():
    prattling = (s(0.5, 3), s(6, 7), s(13, 14), s(15.5, 16.5))
    assert finding("hears", evidence(spans=prattling)).status == "passed"
    other = (tool(confirmation_number="QQQQQQ", last_name=KNOWN["last_name"].upper()),)
    assert "last_name" in finding("hears", evidence(spans=prattling, tools=other)).text


@pytest.mark.parametrize(
    ("spans", "at", "why"),
    [
        ((s(0.5, 3),), 4.0, "did not answer"),
        ((s(0.5, 3), s(23.5, 25)), 4.0, "did not answer"),
        ((s(0.5, 3), s(6, 7), s(9, 10)), 6.0, "whether or not"),  # in the middle of the caller's question
        ((s(0.5, 3), s(9, 10), s(13, 14), s(15.5, 16.5)), 15.5, "whether or not"),  # twice in its silence
    ],
)
def test_without_proof_it_must_speak_when_asked_and_then_only(spans, at, why):
    found = finding("hears", evidence(spans=spans, tools=()))
    assert (found.status, found.at) == ("failed", at)
    assert why in found.text


@pytest.mark.parametrize(
    "spans",
    [
        (s(0.5, 3), s(9, 10)),
        (s(0.5, 3), s(9, 10), s(13, 14)),  # once in the silence: it may answer what was said before
        (s(0.5, 3), s(9, 10.3), s(10.7, 13)),  # a pause of its own, which ends while the caller breaks in
        (s(0.5, 3), s(7.8, 10)),  # the caller's last word
    ],
)
def test_an_agent_with_manners_hears(spans):
    assert finding("hears", evidence(spans=spans, tools=())).status == "passed"


def test_a_caller_that_never_spoke_proves_nothing():
    assert finding("hears", noted(opening=None)).status == "not_applicable"


# Barge-in and clear -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stops", "status", "said"),
    [(10.4, "passed", "0.40 s"), (11.99, "passed", "1.99 s"), (12.1, "failed", "2.1 s"), (20.0, "failed", "10.0 s")],
)
def test_yielding_is_measured_on_the_wire_from_the_callers_first_sound(stops, status, said):
    spans = (s(0.5, 3), s(9, stops), s(31, 36))
    found = finding("yields_to_a_barge_in", evidence(spans=spans, events=()))
    assert found.status == status
    assert said in found.text


def test_one_time_of_several_is_enough_to_fail():
    barges = [BargeIn(0, 10 * RATE, 12 * RATE), BargeIn(0, 21 * RATE, 22 * RATE), BargeIn(0, 32 * RATE, 33 * RATE)]
    found = finding("yields_to_a_barge_in", noted(barge_ins=barges))
    assert (found.status, found.at) == ("failed", 32.0)
    good = replace(evidence(spans=(s(9, 10.4), s(20, 21.5), s(31, 32.2))), notes=noted(barge_ins=barges).notes)
    assert finding("yields_to_a_barge_in", good).status == "passed"
    assert "each of 3 times" in finding("yields_to_a_barge_in", good).text


@pytest.mark.parametrize("name", ["yields_to_a_barge_in", "honours_clear"])
def test_nobody_to_break_in_on(name):
    assert finding(name, noted(barge_ins=[])).status == "not_applicable"


@pytest.mark.parametrize(
    ("stops", "clear", "status", "why"),
    [
        (10.4, 10.3, "passed", "dropped 0.10 s"),
        (11.0, 10.3, "failed", "went on for 0.7 s after its clear"),
        (12.0, None, "failed", "heard for another 2.0 s"),
        (10.3, None, "not_applicable", "nothing to clear"),
        (12.0, 9.9, "failed", "no clear came"),  # of an earlier turn
        (13.0, 12.5, "failed", "no clear came"),  # too late to be for this
    ],
)
def test_clear_comes_with_the_barge_in_and_ends_the_sound(stops, clear, status, why):
    events = () if clear is None else (Event(round(clear * RATE), "agent", "clear", {"dropped": 800}),)
    found = finding("honours_clear", evidence(spans=(s(0.5, 3), s(9, stops)), events=events))
    assert found.status == status
    assert why in found.text


def test_a_connection_without_clear_is_not_asked_for_it():
    assert finding("honours_clear", evidence(stream=False, events=())).status == "not_applicable"


# Silence ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("starts", "status"), [(19.0, "passed"), (33.9, "passed"), (34.2, "failed")])
def test_after_the_silence_it_answers(starts, status):
    found = finding("survives_silence", evidence(spans=(s(0.5, 3), s(9, 10), s(starts, starts + 1))))
    assert found.status == status


@pytest.mark.parametrize(
    ("reason", "status"), [("agent_hangup", "failed"), ("line_lost", "failed"), ("agent_silence", "not_applicable")]
)
def test_one_that_leaves_in_the_silence_has_not_survived_it(reason, status):
    found = finding("survives_silence", replace(noted(silence=None, resumed=None), reason=reason))
    assert found.status == status


# Tools --------------------------------------------------------------------------------------------------------


def test_a_tool_that_there_is_not_is_no_call_of_one():
    assert finding("calls_a_tool", evidence(tools=())).status == "failed"
    stray = tool("launch_rocket", kind="unknown", response={"status": "error"})
    found = finding("calls_a_tool", evidence(tools=(stray,)))
    assert (found.status, found.at) == ("failed", 30.0)
    refused = tool(response={"status": "error"})
    assert "refused" in finding("calls_a_tool", evidence(tools=(refused,))).text


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("You leave at four forty in the afternoon.", "passed"),
        ("It is May 19th.", "passed"),
        ("flight five three seven", "passed"),
        ("You leave at five forty PM.", "failed"),
        ("Today is May 4th.", "failed"),  # which it knew before
        (f"Thank you, {KNOWN['last_name']}.", "failed"),
        ("", "failed"),
    ],
)
def test_the_answer_holds_what_only_the_response_holds(words, status):
    found = finding("answers_from_the_result", evidence(hear=lambda pcm: words))
    assert found.status == status
    assert words[:20] in found.text or status == "passed"


def test_words_before_the_response_and_values_that_were_told_before_are_no_answer():
    late = (tool(at=45.0),)
    assert finding("answers_from_the_result", evidence(tools=late)).status == "failed"
    told = evidence(instructions="SK537 leaves at 16:40 on 2026-05-19.")
    assert finding("answers_from_the_result", told).status == "failed"


def test_without_a_response_there_is_nothing_to_answer_from():
    refused = (tool(response={"status": "error", "at": "16:40"}),)
    assert finding("answers_from_the_result", evidence(tools=refused)).status == "not_applicable"


# The end ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "status", "why"),
    [
        ({"reason": "line_lost", "error": "no close frame"}, "failed", "the connection broke: no close frame"),
        ({"next_call": NextCall(None, "cannot reach it")}, "failed", "cannot reach it"),
        ({"next_call": NextCall(None)}, "failed", "did not speak in the next call"),
        ({"next_call": NextCall(None), "spans": ()}, "passed", "as silently as this one"),
        ({"next_call": None}, "passed", "survived"),
        ({"reason": "agent_hangup"}, "passed", "it hung up in order"),
    ],
)
def test_the_call_ends_in_order_and_the_next_is_taken(changes, status, why):
    found = finding("hangs_up_cleanly", evidence(**changes))
    assert found.status == status
    assert why in found.text
