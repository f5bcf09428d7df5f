"""docs/judges.md: its file can be used, its code runs, and no field or judge of the catalogue is left out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from metrics.judges.llm import config, names
from metrics.judges.llm.config import Judge, Price, Settings
from tests.loopback.judge import Endpoint
from tests.metrics.judges.llm.build import CANARY

PAGE = (Path(__file__).parents[4] / "docs" / "judges.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.M | re.S)
    return found


def rows() -> dict[str, str]:
    found = {}
    for names_, default in re.findall(r"^\| (`\w+`(?:, `\w+`)*) \|([^|]*)\|", PAGE, re.M):
        found |= dict.fromkeys(re.findall(r"\w+", names_), default.strip())
    return found


def test_the_code_runs_with_the_file(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MY_JUDGE_KEY", CANARY)
    with Endpoint() as endpoint:
        text = block("yaml")
        assert "http://127.0.0.1:8000/v1" in text
        Path("my-judge.yaml").write_text(text.replace("http://127.0.0.1:8000/v1", endpoint.url), encoding="utf-8")
        exec(compile(block("python"), "judges.md", "exec"), {})
    printed = capsys.readouterr().out
    assert printed == "0 3 some explanation\n1 3 some explanation\nqwen (qwen3-32b), prompt 1 0.00052\n"
    (request,) = endpoint.requests
    assert request.headers["authorization"] == f"Bearer {CANARY}"
    assert (request.body["model"], request.body["max_tokens"]) == ("qwen3-32b", 16000)
    assert "reasoning_effort" not in request.body, "an override is for its metric alone"


def test_every_field_is_explained():
    found = rows()
    assert set(Judge.model_fields) <= set(found)
    for field in ("timeout_s", "retries", "tries", "concurrency"):
        assert found[field] == str(Judge.model_fields[field].default), field
    for field in ("limit", "format"):
        assert found[field] == f"`{Settings.model_fields[field].default}`", field
    price = re.search(r"^\| `price`.*$", PAGE, re.M)[0]
    override = re.search(r"^\| `overrides`.*$", PAGE, re.M)[0]
    assert [f for f in Price.model_fields if f"`{f}`" not in price] == []
    assert [f for f in Settings.model_fields if f"`{f}`" not in override] == []


@pytest.mark.parametrize("name", names())
def test_every_judge_of_the_catalogue_is_listed_with_what_it_needs(name):
    row = re.search(rf"^\| `{name}` \|.*$", PAGE, re.M)[0]
    text = (config.CATALOGUE / f"{name}.yaml").read_text(encoding="utf-8")
    needed = set(re.findall(r"\$\{(\w+)", text)) | set(re.findall(r"key: (\w+)", text))
    assert set(re.findall(r"`([A-Z][A-Z_]+)`", row)) == needed
