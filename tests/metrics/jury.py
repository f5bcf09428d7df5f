"""A jury that says what it is told to say, and short ways of writing verdicts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from metrics.judges.case import Case
from metrics.judges.jury import Ruling
from metrics.judges.verdicts import Behaviour, Corruption, Dimensions, Finding, RatedTurn, Turns, Verdict


class Says:
    """Answers every question with the same verdict, or raises what it is given."""

    def __init__(self, verdict: Verdict | Exception, judge: str = "offline test 1", **ruling: Any) -> None:
        self._verdict, self._judge, self._ruling = verdict, judge, ruling
        self.asked: list[tuple[str, Case]] = []

    def rule(self, metric: str, case: Case) -> Ruling:
        self.asked.append((metric, case))
        if isinstance(self._verdict, Exception):
            raise self._verdict
        return Ruling(self._verdict, self._judge, **self._ruling)


def turns(ratings: Mapping[int, int | None], **fields: Mapping[int, Any]) -> Turns:
    """Ratings by turn; further fields of single turns by name."""
    return Turns(
        turns=tuple(
            RatedTurn(turn_id=n, rating=r, **{name: found[n] for name, found in fields.items() if n in found})
            for n, r in ratings.items()
        )
    )


def dimensions(names: Iterable[str], overall: int, **bad: tuple[int, str]) -> Dimensions:
    """Every dimension at 3 but those that are named, each with its rating and evidence."""
    found = {n: Finding(evidence="none", flagged=False, rating=3) for n in names}
    found |= {n: Finding(evidence=text, flagged=True, rating=rating) for n, (rating, text) in bad.items()}
    return Dimensions(dimensions=found, rating=overall)


def behaviour(names: Iterable[str], rating: int, **bad: str) -> Behaviour:
    """No corruption but those that are named, each with its analysis."""
    found = {n: Corruption(analysis=bad.get(n, "none"), detected=n in bad) for n in names}
    return Behaviour(corruption_analysis=found, rating=rating)
