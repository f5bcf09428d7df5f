import asyncio
import time

import numpy as np
import pytest

from pipelines.clock import run_real, run_virtual
from pipelines.line.line import Line
from pipelines.record import RATE, Span
from tests.pipelines.sounds import burst, samples
from tests.pipelines.stubs import Speaker, ticking

SOUNDS = {"one": burst(0.731, seed=1), "two": burst(1.313, seed=2), "three": burst(0.9, seed=3)}


def stall(seconds):
    """Keep the event loop from everything else for a while."""
    asyncio.get_running_loop().now_ns += round(seconds * 1e9)


async def run_for(line, seconds):
    ticks = asyncio.create_task(line.run())
    await asyncio.sleep(seconds)
    line.stop()
    await ticks


def heard(line):
    """Let both ports note what they receive."""
    notes = {"caller": [], "agent": []}
    for port in (line.caller, line.agent):
        port.receive = lambda ulaw, sample, silent, name=port.name: notes[name].append((sample, ulaw, silent))
    return notes


@pytest.mark.parametrize(("tick_ms", "tick"), [(20, 160), (40, 320)])
def test_ticks_are_numbered_without_gaps_and_both_sides_hear_the_other(tick_ms, tick):
    line = Line(tick_ms)
    notes = heard(line)
    line.caller.write(samples(tick))
    line.agent.write(samples(2 * tick, -1000))
    run_virtual(lambda: run_for(line, 1.0))
    count = 1000 // tick_ms
    for side in ("caller", "agent"):
        assert [s for s, _, _ in notes[side]][:count] == list(range(0, 8000, tick))
    assert [silent for _, _, silent in notes["agent"]][:3] == [False, True, True]
    assert [silent for _, _, silent in notes["caller"]][:3] == [False, False, True]
    assert notes["agent"][0][1] == bytes(line.caller.wire[:tick])
    assert len(line.caller.wire) == len(line.agent.wire) == line.sample


def test_the_schedule_is_absolute():
    """Receivers that dawdle do not push later ticks back."""
    line = Line()
    moments = []

    def dawdle(ulaw, sample, silent):
        moments.append(asyncio.get_running_loop().time() - line.started_at)
        stall(0.013)

    line.agent.receive = dawdle
    run_virtual(lambda: run_for(line, 10.0))
    assert moments[:500] == pytest.approx([0.02 * k for k in range(1, 501)], abs=1e-6)


def test_now_is_the_moment_and_not_the_tick():
    line = Line()

    async def main():
        before = line.now()
        ticks = asyncio.create_task(line.run())
        await asyncio.sleep(0)
        await asyncio.sleep(1.0051)
        moment = line.now(), line.sample
        line.stop()
        await ticks
        return before, moment

    before, (now, sample) = run_virtual(main)
    assert (before, now, sample) == (0, round(1.0051 * RATE), 8000)


# Stalls -----------------------------------------------------------------------------------------------------


def conversation(at=None, seconds=0.0):
    """Both sides speak through real pipelines; at `at` seconds the event loop stands still for `seconds`."""
    line = Line()
    caller, agent = (Speaker(line, port, SOUNDS) for port in (line.caller, line.agent))

    async def script():
        start = line.started_at
        loop = asyncio.get_running_loop()
        for moment, side, what in ((0.5, agent, "one"), (4.0, caller, "two"), (8.6, agent, "three")):
            await asyncio.sleep(start + moment - loop.time())
            await side.say(what)
        await asyncio.sleep(start + 11.0 - loop.time())

    async def main():
        async with ticking(line, caller.worker, agent.worker):
            if at is not None:
                asyncio.get_running_loop().call_later(at, stall, seconds)
            await script()

    run_virtual(main)
    return line


@pytest.fixture(scope="module")
def calm():
    return conversation()


def test_speech_is_placed_exactly_in_the_ledger(calm):
    for port, said in ((calm.agent, ("one", "three")), (calm.caller, ("two",))):
        wire = np.frombuffer(port.dry, np.int16)
        assert [e.utterance for e in port.ledger] == [f"{port.name}-{k + 1}" for k in range(len(said))]
        for entry, name in zip(port.ledger, said, strict=True):
            (span,) = entry.final_spans
            assert np.array_equal(wire[span.start : span.end], SOUNDS[name])
    assert calm.agent.ledger[0].final_spans[0].start == 4000  # said at 0.5 s, on the wire with the next tick


