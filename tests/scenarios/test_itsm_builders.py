"""What itsm calls are put together from: people, records, worlds, drafts and requests."""

from __future__ import annotations

import copy
import datetime
import json
import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenarios.authoring import Part, ask
from scenarios.build import complete
from scenarios.days import weekday
from scenarios.errors import PackError
from scenarios.itsm import catalog, records, words
from scenarios.itsm.calls import ring
from scenarios.itsm.draft import Draft
from scenarios.itsm.parts import (
    account_unlock,
    application_access,
    devices,
    endings,
    hardware_malfunction,
    laptop_replacement,
    lost_device,
    monitor_bundle,
    network_trouble,
    password_reset,
    phone_change,
    request_status,
    service_outage,
    tickets,
)
from scenarios.itsm.people import Person, person
from scenarios.itsm.places import BUILDINGS, CLOCKS, DEPARTMENTS, ZONES, zone_of
from scenarios.itsm.steps import HOURS, TIERS, Tier, identification, identity
from scenarios.model import Request
from scenarios.mutations import survivors
from scenarios.replay import replay
from scenarios.toolbox import Toolbox
from tests import reference

TOOLBOX = Toolbox.for_domain("itsm")
ASK = Request(statement="I have a wish.")
ALL_TIERS: tuple[Tier, ...] = ("standard", "code", "manager")


def clerk(key: str = "probe") -> Person:
    return person(key, "Ada Probe", "woman", "FIN", "ANALYST", "BLD1", floor="FL2")


def draft(tier: Tier = "standard", id_: str = "probe") -> Draft:
    return ring(
        id_, "2027-06-16 10:00", "Ada Probe", "woman", "FIN", "ANALYST", "BLD1", "brisk", tier=tier, floor="FL2"
    )


# People, places and the catalog ----------------------------------------------------------------


@given(st.text(alphabet="abcdefghij-", min_size=1, max_size=12), st.sampled_from(sorted(DEPARTMENTS)))
def test_numbers_of_people_have_the_forms_of_the_tools(key: str, department: str) -> None:
    who = person(key, "Zoë Ørsted", "woman", department, "ANALYST", "BLD4")
    assert re.fullmatch(r"EMP\d{6}", who.employee_id)
    assert re.fullmatch(r"\d{4}", who.phone_last_four)
    assert re.fullmatch(r"\d{6}", who.otp_code)
    assert re.fullmatch(r"[A-Z0-9]{6}", who.manager_auth_code)
    assert not set(who.manager_auth_code) & set("O0I1S5B8GZ2QV"), "is taken for another one"
    assert re.fullmatch(r"FL[1-5]", who.floor)
    assert 1966 <= datetime.date.fromisoformat(who.date_of_birth).year <= 1999
    assert who == person(key, "Zoë Ørsted", "woman", department, "ANALYST", "BLD4")


def test_draws_are_fixed_for_good() -> None:
    """These values are in the committed pack: a change of the algorithm changes every number."""
    assert clerk("locked-after-lunch").employee_id == "EMP620170"
    assert records.tag_of(clerk(), "LPT") == "AST-LPT-405238"


def test_places_have_the_forms_of_the_tools() -> None:
    assert all(re.fullmatch(r"BLD\d{1,2}", code) for code in BUILDINGS)
    assert set(CLOCKS) == set(BUILDINGS) == {building for building, _, _ in ZONES.values()}
    assert all(re.fullmatch(r"PZ[A-Z]", code) for code in ZONES)
    assert [zone_of(building) for building in BUILDINGS] == list(ZONES)
    names = [name for name, _ in BUILDINGS.values()] + [name for _, name, _ in ZONES.values()]
    parts = [word for name in names for word in name.split()]
    assert len(set(parts)) == len(parts), "two places are told apart by every word of their names"


