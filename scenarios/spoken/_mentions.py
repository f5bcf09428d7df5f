"""Every value that a text contains."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from scenarios.model import EntityKind
from scenarios.spoken._alphabet import DIGIT_OF, NATO
from scenarios.spoken._amounts import CERTAIN_AMOUNTS
from scenarios.spoken._dates import date_rules
from scenarios.spoken._flights import flight_rules
from scenarios.spoken._spelled import spelled, written
from scenarios.spoken._times import CERTAIN_TIMES
from scenarios.spoken._tokens import Rule, Tokens, listed, scan, tokens
from scenarios.spoken._types import Mention

_DOUBTFUL = 0.3
_ORDER: dict[str, int] = {k: i for i, k in enumerate(("date", "time", "amount", "flight", "code", "digits"))}


def _ruled(kind: EntityKind, toks: Tokens, rules: Sequence[Rule]) -> list[Mention]:
    return [Mention(kind, g.value, g.start, g.end) for g in scan(toks, rules) if g.cost <= _DOUBTFUL]


_PLAIN = frozenset(
    listed("charlie delta echo golf hotel india juliet lima mike oscar quebec romeo tango uniform victor")
)
"""Code words that are also names, firms or things: beside a date they may be just that."""

_SPELLS = NATO.keys() - _PLAIN - {"november"}


def _spelt_out(toks: Tokens, date: Mention) -> bool:
    """Whether a date is a piece of a spelling: "papa, 3, November", where the month is a letter like its neighbour."""
    inside = [t for t in toks if date.start <= t.start < date.end and t.raw != ","]
    if (
        len(inside) != 2
        or "november" not in {t.low for t in inside}
        or not any(t.numeral or t.low in DIGIT_OF for t in inside)
    ):
        return False
    before = [t.low for t in toks if t.end <= date.start and t.raw not in ",-"][-1:]
    after = [t.low for t in toks if t.start >= date.end and t.raw not in ",-"][:1]
    return any(word in _SPELLS for word in before + after)


def mentions(text: str, *, today: dt.date | None = None, airline: str = "SK") -> list[Mention]:
    """The dates, times, amounts, flights, spelled codes and spelled digits of a text, left to right.

    Reads text meant for a voice and recogniser text alike. Mentions do not overlap: the longest wins, and a
    mere run of digits yields to anything else.

    Args:
        text: any text.
        today: gives dates their year (the next such day); without it a date without a year is ``--MM-DD``.
        airline: code put before flight numbers.
    """
    toks = tokens(text)
    found = [
        *(m for m in _ruled("date", toks, date_rules(today)) if not _spelt_out(toks, m)),
        *_ruled("time", toks, CERTAIN_TIMES),
        *_ruled("amount", toks, CERTAIN_AMOUNTS),
        *_ruled("flight", toks, flight_rules(airline)),
        *spelled(text),
        *written(text),
    ]
    found.sort(key=lambda m: (m.kind == "digits", m.start - m.end, _ORDER[m.kind], m.start))
    kept: list[Mention] = []
    for m in found:
        if all(m.end <= k.start or m.start >= k.end for k in kept):
            kept.append(m)
    return sorted(kept, key=lambda m: m.start)
