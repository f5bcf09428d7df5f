"""The built-in packs, each read once for all tests, and ways to look at their calls."""

from __future__ import annotations

import datetime
import functools
import re
from typing import Any

import pytest

from scenarios.model import Scenario, Step
from scenarios.packs import Pack, load_pack
from scenarios.replay import Replay, replay
from scenarios.toolbox import Toolbox

DOMAINS = ("airline", "hr", "itsm")


@functools.cache
def pack(domain: str) -> Pack:
    return load_pack("builtin", domain)


@functools.cache
def toolbox(domain: str) -> Toolbox:
    return Toolbox.for_domain(domain)


def scenarios(*domains: str) -> tuple[Scenario, ...]:
    """The scenarios of these packs."""
    return tuple(scenario for domain in domains for scenario in pack(domain).scenarios.values())


def each(*domains: str) -> pytest.MarkDecorator:
    """A test of every scenario of these packs."""
    return pytest.mark.parametrize("scenario", scenarios(*domains), ids=lambda s: f"{s.domain}/{s.id}")


def each_line(*domains: str) -> pytest.MarkDecorator:
    """A test of every step of these packs in which the agent offers or tells something."""
    said = [
        pytest.param(scenario, step, id=f"{scenario.domain}/{scenario.id}: {step.tool or 'tell'}")
        for scenario in scenarios(*domains)
        for step in scenario.plan
        if step.offer or step.text
    ]
    return pytest.mark.parametrize(("scenario", "step"), said)


def calls(scenario: Scenario) -> list[Step]:
    """The steps of the golden path that call a tool."""
    return [step for step in scenario.plan if step.do == "call"]


def tools(scenario: Scenario) -> set[str]:
    """The tools that the golden path calls."""
    return {step.tool for step in calls(scenario)}


@functools.cache
def _played(domain: str, name: str) -> Replay:
    return replay(pack(domain).scenarios[name], toolbox(domain))


def played(scenario: Scenario) -> Replay:
    """The golden path of a scenario of a built-in pack, played once: do not change what it holds."""
    return _played(scenario.domain, scenario.id)


def today(scenario: Scenario) -> datetime.date:
    return datetime.date.fromisoformat(scenario.now[:10])


def days(text: str) -> list[str]:
    """The days that stand in a text as the records write them."""
    return re.findall(r"\d{4}-\d{2}-\d{2}", text)


def full_name(scenario: Scenario) -> str:
    return f"{scenario.caller.first_name} {scenario.caller.last_name}"


def assert_rows_are_alike(tables: dict[str, Any], table: str, key: str, *some: str) -> None:
    """Rows stand under their own key and have the same members, but for `some` that not every row needs."""
    rows = tables[table]
    assert rows, table
    assert all(row[key] == name for name, row in rows.items()), table
    assert len({frozenset(row) - set(some) for row in rows.values()}) == 1, f"rows of {table} have different members"
