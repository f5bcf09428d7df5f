"""The curves of turn taking: from milliseconds to a score between 0 and 1.

Constants are those of EVA-Bench (turn_taking 0.2), where a good answer starts 0.5 to 2 seconds after the
caller's last word, or up to 3 seconds when the agent had to call a tool.
"""

from __future__ import annotations

from dataclasses import dataclass

EARLY_MS = 200.0  # an answer before this reads as early, not yet as an interruption
BEST_FROM_MS = 500.0
BEST_TO_MS = 2000.0
ZERO_AT_MS = 3500.0
LATE_MS = 2750.0
TOOL_BEST_TO_MS = 3000.0
TOOL_ZERO_AT_MS = 5000.0
TOOL_LATE_MS = 4000.0
YIELD_ZERO_MS = 2000.0
OVERLAP_ZERO_MS = 2000.0
INTERRUPTION_CAP = 0.5  # the best that a turn can score in which the agent spoke over the caller


@dataclass(frozen=True, slots=True)
class LatencyCurve:
    """The constants of `latency_score`, in milliseconds.

    Attributes:
        best_from: full marks from here; as far before the caller's end there are none.
        best_to: full marks until here.
        zero_at: none from here.
        tool_best_to: as `best_to`, for turns with a tool call.
        tool_zero_at: as `zero_at`, for turns with a tool call.
    """

    best_from: float = BEST_FROM_MS
    best_to: float = BEST_TO_MS
    zero_at: float = ZERO_AT_MS
    tool_best_to: float = TOOL_BEST_TO_MS
    tool_zero_at: float = TOOL_ZERO_AT_MS


CURVE = LatencyCurve()
"""The one that turn_taking goes by."""


def latency_score(latency_ms: float, *, tool: bool, curve: LatencyCurve = CURVE) -> float:
    """How well timed an answer is.

    Args:
        latency_ms: agent start minus caller end; negative when the agent starts first.
        tool: whether the turn has a tool call, which earns it more time.
        curve: other constants, to see what the score rests on.
    """
    best_to, zero_at = (curve.tool_best_to, curve.tool_zero_at) if tool else (curve.best_to, curve.zero_at)
    if latency_ms <= -curve.best_from or latency_ms >= zero_at:
        return 0.0
    if latency_ms < curve.best_from:
        return (latency_ms + curve.best_from) / (2 * curve.best_from)
    if latency_ms <= best_to:
        return 1.0
    return (zero_at - latency_ms) / (zero_at - best_to)


def overlap_score(overlap_ms: float) -> float:
    """How much both spoke at once: 0.5 for none, 0 from two seconds on."""
    return max(0.0, INTERRUPTION_CAP * (1 - overlap_ms / OVERLAP_ZERO_MS))


def count_score(interruptions: int) -> float:
    """How often the agent broke in: 0.5 for once, 0.25 for twice, 0 from three times on."""
    return max(0.0, INTERRUPTION_CAP * (1 - (interruptions - 1) / 2))


def yield_score(yield_ms: float) -> float:
    """How fast the agent fell silent when the caller broke in: 1 at once, 0 after two seconds."""
    return max(0.0, 1 - yield_ms / YIELD_ZERO_MS)


def timing(latency_ms: float, *, tool: bool) -> str:
    """``early``, ``on_time`` or ``late``."""
    if latency_ms < EARLY_MS:
        return "early"
    return "late" if latency_ms >= (TOOL_LATE_MS if tool else LATE_MS) else "on_time"
