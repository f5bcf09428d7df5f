"""What a rule on faithfulness finds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Dimension = Literal[
    "fabricating_tool_parameters",
    "misrepresenting_tool_result",
    "violating_policies",
    "failing_to_disambiguate",
    "hallucination",
]
MAJOR: Literal[1] = 1
MINOR: Literal[2] = 2


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of the agent.

    Attributes:
        dimension: of `verdicts.FAITHFULNESS`.
        rating: 1 (major) or 2 (minor).
        turn: where it shows.
        rule: the rule that found it.
        words: what was said or called.
        source: what stands against it, or that nothing stands for it.
    """

    dimension: Dimension
    rating: Literal[1, 2]
    turn: int
    rule: str
    words: str
    source: str

    def __str__(self) -> str:
        said = " ".join(self.words.split())
        return f"turn {self.turn}, {self.rule}: {said[:160]!r}: {self.source}"
