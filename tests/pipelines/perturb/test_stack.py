"""A stack: its stages in order, seeded apart from each other, the same whatever the chunks."""

from dataclasses import dataclass

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pipelines.perturb import condition
from pipelines.perturb.base import Kind, Options
from pipelines.perturb.condition import Condition, parse
from pipelines.perturb.stack import Stack, open_stack


@dataclass
class Times:
    factor: float
    delay: int = 0

    def process(self, samples):
        return samples * self.factor


@dataclass
class Plus:
    offset: float
    delay: int = 0

    def process(self, samples):
        return samples + self.offset


def sound(seconds=1.0, seed=1, rate=8000):
    return (np.random.default_rng(seed).normal(0, 2000, round(seconds * rate))).astype(np.int16)


def test_stages_follow_each_other_and_their_delays_add_up():
    stack = Stack([Times(2.0, delay=3), Plus(0.25, delay=4)])
    assert stack.delay == 7
    assert stack(np.array([0, 1000, -1000], np.int16)).tolist() == [8192, 10192, 6192]


def test_what_is_too_loud_is_clipped_and_never_wraps():
    stack = Stack([Times(100.0)])
    assert stack(np.array([32767, -32768, 1], np.int16)).tolist() == [32767, -32768, 100]


def test_a_clean_condition_has_no_stack():
    assert open_stack(Condition(), 1) is None
    assert open_stack(parse("accent-french+behaviour-slow"), 1) is None


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others():
    condition = parse("gain=0:drift=6")
    one, again, other = (open_stack(condition, seed)(sound()) for seed in (5, 5, 6))
    assert one.tobytes() == again.tobytes()
    assert one.tobytes() != other.tobytes()


@given(st.lists(st.integers(0, 400), max_size=12))
def test_chunks_make_no_difference(sizes):
    pcm = sound(0.5)
    condition = parse("gain=-3:drift=6:period=1")
    whole, stack = open_stack(condition, 9)(pcm), open_stack(condition, 9)
    parts, at = [], 0
    for size in [*sizes, len(pcm)]:
        parts.append(stack(pcm[at : at + size], at))
        at += size
    assert np.concatenate(parts).tobytes() == whole.tobytes()


def test_every_kind_draws_from_a_generator_of_its_own(monkeypatch):
    drawn = {}

    def kind(name, order):
        def build(options, site):
            drawn[name] = int(site.rng.integers(2**62))
            return Times(1.0)

        return Kind(name, order, "line", Options, build, name)

    known = {name: kind(name, order) for order, name in enumerate(("hum", "hiss", "crackle"))}
    monkeypatch.setattr(condition, "kinds", lambda: known)
    open_stack(parse("hum+hiss+crackle"), 7)
    together = dict(drawn)
    assert len(set(together.values())) == 3, "kinds that draw alike would fail at the same moments"
    drawn.clear()
    open_stack(parse("crackle"), 7)
    assert drawn == {"crackle": together["crackle"]}, "adding a kind leaves the others' as they are"
