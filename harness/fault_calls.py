"""Calls with one seeded fault of the agent or of the caller, and what every metric says of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from agents.registry import find
from harness.heard import lend_ears, second_recogniser
from harness.job import AttemptJob, AttemptOutcome, CallOptions
from harness.score import Scoring, read_scores, score_call
from harness.worker import perform
from metrics.score import Score
from metrics.scoring import UNCARRIED

if TYPE_CHECKING:
    from harness.call import Call

SCENARIO = "meal-and-bags"
"""Has choices, a count, a price and two writes, so that nearly every fault finds something to spoil."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One call: how it ended, whether it counts, and the raw value of every metric (``None``: skipped or errored)."""

    status: str
    end_reason: str
    valid: bool
    values: dict[str, float | None]


def measure(
    fault: str,
    out: Path,
    ears: str = "perfect",
    *,
    side: str = "agent",
    scenario: str = SCENARIO,
    seed: int = 1,
) -> Measured:
    """Carry one call of the calibration agent in virtual time and score it, whether or not it counts.

    Args:
        fault: of `agents.spec.FAULTS` or `pipelines.caller.faulty.FAULTS`; empty for none.
        out: folder for the call.
        ears: ``perfect`` or ``real``.
        side: who has the fault: ``agent`` or ``caller``.
        scenario: of the built-in airline pack.
        seed: of the run.
    """
    agent = find("embedded-cascade", [fault] if fault and side == "agent" else [])
    job = AttemptJob(
        run_dir=out / f"{side}-{fault or 'sound'}",
        pack="builtin",
        domain="airline",
        scenario=scenario,
        agent=agent,
        options=CallOptions.model_validate({"ears": ears}),
        trial=1,
        attempt=1,
        run_seed=seed,
    )
    lend_ears()
    outcome = perform(job, partial(_carry, fault=fault if side == "caller" else ""), second_recogniser)
    if not outcome.valid and outcome.status not in UNCARRIED:  # calls that do not count are not scored in a run
        score_call(job.folder, Scoring.free(job.judges))
    scores = read_scores(job.folder) or {}
    return Measured(outcome.status, outcome.end_reason, outcome.valid, {n: _value(s) for n, s in scores.items()})


def _value(score: Score) -> float | None:
    return score.value if score.state == "scored" else None


def _carry(job: AttemptJob, fault: str) -> AttemptOutcome:
    """Carry a call, with a fault of the caller if one is named."""
    from harness.attempt import carry

    def spoil(call: Call) -> None:
        from pipelines.caller.faulty import FaultyCaller, mumbled  # not before the virtual clock is in its place

        call.brain = FaultyCaller(call.scenario, fault, call.caller_rng, job.options.spelling)
        call.spoken_as = mumbled if fault == "mumbles" else None

    return carry(job, spoil if fault else None)
