"""The commands as a person uses them: every error one line, every listing as JSON as well."""

import json
import os
import re
import socket
import subprocess
import sys
import time
import warnings
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml

from harness import launch
from harness.cli import dispatch
from harness.cli.demo import SCENARIOS
from harness.cli.output import print_table
from harness.executors.inline import InlineExecutor
from harness.run import execute
from metrics.registry import load_plugins
from scenarios.packs import load_pack
from tests.harness.carriers import work

ROOT = Path(__file__).parents[2]
CANARY = "sk-canary-0123456789"


@pytest.fixture
def broken_agent(tmp_path):
    path = tmp_path / "broken.yaml"
    path.write_text("name: a\narchitecture: cascad\n")
    return path


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["run", "--agent", "embeded-cascade"], "did you mean embedded-cascade"),
        (["run", "--agent", "broken.yaml"], "broken.yaml: field architecture"),
        (["run", "--agent", "none.yaml"], "none.yaml: No such file or directory"),
        (["run", "--fault", "slwo"], "did you mean slow"),
        (["run", "--judges", "no-such-judge"], "judge 'no-such-judge' does not exist"),
        (["run", "--agent", "ws://localhost:1", "--fault", "slow"], "calibration agent only"),
        (["run", "--scenarios", "week-latter"], "did you mean week-later"),
        (["run", "--scenarios", "bare-desk"], "bare-desk is of itsm: add --domain itsm"),
        (["run", "week-later"], "to choose scenarios, write --scenarios week-later"),
        (["run", "--domain", "airlines"], "unknown domain 'airlines'"),
        (["run", "--pack", "no/such/pack"], "no such folder"),
        (["run", "--clock", "fast"], "--clock"),
        (["run", "--clock", "virtual", "--agent", "ws://localhost:1"], "live services"),
        (["run", "--trials", "0"], "--trials"),
        (["run", "--trials", "many"], "Invalid value for '--trials'"),
        (["run", "--tick-ms", "30"], "--tick-ms"),
        (["run", "--trails", "2"], "No such option: --trails"),
        (["run", "--config", "none.yaml"], "run file none.yaml"),
        (["run", "--resume", "."], "not a run folder"),
        (["run", "--resume", "x", "--trials", "2"], "leave out --trials"),
        (["run", "--out", "taken"], "taken exists already; give another --out"),
        (["run", "--out", "file/run"], "run folder"),
        (["run", "--agent", "ws://127.0.0.1:1"], "nobody answers (Connection refused); start it first"),
        (["score", "nowhere"], "not a run folder"),
        (["report", "nowhere"], "not a run folder"),
        (["scenarios", "list", "--pack", "nowhere"], "no such folder"),
        (["scenarios", "show", "week-latter"], "did you mean week-later"),
        (["scenarios", "check", "nowhere"], "no such folder"),
        (["scenarios", "check", ""], "pack: there is no such folder"),
        (["scenarios", "check", "two\nlines"], "two\\nlines: there is no such folder"),
        (["run", "--pack", ""], "pack: there is no such folder"),
        (["run", "--pack", "~nobody-of-this-name"], "~nobody-of-this-name: there is no such folder"),
        (["scenarios", "list", "--domain", "shipping"], "unknown domain 'shipping': choose airline, hr, itsm"),
        (["scenarios", "check", "taken"], "no scenarios of any domain found"),
        (["run", "--agent", "listen://127.0.0.1:0"], "no port; write listen://127.0.0.1:PORT"),
        (["run", "--resume", "somewhere", "--dry-run"], "leave out --dry-run"),
        (["agents", "show", "nobody"], "unknown agent 'nobody'"),
        (["agents", "show"], "Missing argument"),
        (["fly"], "No such command 'fly'"),
    ],
)
def test_every_mistake_is_one_clear_line_and_status_2(cli, broken_agent, tmp_path, arguments, message):
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "something").write_text("")
    (tmp_path / "file").write_text("")
    status, out, err = cli(*arguments)
    assert status == 2
    assert err.startswith("callbench: ")
    assert err.count("\n") == 1
    assert message in err
    assert "Traceback" not in out + err
    assert not (tmp_path / "runs").exists()


def test_no_name_in_a_message_is_obeyed_by_the_terminal(cli):
    status, _, err = cli("agents", "show", "no\x1b[31m\x00pe")
    assert (status, err.count("\n")) == (2, 1)
    assert err.removesuffix("\n").isprintable()
    status, _, err = cli("callers", "show", "../\x1b\x9b\x07/x.yaml")
    assert err == "callbench: caller file ../???/x.yaml: No such file or directory\n"


