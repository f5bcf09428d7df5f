"""A condition in a Pipecat pipeline of your own: the bot hears its caller as over a bad line.

`Perturbed` stands right behind the transport's input, so that everything after it, from voice activity detection on,
gets the changed sound. Here the "transport" reads a wav file and the "bot" writes down what it hears::

    python examples/perturbed_bot.py --condition band+mulaw+loss=5:burst=3 --out heard.wav
    python examples/perturbed_bot.py spoken.wav --out heard.wav

Without a file, the caller says a sentence with one of Callbench's embedded voices. Sound keeps its rate.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import wave
from pathlib import Path

from loguru import logger
from pipecat.frames.frames import EndFrame, Frame, InputAudioRawFrame
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineParams, PipelineWorker
from pipecat.processors.frame_processor import FrameDirection, FrameProcessor
from pipecat.workers.runner import WorkerRunner

from pipelines.perturb.processor import Perturbed
from scenarios.errors import CallbenchError

FRAME_S = 0.02


class Bot(FrameProcessor):
    """Stands for recognition, model and voice: it notes what reaches it."""

    def __init__(self) -> None:
        """Hear nothing yet."""
        super().__init__()
        self.heard = bytearray()

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        """Listen."""
        await super().process_frame(frame, direction)
        if isinstance(frame, InputAudioRawFrame):
            self.heard += frame.audio
        await self.push_frame(frame, direction)


async def listen(spoken: bytes, rate: int, condition: str, seed: int) -> bytes:
    """What the bot hears of 16-bit samples."""
    line, bot = Perturbed(condition, seed), Bot()
    worker = PipelineWorker(
        Pipeline([line, bot]),  # in a bot of yours: [transport.input(), line, stt, user, llm, tts, ...]
        params=PipelineParams(audio_in_sample_rate=rate),
        enable_rtvi=False,
        idle_timeout_secs=None,
    )
    runner = WorkerRunner(handle_sigint=False)
    await runner.add_workers(worker)
    spoken += bytes(2 * line.delay(rate))  # so that what is held back comes out as well
    size = 2 * round(FRAME_S * rate)
    for at in range(0, len(spoken), size):
        await worker.queue_frame(InputAudioRawFrame(spoken[at : at + size], rate, 1))
    await worker.queue_frame(EndFrame())
    await runner.run()
    return bytes(bot.heard)


def speech(path: Path | None) -> tuple[bytes, int]:
    """16-bit samples and their rate: of a mono file, or of a sentence."""
    if path is None:
        from agents.embedded.voices import synthesize

        return synthesize("Hello, my confirmation code is K, seven, Q, four, two, X.", "heart").tobytes(), 8000
    with wave.open(str(path)) as file:
        if (file.getnchannels(), file.getsampwidth()) != (1, 2):
            raise SystemExit(f"{path}: a mono wav file of 16 bits is needed")
        return file.readframes(file.getnframes()), file.getframerate()


def main() -> None:
    """Read, perturb, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", nargs="?", type=Path, help="mono wav of 16 bits")
    parser.add_argument("--condition", default="band+mulaw+loss=5:burst=3+jitter=30:buffer=80")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("heard.wav"))
    arguments = parser.parse_args()
    logger.remove()  # Pipecat's log of every step
    spoken, rate = speech(arguments.file)
    heard = asyncio.run(listen(spoken, rate, arguments.condition, arguments.seed))
    with wave.open(str(arguments.out), "wb") as file:
        file.setparams((1, 2, rate, 0, "NONE", ""))
        file.writeframes(heard)
    print(f"{arguments.out}: {len(heard) / 2 / rate:.1f} s at {rate} samples a second")


if __name__ == "__main__":
    try:
        main()
    except CallbenchError as error:
        print(f"perturbed_bot.py: {error}", file=sys.stderr)
        sys.exit(2)
