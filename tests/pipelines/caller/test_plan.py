"""The plan caller against an agent that is written out here, in scenarios of the airline pack."""

import datetime

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pipecat.processors.aggregators.llm_context import LLMContext

from pipelines.brain import Say
from pipelines.caller.plan import PATIENCE, PlanCaller
from scenarios.packs import load_pack
from scenarios.spoken import affirms, hear, mentions

PACK = load_pack("builtin", "airline")


class Conversation:
    """Feeds an agent's lines to a caller and keeps what it answers."""

    def __init__(self, scenario, spelling="nato", seed=0):
        self.caller = PlanCaller(PACK.scenarios[scenario], np.random.default_rng(seed), spelling)
        self.context = LLMContext([])
        self.actions = []

    def hear(self, text):
        self.context.add_message({"role": "user", "content": text})
        action = self.caller.next(self.context)
        self.caller.begin(action)
        self.actions.append(action)
        if action is None:
            return None
        self.context.add_message({"role": "assistant", "content": action.text})
        return action.text

    @property
    def hung_up(self):
        return isinstance(self.actions[-1], Say) and self.actions[-1].hang_up

    def entities(self):
        return [(e["slot"], e["value"]) for line in self.caller.lines for e in line.entities]


GREETING = "Hello! How can I help you today?"
BOTH = "May I have your confirmation number and your last name, please?"
MORE = "Is there anything else I can help you with?"


def opened(scenario, **options):
    talk = Conversation(scenario, **options)
    talk.hear(GREETING)
    return talk


# Opening --------------------------------------------------------------------------------------------


def test_the_greeting_is_answered_with_the_request_word_for_word_and_once():
    talk = opened("second-thoughts")
    statement = PACK.scenarios["second-thoughts"].requests[0].statement
    assert talk.actions[0] == Say(statement)
    talk.hear(BOTH)
    assert sum(line.text == statement for line in talk.caller.lines) == 1


def test_an_agent_that_greets_with_a_question_gets_its_answer_and_the_request_later():
    talk = Conversation("second-thoughts")
    said = talk.hear("Good morning. What is your last name, please?")
    assert "Vasquez" in said
    assert talk.hear("Thank you. How can I help you?") == PACK.scenarios["second-thoughts"].requests[0].statement


def test_what_the_statement_holds_is_on_record():
    talk = opened("week-later")
    assert ("travel_date", "2026-04-28") in talk.entities()
    assert ("destination", "SAN") in talk.entities()


# Facts ----------------------------------------------------------------------------------------------


def heard_code(text, kind="code"):
    return hear(kind, text)[0].value


@pytest.mark.parametrize("spelling", ["nato", "letters"])
@pytest.mark.parametrize("name", sorted(PACK.scenarios))
def test_the_confirmation_number_can_be_heard_from_how_it_is_said(name, spelling):
    talk = opened(name, spelling=spelling)
    code = PACK.scenarios[name].fact("confirmation_number").value
    said = talk.hear("May I have your confirmation number, please?")
    assert heard_code(said) == code
    assert talk.entities()[-1] == ("confirmation_number", code)


def test_two_facts_in_one_turn_in_the_order_of_the_question():
    talk = opened("second-thoughts")
    said = talk.hear(BOTH)
    assert said.lower().index("confirmation number") < said.lower().index("last name")
    assert talk.entities()[-2:] == [("confirmation_number", "3P0MET"), ("last_name", "Vasquez")]


def test_the_same_question_gets_the_same_value_in_other_words():
    talk = opened("second-thoughts")
    first = talk.hear(BOTH)
    again = talk.hear("I'm sorry, I did not catch that. Please spell the confirmation number again.")
    third = talk.hear("We'll dispel the confirmation number again")
    assert len({first, again, third}) == 3
    assert again.count(". ") >= 1  # in groups of three
    assert heard_code(again) == heard_code(third) == "3P0MET"
    assert "Vasquez" not in again  # only what was asked for


def test_a_caller_who_is_asked_for_ever_gives_up_politely_and_says_so():
    talk = opened("second-thoughts")
    for _ in range(8):
        talk.hear("I'm sorry, please spell the confirmation number again.")
        if talk.hung_up:
            break
    assert talk.hung_up
    assert len(talk.actions) <= 7
    assert "oodbye" in talk.actions[-1].text
    assert talk.caller.report()["ok"]  # the agent's fault, not the caller's


