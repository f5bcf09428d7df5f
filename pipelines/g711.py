"""G.711 mu-law, exact to the standard's tables, as two numpy look-ups.

Source: ITU-T G.711 (11/1988), table 2a/2b, in the 16-bit form every telephony stack uses (14-bit magnitudes with
a bias of 33). The standard library's ``audioop`` gives the same bytes but is gone from Python 3.13.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

SILENCE = 0xFF  # the code of +0

_BIAS = 33  # added to 14-bit magnitudes so that every segment starts at a power of two
_CLIP = 8159  # largest 14-bit magnitude that can be coded


def _decode_table() -> NDArray[np.int16]:
    code = ~np.arange(256, dtype=np.int32) & 0xFF
    segment, step = (code >> 4) & 0x07, code & 0x0F
    magnitude = (((step << 1) + _BIAS) << segment) - _BIAS
    return (np.where(code & 0x80, -magnitude, magnitude) * 4).astype(np.int16)


def _encode_table() -> NDArray[np.uint8]:
    pcm = np.arange(65536, dtype=np.uint16).view(np.int16).astype(np.int32) >> 2
    magnitude = np.minimum(np.abs(pcm), _CLIP - 1) + _BIAS  # the clip level itself would open a ninth segment
    segment = np.floor(np.log2(magnitude)).astype(np.int32) - 5
    code = (segment << 4) | ((magnitude >> (segment + 1)) & 0x0F)
    return np.asarray(~np.where(pcm < 0, code | 0x80, code) & 0xFF, np.uint8)


_DECODE = _decode_table()
_ENCODE = _encode_table()


def encode(pcm: NDArray[np.int16]) -> bytes:
    """Linear 16-bit samples to one mu-law byte each."""
    return _ENCODE[np.ascontiguousarray(pcm, np.int16).view(np.uint16)].tobytes()


def decode(ulaw: bytes | bytearray | memoryview) -> NDArray[np.int16]:
    """Mu-law bytes to linear 16-bit samples."""
    return _DECODE[np.frombuffer(ulaw, np.uint8)]
