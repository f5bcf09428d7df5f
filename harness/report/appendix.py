"""The report's appendix: which seeded faults each metric catches, and which ones leave it still.

The matrix is measured by ``benchmarks/faults.py --write`` and lies beside this module; it is the same in every
report of one version, since it speaks of the metrics and not of the run.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from harness.report.text import NOTHING, number

PATH = Path(__file__).with_name("faults.json")
FORM = 1


@dataclass(frozen=True, slots=True)
class Fault:
    """One row: the fault, what caught it, and what moved with it, each with the values before and after."""

    name: str
    side: str
    what: str
    caught: tuple[str, ...]
    followed: tuple[str, ...]
    note: str


@dataclass(frozen=True, slots=True)
class Watch:
    """One metric: the faults it has to catch, and of how many others it stayed still."""

    metric: str
    catches: str
    still: str


@dataclass(frozen=True, slots=True)
class Matrix:
    """What the appendix shows."""

    provenance: str
    faults: tuple[Fault, ...]
    metrics: tuple[Watch, ...]


@cache
def matrix() -> Matrix | None:
    """The matrix of this version; ``None`` where none was measured."""
    try:
        data: dict[str, Any] = json.loads(PATH.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    return prepared(data)


def prepared(data: dict[str, Any]) -> Matrix:
    """The matrix as it is shown.

    Args:
        data: what ``benchmarks/faults.py --write`` wrote.
    """
    scenarios = " and ".join(data["scenarios"])
    return Matrix(
        provenance=(
            f"Measured on calls of the calibration agent in {scenarios} with {data['ears']} ears, one seeded fault at "
            "a time, judged offline; each call is compared with the same one without a fault."
        ),
        faults=tuple(
            Fault(
                row["fault"],
                row["side"],
                row["what"],
                _values(row["caught"]),
                _values(row["followed"]),
                "" if row["counts"] else "the attempt does not count",
            )
            for row in data["rows"]
        ),
        metrics=tuple(
            Watch(name, ", ".join(found["catches"]) or NOTHING, f"{found['still']} of {found['others']}")
            for name, found in data["metrics"].items()
        ),
    )


def _values(found: dict[str, list[float | None]]) -> tuple[str, ...]:
    return tuple(f"{name} {number(before)} → {number(after)}" for name, (before, after) in found.items())
