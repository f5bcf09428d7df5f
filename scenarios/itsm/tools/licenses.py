"""Software licenses: the catalog, new ones for good or for a time, and renewals."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from scenarios.days import year_later
from scenarios.itsm.tools.fields import LicenseAssignmentId, LicenseId
from scenarios.itsm.tools.ids import add_request
from scenarios.itsm.tools.lookup import catalog, days_since, later
from scenarios.itsm.tools.names import named
from scenarios.itsm.tools.session import own_employee, signed_in
from scenarios.parameters import EmployeeId
from scenarios.rows import Row
from scenarios.tool import Code, Params, Rejected, Result, tool
from scenarios.world import World

#: A license may be renewed from this many days before its end until this many after.
_EARLIEST, _LATEST = 30, 14


def _digits(value: object) -> object:
    """A number of days that came as a number, as text."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


class GetLicenseCatalogItem(Params):
    """Parameters of `get_license_catalog_item`."""

    license_name: Annotated[
        str,
        Field(min_length=1, description="Name or nickname of the product, in the caller's words"),
        Code("invalid_license_name"),
    ]


class SubmitLicenseRequest(Params):
    """Parameters of `submit_license_request`."""

    employee_id: EmployeeId
    catalog_id: Annotated[LicenseId, Field(description="Catalog number that the lookup returned, such as LIC-5217")]
    duration_days: Annotated[
        Annotated[Literal["30", "60", "90"], BeforeValidator(_digits)] | None,
        Field(description="Days that a temporary license lasts; leave it out for a permanent one"),
        Code("invalid_duration_days"),
    ] = None


class ValidateCostCenter(Params):
    """Parameters of `validate_cost_center`."""

    employee_id: EmployeeId


class GetEmployeeLicenses(Params):
    """Parameters of `get_employee_licenses`."""

    employee_id: EmployeeId


class SubmitLicenseRenewal(Params):
    """Parameters of `submit_license_renewal`."""

    employee_id: EmployeeId
    license_assignment_id: LicenseAssignmentId


@tool(
    "itsm",
    "read",
    "Finds a license in the catalog by the product's name or a nickname. It returns the catalog number, the price and "
    "whether permanent and temporary licenses exist.",
)
def get_license_catalog_item(world: World, params: GetLicenseCatalogItem) -> Result:
    """Shows an entry of the catalog."""
    signed_in(world)
    number, entry = named(world, "license", params.license_name)
    return {"status": "success", "catalog_id": number, "license": entry, "message": f"{entry['name']} is {number}."}


@tool(
    "itsm",
    "write",
    "Asks for a license: permanent without a duration, temporary with one of 30, 60 or 90 days. It returns the request "
    "number, and for a temporary one the last day.",
)
def submit_license_request(world: World, params: SubmitLicenseRequest) -> Result:
    """Adds a request."""
    own_employee(world, params.employee_id)
    entry = catalog(world, "licenses").get(params.catalog_id)
    if entry is None:
        raise Rejected("not_found", f"The catalog has no license {params.catalog_id}.")
    kind = "temporary" if params.duration_days else "permanent"
    supported = entry.get("license_types_supported") or [kind]
    if kind not in supported:
        raise Rejected("not_available", f"{entry['name']} comes only as {', '.join(supported)}.")
    terms: Row = {}
    if params.duration_days:
        days = int(params.duration_days)
        terms = {"duration_days": days, "expiration_date": later(world, days)}
    number = add_request(
        world,
        "SW",
        {
            "request_id": None,
            "employee_id": params.employee_id,
            "catalog_id": params.catalog_id,
            "status": "submitted",
            "created_date": world.today,
            "request_type": "temporary_license" if terms else "license_request",
            **terms,
        },
    )
    until = f" until {terms['expiration_date']}" if terms else ""
    return {
        "status": "success",
        "request_id": number,
        "catalog_id": params.catalog_id,
        "license_type": kind,
        **terms,
        "message": f"Request {number} for {entry['name']} is recorded{until}.",
    }


@tool(
    "itsm",
    "read",
    "Tells whether the cost center of the caller's department may pay for a permanent license. The cost center is "
    "taken from the employee's record.",
)
def validate_cost_center(world: World, params: ValidateCostCenter) -> Result:
    """Says yes with the code, or refuses."""
    employee = own_employee(world, params.employee_id)
    code = employee.get("cost_center_code")
    if code is None or code not in world.table("cost_centers"):
        raise Rejected("cc_not_on_file", f"Cost center {code} of {params.employee_id} is not on file.")
    return {
        "status": "success",
        "cost_center_code": code,
        "department_code": employee["department_code"],
        "validated": True,
        "message": f"Cost center {code} is valid.",
    }


@tool("itsm", "read", "Lists the caller's software licenses: number, product, last day and status.")
def get_employee_licenses(world: World, params: GetEmployeeLicenses) -> Result:
    """Shows the licenses."""
    licenses = own_employee(world, params.employee_id).get("software_licenses") or []
    names = ", ".join(item["software_name"] for item in licenses)
    return {
        "status": "success",
        "employee_id": params.employee_id,
        "licenses": licenses,
        "message": f"Licenses: {names or 'none'}.",
    }


@tool(
    "itsm",
    "write",
    "Renews one of the caller's licenses by a year, from 30 days before its last day until 14 days after; outside of "
    "that a new license must be asked for.",
)
def submit_license_renewal(world: World, params: SubmitLicenseRenewal) -> Result:
    """Moves the last day and adds a request."""
    employee = own_employee(world, params.employee_id)
    held = _license(employee, params.license_assignment_id)
    end = held.get("expiration_date")
    if not end or not -_EARLIEST <= days_since(world, end) <= _LATEST:
        raise Rejected(
            "not_in_renewal_window",
            f"{held['software_name']} lasts until {end}." if end else f"{held['software_name']} does not expire.",
            expiration_date=end,
        )
    until = year_later(end)
    number = add_request(
        world,
        "SW",
        {
            "request_id": None,
            "employee_id": params.employee_id,
            "license_assignment_id": params.license_assignment_id,
            "request_type": "license_renewal",
            "new_expiration_date": until,
            "status": "submitted",
            "created_date": world.today,
        },
    )
    held.update(expiration_date=until, status="active")
    return {
        "status": "success",
        "request_id": number,
        "new_expiration_date": until,
        "message": f"{held['software_name']} now lasts until {until}; the request is {number}.",
    }


def _license(employee: Row, number: str) -> Row:
    for item in employee.get("software_licenses") or []:
        if item["license_assignment_id"] == number:
            found: Row = item
            return found
    raise Rejected("not_found", f"{employee['employee_id']} has no license {number}.")
