"""What the hr pack consists of. ``python -m scenarios.build --domain hr`` writes it."""

from __future__ import annotations

from scenarios.hr.workflows import license_extension
from scenarios.model import Scenario

WORKFLOWS = (license_extension,)


def drafts() -> tuple[Scenario, ...]:
    """Every scenario of the pack without its expected world, in the order of the workflows."""
    return tuple(scenario for workflow in WORKFLOWS for scenario in workflow.scenarios())
