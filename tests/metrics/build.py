"""Records made by hand: times in seconds, words in plain text; everything else has a sensible default."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from pipelines.record import RATE, Event, Record, Span, ToolCall, Turn, Utterance

Segments = Sequence[tuple[float, float]]


def samples(seconds: float) -> int:
    return round(seconds * RATE)


def spans(segments: Segments) -> tuple[Span, ...]:
    return tuple(Span(samples(a), samples(b)) for a, b in segments)


def turn(index: int, caller: Segments = (), agent: Segments = (), **kwargs: Any) -> Turn:
    """A turn; latency follows from the segments, flags are given."""
    latency = round(agent[0][0] - caller[-1][1], 6) if caller and agent else None
    return Turn(index, spans(caller), spans(agent), **{"latency_s": latency, **kwargs})


def tool(name: str, kind: str = "read", *, at: float = 0.0, turn: int = 1, **kwargs: Any) -> ToolCall:
    """A successful call of a tenth of a second; `index` is set by `record`."""
    defaults: dict[str, Any] = {"params": {}, "response": {"status": "success"}}
    return ToolCall(
        **{
            "index": 0,
            "turn": turn,
            "tool": name,
            "type": kind,
            "start": samples(at),
            "end": samples(at + 0.1),
            **defaults,
            **kwargs,
        }
    )


def failed(code: str) -> dict[str, str]:
    return {"status": "error", "error_type": code, "message": "no"}


def caller(text: str | None, *, at: float, turn: int = 1, **kwargs: Any) -> Utterance:
    """One second of the caller; heard as meant unless told otherwise."""
    return _said("caller", text, at, turn, kwargs)


def agent(text: str | None, *, at: float, turn: int = 1, **kwargs: Any) -> Utterance:
    """One second of the agent; heard as meant unless told otherwise."""
    return _said("agent", text, at, turn, kwargs)


def _said(role: Any, text: str | None, at: float, turn: int, kwargs: dict[str, Any]) -> Utterance:
    end = samples(kwargs.pop("until", at + 1.0))
    return Utterance(role, turn, samples(at), end, text, **{"heard": text, **kwargs})


def event(kind: str, *, at: float, side: str = "agent", **data: Any) -> Event:
    return Event(samples(at), side, kind, data)


BRIEF = "Help the caller."

WORLD: dict[str, Any] = {"_current_date": "2026-03-17", "reservations": {"ZK3FFW": {"status": "confirmed"}}}
EXPECTED: dict[str, Any] = {
    "_current_date": "2026-03-17",
    "reservations": {"ZK3FFW": {"status": "cancelled"}},
    "session": {"confirmation_number": "ZK3FFW"},
}


def record(
    *,
    turns: Iterable[Turn] | None = None,
    utterances: Iterable[Utterance] = (),
    tools: Iterable[ToolCall] = (),
    events: Iterable[Event] = (),
    status: str = "completed",
    end_reason: str = "goodbye",
    architecture: str = "cascade",
    world: dict[str, Any] | None = None,
    expected: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
    plan: Sequence[dict[str, Any]] = (),
    now: str = "2026-03-17 09:00 CST",
    domain: str = "test",
) -> Record:
    """A call; by default one good turn, and a world that is as expected."""
    expected = EXPECTED if expected is None else expected
    world = WORLD if world is None else world
    if turns is None:
        turns = [turn(0, agent=[(0, 1)]), turn(1, [(2, 3)], [(4, 5)])]
    return Record(
        path=None,
        call={"status": status, "end_reason": end_reason, "agent": {"architecture": architecture}},
        turns=tuple(turns),
        utterances=tuple(utterances),
        tools=tuple(replace(t, index=n) for n, t in enumerate(tools)),
        events=tuple(events),
        scenario={
            "id": "x",
            "domain": domain,
            "now": now,
            "world": world,
            "expected": expected,
            "plan": list(plan),
            "facts": [],
        },
        world_before=world,
        world_after=expected if after is None else after,
        agent_brief={"instructions": BRIEF, "tools": [], "now": now},
    )
