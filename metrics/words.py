"""Plain questions about what was said, shared by the metrics that read text."""

from __future__ import annotations

import re

from metrics.judges.views import VIEWS
from pipelines.record import Architecture, Record, Role, Utterance

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|(?<=[.!?][\"'”’)\]])\s+|\n+")
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_FAREWELL = re.compile(r"\b(?:good ?bye|bye(?:[- ]bye)?|have a (?:good|great|nice|lovely) \w+|take care)\b")
_AGAIN = re.compile(
    r"\b(?:again|repeat|once more|one more time|sorry|pardon|excuse me|say that|what was that|come again"
    r"|(?:didn't|did not|couldn't|could not|can't|cannot|don't) (?:catch|hear|get|understand|follow)"
    r"|slow(?:er| down|ly)|what did you say|still there)\b"
)


def spoken(utterance: Utterance, architecture: Architecture) -> str:
    """The words: a caller's as it meant them, an agent's in the text that it answers for (`VIEWS`).

    Where the record lacks that text, the other one stands in.
    """
    first, second = utterance.intended, utterance.heard
    if utterance.role == "agent" and VIEWS[architecture].agent == "heard":
        first, second = second, first
    return first if first is not None else second or ""


def plural(count: int, noun: str) -> str:
    """``1 call``, ``2 calls``."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def every(count: int, noun: str, one: str = "", many: str | None = None) -> str:
    """``all 3 turns were fine``, ``the only turn was fine``: what is true of each of some things, of one too.

    Args:
        count: of things, at least one.
        noun: in the singular.
        one: the rest of the sentence for one thing.
        many: the same for several; ``None`` where it is no other.
    """
    told = f"the only {noun} {one}" if count == 1 else f"all {count} {noun}s {one if many is None else many}"
    return told.rstrip()


def by_turn(record: Record, role: Role) -> dict[int, str]:
    """A side's words by turn, utterances joined in order of time; turns without words are absent."""
    found: dict[int, list[str]] = {}
    for u in sorted(record.utterances, key=lambda u: u.start):
        if u.role == role and (text := spoken(u, record.architecture).strip()):
            found.setdefault(u.turn, []).append(text)
    return {turn: " ".join(parts) for turn, parts in sorted(found.items())}


def words(text: str) -> list[str]:
    """The words of a text in lower case, apostrophes straight, without punctuation."""
    return [w.lower().replace("’", "'") for w in _WORD.findall(text)]


def sentences(text: str) -> list[str]:
    """The text cut after full stops, question marks and exclamation marks, and at line ends."""
    return [s.strip() for s in _SENTENCE_END.split(text) if s.strip()]


def bids_farewell(text: str) -> bool:
    """Whether a text says goodbye."""
    return bool(_FAREWELL.search(flat(text)))


def asks_again(text: str) -> bool:
    """Whether a text says that something was not understood, or asks for it once more."""
    return bool(_AGAIN.search(flat(text)))


def flat(text: str) -> str:
    """The text in lower case, apostrophes straight, one space between its words."""
    return " ".join(text.lower().replace("’", "'").split())
