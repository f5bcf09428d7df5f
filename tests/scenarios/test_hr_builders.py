"""What hr calls are put together from: people, records, worlds, drafts and requests."""

from __future__ import annotations

import copy
import datetime
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenarios.build import complete
from scenarios.days import in_days, weekday
from scenarios.hr import records, words
from scenarios.hr.draft import Draft
from scenarios.hr.parts import (
    dea_transfer,
    family_leave,
    license_extension,
    malpractice_coverage,
    onboarding,
    refusals,
    shift_swap,
)
from scenarios.hr.parts.malpractice_coverage import Cover
from scenarios.hr.parts.onboarding import Meeting
from scenarios.hr.people import Person, person, sister_site
from scenarios.hr.places import FACILITIES, UNITS, ZONES
from scenarios.hr.steps import Tier, identification, identity
from scenarios.hr.world import world
from scenarios.model import Request
from scenarios.replay import replay
from scenarios.toolbox import Toolbox
from tests import reference

TOOLBOX = Toolbox.for_domain("hr")
TIERS: tuple[Tier, ...] = ("employee", "employee_code", "provider", "provider_code")
ASK = Request(statement="I have a wish.")


def nurse(key: str = "probe", role: str = "RN", hired: str = "2019-05-01") -> Person:
    return person(key, "Ada Probe", "woman", "CARDIOLOGY", role, hired=hired, facility="TBH-14C")


def draft(tier: Tier = "employee", role: str = "RN", hired: str = "2019-05-01") -> Draft:
    return Draft("probe", "2027-06-16 10:00", nurse(role=role, hired=hired), tier, "brisk")


# People and places ----------------------------------------------------------------


@given(st.text(alphabet="abcdefghij-", min_size=1, max_size=12), st.sampled_from(sorted(UNITS)))
def test_numbers_of_people_have_the_forms_of_the_tools(key: str, department: str) -> None:
    who = person(key, "Zoë Ørsted", "woman", department, "NP")
    assert re.fullmatch(r"EMP\d{6}", who.employee_id)
    assert re.fullmatch(r"1\d{9}", who.npi)
    assert re.fullmatch(r"\d{4}", who.pin)
    assert re.fullmatch(r"\d{6}", who.otp_code)
    assert re.fullmatch(r"[A-Z]{2}\d{7}", who.dea_number)
    assert re.fullmatch(r"[A-Z]{2}-NP-\d{7}", who.state_license_number)
    assert who.state == FACILITIES[who.facility]
    assert 1964 <= datetime.date.fromisoformat(who.date_of_birth).year <= 1998
    assert who == person(key, "Zoë Ørsted", "woman", department, "NP")


def test_people_of_other_keys_have_other_numbers() -> None:
    assert nurse("one").employee_id != nurse("two").employee_id


def test_draws_are_fixed_for_good() -> None:
    """These values are in the committed pack: a change of the algorithm changes every number."""
    assert nurse("night-reader").employee_id == "EMP640901"
    assert sister_site("three-papers") == "PTOF-47S"


def test_places_have_the_forms_of_the_tools() -> None:
    assert all(re.fullmatch(r"[A-Z]{2,4}-\d{2}[A-Z]", code) for code in FACILITIES)
    assert len(set(FACILITIES.values())) == len(FACILITIES)
    assert set(FACILITIES.values()) == set(ZONES)
    assert all(re.fullmatch(r"\d{1,2}[A-Z]-[A-Z]{2,6}", unit) for unit, _ in UNITS.values())


# Records and worlds ----------------------------------------------------------------


def test_rows_have_the_members_of_the_reference() -> None:
    """Same columns as the data that the tools were made for; ``schedule_type`` is optional there."""
    folder = reference.path("data", "medical_hr_scenarios")
    theirs: dict[str, set[str]] = {"employees": set(), "providers": set(), "shifts": set()}
    tables: set[str] = set()
    for path in folder.glob("*.json"):
        data = json.loads(path.read_text(encoding="utf-8"))
        tables |= set(data)
        for table, members in theirs.items():
            for row in data[table].values():
                members |= set(row)
    ours = draft("provider").world
    assert set(ours) == tables
    for table, members in theirs.items():
        assert set(next(iter(ours[table].values()))) == members, table


def test_worlds_of_two_calls_share_nothing_that_changes() -> None:
    one, two = draft(), draft()
    one.me["certifications"].append("XYZ")
    assert "XYZ" not in two.me["certifications"]
    assert draft().world == draft().world


