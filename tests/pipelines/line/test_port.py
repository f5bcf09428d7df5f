import asyncio

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines import g711
from pipelines.clock import run_virtual
from pipelines.line.port import JOIN_GAP, Port
from pipelines.record import Span
from tests.pipelines.sounds import samples

TICK = 160


class Ticker:
    """Takes ticks from a port like the line does."""

    def __init__(self, port):
        self.port, self.sample = port, 0

    def __call__(self, count=1):
        taken = []
        for _ in range(count):
            taken.append(self.port.take(self.sample))
            self.sample += TICK
        return taken


@pytest.fixture
def port():
    return Port("agent", TICK)


@pytest.fixture
def tick(port):
    return Ticker(port)


def spans(port, entry=-1):
    return list(port.ledger[entry].final_spans)


# Continuous sound -------------------------------------------------------------------------------------------


def test_an_idle_port_sends_exact_silence(port, tick):
    assert tick(3) == [(bytes([0xFF]) * TICK, True)] * 3
    assert port.wire == bytes([0xFF]) * 3 * TICK
    assert port.dry == bytes(2 * 3 * TICK)
    assert (port.ledger, port.last_sound, port.underruns) == ([], -1, 0)


def test_it_notes_where_sound_began_to_flow_after_silence(port, tick):
    tick(2)
    port.write(bytes(2 * TICK) + samples(TICK))  # silent at first, and flowing all the same
    tick(3)
    port.write(samples(10), at=5 * TICK + 40)
    tick(2)
    assert port.onsets == [(2 * TICK, 2 * TICK), (5 * TICK + 40, 5 * TICK + 40)]


def test_sound_that_goes_on_has_no_second_onset(port, tick):
    for _ in range(3):
        port.write(samples(TICK))
        tick()
    assert len(port.onsets) == 1


def test_a_playout_buffer_lies_between_arrival_and_onset():
    port = Port("agent", TICK, prebuffer=480)
    tick = Ticker(port)
    tick(1)
    port.write(samples(1000))
    tick(6)
    assert port.onsets == [(TICK + 480, TICK)]


@given(st.lists(st.tuples(st.sampled_from(["write", "tick", "clear"]), st.integers(1, 500)), max_size=40))
def test_every_tick_yields_one_tick_of_sound_whatever_is_written(steps):
    port = Port("agent", TICK)
    tick = Ticker(port)
    written = taken = 0
    for what, size in steps:
        if what == "write":
            port.write(samples(size))
            written += size
        elif what == "tick":
            taken += 1
            ((ulaw, _),) = tick()
            assert len(ulaw) == TICK
        else:
            port.clear(tick.sample)
    assert (len(port.wire), len(port.dry)) == (taken * TICK, 2 * taken * TICK)
    played = int((np.frombuffer(port.dry, np.int16) == 1000).sum())
    assert played + sum(dropped for _, dropped in port.clears) + port.queued == written
    assert sum(s.end - s.start for e in port.ledger for s in e.final_spans) >= played


def test_sound_goes_out_sample_by_sample_as_mu_law(port, tick):
    sound = np.arange(1, 401, dtype=np.int16) * 50
    port.begin("a", 0)
    port.write(sound.tobytes())
    tick(3)
    assert bytes(port.wire[:400]) == g711.encode(sound)
    assert bytes(port.wire[400:]) == bytes([0xFF]) * 80
    assert np.array_equal(np.frombuffer(port.dry, np.int16)[:400], sound)


# The ledger -------------------------------------------------------------------------------------------------


def test_the_ledger_holds_the_first_and_last_sample_that_sounded(port, tick):
    tick(2)
    port.begin("a", tick.sample)
    port.write(bytes(2 * 30) + samples(200) + bytes(2 * 7))
    port.end("a")
    tick(3)
    (entry,) = port.ledger
    assert (entry.utterance, entry.begun, entry.ended, entry.cut_at) == ("a", 320, True, None)
    assert spans(port) == [Span(350, 550)]
    assert port.last_sound == 550


