"""What the airline pack consists of. ``python -m scenarios.build`` writes it."""

from __future__ import annotations

from scenarios.airline.workflows import (
    adversarial,
    cancellation,
    extras,
    irregular,
    missed_flight,
    same_day,
    voluntary_change,
)
from scenarios.model import Scenario

WORKFLOWS = (voluntary_change, cancellation, missed_flight, same_day, irregular, extras, adversarial)


def drafts() -> tuple[Scenario, ...]:
    """Every scenario of the pack without its expected world, in the order of the workflows."""
    return tuple(scenario for workflow in WORKFLOWS for scenario in workflow.scenarios())
