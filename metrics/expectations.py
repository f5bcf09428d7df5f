"""What a scenario expects besides the state of the world, held against a call: what was told, done, handed over."""

from __future__ import annotations

import datetime

from metrics.words import spoken
from pipelines.record import Record
from scenarios.expected import Happened, missing
from scenarios.model import Expectation


def expectations(record: Record) -> list[Expectation]:
    """The expectations of a call's scenario; none in a record of an older version."""
    return [Expectation.model_validate(item) for item in record.scenario.get("expectations", ())]


def unmet(record: Record) -> list[str]:
    """Why each expectation that is not met is not, in the scenario's order."""
    due = expectations(record)
    if not due:
        return []
    happened = Happened(
        turns=tuple(_words(record).values()),
        calls=tuple((call.tool, call.params) for call in record.tools if call.ok),
        today=datetime.date.fromisoformat(str(record.scenario["now"])[:10]),
    )
    return [why for item in due if (why := missing(item, happened))]


def _words(record: Record) -> dict[int, str]:
    """The agent's words by turn, in the text that it answers for."""
    turns: dict[int, str] = {}
    for said in record.utterances:
        if said.role == "agent":
            text = spoken(said, record.architecture)
            turns[said.turn] = f"{turns.get(said.turn, '')} {text}".strip()
    return turns
