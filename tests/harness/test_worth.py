"""What reports say of the worth of their figures; whatever is not known is left unsaid."""

import functools

import pytest

from harness.executors.inline import InlineExecutor
from harness.report.worth import estimators, worth
from harness.run import execute
from harness.score import summarise
from harness.worker import perform
from metrics.passk import ESTIMATORS
from metrics.stats import Rates
from metrics.summary import CallScores, summarize
from tests.harness.builder import deaf, fake_carry
from tests.metrics.test_sensitivity import RATES, score

work = functools.partial(perform, carry=fake_carry, ears=deaf, environ={})


def calls(trials=3):
    """Ten scenarios of which some pass always, some never, some at times; judged, and with a checked caller."""
    return [
        CallScores(
            "airline",
            f"s{n}",
            t,
            {
                "task_completion": score("task_completion", float((n + t * (n % 3)) % 4 > 0)),
                "faithfulness": score("faithfulness", float(n % 4 > 0), judge="model 1", cost_usd=0.0),
                "agent_speech_fidelity": score("agent_speech_fidelity", 1.0, judge="ears 1"),
                "user_speech_fidelity": score("user_speech_fidelity", 1.0, "validation", gate={"passed": n > 0}),
                "stt_wer": score("stt_wer", None if n == 1 else 0.9, "diagnostic"),
            },
        )
        for n in range(10)
        for t in range(trials)
    ]


def test_each_thing_is_told_in_a_sentence():
    found = worth(summarize(calls(), k=3, seed=1, judge_rates={"faithfulness": {"model 1": RATES}}))
    text = "\n".join(found)
    assert all(line.endswith(".") for line in found)
    for expected in (
        "Intervals: 95 %, scenarios as units",
        "the truth is 0.031; the unbiased C(c,k)/C(n,k) stands beside it.",
        "Width of the interval of task_completion: ",
        " with 1 trial, ",
        "Had people judged, the pass rate of faithfulness would be ",
        "it passes 18 of 20 of what people pass, and fails 14 of 20 of what they fail; twenty and twenty",
        "the pass rate of EVA-A_pass would be ",
        "(taken as right: agent_speech_fidelity)",
        "How often the judges of agent_speech_fidelity err is not known.",
        "The caller may have spoiled 3 of 30 calls that count (airline/s0/t0, airline/s0/t1, airline/s0/t2).",
        "Task completion among the calls that the caller did not spoil: between ",
        "Calls without a value, listed in summary.json: stt_wer 3 skipped",
    ):
        assert expected in text, expected


def test_what_is_not_known_is_not_told():
    found = worth(summarize([], k=1, seed=1))
    assert len(found) == 1
    theirs = worth(summarize(calls(1), k=1, seed=1, convention="reference"))
    assert theirs[0] == "Intervals: percentile bootstrap of scenario means, 95 %, 2000 resamples."
    assert not any("Had people judged" in line or "Width" in line for line in theirs)


def test_older_summaries_lack_parts_and_are_shown_all_the_same():
    summary = summarize(calls(), k=3, seed=1)
    for part in ("latency", "sensitivity", "cost", "without_value", "pass_power_k"):
        del summary[part]
    for entry in (*summary["metrics"].values(), *summary["composites"].values()):
        entry.pop("stability", None)
    assert len(worth(summary)) == 1


def test_formulas_stand_in_one_order():
    found = estimators({"estimators": dict(reversed(ESTIMATORS.items()))})
    assert [formula for _, formula in found] == [ESTIMATORS[name] for name in sorted(ESTIMATORS)]
    assert [name for name, _ in found] == [
        "pass@1 (pass_at_1)",
        "pass@k (pass_at_k)",
        "pass^k unbiased (pass_power_k_observed)",
        "pass^k (pass_power_k_theoretical)",
    ], "as the tables call them"


def test_figures_that_are_all_alike_are_not_told_as_certain():
    alike = [
        CallScores("airline", f"s{n}", t, {"task_completion": score("task_completion", 1.0)})
        for n in range(4)
        for t in range(2)
    ]
    text = "\n".join(worth(summarize(alike, k=2, seed=1)))
    assert "All scenarios came to the same in all trials: only more scenarios make it narrower." in text
    assert "above 0 " not in text


def test_one_scenario_has_no_interval_and_the_report_says_so():
    told = "There is one scenario, and figures have no interval: it says nothing of others."
    assert told in worth(summarize(calls()[:3], k=3, seed=1))
    assert told not in worth(summarize(calls(), k=3, seed=1))


def test_a_caller_that_no_check_caught_is_told_as_that():
    sound = [
        CallScores(
            "airline",
            f"s{n}",
            1,
            {"user_speech_fidelity": score("user_speech_fidelity", 1.0, "validation", gate={"passed": True})},
        )
        for n in range(3)
    ]
    assert "No check of the caller found anything in 3 calls that count." in worth(summarize(sound, k=1, seed=1))


def test_both_reports_hold_them(make_run, deaf_judges):
    from harness.report import write_report

    run = make_run("fine", "silent", count=2)
    with run.journal(lambda: "t") as journal:
        execute(run, InlineExecutor(work), journal)
    summary = summarise(run.path)
    page = write_report(run.path).read_text(encoding="utf-8")
    markdown = (run.path / "summary.md").read_text(encoding="utf-8")
    assert "What the figures are worth" in page
    assert "## What the figures are worth" in markdown
    assert "pass^k unbiased" in markdown
    answers = next(line for line in worth(summary) if line.startswith("Answers of "))
    assert answers in page
    assert "p50" in markdown


@pytest.mark.parametrize(
    ("band", "told"),
    [
        ((1.0, 1.0, 1.0), "1, as it is among all"),
        ((0.5, 0.0, 1.0), "cannot be told from so few: 0.5 was seen among all"),
        ((0.6, 0.579, 0.632), "between 0.579 and 0.632, where 0.6 was seen among all"),
    ],
)
def test_the_band_of_the_caller_says_among_which_calls(band, told):
    summary = summarize(calls(), k=3, seed=1)
    caller = summary["sensitivity"]["caller"]
    caller["task_completion"] = dict(zip(("observed", "low", "high"), band, strict=True))
    caller["calls"] = list("abcde")
    lines = worth(summary)
    assert f"Task completion among the calls that the caller did not spoil: {told}." in lines
    assert "The caller may have spoiled 3 of 30 calls that count (a, b, c and 2 more)." in lines


@pytest.mark.parametrize("rates", [{}, {"faithfulness": {"model 1": Rates(5, 10, 5, 10)}}])
def test_a_judge_that_tells_nothing_apart_has_no_band(rates):
    text = "\n".join(worth(summarize(calls(), k=3, seed=1, judge_rates=rates)))
    assert "Had people judged" not in text
    assert "How often the judges of agent_speech_fidelity, faithfulness err is not known." in text
