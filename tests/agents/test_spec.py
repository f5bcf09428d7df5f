import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.spec import FAULTS, AgentSpec
from scenarios.errors import UsageError

FULL = """
name: nova3-gpt54-sonic3
architecture: cascade
stt: {provider: deepgram, model: nova-3, keywords: [SK621]}
llm: {provider: openai, model: gpt-5.4}
tts: {provider: cartesia, model: sonic-3, voice: v}
turns: {start: vad, stop: timeout, vad_stop_secs: 0.3}
latency: {stt: 0.1, llm: {kind: lognormal, mean: 0.4, sd: 0.3}}
"""


def test_an_agent_file_in_full(tmp_path):
    path = tmp_path / "a.yaml"
    path.write_text(FULL)
    spec = AgentSpec.load(path)
    assert spec.stt is not None
    assert spec.stt.model_extra == {"keywords": ["SK621"]}
    assert spec.latency.stt.mean == 0.1
    assert spec.latency.llm.kind == "lognormal"
    assert spec.latency.tool.mean == 0.2
    assert spec.turns.vad_stop_secs == 0.3
    assert not spec.local
    assert not spec.calibration
    assert AgentSpec.model_validate_json(spec.model_dump_json()) == spec


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name: [", "line 1: not valid YAML"),
        ("- a\n", "expected a mapping"),
        ("", "expected a mapping"),
        ("name: a\n", "field architecture: field required"),
        ("name: a\narchitecture: cascad\n", "field architecture"),
        (
            "name: a\narchitecture: cascade\nsst: {}\n",
            "field sst: there is no such field (did you mean stt?); known: name, architecture, description, stt, ",
        ),
        (
            "name: a\narchitecture: cascade\nturns: {stopp: timeout}\n",
            "field turns.stopp: there is no such field (did you mean stop?); known: start, stop, vad_start_secs, ",
        ),
        ("name: a\narchitecture: cascade\nstt: deepgram\n", "field stt: expected a mapping of provider, model"),
        (
            "name: a\narchitecture: cascade\nlatency: {llm: slow}\n",
            "field latency.llm: expected a mapping of kind, mean, sd, values",
        ),
        ("name: a\narchitecture: cascade\nstt: {model: x}\n", "field stt.provider"),
        ("name: a\narchitecture: cascade\nturns: {vad_stop_secs: 0}\n", "field turns.vad_stop_secs"),
        ("name: a\narchitecture: cascade\nlatency: {stt: -1}\n", "field latency.stt.mean"),
        ("name: a\narchitecture: cascade\nfaults: [slwo]\n", "unknown fault 'slwo'"),
    ],
)
def test_a_broken_file_is_one_line_with_file_and_field(tmp_path, text, message):
    path = tmp_path / "broken.yaml"
    path.write_text(text)
    with pytest.raises(UsageError) as caught:
        AgentSpec.load(path)
    assert str(path) in str(caught.value)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_absent_file_says_so(tmp_path):
    with pytest.raises(UsageError, match="No such file"):
        AgentSpec.load(tmp_path / "none.yaml")


def test_a_file_in_another_encoding_is_one_line(tmp_path):
    path = tmp_path / "latin.yaml"
    path.write_bytes("name: caf\xe9\n".encode("latin-1"))
    with pytest.raises(UsageError, match="not valid UTF-8"):
        AgentSpec.load(path)


@given(st.recursive(st.none() | st.integers() | st.text(), lambda c: st.lists(c) | st.dictionaries(st.text(), c)))
def test_whatever_the_data_parsing_answers_or_raises_a_usage_error(data):
    with pytest.raises(UsageError):
        AgentSpec.parse(data, "x")


def test_every_fault_is_explained():
    assert all(text and not text.endswith(".") for text in FAULTS.values())


@pytest.mark.parametrize("name", ["", "two\nlines"])
def test_a_name_is_one_line_of_text(name):
    with pytest.raises(UsageError, match="field name"):
        AgentSpec.parse({"name": name, "architecture": "cascade"}, "agent.yaml")


def test_a_file_nested_too_deeply_is_an_error_of_the_file(tmp_path):
    path = tmp_path / "deep.yaml"
    path.write_text("[" * 5000, encoding="utf-8")
    with pytest.raises(UsageError, match=r"nested too deeply|not valid YAML"):
        AgentSpec.load(path)


def test_a_file_with_a_date_that_does_not_exist_is_an_error_of_the_file(tmp_path):
    path = tmp_path / "dated.yaml"
    path.write_text("name: 2024-13-45\narchitecture: cascade\n", encoding="utf-8")
    with pytest.raises(UsageError, match=r"dated\.yaml: not valid YAML"):
        AgentSpec.load(path)


@pytest.mark.parametrize(
    "text",
    [
        "name: x\narchitecture: cascade\nllm: &s {provider: openai, extra: *s}\n",
        "name: x\narchitecture: cascade\nllm: {provider: openai, extra: &e [1, [*e]]}\n",
    ],
)
def test_a_value_that_holds_itself_is_refused(tmp_path, text):
    path = tmp_path / "endless.yaml"
    path.write_text(text)
    with pytest.raises(UsageError, match=r"endless\.yaml, line 3: not valid YAML"):
        AgentSpec.load(path)


def test_a_value_may_be_used_again(tmp_path):
    path = tmp_path / "again.yaml"
    path.write_text("name: x\narchitecture: cascade\nllm: {provider: openai, a: &e [1], b: *e, c: [*e, *e]}\n")
    assert AgentSpec.load(path).llm.c == [[1], [1]]


def test_a_name_that_stands_twice_is_refused(tmp_path):
    path = tmp_path / "twice.yaml"
    path.write_text("name: a\narchitecture: cascade\nname: b\n")
    with pytest.raises(UsageError, match=r"twice\.yaml, line 3: "):
        AgentSpec.load(path)


def test_an_agent_that_is_made_here_and_runs_elsewhere_as_well_is_refused():
    made = {"stt": {"provider": "embedded"}, "llm": {"provider": "calibration"}, "tts": {"provider": "embedded"}}
    both = AgentSpec.parse({"name": "x", "architecture": "cascade", **made, "url": "webrtc+http://127.0.0.1:9"}, "f")
    why = "agent x: url is for agents that run already; leave it out, or write architecture: external"
    assert both.problem == why
    theirs = AgentSpec.parse({"name": "x", "architecture": "external", **made, "url": "ws://127.0.0.1:9"}, "f")
    assert theirs.problem == "agent x: an external agent brings its own services; leave out stt, llm, tts"
