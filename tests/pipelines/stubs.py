"""Small stand-ins for services and whole sides of a call, on real Pipecat pipelines."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

import numpy as np
from pipecat.frames.frames import (
    LLMFullResponseEndFrame,
    LLMFullResponseStartFrame,
    LLMTextFrame,
    TTSAudioRawFrame,
    TTSSpeakFrame,
)
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineParams, PipelineWorker
from pipecat.services.settings import TTSSettings
from pipecat.services.tts_service import TTSService
from pipecat.workers.runner import WorkerRunner

from pipelines.line.line import Line
from pipelines.line.memory import LineTransport
from pipelines.line.port import Port
from pipelines.record import RATE
from pipelines.tap import EventLog, LineClock, Tap


class SoundTTS(TTSService):
    """Speaks each known sentence as its given sound, in frames of 200 ms."""

    def __init__(self, sounds, latency=0.0):
        super().__init__(
            sample_rate=RATE,
            push_start_frame=True,
            push_stop_frames=True,
            settings=TTSSettings(model="sounds", voice=None, language=None),
        )
        self.sounds, self.latency = sounds, latency

    async def run_tts(self, text, context_id):
        await asyncio.sleep(self.latency)
        pcm = np.asarray(self.sounds[text.strip()], "<i2").tobytes()
        for at in range(0, len(pcm), 3200):
            yield TTSAudioRawFrame(pcm[at : at + 3200], RATE, 1, context_id=context_id)


class Speaker:
    """A side of the call that says what it is told and hears nothing."""

    def __init__(self, line: Line, port: Port, sounds, latency=0.0, log: EventLog | None = None):
        self.transport = LineTransport(line, port)
        self.output = self.transport.output()
        self.worker = PipelineWorker(
            Pipeline([self.transport.input(), SoundTTS(sounds, latency), self.output]),
            name=port.name,
            params=PipelineParams(audio_in_sample_rate=RATE, audio_out_sample_rate=RATE),
            observers=[Tap(port.name, log)] if log else [],
            clock=LineClock(line.now),
            idle_timeout_secs=None,
            enable_rtvi=False,
            enable_turn_tracking=False,
            check_dangling_tasks=False,
        )

    async def say(self, text: str) -> None:
        await self.worker.queue_frame(TTSSpeakFrame(text))

    async def reply(self, text: str) -> None:
        """Speak as a model does: word by word, so that sentences are synthesised one by one."""
        words = [LLMTextFrame(f"{word} ") for word in text.split()]
        await self.worker.queue_frames([LLMFullResponseStartFrame(), *words, LLMFullResponseEndFrame()])


@contextlib.asynccontextmanager
async def ticking(line: Line, *workers: PipelineWorker) -> AsyncIterator[None]:
    """Run workers and the line around a block; the line ticks on until the pipelines have gone."""
    runner = WorkerRunner(handle_sigint=False)
    await runner.add_workers(*workers)
    ready = [_started(worker) for worker in workers]
    running = asyncio.create_task(runner.run())
    for event in ready:
        await event.wait()
    ticks = asyncio.create_task(line.run())
    await asyncio.sleep(0)
    try:
        yield
    finally:
        for worker in workers:
            await worker.cancel()
        await asyncio.wait([running], timeout=5)
        line.stop()
        await ticks


def _started(worker: PipelineWorker) -> asyncio.Event:
    event = asyncio.Event()

    @worker.event_handler("on_pipeline_started")
    async def started(*_):
        event.set()

    return event
