"""Greets first: the agent speaks before the caller does."""

from __future__ import annotations

from harness.agent_check.evidence import Evidence, Finding, failed, passed
from pipelines.record import RATE

NAME = "greets_first"


def probe(evidence: Evidence) -> Finding:
    """The agent's first speech goes before the caller's."""
    first = evidence.spans[0] if evidence.spans else None
    opening = evidence.notes.opening
    if first is None:
        return failed("it said nothing in the whole call", 0)
    if opening is not None and first.start >= opening.start:
        return failed(f"it said nothing until the caller spoke at {opening.start / RATE:.1f} s", opening.start)
    return passed(f"it spoke {first.start / RATE:.1f} s after the call was taken", first.start)
