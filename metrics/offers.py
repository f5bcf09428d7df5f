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


def offer(text: str) -> str | None:
    """The last sentence of a text that asks for a yes and is not about the listener's own data."""
    for sentence in reversed(sentences(text)):
        flat = " ".join(words(sentence))
        if _SAY_YES.search(flat):
            return sentence
        asks = sentence.endswith("?") and _YES_NO.search(flat) and not _OPEN.search(flat)
        if asks and not _ABOUT_CALLER.search(flat):
            return sentence
    return None
