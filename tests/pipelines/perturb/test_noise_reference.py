"""The reference's arithmetic of noise, where it is right; and, by rule, where we differ from it on purpose.

The rows of design/differences.md under "Noise and channel" are tested here by their names.
"""

import re
from pathlib import Path

import numpy as np
import pytest

from pipelines import g711
from pipelines.perturb.base import Site
from pipelines.perturb.condition import parse
from pipelines.perturb.kinds.noise import Noise, build, gain
from pipelines.perturb.loop import Loop
from pipelines.perturb.speech_level import active_level
from pipelines.perturb.stack import open_stack
from tests import reference
from tests.pipelines.perturb.speech import RATE, caller, level, opened, pauses, ticks

VECTORS = reference.present("vectors", "dsp.json") or {}


def db(sound):
    """RMS in dB, of whatever unit; minus infinity for silence."""
    power = np.mean(np.square(sound))
    return 10 * np.log10(power) if power else float("-inf")


# Vectors -----------------------------------------------------------------------------------------------


@pytest.mark.reference
@pytest.mark.parametrize("case", reference.each(VECTORS.get("mix_at_snr", ())), ids=str)
def test_mixing_at_a_ratio(case):
    """Where the level of speech is that of the very stretch, both come to the same samples."""
    speech, noise = (np.array(case[k]) for k in ("speech", "noise"))
    out = speech + gain(db(speech), db(noise), case["snr_db"]) * noise
    assert out == pytest.approx(np.array(case["out"]), abs=1e-3)


@pytest.mark.reference
def test_without_noise_nothing_changes():
    vectors = reference.vector("dsp")
    speech = np.array(vectors["mix_at_snr"][0]["speech"])
    quiet = np.zeros(len(speech))
    assert np.array_equal(speech + gain(db(speech), db(quiet), 10) * quiet, np.array(vectors["mix_silent_noise"]))


@pytest.mark.reference
@pytest.mark.parametrize("case", reference.each(VECTORS.get("pull", ())), ids=str)
def test_the_loop_goes_round(case):
    """The same samples; our cursor at the end of a loop stands at its beginning."""
    loop = Loop(np.arange(case["len"], dtype=np.float64), case["cursor"])
    assert loop.pull(case["n"]).tolist() == case["chunk"]
    assert loop.cursor == case["new_cursor"] % case["len"]


@pytest.mark.reference
@pytest.mark.parametrize("case", reference.each(VECTORS.get("ulaw_roundtrip", ())), ids=str)
def test_mu_law_there_and_back(case):
    sample, back = case
    assert g711.decode(g711.encode(np.array([sample], np.int16))).tolist() == [back]


@pytest.mark.reference
@pytest.mark.parametrize("case", reference.each(VECTORS.get("ambient_target_rms", {}).items()), ids=str)
def test_the_level_in_silence(case):
    """The same law of the ratio, for speech of an RMS of 3000."""
    snr, target = float(case[0]), case[1]
    assert 3000 * gain(0.0, 0.0, snr) == pytest.approx(target, rel=1e-12)
    assert 10 ** (db(np.array([3000.0])) / 20) * gain(0.0, 0.0, snr) == pytest.approx(target, rel=1e-12)


# Where we differ ----------------------------------------------------------------------------------------


def per_chunk(speech, noise, snr, chunk):
    """What the reference does to stretches of sound: noise at a ratio to each chunk, whatever its size."""
    out = speech.astype(np.float64).copy()
    for at in range(0, len(speech), chunk):
        a, b = out[at : at + chunk], noise[at : at + chunk]
        out[at : at + chunk] = a + gain(db(a), db(b), snr) * b
    return out


@pytest.fixture(scope="module")
def sides():
    """The caller's side of a call, under static from both; and where utterances lie."""
    pcm, spans = caller()
    noise = np.random.default_rng(0).standard_normal(len(pcm))
    theirs = per_chunk(pcm, noise, 10, 1600) - pcm
    ours = ticks(opened("noise-static=10"), pcm).astype(np.float64) - pcm
    return pcm, spans, theirs, ours


def spread(noise, stretches):
    """Range of levels over 0.2 s within stretches, dB."""
    parts = [noise[k : k + 1600] for a, b in stretches for k in range(a, b - 1600, 1600)]
    levels = [db(p) for p in parts if p.any()]
    return max(levels) - min(levels)


def test_under_speech_the_level_is_one(sides):
    """Row *under speech*: the noise does not follow the envelope."""
    _, spans, theirs, ours = sides
    assert spread(theirs, spans) > 10
    assert spread(ours, spans) < 1


