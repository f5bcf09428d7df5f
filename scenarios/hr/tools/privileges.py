"""Clinical privileges that were suspended during a leave, and the way back to them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scenarios.hr.tools.fields import CaseId, ClearanceCode, Npi
from scenarios.hr.tools.lookup import case_number
from scenarios.hr.tools.session import own_provider
from scenarios.rows import Row
from scenarios.tool import Code, Params, Rejected, Result, tool
from scenarios.world import World


class GetPrivilegeRecord(Params):
    """Parameters of `get_privilege_record`."""

    npi: Npi


class CheckReactivationEligibility(Params):
    """Parameters of `check_reactivation_eligibility`."""

    npi: Npi
    clearance_code: ClearanceCode


class ReactivatePrivileges(Params):
    """Parameters of `reactivate_privileges`."""

    npi: Npi
    privilege_codes: Annotated[
        list[Annotated[str, Field(pattern=r"^PRV-[A-Z]{2,6}-\d{3}$")]],
        Field(min_length=1, description="Codes of the privileges that the caller wants back, such as PRV-NEURO-014"),
        Code("invalid_privilege_code_format"),
    ]
    clearance_code: ClearanceCode
    leave_type_on_record: Annotated[
        Literal["medical_leave", "personal_leave", "fmla_leave"],
        Field(
            description="Which leave it was: fmla_leave is protected by that law, medical_leave is one for health "
            "outside of it, personal_leave is any other"
        ),
        Code("invalid_leave_type_on_record"),
    ]


class UpdateEhrAccess(Params):
    """Parameters of `update_ehr_access`."""

    npi: Npi
    case_id: Annotated[CaseId, Field(description="Case number of the reactivation, such as CASE-PRV-310582")]
    access_change_type: Annotated[
        Literal["reactivate_full", "reactivate_restricted"],
        Field(description="reactivate_full: everything; reactivate_restricted: reading, in parts only"),
        Code("invalid_access_change_type"),
    ]


@tool("hr", "read", "Lists a provider's clinical privileges, each active or suspended.")
def get_privilege_record(world: World, params: GetPrivilegeRecord) -> Result:
    """Shows the privileges."""
    privileges = _privileges(own_provider(world, params.npi, second_factor=True))
    return {
        "status": "success",
        "privileges": privileges,
        "message": f"{len(privileges['privilege_list'])} privileges are on file.",
    }


@tool(
    "hr",
    "read",
    "Checks the clearance that occupational health gave a provider and lists the suspended privileges.",
)
def check_reactivation_eligibility(world: World, params: CheckReactivationEligibility) -> Result:
    """Lists what may be given back, or refuses."""
    provider = own_provider(world, params.npi, second_factor=True)
    privileges = _privileges(provider)
    _cleared(provider, params.clearance_code)
    suspended = [item["code"] for item in privileges["privilege_list"] if item["status"] == "suspended"]
    if not suspended:
        raise Rejected("not_eligible", "No privilege is suspended.")
    return {
        "status": "success",
        "eligible": True,
        "suspended_privilege_codes": suspended,
        "message": f"Suspended: {', '.join(suspended)}.",
    }


@tool(
    "hr",
    "write",
    "Gives suspended privileges back, those that the caller named and no others. Needs a booked competency review "
    "first. It returns the case number.",
)
def reactivate_privileges(world: World, params: ReactivatePrivileges) -> Result:
    """Makes suspended privileges active; either all that were named, or none.

    A provider's row may hold ``leave_type_on_record``; then the leave must be that one. The reference's rows
    do not, and what is said of the leave changes nothing there.
    """
    provider = own_provider(world, params.npi, second_factor=True)
    privileges = _privileges(provider)
    _cleared(provider, params.clearance_code)
    if provider.get("leave_type_on_record") not in (None, params.leave_type_on_record):
        raise Rejected("not_eligible", f"The leave on record is not {params.leave_type_on_record}.")
    known = {item["code"]: item for item in privileges["privilege_list"]}
    for code in params.privilege_codes:
        if code not in known:
            raise Rejected("privilege_not_found", f"Provider {params.npi} has no privilege {code}.")
        if known[code]["status"] != "suspended":
            raise Rejected("not_eligible", f"Privilege {code} is not suspended.")
    for code in params.privilege_codes:
        known[code]["status"] = "active"
    number = case_number("PRV", provider["employee_id"])
    privileges["reactivation_case_id"] = number
    return {
        "status": "success",
        "npi": params.npi,
        "activated_privileges": params.privilege_codes,
        "leave_type_on_record": params.leave_type_on_record,
        "case_id": number,
        "message": f"Active again under {number}: {', '.join(params.privilege_codes)}.",
    }


@tool("hr", "write", "Opens the health records system to a provider again, after privileges were given back.")
def update_ehr_access(world: World, params: UpdateEhrAccess) -> Result:
    """Sets the access."""
    provider = own_provider(world, params.npi, second_factor=True)
    provider["ehr_access_status"] = params.access_change_type
    provider["ehr_access_case_id"] = params.case_id
    return {
        "status": "success",
        "npi": params.npi,
        "case_id": params.case_id,
        "access_change_type": params.access_change_type,
        "message": f"Access to health records is set to {params.access_change_type}.",
    }


def _privileges(provider: Row) -> Row:
    found: Row | None = provider.get("privileges")
    if not found:
        raise Rejected("privilege_record_not_found", f"Provider {provider['npi']} has no privileges on file.")
    return found


def _cleared(provider: Row, code: str) -> None:
    if provider.get("clearance_code") != code:
        raise Rejected("invalid_clearance_code", f"Occupational health did not give {code} to {provider['npi']}.")
