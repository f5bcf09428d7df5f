"""What the hr pack consists of. ``python -m scenarios.build --domain hr`` writes it."""

from __future__ import annotations

from scenarios.hr.workflows import (
    dea_transfer,
    family_leave,
    license_extension,
    malpractice_coverage,
    onboarding,
    shift_swap,
)
from scenarios.model import Scenario

WORKFLOWS = (
    license_extension,
    shift_swap,
    malpractice_coverage,
    onboarding,
    dea_transfer,
    family_leave,
)


def drafts() -> tuple[Scenario, ...]:
    """Every scenario of the pack without its expected world, in the order of the workflows."""
    return tuple(scenario for workflow in WORKFLOWS for scenario in workflow.scenarios())
