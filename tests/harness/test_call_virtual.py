"""Same seed, same code: the same bytes, in another process, with another hash seed and an empty cache."""

import hashlib
import os
import subprocess
import sys

import pytest

from agents.registry import find
from harness.attempt import carry
from pipelines.record import READING
from scenarios.packs import load_pack
from tests.harness.call_jobs import SCENARIO, job, record

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
def folder(tmp_path_factory):
    """Where the first call is kept."""
    return tmp_path_factory.mktemp("first")


@pytest.fixture(scope="module")
def first(folder):
    """The call, once."""
    return carried(folder, "1")


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


@pytest.mark.slow
def test_the_agent_tells_which_values_it_read_from_the_sound(first, folder):
    found = record(job(folder, seed=7))
    events = [e for e in found.events if e.kind == READING]
    told = {(e.data["slot"], e.data["value"]) for e in events}
    true = {(f.slot, f.value) for f in load_pack("builtin", "airline").scenarios[SCENARIO].facts}
    assert told == {fact for fact in true if fact[0] in ("confirmation_number", "last_name")}
    begun = [u.start for u in found.utterances if u.role == "caller"]
    assert all(e.side == "agent" and e.sample > begun[0] for e in events)


@pytest.mark.slow
def test_a_floor_agent_tells_what_it_read_as_well(tmp_path):
    given = job(tmp_path, agent=find("floor-idle"))
    carry(given)
    told = {e.data["slot"] for e in record(given).events if e.kind == READING}
    assert told == {"confirmation_number", "last_name"}