def test_a_scenario_with_its_domain_is_found_without_the_option(cli):
    status, out, _ = cli("run", "--dry-run", "--scenarios", "hr/across-town")
    assert status == 0
    assert "hr/across-town x 1" in out


def test_a_broken_metric_plug_in_is_one_line_and_the_library_warns_as_before(cli, monkeypatch):
    def load():
        raise RuntimeError("no\nluck")

    def main(**_):
        load_plugins([SimpleNamespace(name="bad", value="bad_package", load=load)])

    monkeypatch.setattr("harness.cli.app.command", lambda: SimpleNamespace(main=main))
    shown = warnings.showwarning
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        status, _, err = cli("score")
    assert (status, err) == (
        0,
        "callbench: warning: metric plug-in bad (bad_package) left out: RuntimeError: no luck\n",
    )
    assert warnings.showwarning is shown


def test_no_permission_is_one_line(cli, tmp_path):
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o500)
    if os.geteuid() == 0:  # root may write there
        locked = Path("/sys/kernel")
    status, _, err = cli("run", "--limit", "1", "--out", locked / "run")
    assert (status, err.count("\n")) == (2, 1)
    assert re.search(r"run folder .*: (Permission denied|Operation not permitted); give another --out", err)


def test_a_port_that_is_taken_is_one_line(cli):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        status, _, err = cli("run", "--agent", f"listen://127.0.0.1:{port}", "--limit", "1")
    assert status == 2
    assert err == f"callbench: port {port} on 127.0.0.1 is taken; give another in listen://127.0.0.1:PORT\n"


def test_a_run_that_exists_is_pointed_to(cli, make_run):
    run = make_run("fine")
    status, _, err = cli("run", "--out", run.path)
    assert status == 2
    assert f"--resume {run.path}" in err


def test_a_defect_of_ours_is_one_line_too(cli, monkeypatch):
    def broken(*_):
        raise ZeroDivisionError

    monkeypatch.setattr("harness.launch.prepare", broken)
    status, _, err = cli("run")
    assert (status, err.count("\n")) == (2, 1)
    assert "internal error: ZeroDivisionError" in err
    monkeypatch.setenv("CALLBENCH_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        dispatch(["run"])


@pytest.mark.parametrize(
    "arguments",
    [
        ["agents", "list"],
        ["agents", "show", "embedded-cascade+slow"],
        ["scenarios", "list"],
        ["scenarios", "list", "--scenarios", "kind:adversarial"],
        ["scenarios", "show", "week-later"],
        ["scenarios", "check"],
        ["doctor", "--no-speech"],
    ],
)
def test_listing_and_checking_commands_speak_json(cli, arguments):
    status, out, err = cli(*arguments, "--json")
    assert json.loads(out)
    assert err == ""
    plain_status, plain, _ = cli(*arguments)
    assert plain
    assert plain_status == status
    assert status in ([0, 1] if arguments[0] == "doctor" else [0])


def test_check_ends_with_1_if_a_target_is_missed(cli, tmp_path):
    folder = tmp_path / "own" / "airline" / "pack"
    folder.mkdir(parents=True)
    scenario = load_pack("builtin", "airline").scenarios["week-later"].model_dump(mode="json")
    scenario["expected"]["_current_date"] = "1999-01-01"
    (folder / "week-later.json").write_text(json.dumps(scenario))
    status, out, _ = cli("scenarios", "check", tmp_path / "own")
    assert status == 1
    assert "airline/week-later: the golden path misses the target: ~ _current_date" in out
    assert out.endswith("0 of 1 golden paths reach their target, 0 sound, 1 unsound\n")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"requests": []}, "airline/week-later: requests: is empty"),
        ({"facts": []}, "the caller has no fact confirmation_number"),
        ({"id": "two\nlines"}, "id: cannot name a folder"),
        ({"now": "yesterday"}, "but the call is on yesterday"),
    ],
)
def test_check_ends_with_1_if_a_scenario_is_unsound(cli, tmp_path, change, message):
    folder = tmp_path / "own" / "airline" / "pack"
    folder.mkdir(parents=True)
    scenario = load_pack("builtin", "airline").scenarios["week-later"].model_dump(mode="json")
    (folder / "week-later.json").write_text(json.dumps(scenario | change))
    status, out, _ = cli("scenarios", "check", "--pack", tmp_path / "own")
    assert status == 1
    assert message in out
    assert out.endswith("1 of 1 golden paths reach their target, 0 sound, 1 unsound\n")


