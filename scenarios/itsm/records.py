"""Rows of the company's database in the shape that the itsm tools read."""

from __future__ import annotations

from typing import Any

from scenarios.chance import DIGITS
from scenarios.itsm.catalog import groups
from scenarios.itsm.chance import Draw
from scenarios.itsm.people import Person
from scenarios.itsm.places import DEPARTMENTS
from scenarios.itsm.tools.ids import content_digits
from scenarios.rows import Row

SYSTEMS = ("active_directory", "sso_identity", "email_exchange", "vpn_gateway", "erp_oracle")
"""Systems in which everybody has an account."""

_LAPTOPS = (("Tessel", "Slate 14", "windows", "14_inch"), ("Ardent", "Folio 13", "macos", "13_inch"))
_MONITORS = (("Lumio", "Vista 24", "24_inch"), ("Lumio", "Vista 27", "27_inch"))


def months_before(today: str, months: int) -> str:
    """The first of the month so many months before a date: a device bought then is just that old, or older by days."""
    year, month = divmod(int(today[:4]) * 12 + int(today[5:7]) - 1 - months, 12)
    return f"{year}-{month + 1:02d}-01"


def employee(who: Person, manager: Person | None, reports: list[str]) -> Row:
    """An employee with a settled record: nothing pending, nothing locked. Scenarios change single members.

    Args:
        who: the employee.
        manager: whom the employee reports to.
        reports: numbers of those who report to the employee.
    """
    return {
        "employee_id": who.employee_id,
        "first_name": who.first_name,
        "last_name": who.last_name,
        "date_of_birth": who.date_of_birth,
        "phone_last_four": who.phone_last_four,
        "otp_code": who.otp_code,
        "department_code": who.department,
        "role_code": who.role,
        "cost_center_code": DEPARTMENTS[who.department][0],
        "hire_date": who.hired,
        "employment_status": "active",
        "building_code": who.building,
        "floor_code": who.floor,
        "manager_employee_id": manager.employee_id if manager else None,
        "is_manager": who.leads,
        "manager_auth_code": who.manager_auth_code if who.leads else None,
        "direct_reports": reports,
        "account_status": {system: account() for system in SYSTEMS},
        "hardware_entitlements": {
            "laptop_replacement": entitlement(tag_of(who, "LPT")),
            "monitor_bundle": entitlement(tag_of(who, "MON")),
        },
        "group_memberships": [membership("GRP-STAFF", who.hired)],
        "software_licenses": [],
        "assigned_desk": None,
        "last_desk_assignment_date": None,
        "assigned_parking": None,
        "last_parking_assignment_date": None,
        "ergonomic_assessment": {"status": "not_started", "completed_date": None},
        "pending_role_change": {"hr_case_id": None, "new_role_code": None, "effective_date": None},
        "offboarding_record": {
            "status": None,
            "initiated_by": None,
            "initiated_date": None,
            "last_working_day": None,
            "access_removed": False,
            "removal_scope": None,
            "removal_case_id": None,
        },
    }


def account(reason: str | None = None) -> Row:
    """An account in a system: open, or locked for a reason."""
    return {
        "locked": reason is not None,
        "lock_reason": reason,
        "requires_in_person_reset": False,
        "password_expired": False,
    }


def entitlement(tag: str | None) -> Row:
    """The right to a kind of device, with the one in use."""
    return {"current_asset_tag": tag, "pending_request": False, "pending_request_id": None}


def membership(code: str, since: str) -> Row:
    """A membership in one of the company's groups."""
    return {"group_code": code, "group_name": groups()[code]["name"], "status": "active", "added_date": since}


def license_held(number: str, catalog_id: str, name: str, expires: str | None) -> Row:
    """A license of an employee; without an end it is permanent.

    Args:
        number: ``LASGN-`` and six digits.
        catalog_id: ``LIC-`` and four digits.
        name: of the product.
        expires: last day.
    """
    return {
        "license_assignment_id": number,
        "catalog_id": catalog_id,
        "software_name": name,
        "license_type": "temporary" if expires else "permanent",
        "expiration_date": expires,
        "status": "active",
    }


def tag_of(who: Person, kind: str) -> str:
    """The tag of somebody's device: ``LPT`` a laptop, ``MON`` a monitor, ``PHN`` a phone, ``DCK`` a dock."""
    return f"AST-{kind}-{Draw(f'asset/{kind}/{who.employee_id}').text(6, DIGITS)}"


