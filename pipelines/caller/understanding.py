"""What an agent's words ask of the caller, from recognised speech.

Recognisers distort short function words more than long content words ("Please spell" has come out as "We'll
dispel"), so every rule looks for content words, and several of them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from scenarios.slots import Entry, asked

_ASKING = re.compile(
    r"\?|\bplease\b|\bmay i\b|\bcan i\b|\bcould (?:you|i)\b|\bcan you\b|\bwould you\b|\bdo you\b|\bwhat\b|\bwhich\b"
    r"|\bhow many\b|\bspell|\bdispel|\btell me\b|\bgive me\b|\bi(?:'ll| will)? need\b|\brepeat\b"
    r"|\bsay\b.*\bagain\b|\bprovide\b"
)
_WANTING = re.compile(
    r"\?|\b(?:may|can|could) i (?:have|get|know)\b|\bgive me\b|\btell me\b|\bread me\b|\bprovide\b|\bspell|\bdispel"
    r"|\bi(?:'ll| will)? need\b|\brepeat\b"
)
_YES_NO = re.compile(
    r"\bahead\b[.?!]?$|go ahead|shall i|should i|would you like me to|do you want me to|may i proceed|proceed"
    r"|is that (?:correct|right|okay|ok)"
    r"|(?:is|was) (?:this|it) (?:correct|right)|do you (?:agree|confirm|accept)|can you confirm|would that work"
    r"|does that work"
    r"|do you want to|would you like to|sound good|are you (?:sure|okay|ok)|correct\?|right\?"
    r"|\b(?:i|we) (?:book|cancel|change|move|put|add|do|make|rebook|issue|assign|transfer|keep|send|submit|file|order"
    r"|reset|unlock|schedule|request|register|report|record|update|renew|swap|enter|note|set)\b[^.?!]*[.?!]?$"
)
_WISH = re.compile(
    r"\b(?:may|can|could) i (?:have|get|know)\b|\b(?:can|could|would) you (?:please )?(?:tell|give|spell|say|read"
    r"|repeat|provide)\b"
)
_INITIALS = re.compile(r"\b([a-z])\.\s*(?=[a-z]\b(?!'))")  # "N. P. I." is one word, not three sentences
_OFFER = re.compile(r"go ahead|shall i|shell i|hell i\b|should i|would you like me to|do you want me to|may i proceed")
_OPEN = re.compile(r"\b(?:what|which|how|when|where|who|why)\b")
_ANYTHING = re.compile(
    r"any ?thing else|something else|any other|else (?:i|we) can|further (?:help|assistance)|help you with today"
)
_GREETING = re.compile(r"how (?:can|may|could) (?:i|we) (?:help|assist)|what can i (?:do|help)|help you today")
_FAREWELL = re.compile(
    r"good ?-?bye|\bbye bye|^bye\b|(?:thank you|thanks|call|day|then)\W+bye\b"
    r"|have a (?:good|great|nice|safe|pleasant) (?:day|evening|night|afternoon|morning"
    r"|weekend|flight|trip|one|time|journey)|thank(?:s| you) for (?:calling|flying|choosing)"
)
_HAND = r"(?:transfer|connect|hand|pass|put|escalat|refer)\w*"
_TRANSFER = re.compile(
    rf"\b{_HAND} (?:you|this call|the call|your call|this|it)\b(?: (?:over|on|through|now|directly|up))?"
    r" (?:to|through|with|over)\b|\btransferring you\b|\btransfer you\b|\blive agent|human agent|representative"
    r"|\bto a (?:colleague|supervisor|specialist|person|human)\b|(?:speak|talk) (?:to|with) a (?:colleague|supervisor"
    r"|specialist|person|human|manager)"
)
_TRANSFERRING = re.compile(
    rf"transferring you|i(?:'m| am) (?:now )?(?:connecting|putting|handing|passing) you"
    rf"|(?:will|i'll) (?:now )?{_HAND} you"
    r"|please (?:hold|wait|stay on the line)"
)
_REFUSAL = re.compile(
    r"\bcan(?:no|')t\b|\bcan not\b|unable|not able|not possible|isn't possible|not eligible|not allowed"
    r"|no record|don't see|do not see"
    r"|doesn't (?:show|allow)|does not (?:show|allow)|shows? (?:it|no|your|the|that)|not (?:cancell?ed|delayed)"
    r"|on time|\bpolic(?:y|ies)\b(?! (?:number|code|holder))|unfortunately"
)
_HOLD = re.compile(
    r"one moment|just a (?:moment|second|minute)|hold on|let me (?:check|look|see|pull|find)|bear with me"
    r"|give me a (?:moment|second)"
)
_REPEAT = re.compile(
    r"(?:didn't|did not|couldn't|could not) (?:catch|hear|understand|get)|say that again|repeat that|come again|pardon"
)
_DETAILS = re.compile(
    r"tell me (?:more|what)|more detail|describe|what would you like|how would you like"
    r"|what (?:exactly )?(?:happened|should)|what.*change"
)
_BACKCHANNEL = re.compile(
    r"(?:\b(?:yes|yeah|yep|okay|ok|right|sure|alright|all right|mm|mm-hmm|uh-huh|hm+|go on|go ahead and|i see"
    r"|got it|fine|please)\b|[\s,.!-])+"
)


@dataclass(frozen=True, slots=True)
class Understanding:
    """What the caller makes of an agent's turn."""

    asks: tuple[str, ...]
    yes_no: bool
    offer: bool
    anything_else: bool
    greeting: bool
    farewell: bool
    transfer: bool
    transferring: bool
    refusal: bool
    hold: bool
    repeat: bool
    details: bool
    backchannel: bool


