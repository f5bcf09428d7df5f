"""Sound as the vendors' servers send and get it: paced, in base64, with the times of its words."""

from __future__ import annotations

import asyncio
import base64
import itertools
import re
from collections.abc import AsyncIterator

PIECE = 0.1  # seconds of sound in one message

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


async def paced(pcm: bytes, rate: int, speed: float) -> AsyncIterator[bytes]:
    """16-bit mono samples in pieces of `PIECE` seconds, `speed` times faster than real time; 0: all at once."""
    loop = asyncio.get_running_loop()
    began, step = loop.time(), 2 * int(rate * PIECE)
    for number in itertools.count():
        if not (piece := pcm[number * step : (number + 1) * step]):
            return
        if speed and (wait := began + number * PIECE / speed - loop.time()) > 0:
            await asyncio.sleep(wait)
        yield piece


def word_times(text: str, seconds: float) -> list[tuple[str, float, float]]:
    """Where each word lies in speech of some length: (word, begin, end), in the share of its letters."""
    words = text.split()
    weights = [len(word) + 1 for word in words]
    ends = list(itertools.accumulate(weights))
    whole = ends[-1] if ends else 1
    return [
        (word, (end - weight) * seconds / whole, (end - 1) * seconds / whole)
        for word, weight, end in zip(words, weights, ends, strict=True)
    ]


def seconds_of(pcm: bytes, rate: int) -> float:
    """How long 16-bit mono samples last."""
    return len(pcm) / 2 / rate


def encoded(pcm: bytes) -> str:
    """Sound in base64."""
    return base64.b64encode(pcm).decode()


def decoded(text: str) -> bytes:
    """Base64 in either alphabet: some clients send the one for addresses."""
    return base64.b64decode(text.replace("-", "+").replace("_", "/"))


def sentences(text: str) -> list[str]:
    """A reply in pieces that can be spoken one after the other."""
    return [part for part in _SENTENCE_END.split(text.strip()) if part]
