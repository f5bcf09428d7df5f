"""callbench plan: calls, hours, cost and what would be found, before any call is made."""

import functools
import json

import numpy as np
import pytest

from harness import power, study
from harness.budget import estimate
from harness.duration import hours
from harness.executors.inline import InlineExecutor
from harness.power_measured import measured
from harness.run import execute
from harness.score import summarise
from harness.settings import load
from harness.worker import perform
from metrics.compare import Figure
from metrics.stats.power import Population, found_by
from scenarios.errors import UsageError
from tests.harness.builder import deaf, fake_carry

work = functools.partial(perform, carry=fake_carry, ears=deaf, environ={})


def planned(options=None, **assumptions):
    return power.plan(load(None, options or {}), power.assume(assumptions))


@pytest.fixture
def earlier(make_run, tmp_path, deaf_judges):
    def earlier(*scenarios, count=2):
        run = make_run(*scenarios, path=tmp_path / "earlier", count=count)
        with run.journal(lambda: "t") as journal:
            execute(run, InlineExecutor(work), journal)
        summarise(run.path)
        return run.path

    return earlier


def test_a_run_is_planned_as_it_would_be_carried_and_compared_with_another_like_it():
    found = planned({"limit": 40, "trials": 3, "concurrency": 1}, rate=0.7)
    (row,) = found["conditions"]
    assert (row["scenarios"], row["trials"], row["calls"], found["calls"]) == (40, 3, 120, 120)
    assert found["hours"] == pytest.approx(hours(120, "virtual", 1), abs=1e-4)
    assert (found["usd"], found["cost"]) == (0.0, [])
    share, mean = found["figures"]
    population = Population.of_verdicts(0.7, 0.5, 0.5)
    assert share["detectable"] == pytest.approx(found_by(population, 40, (3, 3)), abs=1e-4)
    assert share["tests"] == mean["tests"] == 3, "the passes and the means are families of three"
    assert share["detectable_corrected"] == pytest.approx(found_by(population, 40, (3, 3), tests=3), abs=1e-4)
    assert mean["detectable"] == pytest.approx(found_by(Population(0.04, 0.5, 0.5), 40, (3, 3)), abs=1e-4)
    assert json.loads(json.dumps(found)) == found


def test_a_study_is_planned_as_it_would_be_carried_with_a_test_for_each_perturbed_condition():
    options = {
        "perturb": ["clean", "gain=-12", "gain=-30", "gain=-40", "gain=-50"],
        "trials": 5,
        "perturb_trials": 2,
        "perturb_limit": 12,
    }
    found = planned(options)
    parts = study.prepare(load(None, options)).manifest.conditions
    assert [(row["condition"], row["calls"]) for row in found["conditions"]] == [(p.condition, p.calls) for p in parts]
    assert found["compared"] == {"scenarios": 12, "trials": [5, 2], "conditions": 4}
    assert {row["tests"] for row in found["figures"]} == {4}
    assert {row["tests"] for row in planned(options, tests=9)["figures"]} == {9}


def test_the_table_shows_that_trials_stop_helping_and_scenarios_do_not():
    row = planned({"limit": 40, "trials": 4})["figures"][0]
    assert [line["scenarios"] for line in row["table"]] == [10, 20, 40, 80, 160]
    here = row["table"][2]
    assert list(here["trials"]) == ["1", "2", "3", "4", "5", "10"]
    assert here["trials"]["4"] == row["detectable_corrected"]
    assert list(here["trials"].values()) == sorted(here["trials"].values(), reverse=True)
    assert here["endless"] > row["table"][4]["trials"]["1"], "four times the scenarios do what no trials can"
    wanted = planned({"limit": 40, "trials": 4}, find=here["trials"]["4"])["figures"][0]["find_scenarios"]
    assert wanted == pytest.approx(40, abs=1)


def test_cost_is_that_of_the_price_table_and_what_is_unknown_stays_unknown():
    options = {"agent": "nova3-gpt54-sonic3", "limit": 5, "trials": 2}
    unknown = planned(options)
    assert unknown["usd"] is None
    assert unknown["conditions"][0]["usd"] is None
    assert unknown["cost"][0].startswith("expected cost: not known (")
    priced = {**options, "prices": "examples/prices.yaml", "budget": 0.01}
    known = planned(priced)
    each = estimate(power.launch.prepare(load(None, priced)).manifest.billing)
    assert known["usd"] == pytest.approx(10 * each, abs=1e-3)
    assert known["cost"][1] == "budget: 0.01 US dollars are expected to allow not even one call"


def test_an_earlier_run_tells_rates_and_variances(earlier):
    run = earlier("fine", "silent", "mishears", "limit")
    found = planned({"limit": 30}, like=run, figure=("task_completion", "EVA-A_pass"))
    row = found["figures"][0]
    assert (row["name"], found["like"]) == ("task_completion", "earlier")
    assert row["rate"] == row["mean"]
    assert row["source"] == "4 scenarios, 2 trials each"
    assert row["within_variance"] == 0.0, "these scenarios always end alike"
    assert row["between_variance"] == pytest.approx(row["rate"] * (1 - row["rate"]), abs=1e-4)
    assert row["enough_trials"] == 1
    composites = planned({"limit": 30}, like=run)
    told = {figure["name"] for figure in composites["figures"]} | set(composites["left_out"])
    assert {"EVA-A_pass", "EVA-X_pass", "EVA-A_mean", "EVA-X_mean", "EVA-overall_pass", "EVA-overall_mean"} == told


