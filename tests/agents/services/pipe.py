"""A Pipecat service in a pipeline of its own: what is put in, and what comes out on both sides."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from pipecat.frames.frames import (
    EndFrame,
    ErrorFrame,
    Frame,
    InputAudioRawFrame,
    TTSAudioRawFrame,
    VADUserStartedSpeakingFrame,
    VADUserStoppedSpeakingFrame,
)
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineParams, PipelineWorker
from pipecat.processors.frame_processor import FrameDirection, FrameProcessor
from pipecat.workers.runner import WorkerRunner

F = TypeVar("F", bound=Frame)
RATE = 8000
STEP = RATE // 50 * 2  # bytes in 20 ms


class Tap(FrameProcessor):
    """Keeps the frames that go one way."""

    def __init__(self, kept: list[Frame], way: FrameDirection) -> None:
        super().__init__()
        self._kept, self._way = kept, way

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        await super().process_frame(frame, direction)
        if direction is self._way:
            self._kept.append(frame)
        await self.push_frame(frame, direction)


class Pipe:
    """The running pipeline."""

    def __init__(self, *processors: FrameProcessor) -> None:
        self.down: list[Frame] = []
        self.up: list[Frame] = []
        head, tail = Tap(self.up, FrameDirection.UPSTREAM), Tap(self.down, FrameDirection.DOWNSTREAM)
        self.worker = PipelineWorker(
            Pipeline([head, *processors, tail]),
            params=PipelineParams(audio_in_sample_rate=RATE, audio_out_sample_rate=RATE, enable_usage_metrics=True),
            enable_rtvi=False,
            enable_turn_tracking=False,
            idle_timeout_secs=None,
        )

    def got(self, kind: type[F]) -> list[F]:
        """The frames of a kind that came out below."""
        return [f for f in self.down if isinstance(f, kind)]

    @property
    def errors(self) -> list[ErrorFrame]:
        """Errors, which travel upstream."""
        return [f for f in self.up if isinstance(f, ErrorFrame)]

    @property
    def spoken_secs(self) -> float:
        """How much speech came out."""
        return sum(len(f.audio) / 2 / f.sample_rate for f in self.got(TTSAudioRawFrame))

    async def until(self, met: Callable[[], object], secs: float = 10) -> None:
        """Wait until something has come.

        Raises:
            TimeoutError: it has not.
        """
        async with asyncio.timeout(secs):
            while not met():  # noqa: ASYNC110
                await asyncio.sleep(0.02)

    async def put(self, *frames: Frame) -> None:
        """Put frames in."""
        await self.worker.queue_frames(list(frames))

    async def say(self, sound: bytes, silence_secs: float = 1.0) -> None:
        """Let a caller speak, four times as fast as people do, with what a voice detector says about it."""
        await self.put(VADUserStartedSpeakingFrame(start_secs=0.2))
        await self._play(sound)
        await self.put(VADUserStoppedSpeakingFrame(stop_secs=0.2))
        await self._play(bytes(2 * int(silence_secs * RATE)))

    async def _play(self, sound: bytes) -> None:
        for at in range(0, len(sound), STEP):
            await self.put(InputAudioRawFrame(sound[at : at + STEP].ljust(STEP, b"\0"), RATE, 1))
            await asyncio.sleep(0.005)

    async def run(self, act: Callable[[], Awaitable[None]], secs: float = 40) -> None:
        """Run the pipeline while `act` acts, and end it.

        Raises:
            TimeoutError: it does not end.
        """
        runner = WorkerRunner(handle_sigint=False)
        await runner.add_workers(self.worker)

        async def play() -> None:
            await asyncio.sleep(0.2)
            try:
                await act()
            finally:
                await self.worker.queue_frame(EndFrame())

        async with asyncio.timeout(secs), asyncio.TaskGroup() as group:
            group.create_task(play())
            group.create_task(runner.run())
