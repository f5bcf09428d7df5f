"""Was it the value that was meant, or another one? Both texts are weighed on the sound.

A recogniser that writes freely prefers words it knows: a clipped "eight" becomes "A", "Delta, India" becomes "dealt in
the". How probable it finds a given text does not depend on whether it would have written it. So a value that was
nearly read is weighed against what was read in its place, and where it is known what could stand there, against all of
that (`_speech_rivals`). A word that is no character ("limo" among spelling words) is no rival of one; the characters
that it could stand for are. The sound decides: spelled values that differ in one character lie 7 to 30 natural
logarithms apart, slips of a recogniser within `SLACK` (measured by ``benchmarks/fidelity.py`` and on whole calls).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import jiwer

from metrics.judges.offline._speech_looks import Sound
from metrics.judges.offline._speech_recogniser import Weigh
from metrics.judges.offline._speech_rivals import CLOSED, SPELLED, Pieces, doubtful, rivals, sure
from metrics.judges.offline._speech_text import LETTERS, Form
from metrics.judges.offline._speech_values import Value
from pipelines.record import RATE

SLACK = 1.0  # natural logarithms by which the text that was meant may be the less probable one
KNOWN_SLACK = 2.0  # the same where every rival is known: the true one would be 7 and more ahead
NEAR = 0.6  # share of a value's characters that must have been read: below, something else was said
SURE = 0.5  # share of a spelled value's characters that must be beyond doubt for the sound to tell the others
_WORDS = {letter: word.capitalize() for word, letter in reversed(LETTERS.items())} | {"x": "X-ray"}


def speaks_for(text: str, value: Value, meant: Form, reads: Sequence[str], sound: Sound, weigh: Weigh) -> bool:
    """Whether sound speaks for a value rather than for another one in its place.

    Args:
        text: the words that were meant.
        value: one of its values.
        meant: their compared form.
        reads: what was read in its place, in compared form.
        sound: of the text, at the line's rate.
        weigh: see `Ears`.
    """
    if value.words not in text:
        return False
    compared = meant.text[value.start : value.end]
    near = [p for p in (_pieces(compared, read) for read in reads) if _kept(p) >= NEAR * len(compared)]
    groups = [[written(value, pieces, bare) for pieces in near for bare in (False, True)]]
    if value.kind in CLOSED:
        doubt = min((doubtful(compared, read) for read in reads if read), key=len, default=range(len(compared)))
        if sure(value, meant.text, doubt) < SURE:
            return False
        characters = [p for p in near if len(p) <= len(compared) and all(len(piece) == 1 for piece, _ in p)]
        groups = [
            [written(value, pieces, bare) for pieces in characters for bare in (False, True)],
            [written(value, other) for other in rivals(value, meant.text, doubt)],
        ]
    own = written(value, [(c, True) for c in compared])
    slack, weighed = KNOWN_SLACK if value.kind in CLOSED else SLACK, False
    for group in groups:  # what was read first: it decides most often, and costs little
        others = [other for other in dict.fromkeys(group) if other != own]
        if others:
            first, *rest = weigh(sound, [text.replace(value.words, form, 1) for form in (own, *others)], RATE)
            if first < max(rest) - slack:
                return False
            weighed = True
    return weighed


def _kept(pieces: Pieces) -> int:
    """How many characters that were meant are among the pieces."""
    return sum(same for _, same in pieces)


def written(value: Value, pieces: Pieces, bare: bool = False) -> str:
    """What was read of a value, as a recogniser writes it in the way in which the value is spelled.

    Args:
        value: what was meant.
        pieces: characters and words, and whether they were meant.
        bare: letters that were not meant are written by themselves, even where words spell the others.
    """
    whole = "".join(p for p, _ in pieces)
    if value.kind == "amount":
        return f"${whole}"
    if value.kind not in SPELLED:
        return " ".join(re.findall(r"[a-z]+|\d+", whole))
    words = re.findall(r"x-?ray|[a-z]+", value.words.lower())
    said = {LETTERS[w] for w in (word.replace("-", "") for word in words) if w in LETTERS}
    return ", ".join(
        _WORDS[p] if p in said or (said and not (same or bare) and p in _WORDS) else p.upper() if len(p) == 1 else p
        for p, same in pieces
    )


def _pieces(meant: str, read: str) -> Pieces:
    """What was read, in characters that were meant (true) and what stands between them: words, digits one by one."""
    pieces: Pieces = []
    other = ""
    for chunk in jiwer.process_characters(meant, read).alignments[0]:
        got = read[chunk.hyp_start_idx : chunk.hyp_end_idx]
        if chunk.type == "equal":
            pieces += [*((p, False) for p in re.findall(r"\d|\D+", other)), *((c, True) for c in got)]
            other = ""
        else:
            other += got
    return [*pieces, *((p, False) for p in re.findall(r"\d|\D+", other))]
