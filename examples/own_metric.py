"""A metric of your own: how much of the call the agent talks.

Any function of a record can be one. Announce the module in your package, and every run computes it, lists it
in the summary and shows it in the report::

    [project.entry-points."callbench.metrics"]
    talk_share = "my_package.own_metric"

Or score a run that is there already with it::

    python examples/own_metric.py RUN_FOLDER
"""

from __future__ import annotations

import sys
from pathlib import Path

from harness import calls
from harness.store import Store
from metrics.registry import metric
from metrics.score import Outcome, share, skipped
from metrics.scoring import score_record
from pipelines.record import Record
from scenarios.errors import CallbenchError


@metric("listens", category="diagnostic")
def listens(record: Record) -> Outcome:
    """The caller's share of all speech: 0 for an agent that talks alone."""
    caller = sum(span.seconds for turn in record.turns for span in turn.caller)
    agent = sum(span.seconds for turn in record.turns for span in turn.agent)
    if not caller + agent:
        return skipped("nobody spoke")
    return share(round(caller / (caller + agent), 3), f"the caller spoke {caller:.1f} s, the agent {agent:.1f} s")


def main(run: Path) -> None:
    """Print the metric for every call of a run that counts."""
    Store.open(run)  # says what is wrong with a folder that holds no run
    for attempt in calls.finished(run):
        if attempt.valid:
            score = score_record(Record.load(attempt.folder), ["listens"])["listens"]
            print(f"{attempt.trial.scenario} t{attempt.trial.trial}: {score.value} ({score.why})")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        print("usage: python examples/own_metric.py RUN_FOLDER", file=sys.stderr)
        sys.exit(2)
    try:
        main(Path(sys.argv[1]))
    except CallbenchError as error:
        print(f"own_metric.py: {error}", file=sys.stderr)
        sys.exit(2)
