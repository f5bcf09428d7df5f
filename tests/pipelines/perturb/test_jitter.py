"""Late packets: the buffer's delay is constant to the sample, and as many are too late as the distribution has it."""

import numpy as np
import pytest

from pipelines.perturb.base import Site
from pipelines.perturb.condition import parse
from pipelines.perturb.packets import fading
from pipelines.perturb.stack import open_stack
from scenarios.errors import UsageError
from tests.pipelines.perturb.channel import PACKET, hiss, run, stage
from tests.pipelines.perturb.test_loss import PACKETS, SOUND, within


@pytest.mark.parametrize("chunk", [PACKET, 2 * PACKET, 137])
@pytest.mark.parametrize(("buffer", "delay"), [(60, 480), (20, 160), (33.3, 266), (0.125, 1)])
def test_the_delay_is_exact_and_constant(buffer, delay, chunk):
    sound = hiss(3.0)
    opened = stage(f"jitter=0:buffer={buffer}")
    heard = run(opened, sound, chunk)
    assert opened.delay == delay
    assert not heard[:delay].any()
    assert np.array_equal(heard[delay:], sound[:-delay])


def test_what_comes_in_time_is_played_in_order_and_to_the_sample():
    sound = hiss(60.0)
    delay = stage("jitter=40:buffer=60").delay
    packets = run(stage("jitter=40:buffer=60:conceal=none"), sound)[delay:]
    whole = len(packets) // PACKET * PACKET
    packets, said = packets[:whole].reshape(-1, PACKET), sound[:whole].reshape(-1, PACKET)
    late = ~packets.any(axis=1)
    assert 0.1 < late.mean() < 0.4
    assert np.array_equal(packets[~late], said[~late])


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(("spread", "buffer"), [(20, 60), (40, 20), (40, 60), (40, 100), (10, 5), (30, 90)])
def test_as_many_are_late_as_the_exponential_has_it(spread, buffer, seed):
    opened = stage(f"jitter={spread}:buffer={buffer}:conceal=none", seed)
    heard = run(opened, SOUND, 50 * PACKET)[opened.delay :]
    packets = heard[: len(heard) // PACKET * PACKET].reshape(-1, PACKET)
    late = ~packets.any(axis=1)
    within(late.sum(), len(late), np.exp(-buffer / spread))
    within(late[1:][late[:-1]].sum(), late[:-1].sum(), np.exp(-buffer / spread))  # each by itself
    assert len(late) >= PACKETS - 5


def test_spread_is_the_jitter_that_rtcp_reports():
    """RFC 3550, section 6.4.1: the mean of the difference of successive transit times, smoothed by 1/16."""
    delays = np.random.default_rng(1).exponential(40, 200_000)  # what the stage draws
    assert np.abs(np.diff(delays)).mean() == pytest.approx(40, rel=0.01)
    drawn = []

    class Watched:
        """A generator that tells what is asked of it."""

        def exponential(self, scale):
            drawn.append(scale)
            return 0.0

    (element,) = parse("jitter=40").on_line
    run(element.declared.build(element.settings, Site(8000, Watched())), hiss(0.2))
    assert drawn == [40] * 10


def test_what_is_too_late_is_concealed():
    sound = hiss(20.0)
    delay = stage("jitter=40:buffer=40").delay

    def packets(how):
        heard = run(stage(f"jitter=40:buffer=40:conceal={how}", 5), sound)[delay:]
        return heard[: len(heard) // PACKET * PACKET].reshape(-1, PACKET)

    none, repeat, fade = (packets(how) for how in ("none", "repeat", "fade"))
    gain = fading(8000)
    last, gap, seen = np.zeros(PACKET), 0, set()
    for silent, again, faded in zip(none, repeat, fade, strict=True):
        gap = 0 if silent.any() else gap + 1
        seen.add(gap)
        if gap:
            assert np.array_equal(again, last)
            assert faded == pytest.approx(last * gain[(gap - 1) * PACKET :][:PACKET] if gap <= 3 else 0 * last)
        else:
            last = silent
            assert np.array_equal(again, silent)
            assert np.array_equal(faded, silent)
    assert {0, 1, 2, 3, 4} <= seen


# With loss ----------------------------------------------------------------------------------------------------


def test_loss_and_jitter_add_up():
    """A packet is missing that is lost or late; the two are drawn apart."""
    pcm = np.rint(SOUND * 32768).astype(np.int16)
    opened = open_stack(parse("loss=20:conceal=none+jitter=40:buffer=60:conceal=none"), 3)
    heard = np.concatenate([opened(pcm[k : k + 8000]) for k in range(0, len(pcm), 8000)])[opened.delay :]
    missing = ~heard[: len(heard) // PACKET * PACKET].reshape(-1, PACKET).any(axis=1)
    within(missing.sum(), len(missing), 1 - (1 - 0.2) * (1 - np.exp(-60 / 40)))


def test_what_stood_in_for_a_lost_packet_travels_on_as_sound():
    """The receiver of the lossy leg has made it up: a later leg repeats it like any other packet."""
    sound = hiss(30.0)
    lossy = run(stage("loss=30:conceal=repeat", 2), sound)
    jitter = stage("jitter=30:buffer=40:conceal=repeat", 2)
    both = run(jitter, lossy)[jitter.delay :].reshape(-1, PACKET)
    last = np.zeros(PACKET)
    for said, heard in zip(lossy.reshape(-1, PACKET), both, strict=False):
        assert np.array_equal(heard, said) or np.array_equal(heard, last)
        last = heard


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("jitter=-1", "spread"),
        ("jitter=soft", "spread"),
        ("jitter=40:buffer=0", "buffer"),
        ("jitter=40:buffer=9999", "buffer"),
        ("jitter=40:depth=3", "no option 'depth=3'"),
    ],
)
def test_nonsense_is_refused_in_a_line(text, says):
    with pytest.raises(UsageError, match=f"^condition '{text}': .*{says}[^\n]*$"):
        parse(text)
