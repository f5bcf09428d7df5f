"""A speech to speech agent: one service between the ends of the transport that hears, thinks and speaks.

The service finds turns by itself, or local voice activity detection tells them where it does not; tools are called by
the service through Pipecat's function calling as in every other agent. It is asked for its greeting by a first message.
"""

from __future__ import annotations

from typing import Any

from pipecat.frames.frames import LLMRunFrame
from pipecat.processors.aggregators.llm_response_universal import LLMUserAggregatorParams
from pipecat.services.llm_service import LLMService
from pipecat.transports.base_transport import BaseTransport

from pipelines.resample import ToLineRate
from pipelines.wiring import Place, ToolRunner, Wired, context_of, equip, wire


def build_s2s(
    *,
    place: Place,
    transport: BaseTransport,
    realtime: LLMService[Any],
    params: LLMUserAggregatorParams,
    tools: list[dict[str, Any]] | None = None,
    run_tool: ToolRunner | None = None,
) -> Wired:
    """Wire up a speech to speech service on a transport.

    Args:
        place: where it stands.
        transport: where the sound comes from and goes to.
        realtime: the service, which has its instructions.
        params: turn taking, which must not wait for transcripts.
        tools: JSON schemas of the functions the model may call.
        run_tool: runs a function.
    """
    equip(realtime, "", run_tool)
    return wire(
        place,
        context_of(tools),
        params,
        lambda user: [transport.input(), user, realtime, ToLineRate(), transport.output()],
    )


async def open_with(wired: Wired, request: str) -> None:
    """Make the service speak first, by a message that asks for it."""
    wired.context.add_message({"role": "user", "content": request})
    await wired.worker.queue_frame(LLMRunFrame())
