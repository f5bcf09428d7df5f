"""Which slots a question is about."""

import pytest

from scenarios.slots import asked, entries, entry
from scenarios.slots.asked import places

HR, ITSM, AIRLINE = entries("hr"), entries("itsm"), entries("airline")

CASES = [
    (
        HR,
        {"employee_id", "date_of_birth"},
        "may i have your employee number and your date of birth, please?",
        ("employee_id", "date_of_birth"),
    ),
    (
        HR,
        {"employee_id", "colleague_employee_id"},
        "what is your colleague's employee number?",
        ("colleague_employee_id",),
    ),
    (
        HR,
        {"employee_id", "colleague_employee_id"},
        "your employee number and your colleague's employee number, please",
        ("employee_id", "colleague_employee_id"),
    ),
    (HR, {"employee_id"}, "what is your colleague's employee number?", ("colleague_employee_id",)),
    (
        HR,
        {"npi", "supervising_physician_npi"},
        "your supervising physician's npi, please",
        ("supervising_physician_npi",),
    ),
    (HR, {"npi", "supervising_physician_npi"}, "what is your n p i number?", ("npi",)),
    (HR, {"start_date", "leave_start_date"}, "what is the start date of your leave, please?", ("leave_start_date",)),
    (HR, {"start_date", "leave_start_date"}, "what is the start date of your time off, please?", ("start_date",)),
    (HR, {"leave_start_date", "leave_end_date"}, "when does your leave start?", ("leave_start_date",)),
    (
        HR,
        {"leave_start_date", "leave_end_date"},
        "the start date and the end date, please",
        ("leave_start_date", "leave_end_date"),
    ),
    (HR, {"facility_code", "new_facility_code"}, "and the new facility code?", ("new_facility_code",)),
    (HR, {"date_of_birth", "dependent_date_of_birth"}, "what is your date of birth?", ("date_of_birth",)),
    (
        HR,
        {"date_of_birth", "dependent_date_of_birth"},
        "your child's date of birth, please",
        ("dependent_date_of_birth",),
    ),
    (
        HR,
        {"pto_type", "start_date"},
        "the kind of time off and the start date of your time off, please?",
        ("pto_type", "start_date"),
    ),
    (HR, {"pin", "otp_code"}, "can you give me your pin?", ("pin",)),
    (
        HR,
        {"expiration_date", "document_expiration_date"},
        "what is the expiration date of the document?",
        ("document_expiration_date",),
    ),
    (
        ITSM,
        {"phone_last_four", "employee_id"},
        "the last four digits of your phone number, please?",
        ("phone_last_four",),
    ),
    (
        ITSM,
        {"phone_last_four", "new_phone_last_four"},
        "the last four digits of your new phone number?",
        ("new_phone_last_four",),
    ),
    (
        ITSM,
        {"phone_last_four", "new_phone_last_four"},
        "what are the last four digits of the phone you want to use?",
        ("new_phone_last_four",),
    ),
    (
        ITSM,
        {"phone_last_four", "new_phone_last_four"},
        "the last four digits of the phone on file?",
        ("phone_last_four",),
    ),
    (
        ITSM,
        {"employee_id", "escalate_to_employee_id"},
        "what is the employee number of the one above your manager?",
        ("escalate_to_employee_id",),
    ),
    (
        ITSM,
        {"otp_code", "manager_auth_code"},
        "may i have your manager authorization code, please?",
        ("manager_auth_code",),
    ),
    (ITSM, {"building_code", "floor_code"}, "which building and which floor is it?", ("building_code", "floor_code")),
    (ITSM, {"start_time", "end_time"}, "what is the end time, please?", ("end_time",)),
    (ITSM, {"asset_tag", "current_asset_tag"}, "the asset tag of your current device?", ("current_asset_tag",)),
    (
        ITSM,
        {"employee_id", "new_hire_employee_id"},
        "the new hire's employee number, please?",
        ("new_hire_employee_id",),
    ),
    (
        HR,
        {"completion_code"},  # of the one task that is done, which the narrower slot names with the same words
        "may i have the completion code for the tb test, please?",
        ("completion_code",),
    ),
    (
        HR,
        {"completion_code", "tb_test_code"},
        "may i have the completion code for the tb test, please?",
        ("tb_test_code",),
    ),
    (AIRLINE, {"travel_date", "return_date"}, "what is the return date?", ("return_date",)),
    (AIRLINE, {"travel_date"}, "what is your date of birth?", ("date_of_birth",)),
]


@pytest.mark.parametrize(("known", "held", "text", "slots"), CASES)
def test_the_narrower_goes_before_the_wider(known, held, text, slots):
    assert asked(text, known, held) == slots


def test_without_a_held_one_the_others_are_named():
    assert asked("what is the asset tag?", ITSM, {"employee_id"})[0] == "asset_tag"
    assert asked("what a lovely morning", ITSM, {"employee_id"}) == ()


def test_places_are_those_of_the_words():
    text = "your employee number and your date of birth"
    found = places(text, HR, {"employee_id", "date_of_birth"})
    assert [(name, text[start:end]) for name, start, end in found] == [
        ("employee_id", "employee number"),
        ("date_of_birth", "date of birth"),
    ]


def test_a_slot_of_somebody_elses_pack_is_known_by_its_name():
    own = (*HR, entry("badge_colour"))
    assert asked("what is the badge colour?", own, {"employee_id", "badge_colour"}) == ("badge_colour",)
    assert asked("which colour has the badge?", own, {"employee_id", "badge_colour"}) == ()