def test_a_new_hire_has_no_right_to_leave_and_an_old_one_has() -> None:
    new = records.employee(nurse(hired="2026-06-17"), "2027-06-16")["fmla_eligibility"]
    old = records.employee(nurse(hired="2026-06-16"), "2027-06-16")["fmla_eligibility"]
    assert (new["months_employed"], new["eligible"], new["fmla_weeks_remaining"]) == (11, False, 0)
    assert (old["months_employed"], old["eligible"], old["fmla_weeks_remaining"]) == (12, True, 12)
    assert old["hours_worked_past_year"] >= 1250


def test_shifts_end_on_the_clock() -> None:
    row = records.shift("EMP000001", "3E-CARD", "2027-06-20", "19:30", 12, swap_locked=True)
    assert row["shift_id"] == "SHF-20270620-1930"
    assert (row["start_time"], row["end_time"], row["swap_locked"]) == ("19:30", "07:30", True)


@given(st.dates(datetime.date(2026, 1, 1), datetime.date(2029, 12, 31)))
def test_weekdays_are_the_next_working_day(day: datetime.date) -> None:
    got = datetime.date.fromisoformat(weekday(day.isoformat()))
    assert got.weekday() < 5
    assert 0 <= (got - day).days <= 2
    assert got == day or day.weekday() > 4
    assert in_days(day.isoformat(), 0) == day.isoformat()


def test_slots_lie_on_working_days_to_come() -> None:
    tables = world("2027-06-16 10:00 MST", nurse(), licensed=False)
    for days in tables["appointment_availability"].values():
        for day, times in days["CARDIOLOGY"].items():
            assert day > "2027-06-16"
            assert weekday(day) == day
            assert times == sorted(set(times))


# Drafts ----------------------------------------------------------------


def test_the_clock_of_the_facility_is_added_once() -> None:
    assert draft().now == "2027-06-16 10:00 MST"
    assert Draft("probe", "2027-06-16 10:00 EST", nurse(), "employee", "brisk").now.endswith("00 EST")


@pytest.mark.parametrize("tier", TIERS)
def test_identification_works_and_asks_for_nothing_that_the_caller_does_not_know(tier: Tier) -> None:
    part = shift_swap.swap(draft(tier), ASK, "You swap.", day=5, start="07:00", colleague=("Bo Helper", "man"))
    made = draft(tier)
    shift_swap.swap(made, ASK, "You swap.", day=5, start="07:00", colleague=("Bo Helper", "man"))
    scenario = complete(made.scenario("shift_swap", "A swap", part), TOOLBOX)
    session = scenario.expected["session"]
    assert session.get("provider_auth", False) == tier.startswith("provider")
    assert session.get("otp_auth", False) == tier.endswith("code")
    assert session["authenticated_employee_id"] == nurse().employee_id
    facts = {fact.slot for fact in identity(nurse(), tier)}
    heard = {arg.slot for step in identification(nurse(), tier) for arg in step.args.values() if arg.slot}
    assert heard <= facts
    assert {"employee_id", "date_of_birth"} <= facts
    assert replay(scenario, TOOLBOX).reached


def test_who_is_known_by_the_npi_need_not_say_it_for_a_request() -> None:
    assert draft("provider").npi_facts == ()
    by_birthday = Draft("probe", "2027-06-16 10:00", nurse(role="MD"), "employee_code", "brisk", licensed=True)
    assert [fact.value for fact in by_birthday.npi_facts] == [nurse().npi] == [by_birthday.provider["npi"]]
    assert nurse().npi not in draft("employee_code").world["providers"]


def test_colleagues_may_work_in_the_unit() -> None:
    made = draft()
    other = made.colleague("Bo Helper", "man")
    assert set(UNITS["CARDIOLOGY"][1]) <= set(made.world["employees"][other.employee_id]["certifications"])
    assert other.npi not in made.world["providers"]
    doctor = made.colleague("Cy Healer", "man", role="MD", licensed=True)
    assert doctor.npi in made.world["providers"]


# Requests ----------------------------------------------------------------


