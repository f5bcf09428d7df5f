"""The attempts that a run folder holds, as the gate left them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness.files import read_json
from harness.job import AttemptJob, AttemptOutcome
from harness.plan import Trial

GATE = "gate.json"
WORD = {"domain", "scenario", "trial", "attempt", "valid", "status", "end_reason", "gate", "error"}
"""What it must hold."""


@dataclass(frozen=True)
class Attempt:
    """One finished attempt.

    Attributes:
        folder: its call folder.
        gate: gate.json: who the attempt is, its final status and the gate's checks.
    """

    trial: Trial
    attempt: int
    folder: Path
    gate: dict[str, Any]

    @property
    def valid(self) -> bool:
        """Whether it counts."""
        return bool(self.gate["valid"])

    @property
    def status(self) -> str:
        """Final status of the taxonomy."""
        return str(self.gate["status"])

    @property
    def why_invalid(self) -> str:
        """Why it does not count, in one line; empty for a valid attempt."""
        if self.valid:
            return ""
        failed = [f"{name}: {c['why']}" for name, c in self.gate["gate"].items() if not c["passed"]]
        return "; ".join(failed) or self.gate["error"] or self.status


def finish(job: AttemptJob, outcome: AttemptOutcome) -> dict[str, Any]:
    """The content of gate.json. Wall time stays out, so that equal calls have equal files."""
    left_out = {"wall_s", *(name for name in ("failure", "limited") if not getattr(outcome, name))}
    return {
        "domain": job.domain,
        "scenario": job.scenario,
        "trial": job.trial,
        "attempt": job.attempt,
        **outcome.model_dump(exclude=left_out),
    }


def read(folder: Path) -> Attempt | None:
    """The attempt in a call folder; ``None`` while it is unfinished, or where the gate's word is damaged."""
    data = read_json(folder / GATE)
    if not isinstance(data, dict) or not data.keys() >= WORD or not isinstance(data["gate"], dict):
        return None
    trial = Trial(data["domain"], data["scenario"], data["trial"])
    return Attempt(trial, data["attempt"], folder, data)


def finished(run: Path) -> list[Attempt]:
    """Every finished attempt of a run, ordered by domain, scenario, trial and attempt.

    A folder that is not where its attempt belongs (somebody's copy) is left out.
    """
    found = [a for folder in _folders(run / "calls") if (a := read(folder)) is not None and _at_home(a)]
    return sorted(found, key=lambda a: (a.trial.domain, natural(a.trial.scenario), a.trial.trial, a.attempt))


def by_trial(attempts: list[Attempt]) -> dict[Trial, list[Attempt]]:
    """Attempts grouped by trial, in order."""
    groups: dict[Trial, list[Attempt]] = {}
    for attempt in attempts:
        groups.setdefault(attempt.trial, []).append(attempt)
    return groups


def cost(folder: Path) -> dict[str, Any] | None:
    """The ledger of an attempt; ``None`` where the call left none."""
    call = read_json(folder / "call.json")
    found = call.get("cost") if isinstance(call, dict) else None
    return found if isinstance(found, dict) else None


def counted(attempts: list[Attempt]) -> Attempt | None:
    """The attempt of a trial that counts: its first valid one."""
    return next((a for a in attempts if a.valid), None)


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """Sort key under which ``1.2.10`` follows ``1.2.9``."""
    return tuple(
        (0, int(p), "") if p.isascii() and p.isdigit() else (1, 0, p) for p in re.split(r"([0-9]+)", text) if p
    )


def _at_home(attempt: Attempt) -> bool:
    trial = attempt.trial
    home = (trial.domain, trial.scenario.replace("/", "_"), f"t{trial.trial}", f"a{attempt.attempt}")
    return attempt.folder.parts[-4:] == home


def _folders(calls: Path) -> Iterator[Path]:
    yield from calls.glob("*/*/t*/a*")
