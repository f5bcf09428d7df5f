"""Lost packets: how many, how many in a row, and what is heard instead; over ten minutes."""

import numpy as np
import pytest
from scipy import stats

from pipelines.perturb.condition import parse
from pipelines.perturb.packets import fading
from scenarios.errors import UsageError
from tests.pipelines.perturb.channel import PACKET, hiss, run, stage

MINUTES = 10
PACKETS = MINUTES * 60 * 50
SOUND = np.tile(hiss(60.0), MINUTES)


def lost(text, seed):
    """Whether each packet of ten minutes is lost."""
    packets = run(stage(f"{text}:conceal=none", seed), SOUND, 50 * PACKET).reshape(-1, PACKET)
    gone = ~packets.any(axis=1)
    assert np.array_equal(packets[~gone].ravel(), SOUND.reshape(-1, PACKET)[~gone].ravel())  # the rest is untouched
    return gone


def bursts(gone):
    """Lengths of the runs of lost packets that both begin and end within the ten minutes."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], gone, [0]))))
    lengths = edges[1::2] - edges[::2]
    return lengths[(edges[::2] > 0) & (edges[1::2] < len(gone))]


def within(count, n, p, level=0.99):
    low, high = stats.binom.interval(level, n, p)
    assert low <= count <= high, f"{count} of {n}, not {low:.0f} to {high:.0f}"


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("percent", [1, 3, 10, 30])
def test_single_losses_are_as_many_as_asked_for(percent, seed):
    gone = lost(f"loss={percent}", seed)
    within(gone.sum(), PACKETS, percent / 100)
    # and each is lost by itself: after a lost packet as often as after another
    within(gone[1:][gone[:-1]].sum(), gone[:-1].sum(), percent / 100)


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(("percent", "burst"), [(3, 2), (3, 5), (10, 4), (20, 1.5), (40, 10)])
def test_bursts_are_as_long_and_as_many_as_asked_for(percent, burst, seed):
    gone = lost(f"loss={percent}:burst={burst}", seed)
    before, after = gone[:-1], gone[1:]
    ends, begins = 1 / burst, 1 / burst * percent / (100 - percent)
    within((before & ~after).sum(), before.sum(), ends)  # a burst of mean length B ends after 1/B of its packets
    within((~before & after).sum(), (~before).sum(), begins)
    found = bursts(gone)
    spread = np.sqrt(burst * (burst - 1) / len(found))  # of the mean of geometric lengths
    assert found.mean() == pytest.approx(burst, abs=2.58 * spread)
    memory = 1 - ends - begins  # the share of a chain varies as that of so many independent packets:
    alike = PACKETS * (1 - memory) / (1 + memory)
    assert gone.mean() == pytest.approx(percent / 100, abs=2.58 * np.sqrt(percent / 100 * (1 - percent / 100) / alike))


def test_burst_lengths_are_geometric():
    found = bursts(lost("loss=10:burst=3", 4))
    for k in (1, 2, 3, 4):
        within((found == k).sum(), len(found), (1 / 3) * (2 / 3) ** (k - 1))


def test_calls_begin_anywhere():
    """The first packet is lost as often as any other."""
    first = [stage("loss=20:burst=5:conceal=none", seed).process(SOUND[:PACKET]).any() for seed in range(1000)]
    within(1000 - sum(first), 1000, 0.2)


@pytest.mark.parametrize(("percent", "left"), [(0, PACKETS), (100, 0)])
def test_none_and_all(percent, left):
    assert (~lost(f"loss={percent}", 1)).sum() == left


# What is heard instead ----------------------------------------------------------------------------------------


def heard(conceal, seed=3):
    """For each packet: whether it is lost, how many have been in a row, what was said and what is heard."""
    sound = hiss(30.0)
    text = "loss=30:burst=3"
    gone = ~run(stage(f"{text}:conceal=none", seed), sound).reshape(-1, PACKET).any(axis=1)
    packets = run(stage(f"{text}:conceal={conceal}", seed), sound).reshape(-1, PACKET)
    assert np.array_equal(packets[~gone], sound.reshape(-1, PACKET)[~gone])
    last, gap = np.zeros(PACKET), 0
    for k, missing in enumerate(gone):
        gap = gap + 1 if missing else 0
        if missing:
            yield gap, last, packets[k]
        else:
            last = packets[k]


def test_repeating_plays_the_last_packet_that_came_for_as_long_as_it_takes():
    found = list(heard("repeat"))
    assert max(gap for gap, *_ in found) > 4
    for _, last, instead in found:
        assert np.array_equal(instead, last)


def test_fading_is_that_of_g711_appendix_i():
    gain = fading(8000)
    assert gain[[0, 79, 160, 240, 320, 400]] == pytest.approx([1.0, 1.0, 0.8, 0.6, 0.4, 0.2])
    assert (len(gain), gain[-1]) == (480, pytest.approx(0.0, abs=0.003))
    found = list(heard("fade"))
    assert {1, 2, 3, 4, 5} <= {gap for gap, *_ in found}
    for gap, last, instead in found:
        at = (gap - 1) * PACKET
        expected = last * gain[at : at + PACKET] if gap <= 3 else np.zeros(PACKET)
        assert instead == pytest.approx(expected)


def test_before_anything_came_there_is_silence():
    opened = stage("loss=100:conceal=repeat")
    assert not opened.process(hiss(0.2)).any()


def test_what_is_lost_does_not_depend_on_what_is_done_about_it():
    sound = hiss(5.0)
    none, fade = (run(stage(f"loss=20:conceal={how}", 8), sound).reshape(-1, PACKET) for how in ("none", "fade"))
    gone = ~none.any(axis=1)
    same = (none == fade).all(axis=1)
    assert not (gone & same).any()
    assert same[~gone].all()


def test_a_packet_is_20_ms_at_any_rate():
    for rate in (11025, 16000, 44100, 48000):
        size = round(rate / 50)
        packets = run(stage("loss=50:conceal=none", rate=rate), hiss(4.0, rate=rate)[: 150 * size])
        kinds = packets.reshape(-1, size).astype(bool).mean(axis=1)
        assert set(kinds) == {0.0, 1.0}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("loss=101", "percent"),
        ("loss=-1", "percent"),
        ("loss=some", "percent"),
        ("loss=3:burst=0.5", "burst"),
        ("loss=80:burst=2", "lose at most 66.7 percent"),
        ("loss=3:conceal=magic", "'none', 'repeat' or 'fade'"),
    ],
)
def test_nonsense_is_refused_in_a_line(text, says):
    with pytest.raises(UsageError, match=f"^condition '{text}': .*{says}[^\n]*$"):
        parse(text)
