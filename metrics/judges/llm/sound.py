"""The sound that goes with a question: one side of the recording, its long silences shortened."""

from __future__ import annotations

import io
import wave
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from metrics.judges.case import Case
from metrics.judges.jury import JudgeError
from metrics.judges.llm.questions import Channel

STEP_S = 0.05
SILENCE_S = 3.0  # shorter pauses stay as they are
THRESHOLD = 32768 * 10 ** (-90 / 20)  # root mean square of a step, -90 dB below full scale: digital silence
PAD_S = 0.1
GAP_S = 3.0  # what a longer silence becomes, so that turns stay apart
TAIL_S = 0.5


def channel(case: Case, side: Channel) -> bytes:
    """A mono WAV file of the agent as it was received, or of the caller before anything was done to its sound.

    Raises:
        JudgeError: there is no recording, or it cannot be read.
    """
    if case.record is None or case.record.path is None:
        raise JudgeError("the case has no recording to listen to")
    folder = case.record.path
    dry = folder / "caller_dry.wav"
    path = dry if side == "caller" and dry.exists() else folder / "audio.wav"
    samples, rate = _read(path)
    column = 0 if side == "caller" or samples.shape[1] == 1 else 1  # audio.wav: left the caller, right the agent
    return _wav(shortened(samples[:, column], rate), rate)


def shortened(samples: NDArray[np.int16], rate: int) -> NDArray[np.int16]:
    """Speech with `PAD_S` around it, `GAP_S` of silence between and `TAIL_S` at the end.

    Silence is `SILENCE_S` or more of steps below `THRESHOLD`. Sound without any speech comes back as it is.

    Args:
        samples: mono, shape (n,).
        rate: of the samples, in hertz.
    """
    step, pad = round(STEP_S * rate), round(PAD_S * rate)
    whole = np.concatenate([samples, np.zeros(-len(samples) % step, np.int16)]).reshape(-1, step)
    loud = np.flatnonzero(np.sqrt(np.mean(whole.astype(np.float64) ** 2, axis=1)) > THRESHOLD)
    if not loud.size:
        return samples
    breaks = np.flatnonzero(np.diff(loud) > round(SILENCE_S / STEP_S))
    starts, ends = loud[np.r_[0, breaks + 1]] * step, (loud[np.r_[breaks, loud.size - 1]] + 1) * step
    gap = np.zeros(round(GAP_S * rate), np.int16)
    parts: list[NDArray[np.int16]] = []
    for start, end in zip(starts, ends, strict=True):
        parts += [samples[max(0, start - pad) : end + pad], gap]
    parts[-1] = np.zeros(round(TAIL_S * rate), np.int16)
    return np.concatenate(parts)


def _read(path: Path) -> tuple[NDArray[np.int16], int]:
    try:
        with wave.open(str(path), "rb") as file:
            if file.getsampwidth() != 2:
                raise JudgeError(f"{path.name} is not 16-bit sound")
            data, channels, rate = file.readframes(file.getnframes()), file.getnchannels(), file.getframerate()
    except FileNotFoundError:
        raise JudgeError(f"the recording {path.name} is missing") from None
    except (OSError, EOFError, wave.Error) as error:
        raise JudgeError(f"the recording {path.name} cannot be read ({error})") from error
    size = len(data) // (2 * channels) * channels
    if not size:
        raise JudgeError(f"the recording {path.name} is empty")
    return np.frombuffer(data, "<i2", count=size).astype(np.int16).reshape(-1, channels), rate


def _wav(samples: NDArray[np.int16], rate: int) -> bytes:
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(samples.astype("<i2").tobytes())
    return buffer.getvalue()
