"""Sound cut out of a recording, and the ways in which it is listened to, cheapest first."""

from __future__ import annotations

import wave
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from metrics.judges.jury import JudgeError
from metrics.judges.offline._speech_recogniser import Recogniser
from pipelines.record import RATE

AGENT = 1  # channel of audio.wav
MARGIN = RATE // 10  # samples of the recording on either side
FURTHER = (RATE // 2, RATE // 20)  # margins of further looks; a recogniser may break off with one and not another
PAUSE = RATE // 5  # samples; a longer pause parts phrases
LONGEST = 25 * RATE  # samples heard at once: recognisers work in windows of 30 s
_HOP = RATE // 100
_QUIET_DB = 30.0  # a hop this far below the loud ones is a pause
_AUDIBLE = 10.0  # RMS of int16 below which a hop is silent on any line

Sound = NDArray[np.int16]


def read(folder: Path | None, name: str, channel: int) -> Sound:
    """One channel of a recording.

    Raises:
        JudgeError: there is no such recording, or it cannot be read.
    """
    if folder is None or not (folder / name).exists():
        raise JudgeError(f"no {name}: the call's sound was not kept")
    try:
        with wave.open(str(folder / name)) as file:
            if (file.getframerate(), file.getsampwidth()) != (RATE, 2):
                raise JudgeError(f"{name}: not 16-bit sound at {RATE} Hz")
            sound = np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(np.int16)
            return sound.reshape(-1, file.getnchannels())[:, min(channel, file.getnchannels() - 1)]
    except (wave.Error, EOFError, ValueError) as error:
        raise JudgeError(f"{name} cannot be read ({error})") from error


def stretch(sound: Sound, start: int, end: int) -> Sound:
    """The sound between two samples with the usual margin."""
    return sound[max(0, start - MARGIN) : end + MARGIN]


def looks(sound: Sound, start: int, end: int, ears: Sequence[Recogniser]) -> Iterator[str]:
    """What is heard between two samples: by each recogniser, then with other margins, then phrase by phrase.

    Stop as soon as everything has been heard: each look costs about half a second of computing.
    """
    for ear in ears:
        yield _heard(ear, sound, start, end, MARGIN)
    for margin in FURTHER:
        yield _heard(ears[-1], sound, start, end, margin)
    parts = phrases(sound[start:end])
    if len(parts) > 1:
        for ear in ears:
            yield " ".join(_heard(ear, sound, start + a, start + b, MARGIN) for a, b in parts)


def _heard(ear: Recogniser, sound: Sound, start: int, end: int, margin: int) -> str:
    """Sound of any length, in pieces cut at pauses."""
    if end - start <= LONGEST:
        return ear.transcribe(sound[max(0, start - margin) : end + margin], RATE)
    pieces: list[tuple[int, int]] = []
    for a, b in phrases(sound[start:end]) or [(0, end - start)]:
        if pieces and b - pieces[-1][0] <= LONGEST:
            pieces[-1] = (pieces[-1][0], b)
        else:
            pieces += [(at, min(at + LONGEST, b)) for at in range(a, b, LONGEST)]
    return " ".join(ear.transcribe(sound[max(0, start + a - margin) : start + b + margin], RATE) for a, b in pieces)


def phrases(sound: Sound) -> list[tuple[int, int]]:
    """Stretches of speech, parted by pauses of more than `PAUSE`."""
    hops = sound[: len(sound) // _HOP * _HOP].reshape(-1, _HOP).astype(np.float64)
    if not len(hops):
        return []
    level = np.sqrt((hops**2).mean(1))
    loud = np.percentile(level, 90)
    active = np.flatnonzero(level > max(loud * 10 ** (-_QUIET_DB / 20), _AUDIBLE))
    found: list[tuple[int, int]] = []
    for hop in active.tolist():
        a, b = hop * _HOP, (hop + 1) * _HOP
        if found and a - found[-1][1] <= PAUSE:
            found[-1] = (found[-1][0], b)
        else:
            found.append((a, b))
    return found
