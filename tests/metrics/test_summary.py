import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics import reference as published
from metrics.score import Score
from metrics.scoring import score_record
from metrics.summary import CallScores, summarize
from tests.metrics.build import EXPECTED, WORLD, record


def score(name, value=None, state="scored", category="accuracy", why="so", **kwargs):
    return Score(name=name, version="1", category=category, state=state, value=value, why=why, **kwargs)


def call(scenario, trial, *scores, domain="airline", **kwargs):
    return CallScores(domain, scenario, trial, {s.name: s for s in scores}, **kwargs)


CALLS = [
    call("a", 0, score("task_completion", 1.0), score("words", 10.0, category="diagnostic"), attempts=2),
    call("a", 1, score("task_completion", 0.0), score("words", 20.0, category="diagnostic", subs={"p90": 4.0})),
    call("b", 0, score("task_completion", state="errored", why="KeyError: 'x'"), end_reason="time_limit"),
    call("b", 1, score("task_completion", state="skipped"), status="agent_timeout"),
]


def test_errors_and_skips_are_counted_apart_and_enter_no_mean():
    found = summarize(CALLS, k=2, seed=1)["metrics"]["task_completion"]
    assert (found["mean"], found["count"], found["total_records"]) == (0.5, 2, 4)
    assert (found["error_count"], found["skipped_count"], found["missing_count"]) == (1, 1, 0)
    assert (found["min"], found["max"], found["threshold"]) == (0.0, 1.0, 1.0)
    assert found["pass_k"]["excluded"] == {"airline/b": "0 valid trials, 2 needed"}
    assert found["pass_k"]["pass_at_k"] == 1.0


def test_a_metric_that_some_calls_lack_is_missing_there():
    found = summarize(CALLS, k=2, seed=1)["metrics"]["words"]
    assert (found["count"], found["missing_count"], found["mean"], found["raw_mean"]) == (2, 2, 15.0, 15.0)
    assert found["sub_metrics"] == {"p90": {"mean": 4.0, "min": 4.0, "max": 4.0, "count": 1}}
    assert (found["threshold"], found["higher_is_better"]) == (None, None), "not installed"
    assert "pass_k" not in found


def test_a_normalized_value_is_averaged_and_the_raw_one_told_beside_it():
    scores = [score("stt_wer", v, category="diagnostic", normalized=1 - v) for v in (0.1, 0.3)]
    found = summarize([call("a", n, s) for n, s in enumerate(scores)], k=1, seed=1)["metrics"]["stt_wer"]
    assert (found["mean"], found["raw_mean"], found["higher_is_better"]) == (0.8, 0.2, False)


def test_data_quality_tells_attempts_and_ends():
    found = summarize(CALLS, k=2, seed=1)["data_quality"]
    assert found["status"] == {"agent_timeout": 1, "completed": 3}
    assert found["end_reason"] == {"goodbye": 3, "time_limit": 1}
    assert found["attempts"] == {"total": 5, "mean": 1.25, "max": 2, "repeated": {"airline/a/t0": 2}}


def test_errors_are_listed_with_how_often_they_came():
    assert summarize(CALLS, k=2, seed=1)["metric_errors"] == {"task_completion": {"KeyError: 'x'": 1}}


def test_composites_tell_which_components_were_absent():
    found = summarize(CALLS, k=2, seed=1)["composites"]
    assert found["EVA-A_pass"]["mean"] is None
    assert found["EVA-A_pass"]["none_count"] == 4
    assert found["EVA-A_mean"]["mean"] == 0.5
    assert found["EVA-A_mean"]["absent_components"] == {
        "agent_speech_fidelity missing": 4,
        "faithfulness missing": 4,
        "task_completion errored": 1,
        "task_completion skipped": 1,
    }
    assert "pass_k" not in found["EVA-A_mean"]
    assert found["EVA-A_pass"]["pass_k"]["excluded"] == {
        "airline/a": "2 of 2 trials have no verdict",
        "airline/b": "2 of 2 trials have no verdict",
    }


