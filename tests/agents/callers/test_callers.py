"""Callers as files: found by name or path, with voices and accents, and with what they need."""

import pytest

from agents.callers import ready
from agents.callers.registry import find, listing
from agents.callers.spec import PACE, CallerSpec, plan
from scenarios.errors import UsageError

LLM = {
    "name": "mine",
    "brain": "llm",
    "stt": {"provider": "deepgram", "model": "nova-3"},
    "llm": {"provider": "openai", "model": "gpt-5.1"},
    "tts": {"provider": "cartesia", "model": "sonic-3"},
    "voices": {"woman": {"voice": "voice-w"}, "man": {"voice": "voice-m"}},
}


def test_every_caller_of_the_catalogue_can_be_built():
    found = listing()
    assert not found.problems
    names = {entry.name for entry, _ in found.callers}
    assert names >= {"plan", "plan-many", "llm-gpt", "openai-realtime", "elevenlabs-agent"}
    assert {spec.brain for _, spec in found.callers} == {"plan", "llm", "openai-realtime", "elevenlabs-agent"}
    for entry, spec in found.callers:
        assert spec.name == entry.name
        assert not spec.problem
        assert spec.description


def test_the_default_is_the_plan_and_local():
    spec = plan()
    assert spec == find("plan")
    assert spec.planned
    assert spec.local
    assert ready.needs(spec) == ()
    assert (spec.played("woman")["tts"].model_extra, spec.played("man")["tts"].model_extra) == (
        {"voice": "heart"},
        {"voice": "joe"},
    )
    assert spec.as_agent("man").latency == PACE


def test_an_accent_is_chosen_behind_the_name():
    spec = find("plan+french")
    assert spec.name == "plan+french"
    assert spec.played("woman")["tts"].model_extra == {"voice": "heart+french"}
    assert spec.local
    with pytest.raises(UsageError, match="caller plan has no accent 'welsh'; it has chinese, french, french-strong"):
        find("plan+welsh")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"accent": "welsh"}, "caller mine has no accent 'welsh'; it has none"),
        (
            {"voices": {"man": {"provider": [1]}}},
            "caller file c.yaml: field voices.man.provider: input should be a valid",
        ),
        ({"accents": {"irish": {"woman": {"model": 7}}}}, "caller file c.yaml: field accents.irish.woman.model: input"),
        ({"brian": "plan"}, "caller file c.yaml: field brian: there is no such field (did you mean brain?); known: "),
    ],
)
def test_a_voice_that_cannot_be_is_one_line(fields, message):
    with pytest.raises(UsageError) as caught:
        CallerSpec.parse({**LLM, **fields}, "c.yaml")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_papers_agents_come_from_the_environment():
    spec = find("elevenlabs-agent+indian")
    named = {n.name for n in ready.needs(spec, {"ELEVENLABS_API_KEY": "k"}) if not n.met and n.kind == "url"}
    assert named == {"EVA_INDIAN_ACCENT_USER_F", "EVA_INDIAN_ACCENT_USER_M"}
    assert all(n.kind == "extra" for n in ready.needs(spec, {}, rehearsal=True))


def test_voices_of_ones_own_come_from_the_environment():
    spec = find("llm-gpt+french")
    unmet = {n.name: n.mend for n in ready.needs(spec, {"OPENAI_API_KEY": "k", "ELEVENLABS_API_KEY": "k"}) if not n.met}
    assert set(unmet) == {"CALLBENCH_FRENCH_VOICE_F", "CALLBENCH_FRENCH_VOICE_M"}
    assert unmet["CALLBENCH_FRENCH_VOICE_F"] == "export CALLBENCH_FRENCH_VOICE_F=..."
    assert ready.needs(spec, {}, rehearsal=True) == ()


@pytest.mark.parametrize("accent", sorted(find("plan").accents))
def test_every_accent_of_the_default_caller_is_one_of_the_embedded_voices(accent):
    spec = find(f"plan+{accent}")
    assert spec.accent == accent
    assert not spec.problem
    assert spec.local
    said = {gender: spec.played(gender)["tts"].model_extra["voice"] for gender in ("woman", "man")}
    assert said == {"woman": f"heart+{accent}", "man": f"joe+{accent}"}


MANY = {
    "name": "many",
    "brain": "plan",
    "stt": {"provider": "embedded"},
    "tts": {"provider": "embedded"},
    "voices": {"woman": [{"voice": f"heart+{a}"} for a in ("french", "spanish", "indian")], "man": {"voice": "joe"}},
    "accents": {"odd": {"woman": {"voice": "heart"}, "man": [{"voice": "joe"}, {"voice": "joe+french"}]}},
}


def voices_of(spec):
    return tuple(spec.played(gender)["tts"].model_extra["voice"] for gender in ("woman", "man"))


def test_of_a_list_of_voices_every_scenario_has_its_own():
    spec = CallerSpec.parse(MANY, "f")
    assert [voices_of(cast) for cast in spec.casts] == [(f"heart+{a}", "joe") for a in ("french", "spanish", "indian")]
    ids = [f"airline/number-{n}" for n in range(300)]
    drawn = [voices_of(spec.cast(i)) for i in ids]
    assert drawn == [voices_of(CallerSpec.parse(MANY, "f").cast(i)) for i in ids]
    assert min(drawn.count(voices_of(cast)) for cast in spec.casts) > 70
    assert {len(spec.cast(i).casts) for i in ids} == {1}
    assert CallerSpec.model_validate_json(spec.model_dump_json()) == spec


