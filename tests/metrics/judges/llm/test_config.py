"""Judge files: what they may say, what is wrong with others in one line, and never a secret in that line."""

from __future__ import annotations

import re

import pytest
import yaml

from metrics.judges.jury import JudgeError
from metrics.judges.llm import config, jury_from, names
from metrics.judges.llm.client import Usage
from metrics.judges.llm.config import Judge, Price
from metrics.judges.llm.questions import QUESTIONS
from scenarios.errors import UsageError
from tests.metrics.judges.llm.build import CANARY, METRICS, case

KEYS = {
    "ANTHROPIC_API_KEY": "a-key",
    "OPENAI_API_KEY": "b-key",
    "GEMINI_API_KEY": "c-key",
    "ANTHROPIC_OPENAI_URL": "https://one.example/v1",
    "GEMINI_OPENAI_URL": "https://two.example/v1",
    "CALLBENCH_JUDGE_MODEL": "some-model",
}
AUDIO = {"agent_speech_fidelity", "tts_fidelity", "user_speech_fidelity"}


def test_the_catalogue_is_whole():
    assert names() == ["gpt", "local", "reference"]
    for name in names():
        assert config.load(name, KEYS)


def test_the_reference_answers_for_every_metric_with_its_own_judges():
    judges = config.load("reference", KEYS)
    who = {m: [j.model for j in judges if j.answers(m)] for m in METRICS}
    assert who["faithfulness"] == ["claude-opus-4-6"]
    assert who["conversation_progression"] == who["conciseness"] == ["gpt-5.2"]
    assert all(who[m] == ["gemini-3-flash-preview"] for m in AUDIO)
    assert {len(found) for found in who.values()} == {1}
    gpt = next(j for j in judges if j.name == "gpt-5.2")
    assert gpt.settings("user_behavioral_fidelity").effort == "medium"
    assert gpt.settings("user_behavioral_fidelity").max_tokens == 100000, "an override changes what it names"
    assert gpt.settings("conciseness").effort is None
    gemini = next(j for j in judges if j.audio)
    assert (gemini.temperature, gemini.effort, gemini.max_tokens) == (0, "minimal", 40000)


def test_a_local_judge_needs_no_key_and_takes_its_address_from_the_environment():
    (judge,) = config.load("local", KEYS)
    assert (judge.model, judge.base_url, judge.key) == ("some-model", "http://127.0.0.1:11434/v1", "")
    (judge,) = config.load("local", KEYS | {"CALLBENCH_JUDGE_URL": "http://127.0.0.1:8000/v1"})
    assert judge.base_url == "http://127.0.0.1:8000/v1"
    assert {m for m in METRICS if judge.answers(m)} == set(METRICS) - AUDIO


def test_a_metric_that_no_judge_answers_for_is_an_error(tmp_path):
    with jury_from("local", tmp_path, KEYS) as jurors:
        assert not jurors.answers("tts_fidelity")
        assert jurors.answers("faithfulness")
        with pytest.raises(JudgeError, match=r"no judge answers for tts_fidelity \(local\)"):
            jurors.rule("tts_fidelity", case())


def test_a_panel_is_a_list():
    assert [j.name for j in config.load("gpt, local", KEYS)] == ["gpt", "local"]


@pytest.mark.parametrize("missing", sorted(KEYS))
def test_a_variable_that_is_not_set_is_named(missing):
    told = rf"^judge .* set {missing} in the environment, (its|the key) "
    with pytest.raises(UsageError, match=told) as caught:
        config.load(",".join(names()), {**KEYS, missing: " "})
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("refrence", "judge 'refrence' does not exist; did you mean reference"),
        ("zzz", "judge 'zzz' does not exist; known: offline, gpt, local, reference, or the path of a judge file"),
        ("nowhere/judge.yaml", "judge file nowhere/judge.yaml: No such file"),
        ("", "judges: name one of offline, gpt, local, reference"),
        (" , ", "judges: name one of"),
        ("gpt,gpt", "judges gpt,gpt: two are named 'gpt'"),
    ],
)
def test_a_judge_that_is_not_there_is_one_line(spec, message):
    with pytest.raises(UsageError, match=f"^{re.escape(message)}"):
        config.load(spec, KEYS)


