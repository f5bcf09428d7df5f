import numpy as np

from pipelines.caller.behaviour.backchannels import FIRST_S, NEXT_S, SHARES, WORDS, Backchannels


def moments(seed, seconds=60.0):
    """Times within a stretch of speech at which it says something, and what."""
    listener = Backchannels(seed)
    listener.starts()
    return [(t, words) for t in np.arange(0, seconds, 0.02) if (words := listener.due(float(t)))]


def test_the_first_comes_after_a_clause_and_the_next_follow():
    for seed in range(30):
        times = [t for t, _ in moments(seed)]
        assert FIRST_S[0] <= times[0] <= FIRST_S[1] + 0.03
        gaps = np.diff(times)
        assert NEXT_S[0] - 0.03 <= gaps.min()
        assert gaps.max() <= NEXT_S[1] + 0.03


def test_short_statements_get_none():
    assert not [seed for seed in range(30) if moments(seed, 2.5)]


def test_words_come_in_their_shares():
    said = [words for seed in range(100) for _, words in moments(seed)]
    for word, share in zip(WORDS, SHARES, strict=True):
        assert abs(said.count(word) / len(said) - share) < 0.05


def test_the_same_seed_is_the_same():
    assert moments(3) == moments(3) != moments(4)
