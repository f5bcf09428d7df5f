"""Telling others what was changed. Each notice is one more row; none is sent twice by itself."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scenarios.hr.tools.fields import CaseId, DeaNumber, FacilityCode, Npi, PetitionNumber, StateCode
from scenarios.hr.tools.session import own_employee, own_provider
from scenarios.parameters import EmployeeId
from scenarios.tool import Code, Params, Result, tool
from scenarios.world import World

_NOTICE = Field(description="What was done")
_CODE = Code("invalid_notification_type")


class NotifyCredentialingCommittee(Params):
    """Parameters of `notify_credentialing_committee`."""

    npi: Npi
    case_id: CaseId
    notification_type: Annotated[
        Literal["license_extension_submitted", "malpractice_updated", "privilege_reactivation"], _NOTICE, _CODE
    ]


class NotifyDepartmentManager(Params):
    """Parameters of `notify_department_manager`."""

    employee_id: EmployeeId
    case_id: CaseId
    notification_type: Annotated[
        Literal["shift_swap_confirmed", "fmla_opened", "payroll_correction_submitted", "pto_request_submitted"],
        _NOTICE,
        _CODE,
    ]


class NotifyPdmp(Params):
    """Parameters of `notify_pdmp`."""

    npi: Npi
    dea_number: DeaNumber
    state_code: Annotated[StateCode, Field(description="State of the new facility, by its two letters")]
    facility_code: Annotated[FacilityCode, Field(description="The new facility, such as QRS-41T")]


class NotifyHrCompliance(Params):
    """Parameters of `notify_hr_compliance`."""

    employee_id: EmployeeId
    case_id: Annotated[CaseId, Field(description="Case number of the form, such as CASE-I9V-310582")]
    notification_type: Annotated[
        Literal["i9_verified", "i9_reverified"],
        Field(description="i9_verified after a first form, i9_reverified after a renewal"),
        _CODE,
    ]


class NotifyImmigrationCounsel(Params):
    """Parameters of `notify_immigration_counsel`."""

    employee_id: EmployeeId
    visa_petition_number: PetitionNumber
    notification_type: Annotated[Literal["dependent_added"], _NOTICE, _CODE]


@tool(
    "hr",
    "write",
    "Tells the credentialing committee of a license extension, new insurance, or privileges given back.",
)
def notify_credentialing_committee(world: World, params: NotifyCredentialingCommittee) -> Result:
    """Adds a notice to the committee."""
    own_provider(world, params.npi)
    return _send(world, "credentialing_committee", params)


@tool("hr", "write", "Tells the caller's manager of an exchanged shift, a leave, a payroll correction or days off.")
def notify_department_manager(world: World, params: NotifyDepartmentManager) -> Result:
    """Adds a notice to the manager of the employee's department."""
    employee = own_employee(world, params.employee_id)
    return _send(world, "department_manager", params, department_code=employee["department_code"])


@tool("hr", "write", "Tells the prescription monitoring programme of a state that a DEA registration moves there.")
def notify_pdmp(world: World, params: NotifyPdmp) -> Result:
    """Adds a notice to the programme."""
    own_provider(world, params.npi, as_provider=True, second_factor=True)
    return _send(world, "pdmp", params, notification_type="dea_transfer")


@tool("hr", "write", "Tells HR compliance that an I-9 form was filed or renewed.")
def notify_hr_compliance(world: World, params: NotifyHrCompliance) -> Result:
    """Adds a notice to HR compliance."""
    own_employee(world, params.employee_id)
    return _send(world, "hr_compliance", params)


@tool("hr", "write", "Tells the immigration lawyers of a change to a visa petition.")
def notify_immigration_counsel(world: World, params: NotifyImmigrationCounsel) -> Result:
    """Adds a notice to the lawyers."""
    own_employee(world, params.employee_id, second_factor=True)
    return _send(world, "immigration_counsel", params)


def _send(world: World, recipient: str, params: Params, **further: str) -> Result:
    told = params.model_dump()
    world.tables.setdefault("notifications", []).append({"recipient": recipient, **told, **further})
    return {"status": "success", **told, "message": f"Notice to {recipient} is sent."}