def figure(groups, on_scale=True):
    values = {(f"s{i:03}", t): float(v) for i, group in enumerate(groups) for t, v in enumerate(group)}
    return Figure("x", "passes", values, values, on_scale=on_scale)


def test_variance_is_measured_between_scenarios_and_trials():
    rng = np.random.default_rng(7)
    chances = rng.beta(1.5, 1.5, 500)  # the share between scenarios is 1 / (1 + 3)
    found = measured(figure(rng.random((500, 4)) < chances[:, None]), 3, 0.9, 0.5).population
    assert found.between == pytest.approx(0.25, abs=0.05)
    assert found.variance == found.rate * (1 - found.rate)
    seconds = rng.normal(2, 0.3, 500)[:, None] + rng.normal(0, 0.4, (500, 4))
    found = measured(figure(seconds, on_scale=False), 3, 0.9, 0.5).population
    assert (found.rate, found.variance) == (None, pytest.approx(0.25, rel=0.1))
    assert found.between == pytest.approx(0.36, abs=0.06)


def test_what_an_earlier_run_leaves_open_is_assumed_and_told():
    once = measured(figure([[1], [0], [1]]), 3, 0.7, 0.5)
    assert once.population.between == 0.7
    assert "assumed" in once.source
    alike = measured(figure([[1, 1]] * 9), 3, 0.7, 0.5)
    assert (alike.population.rate, alike.mean) == (pytest.approx(9.5 / 10), 1.0)
    assert "half a verdict added" in alike.source
    assert measured(figure([[1, 0]]), 3, 0.7, 0.5) == "1 scenario with a value, and it takes two to vary"
    assert measured(figure([[0.4, 0.4]] * 3), 3, 0.7, 0.5) == "it is the same in every call"


@pytest.mark.parametrize(
    ("assumptions", "message"),
    [
        ({"rate": 1.0}, "option --rate: input should be less than 1, not 1.0"),
        ({"sd": 0.0}, "option --sd: input should be greater than 0"),
        ({"sd": float("inf")}, "option --sd: input should be a finite number"),
        ({"between": 1.5}, "option --between: "),
        ({"alike": -0.1}, "option --alike: "),
        ({"tests": 0}, "option --tests: "),
        ({"find": 0.0}, "option --find: "),
        ({"figure": ("EVA-A_pass",)}, "--figure names a figure of an earlier run; add --like RUN"),
        ({"rate": 0.5, "like": "runs/x"}, "--rate is measured on the run of --like"),
        ({"like": "no/such"}, "no/such"),
    ],
)
def test_what_cannot_be_is_told_in_a_line(assumptions, message):
    with pytest.raises(UsageError) as told:
        planned({}, **assumptions)
    assert message in str(told.value)
    assert "\n" not in str(told.value)


def test_an_earlier_run_without_what_is_asked_for_is_told(earlier, make_run, tmp_path):
    with pytest.raises(UsageError, match=r"--figure hope: run .* has no such figure; it has EVA-A_pass, "):
        planned({}, like=earlier("fine", "silent"), figure=("hope",))
    made = study.create(study.prepare(load(None, {"limit": 1, "perturb": "clean,gain=-12"})), tmp_path / "study")
    with pytest.raises(UsageError, match=r"is a study; name one of its runs, such as --like .*/study/clean"):
        planned({}, like=made.path)
    with pytest.raises(UsageError, match="no call of it counts and has scores"):
        planned({}, like=make_run("fine", path=tmp_path / "empty").path)


def test_the_command_prints_the_plan(cli, earlier):
    status, out, err = cli("plan", "--limit", 30, "--trials", 3, "--find", 0.1)
    assert (status, err) == (0, "")
    for text in (
        "all together: 90 calls",
        "no cost: nobody is paid",
        "compared: this run with another like it, on 30 scenarios with 3 trials; paired, two-sided, 5 %, power 80 %",
        "assumed, not measured (--like RUN measures)",
        "a pass rate: the least difference by scenarios and trials, one of 3 tests",
        "trials on, any number of further ones would lower it by less than a tenth",
        "a mean: a difference of 0.1 takes ",
    ):
        assert text in out
    run = earlier("fine", "silent", "mishears")
    status, out, _ = cli("plan", "--limit", 3, "--like", run, "--figure", "task_completion")
    assert status == 0
    assert "measured on earlier: task_completion, 3 scenarios, 2 trials each" in out
    assert "task_completion: no difference on its scale would be found reliably" in out
    status, out, _ = cli("plan", "--perturb", "clean,gain=-12", "--limit", 8, "--json")
    assert (status, json.loads(out)["compared"]["conditions"]) == (0, 1)
    status, out, err = cli("plan", "--rate", 3)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("callbench: option --rate: ")
