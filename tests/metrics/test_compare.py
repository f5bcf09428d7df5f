import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metrics.compare import compare, worth
from metrics.score import Score
from metrics.stats import holm, mcnemar, sign_flip
from metrics.summary import CallScores


def score(name, value, category="accuracy", **kwargs):
    state = "skipped" if value is None else "scored"
    kwargs.setdefault("normalized", value if category == "accuracy" else None)
    return Score(name=name, version="1", category=category, state=state, value=value, why="so", **kwargs)


def system(passes, seconds=None, domain="airline"):
    """Calls from verdicts by scenario; seconds by scenario where given."""
    return [
        CallScores(
            domain,
            name,
            trial,
            {
                "task_completion": score("task_completion", None if passed is None else float(passed)),
                **(
                    {"response_speed": score("response_speed", seconds[name], category="diagnostic")} if seconds else {}
                ),
            },
        )
        for name, verdicts in passes.items()
        for trial, passed in enumerate(verdicts)
    ]


def rows(found):
    return {row["name"]: row for row in found["rows"]}


ONE = {f"s{n:02}": [n % 4 > 0] for n in range(24)}
TWO = {name: [False] if n < 12 else verdicts for n, (name, verdicts) in enumerate(ONE.items())}


def test_a_row_holds_difference_interval_tests_and_what_could_be_found():
    row = rows(compare(system(ONE), system(TWO), seed=1))["task_completion"]
    deltas = [float(TWO[n][0]) - float(ONE[n][0]) for n in ONE]
    assert (row["first"], row["second"], row["difference"]) == (0.75, 0.375, -0.375)
    assert row["low"] < -0.375 < row["high"] < 0
    assert row["p"] == pytest.approx(sign_flip(deltas, 1)[0], rel=1e-3)
    assert row["mcnemar"] == {"only_first": 9, "only_second": 0, "p": pytest.approx(mcnemar(9, 0), rel=1e-3)}
    assert (row["scenarios"], row["trials"], row["tests"]) == (24, [1], 1)
    assert 0.2 < row["detectable"] < 0.5
    assert row["worth"] == "the second is worse by 0.375, more than chance explains (adjusted p 0.0039)"


@pytest.mark.parametrize(("normalized", "better"), [(0.8, 1), (None, -1)])
def test_less_is_better_only_of_raw_figures(normalized, better):
    """A word error rate on 0 to 1 has been turned round: more of it is better."""
    heard = score("stt_wer", 0.2, category="diagnostic", normalized=normalized)
    side = [CallScores("airline", name, 1, {"stt_wer": heard}) for name in ("s0", "s1")]
    assert rows(compare(side, side, seed=1))["stt_wer"]["better"] == better


def test_scenarios_that_one_lacks_are_named_and_left_out():
    two = {**{n: v for n, v in TWO.items() if n != "s00"}, "own": [True], "s05": [None]}
    found = compare(system(ONE), system(two), seed=1)
    assert (found["scenarios"], found["only_first"], found["only_second"]) == (23, ["airline/s00"], ["airline/own"])
    row = rows(found)["task_completion"]
    assert row["scenarios"] == 22
    assert row["left_out"] == ["airline/own", "airline/s00", "airline/s05"]


def test_p_is_adjusted_within_the_family_that_was_declared():
    found = compare(system(ONE, dict.fromkeys(ONE, 1.0)), system(TWO, dict.fromkeys(ONE, 1.5)), seed=1)
    families = {}
    for row in found["rows"]:
        families.setdefault(row["family"], []).append(row)
    assert {f: len(r) for f, r in families.items()} == {"means": 2, "accuracy": 1, "diagnostic": 1}
    for own in families.values():
        assert [r["p_adjusted"] for r in own] == pytest.approx(holm([r["p"] for r in own]), rel=1e-3)
        assert all(r["tests"] == len(own) for r in own)


