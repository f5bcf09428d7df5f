"""trials.csv: a row for each trial, a column for each metric."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Sequence

from harness.calls import Attempt
from harness.plan import Trial
from metrics.calls import CallScores, metric_names

COLUMNS = ("domain", "scenario", "trial", "counted", "attempt", "attempts", "status", "end_reason", "seconds")


def trials_csv(
    counted: Sequence[tuple[Attempt, CallScores]], attempts: Sequence[Attempt], without: Sequence[Trial]
) -> str:
    """The text of trials.csv.

    Args:
        counted: the attempts that count, with their scores.
        attempts: every finished attempt.
        without: trials without a result; they have a row and no figures.

    Returns:
        CSV with raw metric values; a cell is empty where a metric is skipped, errored or missing.
    """
    names = metric_names(call for _, call in counted)
    tries = Counter(a.trial for a in attempts)
    last = {a.trial: a for a in attempts}
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*COLUMNS, *names])
    for attempt, call in counted:
        scores = [call.scores.get(name) for name in names]
        values = ["" if s is None or s.value is None else repr(s.value) for s in scores]
        writer.writerow([*_start(attempt.trial, attempt, tries, counted=True), *values])
    for trial in without:
        writer.writerow([*_start(trial, last.get(trial), tries, counted=False), *[""] * len(names)])
    return out.getvalue()


def _start(trial: Trial, attempt: Attempt | None, tries: Counter[Trial], counted: bool) -> list[str | int]:
    head: list[str | int] = [trial.domain, trial.scenario, trial.trial, str(counted).lower()]
    if attempt is None:
        return [*head, "", tries[trial], "not carried", "", ""]
    gate = attempt.gate
    return [*head, attempt.attempt, tries[trial], attempt.status, gate["end_reason"], repr(gate["seconds"])]
