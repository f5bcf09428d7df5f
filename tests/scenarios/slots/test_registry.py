"""Every slot has words, and every parameter a slot."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenarios.slots import UNASKED, Entry, entries, entry
from scenarios.toolbox import Toolbox

DOMAINS = ("airline", "hr", "itsm")


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_parameter_that_a_caller_can_be_asked_for_has_an_entry(domain):
    known = {e.slot for e in entries(domain)}
    parameters = {
        name
        for schema in Toolbox.for_domain(domain).schemas()
        for name in schema["parameters"]["properties"]
        if name not in UNASKED[domain]
    }
    assert parameters <= known


@pytest.mark.parametrize("domain", DOMAINS)
def test_a_slot_has_one_entry_with_all_it_needs(domain):
    found = entries(domain)
    assert len({e.slot for e in found}) == len(found)
    for e in found:
        assert re.compile(e.cue).search(e.ask.lower()), e.slot  # its own question holds its own words
        assert re.compile(e.cue).search(e.thing.lower()), e.slot
        assert e.ask.endswith((".", "?"))
        assert e.wording
        assert all("{}" in lead or re.search(r"\{(a|A|cap)\}", lead) for lead in e.wording)
        assert e.noun == e.noun.strip() != ""


def test_a_domains_own_entry_goes_before_the_shared_one():
    assert entry("start_date", "hr").noun != entry("start_date", "itsm").noun
    assert entry("start_date", "elsewhere").noun == "the start date"


def test_a_slot_of_another_domain_is_found():
    assert entry("shift_id", "itsm") == entry("shift_id", "hr")


@pytest.mark.parametrize(
    ("slot", "noun", "question"),
    [
        ("badge_colour", "the badge colour", "What is the badge colour, please?"),
        ("meeting_id", "the meeting number", "What is the meeting number, please?"),
        ("start_date_2", "the second start date", "What is the second start date, please?"),
        ("badge_colour_3", "the third badge colour", "What is the third badge colour, please?"),
    ],
)
def test_unknown_and_numbered_slots_get_their_words_from_their_names(slot, noun, question):
    made = entry(slot)
    assert (made.noun, made.ask) == (noun, question)
    assert re.search(made.cue, question.lower())


def test_a_second_value_is_asked_for_by_its_ordinal_alone():
    first, second = entry("start_date"), entry("start_date_2")
    assert not re.search(second.cue, first.ask.lower())
    assert re.search(second.cue, "and the second start date?")


@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyz_0123456789", min_size=1, max_size=24))
def test_any_name_has_words_by_which_its_question_is_known(slot):
    made = entry(slot)
    assert isinstance(made, Entry)
    assert re.search(made.cue, made.ask.lower())
