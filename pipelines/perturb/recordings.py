"""A folder of the user's own recordings as beds of noise: checked before the first call, read when one begins."""

from __future__ import annotations

import functools
import warnings
from pathlib import Path

import numpy as np
import soxr
from numpy.typing import NDArray
from scipy.io import wavfile

from pipelines.perturb.base import Samples
from pipelines.perturb.loop import FADE_S, close, levelled, unit
from scenarios.errors import UsageError

LONGEST_S = 120
"""Seconds of a recording that are used; what comes after them is not read."""

SHORTEST_S = 1.0

MOST_DB = 12.0
"""By how much a moment of a recording may be made louder or softer to keep its level even."""

_CHUNK = 1 << 18  # frames that are looked at together for any sound


def is_path(text: str) -> bool:
    """Whether a bed is named by a path: it has a slash, or begins with a dot or a tilde."""
    return "/" in text or "\\" in text or text.startswith((".", "~"))


def files(folder: Path) -> tuple[Path, ...]:
    """The wave files of a folder, or the one file that the path is itself, in the order of their names.

    Raises:
        UsageError: there is none.
    """
    try:
        if folder.is_file():
            return (folder,)
        if not folder.is_dir():
            raise UsageError(f"noise {folder}: no such folder; name a folder of wave files")
        found = sorted(p for p in folder.iterdir() if p.suffix.lower() in (".wav", ".wave") and p.is_file())
    except OSError as error:
        raise UsageError(f"noise {folder}: {error.strerror or error}; name a folder that can be read") from error
    if not found:
        raise UsageError(f"noise {folder}: no wave file in it; put at least one .wav there")
    return tuple(found)


def check(folder: Path) -> tuple[Path, ...]:
    """The recordings of a folder, once each has been found to be one.

    Raises:
        UsageError: there is none, or one cannot be used; the message names it.
    """
    found = files(folder)
    for file in found:
        _check(file, file.stat().st_mtime_ns)
    return found


def remarks(folder: Path, rate: int) -> tuple[str, ...]:
    """What is done to a folder's recordings before they can be used, in a line; nothing where nothing is.

    Args:
        folder: the recordings.
        rate: samples a second of the line.
    """
    rates, channels = set(), set()
    found = check(folder)
    for file in found:
        given, sound = _open(file)
        rates.add(given)
        channels.add(1 if sound.ndim == 1 else sound.shape[1])
    done = []
    if rates != {rate}:
        done.append(f"converted from {', '.join(str(r) for r in sorted(rates - {rate}))} Hz to {rate} Hz")
    if channels != {1}:
        done.append("mixed down to one channel")
    files_are = "its recording is" if len(found) == 1 else f"its {len(found)} recordings are"
    return (f"noise {folder}: {files_are} {' and '.join(done)}",) if done else ()


@functools.lru_cache(maxsize=32)
def loop(file: Path, rate: int, even: bool = True) -> Samples:
    """A recording as a loop with an RMS of 1: one channel, at the line's rate. Do not change it.

    Args:
        file: a wave file of any rate, with any number of channels.
        rate: samples a second that are wanted.
        even: keep its level even, by `MOST_DB` at most; see `pipelines.perturb.loop.levelled`.

    Raises:
        UsageError: it cannot be used.
    """
    given, sound = _open(file)
    mono = _full_scale(sound[: LONGEST_S * given])
    if mono.ndim == 2:
        mono = mono.mean(1)
    if given != rate:
        mono = np.asarray(soxr.resample(mono, given, rate, quality="VHQ"), np.float64)
    mono = mono - mono.mean()
    closed = close(mono, min(round(FADE_S * rate), len(mono) // 4))
    if not np.any(closed):
        raise UsageError(f"noise {file}: it is silent; leave it out")
    found = levelled(closed, rate, MOST_DB) if even else unit(closed)
    found.flags.writeable = False
    return found


@functools.lru_cache(maxsize=4096)
def _check(file: Path, changed: int) -> None:
    """The file is a recording; looked at once for each state of the file."""
    rate, sound = _open(file)
    if len(sound) < SHORTEST_S * rate:
        raise UsageError(f"noise {file}: {len(sound) / rate:.2f} s of sound; a recording has at least {SHORTEST_S:g} s")
    used = sound[: LONGEST_S * rate]
    if not any(np.any(used[at : at + _CHUNK] != used[0]) for at in range(0, len(used), _CHUNK)):
        raise UsageError(f"noise {file}: it is silent; leave it out")
    if used.dtype.kind == "f" and not all(
        np.isfinite(used[at : at + _CHUNK]).all() for at in range(0, len(used), _CHUNK)
    ):
        raise UsageError(f"noise {file}: it holds values that are no numbers; write it anew")


def _open(file: Path) -> tuple[int, NDArray[np.generic]]:
    """Rate and samples as they are stored: from the disk when they are used, where the format allows it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", wavfile.WavFileWarning)  # of chunks that hold no sound
        try:
            try:
                rate, sound = wavfile.read(file, mmap=True)
            except ValueError:  # 24 bits a sample cannot be mapped, and what is no wave file cannot be read either way
                rate, sound = wavfile.read(file)
        except OSError as error:
            raise UsageError(f"noise {file}: {error.strerror or error}") from error
        except Exception as error:  # scipy lets through what struct, numpy and its own arithmetic make of a broken file
            raise UsageError(f"noise {file}: not a wave file that can be read: {error}") from error
    if rate <= 0 or not len(sound):
        raise UsageError(f"noise {file}: there is no sound in it")
    return int(rate), sound


def _full_scale(sound: NDArray[np.generic]) -> Samples:
    """Samples of any type at full scale 1.0."""
    values = np.asarray(sound, np.float64)
    if sound.dtype == np.uint8:
        return (values - 128) / 128
    if sound.dtype.kind == "i":
        return values / float(1 << (8 * sound.dtype.itemsize - 1))
    return values / (
        float(np.abs(values).max()) or 1.0
    )  # whatever full scale its writer had; squares must not overflow
