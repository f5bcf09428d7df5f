"""Proves that a target is strict: a golden path with one thing wrong must not reach it.

For a scenario whose target differs from its start: leaving any write out, altering any argument of any write,
and adding a write that the tools accept must each end in another world, or break an expectation of what is done.
"""

from __future__ import annotations

import copy
import datetime
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scenarios.expected import undone
from scenarios.model import Expectation, Scenario, Step
from scenarios.toolbox import Toolbox
from scenarios.world import World, diff, digest

UNRECORDED = frozenset({"issue_summary"})
"""Free text that no rule decides."""


@dataclass(frozen=True)
class Survivor:
    """A wrong path that reaches the target all the same.

    Attributes:
        where: the step, for example ``plan[3]`` or ``plan[3].args.date``.
        what: what was wrong with the path.
        tool: for an altered argument, the tool.
        argument: for an altered argument, its name.
    """

    where: str
    what: str
    tool: str = ""
    argument: str = ""


def survivors(scenario: Scenario, toolbox: Toolbox) -> list[Survivor]:
    """The wrong paths that reach the target; empty for a strict one, and for one that changes nothing.

    A write whose refusal is the answer leaves nothing behind, so nothing about it could be missed.
    """
    if not diff(scenario.expected, scenario.world):
        return []
    trial = _Trial(scenario, toolbox)
    found = []
    for index, step in enumerate(scenario.plan):
        if not _writes(step, toolbox) or index in trial.refused:
            continue
        if trial.passes(trial.path(index, None)):
            found.append(Survivor(f"plan[{index}]", f"leaving {step.tool} out reaches the target too"))
        for name, params in altered(step, toolbox):
            if trial.passes(trial.path(index, params)):
                what = f"{step.tool} with {name} {params[name]!r} reaches the target too"
                found.append(Survivor(f"plan[{index}].args.{name}", what, step.tool, name))
            elif trial.accepts(step.tool, params) and trial.passes([*trial.path(), (step.tool, params)]):
                what = f"a further {step.tool} with {name} {params[name]!r} is not noticed"
                found.append(Survivor(f"plan[{index}]", what))
    return found


def traceless(scenario: Scenario, toolbox: Toolbox) -> tuple[Expectation, ...]:
    """The expectations that a scenario needs because its tools leave no trace of some arguments in the world."""
    hidden: dict[str, set[str]] = {}
    for survivor in survivors(scenario, toolbox):
        if survivor.argument:
            hidden.setdefault(survivor.tool, set()).add(survivor.argument)
    return tuple(_done(scenario, tool, sorted(names)) for tool, names in sorted(hidden.items()))


def _done(scenario: Scenario, tool: str, names: list[str]) -> Expectation:
    steps = [step for step in scenario.plan if step.do == "call" and step.tool == tool]
    combinations = [{name: step.params.get(name) for name in names} for step in steps]
    distinct = [params for n, params in enumerate(combinations) if params not in combinations[:n]]
    return Expectation(
        kind="done",
        text=f"{tool} is called with the right {' and '.join(names)}",
        request=steps[0].request,
        tool=tool,
        params=tuple(distinct),
    )


Path = list[tuple[str, dict[str, Any]]]


class _Trial:
    """Plays paths against a scenario's target."""

    def __init__(self, scenario: Scenario, toolbox: Toolbox) -> None:
        self._scenario, self._toolbox = scenario, toolbox
        self._target = digest(scenario.expected)
        self._due = [item for item in scenario.expectations if item.kind == "done"]
        self.refused = self._refused()

    def path(self, index: int = -1, params: dict[str, Any] | None = None) -> Path:
        """The golden path; with the step at `index` called with other parameters, or left out (``None``)."""
        steps = [(k, step) for k, step in enumerate(self._scenario.plan) if step.do == "call"]
        kept = [(k, step) for k, step in steps if k != index or params is not None]
        return [(step.tool, params if params is not None and k == index else step.params) for k, step in kept]

    def passes(self, path: Path) -> bool:
        """Whether a path reaches the target and does what is expected to be done."""
        world, made = self._play(path)
        return world.digest() == self._target and not any(undone(item, made) for item in self._due)

    def accepts(self, tool: str, params: dict[str, Any]) -> bool:
        """Whether the tools accept a further call behind the golden path."""
        world, _ = self._play(self.path())
        return bool(self._toolbox.call(world, tool, params)["status"] == "success")

    def _refused(self) -> frozenset[int]:
        """The steps of the golden path that the tools refuse without a change."""
        world, found = World(copy.deepcopy(self._scenario.world)), set()
        for index, step in enumerate(self._scenario.plan):
            before = world.digest() if step.do == "call" else ""
            if step.do == "call" and self._toolbox.call(world, step.tool, step.params)["status"] != "success":
                found |= {index} if world.digest() == before else set()
        return frozenset(found)

    def _play(self, path: Path) -> tuple[World, Path]:
        world = World(copy.deepcopy(self._scenario.world))
        made = [
            (tool, params) for tool, params in path if self._toolbox.call(world, tool, params)["status"] == "success"
        ]
        return world, made


def altered(step: Step, toolbox: Toolbox) -> Iterator[tuple[str, dict[str, Any]]]:
    """Per argument of a step, its parameters with that one argument changed to something plausible."""
    properties: Mapping[str, Any] = toolbox.tools[step.tool].schema()["parameters"]["properties"]
    for name, value in step.params.items():
        if name not in UNRECORDED:
            yield name, {**step.params, name: _other(value, properties.get(name, {}))}


def _writes(step: Step, toolbox: Toolbox) -> bool:
    tool = toolbox.tools.get(step.tool) if step.do == "call" else None
    return tool is not None and tool.type == "write"


def _other(value: Any, schema: Mapping[str, Any]) -> Any:
    """A value of the same type that means something else."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    if isinstance(value, list | tuple):
        items = schema.get("items", {})
        return [*value[:-1], _other(value[-1], items)] if value else [_some(items)]
    choices = [item for item in schema.get("enum", ()) if item != value]
    if choices:
        return choices[0]
    text = str(value)
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}", text):
        return str(datetime.date.fromisoformat(text) + datetime.timedelta(days=1))
    if re.fullmatch(r"\d{2}:\d{2}", text):
        return f"{(int(text[:2]) + 1) % 24:02d}{text[2:]}"
    return _turned(text)


def _some(items: Mapping[str, Any]) -> Any:
    """An item for an empty list."""
    return (items.get("enum") or ["2030-01-02"])[0]


def _turned(text: str) -> str:
    """Text with its last letter or digit replaced by the next one."""
    for at in range(len(text) - 1, -1, -1):
        char = text[at]
        if char.isascii() and char.isalnum():
            last = char in "9zZ"
            return text[:at] + ({"9": "0", "z": "a", "Z": "A"}[char] if last else chr(ord(char) + 1)) + text[at + 1 :]
    return text + "x"
