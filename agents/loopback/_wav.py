"""Recordings that come with a request."""

from __future__ import annotations

import io
import wave

import numpy as np
from aiohttp import web
from numpy.typing import NDArray

RAW_RATE = 16000  # samples per second of what has no header


def samples_of(recording: bytes) -> tuple[NDArray[np.int16], int]:
    """Mono samples and their rate: of a WAV file, else taken as raw 16-bit samples."""
    if recording[:4] != b"RIFF":
        return np.frombuffer(recording[: len(recording) // 2 * 2], "<i2").astype(np.int16), RAW_RATE
    with wave.open(io.BytesIO(recording)) as file:
        channels, rate = file.getnchannels(), file.getframerate()
        wide = np.frombuffer(file.readframes(file.getnframes()), "<i2")
    return wide.reshape(-1, channels)[:, 0].astype(np.int16), rate


async def uploaded(request: web.Request) -> tuple[dict[str, str], NDArray[np.int16], int]:
    """The fields of a form and the samples of its file.

    Raises:
        web.HTTPBadRequest: there is no file, or it cannot be read.
    """
    form = await request.post()
    fields = {name: value for name, value in form.items() if isinstance(value, str)}
    file = form.get("file")
    if not isinstance(file, web.FileField):
        raise web.HTTPBadRequest(text="no file")
    try:
        samples, rate = samples_of(file.file.read())
    except (wave.Error, EOFError, ValueError) as error:
        raise web.HTTPBadRequest(text=f"the file cannot be read: {error}") from error
    return fields, samples, rate
