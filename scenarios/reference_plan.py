"""Gives each argument of a golden path its source: caller, earlier result, or the rules.

A domain supplies, per tool and parameter, the slot under which the caller is asked for it and a test of
whether the caller can know the value. What stands in an earlier response is a result; what the caller knows
and no response holds comes from the caller; the rest follows from the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from scenarios.kinds import fits
from scenarios.model import Arg, EntityKind, Fact, Step
from scenarios.reference_record import Golden
from scenarios.values import composed, occurs, said, sizes, under


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


#: How the caller is asked for the value of a tool's parameter; ``None``: never.
Asking = Callable[[str, str, Any], Asked | None]


@dataclass
class _Slots:
    """The slots given out in one call: a second value under the same name needs another name."""

    taken: dict[str, str] = field(default_factory=dict)

    def name(self, asked: Asked, value: str) -> str:
        """The slot of a value, given out now if it is new."""
        return next(name for name in self._names(asked) if self.taken.setdefault(name, value) == value)

    def gave(self, asked: Asked, value: str) -> bool:
        """Whether the caller has said this value already."""
        return any(self.taken.get(name) == value for name in self._names(asked) if name in self.taken)

    def _names(self, asked: Asked) -> Iterator[str]:
        yield from asked.slots
        for number in range(len(asked.slots) + 1, len(asked.slots) + len(self.taken) + 2):
            yield f"{asked.slots[0]}_{number}"


def plan(golden: Golden, asking: Asking, looked_up: Callable[[str], bool]) -> tuple[Step, ...]:
    """The golden path as steps whose arguments have sources.

    Args:
        golden: the calls and their responses.
        asking: per tool, parameter and value, how the caller is asked.
        looked_up: whether an agent takes a parameter from responses; a value that none holds, and every other
            parameter that nobody is asked for, comes from the rules.
    """
    slots = _Slots()
    steps = []
    for index, (tool, params) in enumerate(golden.calls):
        earlier = golden.responses[:index]
        args = {
            name: _arg(value, asking(tool, name, value), looked_up(name), earlier, slots)
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
                facts.setdefault(arg.slot, Fact(slot=arg.slot, kind=arg.kind, value=said(arg.value)))
    return list(facts.values())


def _arg(value: Any, asked: Asked | None, lookup: bool, earlier: list[dict[str, Any]], slots: _Slots) -> Arg:
    held = _held(value, earlier, asked.key if asked else None)
    if asked is not None and fits(asked.kind, words := said(value)) and asked.known(value):
        # What was heard once stays what was heard: a response that repeats it is only an echo.
        heard = asked.always or not held or slots.gave(asked, words)
        if heard:
            return Arg(source="caller", value=value, slot=slots.name(asked, words), kind=asked.kind)
    if held and (lookup or asked is not None):
        return Arg(source="result", value=value)
    return Arg(source="policy", value=value)


def _held(value: Any, earlier: list[dict[str, Any]], key: str | None) -> bool:
    if key is not None:
        return occurs(value, list(under(key, earlier)))
    if occurs(value, earlier) or composed(value, earlier):
        return True
    return _counts(value) and any(size == value for tree in earlier for size in sizes("passengers", tree))


def _counts(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
