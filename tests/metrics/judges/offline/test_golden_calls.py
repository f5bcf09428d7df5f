"""Offline judges find nothing against an agent that follows the plan of a scenario, in any domain."""

from collections.abc import Iterator

import pytest

from metrics.judges.case import Case, Entry
from metrics.judges.offline import conciseness, conversation_progression
from scenarios.model import Scenario
from tests.scenarios import builtin


def followed(scenario: Scenario) -> Case:
    """The call of a scenario as its plan has it; the caller says its facts with its requests."""
    return Case("cascade", tuple(_entries(scenario)))


def _entries(scenario: Scenario) -> Iterator[Entry]:
    responses = iter(builtin.played(scenario).responses)
    types = {name: tool.type for name, tool in builtin.toolbox(scenario.domain).tools.items()}
    yield Entry(0, "agent", "Hello. How can I help you?")
    turn, request = 0, -1
    for step in scenario.plan:
        if step.request != request:
            request, turn = step.request, turn + 1
            yield Entry(turn, "caller", f"{scenario.requests[request].statement} {_facts(scenario, request)}")
        words, reply = (step.text, "Okay, thank you.") if step.do == "tell" else (step.offer, "Yes, please go ahead.")
        if words:
            yield Entry(turn, "agent", words)
            turn += 1
            yield Entry(turn, "caller", reply)
        if step.do == "call":
            yield Entry(turn, "call", tool=step.tool, type=types[step.tool], data=step.params)
            yield Entry(turn, "response", tool=step.tool, type=types[step.tool], data=next(responses))
    yield Entry(turn, "agent", "It is done. Is there anything else I can help you with?")


def _facts(scenario: Scenario, request: int) -> str:
    steps = [step for step in builtin.calls(scenario) if step.request == request]
    heard = {name: arg.value for step in steps for name, arg in step.args.items() if arg.source == "caller"}
    return " ".join(f"The {name.replace('_', ' ')} is {value}." for name, value in heard.items())


@pytest.mark.parametrize("domain", builtin.DOMAINS)
def test_plans_progress(domain):
    found = {
        scenario.id: [
            f.evidence for f in conversation_progression.judge(followed(scenario)).dimensions.values() if f.flagged
        ]
        for scenario in builtin.scenarios(domain)
    }
    assert {name: flagged for name, flagged in found.items() if flagged} == {}


@pytest.mark.parametrize("domain", builtin.DOMAINS)
def test_offers_and_refusals_are_concise(domain):
    found = {
        f"{scenario.id}, turn {turn.turn_id}": turn.explanation
        for scenario in builtin.scenarios(domain)
        for turn in conciseness.judge(followed(scenario)).turns
        if turn.rating < 3
    }
    assert found == {}


@pytest.mark.parametrize("domain", builtin.DOMAINS)
def test_calls_that_are_made_twice_are_found(domain):
    for scenario in builtin.scenarios(domain):
        case = followed(scenario)
        writes = [i for i, e in enumerate(case.entries) if e.kind == "call" and e.type == "write"]
        if not writes or not case.entries[writes[-1] + 1].ok:
            continue
        again = case.entries[writes[-1] : writes[-1] + 2]
        twice = Case("cascade", (*case.entries[: writes[-1] + 2], *again, *case.entries[writes[-1] + 2 :]))
        verdict = conversation_progression.judge(twice)
        assert verdict.dimensions["unnecessary_tool_calls"].flagged, scenario.id
        assert verdict.rating < 3
