"""What a record shows of a caller that is a model: every breach is found, and nothing that is none."""

from __future__ import annotations

import pytest

from harness.conduct import check_conduct, exchanges
from harness.novelty import invented
from pipelines.record import RATE, Event, Record, ToolCall, Utterance
from scenarios.packs import load_pack

SCENARIO = load_pack("builtin", "airline").scenarios["week-later"]
TWO = load_pack("builtin", "hr").scenarios["back-on-monday"]
HELLO = "Silver Kite Airlines, hello. How can I help you?"
ASKS = "May I have your confirmation number and your last name, please?"
CODE = "Echo, Mike, four, nine, November, Golf. Brandt. Bravo, Romeo, Alfa, November, Delta, Tango."
OFFER = "Flight 327 on April twenty-eighth leaves at nine forty. The total cost is 106 dollars. Shall I book it?"
DONE = "You are booked. Is there anything else I can help you with?"
BYE = "No, that's all. Thank you. Goodbye."
GOOD = [(HELLO, SCENARIO.opening), (ASKS, CODE), (OFFER, "Yes, please go ahead."), (DONE, BYE)]


def record(talk, scenario=SCENARIO, *, ends="goodbye", tools=(), events=(), tail=1.0):
    """A call in which each exchange takes ten seconds."""
    utterances = []
    for k, (heard, said) in enumerate(talk):
        at = 10 * k * RATE
        if heard:
            utterances.append(Utterance("agent", k, at, at + 4 * RATE, heard, heard))
        if said:
            utterances.append(Utterance("caller", k + 1, at + 5 * RATE, at + 9 * RATE, said, None))
    call = {"end_reason": ends, "seconds": 10 * len(talk) - 1 + tail, "agent": {"architecture": "cascade"}}
    dump = scenario.model_dump(mode="json")
    return Record(None, call, (), tuple(utterances), tuple(tools), tuple(events), dump, {}, {})


def test_a_caller_that_keeps_to_its_brief_is_left_alone():
    assert check_conduct(record(GOOD)) == []


def test_an_agent_s_word_that_the_caller_was_stopped_is_not_believed():
    assert check_conduct(record(GOOD, events=[Event(1, "agent", "caller_stopped", {"why": "too long"})])) == []


def test_exchanges_are_what_was_heard_and_what_was_said_to_it():
    found = exchanges(record([("One.", "Two."), ("Three.", ""), ("Four.", "Five.")]))
    assert [(x.heard, x.said) for x in found] == [("One.", "Two."), ("Three. Four.", "Five.")]


@pytest.mark.parametrize(
    ("talk", "options", "why"),
    [
        ([(HELLO, "I want a refund."), *GOOD[1:]], {}, "the caller's first line was 'I want a refund.'"),
        ([], {}, "the caller said nothing"),
        (
            [GOOD[0], (ASKS, "Echo, Mike, seven, nine, November, Golf."), *GOOD[2:]],
            {},
            "turn 2: the caller gave the confirmation number as EM79NG; its brief has EM49NG",
        ),
        (
            [*GOOD[:3], (DONE, "One more thing. Please also book a kennel for my two greyhounds."), (DONE, BYE)],
            {},
            "turn 4: the caller asked for something that is not in its brief",
        ),
        (
            [*GOOD[:3], (DONE, "Please cancel booking Kilo, seven, seven, Alfa, two, Bravo."), (DONE, BYE)],
            {},
            "turn 4: the caller named K77A2B, which nobody gave it",
        ),
        ([GOOD[0], (ASKS, "I have to go now. Goodbye.")], {}, "hung up while the agent waited for the confirmation"),
        ([*GOOD[:2], (OFFER, "Goodbye.")], {}, "hung up while the agent waited for a yes or a no"),
        ([*GOOD[:2], (OFFER, "Yes, do that. Goodbye.")], {}, "hung up in the turn in which it gave an approval"),
        ([*GOOD[:2], ("One moment, please.", "Bye.")], {}, "hung up while the agent waited for a moment's patience"),
        (GOOD, {"ends": "agent_silence", "tail": 20.0}, "the caller said goodbye and did not hang up"),
        (GOOD, {"ends": "time_limit", "tail": 90.0}, "the caller said goodbye and did not hang up"),
        (
            [GOOD[0], *[("What is your name?", "I would like to fly later, please.")] * 6],
            {"ends": "time_limit"},
            "6 times on end",
        ),
        (GOOD, {"events": [Event(1, "caller", "caller_stopped", {"why": "too long"})]}, "too long"),
    ],
)
def test_every_breach_is_found(talk, options, why):
    found = check_conduct(record(talk, **options))
    assert any(why in line for line in found), found


