"""Prices of services: a dated table as data, and files of one's own that go before it.

A price that is in neither is not known, which is something else than nothing: no figure is made up for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from datetime import date
from fnmatch import fnmatchcase
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from agents.near import near
from scenarios import yaml_file
from scenarios.errors import UsageError

MILLION = 1e6
UNITS: dict[str, tuple[str, float]] = {
    "million_input_tokens": ("input_tokens", MILLION),
    "million_cached_tokens": ("cached_tokens", MILLION),
    "million_cache_write_tokens": ("cache_write_tokens", MILLION),
    "million_output_tokens": ("output_tokens", MILLION),
    "million_input_audio_tokens": ("input_audio_tokens", MILLION),
    "million_cached_audio_tokens": ("cached_audio_tokens", MILLION),
    "million_output_audio_tokens": ("output_audio_tokens", MILLION),
    "thousand_characters": ("characters", 1e3),
    "minute": ("seconds", 60.0),
    "hour": ("seconds", 3600.0),
}
"""Units that prices are per: which quantity of `pipelines.usage` they count, and how much of it is one."""

INSTEAD = {
    "cached_tokens": "input_tokens",
    "cache_write_tokens": "input_tokens",
    "cached_audio_tokens": "input_audio_tokens",
}
"""Whose price a quantity has where a vendor has none for it: a vendor without a discount charges the full price."""


def _no_answer(price: Any) -> Any:
    """YAML makes truth values of yes and no, and those pass for 1 and 0: a price of nothing that nobody gave."""
    if isinstance(price, bool):
        raise ValueError("input should be a number; leave the row out where it is not known")
    return price


class Price(BaseModel):
    """One row of the table.

    Attributes:
        part: ``agent`` is a deployed agent as a whole, provider ``external``.
        model: a name or a pattern (``nova-3*``).
        price: in `currency`, for one `unit`.
        as_of: the day on which it was known to hold.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    provider: str = Field(min_length=1)
    part: Literal["stt", "llm", "tts", "realtime", "agent"]
    model: str = "*"
    unit: Literal[
        "million_input_tokens",
        "million_cached_tokens",
        "million_cache_write_tokens",
        "million_output_tokens",
        "million_input_audio_tokens",
        "million_cached_audio_tokens",
        "million_output_audio_tokens",
        "thousand_characters",
        "minute",
        "hour",
    ]
    price: Annotated[float, BeforeValidator(_no_answer)] = Field(ge=0, allow_inf_nan=False)
    as_of: date
    currency: Literal["USD"] = "USD"

    @property
    def quantity(self) -> str:
        """What it counts."""
        return UNITS[self.unit][0]

    def amount(self, count: float) -> float:
        """US dollars for so much of the quantity."""
        return self.price * count / UNITS[self.unit][1]


class Prices:
    """Rows to look prices up in, the most trusted tables first."""

    def __init__(self, *tables: Sequence[Price]) -> None:
        """Take tables; one that names a service goes before the later ones for that service."""
        self._tables = tables

    def of(self, provider: str, part: str, model: str) -> tuple[Price, ...]:
        """The rows of one service, one for each quantity; empty if its price is not known."""
        for table in self._tables:
            fitting = [p for p in table if (p.provider, p.part) == (provider, part) and _fits(p, model)]
            if fitting:
                best = max(_rank(p, model) for p in fitting)
                return tuple(p for p in fitting if _rank(p, model) == best)
        return ()


@cache
def builtin() -> tuple[Price, ...]:
    """The table that comes with callbench."""
    path = resources.files("agents").joinpath("prices.yaml")
    return _rows(yaml_file.parse(path.read_text(encoding="utf-8")), "price table")


def load(file: Path | None, known: Callable[[], Collection[str]] | None = None) -> Prices:
    """Our table, and before it a file of one's own.

    Args:
        file: the file, if there is one.
        known: the providers that the file may price besides factories of one's own (``FILE.py:NAME``) and
            ``external``; any by default.

    Raises:
        UsageError: the file cannot be read, or is not a table of prices; the message names the row and the field.
    """
    if file is None:
        return Prices(builtin())
    rows = _rows(yaml_file.read(file, "price file"), f"price file {file}")
    names = {"external", *known()} if known else {row.provider for row in rows}
    for number, row in enumerate(rows, 1):
        if row.provider not in names and ".py:" not in row.provider:
            hint = near(row.provider, names) or f"; known: {', '.join(sorted(names))}"
            raise UsageError(f"price file {file}: row {number}, provider: nothing is of {row.provider!r}{hint}")
    return Prices(rows, builtin())


def _rows(data: Any, where: str) -> tuple[Price, ...]:
    rows = data.get("prices") if isinstance(data, dict) else None
    if not isinstance(rows, list):
        raise UsageError(f"{where}: expected 'prices:' and a list of rows; docs/cost.md shows one")
    found: dict[tuple[str, ...], Price] = {}
    for number, row in enumerate(rows, 1):
        try:
            price = Price.model_validate(row)
        except ValidationError as error:
            first = error.errors()[0]
            field = ".".join(str(p) for p in first["loc"])
            hint = near(str(first["input"]), UNITS) if field == "unit" else ""
            name = f", {field}" if field else ""
            raise UsageError(f"{where}: row {number}{name}: {first['msg'].lower()}{hint}") from error
        what = (price.provider, price.part, price.model, price.quantity)
        if what in found:
            raise UsageError(
                f"{where}: row {number}: {price.provider} {price.part} {price.model} has a price for the "
                f"same quantity already; keep one of the two"
            )
        found[what] = price
    return tuple(found.values())


def _fits(price: Price, model: str) -> bool:
    """Whether a row is about a model, or about the one that it is a dated release of (``gpt-5-2025-08-07``)."""
    undated = re.sub(r"-20\d\d-\d\d-\d\d$", "", model)
    return any(price.model == name or fnmatchcase(name, price.model) for name in (model, undated))


def _rank(price: Price, model: str) -> tuple[bool, int, str]:
    return price.model == model, len(price.model), price.model