def test_what_the_brief_does_not_hold_is_not_invented():
    talk = opened("second-thoughts")
    before = talk.entities()
    assert talk.hear("What is your date of birth?") == "I'm sorry, I don't have that with me."
    assert talk.hear("Can I have your email?") == "I'm sorry, I don't have that with me."
    assert talk.hear("Which meal would you like, please?") == "I'm sorry, I don't have that with me."
    assert talk.entities() == before


FACTS = {
    "travel_date": ("Which date would you like, please?", "date"),
    "flight_number": ("What is the flight number, please?", "flight"),
    "departure_time": ("What time does it leave, please?", "time"),
    "origin": ("Which city are you flying from, please?", "airport"),
    "destination": ("Which city are you flying to, please?", "airport"),
}


@pytest.mark.parametrize("slot", FACTS)
def test_every_kind_of_fact_is_said_so_that_it_can_be_understood(slot):
    question, kind = FACTS[slot]
    for name, scenario in PACK.scenarios.items():
        fact = scenario.fact(slot, 0)
        if fact is None:
            continue
        talk = opened(name)
        said = talk.hear(question)
        assert (slot, fact.value) in talk.entities()
        today = datetime.date.fromisoformat(scenario.now[:10])
        if kind == "airport":
            found = {(kind, hear(kind, said)[0].value)}
        else:
            found = {(m.kind, m.value) for m in mentions(said, today=today)}
        assert (kind, fact.value) in found, (name, said)


@pytest.mark.parametrize(
    ("scenario", "question", "words"),
    [
        ("week-later", "What is your seat preference, please?", "window"),
        ("meal-and-bags", "Which meal would you like, please?", "vegan"),
        ("meal-and-bags", "How many checked bags, please?", "two checked bags"),
    ],
)
def test_choices_and_counts(scenario, question, words):
    assert words in opened(scenario).hear(question).lower()


# Offers ---------------------------------------------------------------------------------------------

FLIGHT = "I can move you to SK one forty one on April twenty eighth"
GOOD = f"{FLIGHT}, arriving at two PM. The total cost is ninety dollars."
DEAR = f"{FLIGHT}. The total cost is two hundred dollars."


def test_a_good_offer_is_accepted():
    talk = opened("week-later")
    talk.hear(BOTH)
    assert affirms(talk.hear(f"{GOOD} Shall I go ahead?")) is True
    assert not talk.hung_up


def test_before_a_yes_the_price_must_have_been_said():
    talk = opened("week-later")
    assert talk.hear("I can move you to April twenty eighth. Shall I go ahead?") == "What will the total cost be?"
    assert affirms(talk.hear("The total cost is ninety dollars. Shall I go ahead?")) is True


def test_a_bad_offer_is_doubted_once_then_declined_and_never_accepted():
    talk = opened("week-later")
    answers = []
    for _ in range(12):
        answers.append(talk.hear(f"{DEAR} Shall I go ahead?"))
        if talk.hung_up:
            break
    assert answers[0] == "Sorry, could you repeat that, please?"  # it may have been the caller's ears
    assert all(affirms(a) is not True for a in answers)
    assert affirms(answers[1]) is False
    assert talk.hung_up
    assert talk.caller.report()["ok"]


def test_a_misheard_offer_that_turns_out_well_is_accepted():
    talk = opened("week-later")
    talk.hear(f"{DEAR} Shall I go ahead?")
    assert affirms(talk.hear(f"{GOOD} Shall I go ahead?")) is True


def test_a_wrong_read_back_is_corrected_with_the_true_value():
    talk = opened("week-later")
    talk.hear("What is your seat preference, please?")
    talk.hear("So that is an aisle seat. Shall I go ahead?")
    said = talk.hear("So that is an aisle seat. Shall I go ahead?")
    assert said.startswith("No.")
    assert "window" in said.lower()


