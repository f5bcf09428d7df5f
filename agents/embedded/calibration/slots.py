"""Asking for values and hearing them: wording per slot, and the checks that a heard value has to pass."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agents.embedded.segments import Segment, SegmentKeeper
from agents.embedded.spelling import SURE, SpelledGuess, hear_spelled
from scenarios.model import EntityKind
from scenarios.spoken import hear

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
    "confirmation_number": "Please spell the confirmation number again, and say digit before each digit.",
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
            _SPELLED.get(name, f"Could you please repeat {_ASK.get(name, name.replace('_', ' '))}?") for name in names
        ]
        return NOT_CAUGHT + " ".join(parts)
    if len(names) == 1 and names[0] in _SINGLE:
        return _SINGLE[names[0]]
    asked = " and ".join(_ASK.get(name, "the " + name.replace("_", " ")) for name in names)
    return f"May I have {asked}, please?"


class Hearing:
    """Hears slot values: spelled ones by a second pass over the turn's sound, the others from the transcript.

    What was spelled before counts: when a value is spelled again, the probabilities of all spellings are added, so two
    doubtful hearings that agree are better than either. A value that a lookup has refused is not believed again.
    """

    def __init__(
        self,
        keeper: SegmentKeeper | None,
        today: datetime.date,
        choices: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self._keeper, self._today, self._choices = keeper, today, choices or {}
        self._heard: dict[str, dict[int, list[SpelledGuess]]] = {}
        self._refused: dict[str, set[str]] = {}

    def refuse(self, slot: str, value: str) -> None:
        """A lookup knows no such value."""
        self._refused.setdefault(slot, set()).add(value.upper())

    def value(self, slot: Slot, text: str) -> str | None:
        """What was heard for a slot, or ``None`` when nothing fits its format well enough."""
        if slot.kind in SPELLED and self._keeper is not None and self._keeper.segments:
            value = self._spelled(slot, self._keeper.segments[0].first_sample or 0, self._keeper.turn())
            return value.title() if value and slot.kind == "name" else value
        if not text.strip():
            return None
        guesses = hear(slot.kind, text, today=self._today, choices=self._choices.get(slot.name, ()))
        if not guesses or guesses[0].cost > MAX_COST:
            return None
        return guesses[0].value

    def _spelled(self, slot: Slot, begun: int, sound: Sequence[Segment | NDArray[np.int16]]) -> str | None:
        # A reply that was never heard leaves its turn open; hearing that turn again replaces the first hearing of it.
        hearings = self._heard.setdefault(slot.name, {})
        hearings[begun] = hear_spelled(sound, slot.kind)  # type: ignore[arg-type]
        refused = self._refused.get(slot.name, set())
        ranked = [g for g in combine(list(hearings.values())) if g.value not in refused]
        if not ranked:
            return None
        if slot.kind == "name":
            ranked = whole(ranked)
        best = ranked[0]
        agreed = sum(any(g.value == best.value for g in guesses) for guesses in hearings.values())
        clear = agreed > 1 and (len(ranked) < 2 or best.logprob - ranked[1].logprob > CLEAR)
        return best.value if best.confidence >= SURE or clear else None


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


SPELLED = ("code", "name", "digits")
UNLISTED = 4.0  # natural log: what is not among eight guesses is less likely than the last of them by this much
CLEAR = 2.0  # natural log: lead of a value that two spellings agree on
