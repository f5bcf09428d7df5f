import asyncio
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from pipelines.clock import run_virtual
from pipelines.latency import LONGEST_S, Latency, LatencySpec, charge


def draws(spec, count=4000, seed=1):
    sampler = spec.sampler(np.random.default_rng(seed))
    return np.array([sampler() for _ in range(count)])


SPECS = [
    LatencySpec(mean=0.25),
    LatencySpec(kind="normal", mean=0.4, sd=0.1),
    LatencySpec(kind="lognormal", mean=0.5, sd=0.4),
    LatencySpec(kind="empirical", values=(0.1, 0.2, 0.9)),
]


@pytest.mark.parametrize("spec", SPECS, ids=lambda s: s.kind)
def test_equal_seeds_give_equal_samples_in_milliseconds(spec):
    one, two = draws(spec), draws(spec)
    assert np.array_equal(one, two)
    assert np.allclose(one, np.round(one, 3), atol=0)
    assert (one >= 0).all()
    if spec.kind != "constant":
        assert not np.array_equal(one, draws(spec, seed=2))


def test_constant_is_constant():
    assert set(draws(SPECS[0], 10)) == {0.25}


def test_normal_has_its_mean_and_deviation():
    found = draws(SPECS[1])
    assert found.mean() == pytest.approx(0.4, abs=0.01)
    assert found.std() == pytest.approx(0.1, abs=0.01)


def test_normal_is_cut_at_zero():
    found = draws(LatencySpec(kind="normal", mean=0.05, sd=0.2))
    assert found.min() == 0
    assert 0.3 < (found == 0).mean() < 0.5


def test_lognormal_has_its_median_and_sigma():
    found = draws(SPECS[2])
    assert np.median(found) == pytest.approx(0.5, rel=0.03)
    assert np.log(found).std() == pytest.approx(0.4, rel=0.05)


def test_empirical_draws_every_value_and_no_other():
    found = draws(SPECS[3])
    assert set(found) == {0.1, 0.2, 0.9}
    assert [(found == v).mean() for v in (0.1, 0.2, 0.9)] == pytest.approx([1 / 3] * 3, abs=0.03)


class Holder(BaseModel):
    latency: Latency


@pytest.mark.parametrize("number", [0, 1, 0.25])
def test_a_plain_number_is_a_constant(number):
    assert Holder(latency=number).latency == LatencySpec(mean=number)


@pytest.mark.parametrize(
    "bad",
    [
        {"mean": -1},
        {"kind": "gamma"},
        {"sd": -0.1},
        {"median": 1},
        -0.5,
        {"kind": "empirical"},
        {"mean": math.inf},
        math.nan,
        {"kind": "empirical", "values": [-1.0]},
        {"kind": "empirical", "values": [math.inf]},
    ],
)
def test_what_is_no_distribution_is_refused(bad):
    with pytest.raises(ValidationError):
        Holder(latency=bad)


@given(st.floats(0, 5), st.floats(0, 5))
def test_compute_time_counts_as_part_of_the_latency(sample, computed):
    async def main():
        loop = asyncio.get_running_loop()
        started = loop.time()
        await asyncio.sleep(computed)
        await charge(sample, started)
        return loop.time() - started

    assert run_virtual(main) == pytest.approx(max(sample, computed), abs=2e-9)


def test_no_latency_is_longer_than_an_hour():
    spec = LatencySpec(kind="lognormal", mean=1.0, sd=1000.0)
    draw = spec.sampler(np.random.default_rng(1))
    assert all(0 <= draw() <= LONGEST_S for _ in range(50))
