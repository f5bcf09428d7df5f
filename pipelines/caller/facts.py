"""What the caller knows: the facts of its scenario, how often each was asked for, and the sentences that give them."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence

from pipelines.caller.answers import Chooser, answer, entity
from scenarios.model import Fact, Scenario
from scenarios.slots import Entry, entries, entry
from scenarios.spoken import mentions, say

MOST = 3  # values in one turn
TIRED = 4  # times that a value is given before the caller gives up


class Facts:
    """The facts of a scenario, for the request that is open.

    Attributes:
        request: index of the open request.
        today: the day of the call.
    """

    def __init__(self, scenario: Scenario, spelling: str, choose: Chooser) -> None:
        self._scenario, self._spelling, self._choose = scenario, spelling, choose
        self._asked: dict[tuple[str, int | None], int] = {}
        self.request = 0
        self.today = datetime.date.fromisoformat(scenario.now[:10])
        own = [entry(fact.slot, scenario.domain) for fact in scenario.facts]
        known = {e.slot for e in entries(scenario.domain)}
        self.entries: tuple[Entry, ...] = (
            *entries(scenario.domain),
            *{e.slot: e for e in own if e.slot not in known}.values(),
        )

    def held(self) -> dict[str, Fact]:
        """The facts that hold now, by slot: those of the open request before those of the whole call."""
        slots = {fact.slot for fact in self._scenario.facts if fact.request in (None, self.request)}
        return {slot: fact for slot in slots if (fact := self._scenario.fact(slot, self.request)) is not None}

    def wanted(self, slots: Sequence[str]) -> list[Fact]:
        """The facts for slots, in their order, as many as fit in a turn."""
        held = self.held()
        return [held[slot] for slot in slots if slot in held][:MOST]

    def asked(self, fact: Fact) -> int:
        """How often a fact was asked for."""
        return self._asked.get((fact.slot, fact.request), 0)

    def give(self, facts: Sequence[Fact]) -> tuple[str, list[dict[str, str]], int]:
        """The sentences that give facts, their entities, and how often the most wanted was asked for before."""
        again = max(self.asked(fact) for fact in facts)
        parts = []
        for fact in facts:
            parts.append(self.answer(fact, self.asked(fact)))
            self._asked[fact.slot, fact.request] = self.asked(fact) + 1
        return " ".join(parts), [entity(fact) for fact in facts], again

    def answer(self, fact: Fact, asked: int) -> str:
        """The sentence that gives a fact which was asked for so often before."""
        words = entry(fact.slot, self._scenario.domain)
        return answer(fact, words, self._spelling, self._choose, asked, self.today)

    def weary(self, facts: Sequence[Fact]) -> bool:
        """Whether all of these were given too often."""
        return all(self.asked(fact) > TIRED for fact in facts)

    def said_in(self, text: str) -> list[dict[str, str]]:
        """Entities of the facts whose spoken form occurs in a prepared sentence."""
        low = _plain(text)
        values = {(m.kind, m.value) for m in mentions(text, today=self.today)}
        said = []
        for fact in self._scenario.facts:
            if fact.request not in (None, self.request) or fact.kind in ("text", "count", "number"):
                continue
            forms = [_plain(form) for form in (say(fact.kind, fact.value), fact.spoken) if form]
            if (fact.kind, fact.value) in values or any(re.search(rf"\b{re.escape(f)}\b", low) for f in forms if f):
                said.append(entity(fact))
        return said


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"[^a-z0-9 ]", " ", text.lower())).strip()
