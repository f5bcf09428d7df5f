"""A condition on the line of a call: ledger, dry stem and wire agree to the sample, also when sound is held back."""

import asyncio

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pipecat.frames.frames import InterruptionFrame

from harness.call import PerfectEars, speech_of
from pipelines import g711
from pipelines.clock import run_virtual
from pipelines.line.line import Line
from pipelines.line.port import Port
from pipelines.perturb.condition import parse
from pipelines.perturb.stack import open_stack
from pipelines.record import RATE, Span
from pipelines.timeline import Speech, build_timeline
from tests.pipelines.sounds import burst, samples
from tests.pipelines.stubs import Speaker, ticking

TICK = 160
SOUNDS = {"hello": burst(1.0, seed=1), "my code is": burst(1.5, seed=2), "welcome": burst(0.8, seed=3)}
DELAYS = ["jitter=0:buffer=60", "jitter=0:buffer=33.375", "jitter=0:buffer=400"]  # 3 ticks, 267 samples, 20 ticks


def conversation(condition, seed=1, script=None):
    """The agent greets, the caller answers twice, through real pipelines in virtual time."""
    stack = open_stack(parse(condition), seed)
    line = Line(20, stack, stack.delay if stack else 0)
    caller, agent = (Speaker(line, port, SOUNDS) for port in (line.caller, line.agent))
    heard = []

    async def main():
        async with ticking(line, caller.worker, agent.worker):
            receive = line.agent.receive

            def watched(ulaw, sample, silent):
                heard.append((sample, bytes(ulaw), silent))
                receive(ulaw, sample, silent)

            line.agent.receive = watched
            await (script or plain)(line, caller, agent)

    run_virtual(main)
    return line, caller, agent, heard


async def plain(line, caller, agent):
    for moment, side, what in ((0.5, agent, "welcome"), (2.0, caller, "hello"), (4.0, caller, "my code is")):
        await asyncio.sleep(moment - line.now() / RATE)
        await side.say(what)
    await asyncio.sleep(8.0 - line.now() / RATE)


async def until(true):
    while True:
        await asyncio.sleep(0.02)
        if true():
            return


def dry_of(port):
    return np.frombuffer(port.dry, np.int16)


def dry(line):
    return dry_of(line.caller)


def wire(port):
    return g711.decode(bytes(port.wire))


@pytest.mark.parametrize("condition", DELAYS)
def test_ledger_dry_stem_and_wire_agree_to_the_sample(condition):
    """With a stack that does nothing but hold back, all three are the same sound in the same place."""
    line, _, _, heard = conversation(condition)
    delay = line.caller.delay
    assert delay > 0
    assert [e.utterance for e in line.caller.ledger] == ["caller-1", "caller-2"]
    for entry, said in zip(line.caller.ledger, ("hello", "my code is"), strict=True):
        (span,) = entry.final_spans
        assert span.end - span.start == len(SOUNDS[said])
        assert np.array_equal(dry(line)[span.start : span.end], SOUNDS[said])
        assert np.array_equal(wire(line.caller)[span.start : span.end], g711.decode(g711.encode(SOUNDS[said])))
    size = len(line.caller.wire)
    assert np.array_equal(g711.decode(g711.encode(dry(line)[:size])), wire(line.caller))
    # and that is what the agent was sent, tick by tick
    end = 8 * RATE
    assert [sample for sample, *_ in heard if sample < end] == list(range(0, end, TICK))
    assert b"".join(ulaw for sample, ulaw, _ in heard if sample < end) == bytes(line.caller.wire[:end])


@pytest.mark.parametrize("condition", DELAYS)
def test_a_delay_moves_the_callers_speech_and_nothing_else(condition):
    held, clean = conversation(condition)[0], conversation("clean")[0]
    delay = held.caller.delay
    for late, prompt in zip(held.caller.ledger, clean.caller.ledger, strict=True):
        assert late.final_spans == tuple(Span(s.start + delay, s.end + delay) for s in prompt.final_spans)
        assert late.begun == prompt.begun  # when it reached the port
    assert held.caller.last_sound == clean.caller.last_sound + delay
    assert [e.final_spans for e in held.agent.ledger] == [e.final_spans for e in clean.agent.ledger]
    end = 8 * RATE
    assert bytes(held.agent.wire[:end]) == bytes(clean.agent.wire[:end])


