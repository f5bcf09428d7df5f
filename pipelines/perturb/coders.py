"""Speech coders, there and back, a frame at a time: Opus and AMR by PyAV's libraries, GSM full rate by libsndfile's.

Each is what its library does with the sound of one call from its beginning on: no packet is lost between the two ends
(that is `loss`), and equal sound gives equal bytes with one build of the library.
"""

from __future__ import annotations

import importlib.util
import io
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from scipy import signal

from pipelines.perturb.base import Samples
from scenarios.errors import MissingPackageError, UsageError

FRAME_S = 0.02
"""Seconds of a frame, of all of them."""

FULL = 32768.0
OPUS_RATE = 48000
"""What Opus decodes to."""

Pcm = NDArray[np.int16]


class Coder(Protocol):
    """There and back.

    Attributes:
        lag: samples by which what comes back is behind, beyond the frame that had to be waited for.
    """

    lag: int

    def __call__(self, pcm: Pcm) -> Samples:
        """A frame of sound as it comes back, at full scale 1.0; as long as it was."""
        ...


@dataclass(frozen=True)
class Codec:
    """A kind of coder.

    Attributes:
        rates: samples a second that it takes.
        kbps: kilobits a second that it can be asked for, ascending; two where all between them can be.
        default: kilobits a second where none are asked for.
        steps: whether only those `kbps` can be asked for.
        module: what its package is imported as.
        extra: extra of callbench that brings the package; empty where every installation has it.
        encoder: what PyAV calls its encoder; empty where it is not PyAV's.
        open: makes one, for a rate and kilobits a second.
    """

    rates: tuple[int, ...]
    kbps: tuple[float, ...]
    default: float
    steps: bool
    module: str
    extra: str
    encoder: str
    open: Callable[[int, float], Coder]

    def refuses(self, kbps: float) -> str:
        """Why it cannot be asked for `kbps`; empty where it can."""
        if self.steps and kbps not in self.kbps:
            return f"has {', '.join(f'{k:g}' for k in self.kbps)} kilobits a second, not {kbps:g}"
        if not self.kbps[0] <= kbps <= self.kbps[-1]:
            return f"has {self.kbps[0]:g} to {self.kbps[-1]:g} kilobits a second, not {kbps:g}"
        return ""


def look_over(name: str) -> None:
    """See that a codec can be had.

    Raises:
        MissingPackageError: its package is not installed, or has been built without it.
    """
    codec = CODECS[name]
    if importlib.util.find_spec(codec.module) is None:
        install = f"pip install 'callbench[{codec.extra}]'" if codec.extra else f"pip install {codec.module}"
        raise MissingPackageError(f"codec-{name} needs the package {codec.module}, which is not installed: {install}")
    if codec.encoder:
        import av

        if codec.encoder not in av.codecs_available:
            raise MissingPackageError(
                f"codec-{name}: the av {av.__version__} that is installed was built without {codec.encoder}; "
                f"install one of the wheels: pip install --force-reinstall --only-binary av 'callbench[{codec.extra}]'"
            )


def open_coder(name: str, rate: int, kbps: float) -> Coder:
    """A coder for one call.

    Raises:
        MissingPackageError: see `look_over`.
        UsageError: it does not take sound of that rate.
    """
    codec = CODECS[name]
    look_over(name)
    if rate not in codec.rates:
        takes = ", ".join(map(str, codec.rates))
        raise UsageError(f"codec-{name} takes {takes} samples a second, not {rate}; resample, or leave the codec out")
    return codec.open(rate, kbps)


class _Av:
    """An encoder and a decoder of PyAV."""

    def __init__(self, encoder: str, decoder: str, rate: int, kbps: float, options: dict[str, str]) -> None:
        import av

        self._frame = av.AudioFrame
        there: Any = av.CodecContext.create(encoder, "w")
        there.sample_rate, there.layout, there.format = rate, "mono", "s16"
        there.bit_rate, there.options = round(1000 * kbps), options
        there.open()
        back: Any = av.CodecContext.create(decoder, "r")
        back.sample_rate, back.layout = rate, "mono"
        self._encoder, self._decoder = there, back
        self._rate, self._pts = rate, 0

    def __call__(self, pcm: Pcm) -> Samples:
        frame = self._frame.from_ndarray(pcm[np.newaxis], "s16", "mono")
        frame.sample_rate, frame.time_base, frame.pts = self._rate, Fraction(1, self._rate), self._pts
        self._pts += len(pcm)
        found = [
            back.to_ndarray()[0] for packet in self._encoder.encode(frame) for back in self._decoder.decode(packet)
        ]
        sound = np.concatenate(found)
        return sound / FULL if sound.dtype == np.int16 else sound.astype(np.float64)


