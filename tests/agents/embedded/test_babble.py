"""People in the background have voices and texts that no caller has."""

import hashlib
import os
import re
import subprocess
import sys

import numpy as np
import pytest
from scipy.linalg import solve_toeplitz
from scipy.signal import lfilter

from agents.embedded import babble, speakers
from agents.embedded.babble import TALKERS, talk, with_tract
from agents.embedded.level import LEVEL_DB, RATE, active_level
from agents.embedded.small_talk import TEXTS
from agents.embedded.voices import VOICES
from scenarios.packs import load_pack

DOMAINS = ("airline", "hr", "itsm")


def pitch(speech):
    """Median fundamental of what is voiced, Hz, by autocorrelation over 40 ms."""
    found = []
    for at in range(0, len(speech) - 640, 160):
        part = speech[at : at + 640] * np.hanning(640)
        if np.sqrt(np.mean(part**2)) < 0.02:
            continue
        bins = np.abs(np.fft.rfft(part, 2048)) ** 2
        alike = np.fft.irfft(bins)
        alike /= np.fft.irfft(np.abs(np.fft.rfft(np.hanning(640), 2048)) ** 2)[: len(alike)] + 1e-3
        lags = np.arange(RATE // 400, RATE // 65)
        best = lags[np.argmax(alike[lags])]
        if alike[best] > 0.5 * alike[0]:
            found.append(RATE / best)
    return float(np.median(found))


def formants(sound, order):
    """Resonances by linear prediction, Hz, in rising order."""
    part = sound * np.hanning(len(sound))
    alike = np.correlate(part, part, "full")[len(part) - 1 :][: order + 1]
    roots = np.roots(np.concatenate([[1], -solve_toeplitz(alike[:-1], alike[1:])]))
    return np.sort(np.angle(roots[roots.imag > 0.01])) * RATE / 2 / np.pi


def vowel(f0, resonances=((700, 80), (1300, 90), (2500, 120))):
    """A second of a vowel: pulses through resonances, each of a frequency and a bandwidth in Hz."""
    sound = np.zeros(RATE)
    sound[np.arange(0, RATE, RATE / f0).astype(int)] = 1
    for hertz, width in resonances:
        r = np.exp(-np.pi * width / RATE)
        sound = lfilter([1 - r], [1, -2 * r * np.cos(2 * np.pi * hertz / RATE), r * r], sound)
    return sound


def said_plainly(voice, number):
    """What a talker says in the model's own voice, as floats at 8 kHz."""
    spoken = babble.telephone(*{"heart": speakers.heart, "joe": speakers.joe}[voice](" ".join(TEXTS[number]), "", 1.0))
    return spoken / 32768


def test_there_are_enough_people_and_no_two_are_alike():
    assert len(TALKERS) == len(TEXTS) >= 6
    assert len({(t.voice, t.pitch, t.tract) for t in TALKERS}) == len(TALKERS)
    assert {t.voice for t in TALKERS} == set(VOICES)
    assert all(abs(t.pitch - 1) > 0.05 and abs(t.tract - 1) > 0.02 for t in TALKERS)


@pytest.mark.parametrize("number", range(len(TALKERS)))
def test_talk_is_levelled_talk(number):
    said = talk(number)
    assert said.dtype == np.float64
    assert 10 < len(said) / RATE < 40
    assert active_level(said) == pytest.approx(LEVEL_DB, abs=0.02)
    assert np.abs(said).max() < 1
    assert not said.flags.writeable
    power = (said[: len(said) // 160 * 160].reshape(-1, 160) ** 2).mean(1)
    assert 0.5 < np.mean(power > 10 ** ((LEVEL_DB - 25) / 10)) < 0.95  # speech, and pauses


def test_beyond_the_last_talker_it_is_the_first_ones_turn():
    assert np.array_equal(talk(0), talk(len(TALKERS)))


@pytest.mark.parametrize("number", [0, 2, 1, 4])
def test_a_talkers_pitch_is_not_the_models(number):
    talker = TALKERS[number]
    own = pitch(said_plainly(talker.voice, number))
    assert pitch(talk(number)) / own == pytest.approx(talker.pitch, rel=0.06)


@pytest.mark.parametrize("factor", [0.88, 1.0, 1.14])
@pytest.mark.parametrize("f0", [110, 210])
def test_the_formants_of_a_vowel_move_and_its_pitch_stays(factor, f0):
    """What is between the harmonics can be placed to within half of their distance, so the first formant is rough."""
    before, after = vowel(f0), with_tract(vowel(f0), factor)
    assert len(after) == len(before)
    inside = slice(RATE // 4, 3 * RATE // 4)
    moved = formants(after[inside], 6) / formants(before[inside], 6)
    assert moved == pytest.approx(np.full(3, factor), abs=0.09)
    assert moved[2] == pytest.approx(factor, abs=0.035)
    assert pitch(after / np.abs(after).max()) == pytest.approx(f0, rel=0.02)


@pytest.mark.parametrize("factor", [0.88, 1.14])
def test_the_formants_of_speech_move_and_its_pitch_stays(factor):
    speech = said_plainly("joe", 0)
    moved = with_tract(speech, factor)
    assert pitch(moved) == pytest.approx(pitch(speech), rel=0.02)
    brighter = [np.diff(s) for s in (speech, moved)]  # as speech falls by 6 dB an octave
    ratios = []
    for at in range(0, len(speech) - 400, 400):
        one, two = (formants(s[at : at + 400], 8) for s in brighter)
        if np.sqrt(np.mean(speech[at : at + 400] ** 2)) > 0.03 and len(one) == len(two) == 4:
            ratios.append(two[1:3] / one[1:3])
    assert len(ratios) > 50
    assert np.median(ratios) == pytest.approx(factor, abs=0.05)


def test_the_same_vocal_tract_changes_nothing():
    speech = said_plainly("heart", 0)
    assert with_tract(speech, 1.0) == pytest.approx(speech, abs=1e-9)


def test_an_utterance_of_nothing_stays_one():
    assert len(with_tract(np.zeros(0), 1.1)) == 0
    assert not with_tract(np.zeros(1000), 1.1).any()


def words(text):
    return re.findall(r"[a-z0-9']+", text.lower())


def test_the_texts_hold_no_value_of_any_scenario():
    """No fact's value, none's name, no letter or digit said by itself, in any domain's pack."""
    texts = [f" {' '.join(words(' '.join(sentences)))} " for sentences in TEXTS]
    values = set()
    for domain in DOMAINS:
        for scenario in load_pack("builtin", domain).scenarios.values():
            values |= {scenario.caller.first_name, scenario.caller.last_name}
            values |= {v for f in scenario.facts for v in (f.value, f.spoken or "")}
    assert len(values) > 100
    spoken = {" ".join(words(v)) for v in values} - {""}
    assert sorted(v for v in spoken if any(f" {v} " in text for text in texts)) == []
    letters = {w for text in texts for w in text.split() if len(w) == 1 or w.isdigit()}
    assert letters <= {"a", "i"}


def test_no_text_is_shared():
    assert len({sentence for sentences in TEXTS for sentence in sentences}) == sum(map(len, TEXTS))


SCRIPT = """
import hashlib
from agents.embedded.babble import talk
print(hashlib.sha256(talk(2).tobytes()).hexdigest())
"""


@pytest.mark.slow
def test_processes_agree_to_the_bit_with_and_without_the_cache(tmp_path):
    digests = {hashlib.sha256(talk(2).tobytes()).hexdigest()}
    for seed, folder in (("1", "off"), ("2", str(tmp_path)), ("3", str(tmp_path))):
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", SCRIPT],
            env=os.environ | {"PYTHONHASHSEED": seed, "CALLBENCH_CACHE": folder},
            capture_output=True,
            text=True,
            check=True,
        )
        digests.add(done.stdout.strip())
    assert len(digests) == 1
    assert len(list((tmp_path / "speech").glob("*/*.pcm"))) == 1


def test_the_cache_answers_without_the_model(monkeypatch):
    talk(0)
    babble._talk.cache_clear()

    def broken(text, accent, pace):
        raise AssertionError("synthesised again")

    monkeypatch.setattr(speakers, "heart", broken)
    if babble.SpeechStore.shared()._folder is None:
        pytest.skip("the cache is off")
    assert len(talk(0))
    monkeypatch.setattr(babble, "_RECIPE", -1)
    babble._talk.cache_clear()
    with pytest.raises(AssertionError, match="synthesised again"):
        talk(0)
    babble._talk.cache_clear()
