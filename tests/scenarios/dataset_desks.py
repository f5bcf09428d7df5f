"""Small folders in the reference dataset's format for the hr and itsm desks, invented here."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import yaml

from scenarios.toolbox import Toolbox
from scenarios.world import World
from tests.scenarios import itsm_office, test_hr_tools

Calls = list[tuple[str, dict[str, Any]]]

OLD = "REQ-FAC-000042"
"""An id as tools gave it out when the record was written."""
HOUSE = {
    "name": "Harbour House",
    "translatable": True,
    "base": ["the docks"],
    "translations": {"fr": ["maison du port", "le port"], "hi": ["बंदरगाह भवन"]},
}
PAD = {"name": "Quillpad", "translatable": False, "base": ["the pad"], "translations": {"fr": ["le bloc"]}}
ME = itsm_office.ME

_SLOT = {"date": "2027-03-09", "start_time": "10:00", "end_time": "11:00"}
_LOOK = {"building_code": "<LOC:Harbour House>", **_SLOT, "min_capacity": 4, "equipment_required": ["whiteboard"]}
_BOOK = {"employee_id": ME, "room_code": "BLD4-FL1-RM117", **_SLOT, "attendee_count": 4}
_INVITE = {"request_id": OLD, "employee_id": ME, "room_code": "BLD4-FL1-RM117", **_SLOT}
ITSM_CALLS: Calls = [
    ("verify_employee_auth", {"employee_id": ME, "phone_last_four": "3141"}),
    ("check_room_availability", _LOOK),
    ("submit_room_booking", _BOOK),
    ("send_calendar_invite", _INVITE),
]

SHIFT, FREE = test_hr_tools.LOGGED, test_hr_tools.SLOT
_FIXED = {"employee_id": ME, "shift_id": SHIFT, "correction_type": "on_call_hours", "corrected_hours": 9.0}
_NOTICE = {"employee_id": ME, "case_id": "CASE-PAY-100001", "notification_type": "payroll_correction_submitted"}
_DESK = {"department_code": "NEUROLOGY", "appointment_type": "orientation_followup", "preferred_date": FREE[:10]}
HR_CALLS: Calls = [
    ("verify_employee_auth", {"employee_id": ME, "date_of_birth": "1990-05-17"}),
    ("get_employee_record", {"employee_id": ME}),
    ("check_correction_eligibility", {"employee_id": ME, "shift_id": SHIFT}),
    ("submit_payroll_correction", _FIXED),
    ("notify_department_manager", _NOTICE),
    ("check_appointment_availability", _DESK),
    (
        "schedule_orientation_followup",
        {"employee_id": ME, "department_code": "NEUROLOGY", "appointment_datetime": FREE},
    ),
]


def itsm_world() -> dict[str, Any]:
    """The raw database of the itsm record, with placeholders."""
    room = {
        "room_code": "BLD4-FL1-RM117",
        "building_code": "BLD4",
        "floor_code": "FL1",
        "capacity": 6,
        "equipment": ["whiteboard"],
        "bookings": [],
    }
    facilities = {
        "buildings": {"BLD4": {"building_code": "BLD4", "name": "Harbour House"}},
        "conference_rooms": {"BLD4-FL1-RM117": room},
    }
    apps = {"APP-7001": {"catalog_id": "APP-7001", "name": "Quillpad"}}
    tables = itsm_office.office(facilities=facilities, software_catalog={"applications": apps, "licenses": {}}).tables
    tables["employees"][ME].update(first_name="<FIRST_NAME>", last_name="<LAST_NAME_ROMANIZED>", phone_last_four="3141")
    return tables


def hr_world() -> dict[str, Any]:
    """The raw database of the hr record, with placeholders."""
    me = test_hr_tools.employee(ME, first_name="<FIRST_NAME>", last_name="<LAST_NAME>")
    me["onboarding_checklist"]["tasks"]["TB_TEST"]["status"] = "complete"
    shift = test_hr_tools.shift(SHIFT, "2027-01-04", status="logged", hours_logged=8.0)
    slots = {"orientation_followup": {"NEUROLOGY": {FREE[:10]: [FREE[11:], "15:00"]}}}
    return {
        "_current_date": "2027-01-06",
        "employees": {ME: me},
        "providers": {},
        "shifts": {SHIFT: shift},
        "unit_cert_requirements": {},
        "appointment_availability": slots,
        "org_holidays": [],
        "department_blackout_dates": {},
        "notifications": [],
        "session": {},
    }


def played(domain: str, world: dict[str, Any], calls: Calls) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The raw database after a path, and the trace of it as it was when `OLD` was given out."""
    live = World(copy.deepcopy(world))
    toolbox = Toolbox.for_domain(domain)
    trace: list[dict[str, Any]] = [{"event_type": "user_utterance", "utterance": "Hello."}]
    number = OLD
    for tool, params in calls:
        text = json.dumps(params).replace("<LOC:Harbour House>", "Harbour House").replace(OLD, number)
        answer = toolbox.call(live, tool, json.loads(text))
        number = answer.get("request_id", number)
        told = json.loads(json.dumps(answer).replace(number, OLD))
        trace.append({"event_type": "tool_call", "tool_name": tool, "params": params})
        trace.append({"event_type": "tool_response", "tool_name": tool, "status": answer["status"], "response": told})
    return live.tables, trace


