"""New laptops and monitors: who may have one, and ordering it."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field, model_validator

from scenarios.itsm.tools.fields import AssetTag, BuildingName, FloorCode
from scenarios.itsm.tools.ids import add_request
from scenarios.itsm.tools.lookup import asset_of
from scenarios.itsm.tools.names import named
from scenarios.itsm.tools.session import own_employee
from scenarios.parameters import EmployeeId
from scenarios.rows import Row, fields
from scenarios.tool import Code, Params, Rejected, Result, tool
from scenarios.world import World

RequestType = Annotated[
    Literal["laptop_replacement", "monitor_bundle"],
    Field(description="laptop_replacement: another laptop for the present one; monitor_bundle: a monitor with cables"),
    Code("invalid_request_type"),
]

#: Reasons for each kind of device.
_REASONS = {
    "laptop_replacement": ("end_of_life", "performance_degradation", "physical_damage", "lost_or_stolen"),
    "monitor_bundle": ("new_setup", "replacement"),
}

#: The age in months from which a device is replaced, and the refusal of a younger one.
_AGES = {"laptop_replacement": (36, "device_too_new"), "monitor_bundle": (12, "replaced_too_recently")}

#: Reasons for which the age does not count, as the device is gone, or was not there.
_AT_ANY_AGE = frozenset({"physical_damage", "lost_or_stolen", "new_setup"})


class CheckHardwareEntitlement(Params):
    """Parameters of `check_hardware_entitlement`."""

    employee_id: EmployeeId
    request_type: RequestType


class SubmitHardwareRequest(Params):
    """Parameters of `submit_hardware_request`."""

    employee_id: EmployeeId
    request_type: RequestType
    justification: Annotated[
        Literal[
            "end_of_life", "performance_degradation", "physical_damage", "lost_or_stolen", "new_setup", "replacement"
        ],
        Field(
            description="Why. For a laptop: end_of_life, performance_degradation, physical_damage or lost_or_stolen. "
            "For a monitor: new_setup or replacement"
        ),
        Code("invalid_justification"),
    ]
    delivery_building: BuildingName
    delivery_floor: FloorCode
    current_asset_tag: Annotated[
        AssetTag | None,
        Field(
            description="Tag of the device that is replaced. Needed for a laptop that is not lost or stolen, and for "
            "the replacement of a monitor; otherwise leave it out"
        ),
        Code("invalid_asset_tag_format"),
    ] = None
    laptop_os: Annotated[
        Literal["macos", "windows"] | None,
        Field(description="Operating system of the new laptop; leave it out for a monitor"),
        Code("invalid_laptop_os"),
    ] = None
    laptop_size: Annotated[
        Literal["13_inch", "14_inch", "16_inch"] | None,
        Field(description="Screen of the new laptop; leave it out for a monitor"),
        Code("invalid_laptop_size"),
    ] = None
    monitor_size: Annotated[
        Literal["24_inch", "27_inch", "32_inch"] | None,
        Field(description="Size of the monitor; leave it out for a laptop"),
        Code("invalid_monitor_size"),
    ] = None

    @model_validator(mode="after")
    def _complete(self) -> SubmitHardwareRequest:
        if self.justification not in _REASONS[self.request_type]:
            raise ValueError(f"{self.request_type} is for one of: {', '.join(_REASONS[self.request_type])}")
        laptop = self.request_type == "laptop_replacement"
        needed = ["laptop_os", "laptop_size"] if laptop else ["monitor_size"]
        if self.justification not in ("lost_or_stolen", "new_setup"):
            needed.append("current_asset_tag")
        missing = [name for name in needed if getattr(self, name) is None]
        if missing:
            raise ValueError(f"{self.request_type} also needs: {', '.join(missing)}")
        return self


@tool(
    "itsm",
    "read",
    "Tells whether the caller may have another laptop or a monitor: by role, by the age of the present device, and "
    "whether one is on order already. It shows the present device.",
)
def check_hardware_entitlement(world: World, params: CheckHardwareEntitlement) -> Result:
    """Says yes, or refuses with the reason."""
    entitlement = _entitlement(own_employee(world, params.employee_id), params.request_type)
    tag = entitlement.get("current_asset_tag")
    asset = asset_of(world, tag) if tag else None
    age = _age(world, asset) if asset else None
    _old_enough(params.request_type, age)
    return {
        "status": "success",
        "eligible": True,
        "employee_id": params.employee_id,
        "request_type": params.request_type,
        "current_asset_tag": tag,
        "device_age_months": age,
        "current_asset": fields(asset, "asset_tag", "os", "size", "model") if asset else None,
        "message": f"{params.employee_id} may have a {params.request_type}.",
    }


@tool(
    "itsm",
    "write",
    "Orders a laptop or a monitor for the caller, to be brought to a building and floor. It returns the number of "
    "the request.",
)
def submit_hardware_request(world: World, params: SubmitHardwareRequest) -> Result:
    """Adds a request and notes it as pending at the employee."""
    entitlement = _entitlement(own_employee(world, params.employee_id), params.request_type)
    building, _ = named(world, "building", params.delivery_building)
    if params.current_asset_tag:
        asset = asset_of(world, params.current_asset_tag)
        if asset.get("assigned_employee_id") != params.employee_id:
            raise Rejected(
                "not_assigned_to_caller", f"{params.current_asset_tag} is not a device of {params.employee_id}."
            )
        if params.justification not in _AT_ANY_AGE:
            _old_enough(params.request_type, _age(world, asset))
    number = add_request(
        world,
        "HW",
        {
            "request_id": None,
            "employee_id": params.employee_id,
            "request_type": params.request_type,
            "justification": params.justification,
            "current_asset_tag": params.current_asset_tag,
            "monitor_size": params.monitor_size,
            "laptop_os": params.laptop_os,
            "laptop_size": params.laptop_size,
            "delivery_building": building,
            "delivery_floor": params.delivery_floor,
            "status": "submitted",
            "created_date": world.today,
        },
    )
    entitlement.update(pending_request=True, pending_request_id=number)
    return {
        "status": "success",
        "request_id": number,
        "request_type": params.request_type,
        "message": f"Request {number} is filed.",
    }


def _entitlement(employee: Row, kind: str) -> Row:
    """What an employee may have of a kind, or ``no_entitlement`` or ``request_already_pending``."""
    found: Row | None = (employee.get("hardware_entitlements") or {}).get(kind)
    if found is None:
        raise Rejected("no_entitlement", f"{employee['employee_id']} may not have a {kind}.")
    if found.get("pending_request"):
        pending = found.get("pending_request_id")
        raise Rejected("request_already_pending", f"A {kind} is on order by {pending}.", pending_request_id=pending)
    return found


def _age(world: World, asset: Row) -> int:
    """Whole months since a device was bought."""
    bought, today = date.fromisoformat(asset["purchase_date"]), date.fromisoformat(world.today)
    months = (today.year - bought.year) * 12 + today.month - bought.month
    return months - (today.day < bought.day)


def _old_enough(kind: str, age: int | None) -> None:
    least, code = _AGES[kind]
    if age is not None and age < least:
        raise Rejected(code, f"The device is {age} months old; it is replaced after {least}.")
