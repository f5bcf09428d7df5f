import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.aggregate import distribution, pass_k, scenario_means, success_rate
from tests import reference

RUNS = (reference.present("vectors", "aggregation.json") or {"run_cases": []})["run_cases"]


def columns(run):
    """The values of each composite by scenario and trial."""
    found = {}
    for key, held in run["records"].items():
        scenario, _, trial = key.partition("/trial_")
        for name, value in held["aggregate"].items():
            found.setdefault(name, {})[scenario, int(trial or 0)] = value
    return found


@pytest.mark.reference
@pytest.mark.parametrize("run", reference.each(RUNS, (r["run_id"] for r in RUNS)))
def test_reference_runs(run):
    for name, values in columns(run).items():
        threshold = 1.0 if name.endswith("_pass") else 0.5
        found = distribution(values, run["seed"])
        found["success_rate"] = success_rate(values, threshold=threshold)
        for field, value in run["expected"][name].items():
            assert found[field] == value, (name, field)
    for name, figures in run["expected"].get("pass_k", {}).items():
        found = pass_k(columns(run)[name], run["num_trials"], run["seed"], threshold=1.0, complete=True)
        assert {k: found[k] for k in figures} == figures, name


def test_values_without_a_verdict_are_counted_and_are_no_zeros():
    values = {("a", 0): 1.0, ("a", 1): None, ("b", 0): 0.5, ("c", 0): None}
    found = distribution(values, 1)
    assert (found["mean"], found["count"], found["none_count"], found["total_records"]) == (0.75, 2, 2, 4)
    assert found["mean_ci_n_scenarios"] == 2


def test_without_any_value_there_is_no_mean_and_no_interval():
    found = distribution({("a", 0): None}, 1)
    assert found == {"mean": None, "count": 0, "none_count": 1, "total_records": 1, "mean_ci_n_scenarios": 0}
    assert success_rate({("a", 0): None}, threshold=0.5) is None


def test_trials_are_averaged_before_scenarios_are():
    assert scenario_means({("a", 0): 1.0, ("a", 1): 0.0, ("b", 0): 1.0}) == {"a": 0.5, "b": 1.0}


def test_pass_k_says_how_many_trials_and_what_was_left_out():
    values = {("a", 0): 1.0, ("a", 1): 0.0, ("b", 0): 1.0, ("b", 1): None}
    found = pass_k(values, 2, 1, threshold=0.5, complete=False)
    assert (found["k"], found["n"], found["count"]) == (2, [2], 1)
    assert found["excluded"] == {"b": "1 valid trials, 2 needed"}
    assert (found["pass_at_1"], found["pass_at_k"], found["pass_power_k_observed"]) == (0.5, 1.0, 0.0)
    nobody = pass_k(values, 3, 1, threshold=0.5, complete=False)
    assert (nobody["count"], nobody["pass_at_k"]) == (0, None)
    assert "pass_at_k_ci_lower" not in nobody


@given(
    st.dictionaries(
        st.tuples(st.sampled_from("abcdef"), st.integers(0, 3)),
        st.one_of(st.none(), st.floats(0, 1)),
        min_size=1,
    ),
    st.randoms(),
)
def test_the_order_of_calls_does_not_matter(values, random):
    shuffled = list(values.items())
    random.shuffle(shuffled)
    assert distribution(dict(shuffled), 7) == distribution(values, 7)
    figures = [pass_k(v, 2, 7, threshold=0.5, complete=True) for v in (values, dict(shuffled))]
    assert figures[0] == figures[1]
