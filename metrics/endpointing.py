"""When the agent's turn detector took the caller to have finished, against when the caller had.

The detector's events carry the sample of the line; the ends of the caller's speech come from the wire. Four metrics
read these detections: too early, never, only by a timer, and how long after the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from metrics.score import Outcome, skipped
from metrics.words import every
from pipelines.record import RATE, Event, Record, Utterance

EARLY_S = 0.05
"""A turn closed by more than this before the wire's end is closed early; less is the silent rim of a sound."""

TIMER_S = 2.5
"""A close later than this is a timer's. Detectors decide within a second or so of silence; the timers behind them
run for three seconds and more (Pipecat 1.14: smart-turn 3 s, its user aggregator 5 s)."""

STUCK_S = 5.0
"""A turn that is still open this long after the caller's end, when the next thing happens, is stuck."""

NEAR_S = 0.25
"""A timer's own event belongs to the close that is this near."""

OPENED, CLOSED = "user_turn_started", "user_turn_stopped"
TIMERS = ("user_turn_timeout", "turn_end_fallback")


@dataclass(frozen=True, slots=True)
class Detection:
    """What the detector made of one utterance of the caller.

    Attributes:
        turn: the exchange it belongs to.
        said: the words, for readers.
        early_s: by how many seconds the turn was closed before the utterance ended, at worst; ``None``: it was not.
        delay_s: seconds from the end of the utterance to the close; ``None`` where none followed.
        forced: a timer closed it, and why we think so; empty where the detector did.
        stuck: the turn was never closed although there was time, or never opened.
    """

    turn: int
    said: str
    early_s: float | None
    delay_s: float | None
    forced: str
    stuck: bool

    @property
    def judged(self) -> bool:
        """Whether there was anything to see; the call or the caller may have gone on too soon for a verdict."""
        return self.stuck or self.early_s is not None or self.delay_s is not None


def detections(record: Record) -> list[Detection]:
    """What the detector made of each utterance, in order; empty where the agent tells nothing of its detector.

    A detector that only notes turns beside a service that finds them by itself is not the agent's.
    """
    exposes = record.call["agent"].get("exposes", {})
    if exposes.get("turns") == "beside":
        return []
    events = [e for e in record.events if e.side == "agent"]
    said = sorted((u for u in record.utterances if u.role == "caller"), key=lambda u: u.start)
    if not said or not any(e.kind in (OPENED, CLOSED) for e in events):
        return []
    over = max([e.sample for e in record.events] + [u.end for u in record.utterances])
    ends = [*(later.start for _, later in pairwise(said)), over]
    # Words that are told beside the sound come when they come: the turn does not wait for them.
    read = exposes.get("user_transcript", "read") == "read"
    recognises = read and any(e.kind == "stt_final" for e in events)
    return [_detect(u, until, events, recognises) for u, until in zip(said, ends, strict=True)]


def _detect(u: Utterance, until: int, events: list[Event], recognises: bool) -> Detection:
    inside = [e for e in events if u.start <= e.sample <= until]
    closes = [e.sample for e in inside if e.kind == CLOSED]
    early = [u.end - c for c in closes if c < u.end - EARLY_S * RATE]
    close = next((c for c in closes if c >= u.end - EARLY_S * RATE), None)
    turns = [e.kind for e in inside if e.kind in (OPENED, CLOSED)]
    open_still = not turns or turns[-1] == OPENED
    return Detection(
        turn=u.turn,
        said=u.intended or u.heard or "",
        early_s=round(max(early) / RATE, 3) if early else None,
        delay_s=None if close is None else round(max(0, close - u.end) / RATE, 3),
        forced="" if close is None else _forced(u, close, inside, recognises),
        stuck=close is None and open_still and until - u.end >= STUCK_S * RATE,
    )


def _forced(u: Utterance, close: int, inside: list[Event], recognises: bool) -> str:
    if any(e.kind in TIMERS and abs(e.sample - close) <= NEAR_S * RATE for e in inside):
        return "the detector's timer went off"
    if close - u.end > TIMER_S * RATE:
        return f"closed {(close - u.end) / RATE:.1f} s after the caller's end"
    if recognises and not any(e.kind == "stt_final" and e.sample <= close for e in inside):
        return "closed without a word recognised"
    return ""


def rate(found: list[Detection], cases: dict[int, str], *, fine: str, bad: str) -> Outcome:
    """Share of the utterances to which something happened.

    Args:
        found: all detections of a call.
        cases: place in `found` of those to which it happened, with what exactly.
        fine: sentence for a call without any; ``{all}`` stands for all utterances, ``{n}`` for their
            number.
        bad: the same for one with some; ``{bad}`` for the number of those.
    """
    judged = [d for d in found if d.judged]
    if not found:
        return skipped("the agent tells nothing of its turn detector")
    if not judged:
        return skipped("the caller never left the agent time to detect the end of its turn")
    value = round(len(cases) / len(judged), 4)
    why = fine.format(all=every(len(judged), "utterance"), n=len(judged))
    if cases:
        first = min(cases)
        why = f"{bad.format(bad=len(cases), n=len(judged))}; turn {found[first].turn}: {cases[first]}"
    return Outcome(
        value,
        why,
        normalized=1 - value,
        details={
            "utterances": len(judged),
            "left_out": len(found) - len(judged),
            "cases": [{"turn": found[i].turn, "said": found[i].said, "what": cases[i]} for i in sorted(cases)],
        },
    )