GOOD = {"name": "a", "model": "m"}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("a: [", r", line 1: not valid YAML"),
        ("name: a\nmodel: 2024-13-45\n", r": not valid YAML \(a date or number that does not exist\)$"),
        ("name: a\nmodel: m\nmodel: n\n", r", line 3: the name 'model' occurs twice; keep one of the two$"),
        ("judges:\n- {name: a, model: m, name: b}\n", r", line 2: the name 'name' occurs twice"),
        ("- a\n- b\n", r": expected a mapping with name and model"),
        ("", r": expected a mapping"),
        ({"name": "a"}, r": field model: is missing"),
        (GOOD | {"colour": "red"}, r": field colour: no such field; known: effort, .*model"),
        (GOOD | {"temperature": 3}, r": field temperature: input should be less"),
        (GOOD | {"effort": "enormous"}, r": field effort: input should be"),
        (GOOD | {"price": {"input": -1, "output": 1}}, r": field price\.input: "),
        (GOOD | {"price": {"input": 1}}, r": field price\.output: is missing"),
        (GOOD | {"name": "two words"}, r": field name: "),
        (GOOD | {"key": "sk-12345678"}, r": field key: give the NAME of the environment variable"),
        (GOOD | {"base_url": "http://me:pass@127.0.0.1/v1"}, r"judge a: base_url must hold no user, password or query"),
        (GOOD | {"base_url": "http://127.0.0.1/v1?a=b"}, r"judge a: base_url must hold no user, password or query"),
        (GOOD | {"metrics": ["wit"]}, r": no judge is asked about wit; known: faithfulness"),
        (GOOD | {"overrides": {"wit": {}}}, r": no judge is asked about wit"),
        (
            GOOD | {"overrides": {"conciseness": {"model": "x"}}},
            r": field overrides\.conciseness\.model: no such field; known: effort, .*extra$",
        ),
        (GOOD | {"metrics": ["tts_fidelity"]}, r": tts_fidelity needs a judge that hears"),
        ({"judges": []}, r": field judges: "),
        ({"judges": [GOOD, {"name": "b"}]}, r": field judges\.1\.model: is missing"),
        ({"judges": []}, r": field judges: names no judge$"),
        (
            GOOD | {"price": {"input": 1, "output": float("inf")}},
            r": field price\.output: input should be a finite number",
        ),
        (GOOD | {"timeout_s": float("inf")}, r": field timeout_s: input should be a finite number"),
        ({"judges": [GOOD], "name": "both"}, r": field name: no such field; known: judges$"),
        (GOOD | {"base_url": "127.0.0.1:8000"}, r"judge a: base_url must begin with http"),
        (GOOD | {"base_url": "http://127.0.0.1:port/v1"}, r"judge a: base_url must begin with http"),
        (GOOD | {"base_url": "http://[/v1"}, r"judge a: base_url must begin with http"),
    ],
)
def test_a_broken_file_is_one_line_with_file_and_field(data, message, tmp_path):
    path = tmp_path / "judge.yaml"
    path.write_text(data if isinstance(data, str) else yaml.safe_dump(data), encoding="utf-8")
    with pytest.raises(UsageError, match=message) as caught:
        config.load(str(path), {})
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "data",
    [
        GOOD | {"key": CANARY},
        GOOD | {"api_key": CANARY},
        GOOD | {"key": {"value": CANARY}},
        GOOD | {"base_url": f"https://me:{CANARY}@127.0.0.1/v1"},
        GOOD | {"base_url": f"https://127.0.0.1/v1?key={CANARY}"},
        f"name: a\nmodel: m\nkey: {CANARY}\n  oops: [",
    ],
)
def test_a_key_in_a_file_is_refused_and_not_repeated(data, tmp_path):
    path = tmp_path / "judge.yaml"
    path.write_text(data if isinstance(data, str) else yaml.safe_dump(data), encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        config.load(str(path), {})
    assert CANARY not in str(caught.value)


def test_files_that_are_no_text_are_refused(tmp_path):
    path = tmp_path / "judge.yaml"
    path.write_bytes(b"name: \xff\xfe")
    with pytest.raises(UsageError, match="not valid UTF-8"):
        config.load(str(path), {})
    path.write_text("[" * 100_000, encoding="utf-8")
    with pytest.raises(UsageError, match=r"nested too deeply|not valid YAML"):
        config.load(str(path), {})


def test_the_sdks_own_variable_for_the_address_is_heeded():
    (judge,) = config.load("gpt", KEYS | {"OPENAI_BASE_URL": "http://127.0.0.1:9/v1"})
    assert judge.base_url == "http://127.0.0.1:9/v1"


def test_every_metric_can_be_named():
    judge = Judge(name="a", model="m", audio=True, metrics=METRICS)
    assert all(judge.answers(m) for m in QUESTIONS)
    assert not judge.answers("task_completion")


@pytest.mark.parametrize(
    ("usage", "price", "cost"),
    [
        (Usage(1_000_000, 0, 0, 0), Price(input=2, output=10), 2.0),
        (Usage(0, 0, 0, 1_000_000), Price(input=2, output=10), 10.0),
        (Usage(1_000_000, 400_000, 0, 0), Price(input=2, output=10), 2.0),
        (Usage(1_000_000, 400_000, 0, 0), Price(input=2, output=10, cached=0.5), 1.4),
        (Usage(1_000_000, 0, 250_000, 0), Price(input=2, output=10, audio=4), 2.5),
        (Usage(1_000_000, 500_000, 500_000, 100_000), Price(input=2, output=10, cached=1, audio=4), 3.5),
        (Usage(1_000_000, 0, 0, 1_000_000), None, 0.0),
    ],
)
def test_cost(usage, price, cost):
    assert usage.cost(price) == pytest.approx(cost)
