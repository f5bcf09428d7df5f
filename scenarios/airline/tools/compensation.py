"""Credits and vouchers. A booking has one of each kind per code: a second one replaces the first."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scenarios.airline.tools.fields import ConfirmationNumber, PassengerId
from scenarios.airline.tools.lookup import passenger_of, reservation_of
from scenarios.days import year_later
from scenarios.tool import Code, Params, Rejected, Result, tool
from scenarios.world import World

#: What an agent may give away on its own, in dollars; credits that the fare rules owe have no limit.
_GOODWILL_LIMIT = 100
_GOODWILL = frozenset({"service_recovery", "goodwill"})

#: Value of a meal voucher in dollars.
_MEALS = {
    "delay_over_2_hours": 12,
    "delay_over_4_hours": 15,
    "cancellation_wait_same_day": 15,
    "irrops_overnight": 25,
}


class IssueTravelCredit(Params):
    """Parameters of `issue_travel_credit`."""

    confirmation_number: ConfirmationNumber
    passenger_id: PassengerId
    amount: Annotated[float, Field(allow_inf_nan=False, description="Value in dollars")]
    credit_reason: Annotated[
        Literal[
            "cancellation_non_refundable",
            "fare_difference_negative",
            "service_recovery",
            "goodwill",
            "downgrade_compensation",
        ],
        Field(description="What the credit is for"),
        Code("invalid_credit_reason"),
    ]


class IssueHotelVoucher(Params):
    """Parameters of `issue_hotel_voucher`."""

    confirmation_number: ConfirmationNumber
    passenger_id: PassengerId
    num_nights: Annotated[int, Field(ge=1, description="Nights that the airline pays")]


class IssueMealVoucher(Params):
    """Parameters of `issue_meal_voucher`."""

    confirmation_number: ConfirmationNumber
    passenger_id: PassengerId
    voucher_reason: Annotated[
        Literal["delay_over_2_hours", "delay_over_4_hours", "cancellation_wait_same_day", "irrops_overnight"],
        Field(description="Why the passenger waits; decides on the value"),
        Code("invalid_voucher_reason"),
    ]


@tool("airline", "write", "Gives a passenger a credit for later travel, valid for twelve months.")
def issue_travel_credit(world: World, params: IssueTravelCredit) -> Result:
    """Adds a travel credit."""
    reservation = reservation_of(world, params.confirmation_number)
    passenger_of(reservation, params.passenger_id)
    if params.amount <= 0:
        raise Rejected("invalid_amount", "The amount must be above zero.")
    if params.credit_reason in _GOODWILL and params.amount > _GOODWILL_LIMIT:
        raise Rejected("exceeds_authority", f"Goodwill above ${_GOODWILL_LIMIT} needs a supervisor.")
    code = f"TC{params.confirmation_number}{params.passenger_id[:3]}"
    world.table("travel_credits")[code] = {
        "credit_code": code,
        "confirmation_number": params.confirmation_number,
        "passenger_id": params.passenger_id,
        "amount": params.amount,
        "credit_reason": params.credit_reason,
        "issued_date": world.today,
        "expiry_date": year_later(world.today),
        "status": "active",
    }
    return {
        "status": "success",
        "confirmation_number": params.confirmation_number,
        "passenger_id": params.passenger_id,
        "credit_code": code,
        "amount": params.amount,
        "valid_months": 12,
        "message": f"Travel credit {code} over ${params.amount:g} is issued.",
    }


@tool("airline", "write", "Gives a passenger a voucher for a hotel near the airport.")
def issue_hotel_voucher(world: World, params: IssueHotelVoucher) -> Result:
    """Adds a hotel voucher."""
    reservation = reservation_of(world, params.confirmation_number)
    passenger_of(reservation, params.passenger_id)
    code = f"HOTEL-{params.confirmation_number}"
    world.table("hotel_vouchers")[code] = {
        "voucher_code": code,
        "confirmation_number": params.confirmation_number,
        "passenger_id": params.passenger_id,
        "num_nights": params.num_nights,
        "issued_date": world.today,
        "status": "active",
    }
    return {
        "status": "success",
        "confirmation_number": params.confirmation_number,
        "passenger_id": params.passenger_id,
        "voucher_code": code,
        "number_of_nights": params.num_nights,
        "valid_at": "Any hotels in airport area",
        "message": f"Hotel voucher {code} is issued, nights: {params.num_nights}.",
    }


@tool(
    "airline",
    "write",
    "Gives a passenger a voucher for a meal at the airport; its value follows from the reason.",
)
def issue_meal_voucher(world: World, params: IssueMealVoucher) -> Result:
    """Adds a meal voucher."""
    reservation = reservation_of(world, params.confirmation_number)
    passenger_of(reservation, params.passenger_id)
    amount = _MEALS[params.voucher_reason]
    code = f"MEAL-{params.confirmation_number}-{params.passenger_id[:4]}"
    world.table("meal_vouchers")[code] = {
        "voucher_code": code,
        "confirmation_number": params.confirmation_number,
        "passenger_id": params.passenger_id,
        "amount": amount,
        "voucher_reason": params.voucher_reason,
        "issued_date": world.today,
        "status": "active",
    }
    return {
        "status": "success",
        "confirmation_number": params.confirmation_number,
        "passenger_id": params.passenger_id,
        "voucher_code": code,
        "amount": amount,
        "valid_at": "Airport terminal restaurants",
        "message": f"Meal voucher {code} over ${amount} is issued.",
    }
