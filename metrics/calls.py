"""The calls that a summary is made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import get_args

from metrics.score import Category, Score


@dataclass(frozen=True, slots=True)
class CallScores:
    """The scores of one counted call: one trial of one scenario, after as many attempts as it took."""

    domain: str
    scenario: str
    trial: int
    scores: Mapping[str, Score]
    attempts: int = 1
    status: str = "completed"
    end_reason: str = "goodbye"

    @property
    def name(self) -> str:
        """Domain and scenario."""
        return f"{self.domain}/{self.scenario}"

    @property
    def label(self) -> str:
        """Domain, scenario and trial."""
        return f"{self.name}/t{self.trial}"


def metric_names(calls: Iterable[CallScores]) -> list[str]:
    """The metrics that any call has, by category and name."""
    categories: dict[str, str] = {}
    for call in calls:
        for name, score in call.scores.items():
            categories.setdefault(name, score.category)
    order = get_args(Category)
    return sorted(categories, key=lambda n: (order.index(categories[n]), n))