def test_in_a_pause_the_level_is_the_same(sides):
    """Row *in a pause*: a silent chunk has the noise that speech has."""
    pcm, spans, theirs, ours = sides
    between = pauses(spans, len(pcm))
    inside = [(a + 1600, b - 1600) for a, b in between]
    assert all(not theirs[a:b].any() for a, b in inside)
    assert all(level(ours[a:b]) == pytest.approx(-36, abs=0.5) for a, b in inside)


@pytest.mark.reference
def test_silent_speech_is_not_left_clean():
    """Row *in a pause*, on the reference's own vector."""
    silent = np.array(reference.vector("dsp")["mix_silent_speech"])
    assert not silent.any()
    assert build(Noise(bed="static"), Site(RATE, np.random.default_rng(0), speech_db=-26)).process(silent).all()


@pytest.mark.parametrize("louder", [-10.0, 0.0, 6.0])
def test_silence_does_not_assume_a_loudness_of_speech(louder):
    """Row *level in silence*: it follows from the level of the speech and from nothing else."""
    noise = opened("noise-static=10", speech_db=-26.0 + louder)(np.zeros(4 * RATE, np.int16))
    assert level(noise) == pytest.approx(-36 + louder, abs=0.2)
    assert level(np.full(9, 3000 * gain(0, 0, 10))) == pytest.approx(-30.8, abs=0.1)  # theirs, whoever speaks


def test_pauses_within_an_utterance_do_not_count(sides):
    """Row *level of speech*: of active frames over the utterance, not of a chunk with its silence."""
    pcm, spans, *_ = sides
    begun, ended = spans[1]
    padded = np.concatenate([pcm[begun:ended], np.zeros(4 * RATE, np.int16)])
    assert active_level(padded / 32768, RATE) == pytest.approx(active_level(pcm[begun:ended] / 32768, RATE), abs=0.1)
    assert level(pcm[begun:ended]) - level(padded) > 2


@pytest.mark.parametrize("chunks", [(160,), (320, 80), (1601, 7, 240)])
def test_the_size_of_chunks_is_nothing(chunks):
    """Row *chunks*: the reference's noise depends on what size the provider delivered."""
    pcm, _ = caller()
    noise = np.random.default_rng(0).standard_normal(len(pcm))
    assert not np.allclose(per_chunk(pcm, noise, 10, 1600), per_chunk(pcm, noise, 10, 160))
    whole, stack, at, parts = opened("noise-static=10")(pcm), opened("noise-static=10"), 0, []
    while at < len(pcm):
        size = chunks[len(parts) % len(chunks)]
        parts.append(stack(pcm[at : at + size]))
        at += size
    assert np.array_equal(np.concatenate(parts), whole)


def test_the_seed_of_a_call_repeats_its_noise():
    """Row *seed*."""
    pcm = np.zeros(RATE, np.int16)
    one, again, other = (opened("noise-static=10", seed)(pcm) for seed in (1, 1, 2))
    assert np.array_equal(one, again)
    assert not np.array_equal(one, other)


def test_the_telephone_hears_noise_too():
    """Row *what is degraded*: set and network act on silence with its noise as on speech."""
    pcm = np.zeros(20 * RATE, np.int16)
    heard = opened("noise-static=10+loss=20:conceal=none")(pcm)
    lost = [not heard[k : k + 160].any() for k in range(0, len(heard), 160)]
    assert 0.1 < np.mean(lost) < 0.3


def test_gain_does_not_step():
    """Row *gain*: it drifts smoothly; the reference's jumps by up to 7.6 dB from chunk to chunk."""
    ones = np.full(20 * RATE, 8000, np.int16)
    drift = open_stack(parse("gain=0:drift=3:period=10"), 1)(ones) / 8000
    assert np.abs(np.diff(20 * np.log10(drift))).max() < 0.02
    assert 20 * np.log10(1.2 / 0.5) == pytest.approx(7.6, abs=0.01)


def test_mu_law_is_at_the_rate_of_a_telephone():
    """Row *mu-law*: nothing above 4000 Hz is left; the reference codes 16 kHz, which no telephone line carries."""
    tone = np.rint(8000 * np.sin(2 * np.pi * 1000 * np.arange(RATE) / RATE)).astype(np.int16)
    coded = open_stack(parse("mulaw"), 1)(tone)
    assert np.array_equal(coded, g711.decode(g711.encode(tone)))
    assert RATE == 8000


def test_every_row_has_its_test():
    page = (Path(__file__).parents[3] / "design" / "differences.md").read_text(encoding="utf-8")
    (section,) = re.findall(r"^## Noise and channel\n(.*?)(?:^## |\Z)", page, re.M | re.S)
    rows = set(re.findall(r"^\| \*([^*]+)\*", section, re.M))
    tested = set(re.findall(r'"""Row \*([^*]+)\*', Path(__file__).read_text(encoding="utf-8")))
    assert rows == tested
