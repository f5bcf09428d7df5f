"""What the airline records of the reference dataset's format mean for us: slots, facts, criteria."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from scenarios.airline.tools.fields import FARE_CLASSES
from scenarios.model import EntityKind, Fact
from scenarios.reference_criteria import criteria
from scenarios.reference_mentions import Brief, read_date, read_phone, spoken_date
from scenarios.reference_plan import Asked, plan, told
from scenarios.reference_record import Golden, Reading

#: Parameters that an agent reads off earlier responses.
_RESULTS = frozenset(
    {
        "confirmation_number",
        "journey_id",
        "new_journey_id",
        "passenger_id",
        "passenger_ids",
        "passenger_count",
        "refund_amount",
        "amount",
        "flight_number",
        "fare_class",
        "new_fare_class",
        "meal_type",
        "num_bags",
    }
)

_WORKFLOWS = {
    "voluntary": "voluntary_change",
    "same_day": "same_day_change",
    "missed_flight_passenger_fault": "missed_flight",
    "missed_connection_airline_fault": "missed_flight",
}
_SEATS = ("window", "aisle", "middle", "no_preference")


def read(golden: Golden) -> Reading:
    """Derives plan, facts and criteria from a golden path."""
    brief = Brief(golden.record)
    asked = _asked(brief)
    steps = plan(golden, lambda tool, name, value: asked.get((tool, name)), _RESULTS.__contains__)
    needed = told(steps)
    facts: dict[str, Fact] = {}
    for fact in (*needed, *_further(golden)):
        facts.setdefault(fact.slot, fact)
    return Reading(
        plan=steps,
        facts=tuple(facts.values()),
        criteria=criteria(golden),
        details=_details(needed),
        workflow=_workflow(golden),
    )


def _asked(brief: Brief) -> dict[tuple[str, str], Asked]:
    """How the caller is asked for a parameter, and whether this caller can answer."""
    date = Asked(("travel_date", "return_date"), "date", brief.knows_date)
    flight = Asked(("flight_number", "second_flight_number"), "flight", brief.knows)
    cabin = Asked(("fare_class",), "choice", lambda value: value in FARE_CLASSES and brief.mentions(value))
    seat = Asked(("seat_preference",), "choice", lambda value: brief.lists(value), always=True)
    meal = Asked(("meal_type",), "choice", lambda value: value != "none", key="meal_preference")
    bags = Asked(("num_bags",), "count", lambda value: True, key="bags_checked")
    origin = Asked(("origin", "alternate_origin"), "airport", brief.knows)
    destination = Asked(("destination", "alternate_destination"), "airport", brief.knows)
    return {
        ("get_reservation", "confirmation_number"): _credential("confirmation_number", "code"),
        ("get_reservation", "last_name"): _credential("last_name", "name"),
        ("get_flight_status", "flight_number"): flight,
        ("get_flight_status", "flight_date"): date,
        ("get_disruption_info", "flight_number"): flight,
        ("get_disruption_info", "date"): date,
        ("search_rebooking_options", "origin"): origin,
        ("search_rebooking_options", "destination"): destination,
        ("search_rebooking_options", "date"): date,
        ("search_rebooking_options", "fare_class"): cabin,
        ("rebook_flight", "new_fare_class"): cabin,
        ("assign_seat", "seat_preference"): seat,
        ("add_meal_request", "meal_type"): meal,
        ("add_baggage_allowance", "num_bags"): bags,
    }


def _credential(slot: str, kind: EntityKind) -> Asked:
    # A caller who is verified by it must say it, also where the record hides it under some other key.
    return Asked((slot,), kind, lambda value: True, always=True)


def _further(golden: Golden) -> Iterator[Fact]:
    """Facts that the plan does not need and a caller may still be asked for."""
    record = golden.record
    information = record.user_goal.information_required
    yield Fact(slot="first_name", kind="name", value=record.caller.first_name)
    yield Fact(slot="last_name", kind="name", value=record.caller.last_name)
    for key, value in information.items():
        words = key.casefold().replace("_", " ")
        if isinstance(value, str) and "phone" in words and (digits := read_phone(value)):
            yield Fact(slot="phone_number", kind="digits", value=digits)
        if isinstance(value, str) and "date of birth" in words and (day := read_date(value)):
            yield Fact(slot="date_of_birth", kind="date", value=day)
        if isinstance(value, str) and "flight number" in words and re.fullmatch(r"[A-Z]{2,3}\d{1,4}", value):
            yield Fact(slot="flight_number", kind="flight", value=value)
    preference = information.get("seat_preference")
    first = preference.get("first_choice") if isinstance(preference, dict) else preference
    if first in _SEATS:
        yield Fact(slot="seat_preference", kind="choice", value=str(first))
    yield from _present_journey(information.get("original_travel_details"))


def _present_journey(details: Any) -> Iterator[Fact]:
    """Route and date of the journey that is booked now; several journeys would be several answers."""
    if not isinstance(details, list) or len(details) != 1 or not isinstance(details[0], dict):
        return
    for key in ("origin", "destination"):
        airport = str(details[0].get(key, ""))
        if re.fullmatch(r"[A-Z]{3}", airport):
            yield Fact(slot=key, kind="airport", value=airport)
    day = read_date(str(details[0].get("flight_date", "")))
    if day is not None:
        yield Fact(slot="original_date", kind="date", value=day)


def _details(facts: list[Fact]) -> str:
    """One sentence in the first person about what is wanted, from the facts that the golden path asks for."""
    values = {fact.slot: fact.value for fact in facts}
    wishes = []
    if "destination" in values:
        wishes.append(f"fly to {values['destination']}")
    if "travel_date" in values:
        wishes.append(f"travel on {spoken_date(values['travel_date'])}")
    if "return_date" in values:
        wishes.append(f"come back on {spoken_date(values['return_date'])}")
    seat = values.get("seat_preference")
    if seat in ("window", "aisle", "middle"):
        wishes.append(f"sit in {'an' if seat == 'aisle' else 'a'} {seat} seat")
    if not wishes:
        return ""
    *first, last = wishes
    return f"I would like to {', '.join(first)}{' and ' if first else ''}{last}."


def _workflow(golden: Golden) -> str:
    """The family of a request, from what its golden path does."""
    if golden.record.scenario_context.adversarial_vector:
        return "adversarial"
    tools = [tool for tool, _ in golden.calls]
    for tool, params in golden.calls:
        if tool == "rebook_flight":
            return _WORKFLOWS.get(str(params.get("rebooking_type", "")), "disruption")
    families = {
        "cancel_reservation": "cancellation",
        "add_to_standby": "standby",
        "issue_meal_voucher": "disruption",
        "issue_hotel_voucher": "disruption",
        "transfer_to_agent": "escalation",
    }
    return next((family for tool, family in families.items() if tool in tools), "service")
