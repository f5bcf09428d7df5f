"""The values that an agent can have learned: from tool responses, the scenario's world, or the caller.

Amounts are cents; codes are letters and digits without anything between. What stands in a record is walked as
data: a number under a key that counts or measures something is no money.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Any

from scenarios.spoken import mentions

_NO_MONEY = re.compile(
    r"(?:^|_)(?:seats?|bags?|stops?|minutes?|hours?|days?|nights?|count|number|num|index|offset|duration|rank"
    r"|segment|floor|capacity|age|year|available|passengers?|id)(?:_|$)"
)
_PART = re.compile(r"[A-Za-z0-9]+")
CODE_KINDS = ("code", "digits", "flight")


@dataclass
class Evidence:
    """What has been learned so far; grows as the call goes on."""

    amounts: set[int] = field(default_factory=set)
    codes: set[str] = field(default_factory=set)

    def add_data(self, data: Any) -> None:
        """Learn from JSON data: a response, a world."""
        for path, leaf in _leaves(data, ()):
            if isinstance(leaf, bool) or leaf is None:
                continue
            if isinstance(leaf, int | float):
                if not any(_NO_MONEY.search(key) for key in path):
                    self._add_amount(leaf)
                self.codes.add(squeezed(str(leaf)))
                continue
            text = str(leaf)
            self.codes.add(squeezed(text))
            self.codes.update(squeezed(part) for part in _PART.findall(text))
            if " " in text:
                self.add_text(text)
            elif not any(_NO_MONEY.search(key) for key in path):
                self._add_amount(text)

    def add_text(self, text: str) -> None:
        """Learn from words, as meant or as heard."""
        for mention in mentions(text, airline=""):
            if mention.kind == "amount":
                self._add_amount(mention.value)
            elif mention.kind in CODE_KINDS:
                self.codes.add(squeezed(mention.value))

    def holds_amount(self, value: str, addends: Iterable[int] = ()) -> bool:
        """Whether an amount was learned, or is the sum of two of `addends`; no charge needs no source."""
        cents = to_cents(value)
        if cents is None:
            return False
        parts = set(addends)
        return cents == 0 or cents in self.amounts or any(cents - part in parts for part in parts)

    def holds_code(self, value: str) -> bool:
        """Whether a code was learned, alone or within a longer one."""
        wanted = squeezed(value)
        return any(wanted in code for code in self.codes)

    def _add_amount(self, value: Any) -> None:
        cents = to_cents(value)
        if cents is not None:
            self.amounts.add(abs(cents))


def to_cents(value: Any) -> int | None:
    """An amount of money in cents; ``None`` if it is none."""
    try:
        amount = Decimal(str(value).strip().lstrip("$").replace(",", "")) * 100
        return int(amount.to_integral_value()) if amount.is_finite() and abs(amount) < 10**12 else None
    except InvalidOperation:
        return None


def squeezed(text: str) -> str:
    """Letters and digits alone, in lower case."""
    return "".join(c for c in text.lower() if c.isalnum())


def _leaves(data: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield (*path, str(key)), str(key)
            yield from _leaves(value, (*path, str(key).lower()))
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _leaves(value, path)
    else:
        yield path, data
