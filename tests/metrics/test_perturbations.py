"""What conditions do: differences by scenario, families, and nobody left out in silence."""

import json
from statistics import fmean

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metrics.perturbations import KEY_ENTITIES, Condition, by_reference, correlation, entities, perturbations
from metrics.score import Score
from metrics.stats import bootstrap_ci, holm, run_seed, sign_flip
from metrics.summary import CallScores
from tests.metrics.test_compare import score


def calls(values, domain="airline", **more):
    """Calls from task completion by scenario and trial; further metrics by name, by scenario."""
    return [
        CallScores(
            domain,
            name,
            trial,
            {
                "task_completion": score("task_completion", None if value is None else float(value)),
                **{key: score(key, own[name], category="diagnostic") for key, own in more.items()},
            },
        )
        for name, trials in values.items()
        for trial, value in enumerate(trials, 1)
    ]


def condition(name, found, planned=None):
    return Condition(name, found, frozenset(planned or {c.name for c in found}))


def cells(found, table="pooled", name="task_completion"):
    return {(c["condition"], c["domain"]): c for c in found[table] if c["name"] == name}


CLEAN = {f"s{n:02}": [1, 1, 1, 1, 1] for n in range(12)}
NOISE = {f"s{n:02}": [0, 0, 1] if n < 9 else [1, 1, 1] for n in range(12)}
ACCENT = {f"s{n:02}": [1, 0, 1] if n < 2 else [1, 1, 1] for n in range(12)}


@pytest.fixture
def found():
    clean = condition("clean", [*calls(CLEAN), *calls(CLEAN, "hr")])
    return perturbations(
        clean,
        [
            condition("noise", [*calls(NOISE), *calls(CLEAN, "hr")]),
            condition("accent", [*calls(ACCENT), *calls(ACCENT, "hr")]),
        ],
        seed=5,
    )


def test_a_difference_is_of_scenario_means_of_scenarios_that_both_have(found):
    cell = cells(found, "by_domain")["noise", "airline"]
    deltas = [fmean(NOISE[n]) - 1 for n in NOISE]
    assert cell["difference"] == pytest.approx(fmean(deltas), abs=1e-4) == -0.5
    assert (cell["clean"], cell["perturbed"], cell["scenarios"]) == (1.0, 0.5, 12)
    assert cell["p"] == pytest.approx(sign_flip(deltas, 0)[0], rel=1e-3)
    assert cell["low"] < -0.5 < cell["high"] < 0
    assert cell["worth"] == "worse than clean"
    pooled = cells(found)["noise", "pooled"]
    assert (pooled["difference"], pooled["scenarios"]) == (-0.25, 24)


def test_families_are_one_figure_over_conditions_and_over_conditions_and_domains(found):
    by_domain, pooled = cells(found, "by_domain"), cells(found)
    assert {c["tests"] for c in by_domain.values()} == {4}
    assert {c["tests"] for c in pooled.values()} == {2}
    for table in (by_domain, pooled):
        own = list(table.values())
        assert [c["p_adjusted"] for c in own] == pytest.approx(holm([c["p"] for c in own]), rel=1e-3)
    assert by_domain["noise", "hr"]["worth"] == "the same on every scenario"
    assert by_domain["accent", "airline"]["worth"] == "may be chance"


def test_scenarios_without_a_result_on_a_side_are_named():
    clean = calls({"a": [1], "b": [1], "c": [1]})
    own = condition("noise", calls({"a": [0], "b": [None]}), {"airline/a", "airline/b", "airline/d"})
    found = perturbations(condition("clean", clean), [own], seed=1)
    assert found["pairs"]["noise"] == {
        "planned": 3,
        "paired": 2,
        "missing": ["airline/d"],
        "missing_clean": ["airline/d"],
        "fewest_trials": 1,
    }
    assert not found["complete"]
    (cell,) = cells(found).values()
    assert (cell["scenarios"], cell["left_out"]) == (1, ["airline/b", "airline/d"])
    assert cell["worth"] == "one scenario says nothing of others"


@pytest.mark.parametrize(
    ("scenarios", "conditions", "said"),
    [
        (5, 1, "too few scenarios: p is never below 0.062"),
        (6, 1, "worse than clean"),
        (6, 2, "too few scenarios for 2 tests: adjusted p is never below 0.062"),
        (7, 2, "worse than clean"),
        (7, 3, "worse than clean"),
        (7, 4, "too few scenarios for 4 tests: adjusted p is never below 0.062"),
    ],
)
def test_what_no_outcome_could_have_shown_is_not_called_chance(scenarios, conditions, said):
    names = [f"s{n}" for n in range(scenarios)]
    own = [condition(f"noise {n}", calls({s: [0] for s in names})) for n in range(conditions)]
    found = perturbations(condition("clean", calls({s: [1] for s in names})), own, seed=1)
    assert {cell["worth"] for cell in cells(found).values()} == {said}


def test_scenarios_that_a_condition_was_never_to_have_are_not_missing():
    found = perturbations(
        condition("clean", calls(CLEAN)), [condition("noise", calls({"s00": [1], "s01": [0]}))], seed=1
    )
    assert found["complete"]
    assert found["pairs"]["noise"]["paired"] == 2
    assert cells(found)["noise", "pooled"]["left_out"] == []


