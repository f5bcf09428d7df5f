import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics import reference as published
from metrics.aggregate import CONVENTIONS, distribution, pass_k, scenario_means, success_rate
from metrics.stats import wilson
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
        found = published.distribution(values, run["seed"])
        found["success_rate"] = success_rate(values, threshold=threshold)
        for field, value in run["expected"][name].items():
            assert found[field] == value, (name, field)
    for name, figures in run["expected"].get("pass_k", {}).items():
        found = published.pass_k(columns(run)[name], run["num_trials"], run["seed"], threshold=1.0, complete=True)
        assert {k: found[k] for k in figures} == figures, name


@pytest.mark.reference
@pytest.mark.parametrize("run", reference.each(RUNS, (r["run_id"] for r in RUNS)))
def test_our_figures_are_the_references_where_no_trial_is_missing(run):
    """All but the intervals, and the means of runs with missing trials, where ours give scenarios equal weight."""
    for name, values in columns(run).items():
        ours, theirs = distribution(values, 1), published.distribution(values, 1)
        counts = {k: v for k, v in theirs.items() if k not in ("mean", "mean_ci_lower", "mean_ci_upper")}
        assert {k: ours[k] for k in counts} == counts
        if None not in values.values():
            assert ours["mean"] == pytest.approx(theirs["mean"], abs=1e-4)
        if name in run["expected"].get("pass_k", {}):
            found = pass_k(values, run["num_trials"], 1, threshold=1.0, complete=True)
            figures = {k: v for k, v in run["expected"]["pass_k"][name].items() if "_ci_" not in k}
            assert {k: found[k] for k in figures} == figures


def test_a_scenario_with_missing_trials_weighs_as_much_as_another():
    """A deliberate difference: the reference averages calls, and its interval is about another figure."""
    values = {("a", 0): 1.0, ("a", 1): 1.0, ("a", 2): 1.0, ("b", 0): 0.0, ("b", 1): None, ("b", 2): None}
    assert (distribution(values, 1)["mean"], published.distribution(values, 1)["mean"]) == (0.5, 0.75)


def test_each_interval_names_its_method():
    once = distribution({(s, 0): float(s < "h") for s in "abcdefghij"}, 1)
    plain = wilson(0.7, 10)
    assert (once["mean_ci_lower"], once["mean_ci_upper"]) == (round(plain.low, 4), round(plain.high, 4))
    assert once["mean_ci_method"] == "Wilson"
    often = distribution({(s, t): float((i + t) % 3 > 0) for i, s in enumerate("abcdef") for t in range(4)}, 1)
    assert often["mean_ci_method"] == "Wilson, effective n"
    seconds = distribution({(s, 0): 1.0 + i for i, s in enumerate("abcdef")}, 1, on_scale=False)
    assert "studentised" in seconds["mean_ci_method"]
    assert CONVENTIONS["callbench"].ours
    assert not CONVENTIONS["reference"].ours


def test_the_reference_lowers_k_or_drops_a_scenario_silently():
    """Its rules of pass@k, kept for comparison: ours names what it leaves out."""
    values = {("a", 0): 1.0, ("a", 1): 1.0, ("b", 0): 1.0, ("c", 0): 1.0, ("c", 1): None, ("d", 0): None}
    lowered = published.pass_k(values, 2, 1, threshold=0.5, complete=False)
    assert (lowered["count"], lowered["k"]) == (2, 2), "a, and b with one draw; c has too few valid trials"
    assert published.pass_k(values, 2, 1, threshold=0.5, complete=True)["count"] == 1
    assert set(pass_k(values, 2, 1, threshold=0.5, complete=False)["excluded"]) == {"b", "c", "d"}
    near = {("a", 0): 0.8 - 1e-10}
    assert published.pass_k(near, 1, 1, threshold=0.8, complete=False)["pass_at_1"] == 0.0
    assert pass_k(near, 1, 1, threshold=0.8, complete=False)["pass_at_1"] == 1.0


def test_one_scenario_has_no_interval():
    assert "mean_ci_lower" not in distribution({("a", 0): 1.0, ("a", 1): 0.0}, 1)


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
