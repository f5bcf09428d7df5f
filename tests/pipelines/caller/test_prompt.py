"""What a caller that is a model is told: everything of its scenario, nothing of another trade."""

import re

import pytest

from pipelines.caller.prompt import END_CALL, END_CALL_TOOL, ROLES, caller_prompt
from scenarios.packs import load_pack

DOMAINS = ("airline", "hr", "itsm")
TRADE = {
    "airline": r"\b(?:flights?|fly|airlines?|airports?|boarding|luggage|bags|passengers?|fares?|seat)\b",
    "hr": r"\b(?:hospitals?|personnel|clinic|nurses?|payroll|sick leave|licen[cs]es?|shifts?)\b",
    "itsm": r"\b(?:service desk|laptops?|vpn|passwords?|tickets?|it department|software)\b",
}
"""Words by which a trade is known; a scenario may use another trade's word on its own account."""


def scenarios(domain):
    return list(load_pack("builtin", domain).scenarios.values())


def own_words(scenario):
    """All that the scenario itself says."""
    return " ".join(str(value) for value in scenario.model_dump(exclude={"world", "expected", "plan"}).values()).lower()


@pytest.mark.parametrize("domain", DOMAINS)
def test_no_trade_speaks_in_anothers_prompt(domain):
    for scenario in scenarios(domain):
        prompt, own = caller_prompt(scenario).lower(), own_words(scenario)
        for other in set(DOMAINS) - {domain}:
            words = set(re.findall(TRADE[other], prompt))
            assert not {w for w in words if w not in own and w not in ROLES[domain]}, scenario.id


@pytest.mark.parametrize("domain", DOMAINS)
def test_a_prompt_holds_all_that_its_caller_must_know(domain):
    for scenario in scenarios(domain):
        prompt = caller_prompt(scenario)
        assert ROLES[domain] in prompt
        assert prompt.count(f'"{scenario.opening}"') in (1, 2)  # once more in the list of several matters
        assert scenario.caller.persona in prompt
        for text in (*scenario.brief.must_have, *scenario.brief.negotiation, scenario.brief.goal):
            assert text in prompt
        for request in scenario.requests:
            assert request.statement in prompt
            assert all(text in prompt for text in request.pushback)
        for fact in scenario.facts:
            if fact.kind in ("code", "digits", "email"):
                assert fact.value in prompt, fact.slot
        assert END_CALL in prompt
        assert "{" not in prompt
        assert "None" not in prompt


def test_how_codes_are_spelled_is_the_runs_choice():
    scenario = next(s for s in scenarios("airline") if s.fact("confirmation_number").value == "EM49NG")
    assert '"Echo, Mike, four, nine, November, Golf"' in caller_prompt(scenario, "nato")
    assert '"E, M, four, nine, N, G"' in caller_prompt(scenario, "letters")


def test_a_callers_own_instructions_come_last():
    scenario = scenarios("hr")[0]
    assert caller_prompt(scenario, instructions="Cough now and then.").endswith("Cough now and then.")
    assert caller_prompt(scenario, instructions=" ") == caller_prompt(scenario)


def test_the_tool_to_hang_up_has_no_parameters():
    assert END_CALL_TOOL["parameters"] == {"type": "object", "properties": {}, "required": []}
    assert "Say goodbye first" in END_CALL_TOOL["description"]


def test_transfers_are_accepted_only_where_the_scenario_does():
    for scenario in (s for d in DOMAINS for s in scenarios(d)):
        accepts = any(r.accepts_transfer for r in scenario.requests)
        assert ("wait until the agent says that it is transferring you" in caller_prompt(scenario)) == accepts
