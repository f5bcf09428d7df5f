"""What a judge is given: one conversation, its instructions and tools, free of where it came from.

A case is made from a record (`metrics.judges.views`) or from a labelled example (`metrics.judges.labelled`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from pipelines.record import Architecture, Record

Kind = Literal["caller", "agent", "call", "response"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a conversation.

    Attributes:
        turn: the exchange it belongs to; 0 is the agent's greeting.
        kind: who speaks, or that a tool was called or answered.
        text: the words, for ``caller`` and ``agent``.
        tool: the tool's name, for ``call`` and ``response``.
        type: ``read``, ``write``, ``auth`` or ``system``; empty where it is not known.
        data: parameters of a ``call``; for a ``response`` what came back, its ``status`` included.
        cut: the speaker was silenced before the end; some of the words may not have been spoken.
    """

    turn: int
    kind: Kind
    text: str = ""
    tool: str = ""
    type: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)
    cut: bool = False

    @property
    def ok(self) -> bool:
        """Whether a response reports success."""
        return self.data.get("status") == "success"


@dataclass(frozen=True, slots=True)
class Case:
    """One conversation to judge.

    Attributes:
        architecture: decides what may be blamed on recognition.
        entries: the conversation as the agent knew it, in order: what it heard (cascade) or what was said to
            it (others), what it said, its tool calls and their responses.
        spoken: the same as the caller meant and heard it; empty where it is not known.
        instructions: the policy the agent was given; empty where it is not known.
        tools: the agent's tools, each ``{"name", "type", "description", "parameters"}`` with a JSON schema.
        now: date and time of the call, as the agent was told.
        brief: the caller's goal and facts in words; empty where it is not known.
        ending: how the call ended, in words.
        record: the record it was made from; audio and plan are reached through it.
    """

    architecture: Architecture
    entries: tuple[Entry, ...]
    spoken: tuple[Entry, ...] = ()
    instructions: str = ""
    tools: tuple[Mapping[str, Any], ...] = ()
    now: str = ""
    brief: str = ""
    ending: str = ""
    record: Record | None = None

    def turns(self, kind: Kind) -> dict[int, str]:
        """The words of one side by turn, its entries joined by a space; turns without words are absent."""
        found: dict[int, list[str]] = {}
        for entry in self.entries:
            if entry.kind == kind and entry.text.strip():
                found.setdefault(entry.turn, []).append(" ".join(entry.text.split()))
        return {turn: " ".join(parts) for turn, parts in sorted(found.items())}

    def calls(self) -> Iterator[tuple[Entry, Entry | None]]:
        """Each tool call with its response: the next response of that tool that no earlier call has."""
        waiting = [e for e in self.entries if e.kind == "response"]
        place = {id(e): i for i, e in enumerate(self.entries)}
        for entry in self.entries:
            if entry.kind != "call":
                continue
            after = [r for r in waiting if r.tool == entry.tool and place[id(r)] > place[id(entry)]]
            if after:
                waiting.remove(after[0])
            yield entry, after[0] if after else None