def test_the_caller_s_own_validation_has_no_table():
    own = [
        CallScores(
            c.domain, c.scenario, c.trial, {"v": Score(**{**s.model_dump(), "name": "v", "category": "validation"})}
        )
        for c in calls({"a": [1], "b": [0]})
        for s in c.scores.values()
    ]
    found = perturbations(condition("clean", own), [condition("noise", own)], seed=1)
    assert found["pooled"] == found["by_domain"] == []


def test_less_is_better_of_raw_figures_and_the_verdict_knows(found):
    slow = {n: 3.0 + int(n[1:]) / 100 for n in CLEAN}
    quick = dict.fromkeys(CLEAN, 2.0)

    def with_speed(speeds):
        return [
            CallScores(
                c.domain,
                c.scenario,
                c.trial,
                {"response_speed": score("response_speed", speeds[c.scenario], "experience")},
            )
            for c in calls(CLEAN)
        ]

    other = perturbations(condition("clean", with_speed(quick)), [condition("noise", with_speed(slow))], seed=1)
    (cell,) = cells(other, name="response_speed").values()
    assert cell["difference"] > 1
    assert cell["worth"] == "worse than clean"


def test_the_reference_s_convention_draws_and_resamples_as_it_does(found):
    ours = perturbations(condition("clean", calls(CLEAN)), [condition("noise", calls(NOISE))], seed=5)
    theirs = perturbations(
        condition("clean", calls(CLEAN)), [condition("noise", calls(NOISE))], seed=5, convention="reference"
    )
    (one,), (other,) = cells(ours).values(), cells(theirs).values()
    assert one["difference"] == other["difference"]
    deltas = [fmean(NOISE[n]) - 1 for n in sorted(NOISE)]
    seed = run_seed("5:task_completion:noise:pooled")
    assert (other["low"], other["high"]) == pytest.approx(bootstrap_ci(deltas, seed, resamples=1000), abs=1e-4)
    assert other["p"] == pytest.approx(by_reference(deltas, seed)["p"])
    assert other["test"] == "paired sign-flip, 10000 draws"
    with pytest.raises(ValueError, match="no convention"):
        perturbations(condition("clean", []), [], seed=1, convention="theirs")


def test_entities_and_tasks_are_compared_on_the_scenarios_that_every_condition_has():
    def one(name, tasks, heard, names):
        return condition(
            name,
            calls(
                {n: [t] for n, t in zip(names, tasks, strict=True)},
                **{KEY_ENTITIES: dict(zip(names, heard, strict=True))},
            ),
        )

    found = entities(
        [
            one("clean", [1, 1, 1], [1.0, 1.0, 1.0], "abc"),
            one("20", [1, 0, 0], [0.9, 0.9, 0.1], "abz"),
            one("10", [0, 0], [0.5, 0.7], "ab"),
        ]
    )
    assert found["scenarios"] == 2
    assert [(p["key_entities"], p["task_completion"]) for p in found["points"]] == [(1.0, 1.0), (0.9, 0.5), (0.6, 0.0)]
    assert found["r"] == pytest.approx(np.corrcoef([1, 0.9, 0.6], [1, 0.5, 0])[0, 1], abs=1e-4)
    assert entities([]) == {"points": [], "scenarios": 0, "r": None}
    assert correlation([(0.1, 0.2), (0.3, 0.1)]) is None
    assert correlation([(0.5, 0.2), (0.5, 0.1), (0.5, 0.4)]) is None


shares = st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=1, max_size=3)
runs = st.dictionaries(st.sampled_from([f"s{n}" for n in range(6)]), shares, min_size=1, max_size=6)


@given(runs, runs, st.integers(0, 2**31 - 1))
@settings(max_examples=40, deadline=None)
def test_figures_are_a_function_of_the_calls_and_their_order_does_not_matter(one, two, seed):
    clean, other = calls(one), calls(two)
    found = perturbations(condition("clean", clean), [condition("noise", other)], seed=seed)
    assert json.loads(json.dumps(found)) == found
    again = perturbations(condition("clean", clean[::-1]), [condition("noise", other[::-1])], seed=seed)
    assert again == found
    both = set(one) & set(two)
    for cell in found["pooled"]:
        assert cell["scenarios"] == len(both)
        assert cell["low"] is None or cell["low"] <= cell["difference"] <= cell["high"]
        assert 0 < cell["p"] <= cell["p_adjusted"] <= 1
        assert len(cell["left_out"]) == len(set(two) - both)
    assert found["complete"] == (set(two) <= set(one))


@given(runs, st.integers(0, 2**31 - 1))
@settings(max_examples=20, deadline=None)
def test_a_condition_that_does_nothing_differs_in_nothing(one, seed):
    found = perturbations(condition("clean", calls(one)), [condition("same", calls(one))], seed=seed)
    assert {c["difference"] for c in found["pooled"]} <= {0.0}
    assert {c["p"] for c in found["pooled"]} <= {1.0}
