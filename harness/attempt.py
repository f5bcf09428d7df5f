"""Carrying one call: from a job to a call folder.

`carry` runs in a worker process. The virtual clock is installed before Pipecat is imported, also for calls in real
time, so that one worker can carry both.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import asdict
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from harness.job import AttemptJob, AttemptOutcome
from harness.redact import Redactor
from scenarios.errors import UsageError
from scenarios.model import Scenario
from scenarios.packs import Pack, load_pack
from scenarios.toolbox import Toolbox

if TYPE_CHECKING:
    from harness.call import Call

WATCHDOG_S = 60.0  # beyond the call's own limit, after which virtual time itself gives up


def carry(job: AttemptJob, prepare: Callable[[Call], None] | None = None) -> AttemptOutcome:
    """Carry the call and write its folder, all but gate and scores.

    Args:
        job: what to carry.
        prepare: is given the call before it begins, for callers with a seeded fault.

    Raises:
        UsageError: pack, scenario or agent cannot be used.
        InfrastructureError: the line or a service failed before there was a call to speak of.
    """
    from pipelines import clock

    clock.install()
    started = clock.wall()
    pack = _pack(job.pack, job.domain)
    if job.scenario not in pack.scenarios:
        raise UsageError(f"pack {job.pack}: no scenario {job.scenario!r} in domain {job.domain}")
    from harness.call import Call

    call = Call(job, pack)
    if prepare is not None:
        prepare(call)
    if job.options.clock == "virtual":
        ending = clock.run_virtual(call.run, limit_s=job.options.time_limit_s + WATCHDOG_S)
    else:
        ending = clock.run_real(call.run)
    wall_s = round(clock.wall() - started, 3)
    return AttemptOutcome(
        status=ending.status,
        end_reason=ending.reason,
        valid=ending.status in ("completed", "agent_timeout", "time_limit"),
        seconds=ending.sample / 8000,
        wall_s=wall_s,
        error=ending.error,
    )


@functools.lru_cache(maxsize=3)
def _pack(spec: str, domain: str) -> Pack:
    """A worker carries many calls of a pack, and a large one takes a second or two to read; calls copy its worlds."""
    return load_pack(spec, domain)


def agent_brief(pack: Pack, scenario: Scenario, toolbox: Toolbox) -> dict[str, Any]:
    """What the agent of a call is told: its instructions, its tools with their types, and the time."""
    types = {tool.name: tool.type for tool in toolbox.tools.values()}
    return {
        "instructions": pack.instructions,
        "tools": [{**schema, "type": types[schema["name"]]} for schema in toolbox.schemas()],
        "now": scenario.now,
    }


def describe(job: AttemptJob, pack: Pack) -> dict[str, Any]:
    """The part of call.json that is known before the call; nothing in it depends on the wall clock.

    Secrets of the agent are masked as they are in run.json.
    """
    from agents.exposure import exposure  # it brings in Pipecat

    return {
        "schema": 1,
        "scenario": job.scenario,
        "domain": job.domain,
        "pack": {"name": pack.name, "sha256": pack.sha256},
        "trial": job.trial,
        "attempt": job.attempt,
        "seed": job.seed,
        "options": job.options.model_dump(mode="json"),
        "agent": {
            **Redactor.of({}, job.agent.model_dump()).data(job.agent.model_dump(mode="json")),
            "calibration": job.agent.calibration,
            "floor": job.agent.floor,
            "exposes": asdict(exposure(job.agent)),
        },
        "caller": job.caller.model_dump(mode="json", exclude_defaults=True),
        "versions": {"callbench": version("callbench"), "pipecat": version("pipecat-ai")},
    }