def record(domain: str, calls: Calls | None = None, **changes: Any) -> dict[str, Any]:
    """One raw record of a desk; `changes` replace top-level fields."""
    world = itsm_world() if domain == "itsm" else hr_world()
    standard = ITSM_CALLS if domain == "itsm" else HR_CALLS
    expected, trace = played(domain, world, standard if calls is None else calls)
    base = {
        "id": "9.1",
        "current_date_time": f"{world['_current_date']} 10:00 PST",
        "user_goal": _ITSM_GOAL if domain == "itsm" else _HR_GOAL,
        "user_config": {"name": "<FIRST_NAME> <LAST_NAME>", "gender": "woman", "user_persona": "You are brief."},
        "starting_utterances": {"en": "Hello there.", "fr": "Bonjour.", "hi": "नमस्ते।"},
        "culture_overrides": {
            "en": {"first_name": "Noor", "last_name": "Vance"},
            "fr": {"first_name": "Zoé", "last_name": "Lefèvre"},
            "hi": {"first_name": "मीरा", "last_name": "कपूर"},
        },
        "romanized_culture_overrides": {
            "fr": {"first_name": "Zoe", "last_name": "Lefevre"},
            "hi": {"first_name": "Meera"},
        },
        "scenario_context": {"premise": "At work.", "category": "single_intent", "intents": [{"intent": "One"}]},
        "seed_data": {},
        "ground_truth": {"expected_scenario_db": expected, "expected_trace": {"trace": trace}},
    }
    return copy.deepcopy({**base, **changes})


def write(root: Path, domain: str, *rows: Any, aliases: tuple[dict[str, Any], ...] = (HOUSE, PAD)) -> Path:
    """Writes the folder; each record gets the same database."""
    theirs = "medical_hr" if domain == "hr" else domain
    folder = root / "data" / f"{theirs}_scenarios"
    folder.mkdir(parents=True)
    (root / "configs" / "agents").mkdir(parents=True)
    found = list(rows) or [record(domain)]
    (root / "data" / f"{theirs}_dataset.json").write_text(json.dumps(found, ensure_ascii=False), encoding="utf-8")
    world = itsm_world() if domain == "itsm" else hr_world()
    for row in found:
        (folder / f"{row['id']}.json").write_text(json.dumps(world, ensure_ascii=False), encoding="utf-8")
    if domain == "itsm" and aliases:
        (root / "data" / "itsm_aliases").mkdir()
        for number, alias in enumerate(aliases):
            file = root / "data" / "itsm_aliases" / f"a{number}.json"
            file.write_text(json.dumps(alias, ensure_ascii=False), encoding="utf-8")
    agent = {"role": "You answer calls.", "instructions": "Be kind.\n"}
    (root / "configs" / "agents" / f"{theirs}_agent.yaml").write_text(yaml.safe_dump(agent))
    (root / "configs" / "agents" / "initial_messages.yaml").write_text("en: Good day.\nfr: Bonne journée.\n")
    return root


_ITSM_GOAL = {
    "high_level_user_goal": "You need a room in <LOC:Harbour House> for 4 people.",
    "decision_tree": {"must_have": ["The room is booked."], "resolution": "You have a number."},
    "information_required": {
        "first_name": "<FIRST_NAME>",
        "employee_id": ME,
        "phone_last_four": "3141",
        "building_name": "<LOC:Harbour House>",
        "meeting_date": "2027-03-09",
        "start_time": "10:00",
        "end_time": "11:00",
        "attendee_count": 4,
        "required_equipment": ["whiteboard"],
    },
}
_HR_GOAL = {
    "high_level_user_goal": "You were on call for 9 hours on a shift and want to see somebody about orientation.",
    "decision_tree": {"must_have_criteria": []},
    "information_required": {
        "last_name": "<LAST_NAME>",
        "phone_number": "+1 (503) 555-3141",
        "employee_id": ME,
        "date_of_birth": "May 17, 1990",
        "shift_date": "2027-01-04",
        "shift_start_time": "7:00 AM",
        "correction_type": "on_call_hours",
        "corrected_hours": 9.0,
        "department_code": "NEUROLOGY",
        "preferred_date": "2027-02-16",
        "preferred_time": "10:00 AM",
        "privilege_codes": ["PRV-ECHO-031", "PRV-CARD-052"],
        "completion_codes": {"TB_TEST": "K7Q2"},
        "blackout_dates": [],
    },
}
