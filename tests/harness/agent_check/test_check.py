"""The whole check with agents of this process, in virtual time, and its command."""

import json
import subprocess
import sys
import wave
from pathlib import Path

import pytest

from agents.registry import find
from harness.agent_check import scenario
from harness.agent_check.check import check
from harness.agent_check.evidence import Finding
from harness.agent_check.probes import PROBES
from harness.cli import agent_check as command
from scenarios.build import encode
from scenarios.errors import InfrastructureError, UsageError
from scenarios.packs import load_pack


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    return check(find("embedded-cascade"), tmp_path_factory.mktemp("check"), clock="virtual")


def statuses(report):
    return {name: finding.status for name, finding in report.findings.items()}


def test_the_calibration_agent_passes_all_that_applies_to_it(sound):
    found = statuses(sound)
    assert list(found) == list(PROBES)
    assert found.pop("honours_clear") == "not_applicable"  # in this process there is nothing to clear
    assert set(found.values()) == {"passed"}
    assert sound.ok
    assert "yields" in "".join(found)


@pytest.mark.slow
@pytest.mark.parametrize("agent", ["embedded-hybrid", "embedded-s2s"])
def test_so_do_its_siblings_of_other_architectures(agent, tmp_path):
    found = statuses(check(find(agent), tmp_path, clock="virtual"))
    assert {name for name, status in found.items() if status != "passed"} == {"honours_clear"}


def test_both_recordings_are_kept_and_the_times_lie_within_them(sound):
    lengths = {}
    for name, path in sound.recordings.items():
        with wave.open(path) as file:
            lengths[name] = file.getnframes() / file.getframerate()
    assert set(lengths) == {"call", "next call"}
    assert all(f.at is None or 0 <= f.at <= lengths[f.recording] for f in sound.findings.values())
    assert sound.seconds == pytest.approx(lengths["call"], abs=0.05)


def test_the_caller_does_what_its_script_says(sound):
    folder = sound.recordings["call"].removesuffix("audio.wav")
    with open(f"{folder}transcript.jsonl") as file:
        said = [u["intended"] for u in map(json.loads, file) if u["role"] == "caller"]
    assert said[0].startswith("Hello. I have lost my papers.")
    assert said[1] == "Sorry, one moment, please."
    assert said[2].startswith("Okay, I am back.")


@pytest.mark.parametrize(
    ("agent", "failures"),
    [
        ("floor-silent", {"greets_first", "hears", "calls_a_tool"}),
        ("embedded-cascade+silent", {"calls_a_tool", "survives_silence"}),
    ],
)
def test_an_agent_with_a_fault_fails_for_it(agent, failures, tmp_path):
    found = statuses(check(find(agent), tmp_path, clock="virtual"))
    failed = {name for name, status in found.items() if status == "failed"}
    assert failed <= failures
    assert failed


def test_a_folder_that_holds_a_check_is_not_written_into(sound):
    folder = Path(sound.recordings["call"]).parents[5]
    before = sorted(folder.rglob("*"))
    with pytest.raises(UsageError, match="holds another check already; give a new folder with --out"):
        check(find("embedded-cascade"), folder, clock="virtual")
    assert sorted(folder.rglob("*")) == before


def test_secrets_are_neither_told_nor_kept(tmp_path, monkeypatch):
    agent = find("ws://me:sesame-open-wide@127.0.0.1:9/?token=canary-yellow-and-loud")
    monkeypatch.setenv("MY_API_KEY", "environment-canary")
    secrets = "sesame-open-wide canary-yellow-and-loud environment-canary"

    def carry(job, prepare):
        job.folder.mkdir(parents=True)
        (job.folder / "events.jsonl").write_text(secrets)
        raise InfrastructureError(f"it said {secrets}")

    monkeypatch.setattr("harness.attempt.carry", carry)
    with pytest.raises(InfrastructureError, match=r"^it said \*\*\* \*\*\* \*\*\*$"):
        check(agent, tmp_path)
    (written,) = tmp_path.rglob("events.jsonl")
    assert written.read_text() == "*** *** ***"


def test_the_pack_is_what_the_code_builds():
    pack = load_pack(str(scenario.PACK), scenario.DOMAIN)
    assert list(pack.scenarios) == [scenario.NAME]
    assert (scenario.PACK / f"{scenario.NAME}.json").read_text() == encode(scenario.build())


# The command ------------------------------------------------------------------------------------------------


def callbench(*arguments):
    code = "from harness.cli import main; main()"
    return subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["no-such-agent"], "unknown agent 'no-such-agent'"),
        (["ws://127.0.0.1:9"], "nobody answers"),
        (["http://127.0.0.1:9"], "scheme http:// is not supported"),
    ],
)
def test_what_cannot_be_tried_is_one_line_and_status_2(arguments, why, tmp_path):
    done = callbench("agents", "check", *arguments, "--out", str(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    assert why in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_report_reads_as_a_table_and_as_json(sound, capsys):
    command.print_report(sound)
    printed = capsys.readouterr().out
    rows = [line for line in printed.splitlines() if line.strip().startswith(("pass", "FAIL", "n/a"))]
    assert len(rows) == len(PROBES)
    assert sound.recordings["call"] in printed
    data = json.loads(json.dumps(sound.data()))
    assert [c["name"] for c in data["checks"]] == list(PROBES)
    assert data["ok"] is True
    assert {"status", "text", "at", "recording"} <= set(data["checks"][0])


def test_one_failure_fails_the_whole(sound):
    one = dict(sound.findings, hears=Finding("failed", "it did not"))
    assert not type(sound)(sound.agent, one, sound.recordings, sound.seconds, sound.punctual).ok


def test_recordings_go_to_a_folder_that_is_not_there_yet(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    first = command.folder("127.0.0.1:7860")
    assert str(first) == "runs/check-127.0.0.1-7860"
    first.mkdir(parents=True)
    assert str(command.folder("127.0.0.1:7860")) == "runs/check-127.0.0.1-7860-2"
