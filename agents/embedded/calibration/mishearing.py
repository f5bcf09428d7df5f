"""The fault ``mishears``: one value of the plan's writes is taken for another, in what is written and what is done."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from dataclasses import dataclass

from agents.embedded.calibration.faulty import mishear
from agents.embedded.calibration.forms import forms
from agents.embedded.calibration.path import Path
from agents.embedded.calibration.slots import Slot
from agents.embedded.calibration.state import SlotKey
from scenarios.chance import DIGITS, LETTERS, Draw
from scenarios.model import Fact, Scenario
from scenarios.slots import entry, valued
from scenarios.spoken import COUNTRIES, STATES, mentions, say
from scenarios.toolbox import Toolbox

_BY_WORDS = ("seat_preference", "meal_type", "num_bags")
"""Slots whose words `mishear` knows."""
_PLAIN = ("choice", "count", "number", "amount", "date", "time", "state", "country")
_SPELLED = ("digits", "code", "flight")
_LISTS = {"dates": "date", "codes": "code"}


@dataclass(frozen=True, slots=True)
class Mishearing:
    """What one call's agent takes for what.

    Attributes:
        domain: whose words the caller uses.
        today: the day of the call.
        fact: the caller's value; ``None``: the words of seats, meals and bags, or a call that writes nothing heard.
        wrong: what it is taken for.
    """

    domain: str
    today: datetime.date
    fact: Fact | None = None
    wrong: str = ""

    def value(self, slot: Slot, heard: str | None) -> str | None:
        """What is believed of a heard value."""
        fact = self.fact
        if heard is None or fact is None or slot.key != (fact.slot, fact.request):
            return heard
        return self.wrong if heard.casefold() == fact.value.casefold() else heard

    def text(self, text: str) -> str:
        """What is written of the caller's words."""
        if self.fact is None:
            return mishear(text) if self.domain == "airline" else text
        kind = self.fact.kind
        if kind in _SPELLED or kind == "codes":
            return self._respelled(text)
        if kind in ("date", "time", "amount"):
            for found in reversed(mentions(text, today=self.today)):
                if (found.kind, found.value) == (kind, self.fact.value):
                    text = text[: found.start] + say(kind, self.wrong) + text[found.end :]
            return text
        words = entry(self.fact.slot, self.domain)
        swaps = {
            words.answers.get(self.fact.value, ""): words.answers.get(
                self.wrong, valued(words, kind, self.wrong) + "."
            ),
            self.fact.spoken: valued(words, kind, self.wrong),
            valued(words, kind, self.fact.value): valued(words, kind, self.wrong),
            say(kind, self.fact.value): say(kind, self.wrong),
        }
        for said, instead in swaps.items():
            if said:
                text = re.sub(rf"(?<!\w){re.escape(said)}(?!\w)", instead.replace("\\", ""), text, flags=re.IGNORECASE)
        return text

    def _respelled(self, text: str) -> str:
        """The spelled value with the words of its wrong characters."""
        assert self.fact is not None
        true, wrong = (
            [char for char in value if char.isalnum()] for value in (self.fact.value, self.wrong)
        )  # the same length
        letter = [f"({'|'.join(re.escape(say('code', char, style=s)) for s in ('nato', 'letters'))})" for char in true]
        pattern = re.compile(r"(?<!\w)" + r"(?:\W+(?:(?:and|dash|digit)\W+)?)".join(letter) + r"(?!\w)", re.IGNORECASE)
        found = pattern.search(text)
        if found is None:
            return text
        for place in reversed(range(len(true))):
            if true[place] != wrong[place]:
                style = "letters" if len(found[place + 1]) == 1 else "nato"
                start, end = found.span(place + 1)
                text = text[:start] + say("code", wrong[place], style=style) + text[end:]
        return text


