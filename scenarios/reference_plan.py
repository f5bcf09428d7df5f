"""Gives each argument of a golden path its source: caller, earlier result, or the rules.

A domain supplies, per tool and parameter, the slot under which the caller is asked for it and a test of
whether the caller can know the value. What stands in an earlier response is a result; what the caller knows
and no response holds comes from the caller; the rest follows from the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scenarios.model import Arg, EntityKind, Fact, Step
from scenarios.reference_record import Golden
from scenarios.values import occurs, sizes, under


@dataclass(frozen=True)
class Asked:
    """A parameter that an agent may have to ask the caller for.

    Attributes:
        slots: names of the slot, one for each further value of the same kind in one call.
        kind: how the value is spoken.
        known: whether the caller can know a value.
        always: whether it is asked even if a response holds it: credentials and preferences.
        key: the key under which a response must hold it to spare the question, for values such as small
            numbers that also stand in responses by chance; ``None``: any.
    """

    slots: tuple[str, ...]
    kind: EntityKind
    known: Callable[[Any], bool]
    always: bool = False
    key: str | None = None


@dataclass
class _Slots:
    """The slots given out in one call: a second value under the same name needs another name."""

    taken: dict[str, str] = field(default_factory=dict)
    kinds: dict[str, EntityKind] = field(default_factory=dict)

    def name(self, asked: Asked, value: str) -> str:
        numbered = (f"{asked.slots[0]}_{number}" for number in range(len(asked.slots) + 1, 99))
        for name in (*asked.slots, *numbered):
            if self.taken.setdefault(name, value) == value:
                self.kinds[name] = asked.kind
                return name
        raise AssertionError("a call with so many values of one kind does not exist")


def plan(golden: Golden, asked: Mapping[tuple[str, str], Asked], results: frozenset[str]) -> tuple[Step, ...]:
    """The golden path as steps whose arguments have sources.

    Args:
        golden: the calls and their responses.
        asked: per (tool, parameter) how the caller is asked.
        results: parameters that an agent takes from responses; a value that none holds comes from the rules.
    """
    slots = _Slots()
    steps = []
    for index, (tool, params) in enumerate(golden.calls):
        earlier = golden.responses[:index]
        args = {
            name: _arg(value, asked.get((tool, name)), name in results, earlier, slots)
            for name, value in params.items()
        }
        steps.append(Step(tool=tool, args=args))
    return tuple(steps)


def told(steps: tuple[Step, ...]) -> list[Fact]:
    """One fact for each slot that the caller is asked for, in the order in which they come up."""
    facts: dict[str, Fact] = {}
    for step in steps:
        for arg in step.args.values():
            if arg.source == "caller" and arg.slot and arg.kind:
                facts.setdefault(arg.slot, Fact(slot=arg.slot, kind=arg.kind, value=str(arg.value)))
    return list(facts.values())


def _arg(value: Any, asked: Asked | None, lookup: bool, earlier: list[dict[str, Any]], slots: _Slots) -> Arg:
    held = _held(value, earlier, asked.key if asked else None)
    if asked is not None and asked.known(value) and (asked.always or not held):
        return Arg(source="caller", value=value, slot=slots.name(asked, str(value)), kind=asked.kind)
    if held and (lookup or asked is not None):
        return Arg(source="result", value=value)
    return Arg(source="policy", value=value)


def _held(value: Any, earlier: list[dict[str, Any]], key: str | None) -> bool:
    if key is not None:
        return occurs(value, list(under(key, earlier)))
    if occurs(value, earlier):
        return True
    return isinstance(value, int) and any(size == value for tree in earlier for size in sizes("passengers", tree))
