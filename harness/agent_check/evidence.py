"""What a conformance call shows, and what a probe makes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pipelines.record import RATE, Event, Span, ToolCall
from scenarios.model import Scenario

Status = Literal["passed", "failed", "not_applicable"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What a probe found.

    Attributes:
        status: ``passed``, ``failed`` or ``not_applicable``.
        text: what happened, in a sentence.
        at: second of the recording to listen to; ``None`` where there is nothing to hear.
        recording: which recording, ``call`` or ``next call``.
    """

    status: Status
    text: str
    at: float | None = None
    recording: Literal["call", "next call"] = "call"


def passed(text: str, sample: int | None = None) -> Finding:
    """It did; listen from `sample` on."""
    return Finding("passed", text, _second(sample))


def failed(text: str, sample: int | None = None) -> Finding:
    """It did not; listen from `sample` on."""
    return Finding("failed", text, _second(sample))


def not_applicable(text: str) -> Finding:
    """It could not be tried."""
    return Finding("not_applicable", text)


def _second(sample: int | None) -> float | None:
    return None if sample is None else round(sample / RATE, 2)


@dataclass(slots=True)
class BargeIn:
    """One time that the caller broke in.

    Attributes:
        since: sample at which the agent's words began that it broke in on.
        start: first sample of the caller's words, as on the wire.
        end: sample after their last.
    """

    since: int
    start: int
    end: int = 0


@dataclass(slots=True)
class Notes:
    """What the caller's script did and when, in samples of the line; ``None`` for what did not come about.

    Attributes:
        opening: the caller's first request.
        barge_ins: every time that it broke in.
        silence: how long it kept silent on purpose.
        resumed: its words after that silence.
        done: whether the script came to its end.
    """

    opening: Span | None = None
    barge_ins: list[BargeIn] = field(default_factory=list)
    silence: Span | None = None
    resumed: Span | None = None
    done: bool = False


@dataclass(frozen=True)
class NextCall:
    """A second, short call.

    Attributes:
        greeted: sample at which the agent spoke in it; ``None`` if it did not.
        error: why it could not be carried; empty if it was.
    """

    greeted: int | None
    error: str = ""


@dataclass(frozen=True)
class Evidence:
    """One conformance call.

    Attributes:
        scenario: what the caller wanted.
        instructions: what the agent was told before the call.
        agent: its channel as on the wire, int16 at 8 kHz, to the end of the call.
        spans: where it spoke.
        caller: where the caller spoke.
        tools: the tools it called.
        events: everything noted in the call.
        notes: what the caller did.
        end: the last sample.
        reason: why the call ended, a key of `pipelines.record.END_REASONS`.
        error: the cause, where it broke.
        stream: whether the agent is on a media stream that has ``clear``.
        hear: the words of a stretch of sound.
        next_call: what came of the second one; ``None`` if it was not tried.
    """

    scenario: Scenario
    instructions: str
    agent: NDArray[np.int16]
    spans: tuple[Span, ...]
    caller: tuple[Span, ...]
    tools: tuple[ToolCall, ...]
    events: tuple[Event, ...]
    notes: Notes
    end: int
    reason: str
    error: str
    stream: bool
    hear: Callable[[NDArray[np.int16]], str]
    next_call: NextCall | None = None

    def after(self, sample: int, within_s: float, early_s: float = 0.0) -> Span | None:
        """The agent's first speech that begins in the seconds after `sample`, or that little before."""
        first, last = sample - early_s * RATE, sample + within_s * RATE
        return next((s for s in self.spans if first <= s.start <= last), None)

    def words(self, span: Span) -> str:
        """What was said there, as the caller's recogniser hears it."""
        margin = RATE // 10
        return self.hear(self.agent[max(0, span.start - margin) : span.end + margin])
