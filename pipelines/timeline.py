"""From intervals of speech to turns, in order of time: one rule for every architecture.

A turn begins when the caller starts to speak and the agent has spoken since the caller last did; turn 0 is the
agent's greeting. Interruption flags come from a positive overlap of sound, never from the order in which somebody
detected something. A caller utterance that pauses and goes on stays in its turn, also when the agent fell in: an agent
that speaks up in a pause of it breaks in as soon as both are heard.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipelines.record import RATE, Event, Role, Span, ToolCall, Turn, Utterance

MIN_OVERLAP = RATE // 1000  # samples: 1 ms; less is rounding


@dataclass(frozen=True, slots=True)
class Speech:
    """One utterance of one side, as the timeline needs it.

    Attributes:
        spans: where it sounded; empty when it never reached the wire.
        intended: the words, cut to what was spoken.
        nudge: a caller's "are you still there?": kept in the transcript, but not a turn and not an end of speech
            from which latency could be measured, or a silent agent would look quick.
        aside: a caller's "mm-hmm": on the wire, but no utterance and not a turn.
    """

    role: Role
    spans: tuple[Span, ...]
    intended: str | None = None
    cut: bool = False
    nudge: bool = False
    aside: bool = False
    entities: tuple[dict[str, str], ...] = ()


Part = tuple[int, Span]
"""A stretch of an utterance, behind the sample at which that utterance began."""


@dataclass(frozen=True, slots=True)
class Timeline:
    """Turns, utterances and tool calls of one call, all numbered by turn."""

    turns: tuple[Turn, ...]
    utterances: tuple[Utterance, ...]
    tools: tuple[ToolCall, ...]


def overlap(a: Span, b: Span) -> int:
    """Samples that two spans share."""
    return max(0, min(a.end, b.end) - max(a.start, b.start))


def build_timeline(
    caller: Sequence[Speech],
    agent_spans: Sequence[Span],
    agent: Sequence[Speech] = (),
    tools: Sequence[ToolCall] = (),
    events: Sequence[Event] = (),
    *,
    agent_transcribes: bool = True,
) -> Timeline:
    """Derive turns and attribute words and tool calls to them.

    Args:
        caller: the caller's utterances with exact spans from the transmit ledger.
        agent_spans: the agent's speech as measured on its channel.
        agent: the agent's utterances where its text is known; their spans only serve to place the text.
        tools: tool calls in order.
        events: frame events; recognised text and speech stops are used.
        agent_transcribes: whether there can be a transcript of the caller (`Exposure.user_transcript`).
    """
    spoken = [s for s in caller if s.spans and not (s.nudge or s.aside)]
    starts, turns = _turns(spoken, agent_spans)
    turn_of = _Numbering(starts)
    numbered_tools = tuple(replace(t, turn=turn_of(t.start)) for t in tools)
    counts: dict[int, int] = {}
    for tool in numbered_tools:
        counts[tool.turn] = counts.get(tool.turn, 0) + 1
    final = tuple(replace(t, tools=counts.get(t.index, 0)) for t in turns)

    utterances: list[Utterance] = []
    shown = agent or [Speech("agent", (span,)) for span in agent_spans]
    for speeches, listener in ((caller, "agent"), (shown, "caller")):
        audible = [s for s in speeches if s.spans]
        told = agent_transcribes or listener != "agent"
        heard = _heard(audible, [e for e in events if e.side == listener]) if told else [None] * len(audible)
        for speech, text in zip(audible, heard, strict=True):
            if speech.aside:
                continue
            start = speech.spans[0].start
            utterances.append(
                Utterance(
                    role=speech.role,
                    turn=turn_of(start),
                    start=start,
                    end=speech.spans[-1].end,
                    intended=speech.intended,
                    heard=text,
                    cut=speech.cut,
                    entities=speech.entities,
                )
            )
    utterances.sort(key=lambda u: (u.start, u.role))
    return Timeline(final, tuple(utterances), numbered_tools)


class _Numbering:
    """The turn that a sample belongs to, by the samples at which turns begin."""

    def __init__(self, starts: Sequence[int]) -> None:
        self._starts = starts

    def __call__(self, sample: int) -> int:
        return sum(1 for start in self._starts if start <= sample)


def _turns(caller: Sequence[Speech], agent: Sequence[Span]) -> tuple[list[int], list[Turn]]:
    """The samples at which turns 1, 2, ... begin, and all turns."""
    items: list[tuple[int, int, Span, int]] = [(s.start, 1, s, -1) for s in agent]
    items += [(span.start, 0, span, k) for k, speech in enumerate(caller) for span in speech.spans]
    items.sort(key=lambda item: item[:2])
    spans: list[tuple[list[Part], list[Span]]] = [([], [])]
    starts: list[int] = []
    home: dict[int, int] = {}  # caller utterance -> its turn
    answered = False
    for start, is_agent, span, utterance in items:
        if is_agent:
            spans[-1][1].append(span)
            answered = True
            continue
        if utterance not in home:
            if answered or len(spans) == 1:
                spans.append(([], []))
                starts.append(start)
                answered = False
            home[utterance] = len(spans) - 1
        spans[home[utterance]][0].append((caller[utterance].spans[0].start, span))
    return starts, [_turn(k, c, a, agent) for k, (c, a) in enumerate(spans)]


def _turn(index: int, said: list[Part], agent: list[Span], all_agent: Sequence[Span]) -> Turn:
    caller = [span for _, span in said]
    latency = round((agent[0].start - caller[-1].end) / RATE, 6) if caller and agent else None
    # Whoever speaks up in a pause of the other's utterance has broken in on it, and not the other in going on.
    fell_in = any(began < a.start and overlap(a, c) > MIN_OVERLAP for a in agent for began, c in said)
    barged = any(a.start < began and overlap(a, c) > MIN_OVERLAP for a in all_agent for began, c in said)
    shared = sum(overlap(a, c) for a in all_agent for c in caller)
    return Turn(
        index=index,
        caller=tuple(caller),
        agent=tuple(agent),
        latency_s=latency,
        agent_interrupts=fell_in,
        caller_interrupts=barged,
        overlap_s=round(shared / RATE, 6),
    )


def _heard(speeches: Sequence[Speech], events: Sequence[Event]) -> list[str | None]:
    """What the listener recognised, per utterance; ``None`` for all when it has no recogniser.

    A transcript belongs to the last utterance that had begun when the speech it transcribes ended: the last end of
    speech that the listener's detector reported before the transcript, less the silence it waited for.
    """
    if not any(e.kind == "stt_final" for e in events):
        recogniser = any(e.kind == "vad_stopped" for e in events)
        return [("" if recogniser else None) for _ in speeches]
    texts: list[list[str]] = [[] for _ in speeches]
    ended = 0
    for event in events:
        if event.kind == "vad_stopped":
            ended = event.sample - round(float(event.data.get("stop_secs", 0.0)) * RATE)
        elif event.kind == "stt_final" and speeches:
            moment = ended or event.sample
            begun = [k for k, s in enumerate(speeches) if s.spans[0].start <= moment]
            texts[begun[-1] if begun else 0].append(str(event.data.get("text", "")).strip())
    return [" ".join(t for t in parts if t) for parts in texts]
