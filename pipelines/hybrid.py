"""A hybrid agent: a language model that hears sound itself, and a synthesis. Nothing in it recognises speech.

Each turn of the caller goes into the conversation as one message that holds its sound, from half a second before
speech was noticed to the moment the turn was over. What the agent says and does stays text.
"""

from __future__ import annotations

from typing import Any

from pipecat.frames.frames import (
    Frame,
    InputAudioRawFrame,
    LLMContextFrame,
    UserStartedSpeakingFrame,
    UserStoppedSpeakingFrame,
)
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.aggregators.llm_response_universal import LLMUserAggregatorParams
from pipecat.processors.frame_processor import FrameDirection, FrameProcessor
from pipecat.services.llm_service import LLMService
from pipecat.transports.base_transport import BaseTransport

from pipelines.resample import ToLineRate
from pipelines.wiring import Place, ToolRunner, Wired, context_of, equip, wire

PRE_SPEECH_S = 0.5  # sound that is kept from before speech was noticed
LONGEST_S = 120.0  # of a turn; what goes before is dropped
KEPT_TURNS = 30  # turns of the caller whose sound the model is given again; vendors bound a request's size
BESIDE = "The caller says:"
GONE = "(an earlier turn of the caller, whose sound is no longer kept)"


class TurnSound(FrameProcessor):
    """Puts the sound of each turn into the context and asks the model.

    It stands behind the user aggregator, which tells when turns begin and end.

    Args:
        context: the conversation.
        onset_s: speech that a turn's start has to outlast before it is told, which belongs to the turn too.
    """

    def __init__(self, context: LLMContext, onset_s: float) -> None:
        super().__init__()
        self._context, self._before_s = context, onset_s + PRE_SPEECH_S
        self._sound: list[InputAudioRawFrame] = []
        self._seconds = 0.0
        self._speaking = False
        self._heard: list[Any] = []  # messages that hold sound, oldest first

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        """Collect sound; ask at the end of a turn."""
        await super().process_frame(frame, direction)
        await self.push_frame(frame, direction)
        if direction != FrameDirection.DOWNSTREAM:
            return
        if isinstance(frame, InputAudioRawFrame):
            self._take(frame)
        elif isinstance(frame, UserStartedSpeakingFrame):
            self._speaking = True
        elif isinstance(frame, UserStoppedSpeakingFrame) and self._speaking:
            self._speaking = False
            await self._ask()

    def _take(self, frame: InputAudioRawFrame) -> None:
        self._sound.append(frame)
        self._seconds += frame.num_frames / frame.sample_rate
        limit = LONGEST_S if self._speaking else self._before_s
        while self._seconds > limit:
            gone = self._sound.pop(0)
            self._seconds -= gone.num_frames / gone.sample_rate

    async def _ask(self) -> None:
        sound, self._sound, self._seconds = self._sound, [], 0.0
        if not sound:
            return
        message = await LLMContext.create_audio_message(audio_frames=list(sound), text=BESIDE)
        self._context.add_message(message)
        self._heard.append(message)
        while len(self._heard) > KEPT_TURNS:
            self._heard.pop(0)["content"] = GONE
        await self.push_frame(LLMContextFrame(context=self._context))


def build_hybrid(
    *,
    place: Place,
    transport: BaseTransport,
    llm: LLMService[Any],
    tts: FrameProcessor,
    params: LLMUserAggregatorParams,
    onset_s: float,
    instructions: str = "",
    tools: list[dict[str, Any]] | None = None,
    run_tool: ToolRunner | None = None,
    resampled: bool = False,
) -> Wired:
    """Wire up a hybrid on a transport.

    Args:
        place: where it stands.
        transport: where the sound comes from and goes to.
        llm: language model that takes ``input_audio``.
        tts: synthesis.
        params: turn taking, which must not wait for transcripts.
        onset_s: speech before a turn is told to have started.
        instructions: system message, when there is one.
        tools: JSON schemas of the functions the model may call.
        run_tool: runs a function.
        resampled: the synthesis may have a rate other than the line's.
    """
    equip(llm, instructions, run_tool)
    context = context_of(tools)
    sound = TurnSound(context, onset_s)
    voice = [tts, ToLineRate()] if resampled else [tts]
    return wire(place, context, params, lambda user: [transport.input(), user, sound, llm, *voice, transport.output()])
