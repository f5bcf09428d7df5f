"""Cases that people have labelled, to check judges against: one JSON-lines file per metric.

The format is that of the reference benchmark's judge validation sets, which tests read where they lie; any
file of the same form can be checked (``callbench judges check``).
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from metrics.judges.case import Case, Entry
from scenarios.errors import UsageError


@dataclass(frozen=True, slots=True)
class Labelled:
    """A case with its label.

    Attributes:
        id: of the case.
        ratings: by turn for metrics that rate turns; under key -1 for those that rate the whole.
        modes: failure modes that the label names, by turn or under -1; for humans to read.
        group: cases of one group share a conversation: cross-validation must not split them.
        fields: everything else of the object that is a plain value; no judge is given it.
    """

    id: str
    case: Case
    ratings: Mapping[int, int]
    modes: Mapping[int, tuple[str, ...]]
    group: str
    fields: Mapping[str, str] = field(default_factory=dict)


WHOLE = -1


def load_traces(path: Path) -> list[Labelled]:
    """Read cases on faithfulness or progression: a trace of events and one rating.

    Cases that their authors marked invalid are left out.

    Raises:
        UsageError: the file is not such a set; the message names file, line and field.
    """
    found = []
    for number, row in rows(path):
        if str(row.get("invalid")) == "True":
            continue
        try:
            entries = tuple(_trace(listed(row["trace"])))
            label = int(row["expected_rating"])
            modes = row.get("failure_mode") or ""
            named = listed(modes) if str(modes).startswith("[") else str(modes).split(",")
            first = next((e.text for e in entries if e.kind == "caller"), "")
            case = Case("cascade", entries)
            found.append(
                Labelled(
                    str(row.get("id", number)),
                    case,
                    {WHOLE: label},
                    {WHOLE: tuple(m.strip() for m in named if m and m.strip() and m != "None")},
                    first,
                    plain_fields(row),
                )
            )
        except (KeyError, TypeError, ValueError, SyntaxError) as error:
            raise UsageError(f"{path}, line {number}: not a labelled trace ({error!r})") from error
    return found


def load_turns(path: Path) -> list[Labelled]:
    """Read cases on conciseness: turns of a conversation, each turn of the agent with a rating.

    Raises:
        UsageError: the file is not such a set; the message names file, line and field.
    """
    found = []
    for number, row in rows(path):
        try:
            entries: list[Entry] = []
            ratings: dict[int, int] = {}
            modes: dict[int, tuple[str, ...]] = {}
            turn = 0
            for item in listed(row["conv_turns"]):
                if item["role"] == "user":
                    turn += 1
                    entries.append(Entry(turn, "caller", item["content"]))
                    continue
                entries.append(Entry(turn, "agent", item["content"]))
                if item.get("expected_rating") is not None:
                    ratings[turn] = int(item["expected_rating"])
                    modes[turn] = tuple(item.get("failure_modes") or ())
            key = str(row.get("conversation_id") or row.get("id", number))
            case = Case("cascade", tuple(entries))
            found.append(Labelled(str(row.get("id", number)), case, ratings, modes, key, plain_fields(row)))
        except (KeyError, TypeError, ValueError, SyntaxError) as error:
            raise UsageError(f"{path}, line {number}: not a labelled conversation ({error!r})") from error
    return found


def _trace(events: list[dict[str, Any]]) -> Iterator[Entry]:
    turn = 0
    for event in events:
        match event["event_type"]:
            case "user_utterance":
                turn += 1
                yield Entry(turn, "caller", event["utterance"])
            case "agent_utterance":
                yield Entry(turn, "agent", event["utterance"])
            case "tool_call":
                yield Entry(turn, "call", tool=event["tool_name"], data=_mapping(event["params"]))
            case "tool_response":
                data = _mapping(event["response"])
                if "status" in event and "status" not in data:
                    data = {"status": event["status"], **data}
                yield Entry(turn, "response", tool=event["tool_name"], data=data)
            case other:
                raise ValueError(f"unknown event_type {other!r}")


def _mapping(value: Any) -> dict[str, Any]:
    data = json.loads(value) if isinstance(value, str) else value
    if not isinstance(data, dict):
        raise TypeError(f"not an object: {data!r}")
    return data


def listed(value: Any) -> list[Any]:
    """A list, or one written as a Python literal.

    Raises:
        TypeError: it is something else; `ValueError` or `SyntaxError` where a text is no literal.
    """
    data = ast.literal_eval(value) if isinstance(value, str) else value
    if not isinstance(data, list):
        raise TypeError(f"not a list: {data!r}")
    return data


def plain_fields(row: Mapping[str, Any]) -> dict[str, str]:
    """The fields of an object that hold a text, a number or yes and no, as texts."""
    return {name: str(value) for name, value in row.items() if isinstance(value, str | int | float)}


def rows(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects of a JSON-lines file with their line numbers.

    Raises:
        UsageError: the file cannot be read, or a line of it is no object.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path}: cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: not valid UTF-8 (byte {error.start})") from error
    for number, line in enumerate(text.split("\n"), 1):  # other breaks may stand inside a string of JSON
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except json.JSONDecodeError as error:
            raise UsageError(f"{path}, line {number}: not valid JSON ({error})") from error
        if not isinstance(row, dict):
            raise UsageError(f"{path}, line {number}: not an object")
        yield number, row