@pytest.mark.parametrize("seconds", [0.5, 2.0])
@pytest.mark.parametrize(
    "at", [0.8, 1.6, 4.5, 5.5], ids=["agent speaks", "before the caller", "caller speaks", "after it"]
)
def test_a_stall_changes_no_sample_and_not_the_length(calm, at, seconds):
    stalled = conversation(at, seconds)
    end = 11 * RATE
    assert stalled.health().lateness_max_ms >= 1000 * seconds - 21  # it did stand still
    for name in ("caller", "agent"):
        before, after = getattr(calm, name), getattr(stalled, name)
        assert bytes(after.wire[:end]) == bytes(before.wire[:end])
        assert bytes(after.dry[: 2 * end]) == bytes(before.dry[: 2 * end])
        assert [e.final_spans for e in after.ledger] == [e.final_spans for e in before.ledger]
        assert after.underruns == 0
    assert abs(stalled.sample - calm.sample) <= 160
    assert len(stalled.caller.wire) == len(stalled.agent.wire) == stalled.sample


@pytest.mark.parametrize("seconds", [0.5, 2.0])
def test_what_is_said_late_because_of_a_stall_is_recorded_late_and_whole(calm, seconds):
    """The caller was to speak at 4.0 s; the loop stood still from 3.8 s on."""
    stalled = conversation(3.8, seconds)
    (span,) = stalled.caller.ledger[0].final_spans
    assert span.start == pytest.approx((3.8 + seconds) * RATE, abs=160)
    assert np.array_equal(np.frombuffer(stalled.caller.dry, np.int16)[span.start : span.end], SOUNDS["two"])
    assert stalled.agent.ledger[1].final_spans == calm.agent.ledger[1].final_spans


def test_after_a_stall_the_line_is_as_long_as_the_call():
    """A catch-up is neither lost nor counted twice."""
    line = Line()

    async def main():
        ticks = asyncio.create_task(line.run())
        await asyncio.sleep(1)
        for _ in range(3):
            stall(2.0)
            await asyncio.sleep(1)
        elapsed = asyncio.get_running_loop().time() - line.started_at
        await asyncio.sleep(0.001)
        length = line.sample
        line.stop()
        await ticks
        return elapsed, length

    elapsed, length = run_virtual(main)
    assert elapsed == 10
    assert abs(length - elapsed * RATE) <= 160
    assert len(line.caller.wire) == len(line.agent.wire) == line.sample


def test_silence_between_two_utterances_survives_a_mute_caller():
    line = Line()
    agent = Speaker(line, line.agent, SOUNDS)

    async def main():
        async with ticking(line, agent.worker):
            await agent.say("one")
            await asyncio.sleep(len(SOUNDS["one"]) / RATE + 7)
            await agent.say("two")
            await asyncio.sleep(2)

    run_virtual(main)
    first, second = (e.final_spans[0] for e in line.agent.ledger)
    assert second.start - first.end == pytest.approx(7 * RATE, abs=160)


def test_bytes_on_the_wire_are_those_of_real_time():
    line = Line()
    notes = heard(line)
    run_virtual(lambda: run_for(line, 30.0))
    sent = sum(len(ulaw) for _, ulaw, _ in notes["agent"])
    assert sent == pytest.approx(30 * 8000, rel=0.01)


def test_the_two_channels_keep_step():
    """A click on both sides at the same moment is at the same sample of both channels."""
    line = Line()
    click = {"click": np.full(40, 8000, np.int16)}
    caller, agent = (Speaker(line, port, click) for port in (line.caller, line.agent))

    async def main():
        async with ticking(line, caller.worker, agent.worker):
            for _ in range(5):
                await asyncio.gather(caller.say("click"), agent.say("click"))
                await asyncio.sleep(20.01)

    run_virtual(main)
    left, right = (np.flatnonzero(np.frombuffer(p.dry, np.int16)) for p in (line.caller, line.agent))
    assert len(left) == 200
    assert np.array_equal(left, right)