def test_a_policy_that_is_broken_is_not_written() -> None:
    with pytest.raises(ValueError, match="section 3"):
        license_extension.extend(draft("provider", "PA"), ASK, "", ends_in=20, days=30, supervisor=None)
    with pytest.raises(ValueError, match="section 5"):
        malpractice_coverage.update(
            draft("provider", "MD"), ASK, "", Cover("cna", 1_000_000, 3_000_000, begins=9), present_ends_in=7
        )
    with pytest.raises(ValueError, match="section 7"):
        family_leave.take(draft(), ASK, "", category=family_leave.OWN_ILLNESS, begins=5, weeks=4)
    with pytest.raises(ValueError, match="more than the 3"):
        family_leave.take(draft(), ASK, "", category="bonding", begins=5, weeks=4, left=3)
    with pytest.raises(ValueError, match="section 8"):
        onboarding.progress(draft(), ASK, "", still_open=("TB_TEST",), meeting=Meeting(5, "09:30"))


def test_refusals_match_the_pushing() -> None:
    with pytest.raises(ValueError, match="1 pushbacks need 2 texts, not 1"):
        refusals.turned_down(Request(statement="Please.", pushback=("But!",)), "", (), ("I can't.",), ("rule",))
    with pytest.raises(ValueError, match="must accept"):
        refusals.handed_over(draft(), ASK, "", (), reason="x", summary="y", offer="Shall I transfer you?", to="z")


def test_codes_of_several_tasks_can_be_told_apart() -> None:
    one = onboarding.progress(draft(), ASK, "", now_done=("TB_TEST",))
    two = onboarding.progress(draft(), ASK, "", now_done=("TB_TEST", "BADGE_PICKUP"))
    assert {fact.slot for fact in one.facts} == {"completion_code", "tb_test_code"}
    assert {fact.slot for fact in two.facts} == {"tb_test_code", "badge_pickup_code"}
    assert one.steps[-1].args["completion_code"].slot == "completion_code"
    assert two.steps[-1].args["completion_code"].slot == "badge_pickup_code"


def test_another_state_takes_a_license_of_that_state() -> None:
    here, there = draft("provider_code", "MD"), draft("provider_code", "MD")
    same = dea_transfer.move(here, ASK, "", reason="role_change", counts_in=9)
    other = dea_transfer.move(there, ASK, "", reason="role_change", counts_in=9, facility="FW-57L")
    assert [step.tool for step in same.steps] == ["get_dea_record", "transfer_dea_registration", "notify_pdmp"]
    assert [step.tool for step in other.steps][1] == "get_license_record"
    assert len(here.provider["licenses"]) == 1
    assert {row["state_code"] for row in there.provider["licenses"].values()} == {"AZ", "WA"}


def test_a_leave_covers_whole_weeks_and_the_check_in_follows_it() -> None:
    made = draft("employee_code")
    part = family_leave.take(
        made, ASK, "", category=family_leave.OWN_ILLNESS, begins=5, weeks=4, check_in="09:30", others=("13:00",)
    )
    facts = {fact.slot: fact.value for fact in part.facts}
    assert (facts["leave_start_date"], facts["leave_end_date"]) == ("2027-06-21", "2027-07-18")
    assert facts["preferred_date"] == "2027-07-19"
    free = made.world["appointment_availability"][family_leave.CHECK_IN]["CARDIOLOGY"]["2027-07-19"]
    assert free == ["09:30", "13:00"]
    assert part.steps[-1].params["appointment_datetime"] == "2027-07-19 09:30"
    assert not part.rules
    assert family_leave.take(draft(), ASK, "", category="bonding", begins=5, weeks=4).rules


def test_less_than_a_million_is_announced() -> None:
    def offer(limit: int) -> str:
        made = draft("provider", "MD")
        part = malpractice_coverage.update(made, ASK, "", Cover("cna", limit, 3_000_000, begins=3), present_ends_in=5)
        return next(step.offer for step in part.steps if step.offer)

    assert "reviewed again" in offer(999_999)
    assert "reviewed again" not in offer(1_000_000)


def test_parts_change_nothing_but_their_draft() -> None:
    before = copy.deepcopy(draft().world)
    family_leave.come_back(draft("employee_code"), ASK, "", began=-30, ends=3, check_in="09:30")
    assert draft().world == before


def test_words_of_values() -> None:
    assert words.day("2027-07-06") == "July sixth"
    assert words.time("13:30") == "one thirty PM"
    assert words.hours(7.5) == "seven and a half"
    assert words.count(60) == "sixty"
    assert words.dollars(1_000_000) == "one million dollars"
    assert words.state("AZ") == "Arizona"
    assert words.carrier("mag_mutual") == "MAG Mutual"
    assert words.carrier("Acme") == "Acme"
    assert [words.listed(["a", "b", "c"][:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]
