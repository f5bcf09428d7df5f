"""latency_waterfall: which part of the wait for an answer is whose?

The wait is the wire's; its parts are those of `metrics.waterfall`. The value is the share of it that the agent's
events explain: with a small one the parts say little, and nothing is hidden in them.
"""

from __future__ import annotations

from statistics import fmean

from metrics.registry import metric
from metrics.score import Outcome, share, skipped
from metrics.waterfall import PARTS, REMAINDER, Waterfall, waterfalls
from metrics.words import plural
from pipelines.record import Record

NAMED = 3  # parts that the sentence names


@metric("latency_waterfall", category="diagnostic", version="1.0")
def latency_waterfall(record: Record) -> Outcome:
    """Share of the wait for answers that events explain; its parts tell how much of it is whose."""
    found, without = waterfalls(record)
    # The caller's own "are you still there?" is part of such a wait, so it is shown and not averaged.
    counted = [w for w in found if not w.nudged]
    details = {
        "turns": [_shown(w) for w in found],
        "without": [{"turn": w.turn, "why": w.why} for w in without],
    }
    if not counted:
        return skipped("no turn has an answer that follows the caller's last word by itself", **details)
    means = {part: fmean(w.samples[part] for w in counted) for part in PARTS}
    total = sum(means.values())
    explained = round(1 - means[REMAINDER] / total, 4) if total else 1.0
    seconds = {part: round(fmean(w.seconds[part] for w in counted), 4) for part in PARTS}
    gap = round(fmean(w.gap_s for w in counted), 4)
    longest = sorted((p for p in PARTS if p != REMAINDER and seconds[p]), key=lambda p: -seconds[p])[:NAMED]
    named = ", ".join(f"{p} {seconds[p]:.2f} s" for p in longest) or "nothing is told"
    return share(
        explained,
        f"{plural(len(counted), 'answer')} came after {gap:.2f} s on average: {named}; "
        f"{seconds[REMAINDER]:.2f} s not told",
        details=details,
        subs={"wire_gap_s": gap, **{f"{part}_s": value for part, value in seconds.items()}},
    )


def _shown(w: Waterfall) -> dict[str, object]:
    parts = {part: value for part, value in w.seconds.items() if value}
    return {"turn": w.turn, "gap_s": w.gap_s, "tools": w.tools, "nudged": w.nudged, "parts": parts}
