"""People in the background: talkers whose voices and texts no caller has.

A talker is one of the embedded models with another pitch and another vocal tract. Played faster, a voice is higher
and its mouth is smaller, both by the same factor; what the mouth should not have followed is put right on the
spectral envelope; and the model speaks slower to begin with, so that the pace is a person's. Babble of the callers'
own voices would be harder on a recogniser than any crowd is: it could not tell the caller by the voice.
"""

from __future__ import annotations

import functools
import hashlib
from dataclasses import dataclass

import numpy as np
import soxr
from numpy.typing import NDArray

from agents.embedded import speakers
from agents.embedded.level import LEVEL_DB, RATE, active_level, telephone
from agents.embedded.small_talk import TEXTS
from agents.embedded.voices import VOICES, SpeechStore

_RECIPE = 2  # raise it when the steps between the models and the samples change
_FRAME, _HOP = 256, 64  # samples; 32 ms, four windows over every sample
_LIFTER = 22  # quefrencies that are the envelope: below the period of the highest voice, 8000 / 260 Hz
_MOST = 2.3  # nepers by which the envelope may change anything: 20 dB


@dataclass(frozen=True)
class Talker:
    """Somebody in the background.

    Attributes:
        voice: the embedded voice that it is made of.
        pitch: fundamental frequency against the model's.
        tract: frequencies of its formants against the model's; above 1 the vocal tract is shorter.
        pace: 1.0 is the model's own.
    """

    voice: str
    pitch: float
    tract: float
    pace: float = 1.0


TALKERS = (
    Talker("heart", 0.86, 0.91),
    Talker("joe", 1.14, 1.06, 1.05),
    Talker("heart", 1.16, 1.06, 1.08),
    Talker("heart", 0.93, 1.09, 0.95),
    Talker("joe", 0.90, 0.93, 0.95),
    Talker("heart", 1.24, 1.13),
    Talker("joe", 1.28, 0.97, 1.1),
    Talker("heart", 0.91, 0.96, 0.9),
)
"""By number. None has a model's own pitch, nor its formants."""


def talk(number: int) -> NDArray[np.float64]:
    """What a talker says, with pauses between the sentences: 8 kHz, full scale 1.0, -26 dBFS of active level.

    It is made once and kept in the cache of speech; making all of it takes about 10 s of one core.

    Args:
        number: 0 and up; beyond the last talker it is the first one's turn again.

    Raises:
        MissingPackageError: the voice's weights are not installed.
    """
    return _talk(number % len(TALKERS))


@functools.cache
def _talk(number: int) -> NDArray[np.float64]:
    talker, sentences = TALKERS[number], TEXTS[number]
    name = f"babble|{_RECIPE}|{VOICES[talker.voice].version}|{talker}|{number}|{sentences}"
    key = hashlib.sha256(name.encode()).hexdigest()
    store = SpeechStore.shared()
    samples = store.get(key)
    if samples is None:
        pauses = np.random.default_rng(number).uniform(0.15, 0.5, len(sentences))
        parts = [
            part
            for sentence, pause in zip(sentences, pauses, strict=True)
            for part in (_say(talker, sentence), np.zeros(round(pause * RATE), np.int16))
        ]
        said = np.concatenate(parts).astype(np.float64)
        said *= 10 ** ((LEVEL_DB - active_level(said / 32768)) / 20)  # sentences one by one are as loud, but for chance
        samples = np.clip(np.rint(said), -32768, 32767).astype(np.int16)
        store.put(key, samples)
    sound = samples.astype(np.float64) / 32768
    sound.flags.writeable = False
    return sound


def _say(talker: Talker, sentence: str) -> NDArray[np.int16]:
    """One sentence, as the talker says it."""
    speak: speakers.Speaker = {"heart": speakers.heart, "joe": speakers.joe}[talker.voice]
    raw, rate = speak(sentence, "", talker.pace / talker.pitch)
    faster = np.asarray(soxr.resample(raw, rate * talker.pitch, RATE, quality="VHQ"), np.float64)
    return telephone(with_tract(faster, talker.tract / talker.pitch), RATE)


def with_tract(speech: NDArray[np.float64], factor: float) -> NDArray[np.float64]:
    """Speech at 8 kHz with its formants moved by a factor and its pitch as it was.

    The envelope of each window's spectrum is read off its cepstrum and stretched; the fine structure, which holds the
    pitch, stays where it is.
    """
    window = np.sin(np.pi * (np.arange(_FRAME) + 0.5) / _FRAME)
    padded = np.concatenate([np.zeros(_FRAME), speech, np.zeros(2 * _FRAME)])
    starts = np.arange(0, len(padded) - _FRAME, _HOP)
    spectra = np.fft.rfft(padded[starts[:, None] + np.arange(_FRAME)] * window)
    cepstra = np.fft.irfft(np.log(np.abs(spectra) + 1e-6))
    cepstra[:, _LIFTER : _FRAME - _LIFTER + 1] = 0
    envelope = np.fft.rfft(cepstra).real
    place = np.minimum(np.arange(_FRAME // 2 + 1) / factor, _FRAME // 2)
    low = np.minimum(place.astype(int), _FRAME // 2 - 1)
    moved = envelope[:, low] + (place - low) * (envelope[:, low + 1] - envelope[:, low])
    frames = np.fft.irfft(spectra * np.exp(np.clip(moved - envelope, -_MOST, _MOST))) * window
    out = np.zeros(len(padded))
    for start, frame in zip(starts, frames, strict=True):
        out[start : start + _FRAME] += frame
    return out[_FRAME : _FRAME + len(speech)] / (_FRAME / _HOP / 2)
