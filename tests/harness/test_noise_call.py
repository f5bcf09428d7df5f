"""A whole call in a coffee shop: the bed is on the wire all the time, the dry stem is clean, the seed decides."""

import hashlib
import os
import subprocess
import sys
import wave

import numpy as np
import pytest

from agents.embedded.level import LEVEL_DB, active_level
from pipelines.perturb.condition import parse
from pipelines.record import RATE
from tests.harness.call_jobs import job, record

SNR = 15
CONDITION = f"noise-coffee={SNR}"

CARRY = """
import sys
from pathlib import Path
from harness.attempt import carry
from tests.harness.test_noise_call import given
print(carry(given(Path(sys.argv[1]))).model_dump_json(exclude={"wall_s"}))
"""


def given(folder):
    """The job of the call."""
    return job(folder, condition=parse(CONDITION))


def carried(folder, hash_seed):
    """Carry the call in a process of its own; returns what it printed and the digest of every file."""
    done = subprocess.run(
        [sys.executable, "-c", CARRY, str(folder)],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    left = given(folder).folder
    return done.stdout, {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in sorted(left.iterdir())}


def sound(file):
    """Samples at full scale 1.0, one column a channel."""
    with wave.open(str(file)) as read:
        assert read.getframerate() == RATE
        return np.frombuffer(read.readframes(read.getnframes()), "<i2").reshape(-1, read.getnchannels()) / 32768


def level(part):
    return 10 * np.log10(np.mean(part**2))


@pytest.fixture(scope="module")
def call(tmp_path_factory):
    """Its folder, what its process printed, and digests of its files."""
    folder = tmp_path_factory.mktemp("noise")
    return folder, *carried(folder, "1")


@pytest.fixture(scope="module")
def heard(call):
    """What was on the wire both ways, the dry stem, and the record."""
    folder = given(call[0]).folder
    audio = sound(folder / "audio.wav")
    return audio[:, 0], audio[:, 1], sound(folder / "caller_dry.wav")[:, 0], record(given(call[0]))


@pytest.mark.slow
def test_the_call_is_carried_and_says_its_condition(call, heard):
    assert '"status":"completed"' in call[1]
    assert heard[3].call["options"]["condition"]["name"] == CONDITION


@pytest.mark.slow
def test_the_bed_is_on_the_wire_in_every_silence_and_under_speech(heard):
    """Over mu-law, which adds a little of its own to a bed at -41 dBFS and more under speech."""
    caller, _, dry, left = heard
    spans = [s for turn in left.turns for s in turn.caller]
    edges = [0, *(e for s in spans for e in (s.start, s.end)), len(caller)]
    silences = [(a, b) for a, b in zip(edges[::2], edges[1::2], strict=True) if b - a > RATE // 2]
    assert len(silences) > 3
    for begun, ended in silences:
        assert not dry[begun:ended].any()
        assert level(caller[begun:ended]) == pytest.approx(LEVEL_DB - SNR, abs=0.5)
    for span in spans:
        if span.end - span.start > RATE:
            under = caller[span.start : span.end] - dry[span.start : span.end]
            assert level(under) == pytest.approx(LEVEL_DB - SNR, abs=0.8)


@pytest.mark.slow
def test_the_caller_spoke_at_the_level_that_the_ratio_is_against(heard):
    _, _, dry, left = heard
    long = [s for turn in left.turns for s in turn.caller if s.end - s.start > 2 * RATE]
    levels = [active_level(dry[s.start : s.end]) for s in long]
    assert levels == pytest.approx([LEVEL_DB] * len(levels), abs=0.3)


@pytest.mark.slow
def test_the_agents_side_is_clean(heard):
    _, agent, _, left = heard
    silent = np.ones(len(agent), bool)
    for turn in left.turns:
        for span in turn.agent:
            silent[max(0, span.start - 800) : span.end + 800] = False
    assert level(agent[silent]) < -70  # tails of words that are too soft to count as speech
    assert np.mean(agent[silent] == 0) > 0.95


@pytest.mark.slow
def test_two_processes_leave_equal_bytes(call, tmp_path):
    said, files = carried(tmp_path, "2")
    assert said == call[1]
    assert files == call[2]
