"""Who judges a run: ``--judges`` as a jury."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from harness.heard import lend_ears
from metrics.judges.case import Case
from metrics.judges.costs import paid
from metrics.judges.jury import Ruling
from metrics.judges.offline import NAME, OfflineJury
from metrics.registry import load
from metrics.summary import CallScores
from scenarios.errors import UsageError

if TYPE_CHECKING:
    from metrics.judges.llm import ModelJury

OFFLINE = NAME
"""What ``--judges`` calls the judges that need no model."""

CALLS_AT_ONCE, METRICS_AT_ONCE = 8, 4
"""How much is put to model judges at the same time; each judge bounds its own requests besides."""

CACHE = "judgements"
"""Folder of a run that keeps what model judges said, so that scoring again costs nothing."""


class Mixed:
    """Models where they answer for a metric, the offline judges for the others."""

    def __init__(self, models: ModelJury) -> None:
        """Seat the models; the offline judges come with the house."""
        self._models, self._offline = models, OfflineJury()
        self._alone = threading.Lock()  # they are bound by this machine's cores

    def answers(self, metric: str) -> bool:
        """Whether a model answers for a metric."""
        return self._models.answers(metric)

    def rule(self, metric: str, case: Case) -> Ruling:
        """Answer for one metric on one case, by whoever answers for it."""
        if self.answers(metric):
            return self._models.rule(metric, case)
        with self._alone:
            return self._offline.rule(metric, case)


@contextmanager
def seated(spec: str, run: Path | None = None) -> Iterator[OfflineJury | ModelJury | Mixed]:
    """The jury that ``--judges`` names, for as long as it is needed.

    Args:
        spec: ``offline``; or model judges, by a name of the catalogue, a judge file, or a comma-separated list of
            both. With ``offline`` in the list, metrics that none of them answers for are judged offline.
        run: the run whose replies are kept; ``None`` keeps nothing.

    Raises:
        UsageError: there are no such judges, or model judges cannot be used here.
    """
    parts = [part.strip() for part in spec.split(",") if part.strip()]
    if not parts:  # as of a variable of the shell that is not set
        raise UsageError(f"--judges names no judge; use {OFFLINE}, a judge of `callbench judges list`, or a judge file")
    models = ",".join(part for part in parts if part != OFFLINE)
    if OFFLINE in parts:
        lend_ears()
    if not models:
        yield OfflineJury()
        return
    try:
        from metrics.judges.llm import jury_from
    except ImportError as error:
        raise UsageError(
            f"--judges {spec}: model judges cannot be loaded ({error}); "
            f"install what is missing, or use --judges {OFFLINE}"
        ) from error
    with jury_from(models, run / CACHE if run else None) as jury:
        yield Mixed(jury) if OFFLINE in parts else jury


def put_to_models(jury: OfflineJury | ModelJury | Mixed, metrics: Sequence[str]) -> Sequence[str]:
    """Those of some metrics for which models of a jury answer."""
    return [] if isinstance(jury, OfflineJury) else [m for m in metrics if jury.answers(m)]


def no_verdict(failed: Mapping[str, str]) -> str:
    """One line for metrics on which model judges gave no verdict in any call, with the reason of the first.

    Args:
        failed: the commonest reason by metric; not empty.
    """
    return f"callbench: no verdict on {', '.join(failed)} in any call: {next(iter(failed.values()))}"


def who_judged(calls: Iterable[CallScores]) -> dict[str, dict[str, Any]]:
    """Who judged which metric, as the scores of calls name them.

    Returns:
        By metric: ``names`` of judges, ``prompts`` (hashes), ``blind`` (what they cannot see), ``cost_usd`` of all
        answers when they were given, each counted once, and ``inconsistent``, verdicts whose whole is not what
        their parts come to.
    """
    found: dict[str, list[dict[str, Any]]] = {}
    for call in calls:
        for metric, score in call.scores.items():
            if isinstance(score.details.get("judge"), dict):
                found.setdefault(metric, []).append(score.details)
    return {metric: _together(found[metric]) for metric in sorted(found)}


def _together(details: Sequence[dict[str, Any]]) -> dict[str, Any]:
    judges = [d["judge"] for d in details]
    return {
        "names": sorted({j["name"] for j in judges}),
        "prompts": sorted({j["prompt"] for j in judges} - {""}),
        "blind": sorted({text for j in judges for text in j.get("blind", ())}),
        "cost_usd": paid(judges),
        "inconsistent": sum(bool(d.get("inconsistencies")) for d in details),
    }


def exact_metrics() -> Sequence[str]:
    """The metrics that ask nobody."""
    return [m.name for m in load() if not m.judged]
