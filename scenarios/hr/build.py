"""What the hr pack consists of. ``python -m scenarios.build --domain hr`` writes it."""

from __future__ import annotations

from scenarios.hr.workflows import (
    dea_transfer,
    family_leave,
    i9_verification,
    license_extension,
    malpractice_coverage,
    onboarding,
    oncall_availability,
    paid_time_off,
    payroll_correction,
    privilege_reactivation,
    shift_swap,
    visa_dependent,
    visa_families,
)
from scenarios.model import Scenario

WORKFLOWS = (
    license_extension,
    shift_swap,
    malpractice_coverage,
    onboarding,
    dea_transfer,
    family_leave,
    payroll_correction,
    privilege_reactivation,
    oncall_availability,
    i9_verification,
    visa_dependent,
    visa_families,
    paid_time_off,
)


def drafts() -> tuple[Scenario, ...]:
    """Every scenario of the pack without its expected world, in the order of the workflows."""
    return tuple(scenario for workflow in WORKFLOWS for scenario in workflow.scenarios())
