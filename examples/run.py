"""Carry two calls from Python, and read what they left behind.

python examples/run.py [RUN_FOLDER]
"""

from __future__ import annotations

import sys
from pathlib import Path

from harness import calls, launch, settings
from harness.run import Silent
from harness.score import read_scores, summarise
from pipelines.record import Record

OPTIONS = {
    "agent": "embedded-cascade",  # a name, an agent file, or a ws:// URL
    "scenarios": ["drive-home", "phantom-cancellation"],
    "seed": 7,
}


def main(folder: Path | None) -> None:
    """Plan, carry, score; then walk through the records."""
    planned = launch.prepare(settings.load(None, OPTIONS))
    launch.preflight(planned.manifest.agent)
    store = launch.create(planned, folder)
    launch.carry_out(store, Silent())
    summary = summarise(store.path)
    print("task completion:", summary["metrics"]["task_completion"]["mean"])
    for attempt in calls.finished(store.path):
        record, scores = Record.load(attempt.folder), read_scores(attempt.folder)
        print(f"\n{attempt.trial.scenario}: {record.status}, {record.end_reason}, {record.call['seconds']} s")
        for turn in record.turns:
            if turn.latency_s is not None:
                print(f"  turn {turn.index}: answered after {turn.latency_s:.2f} s, {turn.tools} tools")
        for name, score in (scores or {}).items():
            print(f"  {name}: {score.value} ({score.why})")


if __name__ == "__main__":  # workers are started anew and import this file
    main(Path(sys.argv[1]) if sys.argv[1:] else None)