def test_the_catalog_has_the_forms_of_the_tools() -> None:
    software = catalog.software()
    assert all(re.fullmatch(r"APP-\d{4}", number) for number in software["applications"])
    assert all(re.fullmatch(r"LIC-\d{4}", number) for number in software["licenses"])
    assert all(re.fullmatch(r"GRP-[A-Z]{2,8}", code) for code in catalog.groups())
    assert all(re.fullmatch(r"PTPL-[A-Z]{2,5}-\d{2}", number) for number in catalog.templates())
    names = [row["name"] for rows in software.values() for row in rows.values()]
    aliases = [name for rows in software.values() for row in rows.values() for name in row["name_aliases"]]
    assert len({name.lower() for name in names + aliases}) == len(names + aliases)
    assert catalog.application_number("Opticore") == "APP-3143"
    assert catalog.license_number("Mathloom") == "LIC-4218"
    for template in catalog.templates().values():
        assert set(template["groups"]) <= set(catalog.groups())


# Records and worlds ----------------------------------------------------------------


def test_rows_have_the_members_of_the_reference() -> None:
    """Same tables and columns as the data that the tools were made for; what only some rows have there is left out."""
    folder = reference.path("data", "itsm_scenarios")
    flat = ("employees", "assets", "cost_centers", "access_groups", "permission_templates")
    always: dict[str, set[str]] = {}
    ever: dict[str, set[str]] = {}
    tables: set[str] = set()
    for path in folder.glob("*.json"):
        data = json.loads(path.read_text(encoding="utf-8"))
        tables |= set(data)
        for table in flat:
            for row in data[table].values():
                always[table] = always.get(table, set(row)) & set(row)
                ever[table] = ever.get(table, set()) | set(row)
    ours = draft().world
    assert set(ours) == tables
    for table in flat:
        for row in ours[table].values():
            assert always[table] <= set(row) <= ever[table], table


def test_rows_that_scenarios_add_have_the_members_of_the_reference() -> None:
    folder = reference.path("data", "itsm_scenarios")
    made = draft()
    service_outage.out(made, "email_exchange", 3, "It is slow.")
    service_outage.known_error(made, "email_exchange", "It is slow", "Nobody knows", None)
    for path in folder.glob("*.json"):
        data = json.loads(path.read_text(encoding="utf-8"))
        for table in ("active_outages", "known_errors", "tickets"):
            for row in data[table].values():
                assert set(row) == set(next(iter(made.world[table].values()))), table


def test_worlds_of_two_calls_share_nothing_that_changes() -> None:
    one, two = draft(), draft()
    one.world["access_groups"]["GRP-FINREP"]["eligible_roles"].append("XYZ")
    one.world["troubleshooting_guides"]["login_issue"]["steps"].clear()
    one.me["group_memberships"].clear()
    assert "XYZ" not in two.world["access_groups"]["GRP-FINREP"]["eligible_roles"]
    assert two.world["troubleshooting_guides"]["login_issue"]["steps"]
    assert two.me["group_memberships"]
    assert draft().world == draft().world


def test_everybody_reports_to_somebody_and_sits_somewhere() -> None:
    made = draft()
    assert made.me["manager_employee_id"] == made.manager.employee_id
    assert made.row(made.manager)["direct_reports"] == [made.caller.employee_id]
    assert made.row(made.manager)["manager_employee_id"] == made.director.employee_id
    assert made.row(made.director)["manager_employee_id"] is None
    desks = made.world["facilities"]["desks"]
    for number, row in made.world["employees"].items():
        assert desks[row["assigned_desk"]]["assigned_employee_id"] == number
    free = [desk for desk in desks.values() if desk["status"] == "available"]
    assert {(desk["building_code"], desk["floor_code"]) for desk in free} == {("BLD1", "FL2")}
    assert all(desk["assigned_employee_id"] is None for desk in free)


