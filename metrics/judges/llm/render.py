"""Parts of a conversation in words, for questions that show less than the whole (`metrics.judges.views.render`)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Literal

from metrics.judges.case import Case, Entry
from metrics.judges.views import CUT_OFF


def redacted(entries: Iterable[Entry]) -> str:
    """What could be said, without what was: the agent's words and its tool calls are left out.

    A judge of speech that knows what should be heard tends to hear it.
    """
    lines, spoken = [], set()
    for entry in entries:
        match entry.kind:
            case "caller":
                lines.append(f"Turn {entry.turn} - User: {_said(entry)}")
            case "response":
                lines.append(f"Turn {entry.turn} - Tool Response ({entry.tool}): {data(entry.data)}")
            case "agent" if entry.turn not in spoken:
                spoken.add(entry.turn)
                lines.append(f"Turn {entry.turn} - [Assistant speaks]")
            case _:
                pass
    return "\n".join(lines)


def words(entries: Iterable[Entry], kind: Literal["caller", "agent"]) -> dict[int, str]:
    """One side's words by turn, with a mark where it was cut off; turns without words are absent."""
    found: dict[int, list[str]] = {}
    for entry in entries:
        if entry.kind == kind and entry.text.strip():
            found.setdefault(entry.turn, []).append(_said(entry))
    return {turn: " ".join(parts) for turn, parts in sorted(found.items())}


def lines(said: Mapping[int, str], who: str) -> str:
    """One side's words, a line for each turn."""
    return "\n".join(f"Turn {turn} - {who}: {text}" for turn, text in said.items())


def pairs(meant: Mapping[int, str], heard: Mapping[int, str]) -> str:
    """What was meant beside what was recognised, for the turns of `meant`."""
    return "\n\n".join(
        f"Turn {turn}:\n  Expected: {text}\n  Transcribed: {heard.get(turn, '')}" for turn, text in meant.items()
    )


def calls(case: Case) -> str:
    """The caller's words and the agent's tool calls, numbered from 1; the agent's own words are left out."""
    found, number = [], 0
    for entry in case.entries:
        if entry.kind == "caller":
            found.append(f"User: {_said(entry)}")
        elif entry.kind == "call":
            number += 1
            found.append(f"Tool Call [{number}]: {entry.tool} {data(entry.data)}")
        elif entry.kind == "agent":
            found.append("[Assistant speaks]")
    return "\n".join(found)


def tools(found: Iterable[Mapping[str, Any]]) -> str:
    """Tools with their schemas, one a line."""
    return "\n".join(data(tool) for tool in found)


def data(value: Any) -> str:
    """JSON on one line, letters as they are."""
    return json.dumps(value, ensure_ascii=False, default=str)


def _said(entry: Entry) -> str:
    return " ".join(entry.text.split()) + (f" {CUT_OFF[entry.kind]}" if entry.cut else "")
