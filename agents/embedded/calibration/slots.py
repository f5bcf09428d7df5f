"""Asking for values and hearing them: wording per slot, and the checks that a heard value has to pass."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from agents.embedded.segments import SegmentKeeper
from agents.embedded.spelling import SURE, hear_spelled
from scenarios.model import EntityKind
from scenarios.spoken import hear

CHOICES: dict[str, tuple[str, ...]] = {
    "seat_preference": ("window", "aisle", "middle", "no_preference"),
    "meal_type": (
        "vegetarian",
        "vegan",
        "kosher",
        "halal",
        "gluten_free",
        "diabetic",
        "low_sodium",
        "child",
        "hindu",
        "standard",
        "none",
    ),
    "fare_class": ("basic_economy", "main_cabin", "premium_economy", "business", "first"),
}
"""The closed lists of the airline tools, as a caller may name them."""

_ASK = {
    "confirmation_number": "your confirmation number",
    "last_name": "your last name",
    "first_name": "your first name",
    "travel_date": "the travel date",
    "flight_number": "the flight number",
    "departure_time": "the departure time",
    "seat_preference": "your seat preference",
    "meal_type": "your meal preference",
    "num_bags": "the number of checked bags",
    "fare_class": "the cabin",
    "origin": "the city you leave from",
    "destination": "the city you fly to",
}
_SINGLE = {
    "travel_date": "Which date would you like, please?",
    "flight_number": "What is the flight number, please?",
    "departure_time": "What time does it leave, please?",
    "seat_preference": "What is your seat preference, please?",
    "meal_type": "Which meal would you like, please?",
    "num_bags": "How many checked bags, please?",
    "fare_class": "Which cabin would you like, please?",
    "origin": "Which city are you flying from, please?",
    "destination": "Which city are you flying to, please?",
}
_SPELLED = {
    "confirmation_number": "Please spell the confirmation number again, using the phonetic alphabet.",
    "last_name": "Please spell the last name again, using the phonetic alphabet.",
}
NOT_CAUGHT = "I'm sorry, I did not catch that. "
MAX_COST = 1.0  # a reading of recogniser text dearer than this is a guess, and is asked for again


@dataclass(frozen=True, slots=True)
class Slot:
    """A value to be heard: what to ask for, how it is spoken, and for which request (``None``: the whole call)."""

    name: str
    kind: EntityKind
    request: int | None


def question(slots: Sequence[Slot], again: bool) -> str:
    """The question for one or two slots; `again` after a failure."""
    names = [slot.name for slot in slots]
    if again:
        parts = [
            _SPELLED.get(name, f"Could you please repeat {_ASK.get(name, name.replace('_', ' '))}?")
            for name in names
        ]
        return NOT_CAUGHT + " ".join(parts)
    if len(names) == 1 and names[0] in _SINGLE:
        return _SINGLE[names[0]]
    asked = " and ".join(_ASK.get(name, "the " + name.replace("_", " ")) for name in names)
    return f"May I have {asked}, please?"


class Hearing:
    """Hears slot values: spelled ones by a second pass over the turn's sound, the others from the transcript."""

    def __init__(self, keeper: SegmentKeeper | None, today: datetime.date) -> None:
        self._keeper, self._today = keeper, today

    def value(self, slot: Slot, text: str) -> str | None:
        """What was heard for a slot, or ``None`` when nothing fits its format well enough."""
        if slot.kind in ("code", "name", "digits") and self._keeper is not None:
            spelled = self._spelled(slot)
            if spelled is not None:
                return spelled
            if slot.kind == "code":
                return None
        if not text.strip():
            return None
        guesses = hear(slot.kind, text, today=self._today, choices=CHOICES.get(slot.name, ()))
        if not guesses or guesses[0].cost > MAX_COST:
            return None
        return guesses[0].value

    def _spelled(self, slot: Slot) -> str | None:
        segments = self._keeper.segments if self._keeper else ()
        if not segments or slot.kind not in ("code", "name", "digits"):
            return None
        guesses = hear_spelled(segments, slot.kind)  # type: ignore[arg-type]
        if not guesses or guesses[0].confidence < SURE:
            return None
        value = guesses[0].value
        return value.title() if slot.kind == "name" else value
