"""``callbench callers`` and ``callbench run --caller``."""

from __future__ import annotations

import json

import pytest

from agents.callers.registry import find as find_caller
from agents.registry import find as find_agent
from agents.spec import AgentSpec, Service
from harness import launch
from harness.cli.app import command
from harness.settings import RunSettings, load
from scenarios.errors import UsageError

LIVE = AgentSpec(name="live", architecture="cascade", llm=Service(provider="openai", model="gpt-5.4"))


def run(*words):
    """The exit status of a command line."""
    try:
        return command().main(args=list(words), standalone_mode=False) or 0
    except SystemExit as stop:
        return stop.code


def test_callers_are_listed_with_what_they_lack(capsys, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    assert run("callers", "list", "--json") == 0
    found = {row["name"]: row for row in json.loads(capsys.readouterr().out)["callers"]}
    assert found["plan"]["ready"]
    assert found["plan"]["accents"] == ["chinese", "french", "french-strong", "indian", "spanish"]
    assert not found["openai-realtime"]["ready"]
    assert {"kind": "key", "name": "OPENAI_API_KEY", "met": False} in found["openai-realtime"]["needs"]


def test_a_caller_is_shown_with_its_defaults(capsys):
    assert run("callers", "show", "plan+french", "--json") == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["name"] == "plan+french"
    assert shown["limits"] == {"turns": 80, "repeats": 6, "linger_s": 12.0}
    assert find_caller("plan+french").model_dump(mode="json") == shown


def test_what_is_missing_is_said_with_how_to_get_it(capsys, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    assert run("callers", "check", "openai-realtime") == 1
    expected = "caller openai-realtime: key OPENAI_API_KEY is missing; export OPENAI_API_KEY=...\n"
    assert capsys.readouterr().out == expected
    assert run("callers", "check", "openai-realtime", "--rehearse") == 0
    assert capsys.readouterr().out == "caller openai-realtime: nothing is missing\n"
    assert run("callers", "check", "openai-realtime", "--json") == 1
    assert not json.loads(capsys.readouterr().out)["ready"]


def test_the_prompt_of_a_scenario_is_printed(capsys):
    assert run("callers", "prompt", "itsm/back-at-the-desk") == 0
    assert "service desk" in capsys.readouterr().out
    with pytest.raises(UsageError, match="no scenario 'nothing' in domain itsm"):
        run("callers", "prompt", "itsm/nothing")


def test_the_id_of_a_scenario_alone_is_enough_for_its_prompt(capsys):
    assert run("callers", "prompt", "airline/week-later") == 0
    full = capsys.readouterr().out
    assert run("callers", "prompt", "week-later") == 0
    assert capsys.readouterr().out == full
    with pytest.raises(UsageError, match="no scenario 'nothing'; "):
        run("callers", "prompt", "nothing")


def test_a_dry_run_says_who_would_call(capsys):
    assert run("run", "--caller", "plan+french", "--scenarios", "week-later", "--dry-run") == 0
    assert "agent embedded-cascade, caller plan+french, virtual clock" in capsys.readouterr().out


def test_a_spelling_that_there_is_not_is_one_line():
    with pytest.raises(UsageError, match=r"--spelling: nato or letters, not 'klingon'"):
        run("callers", "prompt", "airline/week-later", "--spelling", "klingon")


def test_an_unknown_caller_ends_before_any_call():
    with pytest.raises(UsageError, match="unknown caller 'nobody'"):
        run("run", "--caller", "nobody", "--dry-run")


def test_time_is_real_as_soon_as_either_side_is_live():
    settings = RunSettings()
    embedded, plan, model = find_agent("embedded-cascade"), find_caller("plan"), find_caller("llm-gpt")
    assert settings.call_options(embedded, plan).clock == "virtual"
    assert settings.call_options(embedded, model).clock == "real"
    assert settings.call_options(LIVE, plan).clock == "real"
    with pytest.raises(UsageError, match="--clock virtual: caller llm-gpt has live services"):
        RunSettings(clock="virtual").call_options(embedded, model)


def test_a_run_file_may_name_the_caller(tmp_path):
    file = tmp_path / "run.yaml"
    file.write_text("caller: llm-gpt\n")
    assert load(file, {}).caller == "llm-gpt"
    assert load(file, {"caller": "plan"}).caller == "plan"


def test_a_scenario_is_called_in_its_own_voice_in_every_trial(tmp_path):
    file = tmp_path / "many.yaml"
    woman = ", ".join(f"{{voice: heart+{accent}}}" for accent in ("french", "spanish", "indian"))
    service = "{provider: embedded}"
    file.write_text(f"name: many\nbrain: plan\nstt: {service}\ntts: {service}\nvoices: {{woman: [{woman}]}}\n")
    settings = load(None, {"caller": str(file), "trials": 2, "limit": 8})
    store = launch.create(launch.prepare(settings), tmp_path / "run")
    voices = {}
    for trial in store.manifest.plan:
        for attempt in (1, 2):
            caller = store.job(trial, attempt).caller
            assert len(caller.casts) == 1
            voices.setdefault(trial.scenario, set()).add(caller.played("woman")["tts"].model_extra["voice"])
    assert {len(found) for found in voices.values()} == {1}
    assert len(set.union(*voices.values())) > 1


def test_what_make_would_fetch_is_missed_before_any_call(tmp_path, monkeypatch):
    monkeypatch.setenv("CALLBENCH_KOKORO_VOICES", str(tmp_path / "nowhere"))
    with pytest.raises(UsageError, match=r"caller plan-many: .*data voices .* missing; .*make voices$"):
        run("run", "--caller", "plan-many", "--scenarios", "week-later", "--out", str(tmp_path / "run"))
    assert not (tmp_path / "run").exists()
