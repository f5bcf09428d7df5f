"""Whole calls of callers with a manner, in virtual time, with the embedded voices and recogniser."""

import hashlib
import itertools
from pathlib import Path

import numpy as np
import pytest

from harness.attempt import carry
from harness.gate import check, verdict
from harness.intelligible import read_dry
from metrics.scoring import score_record
from pipelines.caller.behaviour.backchannels import LEVEL_DB, WORDS
from pipelines.caller.behaviour.forgetful import FILLERS, SEARCH_S, SEARCHING
from pipelines.caller.behaviour.impatient import BREAK_INS, BREAKS_IN_S, INTERJECTIONS
from pipelines.caller.behaviour.slow import PAUSE_S
from pipelines.perturb.condition import parse
from pipelines.record import BACKCHANNEL, BARGE_IN, RATE
from pipelines.segments import speech_level
from tests.harness.call_jobs import SCENARIO, job, record
from tests.harness.test_callers import carried, host, hosted, llm

pytestmark = pytest.mark.slow

MANNERS = ("slow", "impatient", "forgetful", "backchannels")
SECOND = "called-off"
ALL = "+".join(f"behaviour-{manner}" for manner in MANNERS)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Where the calls are kept."""
    return tmp_path_factory.mktemp("behaviour")


@pytest.fixture(scope="module")
def calls(folder):
    """Calls by manner and scenario, each carried when it is first asked for: job, outcome, record."""
    made = {}

    def call(manner, scenario=SCENARIO):
        if (manner, scenario) not in made:
            ears = "real" if scenario == SCENARIO else "perfect"
            given = job(folder / manner, scenario, condition=parse(f"behaviour-{manner}"), ears=ears)
            made[manner, scenario] = given, carry(given), record(given)
        return made[manner, scenario]

    return call


def callers(found):
    return [u for u in found.utterances if u.role == "caller"]


def pauses(found):
    """Silences within the caller's utterances, seconds, as the line sent them."""
    spans = [s for t in found.turns for s in t.caller]
    return [
        (b.start - a.end) / RATE
        for u in callers(found)
        for own in [[s for s in spans if u.start <= s.start < u.end]]
        for a, b in itertools.pairwise(own)
    ]


@pytest.mark.parametrize("scenario", [SCENARIO, SECOND])
@pytest.mark.parametrize("manner", MANNERS)
def test_the_call_counts_and_the_caller_keeps_to_its_brief(calls, manner, scenario):
    given, outcome, found = calls(manner, scenario)
    assert (outcome.status, outcome.end_reason) == ("completed", "goodbye")
    checks = check(found, given)
    assert verdict(found, checks) == ("completed", True), checks
    fidelity = score_record(found, ["user_behavioral_fidelity"])["user_behavioral_fidelity"]
    assert fidelity.value == 1.0, fidelity.why
    assert found.call["options"]["condition"]["name"] == f"behaviour-{manner}"


@pytest.mark.parametrize("scenario", [SCENARIO, SECOND])
def test_the_opening_is_word_for_word_in_every_manner(calls, scenario):
    openings = {callers(calls(manner, scenario)[2])[0].intended for manner in MANNERS}
    assert openings == {calls("slow", scenario)[2].scenario["requests"][0]["statement"]}


@pytest.mark.parametrize("scenario", [SCENARIO, SECOND])
def test_a_slow_caller_pauses_within_its_utterances(calls, scenario):
    found = calls("slow", scenario)[2]
    waits = pauses(found)
    assert len(waits) >= 8
    assert all(PAUSE_S[0] - 0.1 < w < PAUSE_S[1] + 0.2 for w in waits)  # voices fade in and out
    assert len(callers(found)) < len(waits)


def test_a_slow_caller_spells_to_the_end(calls):
    found = calls("slow")[2]
    code = next(u for u in callers(found) if any(e["slot"] == "confirmation_number" for e in u.entities))
    assert "three, Papa, zero, Mike, Echo, Tango." in code.intended
    inside = [s for t in found.turns for s in t.caller if code.start < s.start < code.end]
    assert len(inside) >= 2


@pytest.mark.parametrize("scenario", [SCENARIO, SECOND])
def test_an_impatient_caller_breaks_in_on_long_statements(calls, scenario):
    found = calls("impatient", scenario)[2]
    barges = [e for e in found.events if e.kind == BARGE_IN]
    assert 1 <= len(barges) <= BREAK_INS
    for event in barges:
        assert BREAKS_IN_S[0] <= event.data["after_s"] <= BREAKS_IN_S[1] + 0.1
        (said,) = [u for u in callers(found) if 0 <= u.start - event.sample < RATE / 2]
        assert said.intended == event.data["text"]
        (turn,) = [t for t in found.turns if t.index == said.turn]
        assert turn.caller[0].start == said.start
        before = max(s.end for t in found.turns for s in t.agent if s.start < said.start)
        # Where it comes in between two sentences, an agent that yields at once is not heard together with it.
        assert turn.caller_interrupts or 0 <= said.start - before < 0.3 * RATE
    assert any(t.caller_interrupts for t in found.turns)
    measured = score_record(found, ["turn_taking"])["turn_taking"].subs
    assert measured["user_interruption.rate"] > 0
    assert measured["user_interruption.mean_yield_ms"] < 1000


