"""endpointing_forced: how often does a timer close the caller's turn because the detector did not?"""

from __future__ import annotations

from metrics.endpointing import detections, rate
from metrics.registry import metric
from metrics.score import Outcome
from pipelines.record import Record


@metric("endpointing_forced", category="diagnostic", version="1.0", higher_is_better=False)
def endpointing_forced(record: Record) -> Outcome:
    """Share of the caller's utterances that only a timer ended."""
    found = detections(record)
    return rate(
        found,
        {i: d.forced for i, d in enumerate(found) if d.forced},
        fine="the turn detector decided on {all} by itself",
        bad="a timer ended {bad} of {n} utterances",
    )
