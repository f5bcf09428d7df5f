"""Questions that put something to the other side: what a yes can be said to."""

from __future__ import annotations

import re

from metrics.words import sentences, words

_YES_NO = re.compile(
    r"\b(?:shall|should|would|do|does|did|is|are|can|may|could|will|want|okay|ok|right|correct|alright|ready"
    r"|sound|sounds|confirm|proceed|go ahead|agree)\b"
)
_OPEN = re.compile(r"^(?:and |so |then |okay |now |great )*(?:what|which|when|where|who|whom|whose|how|why)\b")
_ABOUT_CALLER = re.compile(
    r"\b(?:anything else|something else|help you (?:with|today)|still there"
    r"|(?:can|could|may|would) (?:you|i) (?:please )?"
    r"(?:have|get|tell|give|spell|provide|say|share|repeat|ask)"
    r"|your (?:confirmation|booking|last|first|phone|employee|date))\b"
)
_SAY_YES = re.compile(r"\b(?:please (?:confirm|say yes)|say yes|(?:do i|if you) have your (?:okay|approval))\b")


_WORDED = re.compile(
    r"\b(?:(?:shall|should|may) (?:i|we)|(?:do|did|would) you (?:still |also )?(?:want|like) (?:me|us) to|want me to"
    r"|would you like to (?:go ahead|proceed|continue)|is (?:that|this) (?:all )?(?:right|correct|okay|ok|fine)"
    r"|(?:can|could) (?:i|we) (?:go ahead|proceed))\b"
)
"""Wordings that ask for a yes whatever stands behind them."""

_ASKS_DATA = re.compile(
    r"^may (?:i|we) (?:please )?(?:have|get|ask|know|take|see)\b"
    r"|\bto (?:get|take|note|read|check) (?:down )?your\b|^should (?:i|we) (?:get|take|note|check) (?:down )?your\b"
    r"|\b(?:anything|something) else\b"
    r"|\bhelp you (?:with|today)\b"
)
_OPEN_BEFORE = re.compile(r"\b(?:what|which|when|where|who|whom|whose|how|why)(?: [\w']+){0,3} $")


def heard_offer(text: str) -> str | None:
    """The offer in words that a recogniser wrote, where punctuation means nothing: the last sentence, if worded so.

    Nothing is lost by it: words that are an offer as they are written are one as they are heard.
    """
    found = offer(text)
    last = next((s for s in reversed(sentences(text)) if words(s)), None)
    if found is not None or last is None:
        return found
    return last if _proposes(" ".join(words(last))) else None


def offer(text: str) -> str | None:
    """The last sentence of a text that asks for a yes and is not about the listener's own data."""
    for sentence in reversed(sentences(text)):
        flat = " ".join(words(sentence))
        if _SAY_YES.search(flat):
            return sentence
        asks = sentence.endswith("?") and _YES_NO.search(flat) and not _OPEN.search(flat)
        if asks and (not _ABOUT_CALLER.search(flat) or _proposes(flat)):
            return sentence
    return None


def _proposes(flat: str) -> bool:
    """Whether words propose to do something, whatever they name: "shall I cancel your booking"."""
    for worded in _WORDED.finditer(flat):
        before, asks = flat[: worded.start()], flat[worded.start() :]
        data = _ABOUT_CALLER.search(flat) if asks.startswith("is ") else _ASKS_DATA.search(asks)
        if not data and not _OPEN_BEFORE.search(before):
            return True
    return False
