"""The validation gate: does an attempt count?

An attempt is spoiled when *we* spoiled it: the caller broke its brief or could not be understood, the line
was late, the machinery failed. It is run again. Whatever the agent does wrong (falls silent, talks until the
limit, hangs up) is a result, and is scored. Every check is a pure function of the record.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from harness.conduct import check_conduct
from harness.intelligible import check_speech
from harness.job import AttemptJob
from metrics import brief
from metrics.validation.conversation_valid_end import conversation_valid_end
from pipelines.record import Record, Status

SCORED: frozenset[Status] = frozenset({"completed", "agent_timeout", "time_limit"})


class Recogniser(Protocol):
    """A recogniser that the call did not use."""

    def transcribe(self, samples: NDArray[np.int16], rate: int = 8000) -> str:
        """Words of mono int16 sound."""
        ...


@dataclass(frozen=True)
class GateResult:
    """Outcome of one check.

    Attributes:
        passed: a check that has nothing to look at passes, and says so.
        why: one line.
        data: figures behind it, JSON.
    """

    passed: bool
    why: str
    data: dict[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """JSON form."""
        return {k: v for k, v in asdict(self).items() if k != "data" or v}


def check(record: Record, job: AttemptJob, recogniser: Recogniser | None = None) -> dict[str, GateResult]:
    """Run every check.

    Args:
        record: the call.
        job: what was to be carried; `record` must belong to it.
        recogniser: the second one; without it the caller's speech is not checked, and the result says so.
    """
    transcribe = recogniser.transcribe if recogniser else None
    return {
        "belongs": check_belongs(record, job),
        "ended": check_ended(record),
        "line": check_line(record),
        "brief": check_brief(record, planned=job.caller.planned),
        "speech": GateResult(*check_speech(record, transcribe, accented=bool(job.caller.accent))),
    }


def verdict(record: Record, checks: dict[str, GateResult]) -> tuple[Status, bool]:
    """The attempt's final status and whether it counts.

    A broken line or machine goes before a caller that broke its brief: it may well have caused that.
    """
    status = record.status
    if status not in SCORED:
        return status, False
    if not (checks["line"].passed and checks["belongs"].passed):
        return "infrastructure", False
    if not all(c.passed for c in checks.values()):
        return "caller_invalid", False
    return status, True


def check_belongs(record: Record, job: AttemptJob) -> GateResult:
    """The record is of this job: same scenario, same seed."""
    found = (record.scenario.get("domain"), record.scenario.get("id"))
    if found != (job.domain, job.scenario):
        return GateResult(False, f"the record is of {found[0]}/{found[1]}, not of {job.domain}/{job.scenario}")
    return GateResult(True, "the record is of this scenario")


def check_ended(record: Record) -> GateResult:
    """The conversation came to an end that the caller or the agent brought about."""
    ended = conversation_valid_end(record)
    return GateResult(ended.value == 1.0, ended.why, {"end_reason": record.end_reason})


def check_line(record: Record) -> GateResult:
    """The line was punctual enough for its times to be scored."""
    health = record.call.get("line") or {}
    if "fit" not in health:
        return GateResult(False, "the record holds no line health")
    share, worst = health.get("late_share", 0.0), health.get("lateness_max_ms", 0.0)
    why = f"{share:.2%} of ticks late, {worst:.0f} ms at worst"
    return GateResult(bool(health["fit"]), why, {"late_share": share, "lateness_max_ms": worst})


def check_brief(record: Record, *, planned: bool = True) -> GateResult:
    """The caller kept to its brief.

    Exact for a caller with a plan: its brain reports (events ``caller_brief``), and every value it spoke must
    be one of the scenario's facts. One that reports nothing and speaks no known values passes unchecked. A model
    cannot report: its words are held against the scenario.

    Args:
        record: the call.
        planned: whether the caller plays a plan.
    """
    reports = brief.reports(record)
    broken = [why for kept, why in reports if not kept]
    if broken:
        return GateResult(False, f"the caller broke its brief: {broken[0]}", {"broken": broken})
    said, wrong = brief.spoken_values(record), brief.foreign_values(record)
    if wrong:
        first = wrong[0]
        why = f"the caller said {first['slot']} {first['value']!r}, which is not in its brief"
        return GateResult(False, why, {"wrong": wrong})
    if not planned:
        if odd := check_conduct(record):
            return GateResult(False, f"the caller broke its brief: {odd[0]}", {"broken": odd})
        return GateResult(True, "the caller's words agree with its brief, as far as words tell")
    if not reports and not said:
        return GateResult(True, "nothing to check: the caller reports nothing and spoke no value")
    return GateResult(True, f"{len(said)} values spoken, all from the brief")
