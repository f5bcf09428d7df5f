"""Neural speech as the caller's end of the line hears it, and what was laid under it."""

import functools

import numpy as np

from agents.embedded import babble
from agents.embedded.level import LEVEL_DB
from agents.embedded.voices import synthesize
from pipelines.perturb.condition import parse
from pipelines.perturb.stack import open_stack

RATE = 8000
TICK = 160
SAID = (
    ("Hello, I need to change my flight to the eleventh of March.", "heart"),
    ("My confirmation code is Z K three F F W, and my last name is Okafor.", "joe"),
    ("No, I said F as in Foxtrot, twice, and then W.", "heart"),
    ("A window seat would be nice, if there is one left.", "joe"),
)
LEAD_S, PAUSE_S = 1.0, 1.3


@functools.cache
def utterances():
    """What is said, each as int16 samples."""
    return tuple(synthesize(text, voice) for text, voice in SAID)


@functools.cache
def caller(gain_db=0.0):
    """The caller's side of a call: silence, utterances and pauses; and where each utterance lies."""
    parts, spans = [np.zeros(round(LEAD_S * RATE), np.int16)], []
    for spoken in utterances():
        begun = sum(map(len, parts))
        spans.append((begun, begun + len(spoken)))
        louder = np.clip(np.rint(spoken * 10 ** (gain_db / 20)), -32768, 32767).astype(np.int16)
        parts += [louder, np.zeros(round(PAUSE_S * RATE), np.int16)]
    return np.concatenate(parts), tuple(spans)


def pauses(spans, samples):
    """The stretches between the utterances."""
    edges = [0, *(edge for span in spans for edge in span), samples]
    return tuple(zip(edges[::2], edges[1::2], strict=True))


def opened(text, seed=3, speech_db=LEVEL_DB, rate=RATE):
    """A condition's stack, as a call opens it."""
    return open_stack(parse(text), seed, rate=rate, speech_db=speech_db, talk=babble.talk)


def ticks(stack, pcm, size=TICK):
    """The sound through the stack, tick by tick."""
    return np.concatenate([stack(pcm[at : at + size], at) for at in range(0, len(pcm), size)])


def level(sound):
    """RMS in dB of full scale."""
    return 10 * np.log10(np.mean((np.asarray(sound, np.float64) / 32768) ** 2))
