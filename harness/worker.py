"""What a worker does with a job: carry the call, put it through the gate, score it.

Idempotent: whatever an earlier process finished is kept, so that a job may be handed out again after a crash.
Never raises for a fault of one call; the fault becomes the attempt's status.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Mapping
from typing import Any

from harness import calls
from harness.files import read_json, write_json
from harness.gate import GateResult, Recogniser, check, verdict
from harness.heard import lend_ears, second_recogniser
from harness.job import AttemptJob, AttemptOutcome
from harness.redact import Redactor
from harness.score import Scoring, score_call
from pipelines.record import Record, Status
from scenarios.errors import InfrastructureError

Carry = Callable[[AttemptJob], AttemptOutcome]
Ears = Callable[[], Recogniser | None]


def real_carry(job: AttemptJob) -> AttemptOutcome:
    """Carry the call for real. Imported here and not above: it brings in Pipecat and the models."""
    from harness.attempt import carry

    return carry(job)


def perform(
    job: AttemptJob,
    carry: Carry = real_carry,
    ears: Ears = second_recogniser,
    clock: Callable[[], float] = time.perf_counter,
    environ: Mapping[str, str] | None = None,
) -> AttemptOutcome:
    """One attempt from start to scores.

    Args:
        job: what to carry.
        carry: carries the call and writes the call folder.
        ears: makes the recogniser that checks the caller's speech.
        clock: seconds, for the wall time that is reported.
        environ: where secrets are looked for; this process's environment by default.
    """
    done = calls.read(job.folder)
    if done is not None:
        if done.valid:
            score_call(job.folder, Scoring.free(job.judges, missing_only=True))
        return AttemptOutcome.model_validate({k: done.gate[k] for k in AttemptOutcome.model_fields if k in done.gate})
    started = clock()
    redactor = Redactor.of(os.environ if environ is None else environ, job.agent.model_dump())
    if read_json(job.folder / "call.json") is None:
        _carry(job, carry)
    redactor.folder(job.folder)
    outcome = _judge(job, ears)
    write_json(job.folder / calls.GATE, redactor.data(calls.finish(job, outcome)))
    if outcome.valid:
        score_call(job.folder, Scoring.free(job.judges))
    return outcome.model_copy(update={"wall_s": round(clock() - started, 3)})


def perform_here(job: AttemptJob) -> AttemptOutcome:
    """`perform` with what this machine has: services, a second recogniser, and ears for the offline speech judges."""
    lend_ears()
    return perform(job)


def settle(job: AttemptJob, outcome: AttemptOutcome) -> None:
    """Write down an attempt that left no gate.json, because its worker died or could not write."""
    if calls.read(job.folder) is not None:
        return
    job.folder.mkdir(parents=True, exist_ok=True)
    if read_json(job.folder / "call.json") is None:
        call = _minimal_call(job, outcome.status, outcome.end_reason, outcome.error)
        write_json(job.folder / "call.json", call)
    write_json(job.folder / calls.GATE, calls.finish(job, outcome))


def _carry(job: AttemptJob, carry: Carry) -> None:
    """Carry the call into a clean folder; what it raises is written down as the call's end."""
    if job.folder.exists():
        shutil.rmtree(job.folder)  # half a call of a process that died
    job.folder.parent.mkdir(parents=True, exist_ok=True)
    try:
        outcome = carry(job)
    except Exception as error:
        status: Status = "infrastructure" if isinstance(error, InfrastructureError) else "error"
        reason, text = "pipeline_error", describe(error)
    else:
        status, reason, text = (
            outcome.status,
            outcome.end_reason,
            outcome.error or "the call left no call.json",
        )
    if read_json(job.folder / "call.json") is None:
        job.folder.mkdir(parents=True, exist_ok=True)
        write_json(job.folder / "call.json", _minimal_call(job, status, reason, text))


def _judge(job: AttemptJob, ears: Ears) -> AttemptOutcome:
    """The outcome of a carried call, read from its folder alone."""
    call = read_json(job.folder / "call.json")
    status: Status = call["status"]
    values: dict[str, Any] = {
        "end_reason": call["end_reason"],
        "seconds": call.get("seconds", 0.0),
        "error": _line(call.get("error") or ""),
        "failure": call.get("failure"),
        "limited": call.get("limited", ()),
    }
    if status in ("infrastructure", "error"):
        values["error"] = values["error"] or call["end_reason"]
        return AttemptOutcome(status=status, valid=False, **values)
    try:
        record = Record.load(job.folder)
        checks = check(record, job, ears())
        status, valid = verdict(record, checks)
    except Exception as error:
        # A record that cannot be read, or a defect of the gate: nothing may be scored from it.
        why = describe(error)
        checks, status, valid = {"record": GateResult(False, why)}, "error", False
        values["error"] = why
    return AttemptOutcome(status=status, valid=valid, gate={n: c.to_dict() for n, c in checks.items()}, **values)


def _minimal_call(job: AttemptJob, status: Status, reason: str, error: str) -> dict[str, Any]:
    agent = {"name": job.agent.name, "architecture": job.agent.architecture}
    return {
        "status": status,
        "end_reason": reason,
        "error": error,
        "seconds": 0.0,
        "seed": job.seed,
        "agent": agent,
    }


def _line(text: str) -> str:
    """A text in one line of printable characters: an error's words are anybody's, and are shown on a terminal."""
    return " ".join("".join(c if c.isprintable() or c.isspace() else "?" for c in text).split())


def describe(error: BaseException) -> str:
    """An exception in one line that is never empty."""
    text = _line(str(error))
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
