"""The calibration agent as one service, sound in and sound out, on the line in virtual time."""

import asyncio

import pytest
from pipecat.frames.frames import (
    LLMServiceMetadataFrame,
    TTSSpeakFrame,
)

from agents.embedded.realtime import CalibrationRealtime, ear_of
from agents.embedded.segments import SegmentKeeper
from agents.embedded.turn_ear import HOLD_SECS
from agents.embedded.voices import synthesize
from agents.prompt import opening
from pipelines.brain import CallTools, Say, user_texts
from pipelines.clock import run_virtual
from pipelines.line.line import Line
from pipelines.line.memory import LineTransport
from pipelines.record import RATE
from pipelines.s2s import build_s2s, open_with
from pipelines.tap import EventLog
from pipelines.turns import user_params
from pipelines.wiring import Place
from tests.pipelines.stubs import Speaker, ticking

GREETING = "Hello there. How can I help you?"
ASK = "Please undo my ticket to Omaha."
MORE = "And send the money back to my card, please."
LONG = "I will look that up for you now. It may take a little while, since there are many tickets. Please wait."
LINES = {text: synthesize(text, "heart") for text in (ASK, MORE)}
LATENCY_S = 0.6


class Script:
    def __init__(self, *actions):
        self.actions, self.seen, self.begun = list(actions), [], []

    def next(self, context):
        self.seen.append(user_texts(context))
        return self.actions.pop(0) if self.actions else None

    def begin(self, action):
        self.begun.append(action)


class Scene:
    """The service between the ends of a line, and a caller who says prepared lines."""

    def __init__(self, *actions, told=None, interruptible=True, tool_s=0.2):
        self.line, self.log = Line(), EventLog()
        self.brain, self.calls, self.spoken, self.context = Script(*actions), [], [], None
        self.caller = Speaker(self.line, self.line.caller, LINES)
        self.transport = LineTransport(self.line, self.line.agent)
        oracle = iter(told).__next__ if told is not None else None
        self.service = CalibrationRealtime(
            self.brain,
            lambda: LATENCY_S,
            ear_of(SegmentKeeper(), oracle),
            "joe",
            interruptible=interruptible,
        )

        async def run_tool(name, params):
            self.calls.append((name, params, self.line.now()))
            await asyncio.sleep(tool_s)
            return {"status": "success", "name": name}

        self.wired = build_s2s(
            place=Place("agent", "agent", self.log, self.line.now),
            transport=self.transport,
            realtime=self.service,
            params=user_params(
                start="vendor",
                stop="vendor",
                vad_start_secs=0.2,
                vad_stop_secs=0.2,
                vad_confidence=0.7,
                timeout_secs=0.6,
                interruptible=interruptible,
                wait_for_transcript=False,
                recommended=self.service.service_metadata_frame().user_turn_strategies,
            ),
            run_tool=run_tool,
        )

        @self.wired.assistant.event_handler("on_assistant_turn_stopped")
        async def over(_, message):
            self.spoken.append(message.content)

    def play(self, *script, until):
        async def main():
            async with ticking(self.line, self.caller.worker, self.wired.worker):
                for at, act in script:
                    await asyncio.sleep(at - self.line.now() / RATE)
                    await (self.caller.say(act) if isinstance(act, str) else act())
                await asyncio.sleep(until - self.line.now() / RATE)

        run_virtual(main)
        return self

    async def greet(self):
        await open_with(self.wired, opening(GREETING))

    @property
    def said(self):
        return [s.text for s in self.transport.output().spoken.values()]

    def kinds(self, *kinds):
        return [e for e in self.log.events if e.side == "agent" and e.kind in kinds]


def test_it_says_the_greeting_that_it_is_asked_for_and_no_brain_is_asked():
    scene = Scene()
    scene.play((0.3, scene.greet), until=5)
    assert scene.said == [GREETING]
    assert scene.brain.seen == []


