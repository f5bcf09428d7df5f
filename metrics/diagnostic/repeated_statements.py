"""repeated_statements: share of the agent's sentences that it had said before, word for word, unasked.

Only sentences of five words and more count, and not the courtesies that belong to every request ("is there
anything else"). Saying something again is no fault where it was called for: the caller asked for it or was
not understood, or the agent had been cut off. Within one turn nothing calls for a repetition.
"""

from __future__ import annotations

import re

from metrics import words
from metrics.registry import metric
from metrics.score import Outcome, skipped
from pipelines.record import Record

MIN_WORDS = 5
_COURTESY = re.compile(
    r"\b(?:anything else|else i can|one moment|a moment|just a (?:second|sec|minute)|let me|hold on|bear with"
    r"|thank you|thanks|you're welcome|help you|have a)\b"
)


@metric("repeated_statements", category="diagnostic", version="1.0", higher_is_better=False)
def repeated_statements(record: Record) -> Outcome:
    """Share of the agent's sentences that repeat an earlier one verbatim though nothing called for it."""
    said: dict[str, int] = {}  # sentence -> turn in which it was last said
    unheard: set[str] = set()  # sentences of an utterance that was cut off
    repeated: list[dict[str, object]] = []
    total = 0
    called_for = False
    for u in sorted(record.utterances, key=lambda u: u.start):
        text = words.spoken(u, record.architecture)
        if u.role == "caller":
            called_for = words.asks_again(text) or not words.words(text)
            continue
        apology = words.asks_again(text)
        statements = _statements(text)
        for sentence in statements:
            total += 1
            before = said.get(sentence)
            excused = sentence in unheard or (before != u.turn and (called_for or apology))
            if before is not None and not excused:
                repeated.append({"turn": u.turn, "first": before, "sentence": sentence})
            said[sentence] = u.turn
            unheard.discard(sentence)
        if u.cut:
            unheard.update(statements)
    if not total:
        return skipped(f"the agent said no sentence of {MIN_WORDS} words and more")
    value = round(len(repeated) / total, 4)
    return Outcome(
        value,
        f"{len(repeated) or 'none'} of {total} sentences of the agent repeat an earlier one unasked",
        normalized=round(1 - value, 4),
        details={"repeated": repeated, "sentences": total},
        subs={"repeated": float(len(repeated)), "sentences": float(total)},
    )


def _statements(text: str) -> list[str]:
    """The sentences that count, as plain words."""
    found = [" ".join(words.words(s)) for s in words.sentences(text)]
    return [s for s in found if len(s.split()) >= MIN_WORDS and not _COURTESY.search(s)]