@pytest.mark.parametrize(("gap", "count"), [(JOIN_GAP, 1), (JOIN_GAP + 1, 2)])
def test_pauses_up_to_the_hang_stay_in_one_span(port, tick, gap, count):
    port.begin("a", 0)
    port.write(samples(160) + bytes(2 * gap) + samples(160))
    tick(40)
    assert len(spans(port)) == count
    assert (spans(port)[0].start, spans(port)[-1].end) == (0, 320 + gap)


def test_two_utterances_keep_their_own_spans(port, tick):
    port.begin("a", 0)
    port.write(samples(160))
    tick()
    port.end("a")
    port.begin("b", tick.sample)
    port.begin("b", tick.sample)  # saying so twice begins nothing
    port.write(samples(100))
    tick()
    assert [(e.utterance, e.final_spans) for e in port.ledger] == [
        ("a", (Span(0, 160),)),
        ("b", (Span(160, 260),)),
    ]


def test_sound_without_an_utterance_is_not_lost(port, tick):
    port.write(samples(160))
    tick()
    assert [(e.utterance, e.final_spans) for e in port.ledger] == [("?", (Span(0, 160),))]


def test_comfort_noise_is_not_what_silence_is_measured_from(port, tick):
    port.write(samples(160) + samples(320, 60))
    tick(3)
    assert port.last_sound == 160
    assert spans(port) == [Span(0, 480)]  # the ledger is exact all the same


def test_an_utterance_that_never_sounds_has_no_spans(port, tick):
    port.begin("a", 0)
    tick()
    port.clear(tick.sample)
    assert spans(port) == []
    assert port.ledger[0].cut_at == 160
    assert port.clears == []  # nothing was dropped


# Clear ------------------------------------------------------------------------------------------------------


def test_clear_drops_what_waits_and_says_when_and_how_much(port, tick):
    port.begin("a", 0)
    port.write(samples(800))
    tick(2)
    port.clear(tick.sample)
    tick(3)
    assert port.clears == [(320, 480)]
    assert port.ledger[0].cut_at == 320
    assert spans(port) == [Span(0, 320)]
    assert not any(np.frombuffer(port.dry, np.int16)[320:])


def test_clear_after_the_end_cuts_nothing(port, tick):
    port.begin("a", 0)
    port.write(samples(160))
    port.end("a")
    tick()
    port.clear(tick.sample)
    assert (port.clears, port.ledger[0].cut_at) == ([], None)


def test_only_the_first_clear_is_the_cut(port, tick):
    port.begin("a", 0)
    port.write(samples(320))
    tick()
    port.clear(tick.sample)
    tick(5)
    port.clear(tick.sample)
    assert port.ledger[0].cut_at == 160


def test_a_clear_that_must_not_cut_leaves_the_ledger_alone(port, tick):
    port.begin("a", 0)
    port.write(samples(160))
    tick()
    port.clear(tick.sample, cut=False)
    assert port.ledger[0].cut_at is None


# Marks ------------------------------------------------------------------------------------------------------


def test_a_mark_comes_back_when_everything_before_it_was_played(port, tick):
    seen = []
    port.write(samples(320))
    port.mark(lambda: seen.append("a"))
    port.write(samples(10))
    port.mark(lambda: seen.append("b"))
    tick()
    assert seen == []
    tick()
    assert seen == ["a"]
    tick()
    assert seen == ["a", "b"]


def test_a_mark_on_an_empty_queue_comes_back_at_once(port):
    seen = []
    port.mark(lambda: seen.append("a"))
    assert seen == ["a"]


def test_marks_of_cleared_sound_come_back_too_and_later_ones_wait(port, tick):
    seen = []
    port.write(samples(800))
    port.mark(lambda: seen.append("cleared"))
    tick()
    port.clear(tick.sample)
    assert seen == ["cleared"]
    port.write(samples(320))
    port.mark(lambda: seen.append("later"))
    tick()
    assert seen == ["cleared"]
    tick()
    assert seen == ["cleared", "later"]


