"""Verifying who calls: by phone number, by a one-time code, and as a manager."""

from __future__ import annotations

from scenarios.itsm.tools.fields import ManagerCode, PhoneLastFour
from scenarios.itsm.tools.lookup import employee_of
from scenarios.itsm.tools.session import own_employee, session_of, sign_in
from scenarios.parameters import EmployeeId, OneTimeCode
from scenarios.rows import Row
from scenarios.tool import Params, Rejected, Result, tool
from scenarios.world import World


class VerifyEmployeeAuth(Params):
    """Parameters of `verify_employee_auth`."""

    employee_id: EmployeeId
    phone_last_four: PhoneLastFour


class InitiateOtpAuth(Params):
    """Parameters of `initiate_otp_auth`."""

    employee_id: EmployeeId


class VerifyOtpAuth(Params):
    """Parameters of `verify_otp_auth`."""

    employee_id: EmployeeId
    otp_code: OneTimeCode


class VerifyManagerAuth(Params):
    """Parameters of `verify_manager_auth`."""

    employee_id: EmployeeId
    phone_last_four: PhoneLastFour
    manager_auth_code: ManagerCode


@tool("itsm", "auth", "Verifies a caller by employee number and the last four digits of the phone on file.")
def verify_employee_auth(world: World, params: VerifyEmployeeAuth) -> Result:
    """Notes the employee in the session."""
    employee = _with_phone(world, params.employee_id, params.phone_last_four)
    sign_in(world, params.employee_id)
    return {
        "status": "success",
        "authenticated": True,
        "employee_id": params.employee_id,
        "first_name": employee["first_name"],
        "last_name": employee["last_name"],
        "message": "The caller is verified as an employee.",
    }


@tool(
    "itsm",
    "auth",
    "Sends a one-time code to the phone on file, as the second step after the caller was verified. Tells the last "
    "four digits of that phone.",
)
def initiate_otp_auth(world: World, params: InitiateOtpAuth) -> Result:
    """Notes in the session that a code is out."""
    employee = own_employee(world, params.employee_id)
    session_of(world).update(otp_issued=True, otp_employee_id=params.employee_id)
    return {
        "status": "success",
        "phone_last_four": employee["phone_last_four"],
        "message": f"A code is on its way to the phone that ends in {employee['phone_last_four']}.",
    }


@tool("itsm", "auth", "Checks the one-time code that the caller received.")
def verify_otp_auth(world: World, params: VerifyOtpAuth) -> Result:
    """Notes the second factor in the session; the code is used up."""
    known = session_of(world)
    if not known.get("otp_issued") or known.get("otp_employee_id") != params.employee_id:
        raise Rejected("otp_not_initiated", f"No code was sent to {params.employee_id}.")
    employee = employee_of(world, params.employee_id)
    if employee["otp_code"] != params.otp_code:
        raise Rejected("authentication_failed", "That is not the code that was sent.")
    del known["otp_issued"], known["otp_employee_id"]
    known["otp_auth"] = True
    return {
        "status": "success",
        "authenticated": True,
        "employee_id": params.employee_id,
        "message": "The code is right.",
    }


@tool(
    "itsm",
    "auth",
    "Verifies a caller as a manager, in one step: by employee number, the last four digits of the phone on file and "
    "the manager's code. Needed for what is done to another employee. It returns who reports to the manager.",
)
def verify_manager_auth(world: World, params: VerifyManagerAuth) -> Result:
    """Notes the employee and the manager in the session."""
    employee = _with_phone(world, params.employee_id, params.phone_last_four)
    # An employee who is no manager has no code: null must not equal anything.
    if not employee.get("is_manager") or employee.get("manager_auth_code") != params.manager_auth_code:
        raise Rejected("authentication_failed", "That is not the code of this manager.")
    sign_in(world, params.employee_id, manager_auth=True, manager_employee_id=params.employee_id)
    return {
        "status": "success",
        "confirmed": True,
        "employee_id": params.employee_id,
        "first_name": employee["first_name"],
        "last_name": employee["last_name"],
        "department_code": employee["department_code"],
        "direct_reports": employee["direct_reports"],
        "message": "The caller is verified as a manager.",
    }


def _with_phone(world: World, employee_id: str, phone: str) -> Row:
    """The row of an employee whose phone ends so, else ``not_found`` or ``authentication_failed``."""
    found = employee_of(world, employee_id)
    if found["phone_last_four"] != phone:
        raise Rejected("authentication_failed", "The phone on file does not end in these digits.")
    return found
