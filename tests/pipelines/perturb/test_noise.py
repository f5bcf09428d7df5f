"""Noise is at the ratio that is asked for, at one level all the time, and the same for the same seed."""

import itertools
import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.embedded import babble
from agents.embedded.level import active_level
from pipelines.perturb import speech_level
from pipelines.perturb.base import Site
from pipelines.perturb.bed import beds, render
from pipelines.perturb.condition import parse
from pipelines.perturb.kinds.noise import SLEW_DB, TYPICAL_DB, Following, Noise, build
from pipelines.perturb.loop import Loop, momentary
from pipelines.perturb.stack import open_stack
from scenarios.errors import UsageError
from tests.pipelines.perturb.speech import RATE, caller, level, opened, pauses, ticks, utterances

BEDS = sorted(beds())
RATIOS = (-5, 0, 5, 10, 15, 20, 30)


def site(seed=0, **more):
    return Site(RATE, np.random.default_rng(seed), talk=babble.talk, **more)


def test_every_bed_that_is_promised_is_there():
    promised = {"coffee", "airport", "street", "road", "office", "music", "baby", "construction", "static"}
    assert set(BEDS) == promised


@pytest.mark.parametrize("bed", BEDS)
@pytest.mark.parametrize("snr", RATIOS)
def test_the_ratio_over_every_utterance_is_the_one_asked_for(bed, snr):
    """Measured on the 16-bit samples before and after, with the level of active speech as the voices define it."""
    pcm, spans = caller()
    heard = ticks(opened(f"noise-{bed}={snr}", seed=snr + 9), pcm)
    noise = heard.astype(np.int32) - pcm
    assert np.mean(np.abs(heard.astype(np.int32)) > 32766) < 1e-4  # next to nothing is clipped, and so measured wrongly
    for (begun, ended), spoken in zip(spans, utterances(), strict=True):
        measured = active_level(spoken / 32768) - level(noise[begun:ended])
        assert measured == pytest.approx(snr, abs=0.5)
    whole = np.concatenate([noise[a:b] for a, b in spans])
    assert active_level(np.concatenate(utterances()) / 32768) - level(whole) == pytest.approx(snr, abs=0.3)


@pytest.mark.parametrize("bed", BEDS)
def test_the_floor_in_pauses_is_the_floor_in_speech(bed):
    pcm, spans = caller()
    noise = ticks(opened(f"noise-{bed}=10"), pcm).astype(np.int32) - pcm
    spoken = [level(noise[a:b]) for a, b in spans]
    silent = [level(noise[a:b]) for a, b in pauses(spans, len(pcm))]
    assert max(spoken + silent) - min(spoken + silent) < 1.0
    assert np.mean(silent) == pytest.approx(-36, abs=0.3)


