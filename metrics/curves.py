"""The curves of turn taking: from milliseconds to a score between 0 and 1.

Constants are those of EVA-Bench (turn_taking 0.2), where a good answer starts 0.5 to 2 seconds after the
caller's last word, or up to 3 seconds when the agent had to call a tool.
"""

from __future__ import annotations

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


def latency_score(latency_ms: float, *, tool: bool) -> float:
    """How well timed an answer is.

    Args:
        latency_ms: agent start minus caller end; negative when the agent starts first.
        tool: whether the turn has a tool call, which earns it more time.
    """
    best_to, zero_at = (TOOL_BEST_TO_MS, TOOL_ZERO_AT_MS) if tool else (BEST_TO_MS, ZERO_AT_MS)
    if latency_ms <= -BEST_FROM_MS or latency_ms >= zero_at:
        return 0.0
    if latency_ms < BEST_FROM_MS:
        return (latency_ms + BEST_FROM_MS) / (2 * BEST_FROM_MS)
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