def test_a_scenario_that_cannot_be_called_stops_the_run_before_its_first_call(cli, tmp_path):
    folder = tmp_path / "own" / "airline" / "pack"
    folder.mkdir(parents=True)
    scenario = load_pack("builtin", "airline").scenarios["week-later"].model_dump(mode="json")
    (folder / "week-later.json").write_text(json.dumps(scenario | {"rules": [{"cue": "([", "reply": "Yes."}]}))
    status, _, err = cli("run", "--pack", tmp_path / "own", "--domain", "airline")
    assert (status, err.count("\n")) == (2, 1)
    assert "scenario week-later cannot be called: rules[0].cue: '([' is no regular expression" in err
    assert not (tmp_path / "runs").exists()


def test_check_notes_what_an_idle_agent_would_pass(cli, tmp_path):
    folder = tmp_path / "own" / "airline" / "pack"
    folder.mkdir(parents=True)
    scenario = load_pack("builtin", "airline").scenarios["phantom-cancellation"]
    idle = scenario.model_copy(update={"expectations": (), "outcome": "refuse"})
    (folder / "phantom-cancellation.json").write_text(idle.model_dump_json())
    status, out, _ = cli("scenarios", "check", tmp_path / "own")
    assert status == 0
    assert "airline/phantom-cancellation: note: expected: no change is expected, and nothing must be told" in out
    assert cli("scenarios", "check", "a", "--pack", "b")[0] == 2


DEPLOYED = "architecture: external, stt: null, llm: null, tts: null"


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ("stt: {provider: embedded, model: whisper-x}", "unknown embedded ears 'whisper-x'; known: moonshine-tiny-en"),
        ("stt: {provider: embedded, modle: x}", "stt has no option 'modle' (did you mean model"),
        ("tts: {provider: embedded, model: jane}", "unknown embedded voice 'jane'; known: heart, joe"),
        ("tts: {provider: embedded, speed: 2}", "tts has no option 'speed'"),
        (f"{{{DEPLOYED}, url: 'listen://127.0.0.1:0'}}", "give the port to listen on"),
        (f"{{{DEPLOYED}, url: 'ws://127.0.0.1:x'}}", "cannot be used (Port could not be cast"),
        ("{architecture: external, url: 'ws://127.0.0.1:9'}", "an external agent brings its own services; leave out"),
        ("stt: {provider: nobody}", "stt provider 'nobody' is not known; known: "),
    ],
)
def test_what_no_agent_can_have_is_refused_before_the_first_call(cli, tmp_path, fields, message):
    spec = {
        "name": "mine",
        "architecture": "cascade",
        "stt": {"provider": "embedded"},
        "llm": {"provider": "calibration"},
        "tts": {"provider": "embedded", "voice": "joe"},
    }
    (tmp_path / "mine.yaml").write_text(yaml.safe_dump(spec | yaml.safe_load(fields)))
    for more in ([], ["--dry-run"]):
        status, out, err = cli("run", "--agent", "mine.yaml", "--out", tmp_path / "run", *more)
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert message in err
    assert not (tmp_path / "run").exists()
    status, out, _ = cli("agents", "show", "mine.yaml")
    assert status == 0
    assert "# cannot carry calls: agent mine: " in out


@pytest.mark.parametrize(("columns", "shown"), [(30, "1 of 1"), (200, "1 of 1")])
def test_a_narrow_terminal_loses_no_figure(capsys, monkeypatch, columns, shown):
    monkeypatch.setattr("harness.cli.output.width", lambda: columns)
    print_table(["metric", "n", "notes"], [["a_metric_with_a_long_name", shown, "words " * 9]], whole=["n"])
    out = capsys.readouterr().out
    assert "a_metric_with_a_long_name" in out
    assert shown in out


def test_the_list_of_scenarios_keeps_ids_whole(cli, monkeypatch):
    monkeypatch.setattr("harness.cli.output.width", lambda: 60)
    assert "phantom-cancellation" in cli("scenarios", "list")[1]


def test_a_dry_run_shows_the_plan_and_touches_nothing(cli, tmp_path):
    status, out, _ = cli("run", "--scenarios", "week-later", "--trials", "3", "--dry-run")
    assert status == 0
    assert "airline/week-later x 3" in out
    assert "3 calls" in out
    assert list(tmp_path.iterdir()) == []