def test_an_interruption_cuts_the_ledger_where_the_sound_stopped():
    from pipecat.frames.frames import InterruptionFrame

    line = Line()
    agent = Speaker(line, line.agent, SOUNDS)

    async def main():
        async with ticking(line, agent.worker):
            await agent.say("two")
            await asyncio.sleep(0.7)
            await agent.worker.queue_frame(InterruptionFrame())
            await asyncio.sleep(1)
            await agent.worker.queue_frame(InterruptionFrame())  # nothing sounds: this one cuts nothing
            await agent.say("one")
            await asyncio.sleep(2)
            await agent.worker.queue_frame(InterruptionFrame())
            await asyncio.sleep(0.1)

    run_virtual(main)
    cut, whole = line.agent.ledger
    (span,) = cut.final_spans
    assert span.end <= cut.cut_at <= span.end + 160
    assert cut.cut_at == pytest.approx(0.7 * RATE, abs=320)
    assert not np.frombuffer(line.agent.dry, np.int16)[span.end : whole.final_spans[0].start].any()
    assert (whole.cut_at, whole.ended) == (None, True)
    assert whole.final_spans[0].end - whole.final_spans[0].start == len(SOUNDS["one"])


def test_the_text_of_a_cut_utterance_is_what_had_been_said():
    line = Line()
    sounds = {"First sentence here.": burst(1.0), "And the second one goes on.": burst(2.0, seed=9)}
    agent = Speaker(line, line.agent, sounds)

    async def main():
        async with ticking(line, agent.worker):
            await agent.reply("First sentence here. And the second one goes on.")
            await asyncio.sleep(4)

    run_virtual(main)
    (spoken,) = agent.output.spoken.values()
    assert spoken.text == "First sentence here. And the second one goes on."
    assert spoken.text_until(RATE) == "First sentence here."
    assert spoken.text_until(2 * RATE) == "First sentence here. And the second"
    assert spoken.text_until(RATE // 2) == "First"
    assert spoken.text_until(0) == ""
    assert spoken.text_until(9 * RATE) == spoken.text


# Health -----------------------------------------------------------------------------------------------------


def test_a_punctual_line_is_fit():
    line = Line()
    run_virtual(lambda: run_for(line, 5))
    health = line.health()
    assert (health.late_ticks, health.late_share, health.lateness_max_ms, health.fit) == (0, 0.0, 0.0, True)
    assert health.ticks == len(line.caller.wire) // 160


@pytest.mark.parametrize(
    ("stalls", "late", "fit"),
    [
        ([0.030], 0, True),  # late by 15 ms
        ([0.040], 1, True),
        ([0.130], 5, True),
        ([0.150], 6, False),
        ([0.05, 0.05, 0.15], 8, False),
        ([0.5], 24, False),
    ],
)
def test_more_than_one_late_tick_in_two_hundred_is_unfit(stalls, late, fit):
    line = Line()

    def five_ms_after_a_tick(ulaw, sample, silent):
        if sample % RATE == 0 and sample // RATE in range(1, 1 + len(stalls)):
            asyncio.get_running_loop().call_later(0.005, stall, stalls[sample // RATE - 1])
        if sample == 999 * 160:
            line.stop()

    line.agent.receive = five_ms_after_a_tick
    run_virtual(line.run)
    health = line.health()
    assert (health.ticks, health.late_ticks, health.late_share, health.fit) == (1000, late, late / 1000, fit)
    assert health.lateness_max_ms == pytest.approx(1000 * max(stalls) - 15)


def test_health_before_the_first_tick():
    health = Line().health()
    assert (health.ticks, health.fit) == (0, True)


def test_spans_of_the_ledger_are_frozen():
    line = Line()
    line.agent.write(samples(160))
    run_virtual(lambda: run_for(line, 0.1))
    assert line.agent.ledger[0].final_spans == (Span(0, 160),)


def test_real_time_runs_at_the_speed_of_the_wall():
    line = Line()
    before = time.monotonic()
    run_real(lambda: run_for(line, 0.5))
    assert 0.5 <= time.monotonic() - before < 5
    assert 0.4 * RATE <= line.sample <= 0.7 * RATE