def test_the_floor_is_what_an_agent_that_does_nothing_reaches():
    idle, quiet = {**WORLD, "session": {"id": 1}}, WORLD
    cases = {
        "busy": (EXPECTED, WORLD),
        "idle": (idle, idle),
        "quiet": (quiet, quiet),
        "done": (EXPECTED, EXPECTED),
    }
    calls = [
        CallScores("airline", name, 0, score_record(record(expected=expected, after=after), ["task_completion"]))
        for name, (expected, after) in cases.items()
    ]
    told = record(expected=quiet, after=quiet)
    told.scenario.update(outcome="refuse", expectations=[{"kind": "told", "text": "no", "words": [["cannot"]]}])
    calls.append(CallScores("airline", "told", 0, score_record(told, ["task_completion"])))
    assert summarize(calls, k=1, seed=1)["floor"] == {
        "scenarios": 5,
        "authenticate_and_stop": 0.4,
        "never_call_a_tool": 0.2,
        "by_state_alone": 0.6,
        "nothing_to_change": ["airline/idle", "airline/quiet", "airline/told"],
        "task_completion_where_change_is_due": 0.5,
        "by_outcome": {
            "change": {
                "scenarios": 4,
                "authenticate_and_stop": 0.5,
                "never_call_a_tool": 0.25,
                "task_completion": 0.75,
            },
            "refuse": {
                "scenarios": 1,
                "authenticate_and_stop": 0.0,
                "never_call_a_tool": 0.0,
                "task_completion": 0.0,
            },
        },
    }
    assert summarize(CALLS, k=1, seed=1)["floor"] is None


def test_task_completion_is_told_by_the_kinds_of_value_that_must_be_heard():
    def plan(*kinds):
        return [{"args": {kind: {"source": "caller", "kind": kind, "value": "x"} for kind in kinds}}]

    cases = {"a": (plan("code", "date"), EXPECTED), "b": (plan("code"), WORLD), "c": ([{"args": {}}], WORLD)}
    calls = [
        CallScores("airline", name, 0, score_record(record(plan=steps, after=after), ["task_completion"]))
        for name, (steps, after) in cases.items()
    ]
    assert summarize(calls, k=1, seed=1)["by_entity_kind"] == {
        "code": {"scenarios": 2, "task_completion": 0.5},
        "date": {"scenarios": 1, "task_completion": 1.0},
    }


def test_domains_stand_by_themselves_too():
    calls = [
        call("a", 0, score("task_completion", 1.0)),
        call("a", 0, score("task_completion", 0.0), domain="hr"),
    ]
    found = summarize(calls, k=1, seed=1)
    assert found["scenarios"] == 2
    assert {d: v["metrics"]["task_completion"] for d, v in found["domains"].items()} == {
        "airline": {"mean": 1.0, "count": 1},
        "hr": {"mean": 0.0, "count": 1},
    }


def test_the_same_trial_twice_is_refused():
    with pytest.raises(ValueError, match="trial 0 of airline/a is given more than once"):
        summarize([CALLS[0], CALLS[0]], k=1, seed=1)


def test_no_calls_make_an_empty_summary():
    found = summarize([], k=1, seed=1)
    assert (found["calls"], found["metrics"], found["floor"]) == (0, {}, None)
    assert found["composites"]["EVA-A_pass"]["mean"] is None


@given(st.permutations(CALLS))
def test_the_summary_is_the_same_bytes_whatever_the_order(calls):
    assert json.dumps(summarize(calls, k=2, seed=1)) == json.dumps(summarize(CALLS, k=2, seed=1))


def test_real_scores_summarise_and_stay_plain_json():
    calls = [CallScores("airline", s, t, score_record(record())) for s in "ab" for t in (0, 1)]
    found = summarize(calls, k=2, seed=1)
    assert json.loads(json.dumps(found)) == found
    assert found["metrics"]["turn_taking"]["pass_k"]["pass_power_k_observed"] == 1.0
    order = [m["category"] for m in found["metrics"].values()]
    assert order == sorted(order, key=["accuracy", "experience", "diagnostic", "validation"].index)


def passing(verdicts, seconds=()):
    """Calls from verdicts by scenario; the answers of the first trial of each in seconds."""
    calls = []
    for scenario, trials in verdicts.items():
        for trial, passed in enumerate(trials):
            scores = [score("task_completion", float(passed), normalized=float(passed))]
            if seconds:
                scores.append(
                    score("response_speed", 1.0, category="diagnostic", details={"per_turn_speeds": list(seconds)})
                )
            calls.append(call(scenario, trial, *scores))
    return calls


VERDICTS = {"a": [1, 1, 0], "b": [1, 1, 1], "c": [0, 0, 0], "d": [1, 0, 1], "e": [1, 1, 1]}


