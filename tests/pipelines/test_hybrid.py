"""A hybrid on the line in virtual time: each turn of the caller is one message that holds its sound."""

import asyncio

import numpy as np
import pytest

from agents.embedded.listening import samples_of
from agents.embedded.tts import EmbeddedTTS
from agents.embedded.voices import synthesize
from pipelines.brain import BrainService, CallTools, Say
from pipelines.clock import run_virtual
from pipelines.hybrid import BESIDE, GONE, KEPT_TURNS, PRE_SPEECH_S, TurnSound, build_hybrid
from pipelines.line.line import Line
from pipelines.line.memory import LineTransport
from pipelines.record import RATE
from pipelines.segments import energy_spans
from pipelines.tap import EventLog
from pipelines.turns import user_params
from pipelines.wiring import Place
from tests.pipelines.stubs import Speaker, ticking

ASK = "Please undo my ticket to Omaha."
MORE = "And send the money back to my card, please."
LINES = {text: synthesize(text, "heart") for text in (ASK, MORE)}
ONSET_S = 0.2


class Script:
    """Plays its actions, and keeps the messages that it was asked with."""

    def __init__(self, *actions):
        self.actions, self.asked = list(actions), []

    def next(self, context):
        self.asked.append([dict(m) for m in context.get_messages()])
        return self.actions.pop(0) if self.actions else None

    def begin(self, action):
        pass


class Scene:
    def __init__(self, *actions):
        self.line, self.log = Line(), EventLog()
        self.brain, self.calls = Script(*actions), []
        self.caller = Speaker(self.line, self.line.caller, LINES)
        self.transport = LineTransport(self.line, self.line.agent)

        async def run_tool(name, params):
            self.calls.append((name, params))
            return {"status": "success"}

        self.wired = build_hybrid(
            place=Place("agent", "agent", self.log, self.line.now),
            transport=self.transport,
            llm=BrainService(self.brain, lambda: 0.4),
            tts=EmbeddedTTS("joe", lambda: 0.15),
            params=user_params(
                stop="smart_turn",
                vad_start_secs=ONSET_S,
                vad_stop_secs=0.4,
                vad_confidence=0.7,
                timeout_secs=0.6,
                interruptible=True,
                wait_for_transcript=False,
            ),
            onset_s=ONSET_S,
            run_tool=run_tool,
        )

    def play(self, *script, until):
        async def main():
            async with ticking(self.line, self.caller.worker, self.wired.worker):
                for at, text in script:
                    await asyncio.sleep(at - self.line.now() / RATE)
                    await self.caller.say(text)
                await asyncio.sleep(until - self.line.now() / RATE)

        run_virtual(main)
        return self

    @property
    def said(self):
        return [s.text for s in self.transport.output().spoken.values()]


def sounds(messages):
    """The sounds of a conversation, oldest first."""
    parts = [p for m in messages if isinstance(m.get("content"), list) for p in m["content"]]
    return [samples_of(p["input_audio"]["data"]) for p in parts if p["type"] == "input_audio"]


@pytest.fixture(scope="module")
def two_turns():
    return Scene(Say("All right."), CallTools((("refund", {"to": "card"}),)), Say("It is done.")).play(
        (1.0, ASK), (7.0, MORE), until=14
    )


def test_a_turn_is_one_message_with_its_sound_from_before_its_first_word_to_its_end(two_turns):
    (turn,) = two_turns.brain.asked[0]
    assert turn["role"] == "user"
    assert [p["type"] for p in turn["content"]] == ["text", "input_audio"]
    assert turn["content"][0]["text"] == BESIDE
    ((samples, rate),) = sounds([turn])
    assert rate == RATE
    (span,) = energy_spans(samples, hang=RATE)
    assert (span.end - span.start) == pytest.approx(len(LINES[ASK]), abs=RATE // 20), "all of it, and nothing else"
    assert 0.2 * RATE < span.start <= (PRE_SPEECH_S + ONSET_S) * RATE, "what came before it is kept, within bounds"


def test_earlier_turns_are_given_again_and_the_agents_part_is_text(two_turns):
    messages = two_turns.brain.asked[1]
    assert [m["role"] for m in messages] == ["user", "assistant", "user"]
    assert messages[1]["content"] == "All right."
    first, second = (s for s, _ in sounds(messages))
    assert np.array_equal(first, sounds(two_turns.brain.asked[0])[0][0])
    assert (
        abs(len(LINES[MORE]) - (energy_spans(second, hang=RATE)[0].end - energy_spans(second, hang=RATE)[0].start))
        < 400
    )


def test_tools_are_called_as_in_every_agent(two_turns):
    assert two_turns.calls == [("refund", {"to": "card"})]
    assert two_turns.said == ["All right.", "It is done."]
    assert [m["role"] for m in two_turns.brain.asked[2]][-2:] == ["assistant", "tool"]


def test_nothing_is_recognised(two_turns):
    kinds = {e.kind for e in two_turns.log.events if e.side == "agent"}
    assert "stt_final" not in kinds
    assert {"vad_started", "user_turn_started", "user_turn_stopped", "llm_started"} <= kinds


def test_a_caller_that_goes_on_before_the_answer_is_heard_in_two_messages():
    scene = Scene(Say("All right."), Say("Certainly.")).play((1.0, ASK), (3.9, MORE), until=11)
    assert len(sounds(scene.brain.asked[-1])) == 2
    assert scene.said[-1] == "Certainly."


async def test_the_oldest_sound_is_let_go_and_its_message_stays():
    from pipecat.frames.frames import InputAudioRawFrame, UserStartedSpeakingFrame, UserStoppedSpeakingFrame
    from pipecat.processors.aggregators.llm_context import LLMContext
    from pipecat.processors.frame_processor import FrameDirection

    context = LLMContext([])
    sound = TurnSound(context, ONSET_S)

    async def drop(*_):
        pass

    sound.push_frame = drop
    for _ in range(KEPT_TURNS + 2):
        for frame in (
            UserStartedSpeakingFrame(),
            InputAudioRawFrame(b"\1\0" * 160, RATE, 1),
            UserStoppedSpeakingFrame(),
        ):
            await sound.process_frame(frame, FrameDirection.DOWNSTREAM)
    messages = context.get_messages()
    assert len(messages) == KEPT_TURNS + 2
    assert [m["content"] for m in messages[:2]] == [GONE, GONE]
    assert len(sounds(messages)) == KEPT_TURNS
