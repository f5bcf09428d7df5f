"""Seeded faults, each a thin layer around a sound brain, so that the sound one stays readable."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipecat.processors.aggregators.llm_context import LLMContext

from agents.embedded.calibration import wording
from agents.embedded.calibration.brain import CalibrationBrain
from pipelines.brain import Action, CallTools, Say
from scenarios.spoken import mentions, say

STOPS_AFTER = 3  # spoken replies before ``silent`` and ``hangs_up`` strike
_FILLERS = (
    "I completely understand, and I really want to make sure that we take good care of everything today, step "
    "by step, so that nothing at all is left open in the end.",
    "Let me just say how glad I am that you called us about this, because getting things like this right is "
    "what my colleagues and I come to work for every single morning.",
    "Before we go any further, please know that you can take all the time you need, as there is no hurry "
    "whatsoever and we have the whole day if it should come to that.",
    "It is always a pleasure to look into matters of this kind, since no two of them are ever quite alike and "
    "each one teaches us a little something about travelling.",
    "As you can probably imagine, there are a good many things to keep in mind here, and I am keeping every "
    "one of them in mind while we are talking to each other.",
    "I would also like to mention that your patience means a great deal to all of us here, and that we never "
    "take it for granted, not even for a moment.",
    "That being said, and with everything that we have been through together on this call so far, I feel that "
    "we are very much on the right track by now.",
    "Thank you so much for that, it is truly very helpful to have, and I am writing it down here so that it "
    "will not get lost along the way.",
)
ASKS_AGAIN = 3  # questions that ``asks_again`` puts a second time
_INVENTED = "Romeo, eight, Papa, two, Sierra, six"
_ASKS = ("May I have", "What is", "Could you", "Which", "How many")
_LEAD = "Right."
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
        self._amount = ""
        self._asked = ""
        self._again = 0
        self.between_tools = False
        """Whether the last thing done was to call tools, so that the caller is waiting already."""

    def next(self, context: LLMContext) -> Action:
        """The sound brain's action, spoiled."""
        if "silent" in self._faults and self._replies >= STOPS_AFTER:
            return None
        if "hangs_up" in self._faults and self._replies >= STOPS_AFTER:
            return Say("I have to end this call now. Goodbye.", hang_up=True)
        if "asks_again" in self._faults and self._asked:
            return Say(f"{_LEAD} {self._asked}")
        action = self.brain.next(context)
        if not isinstance(action, Say):
            return action
        text = action.text
        if "wrong_amount" in self._faults:
            text = self._misstated(text)
        if "invents_code" in self._faults:
            told = f"Your claim number is {_INVENTED}. {wording.ANYTHING_ELSE}"
            text = text.replace(wording.ANYTHING_ELSE, told)
        if "verbose" in self._faults:
            text = f"{_FILLERS[self._replies % len(_FILLERS)]} {text}"
        if "repeats" in self._faults:
            text = f"{text} {text}"
        return Say(text, action.hang_up)

    def _misstated(self, text: str) -> str:
        """Sum up with a wrong total, once an amount was named: offers stay right, or the caller would refuse them."""
        if wording.ANYTHING_ELSE not in text:
            named = [m.value for m in mentions(text) if m.kind == "amount"]
            self._amount = named[-1] if named else self._amount
            return text
        if not self._amount:
            return text
        wrong = f"{float(self._amount) + 37:.2f}".removesuffix(".00")
        return text.replace(wording.ANYTHING_ELSE, f"In total that was {say('amount', wrong)}. {wording.ANYTHING_ELSE}")

    def begin(self, action: Action) -> None:
        """Count replies, and pass it on."""
        self.between_tools = isinstance(action, CallTools)
        if isinstance(action, Say):
            self._replies += 1
            self._note(action.text)
        self.brain.begin(action)

    def _note(self, text: str) -> None:
        """Remember a question for values that can be put a second time, once each."""
        if text.startswith(_LEAD):
            self._asked = ""
        elif self._again < ASKS_AGAIN and text.startswith(_ASKS):
            self._asked, self._again = text, self._again + 1


def mishear(text: str) -> str:
    """Take seats, meals and numbers of bags for others, as a recogniser with a systematic error would."""
    text = _HEARD_SEAT.sub("aisle", text)
    return _SWAPPED.sub(lambda m: _SWAPS[m.group(1).lower()], text)


def garble(text: str) -> str:
    """Say another letter for one of each spelled code: the voice departs from the text."""
    return re.sub(
        r"\b(Alfa|Bravo|Charlie|Delta|Echo|Foxtrot|Golf|Hotel|India|Juliet|Kilo|Lima|Mike|November|Oscar|Papa"
        r"|Quebec|Romeo|Sierra|Tango|Uniform|Victor|Whiskey|X-ray|Yankee|Zulu)\b",
        lambda m: "Tango" if m.group(1) != "Tango" else "Lima",
        text,
        count=1,
    )
