"""Same seed, same code: the same bytes, in another process, with another hash seed and an empty cache."""

import hashlib
import os
import subprocess
import sys

import pytest

from tests.harness.call_jobs import job

CARRY = """
import sys
from pathlib import Path
from harness.attempt import carry
from tests.harness.call_jobs import job
print(carry(job(Path(sys.argv[1]), seed=int(sys.argv[2]))).model_dump_json(exclude={"wall_s"}))
"""


def carried(folder, hash_seed, seed=7, **environ):
    """Carry the call in a process of its own; returns what it printed and the hash of every file."""
    done = subprocess.run(
        [sys.executable, "-c", CARRY, str(folder), str(seed)],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, **environ},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    left = job(folder, seed=seed).folder
    return done.stdout, {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in sorted(left.iterdir())}


@pytest.fixture(scope="module")
def first(tmp_path_factory):
    """The call, once."""
    return carried(tmp_path_factory.mktemp("first"), "1")


@pytest.mark.slow
def test_two_processes_leave_equal_bytes(first, tmp_path):
    said, one = first
    said_again, two = carried(tmp_path / "two", "2", CALLBENCH_CACHE=str(tmp_path / "cache"))
    assert '"status":"completed","end_reason":"goodbye"' in said
    assert said == said_again
    names = [
        "audio.wav",
        "timeline.json",
        "transcript.jsonl",
        "tools.jsonl",
        "events.jsonl",
        "world_after.json",
    ]
    assert set(names) <= set(one)
    assert {n: one[n] for n in names} == {n: two[n] for n in names}
    assert one == two  # and everything else in the folder, call.json included


@pytest.mark.slow
def test_another_seed_is_another_call(first, tmp_path):
    _, other = carried(tmp_path / "other", "1", seed=8)
    assert first[1]["audio.wav"] != other["audio.wav"]
