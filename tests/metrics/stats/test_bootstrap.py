import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.stats import bootstrap_ci, run_seed
from tests import reference

VECTORS = reference.present("vectors", "bootstrap.json") or {"seeds": {}, "ci": []}


@pytest.mark.reference
@pytest.mark.parametrize("name", reference.each(VECTORS["seeds"]))
def test_reference_seeds(name):
    assert run_seed(name) == VECTORS["seeds"][name]


@pytest.mark.reference
@pytest.mark.parametrize(
    "case", reference.each(VECTORS["ci"], (f"{len(c['values'])}-{c['seed']}" for c in VECTORS["ci"]))
)
def test_reference_intervals(case):
    found = bootstrap_ci(case["values"], case["seed"], resamples=case["n_boot"], alpha=case["alpha"])
    assert found == pytest.approx(case["ci"], abs=1e-12)
    fields = case["fields"]
    assert [round(v, 4) for v in found] == [fields["mean_ci_lower"], fields["mean_ci_upper"]]


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12), st.integers(0, 2**31 - 1))
def test_an_interval_lies_within_the_values_and_a_seed_repeats_it(values, seed):
    low, high = bootstrap_ci(values, seed, resamples=200)
    assert min(values) - 1e-12 <= low <= high <= max(values) + 1e-12
    assert (low, high) == bootstrap_ci(values, seed, resamples=200)


def test_another_seed_draws_otherwise_and_a_narrower_interval_is_within():
    values = [0.1, 0.4, 0.5, 0.9, 1.0, 0.2]
    assert bootstrap_ci(values, 1) != bootstrap_ci(values, 2)
    wide, narrow = bootstrap_ci(values, 1), bootstrap_ci(values, 1, alpha=0.5)
    assert wide[0] < narrow[0] < narrow[1] < wide[1]


def test_without_values_there_is_no_interval():
    with pytest.raises(ValueError, match="at least one value"):
        bootstrap_ci([], 1)
