"""Visa petitions and the relatives on them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scenarios.hr.tools.fields import CountryCode, PetitionNumber
from scenarios.hr.tools.lookup import case_number
from scenarios.hr.tools.session import own_employee
from scenarios.parameters import Date, EmployeeId
from scenarios.rows import Row
from scenarios.tool import Code, Params, Rejected, Result, tool
from scenarios.world import World

Name = Annotated[str, Field(pattern=r"^[A-Za-z\-]{2,30}$"), Code("invalid_name_format")]


class GetVisaRecord(Params):
    """Parameters of `get_visa_record`."""

    employee_id: EmployeeId
    visa_petition_number: PetitionNumber


class AddVisaDependent(Params):
    """Parameters of `add_visa_dependent`."""

    employee_id: EmployeeId
    visa_petition_number: PetitionNumber
    dependent_first_name: Annotated[Name, Field(description="First name: 2 to 30 letters from a to z, and hyphens")]
    dependent_last_name: Annotated[Name, Field(description="Surname: 2 to 30 letters from a to z, and hyphens")]
    relationship: Annotated[
        Literal["spouse", "child", "domestic_partner"],
        Field(description="What the relative is to the caller"),
        Code("invalid_relationship"),
    ]
    dependent_date_of_birth: Annotated[Date, Field(description="The relative's date of birth, as YYYY-MM-DD")]
    dependent_country_of_birth: Annotated[
        CountryCode, Field(description="Country of birth, by the two letters of its ISO code")
    ]
    uscis_receipt_number: Annotated[
        str,
        Field(
            pattern=r"^[A-Z]{3}\d{10}$",
            description="Receipt of the authority for this amendment: three capital letters and ten digits; it is "
            "not the number of the petition",
        ),
        Code("invalid_uscis_receipt_format"),
    ]


@tool("hr", "read", "Shows one of the caller's visa petitions: kind, status, end and relatives.")
def get_visa_record(world: World, params: GetVisaRecord) -> Result:
    """Shows a petition."""
    employee = own_employee(world, params.employee_id, second_factor=True)
    record = _petition(employee, params.visa_petition_number)
    return {"status": "success", "visa_record": record, "message": f"Petition {params.visa_petition_number}."}


@tool("hr", "write", "Adds a relative to a visa petition. It returns the number of the amendment.")
def add_visa_dependent(world: World, params: AddVisaDependent) -> Result:
    """Adds a relative, and notes the amendment in the petition."""
    employee = own_employee(world, params.employee_id, second_factor=True)
    record = _petition(employee, params.visa_petition_number)
    number = case_number("VISA", params.employee_id)
    relatives = record.get("dependents") or []
    record["dependents"] = relatives
    relatives.append(
        {
            "first_name": params.dependent_first_name,
            "last_name": params.dependent_last_name,
            "relationship": params.relationship,
            "date_of_birth": params.dependent_date_of_birth,
            "country_of_birth": params.dependent_country_of_birth,
            "uscis_receipt_number": params.uscis_receipt_number,
            "amendment_id": number,
            "status": "pending",
        }
    )
    record["amendment_id"] = number
    name = f"{params.dependent_first_name} {params.dependent_last_name}"
    return {
        "status": "success",
        "employee_id": params.employee_id,
        "visa_petition_number": params.visa_petition_number,
        "dependent_name": name,
        "relationship": params.relationship,
        "dependent_date_of_birth": params.dependent_date_of_birth,
        "dependent_country_of_birth": params.dependent_country_of_birth,
        "uscis_receipt_number": params.uscis_receipt_number,
        "amendment_id": number,
        "message": f"{name} is added by amendment {number}.",
    }


def _petition(employee: Row, number: str) -> Row:
    found: Row | None = employee.get("visa_record")
    if not found or found.get("petition_number") != number:
        raise Rejected("visa_record_not_found", f"{employee['employee_id']} has no petition {number}.")
    return found
