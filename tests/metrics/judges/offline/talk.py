"""Calls written as lines: "A: ..." the agent, "C: ..." the caller, and tools as (name, parameters, response)."""

from collections.abc import Iterator
from typing import Any

from metrics.judges.case import Case, Entry

Step = str | tuple[str, dict[str, Any], dict[str, Any]]


def talk(*steps: Step) -> Case:
    """A case; every line of the caller opens a turn."""
    return Case("cascade", tuple(_entries(steps)))


def done(**data: Any) -> dict[str, Any]:
    """A response of success."""
    return {"status": "success", **data}


def failed(error: str = "not_found") -> dict[str, Any]:
    """A response of failure."""
    return {"status": "error", "error_type": error, "message": "No such thing."}


def _entries(steps: tuple[Step, ...]) -> Iterator[Entry]:
    turn = 0
    for step in steps:
        if isinstance(step, tuple):
            tool, params, response = step
            yield Entry(turn, "call", tool=tool, data=params)
            yield Entry(turn, "response", tool=tool, data=response)
            continue
        side, text = step.split(": ", 1)
        turn += side == "C"
        yield Entry(turn, "caller" if side == "C" else "agent", text)
