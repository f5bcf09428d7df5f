"""endpointing_early: does the agent's turn detector close the caller's turn while the caller still speaks?"""

from __future__ import annotations

from dataclasses import replace
from statistics import fmean

from metrics.endpointing import detections, rate
from metrics.registry import metric
from metrics.score import Outcome
from pipelines.record import Record


@metric("endpointing_early", category="diagnostic", version="1.0", higher_is_better=False)
def endpointing_early(record: Record) -> Outcome:
    """Share of the caller's utterances that the agent took to be over before they were."""
    found = detections(record)
    early = {i: d.early_s for i, d in enumerate(found) if d.early_s is not None}
    outcome = rate(
        found,
        {i: f"closed {seconds:.2f} s before the caller's last word was over" for i, seconds in early.items()},
        fine="none of {n} utterances was cut short by the turn detector",
        bad="{bad} of {n} utterances were taken to be over too early",
    )
    return replace(outcome, subs={"mean_early_s": round(fmean(early.values()), 3)}) if early else outcome
