"""What the readers hand back."""

from __future__ import annotations

from dataclasses import dataclass

from scenarios.model import EntityKind


@dataclass(frozen=True, slots=True)
class Guess:
    """One reading of a value in recogniser text.

    Attributes:
        value: canonical form of the kind, as a tool takes it.
        cost: 0.0 for a certain reading; comparable between the guesses of one call only.
        start: offset of the first character that the reading rests on.
        end: offset past the last one.
    """

    value: str
    cost: float
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Mention:
    """One value that a text contains.

    Attributes:
        kind: of `mentions` ``date``, ``time``, ``amount``, ``flight``, ``code`` or ``digits``; of `places` a place.
        value: canonical form of the kind.
        start: offset of its first character.
        end: offset past its last one.
    """

    kind: EntityKind
    value: str
    start: int
    end: int
