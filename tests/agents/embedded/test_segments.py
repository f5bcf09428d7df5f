import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from agents.embedded.segments import Segment, SegmentKeeper, join

RNG = np.random.default_rng(1)
SOUND = RNG.integers(-9000, 9000, 40_000).astype(np.int16)


def test_a_keeper_hands_out_its_segments_once():
    keeper = SegmentKeeper()
    keeper.add(Segment("one", SOUND[:10]))
    keeper.add(Segment("two", SOUND[10:20]))
    assert [s.text for s in keeper.segments] == ["one", "two"]
    assert [s.text for s in keeper.take()] == ["one", "two"]
    assert keeper.take() == []
    keeper.add(Segment("three", SOUND[:10]))
    keeper.clear()
    assert keeper.segments == ()


def test_nothing_joins_to_nothing():
    assert len(join([])) == 0


def test_appended_silence_is_removed_from_bare_samples():
    silence = np.zeros(4000, np.int16)
    joined = join([np.concatenate([SOUND[:9000], silence]), np.concatenate([SOUND[9000:20_000], silence])])
    assert np.array_equal(joined, SOUND[:20_000])


def test_silence_that_was_said_stays():
    held = np.concatenate([SOUND[:9000], np.zeros(9000, np.int16)])
    assert len(join([held])) == len(held) - 4000


@given(cut=st.integers(2000, 30_000), overlap=st.integers(0, 8000), stamped=st.booleans())
def test_the_overlap_of_neighbours_is_kept_once(cut, overlap, stamped):
    overlap = min(overlap, cut)
    first, second = SOUND[:cut], SOUND[cut - overlap :]
    if stamped:
        joined = join([Segment("", first, 800), Segment("", second, 800 + cut - overlap)])
        assert np.array_equal(joined, SOUND)
    else:
        joined = join([first, second])
        # fewer shared samples than the match needs cannot be told from chance
        assert np.array_equal(joined, SOUND) or (overlap < 400 and len(joined) == len(SOUND) + overlap)


def test_equal_silence_is_not_an_overlap():
    silence = np.zeros(6000, np.int16)
    one, two = np.concatenate([SOUND[:5000], silence]), np.concatenate([silence, SOUND[5000:9000]])
    joined = join([Segment("", one), Segment("", two)])
    assert len(joined) == len(one) + len(two)


def test_a_gap_between_stamps_is_closed():
    joined = join([Segment("", SOUND[:5000], 0), Segment("", SOUND[9000:12_000], 9000)])
    assert np.array_equal(joined, np.concatenate([SOUND[:5000], SOUND[9000:12_000]]))
    assert Segment("", SOUND[:50], 7).end_sample == 57
    assert Segment("", SOUND[:50]).end_sample is None


def test_the_tape_gives_the_turn_in_one_piece_with_what_was_cut_away():
    keeper = SegmentKeeper()
    for at in range(0, 20_000, 160):
        keeper.record(8000 + at, SOUND[at : at + 160].tobytes())
    keeper.add(Segment("", SOUND[1600:5000], 9600))
    keeper.add(Segment("", SOUND[9000:12_000], 17_000))
    [turn] = keeper.turn()
    assert np.array_equal(join([turn]), SOUND[1600:12_000])


def test_without_stamps_or_tape_the_turn_is_its_segments():
    keeper = SegmentKeeper()
    assert keeper.turn() == []
    unstamped = Segment("", SOUND[:5000])
    keeper.add(unstamped)
    assert keeper.turn() == [unstamped]
    late = SegmentKeeper()
    late.record(50_000, SOUND[:1600].tobytes())
    stamped = Segment("", SOUND[:5000], 0)
    late.add(stamped)
    assert late.turn() == [stamped]


def test_a_gap_on_the_line_starts_a_new_tape_and_the_tape_is_bounded():
    keeper = SegmentKeeper()
    keeper.record(0, SOUND[:1600].tobytes())
    keeper.record(3200, SOUND[3200:4800].tobytes())
    segment = Segment("", SOUND[0:1600], 0)
    keeper.add(segment)
    assert keeper.turn() == [segment]
    for at in range(45):
        keeper.record(4800 + at * 8000, SOUND[:8000].tobytes())
    assert len(keeper._tape) == 2 * 40 * 8000
