"""Speech as it arrives at an ear: over mu-law, with the pauses of a call around it."""

import re

import numpy as np

from agents.embedded.moonshine import from_line
from agents.embedded.voices import synthesize
from pipelines import g711


def on_the_line(text, voice="heart", lead=0.8, tail=0.5):
    """int16 at 8 kHz with `lead` and `tail` seconds of silence, after a mu-law round trip."""
    spoken = synthesize(text, voice)
    padded = np.concatenate([np.zeros(round(lead * 8000), np.int16), spoken, np.zeros(round(tail * 8000), np.int16)])
    return g711.decode(g711.encode(padded))


def at_the_ear(text, voice="heart"):
    """The same as float32 at 16 kHz."""
    return from_line(on_the_line(text, voice))


def plain(text):
    """Words without case and punctuation."""
    return re.sub(r"[^a-z0-9' ]", "", text.lower().replace("-", " ")).split()
