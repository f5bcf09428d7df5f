import numpy as np
import pytest

from agents.embedded import whisper
from agents.embedded.whisper import Whisper
from scenarios.errors import MissingPackageError
from tests.agents.embedded.sounds import on_the_line, plain


@pytest.fixture(scope="module")
def model():
    return Whisper.shared()


def test_speech_is_understood_and_always_the_same(model):
    sound = on_the_line("Your reservation is confirmed. Is there anything else?")
    heard = model.transcribe(sound)
    assert plain(heard) == plain("Your reservation is confirmed. Is there anything else?")
    assert model.transcribe(sound) == heard
    assert Whisper.shared() is model


def test_silence_has_no_words(model):
    assert model.transcribe(np.zeros(0, np.int16)) == ""
    assert model.transcribe(np.zeros(16_000, np.int16)) == ""


def test_a_prompt_settles_the_spelling(model):
    sound = on_the_line("Mister Okafor is on the line.")
    assert "Okafor" in model.transcribe(sound, prompt="Okafor")


def test_sixteen_kilohertz_needs_no_resampling(model):
    sound = np.repeat(on_the_line("Yes, please."), 2)
    assert plain(model.transcribe(sound, 16_000)) == ["yes", "please"]


def test_the_sound_tells_which_of_two_texts_was_said(model):
    sound = on_the_line("Your flight is three six three.")
    texts = [f"Your flight is {n}." for n in ("363", "353", "36")]
    right, *wrong = model.weigh(sound, texts)
    assert right > max(wrong) + 2
    assert model.weigh(sound, texts) == [right, *wrong]
    assert model.weigh(np.repeat(sound, 2), texts[:1], 16_000)[0] > max(wrong)


def test_texts_of_a_sound_longer_than_the_window_are_weighed(model):
    sound = np.tile(on_the_line("Your flight is three six three."), 14)
    assert len(sound) > 30 * 8000
    assert all(np.isfinite(model.weigh(sound, ["Your flight is 363.", ""])))


@pytest.mark.parametrize("part", ["WHISPER", "FASTER_WHISPER"])
def test_a_missing_part_is_named(monkeypatch, part):
    class Gone:
        def path(self, name=""):
            raise MissingPackageError("install it: pip install it==1")

    monkeypatch.setattr(whisper, part, Gone())
    with pytest.raises(MissingPackageError, match="pip install it==1"):
        Whisper()
