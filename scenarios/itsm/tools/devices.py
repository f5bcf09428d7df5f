"""Devices that the company handed out, and how they come back."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scenarios.itsm.tools.fields import AssetTag, CaseId, RequestId
from scenarios.itsm.tools.ids import derived_id
from scenarios.itsm.tools.lookup import asset_of, later, request_of
from scenarios.itsm.tools.session import open_employee, own_employee, own_report, signed_in, signed_in_manager
from scenarios.parameters import EmployeeId
from scenarios.rows import Row, fields
from scenarios.tool import Code, Params, Rejected, Result, tool
from scenarios.world import World

#: Days that an employee has to send a replaced device back.
_RETURN_DAYS = 14


class GetAssetRecord(Params):
    """Parameters of `get_asset_record`."""

    asset_tag: AssetTag


class GetEmployeeAssets(Params):
    """Parameters of `get_employee_assets`."""

    employee_id: EmployeeId


class InitiateAssetReturn(Params):
    """Parameters of `initiate_asset_return`."""

    employee_id: EmployeeId
    asset_tag: Annotated[AssetTag, Field(description="Tag of the device that is replaced, such as AST-LPT-310582")]
    request_id: Annotated[RequestId, Field(description="Number of the request by which the device is replaced")]


class InitiateAssetRecovery(Params):
    """Parameters of `initiate_asset_recovery`."""

    departing_employee_id: Annotated[EmployeeId, Field(description="Employee number of the one who leaves")]
    case_id: Annotated[CaseId, Field(description="Case number by which the access was removed")]
    recovery_method: Annotated[
        Literal["shipping_label", "drop_off"],
        Field(description="shipping_label: sent in with a prepaid label; drop_off: brought to an IT office"),
        Code("invalid_recovery_method"),
    ]


@tool("itsm", "read", "Shows one device: kind, model, age, warranty, state and whose it is.")
def get_asset_record(world: World, params: GetAssetRecord) -> Result:
    """Shows a device."""
    signed_in(world)
    asset = asset_of(world, params.asset_tag)
    return {"status": "success", "asset": asset, "message": f"{params.asset_tag} is a {asset['asset_type']}."}


@tool("itsm", "read", "Lists the devices that an employee holds.")
def get_employee_assets(world: World, params: GetEmployeeAssets) -> Result:
    """Lists devices."""
    open_employee(world, params.employee_id)
    found = _held(world, params.employee_id)
    return {
        "status": "success",
        "employee_id": params.employee_id,
        "assets": found,
        "message": f"Devices of {params.employee_id}: {len(found)}.",
    }


@tool(
    "itsm",
    "write",
    "Authorizes the return of a device that a request replaces. It returns the number of the return and the day by "
    "which the device must be back. Not for a lost or stolen device.",
)
def initiate_asset_return(world: World, params: InitiateAssetReturn) -> Result:
    """Notes the return in the device."""
    own_employee(world, params.employee_id)
    asset = asset_of(world, params.asset_tag)
    if asset.get("assigned_employee_id") != params.employee_id:
        raise Rejected("not_assigned_to_caller", f"{params.asset_tag} is not a device of {params.employee_id}.")
    request = request_of(world, params.request_id)
    if request.get("employee_id") != params.employee_id:
        raise Rejected("not_found", f"{params.employee_id} made no request {params.request_id}.")
    number = derived_id("RMA", params.asset_tag, 6)
    deadline = later(world, _RETURN_DAYS)
    asset["return_authorization"] = {
        "return_auth_id": number,
        "request_id": params.request_id,
        "return_deadline": deadline,
        "status": "pending_return",
    }
    return {
        "status": "success",
        "return_auth_id": number,
        "asset_tag": params.asset_tag,
        "return_deadline": deadline,
        "message": f"A label for return {number} is on its way; the device must be back by {deadline}.",
    }


@tool(
    "itsm",
    "write",
    "Orders back all devices of an employee who leaves, after the access was removed. It returns the number of the "
    "order and the devices.",
)
def initiate_asset_recovery(world: World, params: InitiateAssetRecovery) -> Result:
    """Adds an order to get the devices back."""
    leaver = own_report(world, signed_in_manager(world), params.departing_employee_id)
    record: Row = leaver.get("offboarding_record") or {}
    if record.get("removal_case_id") != params.case_id:
        raise Rejected("not_found", f"No access of {params.departing_employee_id} was removed by {params.case_id}.")
    held = _held(world, params.departing_employee_id)
    number = derived_id("RECV", params.case_id, 6)
    world.table("asset_recoveries")[number] = {
        "recovery_id": number,
        "case_id": params.case_id,
        "departing_employee_id": params.departing_employee_id,
        "recovery_method": params.recovery_method,
        "assets_to_recover": [asset["asset_tag"] for asset in held],
        "created_date": world.today,
    }
    return {
        "status": "success",
        "recovery_id": number,
        "recovery_method": params.recovery_method,
        "assets_to_recover": [fields(asset, "asset_tag", "asset_type", "model") for asset in held],
        "message": f"Order {number} asks for {len(held)} devices.",
    }


def _held(world: World, employee_id: str) -> list[Row]:
    return [asset for asset in world.table("assets").values() if asset.get("assigned_employee_id") == employee_id]
