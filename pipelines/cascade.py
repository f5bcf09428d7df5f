"""A cascade agent: speech recognition, language model, synthesis, with Pipecat's own turn taking and tools."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pipecat.processors.aggregators.llm_response_universal import LLMUserAggregatorParams
from pipecat.processors.frame_processor import FrameProcessor
from pipecat.services.llm_service import LLMService
from pipecat.transports.base_transport import BaseTransport

from pipelines.resample import ToLineRate
from pipelines.tap import EventLog
from pipelines.wiring import Place, ToolRunner, Wired, context_of, equip, wire

Cascade = Wired


def build_cascade(
    *,
    name: str,
    side: str,
    transport: BaseTransport,
    stt: FrameProcessor,
    llm: LLMService[Any],
    tts: FrameProcessor,
    params: LLMUserAggregatorParams,
    log: EventLog,
    now: Callable[[], int],
    instructions: str = "",
    tools: list[dict[str, Any]] | None = None,
    run_tool: ToolRunner | None = None,
    resampled: bool = False,
    voiced: Sequence[FrameProcessor] = (),
) -> Wired:
    """Wire up a cascade on a transport.

    Args:
        name: unique among the workers of one runner.
        side: ``agent`` or ``caller``, for the event log.
        transport: where the sound comes from and goes to.
        stt: recogniser.
        llm: language model, or a brain in its place.
        tts: synthesis.
        params: turn taking.
        log: where frame events go.
        now: the line's sample clock.
        instructions: system message, when there is one.
        tools: JSON schemas of the functions the model may call.
        run_tool: runs a function.
        resampled: the synthesis may have a rate other than the line's.
        voiced: what is done to the synthesis' sound, at the line's rate.
    """
    equip(llm, instructions, run_tool)
    voice = [tts, ToLineRate()] if resampled else [tts]
    return wire(
        Place(name, side, log, now),
        context_of(tools),
        params,
        lambda user: [transport.input(), stt, user, llm, *voice, *voiced, transport.output()],
    )
