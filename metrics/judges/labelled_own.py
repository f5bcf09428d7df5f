"""Labelled cases in this project's own format: any judged metric, one JSON object a line.

An object holds the conversation itself (``entries``), or names the folder of a recorded call (``call``, relative
to the file), whose sound a judge can listen to; beside it the metric and what people said: ``rating`` of the whole,
or ``ratings`` by turn. See docs/judges-check.md.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from metrics.judges.case import Case, Entry, Kind
from metrics.judges.labelled import WHOLE, Labelled, plain_fields, rows
from metrics.judges.ratings import RATERS, rates_turns
from metrics.judges.views import case_of
from pipelines.record import Architecture, Record
from scenarios.errors import CallbenchError, UsageError


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _Entry(_Part):
    """One line of a conversation; fields as of `Entry`."""

    turn: int = Field(ge=0)
    kind: Kind
    text: str = ""
    tool: str = ""
    type: str = ""
    data: dict[str, Any] = Field(default_factory=dict)
    cut: bool = False

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.kind in ("call", "response") and not self.tool:
            raise ValueError(f"a {self.kind} needs tool")
        return self

    def entry(self) -> Entry:
        return Entry(**self.model_dump())


class _Row(_Part):
    """One labelled case."""

    id: str = Field(min_length=1)
    metric: str = ""
    group: str = ""
    rating: int | None = None
    ratings: dict[int, int] = Field(default_factory=dict)
    modes: tuple[str, ...] = ()
    call: str = ""
    architecture: Architecture = "cascade"
    entries: tuple[_Entry, ...] = ()
    spoken: tuple[_Entry, ...] = ()
    instructions: str = ""
    tools: tuple[dict[str, Any], ...] = ()
    now: str = ""
    brief: str = ""
    ending: str = ""

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if bool(self.call) == bool(self.entries):
            raise ValueError("give either entries, or call for the folder of a recorded call")
        return self

    def labels(self, metric: str) -> dict[int, int]:
        if rates_turns(metric):
            if not self.ratings or self.rating is not None:
                raise ValueError(f"{metric} rates turns: give ratings by turn, and no rating")
            return self.ratings
        if self.rating is None or self.ratings:
            raise ValueError(f"{metric} rates the whole: give rating, and no ratings by turn")
        return {WHOLE: self.rating}

    def case(self, folder: Path) -> Case:
        if self.call:
            return case_of(Record.load(folder / self.call))
        return Case(
            self.architecture,
            tuple(e.entry() for e in self.entries),
            tuple(e.entry() for e in self.spoken),
            self.instructions,
            self.tools,
            self.now,
            self.brief,
            self.ending,
        )


def load_own(path: Path, metric: str = "") -> dict[str, list[Labelled]]:
    """Read a file of the own format.

    Args:
        path: the file.
        metric: for objects that name none.

    Returns:
        The cases by metric.

    Raises:
        UsageError: the file is not such a set; the message names file, line and what is wrong.
    """
    found: dict[str, list[Labelled]] = {}
    for number, data in rows(path):
        try:
            row = _Row.model_validate(data)
            name = row.metric or metric
            if name not in RATERS:
                raise ValueError(f"metric {name!r} is not a judged one; known: {', '.join(sorted(RATERS))}")
            labels = row.labels(name)
            modes = {next(iter(labels)): row.modes} if row.modes else {}
            found.setdefault(name, []).append(
                Labelled(row.id, row.case(path.parent), labels, modes, row.group or row.id, plain_fields(data))
            )
        except ValidationError as error:
            first = error.errors()[0]
            field = ".".join(str(part) for part in first["loc"])
            what = first["msg"].removeprefix("Value error, ")
            raise UsageError(f"{path}, line {number}: {f'field {field}: ' if field else ''}{what}") from error
        except (OSError, KeyError, TypeError, ValueError, CallbenchError) as error:
            text = " ".join(str(error).split())
            raise UsageError(f"{path}, line {number}: {text}") from error
    return found
