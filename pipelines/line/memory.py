"""A Pipecat transport on a port of the line: for a pipeline in the same event loop.

The output blocks in `write_audio_frame` until the tick has taken the chunk, as an audio device would, so that
Pipecat's own speaking frames follow the wire. On its way through the output's queue each utterance passes in order
with its sound, which is how the ledger learns where one begins and ends.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pipecat.frames.frames import (
    AggregatedTextFrame,
    CancelFrame,
    EndFrame,
    Frame,
    InputAudioRawFrame,
    InterruptionFrame,
    OutputAudioRawFrame,
    StartFrame,
    TTSAudioRawFrame,
    TTSStartedFrame,
    TTSStoppedFrame,
    TTSTextFrame,
)
from pipecat.processors.frame_processor import FrameDirection
from pipecat.transports.base_input import BaseInputTransport
from pipecat.transports.base_output import BaseOutputTransport
from pipecat.transports.base_transport import BaseTransport, TransportParams

from pipelines import g711
from pipelines.line.line import Line
from pipelines.line.port import Port
from pipelines.record import RATE

SETTLED = RATE // 20  # samples by which a sentence may be short of its end and still count as said


@dataclass(slots=True)
class Spoken:
    """What a synthesis was asked to say in one utterance: sentences and how many samples each became."""

    utterance: str
    sentences: list[tuple[str, int]] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All of it."""
        return " ".join(text for text, _ in self.sentences if text)

    def text_until(self, samples: int) -> str:
        """What was said by the time `samples` had been played: whole sentences, then words in proportion."""
        said: list[str] = []
        for text, length in self.sentences:
            if samples + SETTLED >= length:
                said.append(text)
            elif length:
                words = text.split()
                said.append(" ".join(words[: int(len(words) * samples / length)]))
                break
            samples -= length
        return " ".join(part for part in said if part)


class LineInput(BaseInputTransport):
    """Hands the far end's sound to the pipeline, one frame a tick, stamped with the line's sample."""

    def __init__(self, port: Port, params: TransportParams) -> None:
        super().__init__(params, name=f"LineInput-{port.name}")
        self._port = port

    async def start(self, frame: StartFrame) -> None:
        await super().start(frame)
        await self.set_transport_ready(frame)
        self._port.receive = self._receive

    def _receive(self, ulaw: bytes, sample: int, silent: bool) -> None:
        # Exact zeros let the voice activity detector skip its model; mu-law's own zero decodes to zero too.
        pcm = bytes(2 * len(ulaw)) if silent else g711.decode(ulaw).tobytes()
        frame = InputAudioRawFrame(audio=pcm, sample_rate=RATE, num_channels=1)
        frame.metadata["line_sample"] = sample
        # push_audio_frame only puts into this queue, but must be awaited; the tick must not wait for anybody.
        self._audio_in_queue.put_nowait(frame)

    async def stop(self, frame: EndFrame) -> None:
        self._port.receive = None
        await super().stop(frame)

    async def cancel(self, frame: CancelFrame) -> None:
        self._port.receive = None
        await super().cancel(frame)


class LineOutput(BaseOutputTransport):
    """Plays the pipeline's speech into a port and keeps the text that belongs to it."""

    def __init__(self, port: Port, line: Line, params: TransportParams) -> None:
        super().__init__(params, name=f"LineOutput-{port.name}")
        self._port, self._line = port, line
        self.spoken: dict[str, Spoken] = {}
        self._entering: Spoken | None = None
        self._sentence = ""
        self._context: str | None = None
        self._labels: dict[str, str] = {}

    async def start(self, frame: StartFrame) -> None:
        await super().start(frame)
        await self.set_transport_ready(frame)

    async def write_audio_frame(self, frame: OutputAudioRawFrame) -> bool:
        await self._port.write_through(frame.audio, self._line.now())
        return True

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        if direction == FrameDirection.DOWNSTREAM:
            self._enter(frame)
        await super().process_frame(frame, direction)
        if isinstance(frame, InterruptionFrame):
            self._port.clear(self._line.sample)

    async def push_frame(self, frame: Frame, direction: FrameDirection = FrameDirection.DOWNSTREAM) -> None:
        if direction == FrameDirection.DOWNSTREAM:
            if isinstance(frame, TTSStartedFrame):
                self._port.begin(self.label(frame.context_id), self._line.sample)
            elif isinstance(frame, TTSStoppedFrame):
                self._port.end(self.label(frame.context_id))
        await super().push_frame(frame, direction)

    def label(self, context: str | None) -> str:
        """A short name that is equal in every run; Pipecat's context ids are random."""
        return self._labels.setdefault(context or "", f"{self._port.name}-{len(self._labels) + 1}")

    def _enter(self, frame: Frame) -> None:
        if isinstance(frame, AggregatedTextFrame) and not isinstance(frame, TTSTextFrame):
            # Voices that stream a whole turn are given several sentences before the first of them sounds.
            same = frame.context_id is not None and frame.context_id == self._context
            self._sentence = f"{self._sentence} {frame.text.strip()}".strip() if same else frame.text.strip()
            self._context = frame.context_id
        elif isinstance(frame, TTSStartedFrame):
            name = self.label(frame.context_id)
            self._entering = self.spoken.setdefault(name, Spoken(name))
        elif isinstance(frame, TTSAudioRawFrame) and self._entering is not None:
            sentences, samples = self._entering.sentences, len(frame.audio) // 2
            if self._sentence or not sentences:
                sentences.append((self._sentence, 0))
                self._sentence = ""
            text, length = sentences[-1]
            sentences[-1] = (text, length + samples)


class LineTransport(BaseTransport):
    """Both directions of a pipeline on the line."""

    def __init__(self, line: Line, port: Port) -> None:
        super().__init__()
        params = TransportParams(
            audio_in_enabled=True,
            audio_out_enabled=True,
            audio_in_sample_rate=RATE,
            audio_out_sample_rate=RATE,
            audio_out_10ms_chunks=round(line.tick_s * 100),
            audio_out_end_silence_secs=0,
        )
        self._input, self._output = LineInput(port, params), LineOutput(port, line, params)

    def input(self) -> LineInput:
        """The processor that brings the far end's sound in."""
        return self._input

    def output(self) -> LineOutput:
        """The processor that plays speech."""
        return self._output
