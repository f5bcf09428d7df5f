"""DEA registrations of providers and their move to another facility."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scenarios.hr.tools.fields import DeaNumber, FacilityCode, Npi, StateCode
from scenarios.hr.tools.lookup import case_number
from scenarios.hr.tools.session import own_provider
from scenarios.parameters import Date
from scenarios.rows import Row
from scenarios.tool import Code, Params, Rejected, Result, tool
from scenarios.world import World


class GetDeaRecord(Params):
    """Parameters of `get_dea_record`."""

    npi: Npi
    dea_number: DeaNumber


class TransferDeaRegistration(Params):
    """Parameters of `transfer_dea_registration`."""

    npi: Npi
    dea_number: DeaNumber
    new_facility_code: Annotated[
        FacilityCode,
        Field(description="Facility it moves to, which is not the provider's present one; such as QRS-41T"),
    ]
    new_state_code: Annotated[StateCode, Field(description="State of the new facility, by its two letters")]
    transfer_reason: Annotated[
        Literal["facility_relocation", "role_change", "additional_practice_site"],
        Field(
            description="facility_relocation: same work elsewhere; role_change: other clinical work; "
            "additional_practice_site: a second place beside the present one"
        ),
        Code("invalid_transfer_reason"),
    ]
    effective_date: Annotated[Date, Field(description="Day from which it counts, as YYYY-MM-DD")]


@tool("hr", "read", "Shows a provider's DEA registration: facility, state, schedules, end and status.")
def get_dea_record(world: World, params: GetDeaRecord) -> Result:
    """Shows a registration."""
    provider = own_provider(world, params.npi, as_provider=True, second_factor=True)
    return {
        "status": "success",
        "dea_registration": _registration(provider, params.dea_number),
        "message": f"Registration {params.dea_number}.",
    }


@tool(
    "hr",
    "write",
    "Moves a DEA registration to another facility and state from a day on; until then the present one counts. It "
    "returns the case number.",
)
def transfer_dea_registration(world: World, params: TransferDeaRegistration) -> Result:
    """Notes the move in the registration, which keeps its facility until the day comes."""
    provider = own_provider(world, params.npi, as_provider=True, second_factor=True)
    registration = _registration(provider, params.dea_number)
    number = case_number("DEA", provider["employee_id"])
    registration["pending_transfer"] = {
        "new_facility_code": params.new_facility_code,
        "new_state_code": params.new_state_code,
        "transfer_reason": params.transfer_reason,
        "effective_date": params.effective_date,
        "transfer_case_id": number,
    }
    registration["status"] = "transfer_pending"
    return {
        "status": "success",
        "npi": params.npi,
        "dea_number": params.dea_number,
        "current_facility_code": registration.get("facility_code"),
        "current_state_code": registration.get("state_code"),
        "new_facility_code": params.new_facility_code,
        "new_state_code": params.new_state_code,
        "transfer_reason": params.transfer_reason,
        "effective_date": params.effective_date,
        "case_id": number,
        "message": f"The move to {params.new_facility_code} is filed as {number}.",
    }


def _registration(provider: Row, number: str) -> Row:
    found: Row | None = provider.get("dea_registration")
    if not found or found.get("dea_number") != number:
        raise Rejected("dea_record_not_found", f"Provider {provider['npi']} has no DEA number {number}.")
    return found
