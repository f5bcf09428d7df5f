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
    for index in trial.writes:
        step = scenario.plan[index]
        if trial.passes_with(index, None):
            found.append(Survivor(f"plan[{index}]", f"leaving {step.tool} out reaches the target too"))
        for name, params in altered(step, toolbox):
            if trial.passes_with(index, params):
                what = f"{step.tool} with {name} {params[name]!r} reaches the target too"
                found.append(Survivor(f"plan[{index}].args.{name}", what, step.tool, name))
            elif trial.passes_after(step.tool, params):
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


Calls = list[tuple[str, dict[str, Any]]]


class _Trial:
    """Plays wrong paths against a scenario's target; the golden path is played once, and paths branch off from it.

    Attributes:
        writes: the steps of the golden path that write, but for those that the tools refuse without a change.
    """

    def __init__(self, scenario: Scenario, toolbox: Toolbox) -> None:
        self._toolbox = toolbox
        self._target = digest(scenario.expected)
        self._due = [item for item in scenario.expectations if item.kind == "done"]
        self._steps = [(k, step) for k, step in enumerate(scenario.plan) if step.do == "call"]
        self._before: dict[int, tuple[World, Calls]] = {}
        self._end, self._made = World(copy.deepcopy(scenario.world)), Calls()
        for index, step in self._steps:
            if _writes(step, toolbox):
                self._before[index] = (self._end.copy(), list(self._made))
            self._call(self._end, self._made, step.tool, step.params)
        self.writes = [k for k, step in self._steps if k in self._before and not self._refused(k, step)]

    def passes_with(self, index: int, params: dict[str, Any] | None) -> bool:
        """Whether the target is reached with the step at `index` called otherwise, or left out (``None``)."""
        start, before = self._before[index]
        world, made = start.copy(), list(before)
        for k, step in self._steps:
            if k > index:
                self._call(world, made, step.tool, step.params)
            elif k == index and params is not None:
                self._call(world, made, step.tool, params)
        return self._passes(world, made)

    def passes_after(self, tool: str, params: dict[str, Any]) -> bool:
        """Whether the tools accept a further call behind the golden path, and the target is reached all the same."""
        world, made = self._end.copy(), list(self._made)
        return self._call(world, made, tool, params) and self._passes(world, made)

    def _passes(self, world: World, made: Calls) -> bool:
        return world.digest() == self._target and not any(undone(item, made) for item in self._due)

    def _call(self, world: World, made: Calls, tool: str, params: dict[str, Any]) -> bool:
        """Calls a tool, notes the call when it succeeded, and answers whether it did."""
        success = bool(self._toolbox.call(world, tool, params)["status"] == "success")
        made += [(tool, params)] if success else []
        return success

    def _refused(self, index: int, step: Step) -> bool:
        before, _ = self._before[index]
        world = before.copy()
        return not self._call(world, [], step.tool, step.params) and world.digest() == before.digest()


def altered(step: Step, toolbox: Toolbox) -> Iterator[tuple[str, dict[str, Any]]]:
    """Per argument of a step, its parameters with that one argument changed to something plausible."""
    properties: Mapping[str, Any] = toolbox.tools[step.tool].schema()["parameters"]["properties"]
    for name, value in step.params.items():
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
