"""What the airline pack consists of. ``python -m scenarios.build`` writes it."""

from __future__ import annotations

from scenarios.airline.workflows import (
    adversarial,
    adversarial_claims,
    adversarial_demands,
    cancellation,
    cancellation_credits,
    cancellation_refunds,
    extras,
    extras_wishes,
    irregular,
    irregular_delays,
    irregular_overnight,
    missed_connection,
    missed_flight,
    same_day,
    same_day_rules,
    voluntary_cabins,
    voluntary_change,
    voluntary_trips,
)
from scenarios.model import Scenario

WORKFLOWS = (
    voluntary_change,
    voluntary_cabins,
    voluntary_trips,
    cancellation,
    cancellation_refunds,
    cancellation_credits,
    missed_flight,
    missed_connection,
    same_day,
    same_day_rules,
    irregular,
    irregular_overnight,
    irregular_delays,
    extras,
    extras_wishes,
    adversarial,
    adversarial_claims,
    adversarial_demands,
)


def drafts() -> tuple[Scenario, ...]:
    """Every scenario of the pack without its expected world, in the order of the workflows."""
    return tuple(scenario for workflow in WORKFLOWS for scenario in workflow.scenarios())
