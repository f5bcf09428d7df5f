import datetime as dt
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.diagnostic.key_entities import arrived
from metrics.judges.jury import Ruling
from metrics.judges.verdicts import Entities, Entity, EntityTurn, Turns
from metrics.scoring import score_record
from scenarios.model import EntityKind
from scenarios.spoken import say
from tests.metrics.build import caller, record, tool

NAME = "transcription_accuracy_key_entities"
TODAY = dt.date(2026, 3, 17)


def entity(slot, kind, value):
    return {"slot": slot, "kind": kind, "value": value}


CODE = entity("confirmation_number", "code", "ZK3FFW")
SURNAME = entity("last_name", "name", "Okafor")
DATE = entity("date", "date", "2026-03-25")
SEAT = entity("seat_preference", "choice", "window")


def score(*said, **kwargs):
    return score_record(record(utterances=said, **kwargs), [NAME])[NAME]


def test_the_score_is_the_mean_over_turns_and_kinds_are_pooled():
    found = score(
        caller("It's Z K 3 F F W, Okafor.", at=2, entities=(CODE, SURNAME), heard="it's ZK3FFW, Okafor"),
        caller("Z K 3 F F W.", at=4, turn=2, entities=(CODE,), heard="C K 3 F F W"),
        caller("Thanks.", at=6, turn=3),
    )
    assert (found.value, found.normalized) == (0.5, 0.5)
    assert found.subs == {"code_accuracy": 0.5, "name_accuracy": 1.0, "mean_over_turns": 0.5, "pooled": 0.667}
    assert found.details["per_turn"] == {"1": 1.0, "2": 0.0}
    assert found.details["basis"] == "transcript"
    assert found.why == ("1 of 3 values were lost: confirmation_number 'ZK3FFW', the agent had 'C K 3 F F W'")


def test_a_value_that_was_not_heard_at_all_is_lost():
    found = score(caller("on March 25th", at=2, entities=(DATE,), heard=""), caller("ok", at=4))
    assert found.value == 0.0
    assert found.why.endswith("the agent had nothing of it")


def test_values_in_utterances_that_were_cut_off_are_left_out():
    cut = caller("It's Z K", at=2, entities=(CODE,), heard="it's", cut=True)
    assert score(cut).state == "skipped"
    assert score(cut, caller("March 25th", at=5, entities=(DATE,))).value == 1.0


def test_free_text_is_not_compared_and_what_holds_no_value_is_no_evidence():
    said = caller("because I am ill", at=2, entities=(entity("reason", "text", "ill"),))
    assert score(said).state == "skipped"
    assert score(caller("Yes, please.", at=2)).state == "skipped"


def test_the_words_of_callers_without_a_plan_are_searched_and_the_judge_is_named():
    found = score(
        caller("It's Z K 3 F F W, last name Okafor.", at=2, heard="it's ZK3FFW, last name Oakford"),
        caller("On March 25th at four PM.", at=4, turn=2, heard="on March 25th at 4 p.m."),
    )
    assert (found.value, found.subs["pooled"]) == (0.75, 0.75)
    assert (found.subs["name_accuracy"], found.subs["code_accuracy"], found.subs["date_accuracy"]) == (0, 1, 1)
    assert found.details["basis"] == "words"
    assert found.details["judge"]["name"].startswith("offline ")
    assert found.details["judge"]["blind"]


def test_a_value_that_rules_find_and_that_was_not_heard_at_all_is_lost():
    found = score(caller("Last name Okafor.", at=2, heard=""))
    assert (found.value, found.why) == (0.0, "1 of 1 values were lost: name 'Okafor', the agent had nothing of it")


class Told:
    """A jury that says what it was told, and counts how often it was asked."""

    def __init__(self, verdict):
        self.verdict, self.asked = verdict, 0

    def rule(self, metric, case):
        self.asked += 1
        return Ruling(self.verdict, "a model", prompt="0123456789ab")


FOUND = Entities(
    turns=(
        EntityTurn(
            turn_id=1,
            entities=(
                Entity(type="seat", value="14C", transcribed_value="14C", correct=True),
                Entity(type="name", value="Okafor", transcribed_value="Missing", correct=False),
                Entity(type="name", value="Sun", transcribed_value="", correct=False, skipped=True),
            ),
        ),
    )
)


def test_a_model_that_judges_the_run_finds_the_values_of_callers_without_a_plan():
    jury = Told(FOUND)
    found = score_record(record(utterances=(caller("Okafor, 14C.", at=2, heard="14C"),)), [NAME], jury=jury)[NAME]
    assert (found.value, found.why) == (0.5, "1 of 2 values were lost: name 'Okafor', the agent had nothing of it")
    assert found.details["judge"]["name"] == "a model"


def test_a_planned_value_is_put_to_no_judge():
    jury = Told(FOUND)
    said = caller("It's Z K 3 F F W.", at=2, entities=(CODE,), heard="it's ZK3FFW")
    found = score_record(record(utterances=(said,)), [NAME], jury=jury)[NAME]
    assert (found.value, jury.asked, "judge" in found.details) == (1.0, 0, False)


def test_an_answer_of_another_shape_is_an_error():
    jury = Told(Turns(turns=()))
    found = score_record(record(utterances=(caller("Okafor.", at=2, heard=""),)), [NAME], jury=jury)[NAME]
    assert (found.state, found.why) == ("errored", "the judge answered Turns, not Entities")


