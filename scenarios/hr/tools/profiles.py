"""Who somebody is: the rows of providers and employees, without what is secret."""

from __future__ import annotations

from scenarios.hr.tools.fields import Npi
from scenarios.hr.tools.session import own_employee, own_provider
from scenarios.parameters import EmployeeId
from scenarios.rows import fields
from scenarios.tool import Params, Result, tool
from scenarios.world import World


class GetProviderProfile(Params):
    """Parameters of `get_provider_profile`."""

    npi: Npi


class GetEmployeeRecord(Params):
    """Parameters of `get_employee_record`."""

    employee_id: EmployeeId


@tool("hr", "read", "Shows the caller's profile as a provider: name, employee number, facility, role, department.")
def get_provider_profile(world: World, params: GetProviderProfile) -> Result:
    """Shows a provider; being verified as the employee behind the number is enough."""
    provider = own_provider(world, params.npi)
    return {
        "status": "success",
        "provider": fields(
            provider,
            "npi",
            "employee_id",
            "first_name",
            "last_name",
            "facility_code",
            "role_code",
            "department_code",
            "hire_date",
        ),
        "message": f"Profile of provider {params.npi}.",
    }


@tool("hr", "read", "Shows the caller's record as an employee: name, department, role, unit, status.")
def get_employee_record(world: World, params: GetEmployeeRecord) -> Result:
    """Shows an employee."""
    employee = own_employee(world, params.employee_id)
    return {
        "status": "success",
        "employee": fields(
            employee,
            "employee_id",
            "first_name",
            "last_name",
            "department_code",
            "role_code",
            "unit_code",
            "hire_date",
            "employment_status",
        ),
        "message": f"Record of employee {params.employee_id}.",
    }
