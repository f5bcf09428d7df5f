"""Hears: the agent answers what the caller says, and it is the caller that makes it speak."""

from __future__ import annotations

from harness.agent_check.caller import ANSWER_S
from harness.agent_check.evidence import Evidence, Finding, failed, not_applicable, passed
from pipelines.record import RATE, Span, ToolCall

NAME = "hears"

TALKING_S = 0.4  # into a caller's words, and from their end: who begins there talks over somebody
APART_S = 1.0  # of silence before; shorter pauses are the agent's own, within what it is saying


def probe(evidence: Evidence) -> Finding:
    """It answers the caller's question; a value of the caller's in a tool call is proof whatever else happens."""
    opening = evidence.notes.opening
    if opening is None:
        return not_applicable("the caller did not get to speak")
    if call := _proof(evidence):
        slot = next(s for s, v in call.params.items() if _known(evidence, s, v))
        return passed(f"the {slot} that the caller spoke is in its call of {call.tool}", call.start)
    answer = evidence.after(opening.end, ANSWER_S, early_s=TALKING_S)
    if answer is None:
        return failed(f"it did not answer within {ANSWER_S:.0f} s of the caller's question", opening.start)
    if unasked := _unasked(evidence):
        return failed(
            f"it speaks whether or not anybody did ({unasked.start / RATE:.1f} s), and no tool call holds what the "
            "caller said",
            unasked.start,
        )
    return passed(f"it answered the caller's question after {(answer.start - opening.end) / RATE:.1f} s", answer.start)


def _proof(evidence: Evidence) -> ToolCall | None:
    return next((t for t in evidence.tools if any(_known(evidence, s, v) for s, v in t.params.items())), None)


def _known(evidence: Evidence, slot: str, value: object) -> bool:
    return any(f.slot == slot and f.value.lower() == str(value).lower() for f in evidence.scenario.facts)


def _unasked(evidence: Evidence) -> Span | None:
    """Speech that nobody asked for: begun while the caller was speaking, or a second time in its silence."""
    margin = round(TALKING_S * RATE)
    before = (0, *(s.end for s in evidence.spans))
    begun = [s for s, end in zip(evidence.spans, before, strict=False) if s.start - end >= APART_S * RATE]
    for span in begun:
        if any(c.start + margin < span.start < c.end - margin for c in evidence.caller):
            return span
    silence = evidence.notes.silence
    idle = [s for s in begun if silence is not None and silence.start <= s.start < silence.end]
    return idle[1] if len(idle) > 1 else None  # the first may answer the words before the silence
