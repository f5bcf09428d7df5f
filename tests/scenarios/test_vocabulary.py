"""What anybody at a desk knows to choose from."""

import pytest

from scenarios.toolbox import Toolbox
from scenarios.vocabulary import choices, closed_lists, named, names

WORLD = {
    "software_catalog": {
        "applications": {"APP-1": {"name": "Datadog"}, "APP-2": {"name": "Confluence", "name_aliases": ["the wiki"]}},
        "licenses": {"LIC-1": {"name": "IntelliJ IDEA"}},
    },
    "facilities": {
        "buildings": {"BLD1": {"name": "Headquarters", "name_aliases": ["HQ", "headquarters"]}},
        "zones": {"PZA": {"name": "North Garage"}},
        "conference_rooms": {"R1": {"equipment": ["projector", "whiteboard"]}, "R2": {"equipment": ["projector"]}},
    },
}


@pytest.mark.parametrize(
    ("parameter", "known"),
    [
        ("application_name", ("Datadog", "Confluence", "the wiki")),
        ("license_name", ("IntelliJ IDEA",)),
        ("delivery_building", ("Headquarters", "HQ")),
        ("zone_code", ("North Garage",)),
        ("zone_or_building", ("North Garage", "Headquarters", "HQ")),
        ("equipment_required", ("projector", "whiteboard")),
        ("employee_id", ()),
    ],
)
def test_names_stand_in_the_world_each_once(parameter, known):
    assert names(WORLD, parameter) == known
    assert names({}, parameter) == ()


def test_closed_lists_come_from_the_schemas_and_any_is_no_choice():
    lists = closed_lists(Toolbox.for_domain("airline"))
    assert lists["assign_seat", "seat_preference"] == ("window", "aisle", "middle", "no_preference")
    assert "any" not in lists["search_rebooking_options", "fare_class"]
    assert ("assign_seat", "journey_id") not in lists


def test_a_slots_choices_are_its_closed_list_else_the_names_of_the_world():
    lists = closed_lists(Toolbox.for_domain("hr"))
    assert choices(lists, WORLD, "pto_type") == ("pto", "sick")
    assert choices(lists, WORLD, "pto_type_2") == ("pto", "sick")
    assert choices(lists, WORLD, "building_code") == ("Headquarters", "HQ")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("It's the wiki, please.", "the wiki"),
        ("I need intellij idea.", "IntelliJ IDEA"),
        ("The data dog?", None),
        ("", None),
    ],
)
def test_a_name_counts_when_all_its_words_stand_in_a_text(text, name):
    assert named(text, ("Datadog", "the wiki", "wiki", "IntelliJ IDEA")) == name
