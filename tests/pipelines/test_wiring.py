"""What every pipeline is wired up with: an unfinished start is an error that names who holds it up."""

import asyncio

import pytest
from pipecat.processors.frame_processor import FrameProcessor
from pipecat.services.settings import STTSettings
from pipecat.services.stt_service import STTService
from pipecat.workers.runner import WorkerRunner

from pipelines import wiring
from pipelines.clock import run_virtual
from pipelines.record import RATE, TURN_OVER
from pipelines.tap import EventLog
from pipelines.turns import user_params
from pipelines.wiring import Place, context_of, wire

TOOL = {
    "name": "find",
    "description": "Finds.",
    "parameters": {"type": "object", "properties": {"day": {"type": "string"}}, "required": ["day"]},
}


class Recogniser(STTService):
    """One whose vendor never answers the handshake."""

    def __init__(self, hangs_in):
        super().__init__(settings=STTSettings(model="m", language=None), ttfs_p99_latency=0.5)
        self.hangs_in = hangs_in

    async def run_stt(self, audio):
        yield None

    async def setup(self, setup):
        await super().setup(setup)
        if self.hangs_in == "setup":
            await asyncio.Event().wait()

    async def start(self, frame):
        await super().start(frame)
        if self.hangs_in == "start":
            await asyncio.Event().wait()


class Behind(FrameProcessor):
    async def process_frame(self, frame, direction):
        await super().process_frame(frame, direction)
        await self.push_frame(frame, direction)


def started(hangs_in):
    log = EventLog()

    async def main():
        now = asyncio.get_running_loop().time
        zero = now()
        params = user_params(
            stop="timeout",
            vad_start_secs=0.2,
            vad_stop_secs=0.2,
            vad_confidence=0.7,
            timeout_secs=0.6,
            interruptible=True,
        )
        place = Place("agent", "agent", log, lambda: round((now() - zero) * RATE))
        made = wire(place, context_of(None), params, lambda user: [Recogniser(hangs_in), user, Behind()])
        runner = WorkerRunner(handle_sigint=False)
        await runner.add_workers(made.worker)
        running = asyncio.create_task(runner.run())
        await asyncio.sleep(40)
        await made.worker.cancel()
        await asyncio.wait([running], timeout=60)
        running.cancel()

    run_virtual(main, limit_s=300)
    return log.of("agent", "error")


def test_a_pipeline_that_starts_says_nothing():
    assert started("") == []


@pytest.mark.parametrize(("hangs_in", "part"), [("start", "stt"), ("setup", "stt")])
def test_one_that_does_not_start_is_an_error_in_bounded_time(hangs_in, part):
    (error,) = started(hangs_in)
    assert error.sample / RATE == pytest.approx(wiring.START_S, abs=1)
    assert error.data["category"] == "connectivity"
    assert error.data["error"] == "did not start within 20 s"
    assert error.data["part"] == part


def test_tools_go_into_the_context_as_their_schemas_say():
    (tool,) = context_of([TOOL]).tools.standard_tools
    assert (tool.name, tool.description, tool.required) == ("find", "Finds.", ["day"])
    assert tool.properties == {"day": {"type": "string"}}
    assert context_of([]).get_messages() == []


@pytest.mark.parametrize("stop", ["smart_turn", "timeout"])
def test_it_is_noted_since_when_a_turn_was_over(stop):
    """The note is made when the turn is released, for the moment at which it was over."""
    log = EventLog()

    async def main():
        now = asyncio.get_running_loop().time
        zero = now()
        params = user_params(
            stop=stop,
            vad_start_secs=0.2,
            vad_stop_secs=0.2,
            vad_confidence=0.7,
            timeout_secs=0.6,
            interruptible=True,
        )
        wire(Place("a", "agent", log, lambda: round((now() - zero) * RATE)), context_of(None), params, lambda u: [u])
        (strategy,) = params.user_turn_strategies.stop
        await asyncio.sleep(2)
        strategy.on_over(now() - 0.5)

    run_virtual(main)
    assert [(e.sample, e.data) for e in log.of("agent", TURN_OVER)] == [(round(1.5 * RATE), {})]
