"""Plug in an agent: by its file, or by name from a package of your own.

    python examples/plug_in_agent.py [RUN_FOLDER]

`patient` is what an entry point of your package would name; `callbench run --agent patient` then finds it::

    [project.entry-points."callbench.agents"]
    patient = "my_package.agents:patient"

The script runs one call with the file beside it, and one with the agent of the catalogue, and compares how
long callers waited.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from agents.spec import AgentSpec
from harness import launch, settings
from harness.run import Silent
from harness.score import summarise

FILE = Path(__file__).with_name("patient_agent.yaml")


def patient(timeout_secs: float = 1.2) -> AgentSpec:
    """The agent in the file, with another patience."""
    spec = AgentSpec.load(FILE)
    return spec.model_copy(update={"turns": spec.turns.model_copy(update={"timeout_secs": timeout_secs})})


def run(agent: str, folder: Path) -> dict[str, Any]:
    """Carry one call with an agent, given by name, file or URL."""
    options = {"agent": agent, "scenarios": ["week-later"]}
    planned = launch.prepare(settings.load(None, options))
    store = launch.create(planned, folder)
    launch.carry_out(store, Silent())
    return summarise(store.path)


def main(folder: Path) -> None:
    """Compare."""
    for name, agent in (("patient", str(FILE)), ("embedded-cascade", "embedded-cascade")):
        metrics = run(agent, folder / name)["metrics"]
        speed, done = (metrics[m]["mean"] for m in ("response_speed", "task_completion"))
        print(f"{name}: answers after {speed} s on average, task completion {done}")


if __name__ == "__main__":  # workers are started anew and import this file
    main(Path(sys.argv[1]) if sys.argv[1:] else Path(tempfile.mkdtemp()))
