"""The plan caller in other domains than the airline's, and with rules, own words, times and transfers."""

import numpy as np
import pytest
from pipecat.processors.aggregators.llm_context import LLMContext

from pipelines.caller.plan import PlanCaller
from scenarios.authoring import Part, call, compose, heard
from scenarios.model import Caller, Criterion, Fact, Request, Rule
from scenarios.spoken import affirms

WHO = Caller(first_name="Ada", last_name="Okafor", gender="woman", persona="You are calm.")
IDENTITY = (
    Fact(slot="employee_id", kind="code", value="EMP048271"),
    Fact(slot="date_of_birth", kind="date", value="1988-11-14"),
    Fact(slot="otp_code", kind="digits", value="335113"),
)
GREETING = "Staff office, good day. How can I help you?"
MORE = "Is there anything else I can help you with?"
OFFER = "I can file that and tell your manager. Shall I go ahead?"


def part(statement, facts=(), criteria=(), rules=(), **request):
    return Part(
        request=Request(statement=statement, **request),
        goal="You want it done.",
        steps=(call("submit_pto_request", start_date=heard("start_date", "date", None)),),
        resolution="It is done.",
        failure="Leave it.",
        facts=facts,
        criteria=criteria,
        rules=rules,
    )


def scenario(*parts):
    return compose(
        "test",
        "hr",
        "leave",
        "A test",
        now="2026-06-15 09:00 EST",
        caller=WHO,
        identification=(),
        identity=IDENTITY,
        parts=parts,
        world={},
    )


class Talk:
    """Feeds an agent's lines to a caller."""

    def __init__(self, *parts, seed=0):
        self.caller = PlanCaller(scenario(*parts), np.random.default_rng(seed))
        self.context = LLMContext([])

    def hear(self, *texts):
        said = None
        for text in texts:
            self.context.add_message({"role": "user", "content": text})
            action = self.caller.next(self.context)
            said = action.text if action else None
        return said

    def entities(self):
        return [(e["slot"], e["value"]) for line in self.caller.lines for e in line.entities]


LEAVE = part("I need some days off.", (Fact(slot="start_date", kind="date", value="2026-07-06"),))


# Facts ------------------------------------------------------------------------------------------------


def test_two_facts_of_the_identification_in_one_turn():
    talk = Talk(LEAVE)
    said = talk.hear(GREETING, "May I have your employee number and your date of birth, please?")
    assert "Echo, Mike, Papa. Zero, four, eight. Two, seven, one." in said
    assert "November fourteenth nineteen eighty-eight" in said
    assert talk.entities() == [("employee_id", "EMP048271"), ("date_of_birth", "1988-11-14")]


def test_a_colleagues_number_is_not_the_callers():
    talk = Talk(LEAVE)
    assert talk.hear(GREETING, "What is your colleague's employee number?") == "I'm sorry, I don't have that with me."
    assert talk.entities() == []


def test_long_codes_are_said_in_smaller_groups_each_time():
    talk = Talk(LEAVE)
    first = talk.hear(GREETING, "Your employee number, please.")
    second = talk.hear("Please spell the employee number again, slowly.")
    third = talk.hear("Please spell the employee number again, slowly.")
    assert first != second != third
    assert third.count(".") > first.count(".")


def test_own_words_come_first_and_the_usual_ones_when_they_mean_nothing():
    kind = Fact(slot="leave_category", kind="choice", value="bonding", spoken="the baby", request=0)
    talk = Talk(part("I will be away for a while.", (kind,)))
    question = "What is the reason for your leave, please?"
    assert "the baby" in talk.hear(GREETING, question)
    assert "bonding" in talk.hear(question)
    assert talk.entities() == [("leave_category", "bonding")] * 2
    assert talk.caller.report()["ok"]


def test_what_was_asked_in_one_request_is_fresh_in_the_next():
    first = part("One.", (Fact(slot="start_date", kind="date", value="2026-07-06"),))
    second = part("Two.", (Fact(slot="start_date", kind="date", value="2026-08-10"),))
    talk = Talk(first, second)
    assert "July sixth" in talk.hear(GREETING, "What is the start date of your time off, please?")
    assert "August tenth" in talk.hear(MORE, "What is the start date of your time off, please?")


def test_an_agent_that_checks_something_with_please_asks_for_nothing():
    talk = Talk(LEAVE)
    assert talk.hear(GREETING, "Please check the phone on your desk.") == "Okay, thank you."


