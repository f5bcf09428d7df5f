"""From an agent file to a running pipeline on a transport."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from pipecat.processors.aggregators.llm_response_universal import AssistantTurnStoppedMessage
from pipecat.processors.frame_processor import FrameProcessor
from pipecat.services.llm_service import LLMService
from pipecat.transports.base_transport import BaseTransport

from agents.embedded.segments import SegmentKeeper
from agents.services import registry
from agents.services.base import CallSite, Part, Site
from agents.spec import AgentSpec
from pipelines.brain import BrainService
from pipelines.cascade import Cascade, build_cascade
from pipelines.latency import charge
from pipelines.tap import EventLog
from pipelines.turns import user_params
from scenarios.errors import UsageError
from scenarios.model import Scenario
from scenarios.toolbox import Toolbox

RunTool = Callable[[str, dict[str, Any], int], Any]
"""Runs a tool: name, arguments, and the sample at which it was asked for."""

BARGE_IN_AFTER_S = 1.6  # into the caller's speech, for the fault ``barge_in``
BARGE_IN_TURNS = (2, 3)  # user turns that the fault falls into


@dataclass(frozen=True)
class Agent:
    """A built agent and what its host must know."""

    cascade: Cascade
    llm: LLMService[Any]

    def when_hanging_up(self, told: Callable[[], None]) -> None:
        """Have `told` called when the agent ends the call; a language model never does."""
        if isinstance(self.llm, BrainService):
            self.llm.on_hang_up = told


def build_agent(
    spec: AgentSpec,
    *,
    scenario: Scenario,
    toolbox: Toolbox,
    transport: BaseTransport,
    run_tool: RunTool,
    log: EventLog,
    now: Callable[[], int],
    rng: np.random.Generator,
    oracle: Callable[[], str] | None = None,
    name: str = "agent",
) -> Agent:
    """Build an agent.

    Args:
        spec: the agent file.
        scenario: what the calibration brain plans by.
        toolbox: the domain's tools.
        transport: the agent's end of the line.
        run_tool: runs a tool and returns (or awaits) its response.
        log: frame events.
        now: the line's sample clock.
        rng: seeds latencies.
        oracle: the caller's intended text, for perfect ears.
        name: unique among the workers of one runner.

    Raises:
        UsageError: a service that this version cannot build.
    """
    if spec.problem:
        raise UsageError(spec.problem)
    call = CallSite(spec, scenario, toolbox, rng, log, now, SegmentKeeper(), oracle)
    site = Site(turns=spec.turns, call=call)
    stt, tts, llm = (_service(spec, part, site) for part in ("stt", "tts", "llm"))
    assert isinstance(llm, LLMService)
    brain = llm if isinstance(llm, BrainService) else None
    tool_latency = spec.latency.tool.sampler(rng)
    in_order = asyncio.Lock()

    async def run(name: str, params: dict[str, Any]) -> dict[str, Any]:
        async with in_order:  # writes depend on each other's order
            started = asyncio.get_running_loop().time()
            asked = now()
            await charge(tool_latency(), started)
            response = run_tool(name, params, asked)
            if asyncio.iscoroutine(response):
                response = await response
            result: dict[str, Any] = response
            if brain is not None:
                brain.on_result(name, params, result)
            return result

    turns = spec.turns
    cascade = build_cascade(
        name=name,
        side="agent",
        transport=transport,
        stt=stt,
        llm=llm,
        tts=tts,
        params=user_params(
            stop=turns.stop,
            vad_start_secs=turns.vad_start_secs,
            vad_stop_secs=turns.vad_stop_secs,
            vad_confidence=turns.vad_confidence,
            timeout_secs=turns.timeout_secs,
            hold_secs=turns.hold_secs,
            interruptible=turns.interruptible and "barge_in" not in spec.faults,
        ),
        log=log,
        now=now,
        tools=toolbox.schemas(),
        run_tool=run,
    )

    @cascade.assistant.event_handler("on_assistant_turn_stopped")  # type: ignore[untyped-decorator]
    async def spoken(_: Any, message: AssistantTurnStoppedMessage) -> None:
        if brain is not None:
            brain.on_spoken(message.content)

    if "barge_in" in spec.faults:
        _barge_in(cascade)
    return Agent(cascade, llm)


def _service(spec: AgentSpec, part: Part, site: Site) -> FrameProcessor:
    found, options = registry.resolve(part, spec.services[part])
    return found.build(options, site)


def _barge_in(cascade: Cascade) -> None:
    """Fall into the caller's speech in two of its turns."""
    from pipecat.frames.frames import TTSSpeakFrame

    turns = 0

    @cascade.user.event_handler("on_user_turn_started")  # type: ignore[untyped-decorator]
    async def started(*_: Any) -> None:
        nonlocal turns
        turns += 1
        if turns in BARGE_IN_TURNS:
            await asyncio.sleep(BARGE_IN_AFTER_S)
            frame = TTSSpeakFrame("Yes, yes, go on.", append_to_context=False)
            await cascade.worker.queue_frame(frame)
