"""endpointing_delay: how long after the caller's last word does the agent's turn detector notice?

From the wire's end of the caller's speech to the detector's event. It is the part of the wait for an answer that no
faster model can save.
"""

from __future__ import annotations

from statistics import fmean, median

from metrics.endpointing import detections
from metrics.registry import metric
from metrics.score import Outcome, skipped
from metrics.words import plural
from pipelines.record import Record


@metric("endpointing_delay", category="diagnostic", version="1.0", higher_is_better=False)
def endpointing_delay(record: Record) -> Outcome:
    """Mean seconds from the caller's last word to the agent's noticing."""
    found = detections(record)
    if not found:
        return skipped("the agent tells nothing of its turn detector")
    noticed = [(d.delay_s, d) for d in found if d.delay_s is not None]
    if not noticed:
        return skipped("the turn detector noticed the end of no utterance")
    delays = [seconds for seconds, _ in noticed]
    by_itself = [seconds for seconds, d in noticed if not d.forced]
    slowest = max(noticed, key=lambda item: item[0])
    mean = round(fmean(delays), 3)
    return Outcome(
        mean,
        f"the end of {plural(len(delays), 'utterance')} was noticed after {mean:g} s on average, at worst "
        f"{slowest[0]:g} s in turn {slowest[1].turn}",
        details={
            "utterances": len(delays),
            "left_out": len(found) - len(delays),
            "delays": [{"turn": d.turn, "seconds": seconds, "forced": d.forced} for seconds, d in noticed],
        },
        subs={
            "p50_s": round(median(delays), 3),
            "max_s": slowest[0],
            "mean_without_timers_s": round(fmean(by_itself), 3) if by_itself else None,
        },
    )
