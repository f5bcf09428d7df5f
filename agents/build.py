"""From an agent file to a running pipeline on a transport."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from pipecat.frames.frames import TTSSpeakFrame
from pipecat.processors.aggregators.llm_response_universal import AssistantTurnStoppedMessage, LLMUserAggregatorParams
from pipecat.processors.frame_processor import FrameProcessor
from pipecat.services.llm_service import LLMService
from pipecat.transports.base_transport import BaseTransport
from pipecat.turns.user_turn_strategies import UserTurnStrategies

from agents.embedded.segments import SegmentKeeper
from agents.prompt import opening, system_prompt
from agents.ready import finds_turns
from agents.services import registry
from agents.services.base import CallSite, Part, Rehearsal, Site
from agents.spec import AgentSpec
from pipelines.brain import BrainService
from pipelines.cascade import build_cascade
from pipelines.hybrid import build_hybrid
from pipelines.latency import charge
from pipelines.s2s import build_s2s, open_with
from pipelines.tap import EventLog
from pipelines.turns import user_params
from pipelines.wiring import Place, ToolRunner, Wired
from scenarios.errors import UsageError
from scenarios.model import Scenario
from scenarios.toolbox import Toolbox

RunTool = Callable[[str, dict[str, Any], int], Any]
"""Runs a tool: name, arguments, and the sample at which it was asked for."""

BARGE_IN_AFTER_S = 1.6  # into the caller's speech, for the fault ``barge_in``
BARGE_IN_TURNS = (2, 3)  # user turns that the fault falls into


@dataclass(frozen=True)
class Agent:
    """A built agent and what its host must know.

    Attributes:
        model: what decides: a language model, a brain in its place, or a speech to speech service.
    """

    spec: AgentSpec
    wired: Wired
    model: LLMService[Any]

    async def greet(self, greeting: str) -> None:
        """Have the greeting said, unless the agent never says a word."""
        if self.spec.floor == "silent":
            return
        if self.spec.whole:
            await open_with(self.wired, opening(greeting))
        else:
            await self.wired.worker.queue_frame(TTSSpeakFrame(greeting))

    def when_hanging_up(self, told: Callable[[], None]) -> None:
        """Have `told` called when the agent ends the call; a language model never does."""
        if hasattr(self.model, "on_hang_up"):
            self.model.on_hang_up = told


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
    instructions: str = "",
    greeting: str = "",
    rehearsal: Rehearsal | None = None,
) -> Agent:
    """Build an agent.

    Args:
        spec: the agent file.
        scenario: what the calibration brain plans by, and the time of the call.
        toolbox: the domain's tools.
        transport: the agent's end of the line.
        run_tool: runs a tool and returns (or awaits) its response.
        log: frame events.
        now: the line's sample clock.
        rng: seeds latencies.
        oracle: the caller's intended text, for perfect ears.
        name: unique among the workers of one runner.
        instructions: what the pack tells every agent.
        greeting: what the agent will be asked to say first, for services that want to know it beforehand.
        rehearsal: the loopback servers that stand for every vendor.

    Raises:
        UsageError: a service that this version cannot build, or that lacks a key.
    """
    if spec.problem:
        raise UsageError(spec.problem)
    told = "" if spec.local else system_prompt(spec, instructions, scenario.now)
    call = CallSite(spec, scenario, toolbox, rng, log, now, SegmentKeeper(), oracle, told, greeting)
    site = Site(turns=spec.turns, rehearsal=rehearsal, call=call)
    # In this order the calibration agent has always drawn its latencies.
    services = {part: _service(spec, part, site) for part in BUILT if part in spec.services}
    model = services["realtime" if spec.whole else "llm"]
    assert isinstance(model, LLMService)
    wired = _wire(
        spec,
        services,
        transport,
        Place(name, "agent", log, now),
        toolbox.schemas(),
        _tools(spec, model, run_tool, rng, now),
        told,
    )

    @wired.assistant.event_handler("on_assistant_turn_stopped")  # type: ignore[untyped-decorator]
    async def spoken(_: Any, message: AssistantTurnStoppedMessage) -> None:
        if isinstance(model, BrainService):
            model.on_spoken(message.content)

    if "barge_in" in spec.faults:
        _barge_in(wired)
    return Agent(spec, wired, model)


BUILT: tuple[Part, ...] = ("stt", "tts", "llm", "realtime")
"""The order in which services are made."""


def _tools(
    spec: AgentSpec, model: LLMService[Any], run_tool: RunTool, rng: np.random.Generator, now: Callable[[], int]
) -> ToolRunner:
    """Runs tools one after the other, each after its latency, and tells a brain of the response."""
    latency = spec.latency.tool.sampler(rng)
    told = getattr(model, "on_result", None)
    in_order = asyncio.Lock()

    async def run(name: str, params: dict[str, Any]) -> dict[str, Any]:
        async with in_order:  # writes depend on each other's order
            started = asyncio.get_running_loop().time()
            asked = now()
            await charge(latency(), started)
            response = run_tool(name, params, asked)
            if asyncio.iscoroutine(response):
                # Once the world has been asked, its answer is waited for, whoever speaks meanwhile.
                response = await asyncio.shield(response)
            result: dict[str, Any] = response
            if told is not None:
                model.on_result(name, params, result)  # type: ignore[attr-defined]
            return result

    return run


def _wire(
    spec: AgentSpec,
    services: dict[Part, FrameProcessor],
    transport: BaseTransport,
    place: Place,
    tools: list[dict[str, Any]],
    run_tool: ToolRunner,
    instructions: str,
) -> Wired:
    llm, realtime = services.get("llm"), services.get("realtime")
    if spec.whole:
        assert isinstance(realtime, LLMService)
        return build_s2s(
            place=place,
            transport=transport,
            realtime=realtime,
            params=_turns(spec, realtime),
            tools=tools,
            run_tool=run_tool,
        )
    assert isinstance(llm, LLMService)
    resampled = not registry.find("tts", spec.services["tts"].provider).local
    if spec.architecture == "hybrid":
        return build_hybrid(
            place=place,
            transport=transport,
            llm=llm,
            tts=services["tts"],
            params=_turns(spec, None),
            onset_s=spec.turns.vad_start_secs,
            instructions=instructions,
            tools=tools,
            run_tool=run_tool,
            resampled=resampled,
        )
    return build_cascade(
        name=place.name,
        side=place.side,
        transport=transport,
        stt=services["stt"],
        llm=llm,
        tts=services["tts"],
        params=_turns(spec, services["stt"]),
        log=place.log,
        now=place.now,
        instructions=instructions,
        tools=tools,
        run_tool=run_tool,
        resampled=resampled,
    )


def _turns(spec: AgentSpec, listener: FrameProcessor | None) -> LLMUserAggregatorParams:
    """Turn taking as the agent file wants it, or as the service that listens does."""
    turns = spec.turns
    finds = finds_turns(spec)
    if spec.whole and finds:
        turns = turns.model_copy(update={"start": "vendor", "stop": "vendor"})  # nobody else can make it answer
    interruptible = turns.interruptible and "barge_in" not in spec.faults
    if spec.whole and not finds:
        # The service silences itself; local detection only explains what happened, and must not cut it off.
        turns = turns.model_copy(update={"stop": "timeout"})
        interruptible = False
    return user_params(
        start=turns.start,
        stop=turns.stop,
        vad_start_secs=turns.vad_start_secs,
        vad_stop_secs=turns.vad_stop_secs,
        vad_confidence=turns.vad_confidence,
        timeout_secs=turns.timeout_secs,
        hold_secs=turns.hold_secs,
        interruptible=interruptible,
        wait_for_transcript=spec.architecture == "cascade",
        recommended=_recommended(listener) if finds else None,
    )


def _recommended(listener: FrameProcessor | None) -> UserTurnStrategies | None:
    """How the service that finds turns wants them to be taken."""
    ask = getattr(listener, "service_metadata_frame", None)
    return ask().user_turn_strategies if ask else None


def _service(spec: AgentSpec, part: Part, site: Site) -> FrameProcessor:
    return registry.build(part, spec.services[part], site)


def _barge_in(wired: Wired) -> None:
    """Fall into the caller's speech in two of its turns."""
    turns = 0

    @wired.user.event_handler("on_user_turn_started")  # type: ignore[untyped-decorator]
    async def started(*_: Any) -> None:
        nonlocal turns
        turns += 1
        if turns in BARGE_IN_TURNS:
            await asyncio.sleep(BARGE_IN_AFTER_S)
            frame = TTSSpeakFrame("Yes, yes, go on.", append_to_context=False)
            await wired.worker.queue_frame(frame)