@pytest.mark.parametrize(
    ("talk", "options"),
    [
        # told in its own words, letters, pieces, or with a correction
        ([GOOD[0], (ASKS, "E M 4 9 N G, and my name is Brandt."), *GOOD[2:]], {}),
        ([GOOD[0], (ASKS, "Echo, Mike, four."), ("Go on.", "Nine, November, Golf."), *GOOD[2:]], {}),
        # an offer that breaks a criterion may be turned down for good
        ([*GOOD[:2], (OFFER, "No, I would rather not. Goodbye.")], {}),
        # the agent asks five times and hears nothing: the caller may leave
        ([GOOD[0], *[(ASKS, CODE)] * 5, (ASKS, "This is not working. Goodbye.")], {}),
        # whoever is asked the same says the same
        ([GOOD[0], *[(ASKS, CODE)] * 9], {"ends": "agent_silence", "tail": 30.0}),
        # the agent fell silent after an answer, or hung up after the farewell
        (GOOD[:2], {"ends": "agent_silence", "tail": 30.0}),
        (GOOD, {"ends": "agent_hangup", "tail": 30.0}),
        (GOOD, {"ends": "time_limit", "tail": 1.0}),
        # what the agent brought up is not the caller's invention
        ([*GOOD[:3], ("Your seat is 14 C. Anything else?", "Thank you. Seat one, four, Charlie. Goodbye.")], {}),
        # a transcript of speech writes numbers its own way
        ([(HELLO, SCENARIO.opening.replace("twenty-eighth", "28th")), *GOOD[1:]], {}),
    ],
)
def test_what_is_no_breach_is_left_alone(talk, options):
    assert check_conduct(record(talk, **options)) == []


HR = [
    ("Hello, how can I help you?", TWO.opening),
    ("Your check-in is booked. Is there anything else?", BYE),
]


def test_a_caller_that_leaves_with_a_request_unraised_has_left_early():
    assert check_conduct(record(HR, TWO)) == ["the caller hung up after raising 1 of 2 requests"]


def test_a_request_counts_as_raised_by_its_words_its_values_or_its_tools():
    by_words = [HR[0], ("Anything else?", "I'd also like some vacation at Easter, the last full week of March."), HR[1]]
    by_value = [HR[0], ("When do you want to be off?", "From March twenty-second."), HR[1]]
    own = next(s.tool for s in TWO.plan if s.request == 1 and s.tool not in {t.tool for t in TWO.plan if not t.request})
    tool = ToolCall(0, 1, own, "read", {}, {"status": "success"}, 0, 1)
    for talk, tools in ((by_words, ()), (by_value, ()), (HR, (tool,))):
        assert check_conduct(record(talk, TWO, tools=tools)) == []


def test_who_gets_nowhere_may_leave_with_things_unsaid():
    vain = [("I cannot find that.", f"Please look once more, try number {k}.") for k in range(6)]
    assert check_conduct(record([HR[0], *vain, ("I cannot find that.", "Then not. Goodbye.")], TWO)) == []


@pytest.mark.parametrize(
    ("said", "known", "found"),
    [
        ("One more thing. Please also water the cactus.", ["I want a new laptop."], "One more thing. Please also"),
        ("I also need a new laptop.", ["You need a laptop."], ""),
        ("Could you also repeat the price?", ["What is the price? Repeat it."], ""),
        ("Water the cactus beside the aquarium.", [], ""),  # opens no further matter in so many words
        ("", [], ""),
    ],
)
def test_what_is_asked_for_beside_the_brief(said, known, found):
    assert invented(said, known).startswith(found) if found else not invented(said, known)
