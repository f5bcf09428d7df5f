"""I-9 forms: that an employee may work in the country."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scenarios.hr.tools.fields import CountryCode
from scenarios.hr.tools.lookup import case_number
from scenarios.hr.tools.session import own_employee
from scenarios.parameters import Date, EmployeeId
from scenarios.tool import Code, Params, Rejected, Result, tool
from scenarios.world import World


class GetI9Record(Params):
    """Parameters of `get_i9_record`."""

    employee_id: EmployeeId


class SubmitI9Verification(Params):
    """Parameters of `submit_i9_verification`."""

    employee_id: EmployeeId
    verification_action: Annotated[
        Literal["initial_verification", "reverification"],
        Field(description="initial_verification: the first form; reverification: new documents for an earlier one"),
        Code("invalid_verification_action"),
    ]
    document_list_type: Annotated[
        Literal["LIST_A", "LIST_B", "LIST_C"],
        Field(description="LIST_A: proves identity and the right to work; LIST_B: identity; LIST_C: right to work"),
        Code("invalid_document_list_type"),
    ]
    document_type_code: Annotated[
        Literal[
            "US_PASSPORT",
            "PERM_RESIDENT_CARD",
            "EAD",
            "DRIVERS_LICENSE",
            "STATE_ID",
            "SSN_CARD",
            "BIRTH_CERT",
        ],
        Field(
            description="The document. On LIST_A: US_PASSPORT, PERM_RESIDENT_CARD, EAD (employment authorization); "
            "on LIST_B: DRIVERS_LICENSE, STATE_ID; on LIST_C: SSN_CARD, BIRTH_CERT"
        ),
        Code("invalid_document_type_code"),
    ]
    document_number: Annotated[
        str,
        Field(
            pattern=r"^[A-Z0-9]{6,12}$",
            description="Number of the document, exactly as given: six to twelve capital letters and digits",
        ),
        Code("invalid_document_number_format"),
    ]
    document_expiration_date: Annotated[Date, Field(description="Day on which the document ends, as YYYY-MM-DD")]
    issuing_country_code: Annotated[
        CountryCode, Field(description="Country that issued it, by the two letters of its ISO code")
    ]


@tool("hr", "read", "Shows the caller's I-9 form: its state and the document that was shown.")
def get_i9_record(world: World, params: GetI9Record) -> Result:
    """Shows the form."""
    record = own_employee(world, params.employee_id).get("i9_record")
    if not record:
        raise Rejected("i9_record_not_found", f"{params.employee_id} has no I-9 form on file.")
    return {"status": "success", "i9_record": record, "message": f"The form is {record.get('verification_status')}."}


@tool(
    "hr",
    "write",
    "Files an I-9 form or renews one. The first form needs a list of tasks as a new employee, a renewal needs an "
    "earlier form. It returns the case number.",
)
def submit_i9_verification(world: World, params: SubmitI9Verification) -> Result:
    """Replaces the form on file."""
    employee = own_employee(world, params.employee_id)
    first = params.verification_action == "initial_verification"
    if first and not (employee.get("onboarding_checklist") or {}).get("tasks"):
        raise Rejected("checklist_not_found", f"{params.employee_id} has no list of tasks yet.")
    if not first and not employee.get("i9_record"):
        raise Rejected("i9_record_not_found", f"{params.employee_id} has no earlier I-9 form.")
    number = case_number("I9V", params.employee_id)
    document = params.model_dump(exclude={"employee_id"})
    employee["i9_record"] = {**document, "verification_status": "verified", "case_id": number}
    return {
        "status": "success",
        "employee_id": params.employee_id,
        **document,
        "case_id": number,
        "message": f"The form is filed as {number}.",
    }