def mishearing(scenario: Scenario, toolbox: Toolbox) -> Mishearing:
    """What the agent of a scenario takes for what; the same in every call of it.

    On airline calls the words of seats, meals and bags. Elsewhere one of the caller's values that go into a write, by
    preference one that no lookup has to find first, and what identifies the caller last of all: another value of the
    parameter's closed list, or another character or digit that its pattern allows.
    """
    today = datetime.date.fromisoformat(scenario.now[:10])
    types = {name: tool.type for name, tool in toolbox.tools.items()}
    path = Path(scenario.plan, types, forms(toolbox, scenario.world))
    calls = [k for k, step in enumerate(scenario.plan) if step.do == "call"]
    written = dict.fromkeys(slot for k in calls if path.sort(k) == "act" for slot in path.slots(k))
    looked = {s.key for k in calls if path.sort(k) != "act" for s in path.slots(k)}
    if scenario.domain == "airline" and any(slot.name in _BY_WORDS for slot in written):
        return Mishearing(scenario.domain, today)
    facts: Mapping[SlotKey, Fact] = {(fact.slot, fact.request): fact for fact in scenario.facts}
    draw = Draw("mishears", f"{scenario.domain}/{scenario.id}")
    found: list[tuple[int, Fact, str]] = []
    for slot in written:
        if (fact := facts.get(slot.key)) and (wrong := _other(slot, fact, draw)):
            rank = 4 * (slot.request is None) + 2 * (slot.key in looked) + (fact.kind not in _PLAIN)
            found.append((rank, fact, wrong))
    if not found:
        return Mishearing(scenario.domain, today)
    best = min(rank for rank, _, _ in found)
    _, fact, wrong = draw.choice([item for item in found if item[0] == best])
    return Mishearing(scenario.domain, today, fact, wrong)


def _other(slot: Slot, fact: Fact, draw: Draw) -> str:
    """Another value of a slot that its tool would take; empty when none is known."""
    kind, value = fact.kind, fact.value
    if kind in _LISTS:
        first, comma, rest = value.partition(",")
        single = fact.model_copy(update={"kind": _LISTS[kind], "value": first})
        other = _other(slot, single, draw)
        return f"{other}{comma}{rest}" if other and other not in rest.split(",") else ""
    others = [c for c in slot.form.choices if c.casefold() != value.casefold()]
    if others:  # the world may have two names for one thing, such as "Foundry Hall" and "the foundry"
        mine = _words(value)
        return draw.choice([c for c in others if not _words(c) & mine] or others)
    match kind:
        case "state":
            return draw.choice([code for code in STATES if code != value])
        case "country":
            return draw.choice([code for code in COUNTRIES if code != value])
        case "date":
            day = datetime.date.fromisoformat(value)
            return (day + datetime.timedelta(days=1 if day.day < 28 else -1)).isoformat()
        case "time":
            return f"{(int(value[:2]) + 1) % 24:02d}{value[2:]}"
        case "count" | "number" | "amount":
            place = next((k for k, char in enumerate(value) if char in DIGITS[1:]), -1)
            others = [f"{value[:place]}{d}{value[place + 1 :]}" for d in DIGITS[1:] if d != value[place]]
            return draw.choice(others) if place >= 0 else ""
        case "code" | "digits" | "flight":
            return _character(value, slot.form.pattern or "", draw)
    return ""


def _words(name: str) -> set[str]:
    return set(re.findall(r"[^\W_]+", name.casefold())) - {"the"}


def _character(value: str, pattern: str, draw: Draw) -> str:
    """A code with another character in one place, the last digit or letter that its pattern lets change."""
    for place in reversed(range(len(value))):
        char = value[place]
        kin = DIGITS if char in DIGITS else LETTERS if char.isupper() else LETTERS.lower() if char.isalpha() else ""
        others = [value[:place] + c + value[place + 1 :] for c in kin if c != char]
        fitting = [other for other in others if re.search(pattern, other)]
        if fitting:
            return draw.choice(fitting)
    return ""
