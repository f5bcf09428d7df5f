"""What judges answer, by the shape of the question: dimensions, turns, entities, corruptions.

The same models are the schema that a model's reply must fit and the answer of an offline judge.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

FAITHFULNESS = (
    "fabricating_tool_parameters",
    "misrepresenting_tool_result",
    "violating_policies",
    "failing_to_disambiguate",
    "hallucination",
)
PROGRESSION = ("unnecessary_tool_calls", "information_loss", "redundant_statements", "question_quality")
CONCISENESS = (
    "verbosity_or_filler",
    "excess_information_density",
    "over_enumeration_or_list_exhaustion",
    "contextually_disproportionate_detail",
)
FIDELITY = ("entity_error", "truncation", "garbled_hallucination", "insertion_hallucination", "wrong_language")
CORRUPTIONS = (
    "extra_modifications",
    "premature_ending",
    "missing_information",
    "duplicate_modifications",
    "decision_tree_violation",
    "wrong_language",
)


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)


class Finding(_Part):
    """One dimension: what speaks for the rating, whether it is flagged, 3 (none) to 1 (severe)."""

    evidence: str
    flagged: bool
    rating: Literal[1, 2, 3]


class Dimensions(_Part):
    """Answer on faithfulness (`FAITHFULNESS`) and conversation progression (`PROGRESSION`).

    `rating` is what the judge says on the whole; scores use the one computed from the dimensions.
    """

    dimensions: dict[str, Finding]
    rating: Literal[1, 2, 3]


class RatedTurn(_Part):
    """One turn of the agent, or of the caller.

    Attributes:
        rating: on the metric's scale (1 to 3, or 0 to 1); ``None`` where there is nothing to rate.
        failure_modes: of `CONCISENESS` or `FIDELITY`.
        has_entities: speech fidelity only: whether a value of the conversation is spoken in this turn.
        transcript: speech fidelity only: what the judge heard.
        language: speech fidelity only.
    """

    turn_id: int
    explanation: str = ""
    rating: int | None
    failure_modes: tuple[str, ...] = ()
    has_entities: bool = True
    transcript: str = ""
    language: str = ""


class Turns(_Part):
    """Answer of the judges that rate turns."""

    turns: tuple[RatedTurn, ...]


class Entity(_Part):
    """A value the caller said, and what became of it."""

    type: str
    value: str
    transcribed_value: str
    analysis: str = ""
    correct: bool
    skipped: bool = False


class EntityTurn(_Part):
    """The values of one turn."""

    turn_id: int
    entities: tuple[Entity, ...]
    summary: str = ""


class Entities(_Part):
    """Answer on key entities."""

    turns: tuple[EntityTurn, ...]


class Corruption(_Part):
    """One way in which a caller can spoil a call."""

    analysis: str
    detected: bool


class Behaviour(_Part):
    """Answer on the caller's behaviour: `rating` 1 when nothing of `CORRUPTIONS` was detected."""

    corruption_analysis: dict[str, Corruption]
    rating: Literal[0, 1]


Verdict = Dimensions | Turns | Entities | Behaviour