def asset(who: Person, kind: str, bought: str, **changes: Any) -> Row:
    """A device that somebody uses.

    Args:
        who: its user.
        kind: as in `tag_of`.
        bought: date of purchase.
        **changes: other members, such as ``os`` or ``size``.
    """
    tag = tag_of(who, kind)
    draw = Draw(f"device/{tag}")
    maker, model, system, size = {
        "LPT": draw.choice(_LAPTOPS),
        "MON": (lambda m: (m[0], m[1], None, m[2]))(draw.choice(_MONITORS)),
        "PHN": ("Ardent", "Pocket 6", "mobile", None),
        "DCK": ("Tessel", "Quay 2", None, None),
    }[kind]
    return {
        "asset_tag": tag,
        "asset_type": {"LPT": "laptop", "MON": "monitor", "PHN": "phone", "DCK": "docking_station"}[kind],
        "manufacturer": maker,
        "model": model,
        "os": system,
        "size": size,
        "serial_number": f"SN{draw.text(9)}",
        "assigned_employee_id": who.employee_id,
        "purchase_date": bought,
        "warranty_expiration": f"{int(bought[:4]) + 3}{bought[4:]}",
        "status": "assigned",
        "lifecycle_status": "in_use",
        **changes,
    }


def cost_center(department: str) -> Row:
    """The cost center of a department, with money left."""
    code, text, left = DEPARTMENTS[department]
    return {
        "cost_center_code": code,
        "department_code": department,
        "description": text,
        "has_budget": True,
        "remaining_budget_usd": left,
    }


def desk(building: str, floor: str, number: int, zone: str, holder: str | None = None, *, window: bool = False) -> Row:
    """A desk; free without a holder."""
    return {
        "desk_code": f"{building}-{floor}-D{number:03d}",
        "building_code": building,
        "floor_code": floor,
        "zone": zone,
        "near_window": window,
        "status": "assigned" if holder else "available",
        "assigned_employee_id": holder,
    }


def parking(zone: str, number: int, level: str, holder: str | None = None, *, covered: bool = True) -> Row:
    """A parking space; free without a holder."""
    return {
        "parking_space_id": f"{zone}-{number:03d}",
        "zone_code": zone,
        "level": level,
        "covered": covered,
        "status": "assigned" if holder else "available",
        "assigned_employee_id": holder,
    }


def room(building: str, floor: str, number: int, capacity: int, equipment: list[str], bookings: Any = ()) -> Row:
    """A conference room.

    Args:
        building: code.
        floor: ``FL`` and a number.
        number: three digits.
        capacity: people it holds.
        equipment: such as ``projector``.
        bookings: what is booked already, see `booking`.
    """
    return {
        "room_code": f"{building}-{floor}-RM{number:03d}",
        "building_code": building,
        "floor_code": floor,
        "capacity": capacity,
        "equipment": equipment,
        "bookings": list(bookings),
    }


def booking(employee_id: str, day: str, start: str, end: str, people: int) -> Row:
    """A room that somebody has booked."""
    row = {
        "booking_id": None,
        "date": day,
        "start_time": start,
        "end_time": end,
        "employee_id": employee_id,
        "attendee_count": people,
    }
    return {**row, "booking_id": f"REQ-FAC-{content_digits(row)}"}


def ticket(employee_id: str, category: str, urgency: str, system: str, day: str) -> Row:
    """An incident ticket of an earlier day."""
    tier, response, resolution = {
        "high": ("tier_1", 1, 4),
        "medium": ("tier_2", 4, 8),
        "low": ("tier_3", 8, 24),
    }[urgency]
    row = {
        "ticket_number": None,
        "employee_id": employee_id,
        "category": category,
        "urgency": urgency,
        "affected_system": system,
        "troubleshooting_completed": category in ("login_issue", "network_connectivity"),
        "status": "open",
        "sla_tier": tier,
        "created_date": day,
        "sla_response_hours": response,
        "sla_resolution_hours": resolution,
    }
    return {**row, "ticket_number": f"INC{content_digits(row)}"}


def request(kind: str, employee_id: str, day: str, status: str, **members: Any) -> Row:
    """A request of an earlier day.

    Args:
        kind: ``SW``, ``HW``, ``FAC`` or ``ACCT``.
        employee_id: who made it.
        day: when.
        status: ``submitted``, ``approved``, ``pending_approval``...
        **members: what was asked for, ``approval_routed_to`` and ``approval_sla_deadline`` (``YYYY-MM-DD HH:MM``).
    """
    row = {"request_id": None, "employee_id": employee_id, "status": status, "created_date": day, **members}
    return {**row, "request_id": f"REQ-{kind}-{content_digits(row)}"}
