"""A caller that is a model, without its pipeline: what it is allowed to say and do, and what is said for it."""

import asyncio
from types import SimpleNamespace

import pytest
from pipecat.processors.aggregators.llm_context import LLMContext

from pipelines.caller import model
from pipelines.caller.guard import FAREWELL, Guard
from pipelines.caller.model import AGAIN, STILL_THERE, ModelCaller
from pipelines.tap import EventLog
from scenarios.packs import load_pack

SCENARIO = load_pack("builtin", "airline").scenarios["week-later"]
ASKS = "May I have your confirmation number and your last name, please?"
MORE = "You are booked. Is there anything else I can help you with?"
BYE = "No, that's all. Thank you. Goodbye."


class Call:
    """Stands for the call: the agent's turns go in, the model's answers too."""

    def __init__(self):
        self.log, self.sample, self.left, self.spoken = EventLog(), 8000, [], []
        self.caller = ModelCaller(Guard(SCENARIO, 80, 6, 12.0), "You are brief.", self.log, lambda: self.sample)
        self.caller.on_hang_up = self.left.append
        self.caller.say = self._say

    async def _say(self, text):
        self.spoken.append(text)

    def asked(self, text):
        return self.caller.asked(LLMContext([{"role": "user", "content": text}]))

    def answers(self, text):
        self.caller.begins()
        self.caller.adds(text)
        self.caller.ends()

    async def hangs_up(self):
        """Have the model call its tool; what it is told."""
        told = []

        async def take(answer, properties):
            assert properties.run_llm is False
            told.append(answer)

        await self.caller._end_call(SimpleNamespace(result_callback=take))
        return told[0]


@pytest.fixture
def call():
    return Call()


def test_its_first_line_is_the_opening_word_for_word_and_the_rest_is_the_model_s(call):
    assert call.asked("Silver Kite Airlines. How can I help you?") == SCENARIO.opening
    assert call.asked(ASKS) is None
    assert call.caller.guard.lines == [SCENARIO.opening]


def test_a_silence_is_broken_by_the_opening_and_later_by_a_reminder_for_whoever_owes_an_answer(call):
    assert call.caller.nudge(owed_by_agent=True).text == SCENARIO.opening
    assert call.caller.nudges == []
    assert call.caller.nudge(owed_by_agent=True).text == STILL_THERE
    assert call.caller.nudge(owed_by_agent=False).text == AGAIN
    assert call.caller.nudges == [STILL_THERE, AGAIN]


async def test_hanging_up_takes_the_turn_that_says_goodbye(call):
    call.asked("Hello?")
    call.asked(MORE)
    call.sample = 80_000
    call.answers(BYE)
    call.sample = 90_000
    assert await call.hangs_up() == {"status": "success"}
    assert call.caller.hung_up
    assert call.left == [80_000]  # where its last words began
    assert [e.kind for e in call.log.events] == ["end_call"]
    assert call.asked("Are you still there?") == ""  # the call is over for it
    assert call.spoken == []


async def test_whoever_hangs_up_without_a_word_says_goodbye(call):
    call.asked("Hello?")
    call.asked(MORE)
    call.answers("")
    call.sample = 70_000
    assert await call.hangs_up() == {"status": "success"}
    assert (call.spoken, call.left) == ([FAREWELL], [70_000])


async def test_in_a_turn_that_gives_something_the_call_goes_on(call):
    call.asked("Hello?")
    call.asked(ASKS)
    call.answers("It is Echo, Mike, four, nine, November, Golf. Goodbye.")
    told = await call.hangs_up()
    assert told["status"] == "error"
    assert "The call goes on: this turn gives the confirmation number" in told["message"]
    assert (call.caller.hung_up, call.left) == (False, [])
    assert [e.kind for e in call.log.events] == ["end_call_refused"]


async def test_words_that_never_end_are_not_waited_for_without_end(call, monkeypatch):
    monkeypatch.setattr(model, "RESPONSE_S", 0.05)
    call.asked("Hello?")
    call.asked(MORE)
    call.caller.begins()
    call.caller.adds(BYE)  # and no end
    async with asyncio.timeout(5):
        assert await call.hangs_up() == {"status": "success"}


def test_whoever_took_leave_or_has_hung_up_breaks_no_silence(call):
    call.asked("Hello?")
    call.asked(MORE)
    call.answers(BYE)
    assert call.caller.nudge(owed_by_agent=True) is None
    call.answers("One more thing, please.")
    assert call.caller.nudge(owed_by_agent=True) is not None
    call.caller.hung_up = True
    assert call.caller.nudge(owed_by_agent=True) is None


def test_a_caller_that_was_stopped_says_nothing_more(call):
    call.asked("Hello?")
    for _ in range(6):
        call.asked(MORE)
        call.answers("Hm, let me see.")
    assert call.caller.guard.stopped
    assert call.asked(MORE) == ""
