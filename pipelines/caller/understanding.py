"""What an agent's words ask of the caller, from recognised speech.

Recognisers distort short function words more than long content words ("Please spell" has come out as "We'll
dispel"), so every rule looks for content words, and several of them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

SLOT_WORDS: dict[str, str] = {
    "confirmation_number": r"confirmation|booking (?:code|reference|number)|record locator|reservation (?:code|number)"
    r"|six.character|\bcode\b",
    "last_name": r"(?:last|lost|list|family|sur)[ -]?name|surname|\bname\b",
    "first_name": r"first name",
    "flight_number": r"flight number|(?:which|what) flight",
    "travel_date": r"\bdates?\b|(?:what|which) day|when (?:would|do|did|are|is)|day would you",
    "return_date": r"return(?:ing)? (?:date|day|flight)|(?:date|day) (?:of|for) (?:the|your) return"
    r"|(?:come|fly|travel) back",
    "alternate_destination": r"(?:alternate|other|another|second) (?:destination|city|airport)",
    "second_flight_number": r"(?:second|other) flight",
    "departure_time": r"what time|which time|time would you|departure time|time does it",
    "seat_preference": r"\bse[ae]ts?\b.*prefer|prefer.*\bse[ae]ts?\b|(?:which|what|kind of|type of) se[ae]t"
    r"|window.*\bor\b.*(?:aisle|middle)|aisle.*\bor\b.*(?:window|middle)",
    "meal_type": r"(?:which|what|kind of|type of|special) meal|meal.*prefer|prefer.*meal|meal would you",
    "num_bags": r"how many.*bags?|number of.*bags?|bags would you|how many.*(?:check|pieces)",
    "fare_class": r"(?:which|what).*(?:cabin|fare|class)|\bcabin\b",
    "origin": r"(?:fly|flying|travel\w*|depart\w*|leav\w*) from\b|departure (?:city|airport)|(?:which"
    r"|what) airport.*from",
    "destination": r"(?:fly|flying|travel\w*|go|going) to\b|destination|where (?:would|do) you",
    "phone": r"\bphone\b|telephone",
    "email": r"e-?mail",
    "date_of_birth": r"date of birth|birth ?date|birthday",
}
"""Content words by which an agent asks for a slot, as regular expressions over lower-case text."""

_NARROWER = {
    "return_date": "travel_date",
    "alternate_destination": "destination",
    "second_flight_number": "flight_number",
}
"""A question for the first of a pair also holds the words for the second, which is not meant by them alone."""
_BOTH = {
    "travel_date": r"(?:travel|outbound|departure|first) date|\bdates\b",
    "destination": r"\band\b",
    "flight_number": r"\band\b",
}
_ASKING = re.compile(
    r"\?|\bplease\b|\bmay i\b|\bcan i\b|\bcould (?:you|i)\b|\bcan you\b|\bwould you\b|\bdo you\b|\bwhat\b|\bwhich\b"
    r"|\bhow many\b|\bspell|\bdispel|\btell me\b|\bgive me\b|\bi(?:'ll| will)? need\b|\brepeat\b"
    r"|\bsay\b.*\bagain\b|\bprovide\b"
)
_YES_NO = re.compile(
    r"go ahead|shall i|should i|would you like me to|do you want me to|may i proceed|proceed|is that (?:correct"
    r"|right|okay|ok)"
    r"|(?:is|was) (?:this|it) (?:correct|right)|do you (?:agree|confirm|accept)|can you confirm|would that work"
    r"|does that work"
    r"|do you want to|would you like to|sound good|are you (?:sure|okay|ok)|correct\?|right\?"
    r"|\b(?:i|we) (?:book|cancel|change|move|put|add|do|make|rebook|issue|assign|transfer|keep|send)\b[^.?!]*[.?!]?$"
)
_OPEN = re.compile(r"\b(?:what|which|how|when|where|who|why)\b")
_ANYTHING = re.compile(
    r"any ?thing else|something else|any other|else (?:i|we) can|further (?:help|assistance)|help you with today"
)
_GREETING = re.compile(r"how (?:can|may|could) (?:i|we) (?:help|assist)|what can i (?:do|help)|help you today")
_FAREWELL = re.compile(
    r"good ?bye|bye[.! ]|bye$|have a (?:good|great|nice|safe|pleasant) (?:day|evening|night|afternoon|morning"
    r"|weekend|flight|trip|one|time|journey)|thank(?:s| you) for (?:calling|flying|choosing)"
)
_TRANSFER = re.compile(
    r"transfer|live agent|supervisor|specialist|colleague|human agent|representative|put you through|connect you"
)
_TRANSFERRING = re.compile(
    r"transferring|i(?:'m| am) (?:now )?(?:connecting|putting)|(?:will|i'll) (?:now )?(?:transfer|connect|put)"
    r"|please (?:hold|wait|stay on the line)"
)
_REFUSAL = re.compile(
    r"\bcan(?:no|')t\b|\bcan not\b|unable|not able|not possible|isn't possible|not eligible|not allowed"
    r"|no record|don't see|do not see"
    r"|doesn't (?:show|allow)|does not (?:show|allow)|shows? (?:it|no|your|the|that)|not (?:cancell?ed|delayed)"
    r"|on time|policy|unfortunately"
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


def understand(text: str) -> Understanding:
    """Classify an agent's turn."""
    low = text.lower().replace("’", "'")
    asks: list[str] = []
    last = (sentences(low) or [""])[-1]
    for sentence in sentences(low):
        closed = _YES_NO.search(sentence) and not _OPEN.match(sentence) and " or " not in sentence
        if not _ASKING.search(sentence) or closed or _ANYTHING.search(sentence):
            continue
        asks += [slot for slot, words in SLOT_WORDS.items() if re.search(words, sentence) and slot not in asks]
    if "first_name" in asks and "last_name" in asks and not re.search(r"(?:last|lost|list|family|sur)", low):
        asks.remove("last_name")
    for narrow, wide in _NARROWER.items():
        if narrow in asks and wide in asks and not re.search(_BOTH[wide], low):
            asks.remove(wide)
    if "date_of_birth" in asks and "travel_date" in asks:
        asks.remove("travel_date")
    anything = bool(_ANYTHING.search(low)) and not (_GREETING.search(low) and "else" not in low)
    if anything:
        asks = [slot for slot in asks if slot not in ("destination", "travel_date")]
    return Understanding(
        asks=tuple(asks),
        yes_no=any(_YES_NO.search(x) and not _OPEN.match(x) for x in sentences(low))
        or (not asks and last.endswith("?") and not _OPEN.search(last)),
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
