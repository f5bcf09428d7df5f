"""One stretch of speech listened to until all that was meant has been heard, or every look has failed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from metrics.judges.case import Case
from metrics.judges.jury import JudgeError
from metrics.judges.offline._speech_looks import LONGEST, Sound, looks, stretch
from metrics.judges.offline._speech_match import Match, match
from metrics.judges.offline._speech_recogniser import Ears
from metrics.judges.offline._speech_text import Form, form
from metrics.judges.offline._speech_values import Value
from metrics.judges.offline._speech_weigh import speaks_for
from metrics.judges.verdicts import RatedTurn, Turns
from pipelines.record import Record, Utterance

MET = 0.5  # share of a word's characters from which it counts as heard
ENOUGH = 0.8  # share of words heard from which no further look is taken for their sake
ADDED = 3  # words in a row that nobody meant, from which they are no slip of a recogniser


@dataclass(frozen=True, slots=True)
class Hearing:
    """What came of the looks.

    Attributes:
        meant: the compared form of the words that were meant.
        values: those that were listened for.
        wrong: those that no look heard, and for which the sound does not speak either.
        read: what was heard in place of each of `wrong`, in the look that heard most.
        missing: for each word of `meant` whether no look heard it.
        added: words in a row that every look heard and nobody meant.
        heard: what the recogniser wrote, in the look that heard most.
    """

    meant: Form
    values: tuple[Value, ...]
    wrong: tuple[Value, ...]
    read: tuple[str, ...]
    missing: tuple[bool, ...]
    added: int
    heard: str

    @property
    def lost(self) -> str:
        """The missing words."""
        return " ".join(w.text for w, gone in zip(self.meant.words, self.missing, strict=True) if gone)


def listen(utterance: Utterance, values: Sequence[Value], sound: Sound, ears: Ears, cut: bool = False) -> Hearing:
    """Listen for the words of an utterance.

    Args:
        utterance: its `intended` words were meant.
        values: what of them must be right to the last character.
        sound: the channel it lies in.
        ears: who listens; looks are taken only as long as something is missing.
        cut: the speaker was silenced; words behind the last that was heard were perhaps never said.
    """
    text = utterance.intended or ""
    meant = form(text)
    taken: list[Match] = []
    for heard in looks(sound, utterance.start, utterance.end, ears.recognisers):
        taken.append(match(meant, values, heard))
        if _settled(taken, len(ears.recognisers) > 1):
            break
    best = max(taken, key=lambda m: (sum(m.right), sum(m.met)))
    met = [max(m.met[i] for m in taken) for i in range(len(meant.words))]
    said = max((w.end for w, share in zip(meant.words, met, strict=True) if share >= MET), default=0)
    counted = [i for i, v in enumerate(values) if not cut or v.end <= said]
    wrong = [i for i in counted if not any(m.right[i] for m in taken)]
    if ears.weigh and utterance.end - utterance.start <= LONGEST:
        here = stretch(sound, utterance.start, utterance.end)
        wrong = [
            i for i in wrong if not speaks_for(text, values[i], meant, [m.read[i] for m in taken], here, ears.weigh)
        ]
    return Hearing(
        meant,
        tuple(values[i] for i in counted),
        tuple(values[i] for i in wrong),
        tuple(best.read[i] for i in wrong),
        tuple(share < MET and not (cut and w.start >= said) for w, share in zip(meant.words, met, strict=True)),
        min(m.added for m in taken),
        best.heard,
    )


def _settled(taken: Sequence[Match], several: bool) -> bool:
    """No further look is needed: each value was heard, or read alike by two recognisers, and the words too."""
    last = taken[-1]
    for i in range(len(last.right)):
        alike = several and len(taken) == 2 and last.read[i] and last.read[i] == taken[0].read[i]
        if not (alike or any(m.right[i] for m in taken)):
            return False
    met = [max(m.met[i] for m in taken) >= MET for i in range(len(last.met))]
    return not met or (sum(met) >= ENOUGH * len(met) and met[-1] and last.added < ADDED)


def departures(hearing: Hearing) -> str:
    """Which values were heard otherwise, in words; empty if none."""
    return "; ".join(
        f"{value.kind} {value.words!r} was heard as {read!r}" if read else f"{value.kind} {value.words!r} was not heard"
        for value, read in zip(hearing.wrong, hearing.read, strict=True)
    )


def recorded(case: Case) -> Record:
    """The record of a call, which tells where its sound lies.

    Raises:
        JudgeError: there is none.
    """
    if case.record is None:
        raise JudgeError("no record: there is no sound to listen to")
    return case.record


def by_turn(spoken: Iterable[Utterance], rate: Callable[[Utterance], RatedTurn]) -> Turns:
    """Each utterance rated by itself, those of one turn joined."""
    turns: dict[int, list[RatedTurn]] = {}
    for utterance in spoken:
        turns.setdefault(utterance.turn, []).append(rate(utterance))
    return Turns(turns=tuple(joined(parts) for _, parts in sorted(turns.items())))


def joined(parts: Sequence[RatedTurn]) -> RatedTurn:
    """One rating of a turn that was spoken in several stretches: the worst of those that have something to rate."""
    if len(parts) == 1:
        return parts[0]
    rated = [p for p in parts if p.has_entities] or list(parts)
    return RatedTurn(
        turn_id=parts[0].turn_id,
        explanation="; ".join(dict.fromkeys(p.explanation for p in rated)),
        rating=min((p.rating for p in rated if p.rating is not None), default=None),
        failure_modes=tuple(dict.fromkeys(mode for p in rated for mode in p.failure_modes)),
        has_entities=any(p.has_entities for p in parts),
        transcript=" ".join(p.transcript for p in parts if p.transcript),
    )
