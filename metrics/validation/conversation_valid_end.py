"""conversation_valid_end: did the call end in a way that may be scored?

An agent that falls silent, hangs up or runs into the time limit ended the call by its own doing: that is a
result, and running the call again until it goes better would hide it. Calls that ended through the caller,
the line or the harness are no result.
"""

from __future__ import annotations

from metrics.registry import metric
from metrics.score import Outcome, share
from pipelines.record import END_REASONS, Record

VALID = ("goodbye", "transfer", "agent_hangup", "agent_silence", "time_limit")


@metric("conversation_valid_end", category="validation", version="1.0", threshold=1.0, without_turns=True)
def conversation_valid_end(record: Record) -> Outcome:
    """Whether the call ended by a goodbye or by the agent's own doing."""
    reason = record.end_reason
    if reason not in END_REASONS:
        raise ValueError(f"unknown end reason {reason!r}; known: {', '.join(END_REASONS)}")
    return share(float(reason in VALID), END_REASONS[reason], details={"end_reason": reason})