# Rules ------------------------------------------------------------------------------------------------

FIXED = Rule(cue=r"restart", reply="It works now, thank you.", times=2)
OTHER = Rule(cue=r"restart|cable", reply="The cable is fine.")


def test_the_first_rule_that_matches_answers_as_often_as_it_may():
    talk = Talk(part("My screen is dark.", rules=(FIXED, OTHER)))
    assert talk.hear(GREETING, "Please restart it. Does it work now?") == "It works now, thank you."
    assert talk.hear("Please check the cable.") == "The cable is fine."
    assert talk.hear("Please restart it. Does it work now?") == "It works now, thank you."
    assert talk.hear("Please restart it. Does it work now?") == "The cable is fine."


def test_rules_belong_to_their_request():
    talk = Talk(LEAVE, part("My screen is dark.", rules=(FIXED,)))
    assert talk.hear(GREETING, "Please restart it.") == "Okay, thank you."
    assert talk.hear(MORE, "Please restart it.") == "It works now, thank you."


def test_neither_a_question_for_a_fact_nor_an_offer_is_a_rules_business():
    talk = Talk(part("My screen is dark.", rules=(Rule(cue="number|go ahead|file", reply="Which?"),)))
    assert "Echo" in talk.hear(GREETING, "What is your employee number?")
    assert affirms(talk.hear(OFFER)) is True


# Offers -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("op", "bound", "said", "good"),
    [
        ("==", "10:00", "I can book it for ten AM.", True),
        ("==", "10:00", "I can book it for eleven AM.", False),
        ("<=", "12:00", "I can book it for ten AM.", True),
        (">=", "12:00", "I can book it for ten AM.", False),
        ("==", "10:00", "I can book it from ten AM to eleven AM.", True),
        ("==", "10:00", "I can book it.", True),
    ],
)
def test_a_time_is_a_criterion(op, bound, said, good):
    wanted = Criterion(measure="time", op=op, value=bound, text="at that time")
    talk = Talk(part("Book me in.", criteria=(wanted,)))
    answers = [talk.hear(GREETING, f"{said} Shall I go ahead?"), talk.hear(f"{said} Shall I go ahead?")]
    assert (affirms(answers[0]) is True) is good
    if not good:
        assert affirms(answers[1]) is False
        assert "It has to be" in answers[1]


def test_a_value_that_is_read_back_wrongly_is_corrected_twice_and_then_left():
    talk = Talk(LEAVE)
    talk.hear(GREETING, "What is the start date of your time off, please?")
    wrong = "The start date of your time off is July seventh. Is that right?"
    answers = [talk.hear(wrong) for _ in range(5)]
    assert [affirms(a) for a in answers] == [None, False, None, False, True]
    assert all("July sixth" in a for a in answers if affirms(a) is False)


def test_a_swap_with_a_colleague_is_no_transfer():
    talk = Talk(LEAVE)
    offer = "I can transfer your registration and swap the shift with your colleague. Shall I go ahead?"
    assert affirms(talk.hear(GREETING, offer)) is True


@pytest.mark.parametrize(
    "offer",
    [
        "I can hand you to a colleague who may decide that. Shall I transfer you?",
        "I can transfer you to a specialist. Would you like that?",
    ],
)
def test_a_transfer_is_accepted_when_the_brief_says_so_and_when_pushing_is_over(offer):
    talk = Talk(part("I want an exception.", pushback=("But I need it.",), accepts_transfer=True))
    assert talk.hear(GREETING, "I'm sorry, I can't do that.") == "But I need it."
    assert talk.hear(offer) == "Yes, please transfer me."
    assert talk.hear("I am transferring you to a live agent now. Please hold.") == "Thank you. Goodbye."
    assert talk.caller.report()["ok"]
    assert affirms(Talk(LEAVE).hear(GREETING, offer)) is False


# Several requests -----------------------------------------------------------------------------------------


def test_four_requests_of_which_some_are_refused():
    parts = [part(f"This is wish number {k}.") for k in ("one", "two", "three", "four")]
    talk = Talk(*parts)
    talk.hear(GREETING)
    for k in ("two", "three", "four"):
        assert talk.hear("I'm sorry, that is not possible, the unit is closed then.") == "Okay, thank you."
        assert talk.hear(f"All right. {MORE}") == f"Yes. This is wish number {k}."
    talk.hear(MORE)
    assert talk.caller.hung_up
    assert talk.caller.report() == {"ok": True, "why": "kept to its brief"}
