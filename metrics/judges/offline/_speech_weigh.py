"""Was it the value that was meant, or the one that was read? Both texts are weighed on the sound.

A recogniser that writes freely prefers words it knows: a clipped "eight" becomes "A", "Zulu" becomes "2, loop". How
probable it finds a given text does not depend on whether it would have written it. So a value that was nearly read is
weighed against what was read in its place. The sound decides: texts that differ in one wrong digit or letter lie 5 to
20 natural logarithms apart, slips of a recogniser within `SLACK` (measured by ``benchmarks/fidelity.py``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import jiwer

from metrics.judges.offline._speech_looks import Sound
from metrics.judges.offline._speech_recogniser import Weigh
from metrics.judges.offline._speech_text import LETTERS, Form
from metrics.judges.offline._speech_values import Value
from pipelines.record import RATE

SLACK = 2.0  # natural logarithms by which the text that was meant may be the less probable one
NEAR = 0.4  # share of a value's characters in which it may differ from what was read: beyond, nothing was read of it
_SPELLED = {"code", "digits", "flight"}
_WORDS = {letter: word.capitalize() for word, letter in reversed(LETTERS.items())} | {"x": "X-ray"}


def speaks_for(text: str, value: Value, meant: Form, reads: Iterable[str], sound: Sound, weigh: Weigh) -> bool:
    """Whether sound speaks for a value rather than for what was read in its place.

    Args:
        text: the words that were meant.
        value: one of its values.
        meant: their compared form.
        reads: what was read in its place, in compared form.
        sound: of the text, at the line's rate.
        weigh: see `Ears`.
    """
    compared = meant.text[value.start : value.end]
    near = {r for r in reads if r and r != compared and float(jiwer.cer(compared, r)) <= NEAR}
    if not near or value.words not in text:
        return False
    own, *others = weigh(
        sound, [text.replace(value.words, written(value, read), 1) for read in (compared, *sorted(near))], RATE
    )
    return own >= max(others) - SLACK


def written(value: Value, compared: str) -> str:
    """A compared form as a recogniser writes it, in the way in which the value is spelled."""
    if value.kind == "amount":
        return f"${compared}"
    if value.kind not in _SPELLED:
        return " ".join(re.findall(r"[a-z]+|\d+", compared))
    spelled = {w for w in re.findall(r"x-?ray|[a-z]+", value.words.lower()) if w.replace("-", "") in LETTERS}
    said = {LETTERS[w.replace("-", "")] for w in spelled}
    return ", ".join(_WORDS[c] if c in said else c.upper() for c in compared)
