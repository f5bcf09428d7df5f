"""``callbench agents list`` and ``show``: what there is, what it needs, with which parameters it runs."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
import yaml

from agents.spec import AgentSpec
from harness.cli import dispatch

NAME = "nova3-gpt54-sonic3"
KEYS = ("DEEPGRAM_API_KEY", "OPENAI_API_KEY", "CARTESIA_API_KEY")


@pytest.fixture
def keyless(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """An environment without keys and addresses."""
    for name in list(os.environ):
        if name.endswith(("_API_KEY", "_BASE_URL")):
            monkeypatch.delenv(name)
    return monkeypatch


def _row(capsys: pytest.CaptureFixture[str], name: str) -> dict[str, object]:
    assert dispatch(["agents", "list", "--json"]) == 0
    return next(row for row in json.loads(capsys.readouterr().out)["agents"] if row["name"] == name)


def test_the_list_says_what_is_missing_here(capsys: pytest.CaptureFixture[str], keyless: pytest.MonkeyPatch) -> None:
    row = _row(capsys, NAME)
    assert row["here"] == "rehearsal"
    assert [n["name"] for n in row["needs"] if not n["met"]] == list(KEYS)  # type: ignore[attr-defined]
    for key in KEYS:
        keyless.setenv(key, "k")
    assert _row(capsys, NAME)["here"] == "yes"
    assert _row(capsys, "embedded-cascade")["needs"] == []


def test_the_table_shows_architecture_and_needs(
    capsys: pytest.CaptureFixture[str], keyless: pytest.MonkeyPatch
) -> None:
    assert dispatch(["agents", "list"]) == 0
    out = capsys.readouterr().out
    line = next(text for text in out.splitlines() if text.startswith(f" {NAME}"))
    assert line.split()[1:4] == ["cascade", "rehearsal", "callbench[deepgram],"]
    assert " embedded-cascade" in out
    assert out.rstrip().endswith("(agents show NAME)")


def test_an_extra_that_is_missing_leaves_nothing_to_rehearse(
    capsys: pytest.CaptureFixture[str], keyless: pytest.MonkeyPatch
) -> None:
    keyless.setattr("agents.services.registry.lacking", lambda provider: provider.extra)
    assert _row(capsys, NAME)["here"] == "no"
    assert dispatch(["agents", "show", NAME]) == 0
    assert "# needs callbench[deepgram]: pip install 'callbench[deepgram]'" in capsys.readouterr().out


def test_show_prints_effective_parameters_that_are_an_agent_file_again(
    capsys: pytest.CaptureFixture[str], keyless: pytest.MonkeyPatch
) -> None:
    keyless.setenv("OPENAI_API_KEY", "sk-secret-of-mine")
    assert dispatch(["agents", "show", NAME]) == 0
    out = capsys.readouterr().out
    assert "sk-secret-of-mine" not in out
    assert "# needs OPENAI_API_KEY: there" in out
    assert "# needs CARTESIA_API_KEY: export CARTESIA_API_KEY=..." in out
    shown = yaml.safe_load(out)
    assert shown["stt"]["final_wait_secs"] == 0.35
    assert shown["llm"]["temperature"] is None
    assert shown["tts"]["voice"].count("-") == 4
    assert AgentSpec.parse(shown, "shown").problem == ""


def test_show_as_json_tells_needs_and_where_it_can_run(
    capsys: pytest.CaptureFixture[str], keyless: pytest.MonkeyPatch
) -> None:
    assert dispatch(["agents", "show", NAME, "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["here"] == "rehearsal"
    assert {n["name"]: n["met"] for n in shown["needs"]} == {"deepgram": True} | dict.fromkeys(KEYS, False)
    assert shown["llm"]["timeout_secs"] == 20
    assert shown["problem"] == ""


def test_show_says_of_an_agent_that_it_cannot_carry_calls(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Showing is no check: it ends with 0 whatever is shown, as ``callers show`` does."""
    assert dispatch(["agents", "show", "embedded-cascade"]) == 0
    spec = yaml.safe_load(capsys.readouterr().out) | {"turns": {"start": "vendor", "stop": "vendor"}}
    (tmp_path / "mine.yaml").write_text(yaml.safe_dump(spec))
    problem = "agent embedded-cascade: turns: vendor, but embedded does not tell of turns; use vad and smart_turn"
    assert dispatch(["agents", "show", str(tmp_path / "mine.yaml")]) == 0
    assert f"# cannot carry calls: {problem}\n" in capsys.readouterr().out
    assert dispatch(["agents", "show", str(tmp_path / "mine.yaml"), "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert (shown["here"], shown["problem"]) == ("no", problem)
