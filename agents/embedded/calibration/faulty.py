"""Seeded faults, each a thin layer around a sound brain, so that the sound one stays readable."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipecat.processors.aggregators.llm_context import LLMContext

from agents.embedded.calibration.brain import CalibrationBrain
from pipelines.brain import Action, Say
from scenarios.spoken import mentions, say

STOPS_AFTER = 3  # spoken replies before ``silent`` and ``hangs_up`` strike
_FILLER = (
    "I completely understand, and I really want to make sure that we take good care of everything today, step by step, "
    "so that nothing at all is left open and you can feel entirely comfortable with how this is being handled for you. "
)
_SWAPS = {
    "window": "middle",
    "aisle": "middle",
    "middle": "window",
    "vegetarian": "kosher",
    "vegan": "kosher",
    "kosher": "halal",
    "halal": "kosher",
    "gluten": "low sodium",
    "one": "three",
    "two": "four",
    "three": "one",
    "1": "3",
    "2": "4",
    "3": "1",
}
_SWAPPED = re.compile(r"\b(" + "|".join(_SWAPS) + r")\b(?=.*\b(?:seat|bags?|meal)\b)", re.IGNORECASE)
_HEARD_SEAT = re.compile(r"\b(?:i'll|isle|aisle)\b(?=.*\bse[ae]t\b)", re.IGNORECASE)


class FaultyBrain:
    """A calibration brain with faults in what it says or whether it answers at all."""

    def __init__(self, brain: CalibrationBrain, faults: Sequence[str]) -> None:
        self.brain, self._faults = brain, frozenset(faults)
        self._replies = 0

    def next(self, context: LLMContext) -> Action:
        """The sound brain's action, spoiled."""
        if "silent" in self._faults and self._replies >= STOPS_AFTER:
            return None
        if "hangs_up" in self._faults and self._replies >= STOPS_AFTER:
            return Say("I have to end this call now. Goodbye.", hang_up=True)
        action = self.brain.next(context)
        if not isinstance(action, Say):
            return action
        text = action.text
        if "wrong_amount" in self._faults:
            text = misstate(text)
        if "verbose" in self._faults:
            text = _FILLER + text
        if "repeats" in self._faults:
            text = f"{text} {text}"
        return Say(text, action.hang_up)

    def begin(self, action: Action) -> None:
        """Count replies, and pass it on."""
        if isinstance(action, Say):
            self._replies += 1
        self.brain.begin(action)


def misstate(text: str) -> str:
    """Raise every amount of money by thirty dollars."""
    for mention in reversed([m for m in mentions(text) if m.kind == "amount"]):
        wrong = f"{float(mention.value) + 30:.2f}".removesuffix(".00")
        text = text[: mention.start] + say("amount", wrong) + text[mention.end :]
    return text


def mishear(text: str) -> str:
    """Take seats, meals and numbers of bags for others, as a recogniser with a systematic error would."""
    text = _HEARD_SEAT.sub("aisle", text)
    return _SWAPPED.sub(lambda m: _SWAPS[m.group(1).lower()], text)


def garble(text: str) -> str:
    """Say another letter for one of each spelled code: the voice departs from the text."""
    return re.sub(r"\b(Alfa|Bravo|Charlie|Delta|Echo|Foxtrot|Golf|Hotel|India|Juliet|Kilo|Lima|Mike|November|Oscar|Papa"
                  r"|Quebec|Romeo|Sierra|Tango|Uniform|Victor|Whiskey|X-ray|Yankee|Zulu)\b",
                  lambda m: "Tango" if m.group(1) != "Tango" else "Lima", text, count=1)