@given(st.lists(st.integers(1, 700), min_size=1, max_size=8))
def test_marks_keep_their_order(sizes):
    port = Port("agent", TICK)
    tick, seen = Ticker(port), []
    for k, size in enumerate(sizes):
        port.write(samples(size))
        port.mark(lambda k=k: seen.append((k, tick.sample + TICK)))
    tick(60)
    assert [k for k, _ in seen] == list(range(len(sizes)))
    ends = np.cumsum(sizes)
    # the tick that takes the last sample before a mark is the one that reports it
    assert [at for _, at in seen] == [-(-int(end) // TICK) * TICK for end in ends]


# The playout buffer -----------------------------------------------------------------------------------------


def first_sound(port):
    return int(np.flatnonzero(np.frombuffer(port.dry, np.int16))[0])


@pytest.mark.parametrize("chunk", [160, 320, 640, 4000])
def test_the_playout_buffer_is_constant_whatever_the_peers_chunks(chunk):
    port = Port("agent", TICK, prebuffer=480)
    tick = Ticker(port)
    tick(2)
    waiting = samples(4000)
    while waiting:
        port.write(waiting[: 2 * chunk])
        waiting = waiting[2 * chunk :]
        tick(max(1, chunk // TICK))
    assert first_sound(port) == 320 + 480
    assert port.underruns == 0


def test_a_word_shorter_than_the_buffer_is_played_and_not_kept():
    port = Port("agent", TICK, prebuffer=480)
    port.write(samples(100))
    Ticker(port)(5)
    assert (first_sound(port), port.queued) == (480, 0)


def test_packets_late_by_less_than_the_buffer_do_no_harm():
    port = Port("agent", TICK, prebuffer=480)
    tick = Ticker(port)
    late = (0, 1, 3, 2, 1, 0, 2, 3, 2, 1, 0, 0)  # ticks by which each packet lags behind real time
    arrivals = [k + lag for k, lag in enumerate(late)]
    for now in range(20):
        port.write(samples(160) * arrivals.count(now))
        tick()
    sound = np.flatnonzero(np.frombuffer(port.dry, np.int16))
    assert (sound[0], sound[-1], len(sound)) == (480, 480 + 12 * 160 - 1, 12 * 160)  # one piece, no gap
    assert port.underruns == 0


@pytest.mark.parametrize(("ticks_late", "underruns"), [(1, 1), (4, 1), (6, 0)])
def test_speech_that_runs_dry_and_goes_on_is_an_underrun_a_pause_is_none(ticks_late, underruns):
    port = Port("agent", TICK, prebuffer=480)
    tick = Ticker(port)
    port.write(samples(640))
    tick(3 + 4)  # the buffer, and all that there is
    tick(ticks_late)
    port.write(samples(640))
    tick(10)
    assert port.underruns == underruns
    sound = np.frombuffer(port.dry, np.int16)
    assert int((sound != 0).sum()) == 1280  # nothing is lost either way


@pytest.mark.parametrize("at", [320, 333, 479])
def test_speech_from_elsewhere_begins_the_buffer_after_it_arrived_to_the_sample(at):
    port = Port("agent", TICK, prebuffer=480)
    tick = Ticker(port)
    tick(3)
    port.write(samples(500), at)
    port.mark(lambda: None)
    tick(10)
    sound = np.flatnonzero(np.frombuffer(port.dry, np.int16))
    assert (sound[0], sound[-1]) == (at + 480, at + 480 + 499)
    assert spans(port) == [Span(at + 480, at + 980)]


def test_what_arrived_by_the_end_of_a_tick_is_fetched_before_it():
    port = Port("agent", TICK)
    asked = []
    port.inflow = lambda end: (asked.append(end), port.write(samples(10), end - 50) if end == 320 else None)
    Ticker(port)(4)
    assert asked == [160, 320, 480, 640]
    assert spans(port) == [Span(270, 280)]


def test_new_speech_after_a_clear_is_no_underrun_and_is_held_back_like_any_other():
    port = Port("agent", TICK, prebuffer=480)
    tick = Ticker(port)
    port.write(samples(1600))
    tick(5)
    port.clear(tick.sample)
    port.write(samples(160))
    tick(6)
    sound = np.frombuffer(port.dry, np.int16)
    assert np.array_equal(np.flatnonzero(sound), [*range(480, 800), *range(1280, 1440)])
    assert port.underruns == 0


def test_nothing_is_not_the_beginning_of_speech():
    port = Port("agent", TICK, prebuffer=480)
    tick = Ticker(port)
    port.write(b"")
    tick(2)
    port.write(samples(160))
    tick(6)
    assert first_sound(port) == 320 + 480


def test_without_a_buffer_speech_starts_with_the_next_tick_and_gaps_are_not_counted(port, tick):
    port.write(samples(100))
    tick(2)
    port.write(samples(100))
    tick(1)
    assert (first_sound(port), port.underruns) == (0, 0)


# A speaker that writes through ------------------------------------------------------------------------------


def test_write_through_returns_when_the_sound_has_been_taken(port, tick):
    async def main():
        writing = asyncio.create_task(port.write_through(samples(320)))
        await asyncio.sleep(0)
        assert not port.starving
        tick()
        await asyncio.sleep(0)
        assert not writing.done()
        tick()
        assert port.starving  # it was let go and has not written its next chunk
        await asyncio.sleep(0)
        assert writing.done()

    run_virtual(main)


@pytest.mark.parametrize("end", ["write", "end", "clear"])
def test_starving_ends_with_the_next_chunk_the_end_or_a_clear(port, tick, end):
    async def main():
        port.begin("a", 0)
        writing = asyncio.create_task(port.write_through(samples(160)))
        await asyncio.sleep(0)
        tick()
        await writing
        assert port.starving
        if end == "write":
            asyncio.create_task(port.write_through(samples(160)))  # noqa: RUF006
            await asyncio.sleep(0)
        elif end == "end":
            port.end("a")
        else:
            port.clear(tick.sample)
        assert not port.starving

    run_virtual(main)


def test_a_clear_lets_a_waiting_speaker_go(port, tick):
    async def main():
        writing = asyncio.create_task(port.write_through(samples(1600)))
        await asyncio.sleep(0)
        tick()
        port.clear(tick.sample)
        await asyncio.wait_for(writing, 1)

    run_virtual(main)


def test_a_cancelled_speaker_does_not_break_the_tick(port, tick):
    async def main():
        writing = asyncio.create_task(port.write_through(samples(160)))
        await asyncio.sleep(0)
        writing.cancel()
        await asyncio.sleep(0)
        tick(2)
        assert port.last_sound == 160

    run_virtual(main)


# Perturbation -----------------------------------------------------------------------------------------------


def test_a_perturbation_acts_on_every_tick_and_leaves_the_dry_stem_alone():
    calls = []

    def louder(pcm, sample):
        calls.append(sample)
        return (pcm + 500).astype(np.int16)

    port = Port("caller", TICK, perturb=louder)
    tick = Ticker(port)
    ((_, quiet),) = tick()
    assert not quiet  # noise in a pause is not digital silence
    port.begin("a", tick.sample)
    port.write(samples(160))
    tick()
    assert calls == [0, 160]
    assert np.array_equal(np.frombuffer(port.dry, np.int16), [0] * 160 + [1000] * 160)
    expected = g711.encode(np.array([500] * 160 + [1500] * 160, np.int16))
    assert bytes(port.wire) == expected
    assert spans(port) == [Span(160, 320)]  # the ledger follows the speech, not the noise
