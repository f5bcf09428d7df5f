"""What the itsm pack consists of. ``python -m scenarios.build --domain itsm`` writes it."""

from __future__ import annotations

from scenarios.itsm.workflows import (
    account_unlock,
    application_access,
    desk_assignment,
    ergonomic_equipment,
    group_membership,
    hardware_malfunction,
    laptop_replacement,
    license_renewal,
    license_request,
    lost_device,
    monitor_bundle,
    network_trouble,
    new_hire_accounts,
    offboarding,
    parking,
    password_reset,
    phone_change,
    request_status,
    role_change,
    room_booking,
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
    application_access,
    license_request,
    license_renewal,
    desk_assignment,
    parking,
    ergonomic_equipment,
    room_booking,
    new_hire_accounts,
    group_membership,
    role_change,
    offboarding,
    phone_change,
    request_status,
)


def drafts() -> tuple[Scenario, ...]:
    """Every scenario of the pack without its expected world, in the order of the workflows."""
    return tuple(scenario for workflow in WORKFLOWS for scenario in workflow.scenarios())