def test_a_whole_channel_stays_aligned():
    """Band, codec, mu-law, loss and jitter: what is left of the sound lies where the ledger says."""
    condition = "gain=-3:drift=2+band+codec-gsm+mulaw+loss=3:burst=3+jitter=20:buffer=80"
    line, *_ = conversation(condition)
    assert line.caller.delay == 1 + 160 + 640
    heard, said = wire(line.caller).astype(float), dry(line)[: len(line.caller.wire)].astype(float)
    for entry in line.caller.ledger:
        (span,) = entry.final_spans
        shifts = range(-40, 41)
        alike = [
            np.dot(heard[span.start + k : span.end + k], said[span.start : span.end]) if span.start + k >= 0 else 0.0
            for k in shifts
        ]
        assert abs(shifts[int(np.argmax(alike))]) <= 1
        loud = np.flatnonzero(np.abs(heard[span.start - 800 : span.end + 800]) > 300)
        assert loud[0] + span.start - 800 == pytest.approx(span.start, abs=TICK)
        assert loud[-1] + span.start - 800 == pytest.approx(span.end, abs=3 * TICK)  # what fades after a lost packet


def test_the_same_seed_is_the_same_call():
    condition = "gain=0:drift=4+loss=10:burst=3+jitter=30:buffer=60"
    first, again, other = (conversation(condition, seed)[0].caller.wire for seed in (1, 1, 2))
    assert first == again
    assert first != other


# While the call runs ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("condition", ["clean", *DELAYS])
def test_the_ledger_never_runs_ahead_of_the_wire(condition):
    """What the far end has not been sent has not been said, at any moment of the call."""
    ahead = []

    async def script(line, caller, agent):
        taking = line.caller.take

        def watched(sample):
            taken = taking(sample)
            ends = [s.end for e in line.caller.ledger for s in e.final_spans]
            ahead.append(max(ends, default=0) - len(line.caller.wire))
            return taken

        line.caller.take = watched
        await plain(line, caller, agent)

    conversation(condition, script=script)
    assert len(ahead) > 300
    assert max(ahead) <= 0
    assert 0 in ahead  # and it does not lag behind


@pytest.mark.parametrize("condition", ["clean", *DELAYS])
def test_perfect_ears_hear_what_the_wire_has_brought(condition):
    heard = {}

    async def script(line, caller, agent):
        ears = PerfectEars(line.caller, caller.output)
        await caller.say("my code is")
        while line.sample < 4 * RATE:
            await asyncio.sleep(0.02)
            if words := ears():
                heard[words] = line.sample

    line, *_ = conversation(condition, script=script)
    (entry,) = line.caller.ledger
    (span,) = entry.final_spans
    assert " ".join(heard) == "my code is"
    assert heard["my"] >= span.start + len(SOUNDS["my code is"]) // 3 - 400
    assert span.end - 400 <= heard["is"] <= span.end + 2 * TICK


@pytest.mark.parametrize("condition", ["clean", *DELAYS])
def test_a_caller_who_is_interrupted_ends_where_the_wire_does(condition):
    async def script(line, caller, agent):
        await caller.say("my code is")
        await until(lambda: line.sample >= RATE)
        await caller.worker.queue_frame(InterruptionFrame())
        await asyncio.sleep(2.0)

    line, caller, *_ = conversation(condition, script=script)
    entry = line.caller.ledger[0]
    (span,) = entry.final_spans
    ((order, dropped),) = line.caller.clears
    assert entry.cut_at == order + line.caller.delay == span.end  # what was held back could not be called back
    assert dropped > 0
    left = wire(line.caller)[: line.sample]
    assert left[span.start : span.end].all()
    assert not left[span.end :].any()
    assert np.array_equal(dry(line)[span.start : span.end], SOUNDS["my code is"][: span.end - span.start])
    speech = speech_of("caller", line.caller, caller.output, line.sample)[0]
    assert speech.cut
    assert speech.intended in ("my", "my code")


