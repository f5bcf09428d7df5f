"""A user's own recordings: of any rate, width and number of channels; what cannot be used is told before a call."""

import struct
import wave

import numpy as np
import pytest
from scipy.io import wavfile

from pipelines.perturb import recordings
from pipelines.perturb.condition import parse
from pipelines.perturb.loop import momentary
from pipelines.perturb.stack import open_stack
from scenarios.errors import UsageError
from tests.pipelines.perturb.speech import RATE, level


def hum(rate, seconds=4.0, channels=1, hertz=700.0, seed=0):
    """A tone under some hiss, the same in every channel but for the hiss; float at full scale 1.0."""
    t = np.arange(round(rate * seconds)) / rate
    rng = np.random.default_rng(seed)
    sound = 0.2 * np.sin(2 * np.pi * hertz * t)[:, None] + 0.02 * rng.standard_normal((len(t), channels))
    return sound if channels > 1 else sound[:, 0]


def wav24(file, sound, rate):
    """scipy writes no 24 bits."""
    values = np.rint(np.asarray(sound) * (2**23 - 1)).astype("<i4")
    with wave.open(str(file), "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(3)
        out.setframerate(rate)
        out.writeframes(values.view(np.uint8).reshape(-1, 4)[:, :3].tobytes())


STORED = {
    "int16": lambda f, s, r: wavfile.write(f, r, np.rint(s * 32767).astype(np.int16)),
    "int32": lambda f, s, r: wavfile.write(f, r, np.rint(s * (2**31 - 1)).astype(np.int32)),
    "uint8": lambda f, s, r: wavfile.write(f, r, np.rint(s * 127 + 128).astype(np.uint8)),
    "float32": lambda f, s, r: wavfile.write(f, r, s.astype(np.float32)),
    "float64": lambda f, s, r: wavfile.write(f, r, s),
    "int24": lambda f, s, r: wav24(f, s, r),
}


def loudest(sound, rate=RATE):
    spectrum = np.abs(np.fft.rfft(sound * np.hanning(len(sound))))
    return np.argmax(spectrum) * rate / len(sound)


@pytest.mark.parametrize("stored", STORED)
@pytest.mark.parametrize("rate", [8000, 11025, 44100])
def test_whatever_it_is_stored_as_it_sounds_the_same(tmp_path, stored, rate):
    STORED[stored](tmp_path / "a.wav", hum(rate), rate)
    loop = recordings.loop(tmp_path / "a.wav", RATE)
    assert len(loop) == 3 * RATE  # a second fades into the beginning
    assert np.sqrt(np.mean(loop**2)) == pytest.approx(1)
    assert loudest(loop) == pytest.approx(700, abs=1)


def test_channels_are_mixed_down(tmp_path):
    both = np.stack([hum(16000, hertz=500), hum(16000, hertz=500) * 0 + hum(16000, hertz=1500)], 1)
    wavfile.write(tmp_path / "a.wav", 16000, both.astype(np.float32))
    spectrum = np.abs(np.fft.rfft(recordings.loop(tmp_path / "a.wav", RATE)))
    assert spectrum[3 * 500] == pytest.approx(spectrum[3 * 1500], rel=0.2)


def test_the_ratio_holds_for_recordings(tmp_path):
    for k in range(3):
        wavfile.write(tmp_path / f"{k}.wav", 16000, (hum(16000, 6, seed=k) * 0.1**k).astype(np.float32))
    (tmp_path / "notes.txt").write_text("not a recording")
    for seed in range(6):
        noise = open_stack(parse(f"noise-{tmp_path}=12"), seed, speech_db=-26)(np.zeros(5 * RATE, np.int16))
        assert level(noise) == pytest.approx(-38, abs=0.3)


def test_a_call_has_one_recording_drawn_by_its_seed(tmp_path):
    for hertz in (500, 900, 1300):
        wavfile.write(tmp_path / f"{hertz}.wav", RATE, hum(RATE, hertz=hertz).astype(np.float32))
    drawn = []
    for seed in range(12):
        noise = open_stack(parse(f"noise-{tmp_path}"), seed, speech_db=-26)(np.zeros(4 * RATE, np.int16))
        assert np.isclose(round(loudest(noise)), (500, 900, 1300), atol=2).any()
        drawn.append(round(loudest(noise), -2))
    assert len(set(drawn)) == 3


def test_one_file_is_a_bed_too(tmp_path):
    wavfile.write(tmp_path / "mine.wav", RATE, hum(RATE).astype(np.float32))
    (element,) = parse(f"noise-{tmp_path}/mine.wav=5").elements
    assert element.options["bed"] == str(tmp_path / "mine.wav")


def test_a_path_is_made_whole(tmp_path, monkeypatch):
    wavfile.write(tmp_path / "a.wav", RATE, hum(RATE).astype(np.float32))
    monkeypatch.chdir(tmp_path.parent)
    (element,) = parse(f"noise-./{tmp_path.name}=5").elements
    assert element.options["bed"] == str(tmp_path)


def test_lulls_are_filled_up_to_a_bound(tmp_path):
    sound = hum(RATE, 12)
    sound[4 * RATE : 8 * RATE] *= 0.01
    wavfile.write(tmp_path / "a.wav", RATE, sound.astype(np.float32))
    free, even = (momentary(recordings.loop(tmp_path / "a.wav", RATE, even=e), RATE) for e in (False, True))
    assert np.ptp(free) == pytest.approx(42, abs=2)  # the lull's 40 dB, and what chance adds
    assert np.ptp(free) - np.ptp(even) == pytest.approx(2 * recordings.MOST_DB, abs=1)


def test_a_long_recording_is_not_read_to_its_end(tmp_path, monkeypatch):
    monkeypatch.setattr(recordings, "LONGEST_S", 3)
    wavfile.write(tmp_path / "a.wav", RATE, hum(RATE, 9).astype(np.float32))
    assert len(recordings.loop(tmp_path / "a.wav", RATE)) == 3 * RATE - 3 * RATE // 4


# What is said --------------------------------------------------------------------------------------------


def test_conversion_is_told_in_a_line(tmp_path):
    wavfile.write(tmp_path / "a.wav", RATE, hum(RATE).astype(np.float32))
    assert recordings.remarks(tmp_path, RATE) == ()
    wavfile.write(tmp_path / "b.wav", 44100, hum(44100, channels=2).astype(np.float32))
    (said,) = recordings.remarks(tmp_path, RATE)
    assert said == (
        f"noise {tmp_path}: its 2 recordings are converted from 44100 Hz to 8000 Hz and mixed down to one channel"
    )
    assert parse(f"noise-{tmp_path}").elements[0].settings.remarks(RATE) == (said,)
    assert parse("noise-static").elements[0].settings.remarks(RATE) == ()


def written(folder, name, content):
    (folder / name).write_bytes(content)


BROKEN = {
    "empty": (lambda f: written(f, "a.wav", b""), r"a\.wav: not a wave file"),
    "text": (lambda f: written(f, "a.wav", b"hello, this is a text" * 9), r"a\.wav: not a wave file"),
    "cut": (lambda f: written(f, "a.wav", b"RIFF" + struct.pack("<I", 4) + b"WAVE"), r"a\.wav: "),
    "no sound": (lambda f: wavfile.write(f / "a.wav", RATE, np.zeros(0, np.int16)), r"a\.wav: "),
    "short": (lambda f: wavfile.write(f / "a.wav", RATE, np.ones(4000, np.int16)), r"a\.wav: 0\.50 s of sound"),
    "silent": (lambda f: wavfile.write(f / "a.wav", RATE, np.zeros(16000, np.int16)), r"a\.wav: it is silent"),
    "silent 8 bits": (lambda f: wavfile.write(f / "a.wav", RATE, np.full(16000, 128, np.uint8)), "it is silent"),
    "no numbers": (
        lambda f: wavfile.write(f / "a.wav", RATE, np.full(16000, np.nan, np.float32)),
        "values that are no numbers",
    ),
    "one value": (lambda f: wavfile.write(f / "a.wav", RATE, np.full(16000, 900, np.int16)), r"a\.wav: it is silent"),
    "nothing": (lambda f: None, "no wave file in it; put at least one .wav there"),
    "other files": (lambda f: written(f, "a.mp3", b"ID3"), "no wave file in it"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_what_cannot_be_used_is_told_before_the_first_call(tmp_path, what):
    make, said = BROKEN[what]
    make(tmp_path)
    with pytest.raises(UsageError, match=said) as told:
        parse(f"noise-{tmp_path}=10")
    assert str(tmp_path) in str(told.value)
    assert "\n" not in str(told.value)


def test_one_bad_recording_among_good_ones_is_named(tmp_path):
    wavfile.write(tmp_path / "a.wav", RATE, hum(RATE).astype(np.float32))
    written(tmp_path, "b.wav", b"RIFFnonsense")
    with pytest.raises(UsageError, match=r"b\.wav: not a wave file"):
        parse(f"noise-{tmp_path}")


def test_a_folder_that_cannot_be_read_is_told(tmp_path):
    with pytest.raises(UsageError, match="no such folder"):
        parse(f"noise-{tmp_path}/none")


def test_a_direct_current_is_no_noise(tmp_path):
    wavfile.write(tmp_path / "a.wav", RATE, np.full(16000, 900, np.int16))
    with pytest.raises(UsageError, match="it is silent"):
        recordings.loop(tmp_path / "a.wav", RATE)


@pytest.mark.parametrize("scale", [1e-200, 1e-3, 1e30, 1e307])
def test_floating_point_of_any_scale_is_a_bed(tmp_path, scale):
    wavfile.write(tmp_path / "a.wav", RATE, hum(RATE).astype(np.float64) / np.abs(hum(RATE)).max() * scale)
    for even in (True, False):
        found = recordings.loop(tmp_path / "a.wav", RATE, even)
        assert np.sqrt(np.mean(found**2)) == pytest.approx(1.0, rel=0.01)


@pytest.mark.parametrize("path", ["./" + "x" * 150 + "/" + "x" * 400, "~nobody-of-this-name/noise", "./é\0"])
def test_a_path_that_cannot_be_looked_at_is_one_line(path):
    with pytest.raises(UsageError, match=r"^condition ") as told:
        parse(f"noise-{path}=10")
    assert "\n" not in str(told.value)


def test_a_folder_that_may_not_be_listed_is_told(tmp_path, monkeypatch):
    def refuse(self):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(type(tmp_path), "iterdir", refuse)
    with pytest.raises(UsageError, match="Permission denied; name a folder that can be read"):
        recordings.files(tmp_path)


def test_a_folder_that_goes_after_its_condition_was_read_is_told(tmp_path):
    folder = tmp_path / "cafe"
    folder.mkdir()
    wavfile.write(folder / "a.wav", RATE, hum(RATE).astype(np.float32))
    (element,) = parse(f"noise-{folder}=10").elements
    (folder / "a.wav").unlink()
    folder.rmdir()
    with pytest.raises(UsageError, match=r"^condition 'noise': bed: noise .*cafe: no such folder"):
        assert element.settings
