import re
from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pipelines.brain import Phrase
from pipelines.caller.behaviour.base import MOST_SLOW, Draft
from pipelines.caller.behaviour.slow import PACE, PAUSE_S, REPEATS, Slow, phrased
from pipelines.caller.plan import Line
from pipelines.caller.understanding import understand

CODE = "My confirmation number is Kilo, Tango, four, Bravo, two, Quebec."


def drafted(text=CODE, seed=1, pace=1.0):
    draft = Draft(Line(text, pace=pace), [Phrase(text)])
    Slow(seed).change(draft)
    return draft


@given(st.text("abc ,.?!", min_size=1, max_size=200), st.integers(0, 50))
def test_phrases_are_the_text(text, seed):
    assert " ".join(phrased(text, np.random.default_rng(seed))) == " ".join(text.split())


def test_the_words_stay_and_pauses_come():
    drafts = [drafted(seed=seed) for seed in range(40)]
    assert all(d.text == CODE for d in drafts)
    pauses = [p.pause_s for d in drafts for p in d.phrases[1:]]
    assert all(PAUSE_S[0] <= p <= PAUSE_S[1] for p in pauses)
    assert 0.7 < np.mean(pauses) < 0.9
    assert all(d.phrases[0].pause_s is None for d in drafts)


def test_codes_have_pauses_inside_and_never_inside_a_character():
    code = "Kilo, Tango, digit four, Bravo, two, Quebec."
    inside = [p.text for seed in range(40) for p in drafted(code, seed).phrases[1:]]
    assert {p.split(",")[0].rstrip(".") for p in inside} >= {"Tango", "digit four", "Bravo", "two", "Quebec"}
    assert not any(p.startswith("four") for p in inside)


def test_every_sentence_is_followed_by_a_pause():
    text = "I have lost my ticket. Can you help me? Thank you."
    for seed in range(20):
        parts = [p.text for p in drafted(text, seed).phrases]
        assert parts == re.split(r"(?<=[.?]) ", text)


def test_long_phrases_are_parted_before_a_small_word():
    parts = phrased(
        "My sister is coming here for the whole long weekend with her three children", np.random.default_rng(1)
    )
    assert len(parts) == 2
    assert parts[1].startswith(("for ", "with "))


def test_it_is_slower_than_it_was_and_never_too_slow():
    assert drafted().line.pace == PACE
    assert drafted(pace=0.7).line.pace == MOST_SLOW


def test_the_same_seed_is_the_same_and_another_is_not():
    assert drafted(seed=3).phrases == drafted(seed=3).phrases
    assert len({tuple(drafted(seed=seed).phrases) for seed in range(10)}) > 5


def test_it_asks_to_repeat_now_and_then_and_not_for_ever():
    got = understand("Your flight leaves at nine.")
    asked = [sum(bool(slow.instead(got)) for _ in range(200)) for slow in map(Slow, range(10))]
    assert asked == [REPEATS] * 10
    early = [sum(bool(slow.instead(got)) for _ in range(8)) for slow in map(Slow, range(200))]
    assert 0.4 < np.mean(early) < 1.0


def test_it_never_asks_twice_on_end():
    got = understand("Your flight leaves at nine.")
    for seed in range(100):
        slow = Slow(seed)
        asked = [bool(slow.instead(got)) for _ in range(60)]
        assert (True, True) not in pairwise(asked)