@pytest.mark.parametrize("bed", BEDS)
def test_nothing_pumps(bed):
    """The bed under speech is, sample by sample, the bed that there is without speech; and its own level is even."""
    pcm, _ = caller()
    sound = pcm / 32768
    chosen = Noise(bed=bed, snr=5)
    under, alone = build(chosen, site(1, speech_db=-26)), build(chosen, site(1, speech_db=-26))
    without = alone.process(np.zeros(len(sound)))
    assert under.process(sound) - sound == pytest.approx(without, abs=1e-15)
    over = momentary(without, RATE)[RATE // 5 : -RATE // 5]
    assert over.max() - over.min() < 1.0


@pytest.mark.parametrize("condition", ["noise-coffee=10", "noise-static=0", "noise-baby=20:steady=no"])
@pytest.mark.parametrize("speech_db", [-26.0, None])
def test_the_seed_decides_and_nothing_else(condition, speech_db):
    pcm, _ = caller()
    one, again, other = (ticks(opened(condition, seed, speech_db), pcm) for seed in (5, 5, 6))
    assert one.tobytes() == again.tobytes()
    assert one.tobytes() != other.tobytes()


@settings(max_examples=25)
@given(sizes=st.lists(st.integers(0, 700), min_size=1, max_size=60), known=st.booleans())
def test_chunks_are_nothing_to_it(sizes, known):
    pcm, _ = caller(6.0)
    sound = pcm[: 6 * RATE] / 32768
    ends = [0, *np.minimum(np.cumsum(sizes), len(sound)), len(sound)]
    stage, whole = (build(Noise(bed="street"), site(2, speech_db=-26 if known else None)) for _ in range(2))
    parts = [stage.process(sound[a:b]) for a, b in itertools.pairwise(ends)]
    assert [len(p) for p in parts] == [b - a for a, b in itertools.pairwise(ends)]
    assert np.array_equal(np.concatenate(parts), whole.process(sound))


def test_a_chunk_that_is_given_stays_as_it_was():
    for known in (-26.0, None):
        stage, sound = build(Noise(bed="static"), site(speech_db=known)), np.zeros(RATE)
        first = stage.process(sound)
        kept = first.copy()
        stage.process(sound)
        assert not sound.any()
        assert np.array_equal(first, kept)


def test_processes_agree_to_the_bit():
    script = (
        "import hashlib, numpy as np\n"
        "from tests.pipelines.perturb.speech import opened, ticks\n"
        "for bed in ('coffee', 'construction'):\n"
        "    heard = ticks(opened(f'noise-{bed}=10'), np.zeros(80000, np.int16))\n"
        "    print(hashlib.sha256(heard.tobytes()).hexdigest())\n"
    )
    said = [
        subprocess.run(
            [sys.executable, "-c", script],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert said[0] == said[1]
    assert len(set(said[0].split())) == 2


def test_the_bed_goes_on_where_it_was():
    """Two utterances into a call the bed is not back at its beginning, and after its length it is."""
    stack = opened("noise-static=10")
    first, second = (stack(np.zeros(30 * RATE, np.int16)) for _ in range(2))
    assert np.array_equal(first, second)  # the loop is as long
    assert not np.array_equal(first[: 10 * RATE], first[10 * RATE : 20 * RATE])


@pytest.mark.parametrize("rate", [8000, 16000, 24000])
def test_other_rates_carry_the_same_bed(rate):
    noise = opened("noise-street=10", rate=rate)(np.zeros(48 * rate, np.int16))
    assert level(noise) == pytest.approx(-36, abs=0.1)
    spectrum = np.abs(np.fft.rfft(noise)) ** 2
    assert spectrum[len(noise) * 4000 // rate + rate // 10 :].sum() < 1e-3 * spectrum.sum()


# Voices whose level is not known -----------------------------------------------------------------------


def bed_level(noise, at, window=RATE // 5):
    return level(noise[max(0, at - window) : at + window])


def test_the_level_of_speech_is_the_voices_own_measure():
    for spoken in utterances():
        heard = speech_level.SpeechLevel()
        for frame in (spoken[: len(spoken) // 160 * 160] / 32768).reshape(-1, 160):
            heard.hear(float(np.mean(frame**2)))
        assert heard.db == pytest.approx(active_level(spoken / 32768), abs=1e-9)
        assert speech_level.active_level(spoken / 32768, RATE) == pytest.approx(active_level(spoken / 32768), abs=1e-9)
    assert speech_level.active_level(np.zeros(RATE), RATE) == float("-inf")
    assert speech_level.active_level(np.zeros(10), RATE) == float("-inf")


@pytest.mark.parametrize("louder", [-9.0, 0.0, 6.0])
def test_the_bed_finds_its_way_to_speech_of_unknown_level(louder):
    """Static is even within 0.3 dB over 0.4 s, so that it shows where the bed is."""
    pcm, spans = caller(louder)
    noise = ticks(opened("noise-static=15", speech_db=None), pcm).astype(np.int32) - pcm
    (first, first_end), *later = spans
    # before anybody has spoken, and under the first utterance: as if speech had the usual level
    for at in (RATE // 2, first + RATE // 2, first_end - RATE // 4):
        assert bed_level(noise, at) == pytest.approx(TYPICAL_DB - 15, abs=0.4)
    # by the last utterance it is there or on its way: 3 dB a second, 0.8 s of each pause and the tails of words
    begun, ended = later[-1]
    measured = speech_level.active_level(pcm[begun:ended] / 32768, RATE) - level(noise[begun:ended])
    moved = min(abs(louder), 3 * 0.8 * SLEW_DB)
    assert measured == pytest.approx(15 + louder - np.sign(louder) * moved, abs=0.9)


def test_under_speech_the_bed_never_moves_and_in_pauses_it_moves_slowly():
    pcm, spans = caller(6.0)
    stage = Following(Loop(np.ones(7)), 10.0, RATE)  # a bed of ones shows the gain itself
    out = stage.process(pcm / 32768) - pcm / 32768
    gain = 20 * np.log10(out)
    assert gain[0] == pytest.approx(TYPICAL_DB - 10)
    steps = np.diff(gain)
    assert np.abs(steps).max() * RATE < SLEW_DB + 0.01
    for begun, ended in spans:
        assert np.ptp(gain[begun + TICK_AND_A_BIT : ended]) < 1e-9
    assert gain[-1] - gain[0] == pytest.approx(6.0, abs=0.3)


TICK_AND_A_BIT = 2 * 160  # a frame may be on its way when somebody begins to speak


def test_a_level_that_is_given_is_used():
    pcm, spans = caller(6.0)
    noise = ticks(opened("noise-coffee=15:speech=-20", speech_db=None), pcm).astype(np.int32) - pcm
    for begun, ended in spans:
        spoken = speech_level.active_level(pcm[begun:ended] / 32768, RATE)
        assert spoken - level(noise[begun:ended]) == pytest.approx(15, abs=0.5)


def test_silence_alone_moves_nothing():
    stage = Following(Loop(np.ones(7)), 10.0, RATE)
    assert np.ptp(stage.process(np.zeros(20 * RATE))) == 0
    stage.process(np.random.default_rng(0).normal(0, 0.0005, RATE))  # a hiss at -66 dBFS is nobody's voice
    assert np.ptp(stage.process(np.zeros(RATE))) == 0


# Beds that are left as they are --------------------------------------------------------------------------


def test_a_bed_can_be_left_as_it_is():
    even, free = render("street", None), render("street", None, even=False)
    assert np.sqrt(np.mean(free**2)) == pytest.approx(1)
    assert np.ptp(momentary(free, RATE)) > 4 * np.ptp(momentary(even, RATE))


# What cannot be read -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("noise", r"which noise\? known: airport, baby, coffee, .* or ./FOLDER of your own recordings"),
        ("noise-cofee=10", r"there is no noise 'cofee' \(did you mean coffee\?\); known: airport"),
        ("noise-coffee=loud", "snr: .*number.*'loud'"),
        ("noise-coffee=nan", "snr: .*finite"),
        ("noise-coffee=61", "snr: .*less than or equal to 60"),
        ("noise-coffee=-21", "snr: .*greater than or equal to -20"),
        ("noise-coffee=10:seed=4", "no option 'seed=4'; noise has bed=…, snr=…"),
        ("noise-./nowhere=10", "/nowhere: no such folder"),
    ],
)
def test_bad_input_is_told_in_a_line(text, said):
    with pytest.raises(UsageError, match=said) as told:
        parse(text)
    assert "\n" not in str(told.value)


def test_people_need_somebody_to_talk():
    with pytest.raises(UsageError, match=r"noise 'coffee' has people in it.*agents\.embedded\.babble\.talk"):
        open_stack(parse("noise-coffee"), 1)
    assert open_stack(parse("noise-street"), 1) is not None


def test_the_usual_ratio_is_fifteen():
    assert parse("noise-coffee").elements[0].options == {"bed": "coffee", "snr": 15.0, "speech": None, "steady": True}
