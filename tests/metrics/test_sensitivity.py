import pytest

from metrics.judges.rates import known_rates, parse
from metrics.score import Score
from metrics.sensitivity import sensitivity
from metrics.stats import Rates, behind_judge, beside_caller

RATES = Rates(18, 20, 14, 20, "twenty and twenty")


def score(name, value, category="accuracy", judge="", **details):
    state = "skipped" if value is None else "scored"
    if judge:
        details["judge"] = {"name": judge}
    return Score(
        name=name,
        version="1",
        category=category,
        state=state,
        value=value,
        normalized=value,
        why="so",
        details=details,
    )


def call(scenario, *scores):
    return scenario, {s.name: s for s in scores}


def calls(judge="offline faithfulness 1", **more):
    """Forty calls: the task is done in all but four, faithful in three of four."""
    return [
        call(
            f"s{n}",
            score("task_completion", float(n % 10 > 0)),
            score("faithfulness", float(n % 4 > 0), judge=judge),
            score("agent_speech_fidelity", 1.0),
        )
        for n in range(40)
    ]


def test_a_judge_that_was_checked_has_a_band():
    found = sensitivity(calls(), {"faithfulness": {"offline faithfulness 1": RATES}}, 1)
    middle, band = behind_judge([[float(n % 4 > 0)] for n in range(40)], RATES)
    entry = found["judges"]["faithfulness"]
    assert (entry["observed"], entry["corrected"]) == (0.75, round(middle, 4))
    assert (entry["low"], entry["high"]) == (round(band.low, 4), round(band.high, 4))
    assert (entry["sensitivity"], entry["specificity"]) == ("18 of 20", "14 of 20")
    composite = found["composites"]["EVA-A_pass"]
    assert composite["observed"] == 0.7
    assert composite["low"] < composite["corrected"] < composite["high"]
    assert composite["taken_as_right"] == []
    assert found["unknown"] == []
    assert "EVA-A_mean" not in found["composites"]


@pytest.mark.parametrize(
    "rates",
    [
        {},
        {"faithfulness": {"offline faithfulness 2": RATES}},
        {"conciseness": {"offline faithfulness 1": RATES}},
        {"faithfulness": {"offline faithfulness 1": Rates(60, 61, 0, 0)}},
    ],
)
def test_a_judge_of_another_version_or_never_shown_a_failure_is_not_known(rates):
    found = sensitivity(calls(), rates, 1)
    assert (found["judges"], found["composites"], found["unknown"]) == ({}, {}, ["faithfulness"])


def test_a_call_with_an_errored_component_is_undecided_and_in_no_band():
    torn = score("agent_speech_fidelity", None).model_copy(update={"state": "errored"})
    first, *others = calls()
    found = sensitivity(
        [(first[0], {**first[1], torn.name: torn}), *others], {"faithfulness": {"offline faithfulness 1": RATES}}, 1
    )
    assert found["composites"]["EVA-A_pass"]["observed"] == round(28 / 39, 4)


def test_two_judges_of_one_metric_are_not_one_that_is_known():
    mixed = [*calls()[:20], *calls("another 1")[20:]]
    rates = {"faithfulness": {"offline faithfulness 1": RATES, "another 1": RATES}}
    assert sensitivity(mixed, rates, 1)["unknown"] == ["faithfulness"]


def test_a_composite_is_corrected_for_the_judges_that_are_known_and_names_the_others():
    both = [
        (s, {**own, "agent_speech_fidelity": score("agent_speech_fidelity", 1.0, judge="ears 1")}) for s, own in calls()
    ]
    found = sensitivity(both, {"faithfulness": {"offline faithfulness 1": RATES}}, 1)
    assert found["composites"]["EVA-A_pass"]["taken_as_right"] == ["agent_speech_fidelity"]
    assert found["unknown"] == ["agent_speech_fidelity"]


def test_calls_without_a_decision_enter_no_band():
    undecided = [
        (s, {**own, "task_completion": score("task_completion", None)} if n % 2 == 0 else dict(list(own.items())[1:]))
        for n, (s, own) in enumerate(calls())
    ]
    found = sensitivity(undecided, {"faithfulness": {"offline faithfulness 1": RATES}}, 1)
    skipped_out = found["composites"]["EVA-A_pass"]
    assert skipped_out["observed"] == 0.5, "skipped task completion is left out; calls that miss it are undecided"


def test_calls_that_the_caller_may_have_spoiled_bound_task_completion():
    gated = [
        (
            s,
            {**own, "user_speech_fidelity": score("user_speech_fidelity", 1.0, "validation", gate={"passed": n != 3})},
        )
        for n, (s, own) in enumerate(calls())
    ]
    found = sensitivity(gated, {}, 1)["caller"]
    bounds = beside_caller(0.9, [[float(n == 3)] for n in range(40)])
    assert (found["suspect"], found["checked"]) == (1, 40)
    assert found["task_completion"] == {"observed": 0.9, "low": round(bounds.low, 4), "high": round(bounds.high, 4)}
    assert sensitivity(calls(), {}, 1)["caller"] is None


def test_no_calls_have_no_bands():
    assert sensitivity([], {}, 1) == {"judges": {}, "composites": {}, "unknown": [], "caller": None}


def test_the_file_of_rates_is_whole():
    found = known_rates()
    assert found
    for judges in found.values():
        assert all(rates.passed + rates.failed > 20 and rates.source for rates in judges.values())


def test_an_entry_that_is_not_whole_is_refused():
    with pytest.raises(ValueError, match="rates of j for m"):
        parse("m: {j: {passed: 3}}")
    assert parse("") == {}
