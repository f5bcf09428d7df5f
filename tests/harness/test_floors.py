"""Agents that do next to nothing stay below the declared floor, and the floor can be broken."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.floors import AGENTS, BOUNDS, EXEMPT, SHOWN, Result, chosen, mean, measure, problems


def result(agent: str = "floor-idle", outcome: str = "change", valid: bool = True, **values: float | None) -> Result:
    shown = {**dict.fromkeys(SHOWN, 0.0), **{name.replace("EVA_", "EVA-"): v for name, v in values.items()}}
    return Result(agent, "airline", outcome, "x", "completed", "goodbye", valid, shown)


def test_every_floor_agent_has_bounds() -> None:
    assert set(BOUNDS) == set(AGENTS)
    assert all(bounds["task_completion"] == bounds["EVA-overall_pass"] == 0.0 for bounds in BOUNDS.values())


def test_all_scenarios_or_so_many_of_each_domain_in_every_class() -> None:
    whole = chosen()
    assert len(whole) == 213
    few = chosen(4)
    assert {(s.domain, s.outcome) for s in few} == {(s.domain, s.outcome) for s in whole}
    assert len(few) == len({(s.domain, s.id) for s in few}) == 12


def test_scores_above_the_floor_are_named() -> None:
    assert problems([result(), result("floor-silent"), result("floor-transfer")]) == []
    (text,) = problems([result(), result(task_completion=1.0)])
    assert text == "floor-idle: task_completion 0.500 of 2 scenarios to change, at most 0: airline/x"
    assert problems([result("floor-silent", EVA_X_pass=1.0)]) != []
    assert problems([result("floor-idle", EVA_X_pass=1.0)]) == []


def test_handing_over_is_right_only_where_the_caller_is_to_be_handed_over() -> None:
    assert problems([result("floor-transfer", "transfer", task_completion=1.0)]) == []
    assert problems([result("floor-transfer", "refuse", task_completion=1.0)]) != []
    assert problems([result("floor-idle", "transfer", task_completion=1.0)]) != []
    assert set(EXEMPT) <= set(AGENTS)


def test_a_call_that_does_not_count_proves_nothing() -> None:
    (text,) = problems([result(valid=False)])
    assert "does not count" in text


def test_undecided_calls_are_in_no_mean() -> None:
    assert mean([result(task_completion=1.0), result(task_completion=None)], "task_completion") == (1.0, 1)
    assert mean([], "task_completion") == (None, 0)


@pytest.mark.slow
@pytest.mark.parametrize("agent", AGENTS)
def test_a_sample_stays_below_the_floor(agent: str, tmp_path: Path) -> None:
    results = [measure(agent, scenario, tmp_path) for scenario in chosen(1)]
    assert problems(results) == []
    assert len(results) == 3
    assert all(r.values["task_completion"] == 0.0 for r in results)
    if agent == "floor-silent":
        assert {r.end_reason for r in results} == {"agent_silence"}
