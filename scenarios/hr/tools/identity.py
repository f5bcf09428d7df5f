"""Verifying who calls: as an employee, as a provider, and by a one-time code."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from scenarios.hr.tools.fields import FacilityCode, Npi
from scenarios.hr.tools.lookup import employee_of, person_of, provider_of
from scenarios.hr.tools.session import session_of, sign_in, signed_in
from scenarios.parameters import Date, EmployeeId, OneTimeCode
from scenarios.tool import Code, Params, Rejected, Result, tool
from scenarios.world import World


class VerifyEmployeeAuth(Params):
    """Parameters of `verify_employee_auth`."""

    employee_id: EmployeeId
    date_of_birth: Annotated[Date, Field(description="The caller's date of birth, as YYYY-MM-DD")]


class VerifyProviderAuth(Params):
    """Parameters of `verify_provider_auth`."""

    npi: Npi
    facility_code: Annotated[FacilityCode, Field(description="Facility the provider belongs to, such as QRS-41T")]
    pin: Annotated[
        str,
        Field(pattern=r"^\d{4}$", description="The provider's secret number of four digits"),
        Code("invalid_pin_format"),
    ]


class InitiateOtpAuth(Params):
    """Parameters of `initiate_otp_auth`."""

    employee_id: EmployeeId


class VerifyOtpAuth(Params):
    """Parameters of `verify_otp_auth`."""

    employee_id: EmployeeId
    otp_code: OneTimeCode


@tool("hr", "auth", "Verifies a caller as an employee, by employee number and date of birth.")
def verify_employee_auth(world: World, params: VerifyEmployeeAuth) -> Result:
    """Notes the employee in the session."""
    employee = employee_of(world, params.employee_id)
    if employee["date_of_birth"] != params.date_of_birth:
        raise Rejected("authentication_failed", "The date of birth is not the one on file.")
    sign_in(world, params.employee_id, employee_auth=True)
    return {
        "status": "success",
        "authenticated": True,
        "employee_id": params.employee_id,
        "first_name": employee["first_name"],
        "last_name": employee["last_name"],
        "message": "The caller is verified as an employee.",
    }


@tool(
    "hr",
    "auth",
    "Verifies a caller as a licensed provider, by NPI, own facility and PIN. It also returns the employee number.",
)
def verify_provider_auth(world: World, params: VerifyProviderAuth) -> Result:
    """Notes the provider, and the employee behind the number, in the session."""
    provider = provider_of(world, params.npi)
    if (provider["facility_code"], provider["pin"]) != (params.facility_code, params.pin):
        raise Rejected("authentication_failed", "Facility and PIN are not those on file.")
    sign_in(world, provider["employee_id"], authenticated_npi=params.npi, provider_auth=True)
    return {
        "status": "success",
        "authenticated": True,
        "npi": params.npi,
        "first_name": provider["first_name"],
        "last_name": provider["last_name"],
        "employee_id": provider["employee_id"],
        "message": "The caller is verified as a provider.",
    }


@tool(
    "hr",
    "auth",
    "Sends a one-time code to the phone on file, as the second step after the caller was verified. Tells the "
    "last four digits of that phone.",
)
def initiate_otp_auth(world: World, params: InitiateOtpAuth) -> Result:
    """Notes in the session that a code is out."""
    caller = signed_in(world)
    person = person_of(world, params.employee_id)
    if params.employee_id != caller:
        raise Rejected("authentication_required", f"The caller is not verified as {params.employee_id}.")
    session_of(world).update(otp_issued=True, otp_employee_id=params.employee_id)
    return {
        "status": "success",
        "phone_last_four": person["phone_last_four"],
        "message": f"A code is on its way to the phone that ends in {person['phone_last_four']}.",
    }


@tool("hr", "auth", "Checks the one-time code that the caller received.")
def verify_otp_auth(world: World, params: VerifyOtpAuth) -> Result:
    """Notes the second factor in the session; the marks of the code that was sent stay."""
    known = session_of(world)
    if not known.get("otp_issued") or known.get("otp_employee_id") != params.employee_id:
        raise Rejected("otp_not_initiated", f"No code was sent to {params.employee_id}.")
    person = person_of(world, params.employee_id)
    if person["otp_code"] != params.otp_code:
        raise Rejected("authentication_failed", "That is not the code that was sent.")
    known["otp_auth"] = True
    return {
        "status": "success",
        "authenticated": True,
        "employee_id": params.employee_id,
        "first_name": person["first_name"],
        "message": "The code is right.",
    }