def test_an_impatient_caller_is_curt(calls):
    said = " ".join(u.intended for u in callers(calls("impatient")[2])[1:]).lower()
    assert "please" not in said
    assert "thank" not in said


def test_a_forgetful_caller_thinks_and_searches(calls):
    found = calls("forgetful")[2]
    assert any(u.intended.startswith(FILLERS) for u in callers(found))
    (searching,) = [u for u in callers(found) if u.intended.startswith(SEARCHING)]
    assert {e["slot"] for e in searching.entities} == {"confirmation_number", "last_name"}
    assert SEARCH_S[0] - 0.1 < max(pauses(found)) < SEARCH_S[1] + 0.2


def test_an_agent_that_takes_the_turn_while_the_caller_searches_has_interrupted(calls):
    found = calls("forgetful")[2]
    (searching,) = [u for u in callers(found) if u.intended.startswith(SEARCHING)]
    (turn,) = [t for t in found.turns if t.index == searching.turn]
    assert turn.agent_interrupts
    assert not turn.caller_interrupts
    following = [u for u in callers(found) if u.start > searching.end]
    assert following[0].turn > turn.index  # what the agent began is not answered on top of it
    measured = score_record(found, ["turn_taking"])["turn_taking"]
    assert measured.details["turns"][str(turn.index)]["reason"] == "agent_interrupt"


@pytest.mark.parametrize("scenario", [SCENARIO, SECOND])
def test_backchannels_are_heard_and_are_no_turns(calls, scenario):
    found = calls("backchannels", scenario)[2]
    events = [e for e in found.events if e.kind == BACKCHANNEL]
    assert events
    assert {e.data["text"] for e in events} <= set(WORDS)
    assert not [u for u in callers(found) if u.intended in WORDS]
    assert not any(t.caller_interrupts for t in found.turns)
    sound = read_dry(found.path)
    agent = [s for t in found.turns for s in t.agent]
    usual = speech_level(np.concatenate([sound[u.start : u.end] for u in callers(found)]))
    for event in events:
        assert any(s.start < event.sample < s.end + 0.3 * RATE for s in agent)  # it may just have stopped
        low = speech_level(sound[event.sample : event.data["end"]])
        assert low - usual == pytest.approx(LEVEL_DB, abs=1.5)
    assert any(s.start < e.sample < s.end for e in events for s in agent)
    assert score_record(found, ["backchannel_yields"])["backchannel_yields"].value is not None


def test_the_same_call_twice_is_the_same_to_the_byte(tmp_path):
    def left(folder: Path) -> dict[str, str]:
        given = job(folder, condition=parse(ALL), ears="perfect")
        assert carry(given).status == "completed"
        return {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in sorted(given.folder.iterdir())}

    assert left(tmp_path / "one") == left(tmp_path / "two")


MODELLED = "behaviour-slow+behaviour-impatient+behaviour-backchannels"


def test_a_model_has_the_same_manners_by_the_clock(tmp_path):
    given, found = carried(tmp_path, llm(), condition=parse(MODELLED))
    checks = check(found, given)
    assert verdict(found, checks) == ("completed", True), checks
    barges = [e for e in found.events if e.kind == BARGE_IN]
    mumbled = [e for e in found.events if e.kind == BACKCHANNEL]
    assert barges
    assert mumbled
    said = [u.intended for u in callers(found)]
    assert {e.data["text"] for e in barges} <= set(INTERJECTIONS) & set(said)
    assert not set(said) & set(WORDS)
    waits = pauses(found)
    assert len(waits) >= 5
    assert max(waits) < PAUSE_S[1] + 0.2
    assert any(e.kind == "end_call" for e in found.events)


def test_a_caller_that_a_vendor_plays_lingers_in_its_pauses(tmp_path, monkeypatch):
    host(monkeypatch)
    clean = carried(tmp_path / "clean", hosted())[1]
    given, found = carried(tmp_path / "slow", hosted(), condition=parse("behaviour-slow"))
    assert verdict(found, check(found, given)) == ("completed", True)
    assert len(pauses(found)) > len(pauses(clean))
    assert found.call["seconds"] > clean.call["seconds"]