def test_an_accent_may_have_a_list_of_its_own():
    spec = CallerSpec.parse(MANY, "f").with_accent("odd")
    assert {voices_of(spec.cast(f"hr/{n}")) for n in range(40)} == {("heart", "joe"), ("heart", "joe+french")}


def test_a_caller_with_one_voice_is_cast_as_itself():
    assert plan().casts == (plan(),)
    assert plan().cast("airline/week-later") == plan()


@pytest.mark.parametrize(
    ("voices", "message"),
    [
        ({"woman": []}, "field voices.woman"),
        ({"woman": [{"voice": "heart"}, {"model": 7}]}, "field voices.woman.model"),
    ],
)
def test_each_of_many_voices_is_looked_at(voices, message):
    with pytest.raises(UsageError, match=message):
        CallerSpec.parse({**MANY, "voices": voices}, "f")


def test_a_voice_of_a_list_that_there_is_not_is_a_problem():
    voices = {"woman": [{"voice": "heart"}, {"voice": "alexa"}]}
    assert "unknown embedded voice 'alexa'" in CallerSpec.parse({**MANY, "voices": voices}, "f").problem


def test_many_voices_are_at_least_four_women_and_four_men():
    spec = find("plan-many")
    assert spec.local
    women, men = (set(found) for found in zip(*map(voices_of, spec.casts), strict=True))
    assert len(women) >= 4
    assert len(men) >= 4
    assert {n.name for n in ready.needs(spec)} <= {"voices"}


@pytest.mark.parametrize("accent", sorted(find("plan").accents))
def test_of_many_voices_a_scenario_keeps_its_own_in_every_accent(accent):
    """Clean and accented calls of a scenario differ in the accent alone."""
    spec = find("plan-many")
    for scenario in (f"airline/number-{n}" for n in range(60)):
        clean, accented = (voices_of(one.cast(scenario)) for one in (spec, spec.with_accent(accent)))
        assert accented == tuple(f"{voice}+{accent}" for voice in clean)


def test_what_many_voices_lack_is_said(monkeypatch, tmp_path):
    monkeypatch.setenv("CALLBENCH_KOKORO_VOICES", str(tmp_path))
    found = {n.kind: n.mend for n in ready.needs(find("plan-many"))}
    assert found["data"] == "make voices"


def test_a_model_needs_the_keys_of_its_services_and_real_time():
    spec = CallerSpec.parse(LLM, "f")
    assert not spec.local
    assert not spec.planned
    needed = {n.name for n in ready.needs(spec, {}) if n.kind == "key"}
    assert needed == {"DEEPGRAM_API_KEY", "OPENAI_API_KEY", "CARTESIA_API_KEY"}
    assert {n.name for n in ready.needs(spec, {}, rehearsal=True)} <= {"deepgram", "cartesia"}


def test_a_file_is_found_by_its_path(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text("name: mine\nbrain: plan\nstt: {provider: embedded}\ntts: {provider: embedded, voice: joe}\n")
    assert find(str(file)).name == "mine"
    assert find(str(file)).problem == ""


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"brain": "magic"}, "field brain"),
        ({"name": ""}, "field name"),
        ({"colour": "red"}, "field colour"),
        ({"limits": {"turns": 1}}, "field limits.turns"),
        ({"voices": {"child": {}}}, "field voices.child"),
    ],
)
def test_a_broken_file_is_one_line(change, message):
    with pytest.raises(UsageError, match=message) as error:
        CallerSpec.parse({**LLM, **change}, "f.yaml")
    assert "\n" not in str(error.value)
    assert "f.yaml" in str(error.value)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"llm": None}, "caller mine: brain llm needs llm; add it to the caller file"),
        ({"stt": {"provider": "nobody"}}, "caller mine: stt provider 'nobody' is not known"),
        ({"voices": {"woman": {"pitch": 3}}}, "caller mine: tts has no option 'pitch'"),
        ({"brain": "openai-realtime"}, "caller mine: brain openai-realtime needs realtime"),
        (
            {"brain": "openai-realtime", "realtime": {"provider": "google"}, "voices": {}},
            "caller mine: brain openai-realtime is played by openai, not by google",
        ),
    ],
)
def test_what_no_call_can_be_carried_with_is_said(change, problem):
    assert CallerSpec.parse({**LLM, **change}, "f").problem.startswith(problem)


def test_a_hosted_agent_needs_an_id():
    data = {"name": "h", "brain": "elevenlabs-agent", "realtime": {"provider": "elevenlabs-agent"}}
    assert "agent_id" in CallerSpec.parse(data, "f").problem
    assert not CallerSpec.parse({**data, "realtime": {"provider": "elevenlabs-agent", "agent_id": "a"}}, "f").problem


def test_an_unknown_caller_is_one_line_with_a_hint():
    with pytest.raises(UsageError, match=r"unknown caller 'llm-gtp' \(did you mean llm-gpt\?\)"):
        find("llm-gtp")