def test_every_interval_names_its_method_and_trials_are_told_against_width():
    entry = summarize(passing(VERDICTS), k=3, seed=1)["metrics"]["task_completion"]
    assert entry["mean_ci_method"] == "Wilson, effective n"
    passes = entry["pass_k"]
    assert {n for n in passes if n.endswith("_ci_method")} == {
        f"{figure}_ci_method"
        for figure in ("pass_at_1", "pass_at_k", "pass_power_k_theoretical", "pass_power_k_observed")
    }
    assert passes["pass_power_k_theoretical"] == pytest.approx((2 * (2 / 3) ** 3 + 2) / 5, abs=1e-4)
    assert passes["pass_power_k_observed"] == 0.4
    found = entry["stability"]
    assert list(found["widths"]) == ["1", "2", "3"]
    assert found["floor"] <= found["projected"]["10"] <= found["projected"]["1"]
    single = summarize(passing({n: v[:1] for n, v in VERDICTS.items()}), k=1, seed=1)
    assert single["metrics"]["task_completion"]["stability"] is None


def test_the_headline_is_named_with_what_is_wrong_with_it():
    found = summarize([], k=3, seed=1)["pass_power_k"]
    assert found["headline"] == "pass_power_k_theoretical"
    assert "0.110" in found["difference"]


def test_percentiles_of_latency_have_calls_as_units():
    found = summarize(passing(VERDICTS, (0.5, 0.7, 3.0)), k=3, seed=1)["latency"]
    assert (found["calls"], found["turns"], found["p50"], found["p90"]) == (15, 45, 0.7, 3.0)
    assert found["p50_ci_lower"] == found["p50_ci_upper"] == 0.7, "all calls are alike"
    assert summarize(CALLS, k=1, seed=1)["latency"] is None


def test_what_has_no_value_is_listed_by_state():
    found = summarize(CALLS, k=2, seed=1)["without_value"]
    assert found == {
        "task_completion": {"errored": ["airline/b/t0"], "skipped": ["airline/b/t1"]},
        "words": {"missing": ["airline/b/t0", "airline/b/t1"]},
    }
    everywhere = summarize([call("a", 0, score("x", state="skipped"))], k=1, seed=1)["without_value"]
    assert everywhere == {"x": {"skipped": "all"}}


def test_an_answer_that_calls_share_was_paid_for_once():
    def judged(trial, **answers):
        judge = {"name": "m", "cost_usd": 0.5 * len(answers), "asked": answers}
        return call("one", trial, score("conciseness", 1.0, category="experience", details={"judge": judge}))

    def answer(mark):
        return {"answer": mark, "cost_usd": 0.5}

    shared = [judged(0, a=answer("x")), judged(1, a=answer("x")), judged(2, a=answer("y"), b=answer("x"))]
    assert summarize(shared, k=1, seed=1)["cost"]["judges_usd"] == 1.5, "x of a, y of a, x of b"


def test_what_judges_cost_is_summed():
    judged = [
        call(n, 0, score("conciseness", 1.0, category="experience", details={"judge": {"name": "m", "cost_usd": 0.1}}))
        for n in "abc"
    ]
    assert summarize(judged, k=1, seed=1)["cost"] == {"judges_usd": 0.3, "by_metric": {"conciseness": 0.3}}
    assert summarize(CALLS, k=1, seed=1)["cost"] == {"judges_usd": 0.0, "by_metric": {}}


def test_the_references_conventions_are_one_option_away():
    calls = [*passing(VERDICTS), call("f", 0, score("task_completion", 1.0, normalized=1.0))]
    ours = summarize(calls, k=3, seed=7)
    theirs = summarize(calls, k=3, seed=7, convention="reference")
    assert (ours["convention"], theirs["convention"]) == ("callbench", "reference")
    entry, own = theirs["metrics"]["task_completion"], ours["metrics"]["task_completion"]
    values = {(c.name, c.trial): c.scores["task_completion"].value for c in calls}
    assert {k: entry[k] for k in published.distribution(values, 7)} == published.distribution(values, 7)
    assert entry["mean"] == round(11 / 16, 4)
    assert own["mean"] == round((2 / 3 + 1 + 0 + 2 / 3 + 1 + 1) / 6, 4), "each scenario weighs the same"
    assert entry["pass_k"]["count"] == 6, "k is lowered to 1 for the scenario with one trial"
    assert (own["pass_k"]["count"], list(own["pass_k"]["excluded"])) == (5, ["airline/f"])
    assert theirs["sensitivity"] is None
    assert "stability" not in entry
    with pytest.raises(ValueError, match="known: callbench, reference"):
        summarize(calls, k=3, seed=7, convention="other")
