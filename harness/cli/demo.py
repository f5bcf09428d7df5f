"""``callbench demo``: three calls, offline, in about a minute."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

SCENARIOS = ("week-later", "later-return", "phantom-cancellation")
"""A simple change, a call with two requests, and a caller who asks for what policy forbids."""


def demo(
    out: Annotated[Path | None, typer.Option(help="Run folder to make.  [default: runs/TIME_AGENT_DOMAIN]")] = None,
    concurrency: Annotated[int | None, typer.Option(help="Calls at the same time.  [default: one a core]")] = None,
) -> None:
    """Three airline calls with the embedded agent in virtual time: no key, no network."""
    from harness import launch, settings
    from harness.cli.run import carry_out

    options = {
        "domain": "airline",
        "scenarios": list(SCENARIOS),
        "clock": "virtual",
        "concurrency": concurrency,
    }
    planned = launch.prepare(settings.load(None, options))
    launch.preflight(planned.manifest.agent)
    raise typer.Exit(carry_out(launch.create(planned, out)))
