import pytest
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.utils.text.base_text_aggregator import TextType

from pipelines.brain import PACE
from pipelines.caller.guard import Guard
from pipelines.caller.model import ModelCaller, aside
from pipelines.caller.prompt import MANNERS, caller_prompt
from pipelines.tap import EventLog
from scenarios.packs import load_pack

SCENARIO = load_pack("builtin", "airline").scenarios["week-later"]


@pytest.fixture
def caller():
    made = ModelCaller(Guard(SCENARIO, 80, 6, 12.0), "You are brief.", EventLog(), lambda: 8000)
    made.asked(LLMContext([{"role": "user", "content": "Hello?"}]))
    return made


def test_what_it_has_broken_off_it_does_not_answer(caller):
    caller.nothing_to_answer = lambda: True
    assert caller.asked(LLMContext([{"role": "user", "content": "Your flight leaves at"}])) == ""
    assert caller.guard.heard == "Your flight leaves at"
    caller.nothing_to_answer = lambda: False
    assert caller.asked(LLMContext([{"role": "user", "content": "May I have your name?"}])) is None


def test_a_complaint_goes_before_the_usual_reminder_and_is_no_turn(caller):
    caller.complains = lambda: "Is anybody there?"
    line = caller.nudge(owed_by_agent=True)
    assert (line.text, line.nudge) == ("Is anybody there?", True)
    assert caller.nudges == ["Is anybody there?"]


def test_it_acts_only_in_the_middle_of_its_call(caller):
    assert caller.may_act
    caller.hung_up = True
    assert not caller.may_act
    assert not ModelCaller(Guard(SCENARIO, 80, 6, 12.0), "", EventLog(), lambda: 0).may_act


def test_an_aside_is_no_part_of_the_conversation():
    frame = aside("Mm-hmm.", 0.8)
    assert not frame.append_to_context
    assert (frame.text_type, frame.metadata[PACE]) == (TextType.BACKCHANNEL, 0.8)


@pytest.mark.parametrize("manner", MANNERS)
def test_the_prompt_tells_of_the_manner_between_speech_and_ending(manner):
    clean, told = caller_prompt(SCENARIO), caller_prompt(SCENARIO, manners=[manner])
    if not MANNERS[manner]:
        assert told == clean
        return
    titles = [line for line in told.splitlines() if line.startswith("# ")]
    assert titles[4:7] == ["# How you speak", "# Your manner in this call", "# How the call ends"]
    assert all(line in told for line in MANNERS[manner])
    section = told[told.index("# Your manner") : told.index("# How the call ends")]
    assert told.replace(section, "") == clean
