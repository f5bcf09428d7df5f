"""conversation_completed_on_time: did the call end before its time limit?"""

from __future__ import annotations

from metrics.registry import metric
from metrics.score import Outcome, share
from pipelines.record import Record


@metric("conversation_completed_on_time", category="diagnostic", version="1.0", without_turns=True)
def conversation_completed_on_time(record: Record) -> Outcome:
    """Whether the call ended before its time limit."""
    late = record.end_reason == "time_limit"
    why = "the call reached its time limit" if late else "the call ended before its time limit"
    return share(float(not late), why, details={"end_reason": record.end_reason})
