"""The desk in the office of our own: what incidents, hardware and security cases are tested on."""

from __future__ import annotations

from typing import Any

from scenarios.world import World
from tests.scenarios.itsm_office import BOSS, LEAVER, MATE, ME, done, office

LAPTOP, MONITOR, THEIRS, GONE = "AST-LPT-100001", "AST-MON-100001", "AST-LPT-100003", "AST-LPT-100005"
OUTAGE = "INC00000000000a"
NOBODY, NO_TICKET, NO_ASSET = "EMP999999", "INCffffffffffff", "AST-LPT-999999"
NO_REQUEST, NO_CASE = "REQ-SW-ffffffffffff", "CASE-ACCT-ffffffffffff"
REMOVAL = "CASE-ACCT-00000000000b"
MINE = {"employee_id": ME}


def device(tag: str, owner: str, bought: str) -> dict[str, Any]:
    kind = "laptop" if "LPT" in tag else "monitor"
    return {
        "asset_tag": tag,
        "asset_type": kind,
        "assigned_employee_id": owner,
        "model": "Heron 9",
        "os": "windows" if kind == "laptop" else None,
        "size": "14-inch",
        "purchase_date": bought,
        "status": "active",
    }


def account(**changes: Any) -> dict[str, Any]:
    return {"locked": False, "lock_reason": None, "requires_in_person_reset": False, **changes}


def desk() -> World:
    """An office with devices, an outage, technicians and budgets; nobody is verified."""
    found = office(
        assets={
            LAPTOP: device(LAPTOP, ME, "2024-03-01"),
            MONITOR: device(MONITOR, ME, "2026-03-02"),
            THEIRS: device(THEIRS, MATE, "2020-01-01"),
            GONE: device(GONE, LEAVER, "2020-01-01"),
        },
        tickets={},
        active_outages={
            "file_storage": {
                "service_name": "file_storage",
                "ticket_number": OUTAGE,
                "affected_users": [MATE],
                "affected_user_count": 1,
            }
        },
        known_errors={"crm_platform": {"known_error_id": "KE-7001", "workaround": None}},
        troubleshooting_guides={"login_issue": {"steps": ["Look at the keyboard.", "Try again."]}},
        facilities={"buildings": {"BLD4": {"name": "Mill House", "name_aliases": ["die Mühle", "방앗간"]}}},
        field_dispatch_availability={
            "BLD4": {
                "2027-03-04": {"morning": {"available": True}, "afternoon": {"available": False}},
                "2027-03-05": {"morning": {"available": True}, "afternoon": {"available": True}},
            }
        },
        cost_centers={
            "CC-7001": {
                "cost_center_code": "CC-7001",
                "department_code": "OPS",
                "has_budget": True,
                "remaining_budget_usd": 9000,
            }
        },
        interactions={},
        security_cases={},
        asset_recoveries={},
    )
    for number, row in found.table("employees").items():
        row.update(
            phone_last_four="3141",
            otp_code="271828",
            manager_auth_code="K7Q2ZZ" if number == BOSS else None,
            hire_date="2020-02-03",
            building_code="BLD4",
            floor_code="FL2",
            account_status={
                "active_directory": account(locked=True, lock_reason="too_many_attempts"),
                "vpn_gateway": account(password_expired=True, lock_reason="password_expired"),
                "erp_oracle": account(requires_in_person_reset=True, locked=True, lock_reason="admin_hold"),
            },
            hardware_entitlements={
                "laptop_replacement": {
                    "current_asset_tag": LAPTOP if number == ME else None,
                    "pending_request": False,
                    "pending_request_id": None,
                },
                "monitor_bundle": {
                    "current_asset_tag": MONITOR if number == ME else None,
                    "pending_request": False,
                    "pending_request_id": None,
                },
            },
        )
    return found


def verify(world: World, who: str = ME) -> None:
    """Verifies a caller by phone number."""
    done(world, "verify_employee_auth", employee_id=who, phone_last_four="3141")


TICKET = {
    **MINE,
    "category": "network_connectivity",
    "urgency": "medium",
    "affected_system": "wifi",
    "troubleshooting_completed": True,
}
NEW_LAPTOP = {
    **MINE,
    "request_type": "laptop_replacement",
    "justification": "end_of_life",
    "current_asset_tag": LAPTOP,
    "laptop_os": "macos",
    "laptop_size": "14_inch",
    "delivery_building": "Mill House",
    "delivery_floor": "FL2",
}
NEW_MONITOR = {
    **MINE,
    "request_type": "monitor_bundle",
    "justification": "new_setup",
    "monitor_size": "27_inch",
    "delivery_building": "BLD4",
    "delivery_floor": "FL2",
}
SERVICE = {"service_name": "crm_platform"}
ADMIN = {**MINE, "target_system": "active_directory"}
RECOVERY = {"departing_employee_id": LEAVER, "case_id": REMOVAL, "recovery_method": "drop_off"}
SECURITY = {**MINE, "asset_tag": LAPTOP, "incident_type": "stolen"}
SOLVED = {**MINE, "flow_id": "login_issue", "resolution_type": "resolved_via_troubleshooting"}