def test_the_scenarios_of_the_demo_exist():
    assert set(SCENARIOS) <= set(load_pack("builtin", "airline").scenarios)


def test_score_and_report_of_a_finished_run(cli, make_run):
    run = make_run("fine", "late-once", count=2)
    with run.journal(lambda: "t") as journal:
        execute(run, InlineExecutor(work), journal)
    status, out, err = cli("score", run.path)
    assert (status, err) == (0, "")
    assert "task_completion" in out
    assert "pass^2" in out
    assert "report.html" in out
    before = (run.path / "summary.json").read_bytes()
    status, out, _ = cli("score", run.path, "--json")
    assert json.loads(out)["calls"] == 4
    assert (run.path / "summary.json").read_bytes() == before
    status, out, _ = cli("report", run.path, "--markdown")
    assert status == 0
    assert out.startswith("# embedded-cascade on airline")


def test_a_part_of_a_run_is_scored_and_judges_are_named(cli, make_run):
    run = make_run("fine")
    with run.journal(lambda: "t") as journal:
        execute(run, InlineExecutor(work), journal)
    assert cli("score", run.path)[0] == 0
    before = (run.path / "summary.json").read_bytes()
    for part in (
        ["--metrics", "faithfulness,turn_taking"],
        ["--metrics", "conciseness", "--metrics", "task_completion"],
    ):
        status, out, _ = cli("score", run.path, *part)
        assert (status, (run.path / "summary.json").read_bytes()) == (0, before)
    assert "faithfulness (offline)" in out
    assert "Judged offline, by rules without a model: " in out
    status, _, err = cli("score", run.path, "--metrics", "faithfullness")
    assert (status, err.count("\n")) == (2, 1)
    assert "did you mean faithfulness" in err
    status, _, err = cli("score", run.path, "--judges", "no-such-judge")
    assert (status, err.count("\n")) == (2, 1)
    assert "no-such-judge" in err
    assert (run.path / "summary.json").read_bytes() == before


OWN_SERVICE = """
from agents.services.base import Options, provider

class KeyOptions(Options):
    api_key: str

@provider("llm", "model", KeyOptions)
def model(options, site):
    raise NotImplementedError
"""


def test_secrets_of_the_agent_and_the_environment_are_never_written(cli, tmp_path, monkeypatch):
    """Planted canaries, through `run` with a stand-in for the call, resume included."""
    monkeypatch.setenv("DEEPGRAM_API_KEY", CANARY + "-env")
    agent = tmp_path / "agent.yaml"
    (tmp_path / "own.py").write_text(OWN_SERVICE)
    own = f"{{provider: '{tmp_path / 'own.py'}:model', api_key: {CANARY}-file}}"
    ears_and_voice = "stt: {provider: embedded}\ntts: {provider: embedded}\n"
    agent.write_text(f"name: mine\narchitecture: cascade\nllm: {own}\n{ears_and_voice}")
    monkeypatch.setattr(launch, "preflight", lambda agent, rehearsal: None)
    monkeypatch.setattr(launch, "execute", lambda *_, **__: (_ for _ in ()).throw(KeyboardInterrupt))
    status, out, err = cli("run", "--agent", agent, "--limit", "1", "--out", tmp_path / "run", "--no-preflight")
    assert status == 130, err
    written = b"".join(p.read_bytes() for p in (tmp_path / "run").rglob("*") if p.is_file())
    assert b'"api_key": "***"' in written
    assert CANARY.encode() not in written
    assert CANARY not in out + err
    reopened = launch.reopen(tmp_path / "run")
    assert reopened.manifest.agent.llm.model_extra == {"api_key": CANARY + "-file"}
    agent.write_text(agent.read_text() + "description: another\n")
    status, _, err = cli("run", "--resume", tmp_path / "run")
    assert status == 2
    assert "has changed since" in err
    status, out, _ = cli("agents", "show", agent)
    assert CANARY not in out
    assert "***" in out


