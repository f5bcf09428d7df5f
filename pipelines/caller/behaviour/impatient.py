"""Impatient: curt, soon out of patience with silence, and breaking in on agents that talk for long.

It breaks in after 6 to 9 s of the agent's speech, uniformly and drawn anew each time, at most three times in a call
and once in a stretch of speech; with the answer, if the agent has asked for something already, or else by telling it
to come to the point. It never says yes to what it has not heard.
"""

from __future__ import annotations

import re

import numpy as np

from pipelines.brain import Phrase
from pipelines.caller.behaviour.base import Draft, generator
from pipelines.caller.understanding import Understanding

PACE = 1.1
BREAKS_IN_S = (6.0, 9.0)
BREAK_INS = 3
PATIENCE_S = (3.5, 5.5)
"""Silence that the agent owes an answer to, after which the caller complains."""

INTERJECTIONS = (
    "Sorry, can we make this shorter?",
    "Can you come to the point?",
    "I am in a hurry. What do you need from me?",
)
"""None of them can be taken for an answer to a question."""

COMPLAINTS = (
    "Hello? Are you still there?",
    "Hello? I am still waiting.",
    "Is anybody there?",
    "Hello? What is taking so long?",
)

_CURT = (
    (re.compile(r"^Sorry, could you say that again, please\?$"), "What? Say that again."),
    (re.compile(r"^Sorry, could you repeat that, please\?$"), "What? Repeat that."),
    (re.compile(r"^Yes, that works for me\. Please go ahead\.$"), "Yes, go ahead."),
    (re.compile(r"\bI'm sorry, (?=\w)"), ""),
    (re.compile(r", (?:thank you|thanks)(?=[.,])"), ""),
    (re.compile(r"(?i)(?:^|(?<=[.?!] ))thank you\. "), ""),
    (re.compile(r",? please(?=[.,?!]|$)"), ""),
    (re.compile(r" please(?= )"), ""),
    (re.compile(r"(?i)(?:^|(?<=[.?!] ))please,? (?=\w)"), ""),
)
_LEAD = re.compile(
    r"^(?:(?:The|My) [a-z' ]{3,40}? is|It's|It is|That would be|That's|The date is) (?=\S)|^I'd like (?=an? )"
)


class Impatient:
    """Is in a hurry.

    Args:
        seed: of the call.
    """

    def __init__(self, seed: int) -> None:
        self._barge, self._wait = generator(seed, "impatient", "breaking in"), generator(seed, "impatient", "patience")
        self._left = BREAK_INS
        self._words = [str(words) for words in self._barge.permutation(INTERJECTIONS)]
        self._patience = self._drawn(self._wait, PATIENCE_S)
        self.after_s = self._drawn(self._barge, BREAKS_IN_S)
        """Seconds of the agent's speech after which it breaks in next; infinite once it has done so often enough."""

    def instead(self, got: Understanding) -> str:
        """An impatient caller answers at once."""
        return ""

    def change(self, draft: Draft) -> None:
        """Say it faster and in fewer words."""
        draft.line.pace = draft.line.pace * PACE
        if draft.opening or draft.line.nudge:
            return
        only = len(draft.line.entities) == 1
        draft.phrases = [Phrase(curt(p.text, alone=only), p.pause_s) for p in draft.phrases]

    def interjects(self, answer: str) -> str:
        """It breaks in now: its words.

        Args:
            answer: to what the agent has asked so far; empty if it has asked nothing.
        """
        self._left -= 1
        self.after_s = self._drawn(self._barge, BREAKS_IN_S) if self._left else float("inf")
        said = self._words.pop()
        return answer or said

    def patience_s(self) -> float:
        """Seconds of silence after which it complains next."""
        return self._patience

    def complains(self) -> str:
        """It complains now: its words."""
        self._patience = self._drawn(self._wait, PATIENCE_S)
        return COMPLAINTS[int(self._wait.integers(len(COMPLAINTS)))]

    @staticmethod
    def _drawn(rng: np.random.Generator, bounds: tuple[float, float]) -> float:
        return round(float(rng.uniform(*bounds)), 3)


def curt(text: str, *, alone: bool = False) -> str:
    """The same in fewer words.

    Args:
        text: one line.
        alone: it gives one value, which needs no lead then.
    """
    short = text
    for pattern, words in _CURT:
        short = pattern.sub(words, short)
    if alone:
        short = _LEAD.sub("", short)
    short = " ".join(short.split())
    if not re.search(r"\w", short):
        return text
    return re.sub(r"(?:^|(?<=[.?!] ))[a-z]", lambda m: m[0].upper(), short)
