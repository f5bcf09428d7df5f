"""Cancelling a journey and paying money back."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scenarios.airline.tools.fields import ConfirmationNumber, JourneyId
from scenarios.airline.tools.lookup import live_booking_of, move_seats, reservation_of
from scenarios.tool import Code, Params, Rejected, Result, tool
from scenarios.world import World

#: Kept back from the credit when a fare is not refundable, in dollars.
_CANCELLATION_FEE = 100
#: Reasons that make any fare refundable.
_REFUND_REASONS = frozenset({"irrops_refund", "24_hour_rule"})
_PROCESSING_DAYS = 7


class CancelReservation(Params):
    """Parameters of `cancel_reservation`."""

    confirmation_number: ConfirmationNumber
    journey_id: JourneyId
    cancellation_reason: Annotated[
        Literal["voluntary", "irrops_refund", "24_hour_rule", "schedule_unacceptable", "medical", "bereavement"],
        Field(description="Why it is cancelled; decides on refund or credit"),
        Code("invalid_cancellation_reason"),
    ]


class ProcessRefund(Params):
    """Parameters of `process_refund`."""

    confirmation_number: ConfirmationNumber
    refund_amount: Annotated[float, Field(allow_inf_nan=False, description="Amount in dollars")]
    refund_type: Annotated[
        Literal["full_fare", "partial_fare", "taxes_only", "ancillary_fees"],
        Field(description="What is refunded; fare and extras are separate refunds"),
        Code("invalid_refund_type"),
    ]


@tool(
    "airline",
    "write",
    "Cancels one booked journey and tells how much may be refunded or credited. It pays nothing out.",
)
def cancel_reservation(world: World, params: CancelReservation) -> Result:
    """Cancels a booking, returns its seats to sale and closes the reservation when nothing else is left."""
    reservation = reservation_of(world, params.confirmation_number)
    booking = live_booking_of(reservation, params.journey_id)
    refundable = reservation["fare_type"] == "refundable" or params.cancellation_reason in _REFUND_REASONS
    paid = booking["fare_paid"]
    booking["status"] = "cancelled"
    journey = world.table("journeys").get(params.journey_id)
    move_seats(journey, booking["fare_class"], len(reservation["passengers"]))
    closed = all(item["status"] == "cancelled" for item in reservation["bookings"])
    if closed:
        reservation["status"] = "cancelled"
    return {
        "status": "success",
        "confirmation_number": params.confirmation_number,
        "journey_id": params.journey_id,
        "is_refundable": refundable,
        "cancellation_fee": 0 if refundable else _CANCELLATION_FEE,
        "refund_amount_eligible": paid if refundable else 0,
        "credit_amount_eligible": 0 if refundable else max(0, round(paid - _CANCELLATION_FEE, 2)),
        "reservation_status": "cancelled" if closed else "active",
        "message": f"Journey {params.journey_id} is cancelled.",
    }


@tool(
    "airline",
    "write",
    "Refunds an amount to the original means of payment, after a cancellation. Call it once for the fare and "
    "once for the extras.",
)
def process_refund(world: World, params: ProcessRefund) -> Result:
    """Adds a refund, numbered within its booking.

    The number counts refunds, not calls: a refused call before the right one leaves no trace in the world.
    """
    reservation_of(world, params.confirmation_number)
    if params.refund_amount <= 0:
        raise Rejected("invalid_amount", "The amount must be above zero.")
    refunds = world.table("refunds")
    number = 1 + sum(item["confirmation_number"] == params.confirmation_number for item in refunds.values())
    code = f"REF-{params.confirmation_number}-{number:03d}"
    refunds[code] = {
        "refund_id": code,
        "confirmation_number": params.confirmation_number,
        "refund_amount": params.refund_amount,
        "refund_type": params.refund_type,
        "processing_days": _PROCESSING_DAYS,
        "initiated_date": world.today,
        "status": "processing",
    }
    return {
        "status": "success",
        "confirmation_number": params.confirmation_number,
        "refund_id": code,
        "refund_amount": params.refund_amount,
        "refund_type": params.refund_type,
        "processing_days": _PROCESSING_DAYS,
        "message": f"Refund {code} over ${params.refund_amount:.2f} is on its way.",
    }