def test_less_is_better_where_the_metric_says_so():
    slower = compare(system(ONE, dict.fromkeys(ONE, 1.0)), system(ONE, dict.fromkeys(ONE, 1.5)), seed=1)
    row = rows(slower)["response_speed"]
    assert (row["difference"], row["better"]) == (0.5, -1)
    assert row["worth"].startswith("the second is worse by 0.5")
    assert row["mcnemar"] is None


def test_a_system_beside_itself():
    found = rows(compare(system(ONE, dict.fromkeys(ONE, 1.0)), system(ONE, dict.fromkeys(ONE, 1.0)), seed=1))
    row = found["task_completion"]
    assert all(other["worth"].startswith("the same on every scenario") for other in found.values())
    assert (row["difference"], row["p"], row["p_adjusted"]) == (0, 1, 1)
    assert row["low"] < 0 < row["high"], "agreement on these scenarios does not prove it on others"
    assert "would have been found four times in five" in row["worth"]


def test_one_scenario_says_nothing():
    row = rows(compare(system({"a": [True]}), system({"a": [False]}), seed=1))["task_completion"]
    assert (row["low"], row["detectable"], row["p"]) == (None, None, 1)
    assert row["worth"] == "one scenario says nothing of others"


def test_few_scenarios_show_no_difference_however_large():
    one, two = (
        system({"a": [False], "b": [False]}, {"a": 1.0, "b": 1.1}),
        system({"a": [True], "b": [True]}, {"a": 30.0, "b": 27.0}),
    )
    for row in rows(compare(one, two, seed=1)).values():
        assert row["worth"] == "2 scenarios cannot show any difference: p is never below 0.5"
        assert row["detectable"] is None


def test_no_difference_beyond_the_scale_is_promised():
    one, two = {f"s{n}": [n % 2 > 0] for n in range(6)}, {f"s{n}": [n % 2 == 0] for n in range(6)}
    row = rows(compare(system(one), system(two), seed=1))["task_completion"]
    assert row["worth"].endswith("(adjusted p 1); no difference on 0 to 1 would be found reliably")


def test_a_difference_that_only_the_other_tests_hide_says_so():
    row = {"scenarios": 6, "differing": 6, "difference": 2.0, "p": 0.03125, "p_adjusted": 0.09, "tests": 3}
    told = worth(row | {"better": 1, "detectable": 1.0})
    assert told.endswith("(adjusted p 0.09): it would count by itself, not as one of 3 tests")


def test_nothing_in_common_has_no_rows():
    found = compare(system({"a": [True]}), system({"b": [True]}), seed=1)
    assert (found["scenarios"], found["rows"]) == (0, [])


verdicts = st.dictionaries(st.sampled_from("abcdef"), st.lists(st.booleans(), min_size=1, max_size=3), min_size=1)


@settings(max_examples=40)
@given(verdicts, verdicts)
def test_the_other_way_round_is_the_same_with_other_signs(one, two):
    here, there = (compare(a, b, seed=1) for a, b in ((system(one), system(two)), (system(two), system(one))))
    assert json.loads(json.dumps(here)) == here
    for row in here["rows"]:
        back = rows(there)[row["name"]]
        assert (row["difference"], row["p"]) == (-back["difference"], back["p"])
        if row["low"] is not None:
            assert (row["low"], row["high"]) == pytest.approx((-back["high"], -back["low"]))


def test_systems_that_are_alike_are_seldom_told_apart():
    """300 pairs on 40 scenarios with 3 trials; all figures of a family together stay below 5 % and some noise."""
    rng = np.random.default_rng(9)
    wrong = 0
    for _ in range(300):
        chances = rng.beta(1.2, 0.8, 40)
        one, two = (system({f"s{n}": rng.random(3) < p for n, p in enumerate(chances)}) for _ in range(2))
        wrong += rows(compare(one, two, seed=1))["task_completion"]["p_adjusted"] <= 0.05
    assert wrong / 300 <= 0.05 + 3 * 0.0126