def sentences(text: str) -> list[str]:
    """Sentences of recognised text."""
    return [s.strip() for s in re.split(r"(?<=[.?!])\s+", text) if s.strip()]


def understand(text: str, entries: Sequence[Entry] = (), held: Collection[str] | None = None) -> Understanding:
    """Classify an agent's turn.

    Args:
        text: as recognised.
        entries: the slots that the caller may be asked for.
        held: those that it has a value for; ``None``: all of them.
    """
    low = _INITIALS.sub(r"\1", text.lower().replace("’", "'"))
    asks: list[str] = []
    said = sentences(low)
    last = said[-1] if said else ""
    for sentence in said:
        closed = _YES_NO.search(sentence) and not _OPEN.match(sentence) and " or " not in sentence
        if not _ASKING.search(sentence) or closed or _ANYTHING.search(sentence):
            continue
        wanted = [slot for slot in asked(sentence, entries, held) if slot not in asks]
        # What the caller has no value for is asked for only in so many words: "please check the phone" is no question.
        asks += [slot for slot in wanted if held is None or slot in held or _WANTING.search(sentence)]
    if held is not None and any(slot in held for slot in asks):
        asks = [slot for slot in asks if slot in held]
    anything = bool(_ANYTHING.search(low)) and not (_GREETING.search(low) and "else" not in low)
    if anything:
        asks = [slot for slot in asks if slot not in ("destination", "travel_date")]
    return Understanding(
        asks=tuple(asks),
        yes_no=any(_YES_NO.search(x) and not _OPEN.match(x) for x in said)
        or (not asks and last.endswith("?") and not _OPEN.search(last) and not _WISH.search(low)),
        offer=bool(_OFFER.search(low)),
        anything_else=anything,
        greeting=bool(_GREETING.search(low)),
        farewell=bool(_FAREWELL.search(low)),
        transfer=bool(_TRANSFER.search(low)),
        transferring=bool(_TRANSFERRING.search(low)) and bool(_TRANSFER.search(low)) and not last.endswith("?"),
        refusal=bool(_REFUSAL.search(low)),
        hold=bool(_HOLD.search(low)) and "?" not in low,
        repeat=bool(_REPEAT.search(low)),
        details=bool(_DETAILS.search(low)),
        backchannel=bool(_BACKCHANNEL.fullmatch(low.strip())),
    )
