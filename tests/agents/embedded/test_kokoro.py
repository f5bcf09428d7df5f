"""Kokoro's voices: an extra, so that most of this runs only where it is installed, and says so where it is not."""

import numpy as np
import pytest

from agents.embedded import kokoro, speakers, styles
from agents.embedded.accents import ACCENTS
from agents.embedded.level import LEVEL_DB, RATE, active_level
from agents.embedded.moonshine import Moonshine, from_line
from agents.embedded.voices import MORE, VOICES, find, missing, synthesize
from scenarios.errors import MissingPackageError
from tests.agents.embedded.kokoro_here import needs_kokoro

TEXT = "Zulu, three."
SOUNDS = "Think of the judge's water, a bird, July, and the vision of schools."


def test_there_are_at_least_four_women_and_four_men():
    genders = [voice.gender for voice in MORE.values()]
    assert genders.count("female") >= 4
    assert genders.count("male") >= 4
    assert set(MORE) == {f"kokoro-{name}" for name in styles.SHA256}
    assert not set(MORE) & set(VOICES)
    assert find("kokoro-bm_george+french").gender == "male"


def test_a_voice_is_named_with_the_digest_of_its_style():
    assert MORE["kokoro-af_bella"].version != MORE["kokoro-af_kore"].version
    assert styles.SHA256["af_bella"][:16] in MORE["kokoro-af_bella"].version


def test_hiss_before_and_after_the_words_is_cut():
    """Else a caller would still be speaking, to the sample, when nobody hears it speak."""
    rng = np.random.default_rng(1)
    hiss = 0.004 * rng.standard_normal(2 * kokoro.RATE).astype(np.float32)
    speech = np.sin(np.arange(kokoro.RATE) / 10).astype(np.float32)
    pause = hiss[: kokoro.RATE // 2]
    kept = kokoro.words(np.concatenate([hiss, speech, pause, speech, hiss]))
    expected = 2 * len(speech) + len(pause) + 2 * 3 * kokoro.RATE // 50
    assert abs(len(kept) - expected) <= kokoro.RATE // 50
    assert len(kokoro.words(np.zeros(5000, np.float32))) == len(kokoro.words(np.zeros(0, np.float32))) == 0
    assert np.array_equal(kokoro.words(speech), speech[: len(speech) // 480 * 480])


def test_what_a_voice_lacks(monkeypatch, tmp_path):
    assert missing("heart") == missing("joe+french") == ()
    monkeypatch.setenv("CALLBENCH_KOKORO_VOICES", str(tmp_path))
    assert ("data", "voices") in missing("kokoro-af_bella")
    monkeypatch.setattr(kokoro, "problem", lambda: "gone")
    assert missing("kokoro-am_puck+french") == (("extra", "voices"), ("data", "voices"))


def test_a_missing_style_is_one_line(monkeypatch, tmp_path):
    monkeypatch.setenv("CALLBENCH_KOKORO_VOICES", str(tmp_path))
    monkeypatch.setenv("CALLBENCH_CACHE", "off")
    with pytest.raises(MissingPackageError, match=r"voice kokoro-af_bella: .*; fetch them: make voices"):
        synthesize(TEXT, "kokoro-af_bella")


def test_a_missing_package_is_one_line(monkeypatch):
    monkeypatch.setattr(kokoro, "problem", lambda: "a Kokoro voice needs the package x; install it: pip install x==1")
    monkeypatch.setattr(styles, "load", lambda name: np.zeros((510, styles.WIDTH), np.float32))
    monkeypatch.setenv("CALLBENCH_CACHE", "off")
    kokoro._load.cache_clear()
    with pytest.raises(
        MissingPackageError, match=r"pip install x==1 \(or all at once: pip install 'callbench\[voices\]"
    ):
        synthesize(TEXT, "kokoro-af_bella")


class TestWhereItIsInstalled:
    pytestmark = needs_kokoro

    def test_it_knows_every_sound_of_every_accent(self):
        vocabulary, _ = kokoro._model()
        for accent in ("", *ACCENTS):
            for sentence in speakers.phonemes(SOUNDS, accent):
                assert set(sentence) <= set(vocabulary)

    def test_speech_is_trimmed_levelled_telephone_speech_and_always_the_same(self, monkeypatch):
        name = "kokoro-af_bella+french"
        monkeypatch.setenv("CALLBENCH_KOKORO_VOICES", str(styles.folder()))
        monkeypatch.setenv("CALLBENCH_CACHE", "off")
        speech = synthesize(TEXT, name)
        assert speech.dtype == np.int16
        assert 0.5 < len(speech) / RATE < 3
        assert active_level(speech / 32767) == pytest.approx(LEVEL_DB, abs=0.1)
        assert np.array_equal(synthesize(TEXT, name), speech)

    def test_it_is_understood(self):
        heard = Moonshine.shared().transcribe(from_line(synthesize("I would like a refund.", "kokoro-am_michael"))).text
        assert "refund" in heard

    def test_a_slower_pace_takes_longer(self):
        assert len(synthesize(TEXT, "kokoro-am_michael", 0.7)) > 1.15 * len(synthesize(TEXT, "kokoro-am_michael"))

    def test_parts_that_do_not_fit_are_one_line(self, monkeypatch):
        monkeypatch.setattr(kokoro, "KOKORO_PARTS", kokoro.KOKORO_PARTS[::-1])
        kokoro._load.cache_clear()
        try:
            with pytest.raises(MissingPackageError, match="do not fit together; pip install --force-reinstall kokoro"):
                kokoro._load()
        finally:
            kokoro._load.cache_clear()