def test_a_secret_in_the_agents_url_is_asked_for_again(cli, tmp_path, monkeypatch):
    url = f"wss://agent.example/ws?token={CANARY}"
    monkeypatch.setattr(launch, "preflight", lambda agent, rehearsal: None)
    monkeypatch.setattr(launch, "execute", lambda *_, **__: (_ for _ in ()).throw(KeyboardInterrupt))
    assert cli("run", "--agent", url, "--limit", "1", "--out", tmp_path / "run")[0] == 130
    assert CANARY not in (tmp_path / "run" / "run.json").read_text()
    status, _, err = cli("run", "--resume", tmp_path / "run")
    assert status == 2
    assert "add --agent URL" in err
    assert cli("run", "--resume", tmp_path / "run", "--agent", url)[0] == 130
    assert launch.reopen(tmp_path / "run", url).manifest.agent.url == url
    status, _, err = cli("run", "--resume", tmp_path / "run", "--agent", "wss://another.example/ws")
    assert status == 2
    assert "has changed since" in err


def test_scenarios_that_changed_end_a_resume(cli, make_run):
    run = make_run("fine")
    status, _, err = cli("run", "--resume", run.path)
    assert status == 2
    assert "the airline scenarios have changed since" in err


def test_a_run_goes_on_only_when_its_agent_answers(cli, tmp_path, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"ws://127.0.0.1:{server.getsockname()[1]}"
        with monkeypatch.context() as stopped:
            stopped.setattr(launch, "execute", lambda *_, **__: (_ for _ in ()).throw(KeyboardInterrupt))
            assert cli("run", "--agent", url, "--limit", "1", "--out", tmp_path / "run")[0] == 130
    status, _, err = cli("run", "--resume", tmp_path / "run")
    assert (status, err.count("\n")) == (2, 1)
    assert "nobody answers" in err
    assert not (tmp_path / "run" / "calls").exists()


def test_a_damaged_call_costs_no_other(cli, make_run):
    store = make_run("fine", "other")
    with store.journal(lambda: "t") as journal:
        execute(store, InlineExecutor(work), journal)
    assert cli("score", store.path)[0] == 0
    before = len(load_summary(store.path)["excluded_attempts"])
    damaged = next(store.path.glob("calls/*/*/t1/a1"))
    (damaged / "call.json").write_text("{")
    status, _, err = cli("report", store.path)
    assert (status, err.count("\n")) == (2, 1)
    assert f"{damaged}: the record cannot be read" in err
    for command in ("score", "report"):
        assert cli(command, store.path)[0] == 0
        assert len(load_summary(store.path)["excluded_attempts"]) == before + 1


def load_summary(run):
    return json.loads((run / "summary.json").read_text())


def test_the_command_starts_fast_and_loads_no_model():
    code = (
        "import sys; from harness.cli import dispatch; status = dispatch(['--help']); "
        "bad = {'pipecat', 'onnxruntime', 'numpy', 'jinja2', 'pydantic'} & set(sys.modules); "
        "sys.exit(f'{status} {bad}' if status or bad else 0)"
    )
    started = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "scenarios" in done.stdout
    assert time.perf_counter() - started < 10


def test_a_mistake_in_the_options_of_a_run_is_told_before_anything_heavy_is_loaded():
    code = (
        "import sys; from harness.cli import dispatch; status = dispatch(['run', '--trials', '0']); "
        "bad = {'pipecat', 'onnxruntime', 'jinja2'} & set(sys.modules); sys.exit(f'{bad}' if bad else status)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert "option --trials" in done.stderr


@pytest.mark.parametrize(("command", "redirect"), [("scenarios list", ">&-"), ("scenarios show nope", "2>&-")])
def test_a_closed_stream_is_no_error(command, redirect):
    line = f"{sys.executable} -c 'from harness.cli import main; main()' {command} {redirect}; echo $?"
    done = subprocess.run(["bash", "-c", line], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("0\n" if redirect == ">&-" else "2\n", "")


def test_characters_that_the_terminal_lacks_are_escaped():
    done = subprocess.run(
        [sys.executable, "-c", "from harness.cli import main; main()", "agents", "show", "ä"],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "ascii:strict"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("callbench: unknown agent '\\xe4'")


@pytest.mark.parametrize("what", ["scenarios list --json", "scenarios list", "--help"])
def test_output_into_a_closed_pipe_is_no_error(tmp_path, what):
    program = "import sys, time; time.sleep(0.5); from harness.cli import main; main()"
    command = f"{sys.executable} -c '{program}' {what} | true; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("0\n", "")


def test_the_head_of_a_listing_can_be_read():
    listing = "-c 'from harness.cli import main; main()' scenarios list --json"
    command = f"{sys.executable} {listing} | head -1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout.splitlines() == ["{", "0"]
