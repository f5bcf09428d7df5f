"""Faithfulness against people: the reference benchmark's labelled calls, those of real runs also for themselves.

Nothing is fitted, so nothing is cross-validated; but the rules were written with these labels in sight, and the
figures are optimistic by as much. Bars stand well below them.
"""

import re
from dataclasses import replace
from functools import cache

import pytest
import yaml

from metrics.judges.agreement import Agreement, agreement
from metrics.judges.labelled import WHOLE, Labelled, load_traces
from metrics.judges.offline import faithfulness
from tests import reference

pytestmark = pytest.mark.reference


@cache
def labelled() -> tuple[Labelled, ...]:
    return tuple(load_traces(reference.path("judge_validation", "faithfulness.jsonl")))


@cache
def told() -> dict[str, object]:
    """What the agent of these calls was told, as the people who labelled them knew it."""
    agent = yaml.safe_load(reference.path("configs", "agents", "airline_agent.yaml").read_text(encoding="utf-8"))
    tools = tuple(
        {
            "name": tool["name"],
            "type": tool["tool_type"],
            "description": tool["description"],
            "parameters": {
                "type": "object",
                "properties": {
                    p["name"]: {k: v for k, v in p.items() if k != "name"}
                    for p in (*tool.get("required_parameters", ()), *tool.get("optional_parameters", ()))
                },
            },
        }
        for tool in agent["tools"]
    )
    return {"instructions": f"{agent['role']}\n\n{agent['instructions']}", "tools": tools}


def made_up(item: Labelled) -> bool:
    """Whether a call comes from the generator that puts sentences into calls: the one whose flights are SW."""
    return any(re.search(r"\bSW\d{2,4}\b", f"{e.data} {e.text}") for e in item.case.entries)


@cache
def ratings(with_policy: bool) -> tuple[int, ...]:
    given = told() if with_policy else {}
    return tuple(faithfulness.judge(replace(item.case, **given)).rating for item in labelled())


def against_people(with_policy: bool, only_real: bool, *, passes: bool = False) -> Agreement:
    kept = [
        (item.ratings[WHOLE], said, item.group)
        for item, said in zip(labelled(), ratings(with_policy), strict=True)
        if not (only_real and made_up(item))
    ]
    truth, said, groups = ([k[i] for k in kept] for i in range(3))
    if passes:
        return agreement([int(t >= 2) for t in truth], [int(s >= 2) for s in said], groups, (0, 1))
    return agreement(truth, said, groups, (1, 2, 3))


@pytest.mark.parametrize("with_policy", [True, False])
def test_it_holds_its_bars(with_policy, record_property):
    found = against_people(with_policy, only_real=False)
    passed = against_people(with_policy, only_real=False, passes=True)
    _note(record_property, found, passed)
    assert found.accuracy.value >= 0.80
    assert found.macro_f1.value >= 0.75
    assert passed.kappa.value >= 0.75
    assert found.accuracy.interval is not None
    assert found.accuracy.interval[0] >= 0.80


@pytest.mark.parametrize("with_policy", [True, False])
def test_it_holds_them_on_real_runs_alone(with_policy, record_property):
    found = against_people(with_policy, only_real=True)
    passed = against_people(with_policy, only_real=True, passes=True)
    _note(record_property, found, passed)
    assert 0 < found.n < len(labelled())
    assert found.accuracy.value >= 0.68
    assert passed.kappa.value >= 0.50


def test_other_names_of_the_companies_change_nothing():
    from tests.metrics.judges.offline.test_faithfulness_calls import renamed

    names = {"SkyWay": "Bluefjord", "S W ": "Q X ", "S K ": "Q X ", "Sierra Whiskey": "Quebec X-ray"}
    names |= {"Sierra Kilo": "Quebec X-ray", "Southwest": "Pelican"}
    for item, before in zip(labelled(), ratings(with_policy=True), strict=True):
        case = replace(item.case, **told())
        for old in ("SW", "SK"):
            case = renamed(case, old, "QX", names)
        assert faithfulness.judge(case).rating == before


def _note(record_property, found: Agreement, passed: Agreement) -> None:
    for name in ("accuracy", "macro_f1", "kappa", "quadratic_kappa"):
        figure = getattr(found, name)
        record_property(name, f"{figure.value:.3f} {figure.interval} (n = {found.n})")
        print(f"{name}: {figure.value:.3f} {figure.interval} (n = {found.n})")
    print(f"pass kappa: {passed.kappa.value:.3f} {passed.kappa.interval}; {found.counts}")
