"""What every architecture is wired up with: context, tools, and a worker that is tapped and on the line's clock."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pipecat.adapters.llm.schemas.function_schema import FunctionSchema
from pipecat.adapters.llm.schemas.tools_schema import ToolsSchema
from pipecat.frames.frames import ErrorFrame, Frame, StartFrame
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineParams, PipelineWorker
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.aggregators.llm_response_universal import (
    LLMAssistantAggregator,
    LLMContextAggregatorPair,
    LLMUserAggregator,
    LLMUserAggregatorParams,
)
from pipecat.processors.frame_processor import FrameProcessor
from pipecat.services.llm_service import FunctionCallParams, LLMService
from pipecat.utils.errors import ErrorCategory

from pipelines import mishap
from pipelines.brain import BrainService
from pipelines.record import RATE, TURN_OVER
from pipelines.tap import EventLog, LineClock, Tap
from pipelines.turns import TurnOver

SETUP_S = START_S = 20.0  # Pipecat's own; clients give up handshakes that nobody answers after 10 s

ToolRunner = Callable[[str, dict[str, Any]], Awaitable[dict[str, Any]]]
"""Runs a tool; its result must not be empty, or Pipecat would never run the model again."""


@dataclass(frozen=True)
class Wired:
    """A built pipeline: the worker to run, and the parts that others need to reach."""

    worker: PipelineWorker
    context: LLMContext
    user: LLMUserAggregator
    assistant: LLMAssistantAggregator


@dataclass(frozen=True)
class Place:
    """Where a pipeline stands.

    Attributes:
        name: unique among the workers of one runner.
        side: ``agent`` or ``caller``, for the event log.
        log: where frame events go.
        now: the line's sample clock.
    """

    name: str
    side: str
    log: EventLog
    now: Callable[[], int]


def context_of(tools: Sequence[dict[str, Any]] | None) -> LLMContext:
    """A context with the tools that the model may call, as JSON schemas of functions."""
    if not tools:
        return LLMContext([])
    return LLMContext([], tools=ToolsSchema(standard_tools=[_function(tool) for tool in tools]))


def equip(model: LLMService[Any], instructions: str, run_tool: ToolRunner | None) -> None:
    """Give a model its system message, if there is one, and have its function calls run.

    A brain's calls outlive an interruption. A language model's do not, as in any Pipecat agent: Pipecat would else tell
    it of functions that run on their own, in words of its own.
    """
    if instructions:
        model.append_system_instruction(instructions)
    if run_tool is not None:
        model.register_function(None, _handler(run_tool), cancel_on_interruption=not isinstance(model, BrainService))


def wire(
    place: Place,
    context: LLMContext,
    params: LLMUserAggregatorParams,
    processors: Callable[[LLMUserAggregator], list[FrameProcessor]],
) -> Wired:
    """Put a pipeline together.

    Args:
        place: where it stands.
        context: the conversation.
        params: turn taking.
        processors: all processors in order, but for the assistant's aggregator, which goes last.
    """
    pair = LLMContextAggregatorPair(context, user_params=params)
    user, assistant = pair.user(), pair.assistant()

    async def timed_out(_: LLMUserAggregator) -> None:
        place.log.add(place.now(), place.side, "user_turn_timeout")

    user.add_event_handler("on_user_turn_stop_timeout", timed_out)
    _note_turns_over(params, place)
    chain = [*processors(user), assistant]
    worker = PipelineWorker(
        Pipeline(chain),
        name=place.name,
        params=PipelineParams(
            audio_in_sample_rate=RATE,
            audio_out_sample_rate=RATE,
            enable_metrics=True,
            enable_usage_metrics=True,
        ),
        observers=[Tap(place.side, place.log)],
        clock=LineClock(place.now),
        idle_timeout_secs=None,
        setup_timeout_secs=SETUP_S,
        start_timeout_secs=START_S,
        enable_rtvi=False,
        enable_turn_tracking=False,
        check_dangling_tasks=False,
    )
    _note_hanging(worker, chain, place)
    return Wired(worker, context, user, assistant)


def _note_turns_over(params: LLMUserAggregatorParams, place: Place) -> None:
    """Since when a turn was over for the detector, noted when it is released, with the sample at which that was so."""

    def over(at: float) -> None:
        ago = asyncio.get_running_loop().time() - at
        place.log.add(max(0, place.now() - round(ago * RATE)), place.side, TURN_OVER)

    strategies = params.user_turn_strategies
    for strategy in (strategies.stop if strategies else None) or []:
        if isinstance(strategy, TurnOver):
            strategy.on_over = over


def _note_hanging(worker: PipelineWorker, processors: Sequence[FrameProcessor], place: Place) -> None:
    """A pipeline that does not start, because a service waits for a vendor for ever, is an error like any other."""

    def note(secs: float, who: FrameProcessor | None) -> None:
        error = ErrorFrame(f"did not start within {secs:.0f} s", processor=who, category=ErrorCategory.CONNECTIVITY)
        place.log.add(place.now(), place.side, "error", **mishap.of_frame(error))

    # Who holds it up Pipecat keeps to itself: whoever is not set up, or got the first frame last.
    @worker.event_handler("on_setup_timeout")  # type: ignore[untyped-decorator]
    async def set_up(_: PipelineWorker) -> None:
        done = [getattr(p, "_FrameProcessor__setup_done", None) for p in processors]
        note(SETUP_S, next((p for p, d in zip(processors, done, strict=True) if d and not d.is_set()), None))

    @worker.event_handler("on_pipeline_timeout")  # type: ignore[untyped-decorator]
    async def started(_: PipelineWorker, frame: Frame) -> None:
        if isinstance(frame, StartFrame):
            got = [p for p in processors if getattr(p, "_FrameProcessor__start_received", False)]
            note(START_S, got[-1] if got else None)


def _function(tool: dict[str, Any]) -> FunctionSchema:
    parameters = tool["parameters"]
    return FunctionSchema(
        name=tool["name"],
        description=tool["description"],
        properties=parameters.get("properties", {}),
        required=parameters.get("required", []),
    )


def _handler(run_tool: ToolRunner) -> Callable[[FunctionCallParams], Awaitable[None]]:
    async def handle(params: FunctionCallParams) -> None:
        result = await run_tool(params.function_name, dict(params.arguments))
        await params.result_callback(result or {"status": "success"})

    return handle
