"""Yields to a barge-in: the agent falls silent when the caller speaks over it, by what arrives at the caller's ear."""

from __future__ import annotations

from harness.agent_check.caller import BREAK_IN_S, YIELD_S
from harness.agent_check.evidence import BargeIn, Evidence, Finding, failed, not_applicable, passed
from pipelines.record import RATE

NAME = "yields_to_a_barge_in"


def probe(evidence: Evidence) -> Finding:
    """Its sound ends within two seconds of the caller's first sound, every time."""
    barges = evidence.notes.barge_ins
    if not barges:
        return not_applicable(f"it never spoke for {BREAK_IN_S} s after the caller's question")
    took = [seconds(evidence, barge) for barge in barges]
    for barge, took_s in zip(barges, took, strict=True):
        if took_s > YIELD_S:
            return failed(f"it talked on for {took_s:.1f} s after the caller broke in", barge.start)
    last = evidence.notes.barge_ins[-1]
    times = f", each of {len(barges)} times" if len(barges) > 1 else ""
    return passed(f"it was silent {max(took):.2f} s after the caller broke in{times}", last.start)


def seconds(evidence: Evidence, barge: BargeIn) -> float:
    """From the caller's first sound to the end of the agent's words that it broke in on."""
    spoken = next((s for s in evidence.spans if s.start <= barge.start < s.end), None)
    return 0.0 if spoken is None else (spoken.end - barge.start) / RATE
