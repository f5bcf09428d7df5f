"""A case as the rules on faithfulness look at it: its steps, its sayings, and what was known at each place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from metrics.judges.case import Case
from metrics.judges.offline._effects import kind, succeeded
from metrics.judges.offline._faithfulness_entries import Item, items
from metrics.judges.offline._faithfulness_grounds import Grounds
from metrics.judges.views import VIEWS
from metrics.words import sentences


@dataclass(frozen=True, slots=True)
class Step:
    """A tool call with its answer. `place` and `answered` are positions among the case's entries."""

    place: int
    answered: int
    turn: int
    tool: str
    type: str
    params: Mapping[str, Any]
    response: Mapping[str, Any]
    ok: bool

    @property
    def writes(self) -> bool:
        """Whether it changes something."""
        return self.type == "write"

    @property
    def looks(self) -> bool:
        """Whether it only looks something up."""
        return self.type in ("read", "auth")


@dataclass(frozen=True, slots=True)
class Saying:
    """What one side said at one place."""

    place: int
    turn: int
    agent: bool
    text: str
    sentences: tuple[str, ...]


class View:
    """A case, read once for all rules.

    Attributes:
        heard: the agent's words are a recogniser's, whose punctuation means nothing.
    """

    def __init__(self, case: Case) -> None:
        self.case = case
        self.heard = VIEWS[case.architecture].agent == "heard"
        place = {id(e): i for i, e in enumerate(case.entries)}
        self.steps = tuple(
            Step(
                place[id(call)],
                place[id(answer)] if answer is not None else place[id(call)],
                call.turn,
                call.tool,
                kind(case, call),
                call.data,
                answer.data if answer is not None else {},
                succeeded(answer),
            )
            for call, answer in case.calls()
        )
        self.sayings = tuple(
            Saying(i, e.turn, e.kind == "agent", text, tuple(sentences(text)))
            for i, e in enumerate(case.entries)
            if e.kind in ("agent", "caller") and (text := e.text.strip().replace("’", "'"))
        )
        self._at: dict[int, Grounds] = {}

    @cached_property
    def agent(self) -> tuple[Saying, ...]:
        """What the agent said."""
        return tuple(s for s in self.sayings if s.agent)

    @cached_property
    def caller(self) -> tuple[Saying, ...]:
        """What the caller said."""
        return tuple(s for s in self.sayings if not s.agent)

    @cached_property
    def policy(self) -> Grounds:
        """What the instructions and the words about the tools say."""
        found = Grounds()
        for text in (*self.case.instructions.splitlines(), *(str(t.get("description", "")) for t in self.case.tools)):
            if text.strip():
                found.add_rule(text)
        if self.case.now:
            found.add_data({"now": self.case.now})
        return found

    def known(self, place: int) -> Grounds:
        """What caller and tools had said before a place, and the policy; what the agent said is no source."""
        if place not in self._at:
            found = Grounds()
            found.merge(self.policy)
            for entry, part in zip(self.case.entries[:place], self._parts, strict=False):
                if entry.kind in ("caller", "response"):
                    found.merge(part)
            self._at[place] = found
        return self._at[place]

    @cached_property
    def everything(self) -> Grounds:
        """All that was said by the caller and the tools in the whole call, and the policy."""
        return self.known(len(self.case.entries))

    @cached_property
    def told(self) -> Grounds:
        """What caller and tools said in the whole call: what sums are made of."""
        found = Grounds()
        for entry, part in zip(self.case.entries, self._parts, strict=True):
            if entry.kind in ("caller", "response"):
                found.merge(part)
        return found

    def last_saying(self, place: int, agent: bool) -> Saying | None:
        """What a side said last before a place."""
        return next((s for s in reversed(self.sayings) if s.place < place and s.agent == agent), None)

    def items(self, place: int) -> list[Item]:
        """What the tools had listed before a place, item by item, and what they gave outside of lists."""
        return [i for at, found in self._items for i in found if at < place]

    @cached_property
    def own_amounts(self) -> set[int]:
        """Amounts that are not one of several in a list of offers: what the caller said, paid, and was charged."""
        found = {a for _, answer in self._items for i in answer if not i.listed for a in i.grounds.evidence.amounts}
        found |= {
            a for _, answer in self._items if sum(i.listed for i in answer) <= 4 for i in answer for a in _paid(i)
        }
        for entry, part in zip(self.case.entries, self._parts, strict=True):
            if entry.kind == "caller":
                found |= part.evidence.amounts
        return found

    @cached_property
    def _items(self) -> list[tuple[int, list[Item]]]:
        return [(i, list(items(e.data))) for i, e in enumerate(self.case.entries) if e.kind == "response"]

    @cached_property
    def _parts(self) -> tuple[Grounds, ...]:
        parts = []
        for entry in self.case.entries:
            part = Grounds()
            if entry.kind == "response":
                part.add_data(entry.data)
            elif entry.kind in ("caller", "agent"):
                part.add_text(entry.text)
            parts.append(part)
        return tuple(parts)


def _paid(item: Item) -> set[int]:
    """Amounts of a record of the caller: one that says what was paid."""
    return item.grounds.evidence.amounts if "paid" in item.grounds.words else set()
