"""conversation_progression: does the agent move the call forward?

Four dimensions: needless tool calls, lost information, repetition, and the quality of its questions. Policy is
no matter here.
"""

from __future__ import annotations

from metrics.judges.ask import ask
from metrics.judges.jury import Jury
from metrics.registry import judged
from metrics.score import Outcome
from pipelines.record import Record


@judged("conversation_progression", category="experience", version="1.0")
def conversation_progression(record: Record, jury: Jury) -> Outcome:
    """How straight the agent leads the call: 3 without an issue, 2 with one or two minor ones, 1 worse."""
    return ask("conversation_progression", record, jury)
