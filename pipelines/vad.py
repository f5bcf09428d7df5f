"""Voice activity detection with the Silero model of the Pipecat wheel: live, and over a finished recording."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pipecat.audio.vad
from numpy.typing import NDArray
from pipecat.audio.vad.silero import SileroOnnxModel, SileroVADAnalyzer
from pipecat.audio.vad.vad_analyzer import VADParams

from pipelines.record import RATE, Span

QUIET_WINDOWS = 10  # windows of exact zeros before the model is skipped


class LineVAD(SileroVADAnalyzer):
    """Silero on 8 kHz audio, without its level gate, and without work on exact digital silence.

    `min_volume` is zero: the default gate makes quiet callers look 0.2 s slower (notes/pipecat.md 3.2), and with it
    at zero the loudness tracker decides nothing. Ten windows after sound has given way to exact zeros the model's
    answer is known; on a noisy channel there are no exact zeros and nothing is skipped.
    """

    def __init__(self, *, start_secs: float, stop_secs: float, confidence: float) -> None:
        super().__init__(
            params=VADParams(confidence=confidence, start_secs=start_secs, stop_secs=stop_secs, min_volume=0.0)
        )
        self._zeros = 0

    def voice_confidence(self, buffer: bytes) -> float:
        """Probability of speech in one window (256 samples, 32 ms)."""
        self._zeros = 0 if any(buffer) else self._zeros + 1
        if self._zeros > QUIET_WINDOWS:
            return 0.0
        return float(np.ravel(super().voice_confidence(buffer))[0])

    def _get_smoothed_volume(self, audio: bytes) -> float:
        return 1.0


_WINDOW = 256
_ON, _OFF = 0.5, 0.35  # hysteresis of Silero's own offline script
_OFFSET_BIAS = int(0.105 * RATE)  # Silero ends speech about 105 ms late on such channels (notes/pipecat.md 3.3)
_HANG = int(0.3 * RATE)


def vad_spans(pcm: NDArray[np.int16]) -> tuple[Span, ...]:
    """Speech on a channel whose noise floor defeats energy; ends are corrected by the model's known bias."""
    path = Path(pipecat.audio.vad.__file__).parent / "data" / "silero_vad.onnx"
    model = SileroOnnxModel(str(path))  # type: ignore[no-untyped-call]
    scaled = pcm.astype(np.float32) / 32768
    spans: list[list[int]] = []
    speaking = False
    for start in range(0, len(scaled) - _WINDOW + 1, _WINDOW):
        score = float(model(scaled[start : start + _WINDOW], RATE)[0].item())
        speaking = score >= (_OFF if speaking else _ON)
        if not speaking:
            continue
        if spans and start - spans[-1][1] <= _HANG:
            spans[-1][1] = start + _WINDOW
        else:
            spans.append([start, start + _WINDOW])
    return tuple(Span(a, max(a + _WINDOW, b - _OFFSET_BIAS)) for a, b in spans)
