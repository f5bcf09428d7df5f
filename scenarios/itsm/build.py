"""What the itsm pack consists of. ``python -m scenarios.build --domain itsm`` writes it."""

from __future__ import annotations

from scenarios.itsm.workflows import (
    account_unlock,
    hardware_malfunction,
    laptop_replacement,
    lost_device,
    monitor_bundle,
    network_trouble,
    password_reset,
    service_outage,
)
from scenarios.model import Scenario

WORKFLOWS = (
    account_unlock,
    password_reset,
    network_trouble,
    hardware_malfunction,
    service_outage,
    laptop_replacement,
    lost_device,
    monitor_bundle,
)


def drafts() -> tuple[Scenario, ...]:
    """Every scenario of the pack without its expected world, in the order of the workflows."""
    return tuple(scenario for workflow in WORKFLOWS for scenario in workflow.scenarios())
