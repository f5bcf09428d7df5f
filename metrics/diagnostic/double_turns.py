"""double_turns: does the agent let the caller finish?

Two signs that it does not. The agent's turn detector closes one turn of the caller more than once: it would
have answered the first half. Or its speech starts within an utterance of the caller.
"""

from __future__ import annotations

from metrics.registry import metric
from metrics.score import Outcome, share, skipped
from metrics.timeline import MIN_OVERLAP_S
from pipelines.record import RATE, Record


@metric("double_turns", category="diagnostic", version="1.0")
def double_turns(record: Record) -> Outcome:
    """Share of the caller's turns that the agent took as one turn."""
    answered = [t for t in record.turns if t.caller and t.agent and t.index]
    if not answered:
        return skipped("no turn of the caller was answered")
    stops = [e.sample for e in record.events if e.side == "agent" and e.kind == "user_turn_stopped"]
    if not stops:
        return skipped("the agent reports no turn detection")
    starts = sorted(t.caller[0].start for t in record.turns if t.caller)
    counts: dict[int, int] = {}
    for turn in answered:
        first = turn.caller[0].start
        after = next((s for s in starts if s > first), None)
        counts[turn.index] = sum(first <= s and (after is None or s < after) for s in stops)
    doubled = [t for t, n in counts.items() if n > 1]
    cut_off = _cut_offs(record)
    value = round(1 - len(doubled) / len(answered), 4)
    return share(
        value,
        f"{len(answered) - len(doubled)} of {len(answered)} turns of the caller were taken as one; "
        f"the agent spoke into {cut_off} of the caller's utterances",
        details={"stops": {str(t): n for t, n in counts.items()}, "double_turns": doubled},
        subs={
            "double_turns": float(len(doubled)),
            "cut_offs": float(cut_off),
            "cut_off_rate": round(cut_off / len(answered), 4),
        },
    )


def _cut_offs(record: Record) -> int:
    """Utterances of the caller within which speech of the agent starts."""
    least = MIN_OVERLAP_S * RATE
    starts = [s.start for t in record.turns for s in t.agent]
    said = [u for u in record.utterances if u.role == "caller"]
    return sum(any(u.start < s < u.end - least for s in starts) for u in said)
