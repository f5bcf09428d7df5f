"""Every channel stage sees continuous sound: chunks are nothing to it, and its seed is everything."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipelines.perturb.condition import parse
from pipelines.perturb.stack import open_stack
from tests.pipelines.perturb.channel import AV, PACKET, RATE, babble, hiss, run, stage

STAGES = [
    "gain=-3",
    "gain=2:drift=6:period=1",
    "band",
    "mulaw",
    "loss=30",
    "loss=30:burst=3:conceal=repeat",
    "loss=30:conceal=none",
    "jitter=40:buffer=50",
    "jitter=40:buffer=33.3:conceal=repeat",
    "codec-gsm",
    pytest.param("codec-amr=7.95", marks=AV),
    pytest.param("codec-opus", marks=AV),
]
FULL_STACK = "gain=-2:drift=4+band+codec-gsm+mulaw+loss=10:burst=4+jitter=30:buffer=60"
SOUND = babble(1.0)
SPLITS = st.lists(st.one_of(st.integers(0, 700), st.sampled_from([80, 160, 320])), min_size=1, max_size=60)


def cut(sound, lengths):
    """The sound in chunks of these lengths, and the rest."""
    ends = [0, *np.minimum(np.cumsum(lengths), len(sound)), len(sound)]
    return [sound[a:b] for a, b in itertools.pairwise(ends)]


@pytest.mark.parametrize("text", STAGES)
@settings(max_examples=25, deadline=None)
@given(lengths=SPLITS)
def test_any_chunks_give_the_same_samples(text, lengths):
    whole = stage(text).process(SOUND)
    opened = stage(text)
    parts = [opened.process(chunk) for chunk in cut(SOUND, lengths)]
    assert [len(p) for p in parts] == [len(c) for c in cut(SOUND, lengths)]
    assert np.array_equal(np.concatenate(parts), whole)
    assert whole.dtype == np.float64


@settings(max_examples=10, deadline=None)
@given(lengths=SPLITS, seed=st.integers(0, 2**63))
def test_a_stack_gives_the_same_bytes_whatever_the_chunks(lengths, seed):
    pcm = np.rint(SOUND * 32768).astype(np.int16)
    condition = parse(FULL_STACK)
    whole, parts = open_stack(condition, seed), open_stack(condition, seed)
    assert np.concatenate([parts(chunk) for chunk in cut(pcm, lengths)]).tobytes() == whole(pcm).tobytes()


@pytest.mark.parametrize("text", STAGES)
def test_a_chunk_that_is_given_stays_as_it_was(text):
    sound = SOUND.copy()
    opened = stage(text)
    heard = opened.process(sound[: 3 * PACKET])
    kept = heard.copy()
    opened.process(sound[3 * PACKET :])
    assert np.array_equal(sound, SOUND)
    assert np.array_equal(heard, kept)


@pytest.mark.parametrize("text", ["gain=0:drift=6", "loss=30", "loss=30:burst=3", "jitter=40:buffer=50"])
def test_the_seed_alone_decides(text):
    first, again, other = (run(stage(text, seed), SOUND) for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


@pytest.mark.parametrize("text", STAGES)
def test_the_stated_delay_is_true(text):
    """Nothing that goes in later than that changes what came out."""
    sound = hiss(1.0)
    other = sound.copy()
    at = 37 * PACKET
    other[at:] = hiss(1.0, seed=9)[at:]
    delay = stage(text).delay
    first, second = run(stage(text), sound), run(stage(text), other)
    differs = int(np.flatnonzero(first != second)[0])
    assert at <= differs  # nothing is known in advance
    assert differs <= at + delay + (0 if "loss" not in text and "jitter" not in text else 10 * PACKET)


@pytest.mark.parametrize("text", ["mulaw", "gain=3", "loss=0", "loss=10", "loss=50:burst=9"])
def test_nothing_is_held_back_that_need_not_be(text):
    assert stage(text).delay == 0


def test_each_kind_has_a_generator_of_its_own():
    """What is lost does not depend on what else is done."""
    pcm = np.rint(hiss(4.0) * 32768).astype(np.int16)
    alone = open_stack(parse("loss=20:conceal=none"), 5)(pcm)
    both = open_stack(parse("gain=-6:drift=3+loss=20:conceal=none"), 5)(pcm)
    assert np.array_equal(alone == 0, both == 0)
    assert (alone == 0).any()


def test_a_stacks_delay_is_the_sum():
    opened = open_stack(parse("codec-gsm+loss=5+jitter=20:buffer=60"), 1)
    assert opened.delay == 160 + 0 + RATE * 60 // 1000