@pytest.mark.parametrize("condition", DELAYS)
def test_a_timeline_has_its_times_from_the_wire(condition):
    """An agent that answers 0.5 s after the wire falls silent has a latency of 0.5 s, whatever was held back."""

    async def script(line, caller, agent):
        await caller.say("hello")
        await until(lambda: sum(s.end - s.start for e in line.caller.ledger for s in e.final_spans) == RATE)
        (span,) = line.caller.ledger[0].final_spans
        await asyncio.sleep((span.end + RATE // 2 - line.now()) / RATE)
        await agent.say("welcome")
        await asyncio.sleep(2.0)

    line, caller, *_ = conversation(condition, script=script)
    spans = line.agent.ledger[0].final_spans
    speech = speech_of("caller", line.caller, caller.output, line.sample)
    assert speech == [Speech("caller", line.caller.ledger[0].final_spans, "hello", False)]
    timeline = build_timeline(speech, spans)
    (turn,) = [t for t in timeline.turns if t.caller]
    assert turn.latency_s == pytest.approx(0.5, abs=0.021)
    assert not turn.agent_interrupts


def test_a_call_that_ends_early_has_said_only_what_was_sent():
    """The click comes while 0.4 s of speech are still in the buffer."""

    async def script(line, caller, agent):
        await caller.say("hello")
        await asyncio.sleep(1.0 - line.now() / RATE)

    line, caller, *_ = conversation(DELAYS[-1], script=script)
    (speech,) = speech_of("caller", line.caller, caller.output, RATE)
    assert speech.spans[-1].end <= RATE
    assert np.array_equal(
        dry(line)[speech.spans[0].start : speech.spans[0].end],
        SOUNDS["hello"][: speech.spans[0].end - speech.spans[0].start],
    )


# The port by itself -----------------------------------------------------------------------------------------


class Held:
    """Holds back so many samples."""

    def __init__(self, delay):
        self.buffer = np.zeros(delay, np.int16)

    def __call__(self, pcm, sample):
        waiting = np.concatenate((self.buffer, pcm))
        self.buffer = waiting[len(pcm) :]
        return waiting[: len(pcm)]


def port(delay):
    return Port("caller", TICK, Held(delay), delay=delay)


def ticks(port, count, start=0):
    for k in range(start, start + count):
        port.take(k * TICK)


@pytest.mark.parametrize("delay", [1, 100, 160, 480, 1000])
def test_a_mark_is_reached_when_its_sound_has_been_sent(delay):
    held, reached = port(delay), []
    held.write(samples(2 * TICK))
    held.mark(lambda: reached.append(len(held.wire)))
    ticks(held, 20)
    assert len(reached) == 1
    assert 2 * TICK + delay <= reached[0] < 2 * TICK + delay + 2 * TICK


def test_a_mark_behind_sound_that_is_held_waits_for_it():
    held, reached = port(480), []
    held.write(samples(TICK))
    ticks(held, 1)
    held.mark(lambda: reached.append(len(held.wire)))
    assert reached == []
    ticks(held, 9, 1)
    assert reached == [4 * TICK]
    held.mark(lambda: reached.append(-1))  # with nothing on its way there is nothing to wait for
    assert reached[-1] == -1


def test_marks_stay_in_order():
    held, reached = port(300), []
    held.write(samples(TICK))
    held.mark(lambda: reached.append("a"))
    held.write(samples(TICK))
    held.mark(lambda: reached.append("b"))
    ticks(held, 1)
    held.clear(TICK)
    held.mark(lambda: reached.append("c"))
    ticks(held, 10, 1)
    assert reached == ["a", "b", "c"]


def test_a_speaker_is_paced_by_its_own_mouth():
    """As through a microphone: what happens to the sound further on does not hold up who speaks."""
    held = port(4000)

    async def main():
        writing = asyncio.create_task(held.write_through(samples(TICK)))
        await asyncio.sleep(0)
        ticks(held, 1)
        await asyncio.wait_for(writing, 1)
        assert not any(g711.decode(bytes(held.wire)))

    run_virtual(main)


def test_silence_is_measured_from_the_end_of_what_is_still_to_come():
    """Or a call could be ended while its last words are on their way."""
    held = port(800)
    held.write(samples(TICK))
    ticks(held, 1)
    assert held.last_sound == TICK + 800
    assert held.ledger[0].final_spans == ()
    ticks(held, 5, 1)
    assert held.ledger[0].final_spans == (Span(800, 960),)


@pytest.mark.parametrize("delay", [0, 7, 160, 250, 1111])
def test_utterances_keep_their_own_sound(delay):
    held = port(delay)
    held.begin("a", 0)
    held.write(samples(200))
    ticks(held, 2)
    held.end("a")
    held.begin("b", 2 * TICK)
    held.write(samples(100))
    ticks(held, 12, 2)
    found = [(e.utterance, e.final_spans) for e in held.ledger]
    assert found == [("a", (Span(delay, delay + 200),)), ("b", (Span(delay + 320, delay + 420),))]


@settings(max_examples=60, deadline=None)
@given(
    delay=st.integers(0, 700),
    steps=st.lists(st.tuples(st.sampled_from(["write", "tick", "tick", "clear"]), st.integers(1, 500)), max_size=40),
)
def test_whatever_is_written_and_cleared_the_ledger_covers_what_was_sent(delay, steps):
    held, at = port(delay), 0
    for what, size in steps:
        if what == "write":
            held.write(samples(size))
        elif what == "clear":
            held.clear(at)
        else:
            ticks(held, 1, at // TICK)
            at += TICK
    sent = wire(held)
    assert np.array_equal(sent, g711.decode(g711.encode(dry_of(held)[: len(sent)])))
    covered = np.zeros(len(sent), bool)
    for span in (s for e in held.ledger for s in e.final_spans):
        assert 0 <= span.start < span.end <= len(sent)
        covered[span.start : span.end] = True
    assert covered[sent != 0].all()
    assert held.last_sound in (-1, *(np.flatnonzero(dry_of(held)) + 1))
