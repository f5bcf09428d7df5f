"""Scores of calls and of a run, computed from the run folder and nothing else.

Scoring twice gives equal bytes; a run that was interrupted and resumed gives what an unbroken one gives, and a run
that is scored in parts gives what it gives when it is scored at once.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Any

from pydantic import ValidationError

from harness import costs
from harness.calls import Attempt
from harness.files import read_json, write, write_json
from harness.gathered import Gathered, gather
from harness.judges import CALLS_AT_ONCE, METRICS_AT_ONCE, OFFLINE, exact_metrics, who_judged
from harness.redact import Redactor
from harness.store import Manifest
from harness.trials_csv import trials_csv
from metrics.judges.jury import Jury
from metrics.judges.offline import OfflineJury
from metrics.judges.rates import known_rates
from metrics.registry import load
from metrics.score import Score
from metrics.scoring import score_record
from metrics.stats import run_seed
from metrics.summary import CallScores, summarize
from pipelines.record import Record

SCORES = "scores.json"
SUMMARY = "summary.json"
REFERENCE = "summary-reference.json"
"""The summary by the reference's conventions, beside ours and never in its place."""

FORMAT = 2
"""Of summary.json. 2: pass^k is the plug-in figure, intervals name their method and are no longer percentile
bootstraps, means are of scenario means."""


@dataclass(frozen=True)
class Scoring:
    """What is to be scored, and by whom.

    Attributes:
        metrics: names; ``None`` for all.
        missing_only: keep the scores that are there.
        jury: who answers for judged metrics; ``None`` for the offline judges.
    """

    metrics: Sequence[str] | None = None
    missing_only: bool = False
    jury: Jury | None = None

    @classmethod
    def free(cls, judges: str, missing_only: bool = False) -> Scoring:
        """What costs nothing: all but the judged metrics of a run that model judges are named for."""
        return cls(None if judges == OFFLINE else exact_metrics(), missing_only)

    @property
    def threads(self) -> tuple[int, int]:
        """Calls and metrics of a call at a time: judges without a model are bound by this machine's cores."""
        alone = self.jury is None or isinstance(self.jury, OfflineJury)
        return (1, 1) if alone else (CALLS_AT_ONCE, METRICS_AT_ONCE)


ALL = Scoring()
MISSING = Scoring(missing_only=True)


def score_call(folder: Path, scoring: Scoring = ALL) -> dict[str, Score]:
    """Score one call and write its scores.json.

    Args:
        folder: a call folder with a whole record.
        scoring: what, and by whom. Scores of metrics that were not asked for stay as they are.

    Raises:
        FileNotFoundError: the record is not whole.
        ValueError: it is damaged.
        UsageError: a metric is unknown.
    """
    known = load()
    there = read_scores(folder) or {}
    asked = known.names() if scoring.metrics is None else [known.get(n).name for n in scoring.metrics]
    wanted = [n for n in asked if n not in there] if scoring.missing_only else asked
    if there and not wanted:
        return there
    fresh = fresh_scores(folder, wanted, scoring.jury, scoring.threads[1])
    kept = there if scoring.missing_only or scoring.metrics is not None else {}
    held = {**kept, **fresh}
    order = known.names()
    scores = {n: held[n] for n in [*(n for n in order if n in held), *sorted(set(held) - set(order))]}
    write_json(folder / SCORES, {name: score.model_dump(mode="json") for name, score in scores.items()})
    return scores


def fresh_scores(folder: Path, names: Sequence[str] | None, jury: Jury | None, threads: int = 1) -> dict[str, Score]:
    """The scores of a call, computed; secrets of the environment are masked in what a metric says when it fails.

    Args:
        folder: a call folder with a whole record.
        names: metrics; ``None`` for all.
        jury: who answers for judged metrics; ``None`` for the offline judges.
        threads: judged metrics that are asked at the same time.

    Raises:
        FileNotFoundError: the record is not whole.
        ValueError: it is damaged.
        UsageError: a metric is unknown.
    """
    scores = score_record(Record.load(folder), names, jury=jury, threads=threads)
    if not any(score.state == "errored" for score in scores.values()):
        return scores
    clean = Redactor.of(os.environ)
    return {
        name: Score.model_validate(clean.data(score.model_dump())) if score.state == "errored" else score
        for name, score in scores.items()
    }


def read_scores(folder: Path) -> dict[str, Score] | None:
    """The scores of a call, or ``None`` where there are none that can be read."""
    data: Any = read_json(folder / SCORES)
    if not isinstance(data, dict):
        return None
    try:
        return {name: Score.model_validate(score) for name, score in data.items()}
    except ValidationError:
        return None


