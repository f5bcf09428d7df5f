"""Vendors that refuse keep a paid run from beginning; the doctor tells what each of them answered."""

import json

import pytest
import yaml

from agents.preflight import ask as asking
from agents.preflight.base import Answer
from agents.registry import find
from harness import vendors
from scenarios.errors import UsageError

LIVE = {
    "name": "live",
    "architecture": "cascade",
    "stt": {"provider": "deepgram"},
    "llm": {"provider": "openai", "model": "gpt-5.2"},
    "tts": {"provider": "embedded"},
}


def answer(state, said, part="stt", provider="deepgram", model="nova-3"):
    return Answer("agent", part, provider, model, state, said)


@pytest.fixture
def answers(monkeypatch):
    """What the vendors will answer; nobody is asked."""
    given = []
    monkeypatch.setattr(asking, "ask_all", lambda services, party, site: list(given))
    return given


@pytest.fixture
def agent_file(tmp_path, monkeypatch):
    for name in ("DEEPGRAM_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.setenv(name, "canary-key-0123456789")
    path = tmp_path / "live.yaml"
    path.write_text(yaml.safe_dump(LIVE))
    return path


def test_only_those_who_refused_keep_a_run_from_beginning():
    vendors.insist([answer("fine", "key and model"), answer("unclear", "503: down")])
    with pytest.raises(UsageError) as caught:
        vendors.insist(
            [
                answer("refused", "401: Invalid credentials."),
                answer("fine", "key"),
                answer("refused", "404: no such model", "llm", "openai", "gpt-9"),
            ]
        )
    assert str(caught.value) == (
        "preflight: agent stt deepgram nova-3: 401: Invalid credentials.; agent llm openai gpt-9: 404: no such model "
        "(add --no-preflight to try all the same)"
    )


def test_a_refused_run_ends_with_2_and_leaves_no_folder(cli, answers, agent_file, tmp_path):
    answers += [answer("refused", "401: Invalid credentials."), answer("unclear", "429: slow", "llm")]
    status, out, err = cli("run", "--agent", agent_file, "--limit", 1, "--out", tmp_path / "run")
    assert (status, out) == (2, "")
    assert "preflight: agent llm deepgram nova-3 is not clear: 429: slow" in err
    assert "callbench: preflight: agent stt deepgram nova-3: 401: Invalid credentials." in err
    assert not (tmp_path / "run").exists()


def test_a_run_without_vendors_asks_nobody(cli, answers, tmp_path, monkeypatch):
    monkeypatch.setattr(vendors, "ask", lambda services: pytest.fail("somebody was asked"))
    from harness.cli import run as command

    monkeypatch.setattr(command, "carry_out", lambda *_, **__: 0)
    assert cli("run", "--limit", 1, "--out", tmp_path / "run")[0] == 0


@pytest.mark.parametrize("how", ["option", "file"])
def test_nobody_is_asked_where_that_is_not_wanted(cli, answers, agent_file, tmp_path, monkeypatch, how):
    from harness.cli import run as command

    answers.append(answer("refused", "401: Invalid credentials."))
    monkeypatch.setattr(command, "carry_out", lambda *_, **__: 0)
    config = tmp_path / "run.yaml"
    config.write_text("preflight: false\n")
    extra = ["--no-preflight"] if how == "option" else ["--config", config]
    assert cli("run", "--agent", agent_file, "--limit", 1, "--out", tmp_path / "run", *extra)[0] == 0
    manifest = json.loads((tmp_path / "run" / "run.json").read_text())
    assert manifest["settings"]["preflight"] is False


def test_run_json_holds_prices_and_effective_parameters_and_no_secret(cli, answers, agent_file, tmp_path, monkeypatch):
    from harness.cli import run as command

    monkeypatch.setattr(command, "carry_out", lambda *_, **__: 0)
    prices = tmp_path / "prices.yaml"
    prices.write_text("prices: [{provider: deepgram, part: stt, unit: minute, price: 1, as_of: 2026-11-01}]")
    cli("run", "--agent", agent_file, "--limit", 1, "--out", tmp_path / "run", "--prices", prices)
    text = (tmp_path / "run" / "run.json").read_text()
    manifest = json.loads(text)
    effective = manifest["effective"]["agent"]
    assert (effective["stt"]["model"], effective["stt"]["punctuate"]) == ("nova-3-general", True)
    assert effective["llm"]["timeout_secs"] > 0
    assert manifest["effective"]["caller"]["stt"]["provider"] == "embedded"
    services = [(s["party"], s["provider"], s["local"]) for s in manifest["billing"]["services"]]
    assert services == [
        ("agent", "deepgram", False),
        ("agent", "openai", False),
        ("agent", "embedded", True),
        ("caller", "embedded", True),
        ("caller", "embedded", True),
    ]
    assert {(p["provider"], p["unit"], p["price"]) for p in manifest["billing"]["prices"]} >= {
        ("deepgram", "minute", 1.0),
        ("openai", "million_output_tokens", 14.0),
    }
    assert "canary" not in text


def test_a_budget_that_cannot_be_kept_is_one_line_and_status_2(cli, answers, agent_file, tmp_path):
    path = tmp_path / "unpriced.yaml"
    path.write_text(yaml.safe_dump(LIVE | {"llm": {"provider": "openai", "model": "gpt-unpriced"}}))
    status, _, err = cli("run", "--agent", path, "--limit", 1, "--out", tmp_path / "run", "--budget", 5)
    assert status == 2
    assert err.splitlines()[-1].startswith(
        "callbench: --budget cannot be kept: agent llm openai gpt-unpriced: its price is not known"
    )
    assert not (tmp_path / "run").exists()


def test_the_doctor_tells_what_each_vendor_answered(cli, answers, agent_file):
    answers += [answer("fine", "key and model"), answer("unclear", "503: down", "llm", "openai", "gpt-5.2")]
    status, out, _ = cli("doctor", "--no-speech", "--agent", agent_file)
    assert status in (0, 1)  # what else there is on this machine
    assert "ok       agent stt deepgram nova-3  key and model" in out
    assert "warning  agent llm openai gpt-5.2  503: down" in out
    answers[:] = [answer("refused", "401: Invalid credentials.")]
    status, out, _ = cli("doctor", "--no-speech", "--json", "--agent", agent_file)
    assert status == 1
    assert json.loads(out)["checks"][-1] == {
        "name": "agent stt deepgram nova-3",
        "state": "failed",
        "found": "401: Invalid credentials.",
    }


def test_the_doctor_of_an_agent_without_vendors_says_so(cli):
    _, out, _ = cli("doctor", "--no-speech", "--agent", "embedded-cascade")
    assert "embedded-cascade needs none; nobody was asked" in out
    assert vendors.nobody(find("ws://127.0.0.1:9")).found == "127.0.0.1:9 keeps its own; nobody was asked"


def test_the_doctor_of_an_agent_that_there_is_not_is_one_line(cli):
    status, _, err = cli("doctor", "--agent", "no-such-agent")
    assert (status, err.count("\n")) == (2, 1)


def test_going_on_takes_a_raised_budget_and_asks_the_vendors_again(cli, answers, agent_file, tmp_path, monkeypatch):
    from harness.cli import run as command

    given = []
    monkeypatch.setattr(command, "carry_out", lambda store, **options: given.append(options) or 0)
    cli("run", "--agent", agent_file, "--limit", 1, "--out", tmp_path / "run", "--budget", 1, "--no-preflight")
    answers.append(answer("refused", "402: Pay first."))
    again = ["run", "--resume", tmp_path / "run", "--budget", 9]
    assert cli(*again)[0] == 0, "the run began with --no-preflight"
    status, _, err = cli(*again, "--preflight")
    assert (status, len(given)) == (2, 2)
    assert "402: Pay first." in err
    assert given[-1]["budget"] == 9.0
    status, _, err = cli("run", "--resume", tmp_path / "run", "--prices", tmp_path / "p.yaml")
    assert (status, "leave out --prices" in err) == (2, True)