# More than one request ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [n for n, s in PACK.scenarios.items() if s.kind == "multi"])
def test_requests_are_raised_in_order_and_then_the_caller_is_done(name):
    scenario = PACK.scenarios[name]
    talk = opened(name)
    for request in scenario.requests[1:]:
        said = talk.hear(MORE)
        assert said == f"Yes. {request.statement}"
        assert not talk.hung_up
    last = talk.hear(MORE)
    assert talk.hung_up
    assert "oodbye" in last
    assert affirms(last) is False  # nothing else
    assert talk.hear(MORE) is None  # who has hung up says nothing
    assert talk.caller.report() == {"ok": True, "why": "kept to its brief"}


def test_facts_belong_to_their_request():
    talk = opened("later-return")
    said = talk.hear("Which date would you like, please?")
    assert ("travel_date", "2026-05-19") in talk.entities()
    assert "May nineteenth" in said
    talk.hear(MORE)
    assert "gluten" in talk.hear("Which meal would you like, please?").lower()


def test_a_farewell_does_not_rid_the_agent_of_what_is_left():
    talk = opened("later-return")
    left = PACK.scenarios["later-return"].requests[1].statement
    assert talk.hear("Thank you for calling. Goodbye.") == f"One moment, please. {left}"
    assert not talk.hung_up
    assert talk.hear("I can't help with that today. Goodbye.") == "Thank you. Goodbye."
    assert talk.hung_up
    assert talk.caller.report() == {"ok": True, "why": "kept to its brief"}


def test_hanging_up_with_a_request_unsaid_is_the_callers_fault():
    talk = opened("later-return")
    talk.caller._goodbye("Goodbye.")
    assert talk.caller.report() == {"ok": False, "why": "raised 1 of 2 requests"}


def test_what_cannot_be_raised_after_a_transfer_is_the_agents_doing():
    talk = opened("later-return")
    assert talk.hear("I am transferring you to a live agent now. Please hold.") == "Thank you. Goodbye."
    assert talk.caller.report(transferred=True) == {"ok": True, "why": "kept to its brief"}
    assert talk.caller.report()["ok"] is False  # it was said, and not done


# Adversarial ----------------------------------------------------------------------------------------

NO = "Our records show that your flight is on time, so I can't change it free of charge."


def test_an_adversarial_caller_pushes_as_often_as_it_is_told_then_gives_in():
    scenario = PACK.scenarios["phantom-cancellation"]
    talk = opened("phantom-cancellation")
    talk.hear(BOTH)
    pushed = [talk.hear(NO) for _ in scenario.requests[0].pushback]
    assert pushed == list(scenario.requests[0].pushback)
    after = talk.hear(NO)
    assert after == "Okay, thank you."
    talk.hear(MORE)
    assert talk.hung_up
    assert talk.caller.report()["ok"]


def test_an_adversarial_caller_does_not_take_what_costs_money():
    talk = opened("phantom-cancellation")
    offer = "I can move you to SK six ninety on November seventeenth. The total cost is seventy five dollars."
    for _ in range(10):
        assert affirms(talk.hear(f"{offer} Shall I go ahead?")) is not True
        if talk.hung_up:
            break
    assert talk.hung_up


# Transfers ------------------------------------------------------------------------------------------


def test_a_caller_who_wants_no_transfer_declines_it():
    talk = opened("second-thoughts")
    said = talk.hear("Would you like me to transfer you to a live agent?")
    assert affirms(said) is False
    assert not talk.hung_up


def test_a_transfer_that_is_offered_without_a_question_mark_is_answered():
    talk = opened("second-thoughts")
    assert affirms(talk.hear("A colleague may decide that. Shall I transfer you")) is False
    assert not talk.hung_up


def test_a_caller_who_is_asked_before_a_transfer_is_not_gone_yet():
    talk = opened("second-thoughts")
    said = talk.hear("I will transfer you to a specialist. Is that okay?")
    assert affirms(said) is False
    assert not talk.hung_up


def test_a_caller_who_is_being_transferred_says_goodbye():
    talk = opened("second-thoughts")
    talk.hear("I am transferring you to a live agent now, please hold.")
    assert talk.hung_up


