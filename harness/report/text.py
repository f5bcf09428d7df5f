"""Figures and texts as the reports print them: one form for one kind of thing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from metrics.words import plural as plural
from pipelines.record import RATE

NOTHING = "–"


def number(value: float | None, digits: int = 3) -> str:
    """A figure, rounded, without trailing zeros; a dash for none."""
    if value is None:
        return NOTHING
    text = f"{value:.{digits}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


def interval(low: float | None, high: float | None) -> str:
    """A confidence interval, or nothing."""
    return "" if low is None or high is None else f"{number(low)} to {number(high)}"


def clock(sample: int) -> str:
    """A sample of the line as minutes, seconds and tenths."""
    tenths = sample * 10 // RATE
    return f"{tenths // 600}:{tenths // 10 % 60:02d}.{tenths % 10}"


def duration(seconds: float) -> str:
    """Seconds as minutes and seconds."""
    whole = round(seconds)
    return f"{whole // 60}:{whole % 60:02d}"


def pretty(value: Any) -> str:
    """JSON for reading."""
    return json.dumps(value, indent=2, ensure_ascii=False, sort_keys=True)


def cell(text: str) -> str:
    """Text inside a Markdown table: on one line, nothing that ends the cell or begins markup."""
    flat = " ".join(text.split())
    for sign in "\\`*_[]|<>#~":
        flat = flat.replace(sign, f"\\{sign}")
    return flat


def markdown_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """The lines of a Markdown table."""
    lines = [columns, ["---"] * len(columns), *rows]
    return [f"| {' | '.join(line)} |" for line in lines]
