"""Studies of real scenarios whose calls are a stand-in: in conditions other than the clean one, some go wrong."""

import functools
import os
import time
from pathlib import Path

from harness import heard, study
from harness.job import AttemptJob, AttemptOutcome
from harness.settings import load
from harness.worker import perform
from metrics.judges.jury import JudgeError
from tests.harness.builder import deaf, write_call

NAMES = ("week-later", "later-return", "phantom-cancellation")
CONDITIONS = ("clean", "gain=-12", "gain=-30")


def plan(**options) -> study.PlannedStudy:
    """A small study, planned at a moment that never changes."""
    given = {"scenarios": list(NAMES), "perturb": list(CONDITIONS), **options}
    return study.prepare(load(None, given), lambda: "2026-11-30T00:00:00.000Z")


def carry(job: AttemptJob) -> AttemptOutcome:
    """Louder callers are heard: at -12 dB one scenario of three is misheard, at -30 dB all but the last."""
    if log := os.environ.get("FAKE_CARRY_LOG"):
        with Path(log).open("a") as file:
            file.write(f"{job.options.condition.name} {job.scenario} t{job.trial} {job.seed}\n")
    time.sleep(float(os.environ.get("FAKE_CARRY_SLEEP", "0")))
    misheard = {"gain=-12": NAMES[:1], "gain=-30": NAMES[:2]}.get(job.options.condition.name, ())
    return write_call(job, "mishears" if job.scenario in misheard else "fine")


inline = functools.partial(perform, carry=carry, ears=deaf, environ={})


def work(job: AttemptJob) -> AttemptOutcome:
    """The same, for workers in processes of their own."""
    deafen()
    return perform(job, carry=carry, ears=deaf)


def deafen() -> None:
    """Nobody listens for the offline speech judges of this process: made-up calls hold noise."""

    def nobody() -> None:
        raise JudgeError("nobody listens in this test")

    heard.judges_ears = nobody