def test_one_planned_value_makes_the_call_exact():
    found = score(
        caller("March 25th.", at=2, entities=(DATE,)), caller("Last name Okafor.", at=4, turn=2, heard="last name Oaks")
    )
    assert (found.value, found.details["basis"], "judge" in found.details) == (1.0, "transcript", False)


def test_without_plan_and_recogniser_the_arguments_of_tool_calls_are_searched():
    said = caller("Last name Okafor.", at=2, heard=None)
    found = score(said, tools=[tool("find", params={"last_name": "Okafur"}, at=4)], architecture="s2s")
    assert (found.value, found.details["basis"]) == (0.0, "words and tool calls")
    assert score(said, architecture="s2s").state == "skipped"


def test_a_recogniser_may_cut_a_turn_elsewhere():
    found = score(caller("It's Z K 3", at=2, entities=(CODE,), heard="it's Z K 3 F"), caller("F W.", at=4, heard="F W"))
    assert found.value == 1.0


def plan(slot, name):
    return [{"do": "call", "tool": "book", "args": {name: {"source": "caller", "slot": slot, "value": "x"}}}]


def test_without_a_recogniser_the_arguments_of_tool_calls_are_the_evidence():
    said = [
        caller("a window seat", at=2, entities=(SEAT,), heard=None),
        caller("March 25th", at=4, turn=2, entities=(DATE,), heard=None),
    ]
    calls = [
        tool("book", "write", params={"seat": "window"}),
        tool("book", "write", params={"seat": "aisle"}),
    ]
    found = score(*said, tools=calls, plan=plan("seat_preference", "seat"), architecture="s2s")
    assert (found.value, found.details["basis"]) == (1.0, "tool calls")
    assert len(found.details["entities"]) == 1, "no argument carries the date"
    found = score(*said, tools=calls[1:], plan=plan("seat_preference", "seat"), architecture="s2s")
    assert found.value == 0.0
    assert "the agent had 'aisle'" in found.why
    assert score(*said, architecture="s2s").state == "skipped"


@pytest.mark.parametrize(
    ("kind", "value", "text", "found"),
    [
        ("code", "ZK3FFW", "Zulu Kilo three Foxtrot Foxtrot Whiskey", True),
        ("code", "ZK3FFW", "Zulu Kilo three Foxtrot Whiskey", False),
        ("digits", "048271", "zero four eight two seven one", True),
        ("digits", "048271", "four eight two seven one", False),
        ("name", "Okafor", "the last name is Okafor", True),
        ("name", "Okafor", "last name Okafor, O K A F O R", True),
        ("name", "Okafor", "last name Okafor, A D E Y E M I", False),
        ("name", "Okafor", "last name Oakford", False),
        ("date", "2026-03-25", "March 25th or the day after", True),
        ("date", "2026-03-25", "March 26th", False),
        ("time", "16:00", "at four p.m.", True),
        ("amount", "115", "one hundred fifteen dollars", True),
        ("amount", "115", "$150", False),
        ("count", "2", "two bags", True),
        ("flight", "SK621", "flight six two one", True),
        ("airport", "AUS", "from Austin", True),
        ("choice", "window", "a window seat", True),
        ("choice", "aisle", "I'll seat", False),
        ("choice", "no_preference", "a window seat", False),
        ("choice", "no_preference", "I have no preference", True),
        ("number", "7.5", "seven and a half hours", True),
        ("number", "7.5", "seven hours", False),
        ("state", "AZ", "it is in Arizona", True),
        ("state", "AZ", "it is in Arkansas", False),
        ("country", "PH", "born in the Philippines", True),
        ("country", "PH", "born in Portugal", False),
        ("email", "j.okafor@example.com", "j dot okafor at example dot com", True),
        ("email", "j.okafor@example.com", "j dot okafur at example dot com", False),
        ("dates", "2026-07-14,2026-07-16", "July fourteenth and July sixteenth", True),
        ("dates", "2026-07-14,2026-07-16", "July fourteenth", False),
        ("choices", "projector,whiteboard", "a projector and a whiteboard", True),
        ("choices", "projector,whiteboard", "a projector", False),
        (
            "codes",
            "ZK3FFW,QX7TRE",
            "Zulu Kilo three Foxtrot Foxtrot Whiskey and Quebec X-ray seven Tango Romeo Echo",
            True,
        ),
        ("codes", "ZK3FFW,QX7TRE", "Zulu Kilo three Foxtrot Foxtrot Whiskey", False),
    ],
)
def test_arrival(kind, value, text, found):
    assert arrived(kind, value, text, TODAY) is found


@pytest.mark.parametrize("kind", sorted(set(get_args(EntityKind)) - {"text"}))
def test_every_kind_that_a_caller_says_can_be_looked_for(kind):
    assert arrived(kind, "X", "", TODAY) is False


def test_an_unknown_kind_is_an_error_not_a_miss():
    found = score(caller("x", at=2, entities=(entity("a", "colour", "red"),)))
    assert found.state == "errored"
    assert "unknown kind of value 'colour'" in found.why


@given(st.dates(dt.date(2026, 3, 18), dt.date(2027, 3, 1)), st.integers(0, 23), st.integers(0, 11))
def test_what_the_caller_says_arrives_when_heard_to_the_letter(day, hour, minute):
    assert arrived("date", day.isoformat(), say("date", day.isoformat()), TODAY)
    time = f"{hour:02d}:{minute * 5:02d}"
    assert arrived("time", time, say("time", time), TODAY)


@given(st.text("ABCDEFGHJKLMNPQRSTUVWXYZ23456789", min_size=6, max_size=6))
def test_codes_said_in_code_words_arrive(code):
    assert arrived("code", code, say("code", code))
