"""The tree of commands."""

from __future__ import annotations

from typing import Any

import typer
from typer.main import get_command

from harness.cli import (
    agents,
    callers,
    compare,
    demo,
    doctor,
    judges,
    perturb,
    plan,
    report,
    run,
    scenarios,
    score,
    verify,
)


def command() -> Any:
    """The command line as an object with a ``main``."""
    app = typer.Typer(
        name="callbench",
        help="The benchmark harness that voice agents meet before they answer a real phone.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(_root)
    app.command("demo")(demo.demo)
    app.command("plan")(plan.plan)
    app.command("run")(run.run)
    app.command("score")(score.score)
    app.command("report")(report.report)
    app.command("verify")(verify.verify)
    app.command("compare")(compare.compare)
    app.add_typer(scenarios.app, name="scenarios")
    app.add_typer(agents.app, name="agents")
    app.add_typer(callers.app, name="callers")
    app.add_typer(perturb.app, name="perturb")
    app.add_typer(judges.app, name="judges")
    app.command("doctor")(doctor.doctor)
    return get_command(app)


def _root(
    context: typer.Context, version: bool = typer.Option(False, "--version", help="Show the version and end.")
) -> None:
    """The benchmark harness that voice agents meet before they answer a real phone."""
    if version:
        from harness.store import version as installed

        typer.echo(f"callbench {installed()}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
        raise typer.Exit(2)
