"""Devices that are lost, stolen or tampered with, and phones of record."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from scenarios.itsm.tools.fields import AssetTag, PhoneLastFour, SecurityCaseId
from scenarios.itsm.tools.ids import content_id, derived_id
from scenarios.itsm.tools.lookup import asset_of
from scenarios.itsm.tools.session import own_employee, signed_in
from scenarios.parameters import EmployeeId
from scenarios.rows import row_of
from scenarios.tool import Code, Params, Rejected, Result, tool
from scenarios.world import World


class ReportSecurityIncident(Params):
    """Parameters of `report_security_incident`."""

    employee_id: EmployeeId
    asset_tag: Annotated[AssetTag, Field(description="Tag of the device, which must be one of the caller's")]
    incident_type: Annotated[
        Literal["lost", "stolen", "suspected_compromise"],
        Field(description="lost, stolen, or suspected_compromise when somebody may have got into it"),
        Code("invalid_incident_type"),
    ]


class InitiateRemoteWipe(Params):
    """Parameters of `initiate_remote_wipe`."""

    asset_tag: Annotated[AssetTag, Field(description="Tag of the device whose data are erased")]
    security_case_id: SecurityCaseId


class SubmitMfaReset(Params):
    """Parameters of `submit_mfa_reset`."""

    employee_id: EmployeeId
    new_phone_last_four: Annotated[PhoneLastFour, Field(description="Last four digits of the phone the caller wants")]


@tool(
    "itsm",
    "write",
    "Opens a security case for a device of the caller that is lost, stolen or tampered with. It returns the number "
    "of the case.",
)
def report_security_incident(world: World, params: ReportSecurityIncident) -> Result:
    """Adds a case."""
    own_employee(world, params.employee_id)
    _own_asset(world, params.asset_tag, params.employee_id)
    number = _open_case(
        world, employee_id=params.employee_id, asset_tag=params.asset_tag, incident_type=params.incident_type
    )
    return {
        "status": "success",
        "security_case_id": number,
        "asset_tag": params.asset_tag,
        "incident_type": params.incident_type,
        "message": f"Security case {number} is open.",
    }


@tool("itsm", "write", "Erases a device from afar, under the security case that was opened for it.")
def initiate_remote_wipe(world: World, params: InitiateRemoteWipe) -> Result:
    """Notes the order to erase in the case."""
    caller = signed_in(world)
    _own_asset(world, params.asset_tag, caller)
    case = row_of(world.table("security_cases"), params.security_case_id, "security case")
    if case.get("asset_tag") != params.asset_tag:
        raise Rejected("case_asset_mismatch", f"{params.security_case_id} is not about {params.asset_tag}.")
    number = derived_id("WIPE", params.asset_tag, 6)
    case["remote_wipe_id"] = number
    return {
        "status": "success",
        "remote_wipe_id": number,
        "asset_tag": params.asset_tag,
        "security_case_id": params.security_case_id,
        "message": f"{params.asset_tag} will be erased by order {number}.",
    }


@tool(
    "itsm",
    "write",
    "Files the wish for another phone to verify with. It is always refused, as this takes a visit in person, and "
    "opens a security case for that visit; its number is returned.",
)
def submit_mfa_reset(world: World, params: SubmitMfaReset) -> Result:
    """Opens a case; the refusal is the answer and not a call that failed, so the case stays."""
    own_employee(world, params.employee_id)
    number = _open_case(
        world,
        employee_id=params.employee_id,
        incident_type="mfa_reset",
        new_phone_last_four=params.new_phone_last_four,
    )
    return {
        "status": "error",
        "error_type": "in_person_required",
        "security_case_id": number,
        "message": f"A phone is changed in person only, at IT security; the visit is filed as {number}.",
    }


def _own_asset(world: World, asset_tag: str, employee_id: str) -> None:
    if asset_of(world, asset_tag).get("assigned_employee_id") != employee_id:
        raise Rejected("not_assigned_to_caller", f"{asset_tag} is not a device of {employee_id}.")


def _open_case(world: World, **said: Any) -> str:
    case = {"security_case_id": None, **said, "status": "open", "created_date": world.today}
    number = content_id("SEC", case)
    # The same report again is the same case, with what was done about it since.
    world.table("security_cases").setdefault(number, {**case, "security_case_id": number})
    return number
