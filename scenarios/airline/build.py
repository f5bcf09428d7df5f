"""What the airline pack consists of. ``python -m scenarios.build`` writes it."""

from __future__ import annotations

from scenarios.airline.workflows import extras, irregular, voluntary_change
from scenarios.model import Scenario

WORKFLOWS = (voluntary_change, irregular, extras)


def drafts() -> tuple[Scenario, ...]:
    """Every scenario of the pack without its expected world, in the order of the workflows."""
    return tuple(scenario for workflow in WORKFLOWS for scenario in workflow.scenarios())
