"""human_timing: does the agent answer when a person would?

The curve is that of `metrics.human_timing`. It stands beside turn_taking, whose curve is the reference's and made for
what agents can do today; neither enters the other, and no composite holds this one.
"""

from __future__ import annotations

from statistics import fmean, median

from metrics import timeline
from metrics.human_timing import MODE_MS, likelihood, longer, usual
from metrics.registry import metric
from metrics.score import Outcome, share, skipped
from metrics.timeline import Timeline
from metrics.words import plural
from pipelines.record import Record


@metric("human_timing", category="diagnostic", version="1.0")
def human_timing(record: Record) -> Outcome:
    """How usual the agent's gaps are among people, from 0 to 1."""
    return score(timeline.of_record(record))


def score(times: Timeline) -> Outcome:
    """Mean likelihood of the gaps; a turn that was answered only when nudged counts 0."""
    gaps = {t: times.latency_s[t] * 1000 for t in times.evaluable if t in times.latency_s and t not in times.nudged}
    nudged = sorted(times.nudged & set(times.evaluable))
    if not gaps and not nudged:
        return skipped("there is no turn in which the caller spoke and the agent answered")
    scores = {t: likelihood(gap, tool=t in times.tools) for t, gap in gaps.items()} | dict.fromkeys(nudged, 0.0)
    value = round(fmean(scores.values()), 4)
    middle = median(gaps.values()) if gaps else None
    return share(
        value,
        _why(len(scores), middle),
        details={
            "turns": {
                str(t): {
                    "score": round(scores[t], 4),
                    "gap_ms": round(gaps[t], 3) if t in gaps else None,
                    "tool_call": t in times.tools,
                }
                for t in sorted(scores)
            }
        },
        subs={
            "median_gap_ms": None if middle is None else round(middle, 3),
            "people_longer_than_median": None if middle is None else round(longer(middle), 4),
            "from_mode_ms": round(fmean(abs(gap - MODE_MS) for gap in gaps.values()), 3) if gaps else None,
            "usual_rate": round(sum(usual(gap, tool=t in times.tools) for t, gap in gaps.items()) / len(scores), 4),
            "with_tool_calls": _mean([s for t, s in scores.items() if t in times.tools]),
            "no_tool_calls": _mean([s for t, s in scores.items() if t not in times.tools]),
        },
    )


def _mean(values: list[float]) -> float | None:
    return round(fmean(values), 4) if values else None


def _why(turns: int, middle: float | None) -> str:
    if middle is None:
        return f"the agent answered {plural(turns, 'turn')} only when nudged"
    return (
        f"half of the gaps of {plural(turns, 'turn')} are longer than {middle / 1000:.2f} s; "
        f"among people {longer(middle):.1%} are"
    )