class Amr:
    """AMR narrow band (3GPP TS 26.071), the codec of GSM and UMTS calls; at 12.2 it is GSM's enhanced full rate."""

    lag = 40  # the 5 ms that the encoder looks ahead (TS 26.090); measured by the tests

    def __init__(self, rate: int, kbps: float) -> None:
        self._there_and_back = _Av("libopencore_amrnb", "amrnb", rate, kbps, {})

    def __call__(self, pcm: Pcm) -> Samples:
        return self._there_and_back(pcm)


class Opus:
    """Opus (RFC 6716) as calls over the internet use it: for voice, at a constant bit rate.

    It decodes to 48 kHz; a linear phase filter takes that back to the rate of the call.
    """

    _LOOKAHEAD = 312  # samples at 48 kHz, 6.5 ms, of libopus' encoder for voice
    _HALF = 96  # samples at 48 kHz by which the filter delays; with the above a multiple of every step

    def __init__(self, rate: int, kbps: float) -> None:
        self._there_and_back = _Av("libopus", "libopus", rate, kbps, {"application": "voip", "vbr": "off"})
        self._step = OPUS_RATE // rate
        half = self._HALF if self._step > 1 else 0
        self._taps = signal.firwin(2 * half + 1, 0.46 * rate, window=("kaiser", 7.0), fs=OPUS_RATE) if half else None
        self._past = np.zeros(2 * half)
        self.lag = (self._LOOKAHEAD + half) // self._step

    def __call__(self, pcm: Pcm) -> Samples:
        wide = self._there_and_back(pcm)
        if self._taps is None:
            return wide
        wide = np.concatenate((self._past, wide))
        self._past = wide[-len(self._past) :]
        windows = np.lib.stride_tricks.sliding_window_view(wide, len(self._taps))[:: self._step]
        return np.asarray(windows @ self._taps, np.float64)


class _Stream(io.RawIOBase):
    """A file without end: what has been written, once."""

    _LENGTH = 33 << 22  # a reader asks for the length once; 23 hours of frames, which it can count in 32 bits

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._at = 0

    def take(self) -> bytes:
        """What has been written and not been read."""
        taken = bytes(self._bytes)
        self._bytes.clear()
        return taken

    def feed(self, data: bytes) -> None:
        """Let `data` be read next."""
        self._bytes += data

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        self._at = (0, self._at, self._LENGTH)[whence] + offset
        return self._at

    def tell(self) -> int:
        return self._at

    def write(self, data: Any) -> int:
        self._bytes += data
        self._at += len(data)
        return len(data)

    def readinto(self, buffer: Any) -> int:
        count = min(len(buffer), len(self._bytes))
        buffer[:count] = self._bytes[:count]
        del self._bytes[:count]
        self._at += count
        return count


class Gsm:
    """GSM full rate (ETSI EN 300 961, once GSM 06.10), 13 kbit/s: the first digital mobile telephones."""

    lag = 0

    def __init__(self, rate: int, kbps: float) -> None:
        self._rate, self._sent, self._received = rate, _Stream(), _Stream()
        self._encoder = self._file(self._sent, "w")
        self._decoder: Any = None

    def _file(self, stream: _Stream, mode: str) -> Any:
        import soundfile

        return soundfile.SoundFile(
            stream, mode, samplerate=self._rate, channels=1, subtype="GSM610", format="RAW", endian="FILE"
        )

    def __call__(self, pcm: Pcm) -> Samples:
        self._encoder.write(pcm)
        self._received.feed(self._sent.take())
        # The decoder reads a frame when it is opened: without one it would begin with silence, and stay behind.
        self._decoder = self._decoder or self._file(self._received, "r")
        return np.asarray(self._decoder.read(len(pcm), dtype="int16") / FULL, np.float64)


CODECS = {
    "amr": Codec(
        (8000,), (4.75, 5.15, 5.9, 6.7, 7.4, 7.95, 10.2, 12.2), 12.2, True, "av", "webrtc", "libopencore_amrnb", Amr
    ),
    "gsm": Codec((8000,), (13.0,), 13.0, True, "soundfile", "", "", Gsm),
    "opus": Codec((8000, 12000, 16000, 24000, 48000), (6.0, 128.0), 16.0, False, "av", "webrtc", "libopus", Opus),
}
"""Codecs by the name that conditions have for them."""