def test_managers_have_a_code_and_others_have_none() -> None:
    made = draft()
    assert made.me["manager_auth_code"] is None
    assert made.row(made.manager)["manager_auth_code"] == made.manager.manager_auth_code
    boss = draft("manager")
    assert boss.me["is_manager"]
    report = boss.report("Bo Helper", "man")
    assert boss.me["direct_reports"] == [report.employee_id]
    colleague = boss.colleague("Cy Neighbor", "man")
    assert boss.row(colleague)["manager_employee_id"] == boss.manager.employee_id
    assert colleague.employee_id not in boss.me["direct_reports"]
    held = [
        row["asset_tag"] for row in boss.world["assets"].values() if row["assigned_employee_id"] == report.employee_id
    ]
    assert held == [records.tag_of(report, "LPT"), records.tag_of(report, "MON")]


@given(st.dates(datetime.date(2026, 1, 1), datetime.date(2029, 12, 31)), st.integers(0, 70))
def test_devices_are_as_old_as_they_are_made(day: datetime.date, months: int) -> None:
    bought = datetime.date.fromisoformat(records.months_before(day.isoformat(), months))
    assert (day.year - bought.year) * 12 + day.month - bought.month == months
    assert bought <= day


@given(st.dates(datetime.date(2026, 1, 1), datetime.date(2029, 12, 31)))
def test_technicians_come_on_the_next_five_working_days(day: datetime.date) -> None:
    made = Draft("probe", f"{day} 10:00", clerk(), "standard", "brisk")
    days = list(made.world["field_dispatch_availability"]["BLD1"])
    assert days == sorted(set(days))
    assert len(days) == 5
    assert day.isoformat() < days[0]
    assert all(weekday(d) == d for d in days)
    assert (datetime.date.fromisoformat(days[-1]) - day).days <= 8


def test_rows_of_earlier_days() -> None:
    made = draft()
    ticket = made.ticket("login_issue", "medium", "erp_oracle", 3)
    row = made.world["tickets"][ticket]
    assert re.fullmatch(r"INC[a-f0-9]{12}", ticket)
    assert (row["created_date"], row["sla_tier"], row["sla_response_hours"]) == ("2027-06-13", "tier_2", 4)
    request = made.request("SW", 5, "pending_approval", approval_routed_to=made.manager.employee_id)
    assert re.fullmatch(r"REQ-SW-[a-f0-9]{12}", request)
    assert made.world["requests"][request]["created_date"] == "2027-06-11"
    desk = made.facility("desks", records.desk("BLD4", "FL1", 8, "East", window=True))
    assert desk == "BLD4-FL1-D008"
    booked = records.booking(made.caller.employee_id, "2027-06-18", "09:00", "10:00", 4)
    room = made.facility("conference_rooms", records.room("BLD4", "FL1", 117, 6, [], [booked]))
    assert room == "BLD4-FL1-RM117"
    assert re.fullmatch(r"REQ-FAC-[a-f0-9]{12}", booked["booking_id"])
    assert records.license_held("LASGN-310582", "LIC-4205", "Beamcraft", None)["license_type"] == "permanent"


# Drafts ----------------------------------------------------------------


def test_the_clock_of_the_building_is_added_once() -> None:
    assert draft().now == "2027-06-16 10:00 EST"
    assert Draft("probe", "2027-06-16 10:00 PST", clerk(), "standard", "brisk").now.endswith("00 PST")


@pytest.mark.parametrize("tier", ALL_TIERS)
def test_identification_works_and_asks_for_nothing_that_the_caller_does_not_know(tier: Tier) -> None:
    made = draft(tier)
    part = account_unlock.unlocked(made, ASK, "You want in.", system="vpn_gateway")
    scenario = complete(made.scenario("account_unlock", "Locked", part), TOOLBOX)
    session = scenario.expected["session"]
    assert session.get("manager_auth", False) == (tier == "manager")
    assert session.get("otp_auth", False) == (tier != "standard")
    assert session["authenticated_employee_id"] == made.caller.employee_id
    facts = {fact.slot for fact in identity(made.caller, tier)}
    asked = {arg.slot for step in identification(made.caller, tier) for arg in step.args.values() if arg.slot}
    assert asked == facts
    assert replay(scenario, TOOLBOX).reached
    assert scenario.tier == ALL_TIERS.index(tier) + 1


