"""From an agent file to a running pipeline on a transport."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from pipecat.processors.aggregators.llm_response_universal import AssistantTurnStoppedMessage
from pipecat.processors.frame_processor import FrameProcessor
from pipecat.transports.base_transport import BaseTransport

from agents.embedded.calibration.brain import CalibrationBrain
from agents.embedded.calibration.faulty import garble
from agents.embedded.calibration.mishearing import mishearing
from agents.embedded.calibration.service import calibration_brain, calibration_service
from agents.embedded.floor import FloorBrain, floor_brain
from agents.embedded.segments import SegmentKeeper
from agents.embedded.stt import EmbeddedSTT, PerfectSTT
from agents.embedded.tts import EmbeddedTTS
from agents.spec import AgentSpec, Service
from pipelines.brain import BrainService
from pipelines.cascade import Cascade, build_cascade
from pipelines.latency import charge
from pipelines.record import READING
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
    llm: BrainService
    brain: CalibrationBrain | FloorBrain


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
    keeper = SegmentKeeper()
    hook = mishearing(scenario, toolbox).text if "mishears" in spec.faults else None
    stt = _stt(spec, rng, keeper, oracle, hook)
    tts = _tts(spec, rng)
    ears = keeper if oracle is None else None
    latency = spec.latency.llm.sampler(rng)
    brain: CalibrationBrain | FloorBrain
    if spec.floor:
        brain = floor_brain(spec.floor, scenario, toolbox, ears)
        hearing = brain.brain
        llm = BrainService(brain, latency, model=f"floor-{spec.floor}")
    else:
        brain = hearing = calibration_brain(scenario, toolbox, ears, spec.faults)
        llm = calibration_service(hearing, latency, spec.faults)
    hearing.on_reading = lambda slot, value: log.add(now(), "agent", READING, slot=slot, value=value)
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
            brain.result(name, params, result)
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
        brain.spoken(message.content)

    if "barge_in" in spec.faults:
        _barge_in(cascade)
    return Agent(cascade, llm, brain)


def _stt(
    spec: AgentSpec,
    rng: np.random.Generator,
    keeper: SegmentKeeper,
    oracle: Callable[[], str] | None,
    hook: Callable[[str], str] | None,
) -> FrameProcessor:
    sampler = spec.latency.stt.sampler(rng)
    if oracle is not None:
        return PerfectSTT(sampler, oracle, keeper, hook)
    _embedded(spec, "stt", spec.stt)
    return EmbeddedSTT(sampler, keeper, hook)


def _tts(spec: AgentSpec, rng: np.random.Generator) -> FrameProcessor:
    service = _embedded(spec, "tts", spec.tts)
    voice = str(getattr(service, "voice", None) or service.model or "joe")
    return EmbeddedTTS(
        voice, spec.latency.tts.sampler(rng), spoken_as=garble if "garbled_code" in spec.faults else None
    )


def _embedded(spec: AgentSpec, part: str, service: Service | None) -> Service:
    if service is None or service.provider != "embedded":
        provider = service.provider if service else "none"
        raise UsageError(f"agent {spec.name}: {part} provider {provider!r} is not available; available: embedded")
    return service


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
