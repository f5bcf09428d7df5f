"""How an airline's writes are offered and reported: journeys and prices are looked up in what the tools have shown."""

from __future__ import annotations

from typing import Any

from agents.embedded.calibration.wording.template import Params, money
from scenarios.spoken import say, spell

_VOUCHERS = {
    "delay_over_2_hours": "12",
    "delay_over_4_hours": "15",
    "cancellation_wait_same_day": "15",
    "irrops_overnight": "25",
}


def offer(tool: str, params: Params, golden: Params, seen: list[dict[str, Any]]) -> str | None:
    """One sentence that says what a write would do; ``None`` for other tools.

    Args:
        tool: its name.
        params: its arguments as heard.
        golden: the response of a perfect call, for prices that tools only tell afterwards.
        seen: tool responses of this call, to look up journeys.
    """
    match tool:
        case "rebook_flight":
            cost = golden.get("cost_summary", {}).get("total_collected", 0)
            return f"I can move you to {_journey(params.get('new_journey_id'), seen)}. The total cost is {money(cost)}."
        case "cancel_reservation":
            return "I will cancel that flight for you."
        case "process_refund":
            return f"You get a refund of {money(params.get('refund_amount'))}."
        case "issue_travel_credit":
            return f"You get a travel credit of {money(params.get('amount'))}."
        case "issue_meal_voucher":
            worth = _VOUCHERS.get(str(params.get("voucher_reason")))
            return f"I can give you a meal voucher of {money(worth)}." if worth else "I can give you a meal voucher."
        case "issue_hotel_voucher":
            nights = params.get("num_nights", 1)
            noun = "night" if nights == 1 else "nights"
            return f"I can give you a hotel voucher for {say('count', str(nights))} {noun}."
        case "add_to_standby":
            return f"I can put you on standby for {_journey(params.get('journey_id'), seen)}. Standby is free."
        case "assign_seat" | "add_baggage_allowance" | "add_meal_request":
            return ""  # what was asked for is read back, and goes with the rest
    return None


def outcome(tool: str, params: Params, response: Params) -> str | None:
    """One sentence that reports a finished write; ``None`` for other tools."""
    match tool:
        case "rebook_flight":
            journey = response.get("new_journey", {})
            segments = journey.get("segments") or [{}]
            return f"You are now booked on {say('flight', str(segments[0].get('flight_number', '')))}."
        case "assign_seat":
            return "Your seat is assigned."
        case "add_baggage_allowance":
            return "Your bags are on the booking."
        case "add_meal_request":
            return "Your meal request is on the booking."
        case "cancel_reservation":
            return "Your flight is cancelled."
        case "process_refund":
            return f"Your refund of {money(params.get('refund_amount'))} is on its way."
        case "issue_travel_credit":
            return f"Your travel credit is {money(params.get('amount'))}."
        case "issue_meal_voucher":
            return "Your meal voucher is ready."
        case "issue_hotel_voucher":
            return "Your hotel voucher is ready."
        case "add_to_standby":
            return "You are on the standby list, and your own flight stays as it is."
    return None


def recap(code: str) -> str:
    """The confirmation number, read back letter by letter at the end of a call."""
    return f"Your confirmation number is {spell(code)}."


def _journey(journey_id: Any, seen: list[dict[str, Any]]) -> str:
    """A journey in words, looked up in what the tools have shown."""
    for response in reversed(seen):
        for option in response.get("options", []):
            if option.get("journey_id") == journey_id:
                flights = [s.get("flight_number", "") for s in option.get("segments", [])]
                leaves, lands = option.get("departure_time"), option.get("arrival_time")
                words = " and ".join(say("flight", str(f)) for f in flights if f)
                day = _date(str(journey_id))
                times = (
                    f", leaving at {say('time', leaves)} and arriving at {say('time', lands)}"
                    if leaves and lands
                    else ""
                )
                return f"{words} on {say('date', day)}{times}" if day else f"{words}{times}"
    parts = str(journey_id).split("_")
    flight = say("flight", parts[1]) if len(parts) > 2 else "that flight"
    day = _date(str(journey_id))
    return f"{flight} on {say('date', day)}" if day else flight


def _date(journey_id: str) -> str | None:
    digits = journey_id.rsplit("_", 1)[-1]
    return f"{digits[:4]}-{digits[4:6]}-{digits[6:]}" if len(digits) == 8 and digits.isdigit() else None
