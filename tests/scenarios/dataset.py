"""A small folder in the reference dataset's format, invented here: its reader is tested without that data."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import yaml

from scenarios.files import stays_inside
from scenarios.toolbox import Toolbox
from scenarios.world import World

CABINS = ("basic_economy", "main_cabin", "premium_economy", "business", "first")


def _journey(number: str, day: str, start: str, end: str, fare: float) -> dict[str, Any]:
    name = f"FL_{number}_{day.replace('-', '')}"
    fares = {
        "basic_economy": fare - 50,
        "main_cabin": fare,
        "premium_economy": None,
        "business": None,
        "first": None,
    }
    flight = {
        "segment_number": 1,
        "flight_number": number,
        "origin": "OSL",
        "destination": "CDG",
        "scheduled_departure": start,
        "scheduled_arrival": end,
        "status": "scheduled",
        "available_seats": dict.fromkeys(CABINS, 3),
        "available_seat_types": {cabin: ["window", "aisle"] for cabin in CABINS},
        "fares": fares,
    }
    return {
        "journey_id": name,
        "origin": "OSL",
        "destination": "CDG",
        "date": day,
        "status": "scheduled",
        "bookable": True,
        "num_stops": 0,
        "total_duration_minutes": 120,
        "fares": fares,
        "segments": [flight],
    }


def world() -> dict[str, Any]:
    """The raw database, with placeholders."""
    booked = {
        "flight_number": "QX100",
        "date": "2026-05-01",
        "fare_paid": 200.0,
        "seat": "22C",
        "bags_checked": 1,
        "meal_request": None,
    }
    reservation = {
        "confirmation_number": "AB12CD",
        "status": "confirmed",
        "fare_type": "non_refundable",
        "passengers": [
            {
                "passenger_id": "PAX001",
                "first_name": "<FIRST_NAME>",
                "last_name": "<LAST_NAME_ROMANIZED>",
                "email": "<FIRST_NAME_ROMANIZED>.<LAST_NAME_ROMANIZED>@example.com",
                "phone": "<PHONE>",
                "meal_preference": "none",
            }
        ],
        "bookings": [
            {
                "journey_id": "FL_QX100_20260501",
                "fare_class": "main_cabin",
                "fare_paid": 200.0,
                "status": "confirmed",
                "segments": [booked],
            }
        ],
    }
    journeys = [
        _journey("QX100", "2026-05-01", "12:00", "14:00", 200.0),
        _journey("QX200", "2026-05-09", "09:00", "11:00", 220.0),
    ]
    return {
        "reservations": {"AB12CD": reservation},
        "journeys": {item["journey_id"]: item for item in journeys},
        "disruptions": {},
        "refunds": {},
    }


CALLS: list[tuple[str, dict[str, Any]]] = [
    ("get_reservation", {"confirmation_number": "AB12CD", "last_name": "<LAST_NAME_ROMANIZED>"}),
    (
        "search_rebooking_options",
        {
            "origin": "OSL",
            "destination": "CDG",
            "date": "2026-05-09",
            "passenger_count": 1,
            "fare_class": "main_cabin",
        },
    ),
    (
        "rebook_flight",
        {
            "confirmation_number": "AB12CD",
            "journey_id": "FL_QX100_20260501",
            "new_journey_id": "FL_QX200_20260509",
            "rebooking_type": "voluntary",
            "waive_change_fee": False,
        },
    ),
    (
        "assign_seat",
        {
            "confirmation_number": "AB12CD",
            "passenger_id": "PAX001",
            "journey_id": "FL_QX200_20260509",
            "seat_preference": "window",
        },
    ),
    (
        "add_baggage_allowance",
        {"confirmation_number": "AB12CD", "journey_id": "FL_QX200_20260509", "num_bags": 2},
    ),
]


def expected(calls: list[tuple[str, dict[str, Any]]] | None = None) -> dict[str, Any]:
    """The raw database after the golden path; tools do not care that names are placeholders."""
    live = World({**world(), "_current_date": "2026-04-20"})
    toolbox = Toolbox.for_domain("airline")
    for tool, params in CALLS if calls is None else calls:
        toolbox.call(live, tool, params)
    live.tables["session"] = {"confirmation_number": "AB12CD", "last_name": "<LAST_NAME_ROMANIZED>"}
    return live.tables


def record(**changes: Any) -> dict[str, Any]:
    """One raw record; `changes` replace top-level fields."""
    trace = [{"event_type": "user_utterance", "utterance": "Hello."}]
    trace += [{"event_type": "tool_call", "tool_name": tool, "params": params} for tool, params in CALLS]
    base = {
        "id": "9.9",
        "current_date_time": "2026-04-20 10:00 CET",
        "user_goal": {
            "high_level_user_goal": "You want to fly on May 9 instead of May 1.",
            "decision_tree": {
                "must_have_criteria": [
                    "The new flight leaves on 2026-05-09.",
                    "The total cost of the change is $100 or less.",
                    "You must arrive no later than 1:00 PM.",
                ],
                "nice_to_have_criteria": ["You would like a window seat."],
                "negotiation_behavior": ["Ask for the price first."],
                "resolution": "The change is confirmed.",
                "failure_condition": "There is no such flight.",
                "escalation_behavior": "Do not ask for a person.",
                "edge_cases": [],
            },
            "information_required": {
                "confirmation_number": "AB12CD",
                "last_name": "<LAST_NAME>",
                "phone_number": "<PHONE>",
                "Date of birth": "March 4, 1981",
                "seat_preference": {"first_choice": "window", "second_choice": "aisle"},
                "original_travel_details": [{"origin": "OSL", "destination": "CDG", "flight_date": "2026-05-01"}],
            },
        },
        "user_config": {
            "name": "<FIRST_NAME> <LAST_NAME>",
            "gender": "woman",
            "user_persona": "You are brief.",
        },
        "starting_utterances": {"en": "I need to move my flight."},
        "culture_overrides": {
            "en": {"first_name": "Søren", "last_name": "Ødegård", "phone": "+1-212-555-0188"},
            "ko": {"first_name": "현준", "last_name": "양", "companion": {"first_name": "민아"}},
        },
        "romanized_culture_overrides": {"en": {"first_name": "Soren", "last_name": "Odegard"}},
        "scenario_context": {"premise": "A change of plans."},
        "ground_truth": {
            "expected_scenario_db": expected(),
            "expected_trace": {"trace": trace, "total_turns": 4},
        },
    }
    return copy.deepcopy({**base, **changes})


def write(root: Path, *records: Any) -> Path:
    """Writes the folder; each record gets the same database."""
    (root / "data" / "airline_scenarios").mkdir(parents=True)
    (root / "configs" / "agents").mkdir(parents=True)
    rows = list(records) or [record()]
    (root / "data" / "airline_dataset.json").write_text(json.dumps(rows, ensure_ascii=False), encoding="utf-8")
    for row in rows:
        if isinstance(row, dict) and stays_inside(str(row.get("id", ""))):
            file = root / "data" / "airline_scenarios" / f"{row['id']}.json"
            file.write_text(json.dumps(world()), encoding="utf-8")
    agent = {"role": "You answer calls.", "instructions": "Be kind.\n", "tools": []}
    (root / "configs" / "agents" / "airline_agent.yaml").write_text(yaml.safe_dump(agent))
    (root / "configs" / "agents" / "initial_messages.yaml").write_text("en: Good day.\nde: Guten Tag.\n")
    return root
