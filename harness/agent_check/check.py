"""Carry the conformance call and judge it.

Two calls in real time over the same line as every other: one in which the caller asks, breaks in, falls silent and
comes back, and a short one that shows whether the agent takes the next. Both recordings are kept.
"""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from agents.spec import AgentSpec
from harness.agent_check.evidence import Evidence, Finding, NextCall
from harness.agent_check.scenario import DOMAIN, NAME, PACK
from harness.job import AttemptJob, AttemptOutcome, CallOptions
from harness.redact import Redactor
from scenarios.errors import InfrastructureError, UsageError

if TYPE_CHECKING:
    from harness.agent_check.caller import Conductor
    from harness.call import Call

LIMIT_S = 120.0  # of the first call
NEXT_S = 8.0  # of the second one, which we end in the middle of whatever is going on
VOICE = "heart"  # of the caller


@dataclass(frozen=True)
class Report:
    """What the conformance call showed.

    Attributes:
        agent: its name.
        findings: by the name of the probe, in the order of the call.
        recordings: by the name of the recording (`Finding.recording`), the file.
        seconds: length of the first call.
        punctual: whether this machine kept up; if not, times of it are not to be relied on.
        rehearsal: whether servers of this machine stood in for vendors: it says nothing about those.
    """

    agent: str
    findings: dict[str, Finding]
    recordings: dict[str, str]
    seconds: float
    punctual: bool
    rehearsal: bool = False

    @property
    def ok(self) -> bool:
        """Whether nothing failed."""
        return not any(f.status == "failed" for f in self.findings.values())

    def data(self) -> dict[str, Any]:
        """The report as JSON data."""
        return {
            "agent": self.agent,
            "rehearsal": self.rehearsal,
            "ok": self.ok,
            "checks": [{"name": name, **asdict(finding)} for name, finding in self.findings.items()],
            "recordings": self.recordings,
            "seconds": round(self.seconds, 2),
            "punctual": self.punctual,
        }


def check(
    agent: AgentSpec,
    out: Path,
    *,
    seed: int = 1,
    rehearse: bool = False,
    limit_s: float = LIMIT_S,
    clock: Literal["real", "virtual"] = "real",
) -> Report:
    """Call an agent and report.

    Args:
        agent: whom to call.
        out: folder for the recordings.
        seed: of the call.
        rehearse: have servers of this machine stand in for the agent's vendors, if it has any.
        limit_s: length of the first call at most.
        clock: ``virtual`` for an agent of this process, to see what a conversation does without waiting for it.

    Raises:
        UsageError: the agent cannot be used here, or `out` holds another check.
        InfrastructureError: it cannot be reached, or something other than the agent broke the call.
    """
    job = AttemptJob(
        run_dir=out,
        pack=str(PACK),
        domain=DOMAIN,
        scenario=NAME,
        agent=agent,
        options=CallOptions(clock=clock, time_limit_s=limit_s, rehearsal=rehearse and agent.hosted),
        trial=1,
        attempt=1,
        run_seed=seed,
    )
    if job.folder.exists():
        raise UsageError(f"{out} holds another check already; give a new folder with --out")
    secrets = Redactor.of(os.environ, agent.model_dump())
    try:
        outcome, call, conductor = _carry(job)
        if outcome.status in ("error", "infrastructure") and outcome.end_reason != "line_lost":
            raise InfrastructureError(f"agent {agent.name}: the call broke: {outcome.error or outcome.end_reason}")
        evidence = _evidence(outcome, call, conductor, _next_call(job))
    except InfrastructureError as error:
        raise InfrastructureError(secrets.text(str(error))) from error
    finally:
        for folder in (job.folder, _second(job).folder):
            secrets.folder(folder)
    from harness.agent_check.probes import PROBES

    return Report(
        agent=agent.name,
        findings={name: _clean(probe(evidence), secrets) for name, probe in PROBES.items()},
        recordings={"call": str(job.folder / "audio.wav"), "next call": str(_second(job).folder / "audio.wav")},
        seconds=outcome.seconds,
        punctual=call.line.health().fit,
        rehearsal=job.options.rehearsal,
    )


def _clean(finding: Finding, secrets: Redactor) -> Finding:
    return replace(finding, text=secrets.text(finding.text))


def _carry(job: AttemptJob) -> tuple[AttemptOutcome, Call, Conductor]:
    from harness.attempt import carry  # brings in Pipecat and the models

    calls: list[tuple[Call, Conductor]] = []

    def prepare(call: Call) -> None:
        from agents.embedded.voices import synthesize
        from harness.agent_check.caller import conduct

        calls.append((call, conduct(call, lambda text: synthesize(text, VOICE))))

    outcome = carry(job, prepare)
    return (outcome, *calls[0])


def _second(job: AttemptJob) -> AttemptJob:
    options = job.options.model_copy(update={"time_limit_s": NEXT_S})
    return job.model_copy(update={"attempt": 2, "options": options})


def _next_call(job: AttemptJob) -> NextCall:
    """Whether the agent takes another call after this one."""
    from harness.attempt import carry

    calls: list[Call] = []

    def prepare(call: Call) -> None:
        from harness.agent_check.caller import Mute

        call.brain = Mute(call.scenario, call.caller_rng)
        calls.append(call)

    try:
        outcome = carry(_second(job), prepare)
    except InfrastructureError as error:
        return NextCall(None, str(error))
    if outcome.end_reason not in ("time_limit", "agent_hangup"):
        return NextCall(None, outcome.error or outcome.end_reason)
    spans = _spans(calls[0], round(outcome.seconds * 8000))
    return NextCall(spans[0].start if spans else None)


def _spans(call: Call, end: int) -> Any:
    from pipelines.segments import speech_spans

    return speech_spans(call.line.agent.wire[:end])[0]


def _evidence(outcome: AttemptOutcome, call: Call, conductor: Conductor, again: NextCall) -> Evidence:
    from harness.heard import first_recogniser
    from pipelines import g711
    from pipelines.record import RATE

    end = round(outcome.seconds * RATE)
    return Evidence(
        scenario=call.scenario,
        instructions=call.pack.instructions,
        agent=np.asarray(g711.decode(bytes(call.line.agent.wire[:end]))),
        spans=_spans(call, end),
        caller=tuple(span for entry in call.line.caller.ledger for span in entry.final_spans),
        tools=tuple(call.desk.calls),
        events=tuple(sorted(call.writer.events.events, key=lambda e: e.sample)),
        notes=conductor.notes,
        end=end,
        reason=outcome.end_reason,
        error=outcome.error,
        stream=call.job.options.clock == "real" and not call.job.agent.url.startswith("webrtc+"),
        hear=first_recogniser().transcribe,
        next_call=again,
    )