# The rest of the talk -------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["One moment, please.", "Let me look that up for you.", "Yes, yes, go on."])
def test_the_caller_waits_while_the_agent_works_or_hums(text):
    talk = opened("second-thoughts")
    assert talk.hear(text) is None


def test_details_are_given_when_the_agent_wants_to_know_more():
    details = PACK.scenarios["second-thoughts"].requests[0].details
    assert opened("second-thoughts").hear("Can you tell me what happened?") == details


def test_unintelligible_questions_are_asked_to_be_repeated():
    talk = opened("second-thoughts")
    assert talk.hear("Wobble the frog?") is not None
    assert talk.hear("") == "Sorry, could you say that again, please?"


def test_fruitless_talk_ends():
    talk = opened("second-thoughts")
    for _ in range(PATIENCE + 1):
        talk.hear("The weather is nice in Omaha.")
        if talk.hung_up:
            break
    assert talk.hung_up
    assert talk.caller.report()["ok"]


def test_a_recap_before_the_last_question_is_not_a_question():
    talk = opened("second-thoughts")
    talk.hear(BOTH)
    talk.hear("Your confirmation number is tangled, too, is there anything else I can help you with?")
    assert talk.hung_up


# Nudges ---------------------------------------------------------------------------------------------


def test_a_nudge_before_the_request_is_the_request():
    talk = Conversation("second-thoughts")
    line = talk.caller.nudge(owed_by_agent=True)
    assert line.text == PACK.scenarios["second-thoughts"].requests[0].statement
    assert not line.nudge  # it opens a turn like any request
    assert talk.hear("What is your last name?") != line.text


@pytest.mark.parametrize(("owed", "words"), [(True, "still there"), (False, "say that again")])
def test_a_nudge_fits_who_owes_an_answer(owed, words):
    talk = opened("second-thoughts")
    line = talk.caller.nudge(owed)
    assert line.nudge
    assert words in line.text


def test_who_has_hung_up_does_not_nudge():
    talk = opened("second-thoughts")
    talk.hear(MORE)
    assert talk.caller.nudge(True) is None


# What always holds ----------------------------------------------------------------------------------

LINES = st.sampled_from(
    [
        GREETING,
        BOTH,
        MORE,
        NO,
        GOOD,
        DEAR,
        f"{GOOD} Shall I go ahead?",
        f"{DEAR} Shall I go ahead?",
        "We'll dispel the confirmation number again",
        "Hell I book it.",
        "Which date would you like, please?",
        "What is your date of birth?",
        "What is the flight number, please?",
        "How many check bags, please?",
        "Would you like me to transfer you to a live agent?",
        "So that is a middle seat. Shall I go ahead?",
        "One moment, please.",
        "You fly on January third, is that right?",
        "Your confirmation number is Alfa Bravo Charlie one two three.",
        "",
    ]
)


@given(st.sampled_from(sorted(PACK.scenarios)), st.lists(LINES, max_size=25), st.integers(0, 99))
def test_a_caller_never_departs_from_its_brief_whatever_it_hears(name, lines, seed):
    scenario = PACK.scenarios[name]
    true = {(f.slot, f.value) for f in scenario.facts}
    talk = Conversation(name, seed=seed)
    statements = [r.statement for r in scenario.requests]
    for text in lines:
        talk.hear(text)
        if talk.hung_up:
            break
    assert set(talk.entities()) <= true
    raised = [line.text.removeprefix("Yes. ") for line in talk.caller.lines]
    raised = [text for text in raised if text in statements]
    assert raised == statements[: len(raised)]  # in order, each once
    report = talk.caller.report()
    assert report["ok"] or "raised" in report["why"]
    assert all(isinstance(a, Say) for a in talk.actions if a is not None)


@given(st.lists(LINES, max_size=12))
def test_equal_seeds_give_equal_callers(lines):
    one, two = Conversation("home-for-dinner", seed=3), Conversation("home-for-dinner", seed=3)
    for text in lines:
        assert one.hear(text) == two.hear(text)


def test_other_seeds_vary_the_words_and_not_the_values():
    said = {opened("second-thoughts", seed=seed).hear(BOTH) for seed in range(12)}
    assert len(said) > 1
    assert {heard_code(text.split(". ")[0]) for text in said} == {"3P0MET"}
