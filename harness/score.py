"""Scores of calls and of a run, computed from the run folder and nothing else.

Scoring twice gives equal bytes; a run that was interrupted and resumed gives what an unbroken one gives.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from pydantic import ValidationError

from harness import calls
from harness.calls import Attempt
from harness.files import read_json, write, write_json
from harness.store import Manifest, read_manifest
from harness.trials_csv import trials_csv
from metrics.score import Score
from metrics.scoring import score_record
from metrics.stats import run_seed
from metrics.summary import CallScores, summarize
from pipelines.record import Record

SCORES = "scores.json"
FORMAT = 1


def score_call(folder: Path, missing_only: bool = False) -> dict[str, Score]:
    """Score one call and write its scores.json.

    Args:
        folder: a call folder with a whole record.
        missing_only: keep the scores that are there.

    Raises:
        FileNotFoundError: the record is not whole.
        ValueError: it is damaged.
    """
    if missing_only and (there := read_scores(folder)) is not None:
        return there
    scores = score_record(Record.load(folder))
    write_json(folder / SCORES, {name: score.model_dump(mode="json") for name, score in scores.items()})
    return scores


def read_scores(folder: Path) -> dict[str, Score] | None:
    """The scores of a call, or ``None`` where there are none that can be read."""
    data: Any = read_json(folder / SCORES)
    if not isinstance(data, dict):
        return None
    try:
        return {name: Score.model_validate(score) for name, score in data.items()}
    except ValidationError:
        return None


def rescore(run: Path) -> dict[str, Any]:
    """Compute the scores of every call that counts anew, then the summary; see `summarise`."""
    return summarise(run, missing_only=False)


def summarise(run: Path, missing_only: bool = True) -> dict[str, Any]:
    """Write summary.json and trials.csv of a run; answers the summary.

    Args:
        run: the run folder; it may be unfinished.
        missing_only: keep scores that are there, and compute only what is missing.

    Raises:
        UsageError: not a run folder.
    """
    manifest = read_manifest(run)
    groups = calls.by_trial(calls.finished(run))
    counted: list[tuple[Attempt, CallScores]] = []
    excluded: list[dict[str, Any]] = []
    for attempts in groups.values():
        excluded += [_excluded(a, a.why_invalid) for a in attempts if not a.valid]
        chosen = calls.counted(attempts)
        if chosen is None:
            continue
        try:
            scores = score_call(chosen.folder, missing_only)
        except Exception as error:  # a damaged folder must not cost the others
            (chosen.folder / SCORES).unlink(missing_ok=True)  # they belong to a record that is no more
            text = " ".join(str(error).split())
            excluded.append(_excluded(chosen, f"cannot be scored: {type(error).__name__}: {text}", "error"))
            continue
        counted.append((chosen, _call_scores(chosen, scores, len(attempts))))
    rows = [c for _, c in counted]
    have = {(c.domain, c.scenario, c.trial) for c in rows}
    without = [t for t in manifest.plan if (t.domain, t.scenario, t.trial) not in have]
    summary = {
        "format": FORMAT,
        "run": _facts(manifest),
        "trials": {
            "planned": len(manifest.trials),
            "with_result": len(rows),
            "without_result": [str(t) for t in without if t in groups],
            "not_carried": [str(t) for t in without if t not in groups],
        },
        "excluded_attempts": excluded,
        "per_scenario": _scenarios(rows),
        **summarize(rows, k=manifest.settings.trials, seed=run_seed(f"callbench {manifest.settings.seed}")),
    }
    write_json(run / "summary.json", summary)
    write(run / "trials.csv", trials_csv(counted, [a for g in groups.values() for a in g], without))
    return summary


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


def _facts(manifest: Manifest) -> dict[str, Any]:
    """What a reader must know beside every figure; nothing that differs between equal runs."""
    return {
        "agent": manifest.agent.name,
        "architecture": manifest.agent.architecture,
        "calibration": manifest.agent.calibration,
        "clock": manifest.options.clock,
        "ears": manifest.options.ears,
        "spelling": manifest.options.spelling,
        "tick_ms": manifest.options.tick_ms,
        "seed": manifest.settings.seed,
        "trials": manifest.settings.trials,
        "max_attempts": manifest.settings.max_attempts,
        "packs": {d: p.model_dump() for d, p in manifest.packs.items()},
        "callbench": manifest.callbench,
    }


def _scenarios(rows: Sequence[CallScores]) -> list[dict[str, Any]]:
    """Per scenario: trials, attempts, and the mean value of each metric that has one."""
    found = []
    groups: dict[tuple[str, str], list[CallScores]] = {}
    for row in rows:
        groups.setdefault((row.domain, row.scenario), []).append(row)
    for (domain, scenario), own in groups.items():
        names = dict.fromkeys(name for c in own for name in c.scores)
        values = {n: [s.value for c in own if (s := c.scores.get(n)) and s.value is not None] for n in names}
        found.append(
            {
                "domain": domain,
                "scenario": scenario,
                "trials": len(own),
                "attempts": sum(c.attempts for c in own),
                "metrics": {n: round(fmean(v), 4) if v else None for n, v in values.items()},
            }
        )
    return found
