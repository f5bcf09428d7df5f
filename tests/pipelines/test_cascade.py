"""An agent's cascade on the line in virtual time: brain, tools, interruptions, errors."""

import asyncio

import pytest
from pipecat.frames.frames import TTSSpeakFrame

from agents.embedded.stt import PerfectSTT
from agents.embedded.tts import EmbeddedTTS
from agents.embedded.voices import synthesize
from pipelines.brain import BrainService, CallTools, Say, user_texts
from pipelines.cascade import build_cascade
from pipelines.clock import run_virtual
from pipelines.line.line import Line
from pipelines.line.memory import LineTransport
from pipelines.record import RATE
from pipelines.tap import EventLog
from pipelines.turns import user_params
from tests.pipelines.stubs import Speaker, ticking

ASK = "Please undo my ticket to Omaha."
MORE = "And send the money back to my card, please."
LINES = {text: synthesize(text, "heart") for text in (ASK, MORE, "Thank you. Goodbye.")}
LATENCY = {"stt": 0.25, "llm": 0.4, "tts": 0.15}


class Script:
    """A brain that plays its actions one by one and notes what it was asked and told to begin."""

    def __init__(self, *actions):
        self.actions, self.seen, self.begun = list(actions), [], []

    def next(self, context):
        self.seen.append(user_texts(context))
        action = self.actions.pop(0) if self.actions else None
        if isinstance(action, Exception):
            raise action
        return action

    def begin(self, action):
        self.begun.append(action)


class Scene:
    """One agent cascade and a caller who says prepared lines."""

    def __init__(self, *actions, tools=None, stop="timeout", interruptible=True):
        self.line, self.log = Line(), EventLog()
        self.brain, self.calls, self.spoken = Script(*actions), [], []
        self.caller = Speaker(self.line, self.line.caller, LINES)
        self.transport = LineTransport(self.line, self.line.agent)
        self.llm = BrainService(self.brain, lambda: LATENCY["llm"])
        self.heard = list(LINES)

        async def run_tool(name, params):
            self.calls.append((name, params, self.line.now()))
            await asyncio.sleep(0.2)
            return (tools or {}).get(name, {})

        self.cascade = build_cascade(
            name="agent",
            side="agent",
            transport=self.transport,
            stt=PerfectSTT(lambda: LATENCY["stt"], lambda: self.heard.pop(0)),
            llm=self.llm,
            tts=EmbeddedTTS("joe", lambda: LATENCY["tts"]),
            params=user_params(
                stop=stop,
                vad_start_secs=0.2,
                vad_stop_secs=0.2,
                vad_confidence=0.7,
                timeout_secs=0.6,
                interruptible=interruptible,
            ),
            log=self.log,
            now=self.line.now,
            run_tool=run_tool,
        )

        @self.cascade.assistant.event_handler("on_assistant_turn_stopped")
        async def over(_, message):
            self.spoken.append((message.content, message.interrupted))

    def play(self, *script, until):
        """Carry the call with ``(second, function)`` until `until` seconds."""

        async def main():
            async with ticking(self.line, self.caller.worker, self.cascade.worker):
                for at, act in script:
                    await asyncio.sleep(at - self.line.now() / RATE)
                    result = act()
                    if asyncio.iscoroutine(result):
                        await result
                await asyncio.sleep(until - self.line.now() / RATE)

        run_virtual(main)
        return self

    def say(self, text):
        return lambda: self.caller.say(text)

    def kinds(self, *kinds):
        return [e for e in self.log.events if e.kind in kinds]

    @property
    def texts(self):
        return [s.text for s in self.transport.output().spoken.values()]


