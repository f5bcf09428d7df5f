"""What is true of every call of the built-in packs, or of all those of a staff desk (hr and itsm)."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from scenarios.check import check_pack
from scenarios.likeness import look_alikes
from scenarios.model import Scenario, Step
from scenarios.personas import PERSONAS
from scenarios.spoken import mentions
from scenarios.world import diff
from tests.scenarios.builtin import (
    DOMAINS,
    calls,
    days,
    each,
    each_line,
    full_name,
    pack,
    scenarios,
    today,
    toolbox,
    tools,
)

DESKS = ("hr", "itsm")
each_domain = pytest.mark.parametrize("domain", DOMAINS)
each_desk = pytest.mark.parametrize("domain", DESKS)

COMPANIES = {"airline": "Silver Kite Airlines", "hr": "Tamarind Bay Hospitals", "itsm": "Corvane Optics"}
SECRETS = {
    "hr": ("pin", "otp_code", "date_of_birth", "npi", "shift_id"),
    "itsm": ("phone_last_four", "otp_code", "manager_auth_code", "asset_tag", "employee_id"),
}
IDENTIFYING = {
    "hr": ("employee_id", "npi", "dea_number", "state_license_number"),
    "itsm": ("employee_id", "asset_tag"),
}
#: Parameters whose values are no words of the policy.
FREE = {
    "airline": {"issue_summary"},
    "hr": {"task_code", "issue_summary"},
    "itsm": {"issue_summary", "review_date", "zone_or_building", "affected_system", "service_name", "request_type"},
}
#: A name that is written with a digit, and a question that is no offer.
FORM, HELPED = {"hr": "I-9"}, {"itsm": "Did that help?"}


def without_form(scenario: Scenario, text: str) -> str:
    return text.replace(FORM.get(scenario.domain, "\n"), "")


# Sound ----------------------------------------------------------------


@each_domain
def test_packs_are_sound(domain: str) -> None:
    problems = [problem for problem in check_pack(pack(domain)) if problem.severity == "error"]
    assert not problems, "\n".join(map(str, problems))


@each(*DOMAINS)
def test_the_first_write_of_a_request_is_offered_and_so_is_a_transfer(scenario: Scenario) -> None:
    writes = {name for name, tool in toolbox(scenario.domain).tools.items() if tool.type == "write"}
    for request in range(len(scenario.requests)):
        mine = [step for step in calls(scenario) if step.request == request]
        offered = [bool(step.offer) for step in mine if step.tool in writes]
        assert offered == [n == 0 for n in range(len(offered))]
        assert all(step.offer for step in mine if step.tool == "transfer_to_agent")


@each(*DESKS)
def test_everybody_proves_to_be_the_caller(scenario: Scenario) -> None:
    number = scenario.fact("employee_id")
    assert number is not None
    assert scenario.expected["session"]["authenticated_employee_id"] == number.value
    row = scenario.world["employees"][number.value]
    assert (row["first_name"], row["last_name"]) == (scenario.caller.first_name, scenario.caller.last_name)


@each(*DESKS)
def test_secrets_of_the_caller_are_blinded(scenario: Scenario) -> None:
    secrets = {f.value for f in scenario.facts if f.slot in SECRETS[scenario.domain]}
    shown = {str(arg.value) for step in scenario.blinded_plan() for arg in step.args.values()}
    assert secrets
    assert not secrets & shown


@each(*DESKS)
def test_the_world_changes_where_that_is_the_outcome(scenario: Scenario) -> None:
    assert bool(diff(scenario.expected, scenario.world)) == (scenario.outcome == "change")
    if scenario.outcome != "change":
        assert scenario.expectations


# Variety ----------------------------------------------------------------


def test_names_are_those_of_one_caller_in_any_pack() -> None:
    names = Counter(full_name(scenario) for scenario in scenarios(*DOMAINS))
    assert not [name for name, count in names.items() if count > 1]


def test_no_two_scenarios_of_any_pack_say_nearly_the_same() -> None:
    assert not look_alikes(list(scenarios(*DOMAINS)))


@each_desk
def test_all_personas_call_on_many_days(domain: str) -> None:
    personas = Counter(s.caller.persona for s in scenarios(domain))
    assert set(personas) == set(PERSONAS.values())
    assert min(personas.values()) >= 6
    assert len({s.now[:10] for s in scenarios(domain)}) >= 60


@pytest.mark.parametrize("domain", DESKS)
def test_every_tool_is_used(domain: str) -> None:
    assert set().union(*(tools(s) for s in scenarios(domain))) == set(toolbox(domain).tools)


@pytest.mark.parametrize(("domain", "slot"), [(domain, slot) for domain in DESKS for slot in IDENTIFYING[domain]])
def test_numbers_are_drawn_once(domain: str, slot: str) -> None:
    """No two callers share a number that identifies them or a device of theirs."""
    values = {(s.id, f.value) for s in scenarios(domain) for f in s.facts if f.slot == slot}
    assert values
    assert len({value for _, value in values}) == len(values)


# What is said ----------------------------------------------------------------


@each_line(*DESKS)
def test_lines_are_for_a_voice(scenario: Scenario, step: Step) -> None:
    line = step.offer or step.text
    assert len(line.split()) <= 45
    assert not re.search(r"[\d$_%/#]", without_form(scenario, line)), "numbers are written as words"
    if step.offer:
        assert step.offer.endswith("?")
        assert step.offer.count("?") == 1
    elif "?" in step.text:
        assert scenario.domain in HELPED
        assert step.text.endswith(HELPED[scenario.domain])
        assert step.text.count("?") == 1


@each_line(*DESKS)
def test_days_in_lines_are_days_of_the_records(scenario: Scenario, step: Step) -> None:
    """A day that is named stands in the world, in the caller's facts, or in what the rules make of them.

    Years are not spoken, and words alone do not tell a day that is past from one to come.
    """
    said = {m.value[5:] for m in mentions(step.offer or step.text, today=today(scenario)) if m.kind == "date"}
    known = {day for text in (str(scenario.expected), *(f.value for f in scenario.facts)) for day in days(text)}
    known |= {value.value for e in scenario.expectations for value in e.values}
    assert said <= {day[5:] for day in known}


@each(*DESKS)
def test_what_callers_say_agrees_with_their_facts(scenario: Scenario) -> None:
    known = {fact.value for fact in scenario.facts} | {v.value for e in scenario.expectations for v in e.values}
    known |= {part for value in known for part in value.split(",")}
    for request in scenario.requests:
        for text in (request.statement, request.details, *request.pushback):
            assert not re.search(r"\d", without_form(scenario, text)), "numbers are written as words"
            said = {m.value for m in mentions(text, today=today(scenario)) if m.kind == "date"}
            assert said <= known, text
        assert 1 <= len(re.findall(r"[^.?!]+[.?!]", request.statement)) <= 3


@each(*DESKS)
def test_the_brief_tells_a_model_what_the_plan_caller_knows(scenario: Scenario) -> None:
    brief = scenario.brief
    assert {f.value for f in scenario.facts} <= {str(value) for value in brief.information.values()}
    assert brief.goal
    assert brief.resolution
    assert brief.failure
    assert brief.escalation


@each(*DESKS)
def test_pushing_is_answered_with_one_more_refusal(scenario: Scenario) -> None:
    for number, request in enumerate(scenario.requests):
        if request.pushback:
            assert 1 <= len(request.pushback) <= 3
            told = [s for s in scenario.plan if s.request == number and s.do == "tell" and "?" not in s.text]
            assert len(told) == len(request.pushback) + 1
    assert any(r.pushback for r in scenario.requests) or scenario.kind != "adversarial"


# The policy ----------------------------------------------------------------


@each_domain
def test_the_policy_names_every_value_that_the_rules_choose(domain: str) -> None:
    ruled = {
        arg.value
        for s in scenarios(domain)
        for step in calls(s)
        for name, arg in step.args.items()
        if arg.source == "policy" and isinstance(arg.value, str) and name not in FREE[domain]
    }
    assert ruled
    assert not [value for value in ruled if f"`{value}`" not in pack(domain).policy]


@each_domain
def test_the_company_is_our_own(domain: str) -> None:
    found = pack(domain)
    for text in (found.policy, found.greeting, found.role):
        assert COMPANIES[domain] in text
