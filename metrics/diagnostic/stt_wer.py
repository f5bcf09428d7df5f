"""stt_wer: word error rate of the agent's recogniser, over all that the caller said.

Words are counted over the whole call (pooled), after both texts were brought to a normal form
(`metrics.transcript`); the mean over turns, in which a short turn weighs as much as a long one, stands beside it.
What the recogniser missed altogether counts as deletions. A turn in which the caller was cut off is left out:
nobody knows to the word what it had said. The details hold every turn with its words side by side.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean

import jiwer

from metrics.registry import metric
from metrics.score import Outcome, skipped
from metrics.transcript import normal
from pipelines.record import Record


@metric("stt_wer", category="diagnostic", version="1.1", higher_is_better=False, architectures=("cascade",))
def stt_wer(record: Record) -> Outcome:
    """Word error rate of what the agent heard, against what the caller meant to say."""
    said: dict[int, list[str]] = {}
    heard: dict[int, list[str]] = {}
    cut: set[int] = set()
    callers = [u for u in sorted(record.utterances, key=lambda u: u.start) if u.role == "caller"]
    if all(u.heard is None for u in callers):
        return skipped("the record holds no recognised text of the caller")
    for u in callers:
        if u.intended is None:
            continue
        said.setdefault(u.turn, []).append(u.intended)
        heard.setdefault(u.turn, []).append(u.heard or "")
        if u.cut:
            cut.add(u.turn)
    texts = {turn: (" ".join(said[turn]), " ".join(heard[turn])) for turn in said if turn not in cut}
    return error_rate(texts, left_out=len(cut))


@dataclass(frozen=True, slots=True)
class _Errors:
    words: int = 0
    substitutions: int = 0
    deletions: int = 0
    insertions: int = 0
    aligned: str = ""

    def __add__(self, other: _Errors) -> _Errors:
        return _Errors(
            self.words + other.words,
            self.substitutions + other.substitutions,
            self.deletions + other.deletions,
            self.insertions + other.insertions,
        )

    @property
    def rate(self) -> float:
        return (self.substitutions + self.deletions + self.insertions) / self.words


def error_rate(texts: Mapping[int, tuple[str, str]], *, left_out: int = 0) -> Outcome:
    """Word error rate over the turns of a call.

    Args:
        texts: what was said and what was heard, by turn. Turns whose reference has no words are ignored.
        left_out: turns that could not be compared; only told.
    """
    found = {}
    for turn, (reference, hypothesis) in sorted(texts.items()):
        words = normal(reference)
        if words:
            found[turn] = _errors(words, normal(hypothesis))
    if not found:
        return skipped("no turn of the caller has words to compare", left_out=left_out)
    total = sum(found.values(), _Errors())
    rate = round(total.rate, 3)
    worst = max(found, key=lambda t: found[t].rate)
    return Outcome(
        rate,
        f"{rate:.1%} of {total.words} words wrong ({total.substitutions} other, {total.deletions} missed, "
        f"{total.insertions} added); worst is turn {worst} with {found[worst].rate:.0%}",
        normalized=round(1 - min(1.0, rate), 3),
        details={
            "per_turn": {str(t): round(e.rate, 3) for t, e in found.items()},
            "alignment": {str(t): e.aligned for t, e in found.items()},
            "reference_words": total.words,
            "substitutions": total.substitutions,
            "deletions": total.deletions,
            "insertions": total.insertions,
            "turns_cut_off": left_out,
        },
        subs={
            "substitution_rate": round(total.substitutions / total.words, 3),
            "deletion_rate": round(total.deletions / total.words, 3),
            "insertion_rate": round(total.insertions / total.words, 3),
            "pooled": rate,
            "mean_over_turns": round(fmean(e.rate for e in found.values()), 3),
        },
    )


def _errors(reference: str, hypothesis: str) -> _Errors:
    """Edits between two texts in normal form; `reference` must not be empty."""
    found = jiwer.process_words(reference, hypothesis)
    said, heard = reference.split(), hypothesis.split()
    parts = [_shown(c, said, heard) for c in found.alignments[0]]
    return _Errors(len(said), found.substitutions, found.deletions, found.insertions, " ".join(parts))


def _shown(chunk: jiwer.AlignmentChunk, said: list[str], heard: list[str]) -> str:
    """Words as they were heard; ``{zk → ck}`` for others, ``{-ffw}`` for missed, ``{+uh}`` for added ones."""
    ours = " ".join(said[chunk.ref_start_idx : chunk.ref_end_idx])
    theirs = " ".join(heard[chunk.hyp_start_idx : chunk.hyp_end_idx])
    return {
        "equal": ours,
        "substitute": f"{{{ours} → {theirs}}}",
        "delete": f"{{-{ours}}}",
        "insert": f"{{+{theirs}}}",
    }[chunk.type]
