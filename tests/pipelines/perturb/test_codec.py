"""Codecs: as far behind as they say, the same every time, and refused in a line where they cannot be had."""

import importlib.util
import sys
import types

import numpy as np
import pytest

from pipelines.perturb import coders
from pipelines.perturb.condition import parse
from scenarios.errors import MissingPackageError, UsageError
from tests.pipelines.perturb.channel import AV, babble, lag, run, stage

NARROW = ["codec-gsm", *(pytest.param(text, marks=AV) for text in ("codec-amr", "codec-amr=4.75", "codec-opus"))]


@pytest.mark.parametrize("text", NARROW)
def test_the_stated_delay_is_what_is_measured(text):
    sound = babble(4.0)
    opened = stage(text)
    assert lag(sound, run(opened, sound)) == pytest.approx(opened.delay, abs=1)


@AV
@pytest.mark.parametrize("rate", [12000, 16000, 24000, 48000])
def test_opus_is_as_far_behind_at_every_rate(rate):
    sound = babble(3.0, rate=rate)
    opened = stage("codec-opus=32", rate=rate)
    assert lag(sound, run(opened, sound, rate // 50)) == pytest.approx(opened.delay, abs=max(1, rate / 20000))


@pytest.mark.parametrize("text", NARROW)
def test_the_sound_comes_back_changed_but_like_itself(text):
    sound = babble(4.0)
    opened = stage(text)
    heard = run(opened, sound)[opened.delay :]
    sound = sound[: len(heard)]
    alike = np.dot(heard, sound) / np.sqrt(np.dot(heard, heard) * np.dot(sound, sound))
    least = "4.75" in text  # made for voices, not for noise: it dulls it
    assert (0.35 if least else 0.55) < alike < 0.999
    assert abs(10 * np.log10(np.mean(heard**2) / np.mean(sound**2))) < (7 if least else 3)


@pytest.mark.parametrize("text", NARROW)
def test_equal_sound_gives_equal_bytes(text):
    sound = babble(2.0)
    assert run(stage(text, 1), sound).tobytes() == run(stage(text, 2), sound).tobytes()


@AV
def test_more_bits_are_more_like_the_sound():
    sound = babble(4.0)

    def alike(text):
        opened = stage(text)
        return np.corrcoef(run(opened, sound)[opened.delay :], sound[: -opened.delay])[0, 1]

    assert alike("codec-opus=8") < alike("codec-opus=64")
    assert alike("codec-amr=4.75") < alike("codec-amr=12.2")


def test_silence_comes_back_as_silence():
    """To within the least steps of 16 bits: no codec hums."""
    heard = run(stage("codec-gsm"), np.zeros(8000))
    assert np.abs(heard).max() < 20 / 32768


@AV
@pytest.mark.parametrize("text", ["codec-amr", "codec-opus"])
def test_silence_comes_back_as_silence_from_the_others(text):
    assert np.abs(run(stage(text), np.zeros(8000))).max() < 20 / 32768


@pytest.mark.parametrize(("name", "kbps"), [("gsm", 13), ("amr", 12.2), ("opus", 16)])
def test_usual_bits_are_filled_in(name, kbps):
    if name != "gsm" and importlib.util.find_spec("av") is None:
        pytest.skip("needs av, of the extra webrtc")
    (element,) = parse(f"codec-{name}").elements
    assert element.options == {"codec": name, "kbps": kbps}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("codec", "field required"),
        ("codec-mp3", "'opus', 'amr' or 'gsm'"),
        ("codec-amr=12", "codec-amr has 4.75, 5.15, 5.9, 6.7, 7.4, 7.95, 10.2, 12.2 kilobits a second, not 12"),
        ("codec-gsm=12", "codec-gsm has 13 kilobits a second, not 12"),
        ("codec-opus=500", "codec-opus has 6 to 128 kilobits a second, not 500"),
        ("codec-opus=many", "valid number"),
    ],
)
def test_nonsense_is_refused_in_a_line(text, says):
    with pytest.raises(UsageError, match=f"^condition '{text}': .*{says}[^\n]*$"):
        parse(text)


# What is missing is said when the condition is read, before any call ----------------------------------------


@pytest.mark.parametrize("name", ["opus", "amr"])
def test_a_missing_extra_is_named_when_the_condition_is_read(name, monkeypatch):
    monkeypatch.setattr(coders.importlib.util, "find_spec", lambda module: None)
    with pytest.raises(MissingPackageError, match=r"needs the package av.*: pip install 'callbench\[webrtc\]'$"):
        parse(f"codec-{name}")


def test_an_av_without_the_encoder_is_named_when_the_condition_is_read(monkeypatch):
    monkeypatch.setattr(coders.importlib.util, "find_spec", lambda module: object())
    monkeypatch.setitem(sys.modules, "av", types.SimpleNamespace(codecs_available={"pcm_mulaw"}, __version__="1.2"))
    with pytest.raises(MissingPackageError, match=r"codec-amr: the av 1.2 .* without libopencore_amrnb; [^\n]+$"):
        parse("codec-amr")


@pytest.mark.parametrize(
    ("text", "rate", "says"),
    [
        ("codec-gsm", 16000, "codec-gsm takes 8000 samples a second, not 16000"),
        pytest.param("codec-opus", 44100, "takes 8000, 12000, 16000, 24000, 48000 samples a second", marks=AV),
    ],
)
def test_a_rate_that_a_codec_does_not_take_is_refused(text, rate, says):
    with pytest.raises(UsageError, match=says):
        stage(text, rate=rate)
