"""How metrics reach judges: a jury answers for a metric by name, whoever sits on it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from metrics.judges.case import Case
from metrics.judges.verdicts import Verdict


class JudgeError(Exception):
    """A judge gave no usable answer: the metric is errored, never a score and never a skip."""


class NothingToJudge(Exception):
    """The case holds nothing that this judge could rate: the metric is skipped, with the reason given."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """An answer and where it comes from.

    Attributes:
        judge: name and version, as printed beside the score; ``offline ...`` for judges without a model.
        prompt: first 12 hex digits of the SHA-256 of the unrendered prompt; empty for offline judges.
        cost_usd: what it cost now; 0 from the cache.
        details: more that the score's details should hold: votes of a panel, inconsistencies, blind spots.
    """

    verdict: Verdict
    judge: str
    prompt: str = ""
    cost_usd: float = 0.0
    details: dict[str, Any] = field(default_factory=dict)


class Jury(Protocol):
    """Whoever answers for judged metrics."""

    def rule(self, metric: str, case: Case) -> Ruling:
        """Answer for one metric on one case.

        Raises:
            JudgeError: there is no usable answer.
            NothingToJudge: there is nothing to rate.
        """
        ...
