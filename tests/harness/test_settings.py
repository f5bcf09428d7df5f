import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.registry import find
from harness.launch import prepare
from harness.settings import RunSettings, load
from scenarios.errors import UsageError


def test_defaults_then_file_then_options(tmp_path):
    file = tmp_path / "run.yaml"
    file.write_text("agent: embedded-cascade\ntrials: 5\nscenarios: [a, b]\nmax-attempts: 2\n")
    found = load(file, {"trials": 3, "seed": None, "fault": []})
    assert (found.trials, found.scenarios, found.max_attempts, found.seed) == (3, ("a", "b"), 2, 0)


def test_lists_may_be_written_with_commas():
    assert RunSettings(scenarios="a, b", domain=["x,y", "z"]).model_dump(include={"scenarios", "domain"}) == {
        "scenarios": ("a", "b"),
        "domain": ("x", "y", "z"),
    }


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"clock": "fast"}, "option --clock: input should be 'auto', 'real' or 'virtual', not 'fast'"),
        ({"trials": 0}, "option --trials: input should be greater than or equal to 1, not 0"),
        ({"tick_ms": 30}, "option --tick-ms: input should be 20 or 40, not 30"),
        ({"seed": -1}, "option --seed"),
        ({"max_attempts": 99}, "option --max-attempts"),
        ({"time_limit": float("nan")}, "option --time-limit"),
    ],
)
def test_a_bad_option_is_named_as_it_was_given(options, message):
    with pytest.raises(UsageError) as caught:
        load(None, options)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("trails: 3", "unknown name 'trails' (did you mean trials?)"),
        ("trials: many", "run.yaml: trials: "),
        ("- a", "expected a mapping"),
        ("a: [", "not valid YAML"),
        ("agent: 2024-13-45", "not valid YAML"),
        ("[" * 5000, "nested too deeply"),
        ("seed: 1\ntrials: 2\nseed: 3\n", "run.yaml, line 3: the name 'seed' occurs twice; keep one of the two"),
        ("time-limit: 9\ntime_limit: 8\n", "the name 'time_limit' occurs twice, with - and with _"),
    ],
)
def test_a_bad_run_file_is_named(tmp_path, text, message):
    file = tmp_path / "run.yaml"
    file.write_text(text)
    with pytest.raises(UsageError) as caught:
        load(file, {})
    assert message in str(caught.value)
    assert str(file) in str(caught.value)


def test_an_empty_run_file_is_all_defaults_and_an_absent_one_an_error(tmp_path):
    (tmp_path / "e").write_text("")
    assert load(tmp_path / "e", {}) == RunSettings()
    with pytest.raises(UsageError, match="No such file"):
        load(tmp_path / "none", {})


def test_auto_clock_is_virtual_for_local_agents_and_real_for_others():
    local, remote = find("embedded-cascade"), find("ws://localhost:1")
    assert RunSettings().call_options(local).clock == "virtual"
    assert RunSettings().call_options(remote).clock == "real"
    assert RunSettings(clock="real").call_options(local).clock == "real"
    with pytest.raises(UsageError, match="live services"):
        RunSettings(clock="virtual").call_options(remote)


def test_an_agent_that_dials_in_is_served_one_call_at_a_time():
    assert RunSettings(concurrency=8).workers(find("listen://localhost:9000")) == 1
    assert RunSettings(concurrency=8).workers(find("embedded-cascade")) == 8
    assert RunSettings().workers(find("embedded-cascade")) >= 1


@given(st.dictionaries(st.sampled_from(sorted(RunSettings.model_fields)), st.none() | st.integers() | st.text()))
def test_any_options_load_or_raise_a_usage_error(options):
    with contextlib.suppress(UsageError):
        assert isinstance(load(None, options), RunSettings)


def test_perfect_ears_need_the_virtual_clock():
    settings = RunSettings(agent="embedded-cascade", clock="real", ears="perfect")
    with pytest.raises(UsageError, match="--ears perfect needs the virtual clock"):
        prepare(settings)
