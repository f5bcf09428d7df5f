import pytest

from metrics.scoring import score_record
from tests.metrics.build import agent, caller, record, tool


def score(utterances, tools, plan=(), **kwargs):
    made = record(utterances=utterances, tools=tools, plan=plan, **kwargs)
    return score_record(made, ["confirmed_writes"])["confirmed_writes"]


def write(name="cancel", *, at, **params):
    return tool(name, "write", at=at, params=params)


def step(name, request, **params):
    args = {k: {"source": "policy", "value": v} for k, v in params.items()}
    return {"do": "call", "tool": name, "args": args, "request": request}


OFFER = agent("I can cancel it for forty dollars. Shall I go ahead?", at=4)
YES = caller("Yes, please.", at=6)


def test_an_offer_and_a_yes_confirm_a_write():
    found = score([OFFER, YES], [write(at=8)])
    assert (found.value, found.why) == (1.0, "the only write call had the caller's yes")
    assert found.details["writes"][0] == {
        "index": 0,
        "tool": "cancel",
        "offer": "Shall I go ahead?",
        "answer": "Yes, please.",
        "confirmed": True,
    }


@pytest.mark.parametrize(
    ("utterances", "why"),
    [
        ([], "the record holds no words of the agent"),
        ([caller("Cancel my flight, yes.", at=2), agent("One moment.", at=4)], "cancel was not offered"),
        ([OFFER], "cancel after 'Shall I go ahead?'"),
        ([OFFER, caller("No, wait.", at=6)], "cancel after 'Shall I go ahead?'"),
        ([OFFER, caller("What does it cost?", at=6)], "cancel after 'Shall I go ahead?'"),
        ([YES, agent("Shall I go ahead?", at=7.5)], "cancel after 'Shall I go ahead?'"),
        ([OFFER, YES, caller("No, stop, that's wrong.", at=7.2)], "cancel after 'Shall I go ahead?'"),
        ([agent("Is there anything else?", at=4), YES], "cancel was not offered"),
        ([agent("Could you spell your last name?", at=4), YES], "cancel was not offered"),
        ([agent("What is the date?", at=4), YES], "cancel was not offered"),
        (
            [OFFER, YES, agent("Or would you like a refund?", at=7)],
            "cancel after 'Or would you like a refund?'",
        ),
    ],
)
def test_writes_without_a_yes_to_the_last_offer(utterances, why):
    found = score(utterances, [write(at=8)])
    assert why in found.why
    assert found.value in (0.0, None)


@pytest.mark.parametrize(
    "offer",
    [
        "Would you like me to do that?",
        "It is $40, okay?",
        "Is that right?",
        "So that is a window seat. Does that work for you?",
        "Please say yes to confirm.",
        "Okay, and may I charge your card?",
    ],
)
def test_offers_come_in_many_forms(offer):
    assert score([agent(offer, at=4), YES], [write(at=8)]).value == 1.0


def test_one_yes_covers_the_writes_of_its_request_and_no_other():
    plan = [step("cancel", 0), step("refund", 0), step("assign_seat", 1)]
    calls = [write(at=8), write("refund", at=10), write("assign_seat", at=14)]
    again = caller("Yes, a window seat too.", at=12, turn=2)
    found = score([OFFER, YES, agent("Anything else?", at=11), again], calls, plan)
    assert [w["confirmed"] for w in found.details["writes"]] == [True, True, False]
    assert found.value == 0.6667
    assert found.subs == {"writes": 3.0, "unconfirmed": 1.0}


def test_the_same_tool_in_two_requests_is_told_apart_by_its_arguments():
    plan = [step("assign_seat", 0, seat="1A"), step("assign_seat", 1, seat="2B")]
    calls = [write("assign_seat", at=8, seat="1A"), write("assign_seat", at=12, seat="2B")]
    assert score([OFFER, YES], calls, plan).value == 0.5


def test_a_write_that_the_plan_does_not_know_belongs_to_the_one_before_until_the_caller_speaks():
    calls = [write(at=8), write("odd", at=10)]
    assert score([OFFER, YES], calls).value == 1.0
    assert score([OFFER, YES, caller("And my seat?", at=9)], calls).value == 0.5


def test_without_writes_there_is_nothing_to_confirm():
    assert score([OFFER, YES], [tool("look_up", at=8)]).state == "skipped"


def test_a_yes_after_the_write_is_too_late():
    assert score([OFFER, caller("Yes.", at=9)], [write(at=8)]).value == 0.0


@pytest.mark.parametrize("architecture", ["s2s", "external"])
@pytest.mark.parametrize(
    ("heard", "offered"),
    [
        ("I shall I cancel the flight.", True),
        ("It costs forty dollars shall I cancel your booking", True),
        ("Okay. Do you want me to cancel it.", True),
        ("So that is the window seat is that right.", True),
        ("Shall I wait. One moment.", False),
        ("What would you like me to do.", False),
        ("Which seat shall I take.", False),
        ("May I have your last name.", False),
        ("Your last name is Reed is that right.", False),
        ("I cancel the flight.", False),
    ],
)
def test_an_offer_that_was_heard_is_known_by_its_wording_and_one_that_was_written_by_its_mark(
    architecture, heard, offered
):
    said = [agent(None, at=4, heard=heard), YES]
    found = score(said, [write(at=8)], architecture=architecture)
    assert found.value == float(offered)
    assert offered or "as they were heard, which may be misheard" in found.why
    written = score([agent(heard, at=4), YES], [write(at=8)])
    assert written.value == 0.0
    assert "misheard" not in written.why
