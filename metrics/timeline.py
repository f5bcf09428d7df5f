"""The times of a call as turn taking reads them: who spoke when in which turn, in seconds.

A `Timeline` can be made from our records or from any other source that knows these times.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pipelines.record import RATE, Record, Span

MIN_OVERLAP_S = 0.001
"""Two sides overlap when they share more than this; less is a rounding of segment bounds."""

Segments = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Timeline:
    """What turn taking is computed from.

    Attributes:
        caller: segments of speech by turn, start and end in seconds.
        agent: the same for the agent; turn 0 is its greeting.
        latency_s: first agent start minus last caller end, by turn.
        agent_interrupts: turns in which the agent broke in on the caller.
        caller_interrupts: turns that the caller opened by breaking in on the agent.
        tools: turns with a tool call.
        nudged: turns that the agent answered only because something other than the caller's speech woke it.
        end_reason: a key of `pipelines.record.END_REASONS`, or ``silence`` for dead air of which the source
            does not say who owed an answer; then the times decide.
    """

    caller: Mapping[int, Segments]
    agent: Mapping[int, Segments]
    latency_s: Mapping[int, float]
    agent_interrupts: frozenset[int] = frozenset()
    caller_interrupts: frozenset[int] = frozenset()
    tools: frozenset[int] = frozenset()
    nudged: frozenset[int] = frozenset()
    end_reason: str = "goodbye"

    @property
    def missed_turn(self) -> bool:
        """Whether the call ended because the agent owed an answer and gave none."""
        if self.end_reason != "silence":
            return self.end_reason == "agent_silence"
        caller, agent = _last(self.caller.values()), _last(self.agent.values())
        return caller is not None and (agent is None or caller > agent)

    @property
    def turns(self) -> int:
        """The highest turn number of either side."""
        return max((*self.caller, *self.agent), default=0)

    @property
    def evaluable(self) -> tuple[int, ...]:
        """Turns after the greeting in which both sides speak, or the agent was nudged."""
        both = {t for t, segments in self.caller.items() if segments and self.agent.get(t)}
        return tuple(sorted((both | self.nudged) - {0}))


def of_record(record: Record) -> Timeline:
    """The timeline of a record.

    An interruption that the record marks counts only where both sides share more than a millisecond: who
    detected what first has no say (an agent that answers fast is not an agent that interrupts).
    """
    everything = [s for t in record.turns for s in t.agent]
    return Timeline(
        caller={t.index: _seconds(t.caller) for t in record.turns},
        agent={t.index: _seconds(t.agent) for t in record.turns},
        latency_s={t.index: t.latency_s for t in record.turns if t.latency_s is not None},
        agent_interrupts=frozenset(t.index for t in record.turns if t.agent_interrupts and _overlap(t.caller, t.agent)),
        caller_interrupts=frozenset(
            t.index for t in record.turns if t.caller_interrupts and _overlap(t.caller, everything)
        ),
        tools=frozenset(t.index for t in record.turns if t.tools),
        nudged=frozenset(_nudged(record)),
        end_reason=record.end_reason,
    )


def overlap(a: Iterable[tuple[float, float]], b: Iterable[tuple[float, float]]) -> float:
    """Seconds that segments of both lists share, summed over all pairs."""
    others = tuple(b)
    return sum(max(0.0, min(e1, e2) - max(s1, s2)) for s1, e1 in a for s2, e2 in others)


def _overlap(a: Iterable[Span], b: Iterable[Span]) -> bool:
    """Whether spans share more than the least overlap, counted in samples so that no rounding decides."""
    others = tuple(b)
    shared = sum(max(0, min(x.end, y.end) - max(x.start, y.start)) for x in a for y in others)
    return shared > MIN_OVERLAP_S * RATE


def _seconds(spans: Iterable[Span]) -> Segments:
    return tuple((s.start / RATE, s.end / RATE) for s in spans)


def _nudged(record: Record) -> Iterable[int]:
    """Turns within which the agent's side notes an event ``turn_end_fallback``."""
    starts = [(t.caller[0].start, t.index) for t in record.turns if t.caller]
    for event in record.events:
        if event.kind == "turn_end_fallback" and event.side == "agent":
            yield max((index for start, index in starts if start <= event.sample), default=0)


def _last(sides: Iterable[Segments]) -> float | None:
    return max((end for segments in sides for _, end in segments), default=None)
