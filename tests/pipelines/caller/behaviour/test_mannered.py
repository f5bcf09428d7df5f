import numpy as np
import pytest
from pipecat.processors.aggregators.llm_context import LLMContext

from pipelines.brain import Say
from pipelines.caller.behaviour.forgetful import Forgetful
from pipelines.caller.behaviour.impatient import COMPLAINTS, Impatient
from pipelines.caller.behaviour.mannered import GO_ON, Mannered
from pipelines.caller.behaviour.slow import ASKS, Slow
from pipelines.caller.plan import PlanCaller
from scenarios.packs import load_pack

SCENARIO = load_pack("builtin", "airline").scenarios["second-thoughts"]
GREETING = "Silver Kite Airlines, hello. How can I help you?"
ASKED = "May I have your confirmation number and your last name, please?"
STATED = "Your flight leaves at nine in the morning."


def heard(*texts):
    return LLMContext([{"role": "user", "content": text} for text in texts])


def mannered(*manners, phrased=True):
    return Mannered(PlanCaller(SCENARIO, np.random.default_rng(1)), manners, phrased=phrased)


def talk(brain, *texts):
    return [brain.next(heard(text)) for text in texts]


def test_without_a_manner_it_is_the_plan_s_caller():
    plain = PlanCaller(SCENARIO, np.random.default_rng(1))
    assert talk(mannered(), GREETING, ASKED, STATED) == talk(plain, GREETING, ASKED, STATED)


def test_what_it_says_is_what_its_lines_hold():
    for seed in range(20):
        brain = mannered(Forgetful(seed, SCENARIO), Slow(seed))
        said = talk(brain, GREETING, ASKED, STATED)
        assert [s.text for s in said] == [line.text for line in brain.caller.lines]
        assert all(" ".join(p.text for p in s.phrases) in ("", s.text) for s in said)
        assert said[0].text == SCENARIO.opening
        assert said[0].phrases
        given = [e["slot"] for e in brain.caller.lines[1].entities]
        assert given == ([] if said[1].text.endswith("?") else ["confirmation_number", "last_name"])


def test_a_voice_that_cannot_pause_gets_no_phrases():
    assert all(not s.phrases for s in talk(mannered(Slow(1), phrased=False), GREETING, ASKED))


def test_a_slow_caller_asks_to_repeat_and_answers_then():
    for seed in range(60):
        brain = mannered(Slow(seed))
        _, answer = talk(brain, GREETING, ASKED)
        if answer.text in ASKS:
            assert brain.caller.lines[-1].entities == []
            assert "Papa" in brain.next(heard(ASKED)).text
            return
    raise AssertionError("it never asked")


@pytest.mark.parametrize("text", ["One moment, please.", "Goodbye.", "Is there anything else I can help you with?"])
def test_nothing_is_said_instead_of_what_leads_on(text):
    for seed in range(40):
        plain = mannered()
        brain = mannered(Slow(seed))
        said, usual = talk(brain, GREETING, text)[1], talk(plain, GREETING, text)[1]
        assert (said.text if said else None) == (usual.text if usual else None)


def test_a_turn_that_was_broken_off_is_not_answered_and_the_next_one_is():
    brain = mannered(Impatient(1))
    brain.next(heard(GREETING))
    brain.nothing_to_answer = lambda: True
    assert brain.next(heard(ASKED)) is None
    assert len(brain.caller.lines) == 1
    brain.nothing_to_answer = lambda: False
    assert isinstance(brain.next(heard(ASKED)), Say)


def test_a_farewell_is_answered_whoever_spoke_on():
    brain = mannered(Impatient(1))
    brain.next(heard(GREETING))
    brain.nothing_to_answer = lambda: True
    assert brain.next(heard("Thank you for calling. Goodbye.")).hang_up


def test_an_agent_that_fell_silent_is_told_to_go_on_unless_it_had_asked():
    brain = mannered()
    brain.next(heard(GREETING))
    brain.hushed = lambda: True
    assert brain.next(heard(STATED)).text == GO_ON
    assert "Papa" in brain.next(heard(ASKED)).text


def test_it_breaks_in_with_the_answer_or_not_at_all():
    brain = mannered(Impatient(1), Slow(1))
    assert brain.interject(ASKED) is None  # before it has said what it wants
    brain.next(heard(GREETING))
    assert brain.interject(STATED) is None
    line = brain.interject(ASKED)
    assert "Papa" in line.text
    assert brain.caller.lines[-1] is line
    assert {e["slot"] for e in line.entities} == {"confirmation_number", "last_name"}


def test_only_an_impatient_caller_complains():
    for manners, words in (((Impatient(1),), COMPLAINTS), ((Slow(1),), ("Hello? Are you still there?",))):
        brain = mannered(*manners)
        brain.next(heard(GREETING))
        line = brain.nudge(owed_by_agent=True)
        assert line.text in words
        assert line.nudge


def test_a_caller_that_nobody_greets_opens_in_its_own_words():
    assert mannered(Impatient(1)).nudge(owed_by_agent=True).text == SCENARIO.opening


def test_it_knows_that_the_agent_has_asked_for_a_moment():
    brain = mannered(Impatient(1))
    brain.next(heard(GREETING))
    assert not brain.holding
    brain.next(heard("One moment, please, let me check."))
    assert brain.holding
    brain.next(heard(ASKED))
    assert not brain.holding