def test_a_reply_takes_exactly_the_latencies_that_were_declared():
    scene = Scene(Say("All right."))
    scene.play((0.5, scene.say(ASK)), until=6)
    (caller,), (agent,) = scene.line.caller.ledger, scene.line.agent.ledger
    end, start = caller.final_spans[-1].end, agent.final_spans[0].start
    assert scene.texts == ["All right."]
    stopped = scene.kinds("vad_stopped")[0].sample
    decided = stopped + round(0.6 * RATE)  # speech timeout, which is longer than recognition
    assert start == pytest.approx(decided + round((0.4 + 0.15) * RATE), abs=160)
    assert (start - end) / RATE == pytest.approx(0.2 + 0.6 + 0.4 + 0.15, abs=0.06)
    order = [e.kind for e in scene.log.events if e.side == "agent"]
    chain = ["vad_started", "user_turn_started", "vad_stopped", "stt_final", "user_turn_stopped"]
    chain += ["llm_started", "llm_first_token", "tts_started", "tts_first_audio", "tts_stopped"]
    assert [k for k in order if k in chain] == chain
    by = {e.kind: e.sample for e in scene.log.events}
    assert by["llm_first_token"] - by["llm_started"] == pytest.approx(0.4 * RATE, abs=2)
    assert by["tts_first_audio"] - by["tts_started"] == pytest.approx(0.15 * RATE, abs=2)
    assert by["stt_final"] - by["vad_stopped"] == pytest.approx(0.25 * RATE, abs=2)


def test_a_turn_that_only_a_timer_closes_says_so():
    scene = Scene(Say("All right."))
    scene.heard = ["", MORE]
    scene.play((0.5, scene.say(ASK)), (12, scene.say(MORE)), until=18)
    (timeout,) = scene.kinds("user_turn_timeout")
    closed = [e.sample for e in scene.kinds("user_turn_stopped") if e.side == "agent"]
    assert timeout.side == "agent"
    assert timeout.sample == pytest.approx(closed[0], abs=2)
    assert len(closed) == 2, "the second turn was closed by the detector"


def test_the_same_call_twice_is_the_same_to_the_byte():
    def once():
        scene = Scene(Say("All right."), stop="smart_turn")
        scene.play((0.5, scene.say(ASK)), until=5)
        events = [(e.sample, e.side, e.kind, e.data) for e in scene.log.events]
        return bytes(scene.line.agent.wire), bytes(scene.line.caller.wire), events

    assert once() == once()


def test_a_brain_calls_tools_as_a_model_does_and_is_asked_again_with_their_results():
    tools = {"find": {"status": "success", "n": 1}, "check": {"status": "error"}}
    scene = Scene(CallTools((("find", {"a": 1}), ("check", {}))), Say("Found it."), tools=tools)
    scene.play((0.5, scene.say(ASK)), until=7)
    assert [(name, params) for name, params, _ in scene.calls] == [("find", {"a": 1}), ("check", {})]
    assert scene.texts == ["Found it."]
    assert len(scene.brain.seen) == 2
    results = [m for m in scene.cascade.context.get_messages() if m.get("role") == "tool"]
    assert [('"n": 1' in str(m["content"]), '"error"' in str(m["content"])) for m in results] == [
        (True, False),
        (False, True),
    ]


@pytest.mark.parametrize("result", [{}, None])
def test_a_tool_without_a_result_does_not_end_the_conversation(result):
    scene = Scene(CallTools((("noop", {}),)), Say("Done."), tools={"noop": result})
    scene.play((0.5, scene.say(ASK)), until=7)
    assert scene.texts == ["Done."]


def test_a_turn_that_goes_on_while_the_brain_waits_is_decided_anew():
    """The caller takes a breath longer than the turn's timeout; the answer that was under way never happened."""
    scene = Scene(Say("Whatever."), Say("All right."))
    first = len(LINES[ASK]) / RATE
    scene.play((0.5, scene.say(ASK)), (0.5 + first + 0.85, scene.say(MORE)), until=9)
    assert scene.brain.begun == [Say("Whatever.")]  # asked once only, with both sentences
    assert scene.brain.seen == [[ASK, MORE]] or scene.brain.seen == [[f"{ASK} {MORE}"]]
    assert scene.texts == ["Whatever."]
    assert scene.line.agent.clears == []


LONG = "I am going to tell you a rather long story about our refunds. It has two parts. And here is the second."