def test_a_turn_is_heard_told_and_answered_after_its_latency():
    scene = Scene(Say("All right."), told=[ASK, ""])
    scene.play((0.3, scene.greet), (4.0, ASK), until=11)
    assert scene.brain.seen == [[ASK]]
    assert scene.said == [GREETING, "All right."]
    assert [e.data["text"] for e in scene.kinds("stt_final")] == [ASK]
    end = scene.line.caller.ledger[0].final_spans[-1].end
    start = scene.line.agent.ledger[-1].final_spans[0].start
    assert (start - end) / RATE == pytest.approx(HOLD_SECS + LATENCY_S, abs=0.15)
    texts = [m["content"] for m in scene.wired.context.get_messages()[1:]]
    assert texts == [GREETING, ASK, "All right."], "the pipeline keeps a record of the conversation"


def test_it_hears_for_itself():
    scene = Scene(Say("All right."))
    scene.play((0.5, ASK), until=7)
    ((heard,),) = scene.brain.seen
    assert "ticket to omaha" in heard.lower()


def test_tools_are_called_one_after_the_other_and_their_answers_are_answered():
    scene = Scene(CallTools((("find", {"a": 1}), ("undo", {"b": 2}))), Say("It is done."), told=[ASK, ""])
    results = []
    scene.service.on_result = lambda *told: results.append(told)
    scene.play((0.3, scene.greet), (4.0, ASK), until=12)
    assert [(name, params) for name, params, _ in scene.calls] == [("find", {"a": 1}), ("undo", {"b": 2})]
    assert scene.said == [GREETING, "It is done."]
    assert len(scene.brain.seen) == 2, "asked once for each decision"


def test_the_callers_voice_cuts_it_and_the_brain_learns_what_was_heard():
    scene = Scene(Say(LONG), Say("Certainly."), told=[ASK, MORE, ""])
    scene.play((0.5, ASK), (6.5, MORE), until=16)
    assert scene.brain.seen == [[ASK], [ASK, MORE]]
    cut, last = scene.line.agent.ledger[-2:]
    assert cut.cut_at is not None
    assert last.cut_at is None
    assert scene.spoken[0] != LONG
    assert LONG.startswith(scene.spoken[0]), "whole sentences that were heard"
    assert scene.spoken[-1] == "Certainly."


def test_one_that_cannot_be_interrupted_goes_on():
    scene = Scene(Say(LONG), told=[ASK, MORE, ""], interruptible=False)
    scene.play((0.5, ASK), (6.5, MORE), until=16)
    assert scene.line.agent.ledger[0].cut_at is None


def test_a_turn_that_goes_on_while_it_thinks_is_answered_once_as_a_whole():
    scene = Scene(Say("All right."), told=[ASK, MORE, ""])
    scene.play((0.5, ASK), (3.5, MORE), until=13)
    assert len(scene.kinds("user_turn_stopped")) == 2
    assert scene.brain.seen == [[ASK, MORE]], "the first answer was not even thought of"
    assert scene.said == ["All right."]
    assert len(scene.brain.begun) == 1


def test_a_caller_that_speaks_while_a_tool_runs_is_answered_after_it():
    scene = Scene(CallTools((("undo", {}),)), Say("It is done."), Say("As you wish."), told=[ASK, MORE, ""], tool_s=3.0)
    scene.play((0.5, ASK), (5.5, MORE), until=18)
    assert [name for name, _, _ in scene.calls] == ["undo"], "the world was asked once"
    assert scene.brain.seen[-1] == [ASK, MORE]
    assert scene.said[-1] in ("It is done.", "As you wish.")


def test_it_can_be_made_to_say_something_as_a_seeded_fault_does():
    scene = Scene()
    scene.play((0.5, lambda: scene.wired.worker.queue_frame(TTSSpeakFrame("Yes, yes, go on."))), until=4)
    assert scene.said == ["Yes, yes, go on."]


def test_it_declares_that_it_is_realtime_and_finds_turns():
    told = Scene(interruptible=False).service.service_metadata_frame()
    assert isinstance(told, LLMServiceMetadataFrame)
    assert told.is_realtime_service
    assert told.user_turn_strategies.enable_interruptions is False


def test_nothing_it_cannot_say_is_sent():
    scene = Scene(Say("…"), Say("All right."), told=[ASK, MORE, ""])
    scene.play((0.5, ASK), (6.0, MORE), until=13)
    assert scene.said == ["All right."]
