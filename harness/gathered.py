"""What the folders of a run hold, read once: the attempts that count with their scores, the others and why, ledgers."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from harness import calls, costs
from harness.calls import Attempt
from harness.costs import Ledgers
from harness.plan import Trial
from harness.store import Manifest, read_manifest
from metrics.score import Score
from metrics.summary import CallScores

ScoreAll = Callable[[Sequence[Attempt]], Mapping[Path, dict[str, Score] | Exception]]
"""The scores of calls by their folders, or why there are none."""


@dataclass(frozen=True)
class Gathered:
    """What a run's folders hold, with scores.

    Attributes:
        counted: the attempts that count, with their scores.
        excluded: the others, and why.
        groups: every finished attempt by trial.
    """

    run: Path
    manifest: Manifest
    counted: list[tuple[Attempt, CallScores]]
    excluded: list[dict[str, Any]]
    groups: dict[Trial, list[Attempt]]

    @property
    def rows(self) -> list[CallScores]:
        """The calls that count."""
        return [c for _, c in self.counted]

    @property
    def without(self) -> list[Trial]:
        """Planned trials that have no result."""
        have = {(c.domain, c.scenario, c.trial) for c in self.rows}
        return [t for t in self.manifest.plan if (t.domain, t.scenario, t.trial) not in have]

    @cached_property
    def ledgers(self) -> Ledgers:
        """What the attempts cost; read when it is first asked for."""
        return costs.ledgers(self.groups.values())


def gather(run: Path, score: ScoreAll) -> Gathered:
    """Read a run's folders.

    Args:
        run: the run folder.
        score: gives the scores of the attempts that count, by folder, or why one has none.

    Raises:
        UsageError: not a run folder.
    """
    manifest = read_manifest(run)
    groups = calls.by_trial(calls.finished(run))
    counted: list[tuple[Attempt, CallScores]] = []
    excluded: list[dict[str, Any]] = []
    chosen = {trial: calls.counted(attempts) for trial, attempts in groups.items()}
    results = score([a for a in chosen.values() if a is not None])
    for trial, attempts in groups.items():
        excluded += [_excluded(a, a.why_invalid) for a in attempts if not a.valid]
        attempt = chosen[trial]
        if attempt is None:
            continue
        found = results[attempt.folder]
        if isinstance(found, Exception):
            excluded.append(_excluded(attempt, f"cannot be scored: {why_not(found, attempt.folder)}", "error"))
            continue
        counted.append((attempt, _call_scores(attempt, found, len(attempts))))
    return Gathered(run, manifest, counted, excluded, groups)


def why_not(error: Exception, folder: Path) -> str:
    """Why a call has no scores, in one line that holds wherever the run lies."""
    if isinstance(error, FileNotFoundError) and error.filename is not None:
        return f"{Path(error.filename).name} is missing"
    text = " ".join(str(error).split()).replace(f"{folder}{os.sep}", "")
    return f"{type(error).__name__}: {text}"


def _call_scores(attempt: Attempt, scores: dict[str, Score], attempts: int) -> CallScores:
    trial = attempt.trial
    reason = str(attempt.gate["end_reason"])
    return CallScores(trial.domain, trial.scenario, trial.trial, scores, attempts, attempt.status, reason)


def _excluded(attempt: Attempt, why: str, status: str = "") -> dict[str, Any]:
    return {
        "domain": attempt.trial.domain,
        "scenario": attempt.trial.scenario,
        "trial": attempt.trial.trial,
        "attempt": attempt.attempt,
        "status": status or attempt.status,
        "why": why,
    }
