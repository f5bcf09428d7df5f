"""An agent as people deploy it: FastAPI with Pipecat's production transport and Twilio serializer."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket

import uvicorn
from fastapi import FastAPI, WebSocket
from pipecat.frames.frames import Frame, InputAudioRawFrame
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineParams, PipelineWorker
from pipecat.processors.frame_processor import FrameDirection, FrameProcessor
from pipecat.serializers.twilio import TwilioFrameSerializer
from pipecat.transports.websocket.fastapi import FastAPIWebsocketParams, FastAPIWebsocketTransport
from pipecat.workers.runner import WorkerRunner

from pipelines.line.io_thread import IoThread
from pipelines.record import RATE
from tests.pipelines.stubs import SoundTTS


class Ear(FrameProcessor):
    """Keeps what the agent hears."""

    def __init__(self):
        super().__init__()
        self.heard = bytearray()

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        await super().process_frame(frame, direction)
        if isinstance(frame, InputAudioRawFrame):
            self.heard += frame.audio
        await self.push_frame(frame, direction)


class PipecatPeer:
    """Serves one call; runs on its own thread, as the other end of a line should."""

    def __init__(self, sounds):
        self.sounds, self.start, self.worker, self.ear = sounds, None, None, Ear()
        self.io = IoThread()
        self.app = FastAPI()
        self.over = False

        @self.app.websocket("/ws")
        async def media_stream(websocket: WebSocket) -> None:
            await websocket.accept()
            while self.start is None:
                message = json.loads(await websocket.receive_text())
                if message["event"] == "start":
                    self.start = message["start"]
            await self._call(websocket)
            self.over = True

    async def _call(self, websocket: WebSocket) -> None:
        transport = FastAPIWebsocketTransport(
            websocket,
            FastAPIWebsocketParams(
                audio_in_enabled=True,
                audio_out_enabled=True,
                audio_in_sample_rate=RATE,
                audio_out_sample_rate=RATE,
                audio_out_10ms_chunks=4,
                audio_out_end_silence_secs=0,
                serializer=TwilioFrameSerializer(
                    self.start["streamSid"], params=TwilioFrameSerializer.InputParams(auto_hang_up=False)
                ),
            ),
        )
        self.worker = PipelineWorker(
            Pipeline([transport.input(), self.ear, SoundTTS(self.sounds), transport.output()]),
            name="peer",
            params=PipelineParams(audio_in_sample_rate=RATE, audio_out_sample_rate=RATE),
            idle_timeout_secs=None,
            enable_rtvi=False,
            enable_turn_tracking=False,
            check_dangling_tasks=False,
        )

        @transport.event_handler("on_client_disconnected")
        async def disconnected(*_):
            await self.worker.cancel()

        runner = WorkerRunner(handle_sigint=False)
        await runner.add_workers(self.worker)
        await runner.run()

    async def send(self, *frames: Frame) -> None:
        """Queue frames in the agent's pipeline."""
        await self.io.call(self.worker.queue_frames(list(frames)))


@contextlib.asynccontextmanager
async def pipecat_peer(sounds):
    """A running peer and its address."""
    peer = PipecatPeer(sounds)
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.bind(("127.0.0.1", 0))
    listener.listen(4)
    server = uvicorn.Server(uvicorn.Config(peer.app, log_level="error", lifespan="off"))
    serving = asyncio.run_coroutine_threadsafe(server._serve([listener]), peer.io.loop)
    try:
        yield peer, f"ws://127.0.0.1:{listener.getsockname()[1]}/ws"
    finally:
        server.should_exit = True
        server.force_exit = True
        await asyncio.wait([asyncio.wrap_future(serving)], timeout=5)
        await peer.io.stop()
