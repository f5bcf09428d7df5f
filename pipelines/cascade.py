"""A cascade agent: speech recognition, language model, synthesis, with Pipecat's own turn taking and tools."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from pipecat.adapters.llm.schemas.function_schema import FunctionSchema
from pipecat.adapters.llm.schemas.tools_schema import ToolsSchema
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
from pipecat.transports.base_transport import BaseTransport

from pipelines.record import RATE
from pipelines.tap import EventLog, LineClock, Tap

ToolRunner = Callable[[str, dict[str, Any]], Awaitable[dict[str, Any]]]


@dataclass(frozen=True)
class Cascade:
    """A built cascade: the worker to run, and the parts that others need to reach."""

    worker: PipelineWorker
    context: LLMContext
    user: LLMUserAggregator
    assistant: LLMAssistantAggregator


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
) -> Cascade:
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
        run_tool: runs a function; its result must not be empty, or Pipecat would never run the model again.
    """
    messages: list[Any] = [{"role": "system", "content": instructions}] if instructions else []
    schema = ToolsSchema(standard_tools=[_function(tool) for tool in tools or []]) if tools else None
    context = LLMContext(messages, tools=schema) if schema else LLMContext(messages)
    if run_tool is not None:
        llm.register_function(None, _handler(run_tool), cancel_on_interruption=False)
    pair = LLMContextAggregatorPair(context, user_params=params)
    user, assistant = pair.user(), pair.assistant()

    async def timed_out(_: LLMUserAggregator) -> None:
        log.add(now(), side, "user_turn_timeout")

    user.add_event_handler("on_user_turn_stop_timeout", timed_out)
    worker = PipelineWorker(
        Pipeline([transport.input(), stt, user, llm, tts, transport.output(), assistant]),
        name=name,
        params=PipelineParams(
            audio_in_sample_rate=RATE,
            audio_out_sample_rate=RATE,
            enable_metrics=True,
            enable_usage_metrics=True,
        ),
        observers=[Tap(side, log)],
        clock=LineClock(now),
        idle_timeout_secs=None,
        enable_rtvi=False,
        enable_turn_tracking=False,
        check_dangling_tasks=False,
    )
    return Cascade(worker, context, user, assistant)


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
