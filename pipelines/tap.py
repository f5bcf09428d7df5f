"""The tap: frame events of a pipeline, stamped with the line's sample.

Events explain *why* a time is what it is (endpointing, recognition, first token, first sound). They are never the
time that is scored; that comes from the wire alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

from pipecat.clocks.base_clock import BaseClock
from pipecat.frames import frames as F
from pipecat.observers.base_observer import BaseObserver, FramePushed
from pipecat.processors.frame_processor import FrameDirection

from pipelines import mishap, usage
from pipelines.record import RATE, USAGE, Event

KINDS: dict[type[F.Frame], str] = {
    F.VADUserStartedSpeakingFrame: "vad_started",
    F.VADUserStoppedSpeakingFrame: "vad_stopped",
    F.UserStartedSpeakingFrame: "user_turn_started",
    F.UserStoppedSpeakingFrame: "user_turn_stopped",
    F.BotStartedSpeakingFrame: "speaking_started",
    F.BotStoppedSpeakingFrame: "speaking_stopped",
    F.TranscriptionFrame: "stt_final",
    F.InterruptionFrame: "interruption",
    F.LLMFullResponseStartFrame: "llm_started",
    F.LLMFullResponseEndFrame: "llm_ended",
    F.TTSStartedFrame: "tts_started",
    F.TTSStoppedFrame: "tts_stopped",
    F.ErrorFrame: "error",
}


class LineClock(BaseClock):
    """Pipecat's clock on line time, so that both pipelines of a call share one zero."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now

    def start(self) -> None:
        """Nothing to start: the line owns time."""

    def get_time(self) -> int:
        """Nanoseconds since the line's first sample."""
        return self._now() * 1_000_000_000 // RATE


class EventLog:
    """Events of one call: kept in memory, and appended to a file as they happen so that a crash loses none."""

    def __init__(self, path: Path | None = None) -> None:
        self.events: list[Event] = []
        self._file: TextIO | None = path.open("w", encoding="utf-8", buffering=1) if path else None

    def add(self, sample: int, side: str, kind: str, /, **data: Any) -> None:
        """Note an event."""
        event = Event(sample, side, kind, data)
        self.events.append(event)
        if self._file:
            line = {"sample": sample, "side": side, "kind": kind, "data": data}
            self._file.write(json.dumps(line, ensure_ascii=False) + "\n")

    def of(self, side: str, *kinds: str) -> list[Event]:
        """Events of a side, in the order they were noted."""
        return [e for e in self.events if e.side == side and e.kind in kinds]

    def close(self) -> None:
        """Close the file."""
        if self._file:
            self._file.close()
            self._file = None


class Tap(BaseObserver):
    """Writes a pipeline's frame events into an `EventLog`."""

    def __init__(self, side: str, log: EventLog) -> None:
        super().__init__(observe_every_push=False)
        self._side, self._log = side, log
        self._sounded = True
        self._worded = True

    async def on_push_frame(self, data: FramePushed) -> None:
        """Note the frame if it is of a kind that explains something."""
        frame = data.frame
        sample = round(data.timestamp * RATE / 1e9)
        if isinstance(frame, F.TTSAudioRawFrame):
            if not self._sounded:
                self._sounded = True
                self._log.add(sample, self._side, "tts_first_audio")
            return
        if isinstance(frame, F.LLMTextFrame):
            if not self._worded:
                self._worded = True
                self._log.add(sample, self._side, "llm_first_token")
            return
        if isinstance(frame, F.MetricsFrame):
            for found in filter(None, map(usage.of_metrics, frame.data)):
                self._log.add(sample, self._side, USAGE, **found)
            return
        kind = KINDS.get(type(frame))
        if kind is None:
            return
        if data.direction == FrameDirection.UPSTREAM and kind not in ("stt_final", "error"):
            return  # the twin of a broadcast
        if kind == "tts_started":
            self._sounded = False
        elif kind == "llm_started":
            self._worded = False
        self._log.add(sample, self._side, kind, **_details(frame))


def _details(frame: F.Frame) -> dict[str, Any]:
    match frame:
        case F.TranscriptionFrame():
            return {"text": frame.text}
        case F.VADUserStoppedSpeakingFrame():
            return {"stop_secs": frame.stop_secs}
        case F.VADUserStartedSpeakingFrame():
            return {"start_secs": frame.start_secs}
        case F.ErrorFrame():
            return mishap.of_frame(frame)
        case _:
            return {}
