"""Malpractice insurance of providers."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scenarios.hr.tools.fields import Npi
from scenarios.hr.tools.lookup import case_number, span
from scenarios.hr.tools.session import own_provider
from scenarios.parameters import Date
from scenarios.rows import Row
from scenarios.tool import Code, Params, Rejected, Result, tool
from scenarios.world import World

#: Coverage per occurrence in dollars below which the committee looks at a provider again.
_LEAST_COVERAGE = 1_000_000
#: Longest life of a policy, ten years; more is a slip of the ear.
_LONGEST_POLICY = 3660

Dollars = Annotated[int, Field(ge=1), Code("invalid_coverage_limit")]


class GetMalpracticeRecord(Params):
    """Parameters of `get_malpractice_record`."""

    npi: Npi


class UpdateMalpracticeCoverage(Params):
    """Parameters of `update_malpractice_coverage`."""

    npi: Npi
    new_carrier: Annotated[
        Literal["proassurance", "coverys", "the_doctors_company", "cna", "zurich", "mag_mutual"],
        Field(description="The insurer"),
        Code("invalid_carrier"),
    ]
    new_policy_number: Annotated[
        str,
        Field(
            pattern=r"^POL-\d{4}-[A-Z0-9]{6}$",
            description="Number of the new policy: POL, a year, and six letters or digits, such as POL-2027-7KD0Q2",
        ),
        Code("invalid_policy_number_format"),
    ]
    per_occurrence_limit_usd: Annotated[Dollars, Field(description="Coverage per occurrence in whole dollars")]
    aggregate_limit_usd: Annotated[Dollars, Field(description="Coverage in all in whole dollars")]
    effective_date: Annotated[Date, Field(description="First day of the new policy, as YYYY-MM-DD")]
    expiration_date: Annotated[Date, Field(description="Last day of the new policy, as YYYY-MM-DD")]


@tool("hr", "read", "Shows a provider's malpractice insurance: insurer, policy, limits and dates.")
def get_malpractice_record(world: World, params: GetMalpracticeRecord) -> Result:
    """Shows the insurance."""
    record = _record(own_provider(world, params.npi, as_provider=True))
    return {
        "status": "success",
        "malpractice": record,
        "message": f"Policy {record.get('policy_number')} of {record.get('carrier')}.",
    }


@tool(
    "hr",
    "write",
    "Replaces a provider's malpractice insurance. Less than one million dollars per occurrence sends the provider "
    "to a new review of the credentials. It returns the case number.",
)
def update_malpractice_coverage(world: World, params: UpdateMalpracticeCoverage) -> Result:
    """Overwrites the insurance on file."""
    provider = own_provider(world, params.npi, as_provider=True)
    record = _record(provider)
    span(params.effective_date, params.expiration_date, longest=_LONGEST_POLICY)
    number = case_number("MAL", provider["employee_id"])
    review = params.per_occurrence_limit_usd < _LEAST_COVERAGE
    record.update(
        carrier=params.new_carrier,
        policy_number=params.new_policy_number,
        per_occurrence_limit_usd=params.per_occurrence_limit_usd,
        aggregate_limit_usd=params.aggregate_limit_usd,
        effective_date=params.effective_date,
        expiration_date=params.expiration_date,
        recredential_required=review,
        update_case_id=number,
    )
    note = " The coverage is below the least allowed, so the credentials are reviewed again." if review else ""
    return {
        "status": "success",
        "npi": params.npi,
        "new_carrier": params.new_carrier,
        "new_policy_number": params.new_policy_number,
        "per_occurrence_limit_usd": params.per_occurrence_limit_usd,
        "aggregate_limit_usd": params.aggregate_limit_usd,
        "effective_date": params.effective_date,
        "expiration_date": params.expiration_date,
        "recredential_required": review,
        "case_id": number,
        "message": f"The insurance is updated under {number}.{note}",
    }


def _record(provider: Row) -> Row:
    found: Row | None = provider.get("malpractice")
    if not found:
        raise Rejected("record_not_found", f"Provider {provider['npi']} has no malpractice insurance on file.")
    return found
