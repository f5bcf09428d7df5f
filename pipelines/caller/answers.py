"""How the caller words a fact: one or two short sentences, values in speakable form."""

from __future__ import annotations

from collections.abc import Callable

from scenarios.model import Fact
from scenarios.spoken import say, spell

Chooser = Callable[[int], int]
"""Draws an index below its argument: the caller's seeded variety of wording."""


def entity(fact: Fact) -> dict[str, str]:
    """The record's form of a value that was said."""
    return {"slot": fact.slot, "kind": fact.kind, "value": fact.value}


def answer(fact: Fact, style: str, choose: Chooser, asked: int = 0) -> str:
    """The sentence that gives a fact.

    Args:
        fact: what to say.
        style: ``nato`` or ``letters``, for everything that is spelled.
        choose: picks among wordings.
        asked: how often the agent has asked for it before. People who are asked again do not repeat themselves word
            for word: they say what it is about, mark digits ("digit two"), and spell in groups of three, then of two.
    """
    value, again = fact.value, asked > 0
    match fact.slot:
        case "confirmation_number":
            lead = ("The confirmation number is", "My confirmation number is", "Confirmation number")
            return f"{lead[0 if again else choose(3)]} {_spelled(value, style, asked)}."
        case "last_name":
            lead = ("Last name", "The last name is", "My last name is")
            return f"{lead[0 if again else choose(3)]} {value}. {_spelled(value, style, asked)}."
        case "first_name":
            return f"My first name is {value}. {spell(value, style)}."
        case "travel_date":
            lead = ("The date is", "I'd like", "That would be")
            return f"{lead[0 if again else choose(3)]} {say('date', value)}."
        case "flight_number":
            return f"It's {say('flight', value)}."
        case "departure_time":
            return f"The one at {say('time', value)}."
        case "seat_preference":
            if value == "no_preference":
                return "I have no preference."
            lead = ("I'd like {} seat, please.", "{} seat, please.", "I would prefer {} seat.")
            phrase = lead[(choose(3) + asked) % 3].format(_article(value))
            return phrase[0].upper() + phrase[1:]
        case "meal_type":
            return "No special meal, please." if value == "none" else f"I'd like {_article(value)} meal, please."
        case "num_bags":
            count = int(value)
            noun = "checked bag" if count == 1 else "checked bags"
            return f"{say('count', value).capitalize() if count else 'No'} {noun}, please."
        case "fare_class":
            return f"{say('choice', value).capitalize()}, please."
        case "origin":
            return _place(("From {}.", "I am leaving from {}.", "{}, please."), value, asked)
        case "destination":
            return _place(("To {}.", "I want to fly to {}.", "{}, please."), value, asked)
    if fact.kind in ("code", "digits"):
        return f"It's {spell(value, style) if fact.kind == 'code' else say('digits', value)}."
    return f"It's {say(fact.kind, value)}."


def _place(forms: tuple[str, ...], value: str, asked: int) -> str:
    return forms[asked % len(forms)].format(say("airport", value))


def _spelled(value: str, style: str, asked: int) -> str:
    parts = spell(value, style).split(", ")
    if asked:
        parts = [f"digit {part}" if char.isdigit() else part for char, part in zip(value, parts, strict=False)]
    size = {0: len(parts), 1: 3, 2: 2}.get(asked % 3, len(parts))
    groups = [", ".join(parts[k : k + size]) for k in range(0, len(parts), size)]
    return ". ".join(group[0].upper() + group[1:] for group in groups) if len(groups) > 1 else groups[0]


def _article(value: str) -> str:
    words = say("choice", value)
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"
