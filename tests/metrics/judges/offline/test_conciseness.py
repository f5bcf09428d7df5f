"""The judge of conciseness: what must stay a 3, what must not, and why."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.judges.case import Case, Entry
from metrics.judges.jury import NothingToJudge
from metrics.judges.offline import conciseness
from metrics.judges.offline._conciseness_measures import measure, named, without_identifiers
from metrics.judges.verdicts import CONCISENESS, RatedTurn
from tests.metrics.judges.offline.talk import Step, talk

OPEN: tuple[Step, ...] = ("C: I would like some help with this, if you have a minute.",)


def last(*steps: Step) -> RatedTurn:
    return conciseness.judge(talk(*steps)).turns[-1]


GOOD = {
    "short": "A: Your badge works again. Is there anything else I can help you with?",
    "a question": "A: May I have your employee number and your date of birth, please?",
    "two choices": "A: I have a slot at nine AM and one at two thirty PM on Tuesday. Which one suits you?",
    "an offer": "A: I can move your surgery shift from May fourth to May ninth and tell your manager. "
    "Shall I go ahead?",
    "a code spelled": (
        "A: Your case number is Charlie, Alfa, Sierra, Echo, dash, Foxtrot, Mike, Lima, Alfa, dash, five, three, five, "
        "zero, zero, two. Once more, slowly: Charlie, Alfa, Sierra, Echo, dash, Foxtrot, Mike, Lima, Alfa, dash, five, "
        "three, five, zero, zero, two. Did you get all of it?"
    ),
    "a key in groups": (
        "A: The recovery key is K seven M two, then Q nine X four, then T three R eight, then B six W five, then H one "
        "Z zero, and at the end N four V two. Shall I read it again?"
    ),
    "letters explained": (
        "A: It is B as in Bravo, M as in Mike, seven, Q as in Quebec, four, four, R as in Romeo, T as in Tango, nine, "
        "D as in Delta, P as in Papa, one, X as in X-ray, zero, zero, K as in Kilo."
    ),
    "a refusal": "A: I do understand, but I am not able to do that, and I may not say whether there is such a request.",
}


@pytest.mark.parametrize("text", GOOD.values(), ids=GOOD)
def test_good_turns_are_rated_3(text):
    turn = last(*OPEN, text)
    assert (turn.rating, turn.failure_modes) == (3, ())


HEAVY = {
    "dense, airline": (
        "C: It's Kilo Lima four. The name is Osei.",
        "A: Found it: flight three one two on May fourth at six fifteen AM, back on May ninth at eight forty PM, seats "
        "fourteen C and fourteen D, two bags, one hundred eighteen dollars paid, forty-five dollars due. Which one?",
        "excess_information_density",
    ),
    "dense, hr": (
        "C: What is my balance?",
        "A: You have eleven days of vacation, four of sick leave and two floating days; six lapse on March "
        "thirty-first, three on June thirtieth, and one point five more come on February first. Your request from "
        "April second to April ninth takes six. Shall I send it?",
        "excess_information_density",
    ),
    "a list, itsm": (
        "C: I need a new laptop.",
        "A: Option one has thirteen inches and sixteen gigabytes, on Monday, for nine hundred dollars. Option two has "
        "fourteen inches and thirty-two gigabytes, on Thursday, for thirteen hundred dollars. Option three has sixteen "
        "inches and sixty-four gigabytes, in two weeks, for two thousand one hundred dollars. Option four is the "
        "rugged one with sixteen gigabytes, in three weeks, for nineteen hundred dollars. Which one would you like?",
        "over_enumeration_or_list_exhaustion",
    ),
    "a lecture, hr": (
        "C: I want to take leave in May.",
        "A: Leave of this kind is usually unpaid, but it may be combined with paid time off if your manager "
        "agrees, and "
        "if you have been with us for less than a year you may not be eligible at all, depending on where you work. In "
        "some cases the insurance continues as long as you pay your share, otherwise it lapses, and getting "
        "it back may "
        "take a while. If you fall ill, that is normally not counted as sick leave, unless a doctor says so, and then "
        "other rules apply, which differ for part-time staff. Shall I open the case?",
        "contextually_disproportionate_detail",
    ),
    "filler, itsm": (
        "C: My mailbox does not open.",
        "A: I completely understand, and I really want to make sure that we take good care of everything "
        "today, so that "
        "nothing at all is left open in the end. Let me just say how glad I am that you called us about this. Your "
        "ticket is open now.",
        "verbosity_or_filler",
    ),
}


@pytest.mark.parametrize(("caller", "text", "mode"), HEAVY.values(), ids=HEAVY)
def test_heavy_turns_are_not_rated_3_and_say_why(caller, text, mode):
    turn = last(caller, text)
    assert turn.rating < 3
    assert mode in turn.failure_modes
    assert ";" in turn.explanation


def test_a_long_list_is_the_lowest():
    caller, text, _ = HEAVY["a list, itsm"]
    assert last(caller, text + " " + text.removeprefix("A: ")).rating == 1


RECAP = (
    "A: To sum up: your leave runs from March third to March twelfth, that takes eight days and leaves "
    "you fourteen, and "
    "your shift starts at nine thirty AM on the day when you return. Your manager is informed of both, "
    "and there will be "
    "a note in your mailbox within the hour. Thank you for calling, and have a nice day."
)
TOLD = (
    "C: I want leave from March third to March twelfth, and my shift at nine thirty AM after it.",
    "A: Right. March third to March twelfth takes eight days and leaves you fourteen. The shift is at nine thirty AM.",
    "C: No, that's all, thank you.",
)


def test_a_closing_recap_of_known_values_stays_3():
    turn = last(*TOLD, RECAP)
    assert turn.rating == 3
    assert "recap" in turn.explanation


def test_the_same_words_with_values_nobody_knew_are_no_recap():
    assert last("C: No, that's all, thank you.", RECAP).rating < 3


def test_values_named_before_are_not_new():
    text = "So that is May fourth at nine AM, for forty dollars."
    assert measure(text, "", set()).fresh == 3
    assert measure(text, "", set(named(text))).fresh == 0


def test_identifiers_are_no_words():
    assert without_identifiers("Your code is Bravo, Kilo, seven, Quebec, four, Romeo.").split() == [
        "Your",
        "code",
        "is",
        ".",
    ]


def test_words_before_a_cut_are_not_held_against_the_agent():
    _, text, _ = HEAVY["a list, itsm"]
    cut = last("C: I need a new laptop.", f"{text} [likely cut off by user]")
    assert (cut.rating, cut.failure_modes) == (3, ())


def test_every_turn_of_the_agent_is_rated_and_no_other():
    verdict = conciseness.judge(talk("A: Hello.", "C: Hi.", "C: Hello?", "A: Yes.", "A: I am here."))
    assert [t.turn_id for t in verdict.turns] == [0, 2]


def test_an_agent_that_says_nothing_is_skipped():
    with pytest.raises(NothingToJudge):
        conciseness.judge(talk("C: Hello?"))


PIECES = ["okay", "one", "nine", "AM", "dollars", "flight", "if", "Bravo", "K", "[pause]", "or", ";", "?", ".", "é"]
WORDS = st.lists(st.sampled_from(PIECES), max_size=60).map(" ".join) | st.text(max_size=80)
ENTRIES = st.lists(
    st.builds(
        Entry,
        turn=st.integers(0, 5),
        kind=st.sampled_from(["caller", "agent", "call", "response"]),
        text=WORDS,
        tool=st.sampled_from(["", "get_x"]),
    ),
    max_size=8,
)


@given(ENTRIES)
def test_any_entries_give_ratings_with_modes_that_belong_to_them(entries):
    try:
        verdict = conciseness.judge(Case("cascade", tuple(entries)))
    except NothingToJudge:
        assert not any(e.kind == "agent" and e.text.strip() for e in entries)
        return
    for turn in verdict.turns:
        assert turn.rating in (1, 2, 3)
        assert set(turn.failure_modes) <= set(CONCISENESS)
        assert bool(turn.failure_modes) == (turn.rating < 3)


@given(ENTRIES)
def test_tool_calls_and_empty_lines_change_nothing(entries):
    more = [
        e for entry in entries for e in (entry, Entry(entry.turn, "agent", "  "), Entry(entry.turn, "call", tool="t"))
    ]
    assert _ratings(entries) == _ratings(more)


def _ratings(entries):
    try:
        return conciseness.judge(Case("cascade", tuple(entries))).turns
    except NothingToJudge:
        return ()
