"""Carries so many calls of this machine with itself at the same time, in real time, and tells how late they were."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from agents.callers.spec import CallerSpec, plan
from agents.spec import AgentSpec, Service, Turns
from harness.capacity import MOST, Kind, Step
from harness.executors.local import LocalExecutor
from harness.files import read_json, write_json
from harness.job import AttemptJob, AttemptOutcome, CallOptions
from harness.settings import BUILTIN
from scenarios.packs import load_pack

DOMAIN = "airline"
SECONDS = 20.0
WARM_S = 1.0
"""A worker's first call is this short and not measured: it brings in Pipecat and the models."""

GLANCE_S = 1.0
CPU = "cpu.json"


class Lines:
    """The calls; workers and agent are kept from one number of calls to the next.

    Args:
        kind: of callers.
        folder: for the records of the calls, which nobody reads.
        seconds: length of each call.
    """

    def __init__(self, kind: Kind, folder: Path, *, seconds: float = SECONDS, most: int = MOST) -> None:
        self._folder, self._seconds = folder, seconds
        self._caller, self._agent = caller(kind), agent()
        self._scenarios = sorted(load_pack(BUILTIN, DOMAIN).scenarios)
        self._executor = LocalExecutor(work, most, logs=folder / "logs", calls_per_worker=10**6)
        self._warm = self._count = 0

    def __call__(self, calls: int) -> Step:
        """Carry so many at the same time."""
        if calls > self._warm:
            self._carry(calls, WARM_S)
            self._warm = calls
        before = busy_seconds()
        found = self._carry(calls, self._seconds)
        return step(found, calls, _share(before, busy_seconds()))

    def close(self) -> None:
        """End the workers, and with them their agents."""
        self._executor.kill()

    def _carry(self, calls: int, seconds: float) -> list[dict[str, Any]]:
        jobs = []
        for _ in range(calls):
            self._count += 1
            jobs.append(self._job(self._count, seconds))
            self._executor.submit(jobs[-1])
        while self._executor.wait():
            pass
        found = [read_json(job.folder / "call.json") or {} for job in jobs]
        cpu = [read_json(job.folder / CPU) or {} for job in jobs]
        shutil.rmtree(self._folder / "calls", ignore_errors=True)
        return [{**call, **took} for call, took in zip(found, cpu, strict=True)]

    def _job(self, number: int, seconds: float) -> AttemptJob:
        scenario = self._scenarios[number % len(self._scenarios)]  # other words each time: none are in a cache
        return AttemptJob(
            run_dir=self._folder,
            pack=BUILTIN,
            domain=DOMAIN,
            scenario=scenario,
            agent=self._agent,
            options=CallOptions(clock="real", time_limit_s=seconds, silence_limit_s=300),
            trial=number,
            attempt=1,
            run_seed=0,
            caller=self._caller.cast(f"{DOMAIN}/{scenario}"),
        )


def caller(kind: Kind) -> CallerSpec:
    """Who phones: the caller with a plan, with its own ears and voice or with stand-ins."""
    return plan() if kind == "embedded" else CallerSpec(name="stubbed", brain="plan", **_stubs())


def agent() -> AgentSpec:
    """Who is phoned: an agent whose services are stand-ins, as if they were vendors', in a process of its own."""
    turns = Turns(start="vad", stop="smart_turn")
    return AgentSpec(
        name="stubbed", architecture="cascade", llm=Service(provider="calibration"), turns=turns, **_stubs()
    )


def _stubs() -> dict[str, Any]:
    file = Path(__file__).with_name("capacity_stubs.py")
    return {part: Service(provider=f"{file}:{name}") for part, name in (("stt", "ears"), ("tts", "voice"))}


def work(job: AttemptJob) -> AttemptOutcome:
    """Carry one call, neither checked nor scored, and note what it took of a core."""
    os.environ["CALLBENCH_CACHE"] = "off"  # in a run most words are new
    from harness.attempt import carry

    before, began = time.process_time(), time.monotonic()
    outcome = carry(job)
    cores = (time.process_time() - before) / (time.monotonic() - began)
    write_json(job.folder / CPU, {"cores": round(cores, 4)})
    return outcome


def step(found: list[dict[str, Any]], calls: int, busy: float | None) -> Step:
    """What calls' records say of so many at the same time."""
    lines = [call["line"] for call in found if call.get("line")]
    failed = [call for call in found if not call.get("line") or call.get("status") in ("infrastructure", "error")]
    why = ""
    if failed:
        text = str(failed[0].get("error") or failed[0].get("end_reason") or "no record")
        why = f"{len(failed)} failed ({text})"

    def worst(name: str) -> float:
        return max((float(line[name]) for line in lines), default=0.0)

    shares = [float(call["cores"]) for call in found if "cores" in call]
    return Step(
        calls,
        worst("late_share"),
        worst("lateness_p50_ms"),
        worst("lateness_p99_ms"),
        worst("lateness_max_ms"),
        why,
        busy,
        round(sum(shares) / len(shares), 3) if shares else None,
    )


def busy_seconds(stat: Path = Path("/proc/stat")) -> tuple[float, float] | None:
    """Time that the cores of this machine have spent, busy and altogether; ``None`` where the system tells nobody."""
    try:
        ticks = [int(n) for n in stat.read_text().splitlines()[0].split()[1:9]]
    except (OSError, ValueError, IndexError):
        return None
    return float(sum(ticks) - ticks[3] - ticks[4]), float(sum(ticks))


def busy_now(wait: Callable[[float], None] = time.sleep) -> float | None:
    """The share of the cores that is busy before a call is made."""
    before = busy_seconds()
    wait(GLANCE_S)
    return _share(before, busy_seconds())


def _share(before: tuple[float, float] | None, after: tuple[float, float] | None) -> float | None:
    if before is None or after is None or after[1] <= before[1]:
        return None
    return round((after[0] - before[0]) / (after[1] - before[1]), 3)


def free_mb(pages: Callable[[str], int] | None = None) -> float:
    """Free memory in MiB; infinite where the system does not tell."""
    if pages is None and not hasattr(os, "sysconf"):
        return float("inf")
    ask = pages or os.sysconf
    try:
        return ask("SC_AVPHYS_PAGES") * ask("SC_PAGE_SIZE") / 2**20
    except (OSError, ValueError):
        return float("inf")