def test_numbers_to_come_are_told_and_nothing_is_changed() -> None:
    made = draft()
    before = copy.deepcopy(made.world)
    number, steps = tickets.ticket(made, "network_connectivity", "high", made.employee_id, "Shall I go ahead?")
    assert made.world == before
    assert steps[1].params == {"ticket_number": number, "sla_tier": "tier_1"}
    with pytest.raises(ValueError, match="attempt_account_unlock is refused"):
        made.answer(account_unlock.unlock(made, "erp_oracle"))


# Requests ----------------------------------------------------------------

Builder = Callable[[Draft], Part]
CHANGES: dict[str, tuple[Tier, Builder]] = {
    "unlock": ("standard", lambda d: account_unlock.unlocked(d, ASK, "", system="sso_identity")),
    "login": (
        "standard",
        lambda d: account_unlock.unexplained(
            d, ASK, "", system="erp_oracle", urgency="low", reply="No.", work="It can wait."
        ),
    ),
    "reset": ("code", lambda d: password_reset.reset(d, ASK, "", system="erp_oracle", expired=True)),
    "reset-locked": ("code", lambda d: password_reset.reset(d, ASK, "", system="erp_oracle", locked=True)),
    "vpn": ("standard", lambda d: network_trouble.reported(d, ASK, "", what="vpn", urgency="high", work="No.")),
    "wifi": (
        "standard",
        lambda d: network_trouble.reported(d, ASK, "", what="wifi", urgency="low", work="Yes.", code=False),
    ),
    "mended": ("standard", lambda d: network_trouble.mended(d, ASK, "", what="ethernet", reply="Yes.")),
    "visit": (
        "standard",
        lambda d: hardware_malfunction.visited(
            d, ASK, "", tag=d.monitor, urgency="medium", work="Yes.", day="2027-06-18", half="full_day"
        ),
    ),
    "nuisance": ("standard", lambda d: hardware_malfunction.ticketed(d, ASK, "", tag=d.laptop, work="Yes.")),
    "works-again": ("standard", lambda d: hardware_malfunction.mended(d, ASK, "", tag=d.laptop, reply="Yes.")),
    "joined": (
        "standard",
        lambda d: service_outage.joined(d, ASK, "", service="crm_platform", affected=9, text="It is out."),
    ),
    "opened": (
        "standard",
        lambda d: service_outage.opened(
            d, ASK, "", service="email_exchange", urgency="high", work="No.", error=("Slow", "Unknown", None)
        ),
    ),
    "laptop": (
        "standard",
        lambda d: laptop_replacement.ordered(
            d, ASK, "", why="end_of_life", months=36, os="macos", size="13_inch", reason="Age."
        ),
    ),
    "broken": (
        "standard",
        lambda d: laptop_replacement.ordered(
            d, ASK, "", why="physical_damage", months=1, os="windows", size="16_inch", reason="Tea.", building="BLD4"
        ),
    ),
    "monitor": ("standard", lambda d: monitor_bundle.first(d, ASK, "", size="24_inch")),
    "larger": ("standard", lambda d: monitor_bundle.another(d, ASK, "", size="32_inch", months=12)),
    "erased": (
        "standard",
        lambda d: lost_device.erased(d, ASK, "", what="stolen", tag=d.laptop, thing="laptop", happened="Gone."),
    ),
    "not-erased": (
        "standard",
        lambda d: lost_device.untouched(d, ASK, "", what="lost", tag=d.laptop, thing="laptop", happened="Gone."),
    ),
    "late-approver": (
        "standard",
        lambda d: request_status.escalated(d, ASK, "", application="Datawell", level="standard", ends=0),
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_reached_by_its_steps_alone(name: str) -> None:
    tier, build = CHANGES[name]
    made = draft(tier)
    scenario = complete(made.scenario("probe", name, build(made)), TOOLBOX)
    path = replay(scenario, TOOLBOX)
    assert path.reached
    assert all(response["status"] == "success" for response in path.responses)
    assert not survivors(scenario, TOOLBOX)
    offers = [step.offer for step in scenario.plan if step.offer]
    assert len(offers) == 1
    assert len(offers[0].split()) <= 45


NO_CHANGES: dict[str, tuple[Tier, Builder]] = {
    "in-person": ("code", lambda d: password_reset.in_person(d, ASK, "", "I can't, come by.", system="erp_oracle")),
    "without-code": ("standard", lambda _: password_reset.without_code(ASK, "", "I can't.", system="erp_oracle")),
    "too-young": (
        "standard",
        lambda d: devices.too_young(d, ASK, "", kind="laptop_replacement", months=35, day="17"),
    ),
    "due": ("standard", lambda d: devices.due(d, ASK, "", kind="monitor_bundle", months=11, day="17")),
    "on-order": ("standard", lambda d: devices.on_order(d, ASK, "", kind="monitor_bundle", days=4)),
    "no-money": ("standard", lambda d: devices.no_money(d, ASK, "", kind="laptop_replacement", months=40)),
    "of-another": ("standard", lambda _: account_unlock.of_another(ASK, "", "I can't.", edges=())),
    "in-time": (
        "standard",
        lambda d: request_status.in_time(d, ASK, "", application="Datawell", level="standard", ends=1),
    ),
    "waiting": (
        "standard",
        lambda d: request_status.standing(d, ASK, "", application="Datawell", level="standard", ends=1),
    ),
}


@pytest.mark.parametrize("name", NO_CHANGES)
def test_what_is_turned_down_changes_nothing_and_says_why(name: str) -> None:
    tier, build = NO_CHANGES[name]
    made = draft(tier)
    scenario = complete(made.scenario("probe", name, build(made), outcome="refuse"), TOOLBOX)
    assert {**scenario.expected, "session": {}} == scenario.world
    assert [item.kind for item in scenario.expectations] == ["told"]
    assert scenario.plan[-1].do == "tell"


def test_a_held_account_is_handed_over() -> None:
    made = draft()
    wish = ask("Open it.", transfer=True)
    part = account_unlock.held(made, wish, "", system="vpn_gateway", reply="No.")
    scenario = complete(made.scenario("account_unlock", "Held", part, outcome="transfer"), TOOLBOX)
    assert replay(scenario, TOOLBOX).responses[-2]["error_type"] == "cannot_unlock_security_hold"
    assert scenario.plan[-1].tool == "transfer_to_agent"
    assert {**scenario.expected, "session": {}} == scenario.world
    with pytest.raises(ValueError, match="must accept a transfer"):
        account_unlock.held(draft(), ASK, "", system="vpn_gateway", reply="No.")


def test_the_day_on_which_a_device_is_due_is_the_first_on_which_the_tools_agree() -> None:
    made = draft()
    due = devices.old_enough_on(made, "laptop_replacement", 35, "17")
    assert due == "2027-07-17"
    made.world["_current_date"] = "2027-07-16"
    with pytest.raises(ValueError, match="replaced after 36"):
        made.answer(devices.entitled(made, "laptop_replacement"))
    made.world["_current_date"] = due
    assert made.answer(devices.entitled(made, "laptop_replacement"))["eligible"]


def test_the_wish_for_another_phone_is_filed_and_refused_in_one() -> None:
    made = draft()
    scenario = complete(made.scenario("phone_change", "Phone", phone_change.filed(made, ASK, "")), TOOLBOX)
    path = replay(scenario, TOOLBOX)
    assert path.responses[-1]["error_type"] == "in_person_required"
    assert path.responses[-1]["security_case_id"] in scenario.expected["security_cases"]
    assert not survivors(scenario, TOOLBOX)
    assert [item.kind for item in scenario.expectations] == ["told"]


def test_a_request_made_before_is_as_the_tools_make_it() -> None:
    """Made today and routed today, the row is the one that the tools write."""
    earlier, today = draft("code"), draft("code")
    request_status.standing(earlier, ASK, "", application="Datawell", level="standard", ends=2)
    part = application_access.access(today, ASK, "", application="Datawell", level="standard")
    scenario = complete(today.scenario("application_access", "Asked", part), TOOLBOX)
    assert earlier.world["requests"] == scenario.expected["requests"]


@pytest.mark.parametrize(("ends", "late"), [(-1, True), (0, True), (1, False), (2, False)])
def test_an_approver_is_late_from_the_last_day_on(ends: int, late: bool) -> None:
    made = draft()
    builder = request_status.escalated if late else request_status.in_time
    part = builder(made, ASK, "", application="Datawell", level="standard", ends=ends)
    assert made.answer(part.steps[0])["sla_breached"] is late


def test_refusals_match_the_pushing() -> None:
    pushed = Request(statement="Please.", pushback=("But!",))
    with pytest.raises(ValueError, match="1 pushbacks need 2 texts, not 1"):
        endings.refused(pushed, "", (), "I can't.", because=("rule",), about="why")


def test_parts_change_nothing_but_their_draft() -> None:
    before = copy.deepcopy(draft().world)
    for tier, build in (*CHANGES.values(), *NO_CHANGES.values()):
        build(draft(tier))
    assert draft().world == before


def test_urgency_decides_how_soon() -> None:
    assert set(TIERS) == set(HOURS) == {"high", "medium", "low"}
    assert tickets.hours("low") == "answered within eight hours and solved within twenty four"
    rule = tickets.stakes("It can wait.")
    for question in ("how urgent is it?", "can you still work?", "does it stop you from working?", "what priority?"):
        assert re.search(rule.cue, question)
    assert not re.search(rule.cue, "did that help?")


def test_words_of_values() -> None:
    assert words.day("2027-07-06") == "July sixth"
    assert words.time("13:30") == "one thirty PM"
    assert words.count(60) == "sixty"
    assert words.dollars(310) == "three hundred ten dollars"
    assert words.floor("FL3") == "floor three"
    assert words.building("BLD2") == "Foundry Hall"
    assert words.screen("27_inch") == "twenty-seven inch"
    assert [words.listed(["a", "b", "c"][:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]


def test_a_refusal_beside_a_change_leaves_the_target_strict() -> None:
    """A write that the tools refuse leaves no trace, so leaving it out is no other way to the target."""
    made = draft("code")
    refused = password_reset.in_person(made, ASK, "", "I can't, come by.", system="erp_oracle")
    changed = account_unlock.unlocked(made, ASK, "", system="vpn_gateway")
    scenario = complete(made.scenario("password_reset", "Both", refused, changed), TOOLBOX)
    statuses = [response["status"] for response in replay(scenario, TOOLBOX).responses]
    assert statuses.count("error") == 1
    assert not survivors(scenario, TOOLBOX)
    assert {item.kind for item in scenario.expectations} == {"told"}, "what is refused is not to be done"


def test_a_refused_write_needs_to_be_told() -> None:
    made = draft("code")
    part = password_reset.in_person(made, ASK, "", "I can't, come by.", system="erp_oracle")
    silent = replace(part, steps=part.steps[:-1])
    with pytest.raises(PackError, match=r"attempt_password_reset is refused \(in_person_required\)"):
        complete(made.scenario("password_reset", "Silent", silent), TOOLBOX)
