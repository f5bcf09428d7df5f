"""response_speed: seconds from the caller's last word to the agent's first.

Only answers that come after the caller has ended, and within a thousand seconds, are averaged; how many turns
that leaves out is in the details, since an agent that interrupts would otherwise look merely fast.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from statistics import fmean

from metrics import timeline
from metrics.registry import metric
from metrics.score import Outcome, skipped
from pipelines.record import Record

MAX_S = 1000.0


@metric("response_speed", category="diagnostic", version="1.0", higher_is_better=False)
def response_speed(record: Record) -> Outcome:
    """Mean seconds from the caller's last word to the agent's first."""
    times = timeline.of_record(record)
    return speed(times.latency_s, times.tools)


def speed(latency_s: Mapping[int, float], tools: Collection[int]) -> Outcome:
    """The mean latency.

    Args:
        latency_s: seconds by turn.
        tools: turns with a tool call.
    """
    valid = {t: v for t, v in latency_s.items() if 0 < v < MAX_S}
    if not valid:
        return skipped("no turn has an answer that follows the caller's last word")
    slowest = max(valid, key=lambda t: valid[t])
    groups = {
        "with_tool_calls": [v for t, v in valid.items() if t in tools],
        "no_tool_calls": [v for t, v in valid.items() if t not in tools],
    }
    mean = round(fmean(valid.values()), 3)
    return Outcome(
        mean,
        f"the agent answered after {mean:g} s on average, at worst {valid[slowest]:.3f} s in turn {slowest}",
        details={
            "mean_speed_seconds": mean,
            "max_speed_seconds": round(valid[slowest], 3),
            "num_turns": len(valid),
            "left_out": sorted(set(latency_s) - set(valid)),
            "per_turn_speeds": [round(v, 3) for v in valid.values()],
        },
        subs={name: round(fmean(values), 3) for name, values in groups.items() if values},
    )
