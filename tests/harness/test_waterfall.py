"""Waterfalls of real calls: nothing of note is unexplained, and what an agent's file declares is where it belongs."""

import pytest

from agents.registry import find
from agents.spec import LatencyProfile
from harness.attempt import carry
from metrics.waterfall import FRAME, PARTS, waterfalls
from pipelines.record import ONSET, TURN_OVER
from tests.harness.call_jobs import job, record

pytestmark = pytest.mark.slow

AGENTS = ("embedded-cascade", "embedded-hybrid", "embedded-s2s")
SCENARIO = "second-thoughts"
LATER_S = 0.48
"""Whole ticks (20 ms) and whole windows of the detector (32 ms), so that a later turn sounds the same to it."""

_carried = {}


def call(folder, name, **latency):
    """The record of an agent's call, its latencies changed; carried once."""
    key = (name, *sorted(latency.items()))
    if key not in _carried:
        agent = find(name)
        profile = LatencyProfile.model_validate({**agent.latency.model_dump(), **latency})
        given = job(folder, SCENARIO, agent=agent.model_copy(update={"latency": profile}), ears="perfect")
        outcome = carry(given)
        assert (outcome.status, outcome.end_reason, outcome.error) == ("completed", "goodbye", "")
        _carried[key] = record(given)
    return _carried[key]


def declared(name, part):
    return getattr(find(name).latency, part).mean


def asked(made, w):
    """How many tools were called, and how often the model was asked again, in a wait."""
    end = w.start + sum(w.samples.values())
    asked = [e for e in made.events if (e.side, e.kind) == ("agent", "llm_started") and w.start <= e.sample <= end]
    return sum(w.start <= t.start <= end for t in made.tools), len(asked) - 1


def moved(before, after):
    """By how many seconds each part of each turn is longer, as far as it is by more than a frame."""
    found = []
    for old, new in zip(waterfalls(before)[0], waterfalls(after)[0], strict=True):
        assert old.turn == new.turn
        differ = {part: new.samples[part] - old.samples[part] for part in PARTS}
        found.append({part: samples / 8000 for part, samples in differ.items() if abs(samples) > FRAME})
    return found


@pytest.mark.parametrize("name", AGENTS)
def test_the_parts_sum_to_the_wait_and_explain_it(name, tmp_path):
    made = call(tmp_path, name)
    found, without = waterfalls(made)
    assert len(found) >= 3
    assert {w.why for w in without} <= {"nobody answered"}
    for w in found:
        assert w.gap_s == pytest.approx(made.turns[w.turn].latency_s, abs=1e-6)
        assert w.samples["remainder"] <= FRAME, w
    kinds = {(e.side, e.kind) for e in made.events}
    assert ("line", ONSET) in kinds
    assert (("agent", TURN_OVER) in kinds) is (name != "embedded-s2s"), "a service keeps that to itself"


@pytest.mark.parametrize("name", AGENTS)
def test_what_an_agent_declares_is_where_it_belongs(name, tmp_path):
    frame = FRAME / 8000
    made = call(tmp_path, name)
    found, _ = waterfalls(made)
    for w in found:
        tools, again = asked(made, w)
        assert w.seconds["llm_first_token"] == pytest.approx(declared(name, "llm"), abs=frame)
        assert w.seconds["tools"] == pytest.approx(tools * declared(name, "tool"), abs=frame)
        assert w.seconds["llm_further_rounds"] == pytest.approx(again * declared(name, "llm"), abs=frame)
        voice = 0.0 if name == "embedded-s2s" else declared(name, "tts")
        assert w.seconds["tts_first_byte"] == pytest.approx(voice, abs=frame)
    assert any(w.samples["tools"] for w in found)


@pytest.mark.parametrize("name", AGENTS)
def test_a_slower_model_is_the_model_s_and_nobody_else_s(name, tmp_path):
    slower = call(tmp_path, name, llm=round(declared(name, "llm") + LATER_S, 3))
    for w, longer in zip(waterfalls(slower)[0], moved(call(tmp_path, name), slower), strict=True):
        wanted = {"llm_first_token": LATER_S, "llm_further_rounds": asked(slower, w)[1] * LATER_S}
        assert longer == {part: pytest.approx(s, abs=0.02) for part, s in wanted.items() if s}


def test_slower_tools_and_a_slower_voice_are_told_apart(tmp_path):
    name = AGENTS[0]
    changed = {"tool": declared(name, "tool") + 0.32, "tts": declared(name, "tts") + 0.16}
    slower = call(tmp_path, name, **changed)
    for w, longer in zip(waterfalls(slower)[0], moved(call(tmp_path, name), slower), strict=True):
        wanted = {"tools": asked(slower, w)[0] * 0.32, "tts_first_byte": 0.16}
        assert longer == {part: pytest.approx(s, abs=0.02) for part, s in wanted.items() if s}


def test_a_recogniser_is_waited_for_only_beyond_the_turn_model(tmp_path):
    """Smart-turn holds its verdict for 0.85 s from the end of speech; words that come later are waited for."""
    name = AGENTS[0]
    first, _ = waterfalls(call(tmp_path, name))
    assert all(w.samples["stt_final"] == 0 for w in first), "0.25 s is sooner than the verdict"
    found, _ = waterfalls(call(tmp_path, name, stt=0.97))
    held = find(name).turns.hold_secs - find(name).turns.vad_stop_secs
    quick = [w for w in found if w.seconds["turn_model"] < held + 0.05]  # not those that a timer closed
    assert quick
    for w in quick:
        assert w.seconds["stt_final"] == pytest.approx(0.97 - held, abs=0.02)
