"""State licenses of providers and their extension."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, ValidationInfo, field_validator

from scenarios.hr.tools.fields import LicenseNumber, Npi
from scenarios.hr.tools.lookup import case_number
from scenarios.hr.tools.session import own_provider
from scenarios.rows import Row
from scenarios.tool import Code, Params, Rejected, Result, tool
from scenarios.world import World

#: For how long a license may be extended, in days.
_TERMS = (30, 60, 90)
#: How long before its end a license may be extended, in days.
_WINDOW = 60


def _term(value: int) -> int:
    if value not in _TERMS:
        raise ValueError(f"must be one of {', '.join(map(str, _TERMS))}")
    return value


class GetLicenseRecord(Params):
    """Parameters of `get_license_record`."""

    npi: Npi
    state_license_number: LicenseNumber


class CheckExtensionEligibility(Params):
    """Parameters of `check_extension_eligibility`."""

    npi: Npi
    state_license_number: LicenseNumber


class SubmitLicenseExtension(Params):
    """Parameters of `submit_license_extension`."""

    npi: Annotated[Npi, Field(description="NPI of the provider whose license is extended, ten digits")]
    state_license_number: LicenseNumber
    extension_type: Annotated[
        Literal["provisional", "supervised"],
        Field(description="provisional: works alone meanwhile; supervised: works under another physician"),
        Code("invalid_extension_type"),
    ]
    extension_days: Annotated[
        int,
        Field(description="Length in days: 30, 60 or 90"),
        AfterValidator(_term),
        Code("invalid_extension_days"),
    ]
    supervising_physician_npi: Annotated[
        Npi | None,
        Field(
            description="NPI of the physician who supervises; only for a supervised extension, and not the provider's"
        ),
        Code("invalid_npi_format"),
    ] = None

    @field_validator("supervising_physician_npi", mode="before")
    @classmethod
    def _only_when_supervised(cls, value: object, info: ValidationInfo) -> object:
        """Nobody supervises a provisional extension, whatever an agent writes there."""
        return None if value == "" or info.data.get("extension_type") == "provisional" else value


@tool("hr", "read", "Shows a provider's license: kind, end, status, and an extension if one was asked for.")
def get_license_record(world: World, params: GetLicenseRecord) -> Result:
    """Shows a license."""
    license_ = _license(own_provider(world, params.npi, as_provider=True), params.state_license_number)
    return {
        "status": "success",
        "license": license_,
        "message": f"License {params.state_license_number} ends on {license_['expiration_date']}.",
    }


@tool(
    "hr",
    "read",
    "Tells whether a license may be extended: not while an extension is pending or an investigation is open, not "
    "once it has ended, and not more than 60 days before its end.",
)
def check_extension_eligibility(world: World, params: CheckExtensionEligibility) -> Result:
    """Says yes, or refuses with the reason."""
    license_ = _license(own_provider(world, params.npi, as_provider=True), params.state_license_number)
    _extendable(world, license_)
    return {
        "status": "success",
        "eligible": True,
        "license_expiration_date": license_["expiration_date"],
        "message": f"License {params.state_license_number} may be extended.",
    }


@tool("hr", "write", "Asks for the extension of a license that ends soon. It returns the case number.")
def submit_license_extension(world: World, params: SubmitLicenseExtension) -> Result:
    """Files an extension, which the committee decides on."""
    provider = own_provider(world, params.npi, as_provider=True)
    license_ = _license(provider, params.state_license_number)
    _extendable(world, license_)
    if params.extension_type == "supervised":
        _supervisor(world, params)
    number = case_number("LIC", provider["employee_id"])
    license_.update(
        extension_status="pending",
        extension_type=params.extension_type,
        extension_days=params.extension_days,
        supervising_physician_npi=params.supervising_physician_npi,
        extension_case_id=number,
    )
    return {
        "status": "success",
        "npi": params.npi,
        "state_license_number": params.state_license_number,
        "extension_type": params.extension_type,
        "extension_days": params.extension_days,
        "supervising_physician_npi": params.supervising_physician_npi,
        "case_id": number,
        "message": f"The extension by {params.extension_days} days is filed as {number}.",
    }


def _license(provider: Row, number: str) -> Row:
    found: Row | None = (provider.get("licenses") or {}).get(number)
    if found is None:
        raise Rejected("license_not_found", f"Provider {provider['npi']} has no license {number}.")
    return found


def _extendable(world: World, license_: Row) -> None:
    number = license_["state_license_number"]
    if license_.get("extension_status") is not None:
        raise Rejected("already_extended", f"An extension of {number} is under way already.")
    if license_.get("investigation_hold"):
        raise Rejected("investigation_hold", f"License {number} is under investigation.")
    left = (date.fromisoformat(license_["expiration_date"]) - date.fromisoformat(world.today)).days
    if left < 0:
        raise Rejected("license_expired", f"License {number} ended on {license_['expiration_date']}.")
    if left > _WINDOW:
        raise Rejected("extension_too_early", f"License {number} has {left} days left; at most {_WINDOW} are allowed.")


def _supervisor(world: World, params: SubmitLicenseExtension) -> None:
    supervisor = params.supervising_physician_npi
    if supervisor is None or supervisor == params.npi:
        raise Rejected("supervising_physician_required", "A supervised extension needs the NPI of another physician.")
    if supervisor not in world.table("providers"):
        raise Rejected("supervising_physician_not_found", f"There is no physician with NPI {supervisor}.")