@pytest.mark.parametrize(("at", "whole"), [(5.5, ""), (7.4, LONG.split(". ")[0] + ".")])
def test_a_barge_in_silences_the_agent_and_only_what_was_said_counts_as_said(at, whole):
    scene = Scene(Say(LONG))
    scene.play((0.5, scene.say(ASK)), (at, scene.say(MORE)), until=12)
    (entry,) = scene.line.agent.ledger
    barge = scene.line.caller.ledger[1].final_spans[0].start
    assert entry.cut_at is not None
    assert entry.final_spans[-1].end - barge < 0.5 * RATE
    content, interrupted = scene.spoken[0]
    assert interrupted
    assert content.strip() == whole  # whole sentences only: Pipecat knows no more
    spoken = scene.transport.output().spoken[entry.utterance]
    said = spoken.text_until(entry.final_spans[-1].end - entry.final_spans[0].start)
    assert LONG.startswith(said)
    assert len(whole.split()) < len(said.split()) < len(LONG.split())  # the record is finer


def test_a_reply_that_is_overtaken_before_it_sounds_leaves_no_words():
    """Its end may look like an ordinary one; only words that were spoken may be counted as spoken."""
    scene = Scene(Say("Whatever."), Say("All right."))
    first = len(LINES[ASK]) / RATE
    scene.play((0.5, scene.say(ASK)), (0.5 + first + 1.0, scene.say(MORE)), until=9)
    assert [c for c, _ in scene.spoken if c.strip()] == [scene.texts[-1]]
    assert all(not e.final_spans for e in scene.line.agent.ledger[:-1])


def test_an_agent_that_is_not_interruptible_talks_on():
    scene = Scene(Say(LONG), interruptible=False)
    scene.play((0.5, scene.say(ASK)), (6.0, scene.say(MORE)), until=14)
    assert scene.line.agent.ledger[0].cut_at is None
    assert scene.texts[0] == LONG


def test_interruptions_are_broadcast_at_every_turn_and_are_no_barge_ins():
    from pipelines.segments import speech_spans
    from pipelines.timeline import Speech, build_timeline

    scene = Scene(Say("All right."), Say("Done."))
    scene.play((0.5, scene.say(ASK)), (6.0, scene.say(MORE)), until=11)
    assert len(scene.kinds("interruption")) == 2  # in silence
    assert scene.line.agent.clears == []
    assert all(e.cut_at is None for e in scene.line.agent.ledger)
    caller = [Speech("caller", e.final_spans) for e in scene.line.caller.ledger]
    spans, _ = speech_spans(scene.line.agent.wire)
    turns = build_timeline(caller, spans, events=scene.log.events).turns
    assert [(t.caller_interrupts, t.agent_interrupts) for t in turns] == [(False, False)] * 3


def test_an_exception_in_a_brain_becomes_an_error_event_and_not_silence():
    scene = Scene(RuntimeError("out of tokens"))
    scene.play((0.5, scene.say(ASK)), until=5)
    errors = scene.kinds("error")
    assert errors
    assert errors[0].side == "agent"
    assert "out of tokens" in errors[0].data["error"]


def test_a_reply_that_hangs_up_says_so_before_it_is_spoken():
    scene = Scene(Say("Goodbye.", hang_up=True))
    moments = []
    scene.llm.on_hang_up = lambda: moments.append(scene.line.now())
    scene.play((0.5, scene.say(ASK)), until=6)
    (moment,) = moments
    assert moment < scene.line.agent.ledger[0].final_spans[0].start


def test_a_brain_that_stays_silent_is_silent():
    scene = Scene(None)
    scene.play((0.5, scene.say(ASK)), until=5)
    assert scene.line.agent.ledger == []
    assert len(scene.brain.seen) == 1


def test_a_greeting_is_spoken_without_being_asked_and_is_in_the_context():
    scene = Scene()
    greet = scene.cascade.worker.queue_frame
    scene.play((0.5, lambda: greet(TTSSpeakFrame("Hello! How can I help you today?"))), until=4)
    assert scene.texts == ["Hello! How can I help you today?"]
    assert scene.spoken == [("Hello! How can I help you today?", False)]


def test_pauses_between_sentences_do_not_end_the_turn():
    scene = Scene(Say("All right."), Say("Twice."))
    both = len(LINES[ASK]) / RATE + 0.25
    scene.play((0.5, scene.say(ASK)), (0.5 + both, scene.say(MORE)), until=9)
    assert len(scene.brain.seen) == 1
    assert scene.texts == ["All right."]
