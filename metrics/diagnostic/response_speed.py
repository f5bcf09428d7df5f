"""response_speed: seconds from the caller's last word to the agent's first.

Only answers that come after the caller has ended, and within a thousand seconds, are averaged; how many turns
that leaves out is in the details, since an agent that interrupts would otherwise look merely fast. Where the agent
tells of its stages (events of a pipeline), their mean latencies stand beside it: they explain, and are not scored.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from statistics import fmean

from metrics import timeline
from metrics.registry import metric
from metrics.score import Outcome, skipped
from pipelines.record import RATE, Event, Record

MAX_S = 1000.0


@metric("response_speed", category="diagnostic", version="1.1", higher_is_better=False)
def response_speed(record: Record) -> Outcome:
    """Mean seconds from the caller's last word to the agent's first."""
    times = timeline.of_record(record)
    found = speed(times.latency_s, times.tools)
    return found if found.value is None else replace(found, subs={**found.subs, **stages(record.events)})


STAGES = {
    "stt": ("vad_stopped", "stt_final"),
    "llm": ("llm_started", "llm_first_token"),
    "tts": ("tts_started", "tts_first_audio"),
}
"""Events of the agent's side between which a stage works: speech taken to be over and its text, request and first
token, text and first sound."""


def stages(events: Iterable[Event]) -> dict[str, float]:
    """Mean seconds of each stage that the agent tells of, ``<stage>_mean_latency``."""
    own = sorted((e for e in events if e.side == "agent"), key=lambda e: e.sample)
    found = {}
    for stage, (begin, done) in STAGES.items():
        began: int | None = None
        seconds = []
        for event in own:
            if event.kind == begin:
                began = event.sample
            elif event.kind == done and began is not None:
                seconds.append((event.sample - began) / RATE)
                began = None  # a model that only calls a tool has no first token: its start pairs with nothing
        if seconds:
            found[f"{stage}_mean_latency"] = round(fmean(seconds), 3)
    return found


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
