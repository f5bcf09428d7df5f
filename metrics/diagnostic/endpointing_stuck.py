"""endpointing_stuck: does the agent's turn detector ever notice that the caller has finished?"""

from __future__ import annotations

from metrics.endpointing import detections, rate
from metrics.registry import metric
from metrics.score import Outcome
from pipelines.record import Record


@metric("endpointing_stuck", category="diagnostic", version="1.0", higher_is_better=False)
def endpointing_stuck(record: Record) -> Outcome:
    """Share of the caller's utterances whose end the agent had not noticed when the next thing happened."""
    found = detections(record)
    return rate(
        found,
        {i: "still open when the caller spoke again or the call ended" for i, d in enumerate(found) if d.stuck},
        fine="the turn detector noticed the end of {all}",
        bad="the end of {bad} of {n} utterances was never noticed",
    )
