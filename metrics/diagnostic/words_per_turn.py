"""words_per_turn: how much the agent says at a time. A listener cannot skim."""

from __future__ import annotations

from statistics import fmean

from metrics import words
from metrics.registry import metric
from metrics.score import Outcome, skipped
from pipelines.record import Record


@metric("words_per_turn", category="diagnostic", version="1.0", higher_is_better=False)
def words_per_turn(record: Record) -> Outcome:
    """Mean number of words in a turn of the agent, its greeting included."""
    counts = {turn: len(words.words(text)) for turn, text in words.by_turn(record, "agent").items()}
    if not counts:
        return skipped("the record holds no words of the agent")
    ordered = sorted(counts.values())
    mean = round(fmean(ordered), 2)
    longest = max(counts, key=lambda t: counts[t])
    return Outcome(
        mean,
        f"{mean:g} words a turn on average, at most {counts[longest]} in turn {longest}",
        details={"words": {str(t): n for t, n in counts.items()}},
        subs={
            "p90": float(ordered[min(len(ordered) - 1, int(0.9 * len(ordered)))]),
            "max": float(ordered[-1]),
            "turns": float(len(ordered)),
        },
    )
