"""What is wrong with the words of a stretch of speech, apart from its values."""

from __future__ import annotations

from itertools import groupby

from metrics.judges.offline._speech_turn import ADDED, Hearing

RUN = 3  # words in a row that no look heard: no slip of a recogniser
TAIL = 2  # words missing at the end, where recognisers seldom slip
SHARE = 0.4  # of the words, missing anywhere, from which speech is garbled
FEW = 3  # missing words below which no share counts


def modes(hearing: Hearing) -> tuple[str, ...]:
    """Failure modes of `metrics.judges.verdicts.FIDELITY` that the words show; none where they are whole."""
    missing = hearing.missing
    found = []
    tail = trailing(missing)
    if TAIL <= tail < len(missing):
        found.append("truncation")
    inside = list(missing[: len(missing) - tail] if found else missing)
    lost = sum(inside)
    if longest(inside) >= RUN or (lost >= FEW and lost >= SHARE * len(inside)):
        found.append("garbled_hallucination")
    if hearing.added >= ADDED:
        found.append("insertion_hallucination")
    return tuple(found)


def trailing(missing: tuple[bool, ...]) -> int:
    """How many words at the end are missing."""
    return next((i for i, gone in enumerate(reversed(missing)) if not gone), len(missing))


def longest(missing: list[bool]) -> int:
    """The longest run of missing words."""
    return max((sum(1 for _ in run) for gone, run in groupby(missing) if gone), default=0)
