"""A run in a process of its own, killed and interrupted at arbitrary moments."""

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from harness import calls
from harness.journal import read

ROOT = Path(__file__).parents[2]
NAMES = ("slow-a", "late-once", "slow-b", "silent", "slow-c")
TRIALS = 2 * len(NAMES)


def start(folder, *names, **environ):
    return subprocess.Popen(
        [sys.executable, "-m", "tests.harness.drive", str(folder), *names],
        cwd=ROOT,
        env={**os.environ, **environ},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def children(pid):
    """Processes whose parent is `pid`, from /proc."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            if int(fields[1]) == pid:
                found.append(int(stat.parent.name))
    return found


def running(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until(condition, seconds=30):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if condition():
            return True
        time.sleep(0.02)
    return False


def wait_for_calls(folder, process, count):
    def enough():
        return process.poll() is not None or len(calls.finished(folder)) >= count

    assert wait_until(enough)
    assert process.poll() is None, process.communicate()


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for orphans in /proc")
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_keeps_finished_calls_leaves_no_orphan_and_says_how_to_go_on(tmp_path, sign):
    folder = tmp_path / "run"
    process = start(folder, *NAMES, FAKE_CARRY_SLEEP="3")
    wait_for_calls(folder, process, 1)
    workers = children(process.pid)
    assert len(workers) >= 2
    process.send_signal(sign)
    time.sleep(0.05)
    process.send_signal(sign)  # somebody is impatient
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert f"go on with: callbench run --resume {folder}" in err
    assert "Traceback" not in out + err
    assert wait_until(lambda: not any(running(pid) for pid in workers), 5)
    kept = {a.folder: (a.folder / "call.json").stat().st_mtime_ns for a in calls.finished(folder)}
    assert kept
    assert [e["event"] for e in read(folder / "journal.jsonl")][-1] == "interrupted"
    again = start(folder, FAKE_CARRY_SLEEP="0")
    out, err = again.communicate(timeout=120)
    assert again.returncode == 0, err
    assert "report.html" in out
    assert all((f / "call.json").stat().st_mtime_ns == when for f, when in kept.items())


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for orphans in /proc")
def test_killed_at_random_moments_a_run_still_ends_as_an_unbroken_one(tmp_path):
    whole = tmp_path / "whole"
    process = start(whole, *NAMES, FAKE_CARRY_SLEEP="0")
    assert process.wait(120) == 0, process.communicate()
    process.communicate()
    folder, moments = tmp_path / "run", random.Random(5)
    process = start(folder, *NAMES, FAKE_CARRY_SLEEP="0.3")
    for _ in range(4):
        assert wait_until(lambda: (folder / "journal.jsonl").exists())
        time.sleep(moments.uniform(0.5, 4))
        workers = children(process.pid)
        process.kill()
        process.communicate()
        assert wait_until(lambda w=workers: not any(running(pid) for pid in w), 10), "orphans"
        with open(folder / "journal.jsonl", "ab") as file:  # the worst that a crash can leave
            file.write(b'{"at": "torn')
        process = start(folder, FAKE_CARRY_SLEEP="0.3")
    _, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    names = ["summary.json", "summary.md", "trials.csv", "report.html"]
    assert {n: (folder / n).read_bytes() for n in names} == {n: (whole / n).read_bytes() for n in names}
    one, other = (
        {p.relative_to(r): p.read_bytes() for p in (r / "calls").rglob("*") if p.is_file()} for r in (folder, whole)
    )
    assert one == other
    assert all("torn" not in str(e) for e in read(folder / "journal.jsonl"))


def test_two_processes_cannot_work_in_one_run(tmp_path):
    folder = tmp_path / "run"
    first = start(folder, *NAMES, FAKE_CARRY_SLEEP="3")
    try:
        wait_for_calls(folder, first, 1)
        second = start(folder)
        _, err = second.communicate(timeout=30)
        assert second.returncode != 0
        assert "another callbench is at work in it" in err
    finally:
        first.kill()
        first.communicate()
