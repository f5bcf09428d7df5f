"""Was it the value that was meant, or the one that was read? Both texts are weighed on the sound.

A recogniser that writes freely prefers words it knows: a clipped "eight" becomes "A", "Zulu" becomes "2, loop". How
probable it finds a given text does not depend on whether it would have written it. So a value that was nearly read is
weighed against what was read in its place. The sound decides: texts that differ in one wrong digit or letter lie 5 to
20 natural logarithms apart, slips of a recogniser within `SLACK` (measured by ``benchmarks/fidelity.py``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import jiwer

from metrics.judges.offline._speech_looks import Sound
from metrics.judges.offline._speech_recogniser import Weigh
from metrics.judges.offline._speech_text import LETTERS, Form
from metrics.judges.offline._speech_values import Value
from pipelines.record import RATE

SLACK = 1.0  # natural logarithms by which the text that was meant may be the less probable one
WORD_SLACK = 6.5  # the same where a word stands for a character: "call" is no other letter than Golf, said badly
NEAR = 0.6  # share of a value's characters that must have been read: below, something else was said
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
    rivals: dict[str, float] = {}
    for read in reads:
        pieces = _pieces(compared, read)
        kept = sum(same for _, same in pieces)
        if kept >= NEAR * len(compared):
            others = [p for p, same in pieces if not same]
            replaced = len(others) == len(compared) - kept
            words = replaced and all(len(p) > 1 for p in others)
            if not replaced and value.kind in _SPELLED and any(len(p) > 1 for p in others):
                continue  # no telling what was read in place of which character: "G and J" for G, N, M
            slack = WORD_SLACK if words and value.kind in _SPELLED else SLACK
            rivals |= dict.fromkeys((written(value, pieces), written(value, pieces, bare=True)), slack)
    own = written(value, [(c, True) for c in compared])
    rivals.pop(own, None)
    if not rivals or value.words not in text:
        return False
    first, *rest = weigh(sound, [text.replace(value.words, form, 1) for form in (own, *rivals)], RATE)
    return all(first >= other - slack for other, slack in zip(rest, rivals.values(), strict=True))


def written(value: Value, pieces: Sequence[tuple[str, bool]], bare: bool = False) -> str:
    """What was read of a value, as a recogniser writes it in the way in which the value is spelled.

    Args:
        value: what was meant.
        pieces: characters and words, and whether they were meant.
        bare: letters that were not meant are written by themselves, even where words spell the others.
    """
    whole = "".join(p for p, _ in pieces)
    if value.kind == "amount":
        return f"${whole}"
    if value.kind not in _SPELLED:
        return " ".join(re.findall(r"[a-z]+|\d+", whole))
    words = re.findall(r"x-?ray|[a-z]+", value.words.lower())
    said = {LETTERS[w] for w in (word.replace("-", "") for word in words) if w in LETTERS}
    return ", ".join(
        _WORDS[p] if p in said or (said and not (same or bare) and p in _WORDS) else p.upper() if len(p) == 1 else p
        for p, same in pieces
    )


def _pieces(meant: str, read: str) -> list[tuple[str, bool]]:
    """What was read, in characters that were meant (true) and what stands between them: words, digits one by one."""
    pieces: list[tuple[str, bool]] = []
    other = ""
    for chunk in jiwer.process_characters(meant, read).alignments[0]:
        got = read[chunk.hyp_start_idx : chunk.hyp_end_idx]
        if chunk.type == "equal":
            pieces += [*((p, False) for p in re.findall(r"\d|\D+", other)), *((c, True) for c in got)]
            other = ""
        else:
            other += got
    return [*pieces, *((p, False) for p in re.findall(r"\d|\D+", other))]
