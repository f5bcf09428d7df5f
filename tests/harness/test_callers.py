"""Callers that are models: whole calls in virtual time, and what the gate says of those that misbehave."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.callers import hosts
from agents.callers.spec import CallerSpec
from harness.attempt import carry
from harness.billing import Billed, Billing
from harness.conduct import check_conduct
from harness.gate import check, verdict
from harness.hosted_end import HostedEnd
from tests.harness.call_jobs import job, record
from tests.harness.rehearsed_host import RehearsedHost

SCENARIO = "week-later"
MODEL = Path(__file__).with_name("rehearsed_model.py")
CAUGHT = {
    "lingers": ("caller_stopped", "did not hang up"),
    "leaves_early": ("goodbye", "hung up while the agent waited for"),
    "adds_request": ("goodbye", "asked for something that is not in its brief"),
    "wrong_fact": (None, "its brief has"),
    "loops": ("caller_stopped", "times on end"),
}
"""How a call with each misconduct ends, and what the gate says of it."""


def llm(fault=""):
    voices = {"woman": {"voice": "heart"}, "man": {"voice": "joe"}}
    data = {"name": "rehearsed", "brain": "llm", "stt": {"provider": "embedded"}, "tts": {"provider": "embedded"}}
    brain = {"provider": f"{MODEL}:model", "fault": fault}
    return CallerSpec.parse({**data, "llm": brain, "voices": voices}, "test")


def hosted():
    realtime = {"provider": "openai", "model": "gpt-realtime"}
    return CallerSpec.parse({"name": "hosted", "brain": "openai-realtime", "realtime": realtime}, "test")


def carried(folder, caller, **options):
    """Carry a call; the job and its record."""
    ears = "perfect" if caller.brain == "llm" else "real"  # nobody but its vendor knows what a hosted caller will say
    given = job(folder, SCENARIO, ears=ears, **options).model_copy(update={"caller": caller})
    carry(given)
    return given, record(given)


def host(monkeypatch, fault="", why=""):
    """Have hosted callers played without a vendor; a list that gets the one that is made."""
    made = []

    def hosted_without_a_vendor(brain, options, site):
        made.append(RehearsedHost(site.call.scenario, site.call.rng, fault, why))
        return made[-1]

    def open_end(call, last_text):
        end = HostedEnd(call)
        made[-1].oracle = last_text
        return end

    monkeypatch.setattr(hosts, "hosted", hosted_without_a_vendor)
    monkeypatch.setattr("harness.call.open_caller_end", open_end)
    return made


@pytest.mark.slow
def test_a_model_calls_and_hangs_up(tmp_path):
    given, found = carried(tmp_path, llm())
    scenario = found.scenario
    said = [u for u in found.utterances if u.role == "caller"]
    assert (found.status, found.end_reason) == ("completed", "goodbye")
    assert said[0].intended == scenario["requests"][0]["statement"]
    assert not any(u.entities for u in said)
    assert {t.tool for t in found.tools} >= {"get_reservation"}
    assert found.call["caller"]["name"] == "rehearsed"
    checks = check(found, given)
    assert verdict(found, checks) == ("completed", True)
    assert checks["brief"].why == "the caller's words agree with its brief, as far as words tell"
    assert [e.kind for e in found.events if e.kind in ("end_call", "caller_brief")] == ["end_call"]


@pytest.mark.slow
@pytest.mark.parametrize("fault", CAUGHT)
def test_the_gate_catches_a_model_that_misbehaves(tmp_path, fault):
    given, found = carried(tmp_path, llm(fault), time_limit_s=300.0)
    ends, why = CAUGHT[fault]
    assert ends is None or found.end_reason == ends
    checks = check(found, given)
    assert not checks["brief"].passed
    assert why in checks["brief"].why
    assert verdict(found, checks) == ("caller_invalid", False)


@pytest.mark.slow
def test_hanging_up_in_a_turn_that_agrees_is_refused_and_the_call_goes_on(tmp_path):
    given, found = carried(tmp_path, llm("restless"))
    refused = [e for e in found.events if e.kind == "end_call_refused"]
    assert refused
    assert "an approval" in refused[0].data["why"]
    assert found.end_reason == "goodbye"
    assert verdict(found, check(found, given)) == ("completed", True)


@pytest.mark.slow
def test_a_hosted_caller_calls_and_hangs_up(tmp_path, monkeypatch):
    made = host(monkeypatch)
    given, found = carried(tmp_path, hosted())
    said = [u for u in found.utterances if u.role == "caller"]
    assert (found.status, found.end_reason) == ("completed", "goodbye")
    assert said[0].intended == found.scenario["requests"][0]["statement"]
    assert all(u.intended for u in said)
    assert any(u.heard for u in found.utterances if u.role == "agent")
    assert verdict(found, check(found, given)) == ("completed", True)
    assert made[0].connected
    assert made[0].disconnected


@pytest.mark.slow
@pytest.mark.parametrize("fault", CAUGHT)
def test_the_gate_catches_a_hosted_caller_that_misbehaves(tmp_path, monkeypatch, fault):
    host(monkeypatch, fault)
    given, found = carried(tmp_path, hosted(), time_limit_s=300.0)
    ends, why = CAUGHT[fault]
    assert ends is None or found.end_reason == ends
    checks = check(found, given)
    assert why in checks["brief"].why
    assert verdict(found, checks) == ("caller_invalid", False)


@pytest.mark.slow
def test_an_end_that_the_vendor_does_not_confirm_does_not_count(tmp_path, monkeypatch):
    host(monkeypatch, why="the conversation ended, but not by its tool")
    given, found = carried(tmp_path, hosted())
    checks = check(found, given)
    assert checks["brief"].why == "the caller broke its brief: the conversation ended, but not by its tool"
    assert verdict(found, checks) == ("caller_invalid", False)


@pytest.mark.slow
def test_a_vendor_that_cannot_be_reached_has_failed_and_not_the_agent(tmp_path, monkeypatch):
    made = host(monkeypatch)

    async def refuse(self):
        raise ConnectionError("HTTP 401: invalid key")

    monkeypatch.setattr(RehearsedHost, "connect", refuse)
    monkeypatch.setattr(RehearsedHost, "disconnect", lambda self: _nothing())
    given = job(tmp_path, SCENARIO, ears="perfect")
    billed = Billing(services=(Billed(party="caller", part="realtime", provider="openai", model="gpt-realtime"),))
    outcome = carry(given.model_copy(update={"caller": hosted(), "billing": billed}))
    assert (outcome.status, outcome.end_reason) == ("infrastructure", "service_failed")
    assert "caller realtime openai gpt-realtime" in outcome.error
    assert "invalid key" in outcome.error
    assert made


async def _nothing():
    return None


@pytest.mark.slow
def test_a_model_is_as_reproducible_as_a_plan(tmp_path):
    one, two = (carried(tmp_path / name, llm())[0].folder for name in ("a", "b"))
    for name in ("audio.wav", "timeline.json", "transcript.jsonl", "tools.jsonl"):
        assert (one / name).read_bytes() == (two / name).read_bytes()


@pytest.mark.slow
def test_what_a_plan_says_agrees_with_its_brief_too(tmp_path):
    given = job(tmp_path, SCENARIO, ears="perfect")
    carry(given)
    assert check_conduct(record(given)) == []


def test_jobs_travel_with_their_caller(tmp_path):
    given = job(tmp_path).model_copy(update={"caller": llm("loops")})
    assert type(given).model_validate_json(given.model_dump_json()) == given
    assert job(tmp_path).caller.name == "plan"
