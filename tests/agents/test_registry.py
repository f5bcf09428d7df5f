from importlib import metadata
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents import registry
from agents.spec import FAULTS, AgentSpec
from scenarios.errors import UsageError

EXAMPLE = "name: mine\narchitecture: cascade\nstt: {provider: deepgram, model: nova-3}\n"


def test_the_catalogue_loads_and_every_name_is_that_of_its_file():
    listing = registry.listing()
    assert listing.problems == ()
    assert "embedded-cascade" in {spec.name for _, spec in listing.agents}
    assert all(entry.name == spec.name for entry, spec in listing.agents if entry.source == "catalogue")


def test_the_embedded_agent_is_local_and_calibration():
    spec = registry.find("embedded-cascade")
    assert spec.local
    assert spec.calibration
    assert spec.turns.stop == "smart_turn"
    assert spec.latency.llm.mean == 0.4


def test_faults_may_be_written_into_the_name_or_given_apart():
    inline = registry.find("embedded-cascade+slow+verbose")
    apart = registry.find("embedded-cascade", ["slow", "verbose"])
    assert inline == apart
    assert inline.faults == ("slow", "verbose")
    assert inline.name == "embedded-cascade+slow+verbose"
    assert registry.find("embedded-cascade+slow", ["slow"]).faults == ("slow",)


@given(st.lists(st.sampled_from(sorted(FAULTS)), unique=True, min_size=1))
def test_every_list_of_faults_survives_the_name(faults):
    assert registry.find("+".join(["embedded-cascade", *faults])).faults == tuple(faults)


@pytest.mark.parametrize(
    ("agent", "faults", "message"),
    [
        ("embeded-cascade", [], "unknown agent 'embeded-cascade' (did you mean embedded-cascade?)"),
        ("embedded-cascade+slwo", [], "unknown fault 'slwo' (did you mean slow?)"),
        ("embedded-cascade", ["nope"], "unknown fault 'nope'"),
        ("ws://localhost:1", ["slow"], "calibration agent only"),
        ("http://localhost", [], "scheme http:// is not supported"),
        ("listen://0.0.0.0", [], "no port"),
        ("ws://", [], "no host"),
        ("ws://host:99999", [], "not a URL"),
        ("no/such.yaml", [], "No such file"),
    ],
)
def test_what_cannot_be_found_is_one_clear_line(agent, faults, message):
    with pytest.raises(UsageError) as caught:
        registry.find(agent, faults)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_is_an_agent(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text(EXAMPLE)
    assert registry.find(str(path)).name == "mine"
    assert not registry.find(str(path)).local


def test_faults_after_the_path_of_a_calibration_agent(tmp_path):
    path = tmp_path / "cal.yaml"
    path.write_text("name: cal\narchitecture: cascade\nllm: {provider: calibration}\n")
    assert registry.find(f"{path}+slow").faults == ("slow",)


def test_faults_in_the_file_of_a_real_agent_are_refused(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text(EXAMPLE + "faults: [slow]\n")
    with pytest.raises(UsageError, match="calibration agent only"):
        registry.find(str(path))


@pytest.mark.parametrize("url", ["ws://localhost:8765/ws", "wss://agent.example/ws?token=abc", "listen://0.0.0.0:9000"])
def test_a_url_is_an_external_agent(url):
    spec = registry.find(url)
    assert (spec.architecture, spec.url) == ("external", url)
    assert "abc" not in spec.name
    assert not spec.local


def test_a_file_with_an_address_of_nobody_is_refused():
    spec = AgentSpec.parse({"name": "x", "architecture": "external", "url": "ws:///ws"}, "x.yaml")
    assert registry.unbuildable(spec) == "agent x: url ws:///ws has no host; write ws://HOST:PORT"


def test_a_scheme_may_be_in_capitals_and_a_host_longer_than_a_name():
    assert registry.find("WSS://Agent.example/Ws").url == "wss://Agent.example/Ws"
    host = f"{'very-' * 12}long.{'sub.' * 10}example.com"
    agent = registry.find(f"ws://{host}:8080/ws")
    assert agent.url == f"ws://{host}:8080/ws"
    assert agent.name == f"{host}:8080"[-80:]


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("ws://agent..example/ws", "holds no name of a host; write ws://HOST:PORT"),
        (f"ws://{'a' * 70}/ws", "holds no name of a host; write ws://HOST:PORT"),
        ("ws://agent.example/ws?key=canary#canary", "url ws://agent.example/ws has something behind #"),
    ],
)
def test_an_address_that_nobody_can_dial_is_refused_before_the_first_call(url, why):
    problem = registry.unbuildable(registry.find(url))
    assert why in problem
    assert "canary" not in problem


def test_a_wrong_url_does_not_repeat_its_secrets():
    with pytest.raises(UsageError) as caught:
        registry.find("http://me:hunter2@host/x?token=abc")
    assert "hunter2" not in str(caught.value)
    assert "abc" not in str(caught.value)


class Points:
    def __init__(self, **values):
        self.points = [self.point(name, value) for name, value in values.items()]

    @staticmethod
    def point(name, value):
        def load():
            if isinstance(value, Exception):
                raise value
            return value

        return SimpleNamespace(name=name, value=f"plugin:{name}", dist=SimpleNamespace(name="plug-in"), load=load)

    def __call__(self, group):
        assert group == registry.GROUP
        return self.points


def test_entry_points_join_and_a_broken_one_does_not_hide_the_others(monkeypatch, tmp_path):
    file = tmp_path / "f.yaml"
    file.write_text(EXAMPLE)
    spec = AgentSpec(name="plugged", architecture="s2s")
    points = Points(
        plugged=spec,
        made=lambda: spec,
        data={"name": "d", "architecture": "s2s"},
        file=file,
        bad=OSError("no libfoo"),
    )
    monkeypatch.setattr(metadata, "entry_points", points)
    assert registry.find("plugged") is spec
    assert registry.find("made") is spec
    assert registry.find("data").name == "d"
    assert registry.find("file").name == "mine"
    listing = registry.listing()
    assert {"plugged", "embedded-cascade"} <= {s.name for _, s in listing.agents}
    assert listing.problems == ("agent bad of plug-in cannot be loaded: OSError: no libfoo",)
    with pytest.raises(UsageError, match="OSError: no libfoo"):
        registry.find("bad")