def rescore(run: Path, metrics: Sequence[str] | None = None, jury: Jury | None = None) -> dict[str, Any]:
    """Compute the scores of every call that counts anew, or those of some metrics; then the summary.

    Raises:
        UsageError: not a run folder, or a metric is unknown.
    """
    for name in metrics or ():
        load().get(name)
    return summarise(run, Scoring(metrics, jury=jury))


def summarise(run: Path, scoring: Scoring = MISSING) -> dict[str, Any]:
    """Write summary.json and trials.csv of a run; answers the summary.

    Args:
        run: the run folder; it may be unfinished.
        scoring: what to score before; by default what has no score yet.

    Raises:
        UsageError: not a run folder.
    """
    found = gather(run, partial(_scored, scoring=scoring))
    summary = summary_of(found)
    write_json(run / SUMMARY, summary)
    write(run / "trials.csv", table_of(found))
    if (run / REFERENCE).exists():  # never out of step with the scores
        write_json(run / REFERENCE, summary_of(found, convention="reference"))
    return summary


def by_reference(run: Path) -> dict[str, Any]:
    """Write the summary by the reference's conventions, from the scores that there are; answers it.

    Its draws are seeded by the name of the run's folder, as they are there.

    Raises:
        UsageError: not a run folder.
    """
    summary = summary_of(gather(run, partial(_scored, scoring=MISSING)), convention="reference")
    write_json(run / REFERENCE, summary)
    return summary


def summary_of(found: Gathered, convention: str = "callbench", seed: int | None = None) -> dict[str, Any]:
    """The summary: a pure function of what was gathered.

    Args:
        found: what was gathered.
        convention: whose means, intervals and pass@k.
        seed: of draws; ``None`` for what follows from the run, which for the reference is its folder's name.
    """
    manifest, rows, without = found.manifest, found.rows, found.without
    name = found.run.name if convention == "reference" else f"callbench {manifest.settings.seed}"
    figures = summarize(
        rows,
        k=manifest.settings.trials,
        seed=run_seed(name) if seed is None else seed,
        convention=convention,
        judge_rates=known_rates(),
    )
    figures["cost"] |= costs.of_run(found.ledgers, figures["cost"]["judges_usd"], bool(manifest.billing.paid))
    return {
        "format": FORMAT,
        "run": _facts(manifest),
        "judges": who_judged(rows),
        "trials": {
            "planned": len(manifest.trials),
            "with_result": len(rows),
            "without_result": [str(t) for t in without if t in found.groups],
            "not_carried": [str(t) for t in without if t not in found.groups],
        },
        "excluded_attempts": found.excluded,
        "per_scenario": _scenarios(rows),
        **figures,
    }


def unanswered(summary: Mapping[str, Any], names: Sequence[str]) -> dict[str, str]:
    """Those of some metrics that every call has an error of, and none a score or a skip, with the commonest reason."""
    return {
        name: max(reasons, key=lambda text: reasons[text])
        for name, reasons in summary["metric_errors"].items()
        if name in names and (m := summary["metrics"][name])["error_count"] == m["total_records"] - m["missing_count"]
    }


def table_of(found: Gathered) -> str:
    """The text of trials.csv."""
    return trials_csv(found.counted, [a for g in found.groups.values() for a in g], found.without)


def _scored(attempts: Sequence[Attempt], scoring: Scoring) -> dict[Path, dict[str, Score] | Exception]:
    """The scores of each call by its folder, or why it has none."""

    def one(attempt: Attempt) -> dict[str, Score] | Exception:
        try:
            return score_call(attempt.folder, scoring)
        except Exception as error:  # a damaged folder must not cost the others
            (attempt.folder / SCORES).unlink(missing_ok=True)  # they belong to a record that is no more
            return error

    threads = scoring.threads[0]
    if threads < 2:
        return {a.folder: one(a) for a in attempts}
    with ThreadPoolExecutor(threads) as pool:
        return dict(zip([a.folder for a in attempts], pool.map(one, attempts), strict=True))


def _facts(manifest: Manifest) -> dict[str, Any]:
    """What a reader must know beside every figure; nothing that differs between equal runs."""
    return {
        "agent": manifest.agent.name,
        "architecture": manifest.agent.architecture,
        "calibration": manifest.agent.calibration,
        "floor_agent": manifest.agent.floor,
        "caller": manifest.caller.name,
        "caller_brain": manifest.caller.brain,
        "clock": manifest.options.clock,
        "ears": manifest.options.ears,
        "rehearsal": manifest.options.rehearsal,
        "vendor_faults": list(manifest.options.vendor_faults),
        "spelling": manifest.options.spelling,
        "condition": manifest.options.condition.name,
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
