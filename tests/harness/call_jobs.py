"""Jobs for whole calls of the calibration agent, and what they leave."""

from __future__ import annotations

import json
from pathlib import Path

from agents.registry import find
from harness.job import AttemptJob, CallOptions
from pipelines.record import Record

SCENARIO = "second-thoughts"


def job(folder: Path, scenario: str = SCENARIO, *, faults=(), agent=None, seed: int = 7, **options) -> AttemptJob:
    """One attempt at a scenario of the builtin pack."""
    agent = agent or find("embedded-cascade").model_copy(update={"faults": tuple(faults)})
    return AttemptJob(
        run_dir=folder,
        pack="builtin",
        domain="airline",
        scenario=scenario,
        agent=agent,
        options=CallOptions(**options),
        trial=1,
        attempt=1,
        run_seed=seed,
    )


def record(given: AttemptJob) -> Record:
    """The record that a job left."""
    return Record.load(given.folder)


def tools(record: Record) -> list[tuple[str, str]]:
    """Tool calls with their arguments, in order."""
    return [(t.tool, json.dumps(t.params, sort_keys=True)) for t in record.tools]
