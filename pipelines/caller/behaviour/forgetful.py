"""Forgetful: fillers, values said wrongly and put right, and codes that have to be looked for.

The last value that is said is always the true one. A code is never said wrongly: it is begun, broken off and begun
again. The wrong value is in no record of the caller's values: it was taken back in the same breath.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable

import numpy as np

from pipelines.brain import Phrase
from pipelines.caller.answers import spoken
from pipelines.caller.behaviour.base import Draft, generator
from pipelines.caller.understanding import Understanding
from scenarios.model import EntityKind, Fact, Scenario
from scenarios.slots import entry, valued

FILLED = 0.5  # share of the lines that begin with a filler
INSIDE = 0.3  # share of the values that have one before them
WRONG = 0.5  # share of the values, of kinds that can be, that are said wrongly first; at most `CORRECTIONS` a call
CORRECTIONS = 2
AGAIN = 0.35  # share of the codes that are begun twice; at most `RESTARTS` a call
RESTARTS = 2
SEARCHED = 0.6  # share of the codes that are looked for; at most `SEARCHES` a call
SEARCHES = 2
SEARCH_S = (2.0, 4.0)
BEGUN = (2, 4)  # characters of a code that are said before it is begun again
SHORTEST = 5  # characters of a code that is begun twice

FILLERS = ("Um,", "Uh,", "Let me see.", "Well, um,", "Let me think.")
MIDDLE = ("um,", "uh,")
SEARCHING = (
    "Hold on, I have it somewhere.",
    "One second, let me find it.",
    "Wait, I wrote it down somewhere.",
)
CORRECTING = ("no, wait,", "no, sorry,", "no, I mean")
RESTARTING = ("No, wait, from the start.", "Sorry, let me start again.")

CODES = ("code", "digits", "codes")
_SMALL = re.compile(
    r"(?:The|My|Last|First|Confirmation|Number|It's|That|Yes|No|An?|To|From|On|Please|Okay|For|At|We|You|Could|Sorry)\b"
)


class Forgetful:
    """Has to think.

    Args:
        seed: of the call.
        scenario: whose caller it is.
        spelling: how it spells.
    """

    def __init__(self, seed: int, scenario: Scenario, spelling: str = "nato") -> None:
        self._rng = generator(seed, "forgetful", "words")
        self._scenario, self._spelling = scenario, spelling
        self._today = datetime.date.fromisoformat(scenario.now[:10])
        self._corrections, self._restarts, self._searches = CORRECTIONS, RESTARTS, SEARCHES
        self.on_taken_back: Callable[[dict[str, str]], None] = lambda value: None
        """Told of each value that is said wrongly and put right: ``{"slot", "kind", "said", "value"}``."""

    def instead(self, got: Understanding) -> str:
        """A forgetful caller answers."""
        return ""

    def change(self, draft: Draft) -> None:
        """Think aloud, slip, look for things."""
        if draft.opening or draft.leaving or draft.line.nudge:
            return
        text = draft.text
        searched = False
        for given in draft.line.entities:
            fact = Fact.model_validate({k: given[k] for k in ("slot", "kind", "value")})
            words = self._words(fact, text)
            if not words:
                continue
            searched = searched or fact.kind in CODES
            text = self._said(text, words, fact)
        text = self._begun(text)
        looks = searched and self._searches and self._rng.random() < SEARCHED
        if looks:
            self._searches -= 1
            pause = round(float(self._rng.uniform(*SEARCH_S)), 3)
            draft.phrases = [Phrase(self._one(SEARCHING)), Phrase(text, pause)]
        else:
            draft.phrases = [Phrase(text)]

    def _words(self, fact: Fact, text: str) -> str:
        """The words of a value as they stand in a line; empty if it has other ones."""
        words = entry(fact.slot, self._scenario.domain)
        forms = [spoken(fact, words, self._spelling, asked, self._today) for asked in range(3)]
        return next((form for form in forms if form and _place(form, text)), "")

    def _said(self, text: str, words: str, fact: Fact) -> str:
        """The line with what comes before a value: a slip, a false start, a filler."""
        if fact.kind in CODES:
            items = words.split(", ")
            if len(items) >= SHORTEST and self._restarts and self._rng.random() < AGAIN:
                self._restarts -= 1
                count = int(self._rng.integers(BEGUN[0], min(BEGUN[1], len(items) - 2) + 1))
                return _before(text, words, f"{', '.join(items[:count])}. {self._one(RESTARTING)}", capital=True)
            return text
        wrong = self._wrong(fact)
        if wrong and self._corrections and self._rng.random() < WRONG:
            self._corrections -= 1
            self.on_taken_back({"slot": fact.slot, "kind": fact.kind, "said": wrong, "value": fact.value})
            slip = valued(entry(fact.slot, self._scenario.domain), fact.kind, wrong, self._today)
            return _before(text, words, f"{slip}, {self._one(CORRECTING)}")
        if self._rng.random() < INSIDE:
            return _before(text, words, self._one(MIDDLE), pause=True)
        return text

    def _wrong(self, fact: Fact) -> str:
        """Another value of its kind, near the true one; empty where a slip would be another thing altogether."""
        slip = SLIPS.get(fact.kind)
        known = {f.value for f in self._scenario.facts}
        wrong = slip(fact.value, self._rng) if slip else ""
        return "" if wrong in known else wrong

    def _begun(self, text: str) -> str:
        if self._rng.random() >= FILLED:
            return text
        filler = self._one(FILLERS)
        small = filler.endswith(",") and _SMALL.match(text)
        return f"{filler} {text[0].lower() + text[1:] if small else text}"

    def _one(self, among: tuple[str, ...]) -> str:
        return among[int(self._rng.integers(len(among)))]


def _date(value: str, rng: np.random.Generator) -> str:
    """A day of the same month, one to three days off."""
    day = datetime.date.fromisoformat(value)
    days = [day + datetime.timedelta(days=n) for n in (-3, -2, -1, 1, 2, 3)]
    near = [d for d in days if d.month == day.month]
    return near[int(rng.integers(len(near)))].isoformat()


def _time(value: str, rng: np.random.Generator) -> str:
    """An hour off."""
    hour, _, rest = value.partition(":")
    other = int(hour) + (1 if int(hour) == 0 or (int(hour) < 23 and rng.random() < 0.5) else -1)
    return f"{other:02d}:{rest}"


def _count(value: str, rng: np.random.Generator) -> str:
    """One more or one less."""
    if not value.isdecimal():
        return ""
    return str(int(value) + (1 if int(value) <= 1 or rng.random() < 0.5 else -1))


SLIPS: dict[EntityKind, Callable[[str, np.random.Generator], str]] = {"date": _date, "time": _time, "count": _count}
"""Kinds of values that people say wrongly and put right, and how they slip."""


def _place(form: str, text: str) -> re.Match[str] | None:
    return re.search(rf"(?<![\w]){re.escape(form)}(?![\w])", text, re.IGNORECASE)


def _before(text: str, form: str, words: str, *, capital: bool = False, pause: bool = False) -> str:
    """The text with words put before a value; `capital`: as a sentence; `pause`: behind a comma."""
    found = _place(form, text)
    if found is None:
        return text
    lead, value, rest = text[: found.start()], text[found.start() : found.end()], text[found.end() :]
    begins = not lead.strip() or lead.rstrip()[-1] in ".?!"
    if begins:
        words = words[0].upper() + words[1:]
    if capital:
        value = value[0].upper() + value[1:]
    elif begins:
        value = value if any(c.isupper() for c in value[1:]) or value[:1].isdigit() else _lower(value)
    elif pause:
        lead = re.sub(r"(?<=\w) $", ", ", lead)
    return f"{lead}{words} {value}{rest}"


def _lower(value: str) -> str:
    """A value inside a sentence; months keep their capital."""
    months = tuple(f"{datetime.date(2000, m, 1):%B}" for m in range(1, 13))
    return value if value.startswith(months) else value[0].lower() + value[1:]
