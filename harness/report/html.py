"""report.html: one page that opens from disk, offline, on any screen; only the sound is apart, and linked."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import quote

from harness import calls
from harness.calls import Attempt
from harness.report.appendix import matrix
from harness.report.markdown import headline
from harness.report.rows import composite_rows, facts, judges, metric_rows, pass_rules
from harness.report.template import style, template
from harness.report.text import NOTHING, duration, number
from harness.report.view import CallView, call_view
from harness.report.worth import estimators, worth
from harness.score import SCORES
from scenarios.errors import UsageError


def page(run: Path, summary: dict[str, Any]) -> str:
    """The page's HTML.

    Every text from scenarios, agents and calls is escaped by the template; the style sheet is the only markup
    that is let through.

    Args:
        run: the run folder.
        summary: as `harness.score.summarise` made it.

    Raises:
        UsageError: a call has scores, but its record cannot be read.
    """
    thresholds = {n: m["threshold"] for n, m in summary["metrics"].items() if m["threshold"] is not None}
    attempts = calls.finished(run)
    composites = composite_rows(summary)
    return template("page.html.j2").render(
        summary=summary,
        facts=facts(summary),
        judges=judges(summary),
        worth=worth(summary),
        passes=pass_rules(),
        estimators=estimators(summary),
        composites=[r for r in composites if r.mean != NOTHING],
        undecided=[r for r in composites if r.mean == NOTHING],
        metrics=metric_rows(summary),
        columns=headline(summary),
        calls=_calls(run, attempts, thresholds),
        recordings=_recordings(run, attempts),
        number=number,
        duration=duration,
        appendix=matrix(),
        style=style(),
    )


def _calls(run: Path, finished: list[Attempt], thresholds: dict[str, float]) -> list[CallView]:
    views = []
    for attempts in calls.by_trial(finished).values():
        chosen = calls.counted(attempts)
        if chosen is not None and (chosen.folder / SCORES).exists():
            try:
                views.append(call_view(run, chosen, thresholds))
            except Exception as error:
                text = " ".join(str(error).split())
                raise UsageError(
                    f"{chosen.folder}: the record cannot be read ({type(error).__name__}: {text}); "
                    f"callbench score {run} goes on without it, or delete the folder and --resume the run"
                ) from error
    return views


def _recordings(run: Path, finished: list[Attempt]) -> dict[tuple[str, str, int, int], str]:
    """Links to the recordings of all attempts, also of those that do not count: one may want to hear why."""
    found = {}
    for attempt in finished:
        sound = attempt.folder / "audio.wav"
        if sound.exists():
            trial = attempt.trial
            key = (trial.domain, trial.scenario, trial.trial, attempt.attempt)
            found[key] = quote(sound.relative_to(run).as_posix())
    return found
