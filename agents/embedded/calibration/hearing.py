"""Hearing values: the checks that what was heard has to pass."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from agents.embedded.calibration.slots import Slot
from agents.embedded.calibration.state import SlotKey
from agents.embedded.segments import Segment, SegmentKeeper
from agents.embedded.spelling import SURE, SpelledGuess, hear_spelled
from scenarios.model import EntityKind
from scenarios.slots import entry, phrases, places
from scenarios.spoken import Mention, hear, mentions
from scenarios.vocabulary import named

_NUMERIC = ("count", "number", "amount", "date", "time")
SPELLED = ("code", "name", "digits")
MAX_COST = 1.0  # a reading of recogniser text dearer than this is a guess, and is asked for again
MAX_PATTERN = 0.3  # the same where a pattern is known: any word of the right length would fit some of them
UNLISTED = 4.0  # natural log: what is not among eight guesses is less likely than the last of them by this much
CLEAR = 2.0  # natural log: lead of a value that two spellings agree on
_RELATIVE = re.compile(
    r"(?:(?:on|this|next|last|the) )*(?:today|tonight|tomorrow|yesterday|week|\w+day|morning|afternoon|evening|night)"
    r"(?: (?:week|morning|afternoon|evening|night))?"
)
_NUMBERS = {"for": "four", "to": "two", "too": "two"}
_MILLIONS = re.compile(r"\b((?:is|be) )(for|to|too)(?: an?)? (million|thousand|hundred)s?\b,?", re.IGNORECASE)
"""What a recogniser makes of "the limit is four million"; "is for a million" is no English."""
_ONWARD = re.compile(r"\W*(?:and|in|an|end|then)\b", re.IGNORECASE)
ANY_CODE = "^[A-Z0-9]{2,16}$"
"""What a code looks like whose tool does not say."""


class Hearing:
    """Hears slot values: spelled ones by a second pass over the turn's sound, the others from the transcript.

    What was spelled before counts: when a value is spelled again, the probabilities of all spellings are added, so two
    doubtful hearings that agree are better than either. A value that a lookup has refused is not believed again.
    """

    def __init__(
        self,
        keeper: SegmentKeeper | None,
        today: datetime.date,
        domain: str = "airline",
        believe: Callable[[Slot, str | None], str | None] | None = None,
    ) -> None:
        self._keeper, self._today, self._domain, self._believe = keeper, today, domain, believe
        self._heard: dict[SlotKey, dict[int, list[SpelledGuess]]] = {}
        self._refused: dict[SlotKey, set[str]] = {}
        self._read: dict[str, str] = {}

    def taken(self) -> dict[str, str]:
        """The values read from sound since this was last asked, by slot: no transcript holds them."""
        read, self._read = self._read, {}
        return read

    def refuse(self, slot: Slot, value: str) -> None:
        """A lookup knows no such value."""
        self._refused.setdefault(slot.key, set()).add(value.upper())

    def values(self, slots: Sequence[Slot], text: str) -> dict[Slot, str]:
        """What was heard for several slots: each in the part of the answer that names it, else in the whole."""
        parts = self._parts(slots, text) if len(slots) > 1 else {}
        heard = {slot: self.value(slot, parts[slot.name]) if slot.name in parts else None for slot in slots}
        for slot, value in heard.items():
            # A number elsewhere in the answer is the other slot's, and sound is the same for every part.
            if value is None and not (slot.name in parts and (slot.kind in _NUMERIC or self._by_sound(slot))):
                heard[slot] = self.value(slot, text)
        return {slot: value for slot, value in heard.items() if value is not None}

    def _parts(self, slots: Sequence[Slot], text: str) -> dict[str, str]:
        named = places(text.lower(), [entry(slot.name, self._domain) for slot in slots])
        if len(named) < len(slots) or len(text.lower()) != len(text):
            return {}
        starts = [0, *(start for _, start, _ in named[1:]), len(text)]
        return {name: text[starts[k] : starts[k + 1]] for k, (name, _, _) in enumerate(named)}

    def named(self, slots: Sequence[Slot], text: str) -> list[Slot]:
        """Those slots that a text names."""
        names = {name for name, _, _ in places(text.lower(), [entry(slot.name, self._domain) for slot in slots])}
        return [slot for slot in slots if slot.name in names]

    def stated(self, text: str) -> list[Mention]:
        """The values that a text surely holds; "tonight" and "on Friday" may be what is gone or what is wanted."""
        found = mentions(text, today=self._today)
        return [m for m in found if m.kind != "date" or not _RELATIVE.fullmatch(text[m.start : m.end].lower().strip())]

    def value(self, slot: Slot, text: str) -> str | None:
        """What was heard for a slot, or ``None`` when nothing fits its format well enough."""
        heard = self._value(slot, text)
        return self._believe(slot, heard) if self._believe else heard

    def _value(self, slot: Slot, text: str) -> str | None:
        kind = self._kind(slot)
        if self._keeper is not None and self._by_sound(slot):
            if kind == "codes":
                value = self._several(slot, _groups(self._keeper.segments))
            else:
                value = self._spelled(slot, self._keeper.segments[0].first_sample or 0, self._keeper.turn())
            if value:
                value = cased(value.title(), text) if kind == "name" else value
                self._read[slot.name] = value
            return value
        if not text.strip():
            return None
        known = phrases(entry(slot.name, self._domain), slot.form.choices)
        if kind == "choice" and (thing := named(text, list(known))) is not None:
            return known[thing]
        refused = self._refused.get(slot.key, set()) if kind in SPELLED else set()
        pattern = slot.form.pattern or (ANY_CODE if kind == "code" else None)
        if kind == "amount":
            text = _MILLIONS.sub(lambda m: f"{m[1]}{_NUMBERS[m[2].lower()]} {m[3]} ", text)
        guesses = hear(kind, text, today=self._today, choices=list(known), length=None, pattern=pattern)
        believed = [g for g in guesses if g.value.upper() not in refused]
        shaped = pattern is not None and kind in ("code", "digits", "codes")
        if not believed or believed[0].cost > (MAX_PATTERN if shaped else MAX_COST):
            return None
        value = believed[0].value
        if kind == "date" and "birth" in slot.name and value >= self._today.isoformat():
            return None  # its year was lost on the way
        return cased(value, text) if kind == "name" else known.get(value, value)

    def _kind(self, slot: Slot) -> EntityKind:
        """What to listen for: the name of a thing is one of those that the world has."""
        return "choice" if slot.kind in ("name", "text") and slot.form.choices else slot.kind

    def _by_sound(self, slot: Slot) -> bool:
        """Whether a slot is heard from the sound of the turn, whatever was written of it."""
        kept = self._keeper is not None and bool(self._keeper.segments)
        return kept and self._kind(slot) in (*SPELLED, "codes")

    def _several(self, slot: Slot, groups: Sequence[Sequence[Segment]]) -> str | None:
        """Codes that were spelled one after the other; ``None`` when one of them was not heard well enough."""
        codes = []
        for number, group in enumerate(groups):
            one = Slot(f"{slot.name} {number}", "code", slot.request, slot.form)
            codes.append(self._spelled(one, group[0].first_sample or number, group))
        return None if None in codes else ",".join(code for code in codes if code)

    def _spelled(self, slot: Slot, begun: int, sound: Sequence[Segment | NDArray[np.int16]]) -> str | None:
        # A reply that was never heard leaves its turn open; hearing that turn again replaces the first hearing of it.
        hearings = self._heard.setdefault(slot.key, {})
        pattern = None if slot.kind == "name" else slot.form.pattern or (ANY_CODE if slot.kind == "code" else None)
        hearings[begun] = hear_spelled(sound, slot.kind, pattern=pattern)  # type: ignore[arg-type]
        refused = self._refused.get(slot.key, set())
        ranked = [g for g in combine(list(hearings.values())) if g.value.upper() not in refused]
        if not ranked:
            return None
        if slot.kind == "name":
            ranked = whole(ranked)
        best = ranked[0]
        agreed = sum(any(g.value == best.value for g in guesses) for guesses in hearings.values())
        clear = agreed > 1 and (len(ranked) < 2 or best.logprob - ranked[1].logprob > CLEAR)
        return best.value if best.confidence >= SURE or clear else None


def _groups(segments: Sequence[Segment]) -> list[list[Segment]]:
    """Segments of a turn, cut where one begins with "and": lists are said so, with a pause before it."""
    groups: list[list[Segment]] = []
    for segment in segments:
        if not groups or _ONWARD.match(segment.text):
            groups.append([])
        groups[-1].append(segment)
    return groups


def cased(name: str, text: str) -> str:
    """A name as a text writes it, if it does: a recogniser may know "MacLeod", and spelling has no case."""
    words = re.findall(r"[^\W\d_]+(?:['’-][^\W\d_]+)*", text)
    return next((word for word in words if word.casefold() == name.casefold() and word != word.upper()), name)


def combine(hearings: Sequence[Sequence[SpelledGuess]]) -> list[SpelledGuess]:
    """Guesses over several spellings of one value, best first: log-probabilities added, confidence of the best one.

    A value that one spelling does not list gets that spelling's worst score less `UNLISTED`.
    """
    heard = [guesses for guesses in hearings if guesses]
    if len(heard) == 1:
        return list(heard[0])
    values = {g.value: g for guesses in heard for g in sorted(guesses, key=lambda g: g.confidence)}
    total = []
    for value, guess in values.items():
        score = 0.0
        for guesses in heard:
            listed = [g.logprob for g in guesses if g.value == value]
            score += listed[0] if listed else min(g.logprob for g in guesses) - UNLISTED
        total.append(SpelledGuess(value, round(score, 3), guess.confidence))
    return sorted(total, key=lambda g: (-g.logprob, g.value))


def whole(guesses: list[SpelledGuess]) -> list[SpelledGuess]:
    """Guesses with the best one made whole: where another, also sure, is the same with one letter before it.

    A name is said and then spelled, and the cut between the two easily falls behind the first letter.
    """
    best = guesses[0]
    longer = [g for g in guesses if g.value[1:] == best.value and g.confidence >= SURE]
    return [longer[0], *(g for g in guesses if g is not longer[0])] if longer else guesses
