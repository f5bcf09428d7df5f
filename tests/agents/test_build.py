"""From an agent file to a pipeline: which services, who is told what, and whose turns count."""

import asyncio
import tempfile
from pathlib import Path

import numpy as np
import pytest
import trustme
from pipecat.turns.user_start import ExternalUserTurnStartStrategy, VADUserTurnStartStrategy
from pipecat.turns.user_stop import (
    ExternalUserTurnStopStrategy,
    SpeechTimeoutUserTurnStopStrategy,
    TurnAnalyzerUserTurnStopStrategy,
)

from agents.build import build_agent
from agents.prompt import opening
from agents.registry import find
from agents.services.base import Rehearsal
from agents.spec import AgentSpec
from pipelines.line.line import Line
from pipelines.line.memory import LineTransport
from pipelines.resample import ToLineRate
from pipelines.tap import EventLog
from scenarios.errors import UsageError
from scenarios.packs import load_pack
from scenarios.toolbox import Toolbox

PACK = load_pack("builtin", "airline")
SCENARIO = next(iter(PACK.scenarios.values()))
AUTHORITY = Path(tempfile.mkstemp(suffix=".pem")[1])
trustme.CA().cert_pem.write_to_path(str(AUTHORITY))
NOWHERE = Rehearsal("127.0.0.1:1", "localhost:1", AUTHORITY, "rehearsal-key")
LIVE = {
    "cascade": "nova3-gpt54-sonic3",
    "hybrid": "gemini3-flash-gemini31-tts",
    "s2s": "gpt-realtime-mini",
}


def built(spec, run_tool=lambda *_: {"status": "success"}, **more):
    line = Line()
    return build_agent(
        spec,
        scenario=SCENARIO,
        toolbox=Toolbox.for_domain("airline"),
        transport=LineTransport(line, line.agent),
        run_tool=run_tool,
        log=EventLog(),
        now=line.now,
        rng=np.random.default_rng(1),
        instructions=PACK.instructions,
        greeting=PACK.greeting,
        rehearsal=NOWHERE,
        **more,
    )


def spec(name, **changed):
    return AgentSpec.model_validate({**find(name).model_dump(), **changed})


def strategies(agent):
    found = agent.wired.user._params.user_turn_strategies
    return found.start[0], found.stop[0]


def told(agent):
    """The system message of the agent's model, which Pipecat keeps beside the conversation."""
    assert agent.wired.context.get_messages() == []
    return agent.model._settings.system_instruction


@pytest.mark.parametrize("architecture", LIVE)
async def test_a_language_model_is_told_its_work_the_date_and_how_to_speak(architecture):
    agent = built(spec(LIVE[architecture], instructions="Say please."))
    text = told(agent)
    assert PACK.role in text
    assert SCENARIO.now[:4] in text
    assert text.endswith("Say please.")
    assert ("speech recogniser" in text) is (architecture == "cascade")


@pytest.mark.parametrize("name", ["embedded-cascade", "embedded-hybrid", "embedded-s2s", "floor-idle"])
async def test_a_brain_is_told_nothing_and_its_tools_outlive_an_interruption(name):
    agent = built(find(name))
    assert agent.wired.context.get_messages() == []
    assert SCENARIO.now[:4] not in (told(agent) or "")
    assert agent.model._functions[None].cancel_on_interruption is False


@pytest.mark.parametrize("architecture", LIVE)
async def test_every_model_has_every_tool_and_an_interruption_cancels_calls_as_anywhere(architecture):
    agent = built(find(LIVE[architecture]))
    names = {t.name for t in agent.wired.context.tools.standard_tools}
    assert names == set(Toolbox.for_domain("airline").tools)
    assert agent.model._functions[None].cancel_on_interruption is True


async def test_speech_of_vendors_is_brought_to_the_lines_rate():
    kinds = {name: {type(p) for p in agent_processors(name)} for name in ("embedded-cascade", *LIVE.values())}
    assert ToLineRate not in kinds.pop("embedded-cascade")
    assert all(ToLineRate in found for found in kinds.values())


def agent_processors(name):
    found, todo = [], [built(find(name)).wired.worker._pipeline]
    while todo:
        processor = todo.pop()
        found.append(processor)
        todo += getattr(processor, "_processors", [])
    return found


@pytest.mark.parametrize(
    ("name", "turns", "start", "stop"),
    [
        ("embedded-cascade", {}, VADUserTurnStartStrategy, TurnAnalyzerUserTurnStopStrategy),
        ("embedded-cascade", {"stop": "timeout"}, VADUserTurnStartStrategy, SpeechTimeoutUserTurnStopStrategy),
        ("embedded-hybrid", {}, VADUserTurnStartStrategy, TurnAnalyzerUserTurnStopStrategy),
        ("embedded-s2s", {}, ExternalUserTurnStartStrategy, ExternalUserTurnStopStrategy),
        ("gpt-realtime-mini", {}, ExternalUserTurnStartStrategy, ExternalUserTurnStopStrategy),
        ("gemini31-flash-live", {}, VADUserTurnStartStrategy, SpeechTimeoutUserTurnStopStrategy),
        ("ultravox", {}, VADUserTurnStartStrategy, SpeechTimeoutUserTurnStopStrategy),
    ],
)
async def test_turns_are_taken_as_the_file_says_or_as_the_service_finds_them(name, turns, start, stop):
    agent = built(spec(name, turns={**find(name).turns.model_dump(), **turns}))
    first, last = strategies(agent)
    assert isinstance(first, start)
    assert isinstance(last, stop)
    if agent.spec.architecture != "s2s":  # where it is a matter of what the service recommends
        assert last.wait_for_transcript is (agent.spec.architecture == "cascade")


async def test_turns_of_flux_are_its_own():
    flux = spec("nova3-gpt54-sonic3", stt={"provider": "deepgram-flux"}, turns={"start": "vendor", "stop": "vendor"})
    start, stop = strategies(built(flux))
    assert isinstance(start, ExternalUserTurnStartStrategy)
    assert isinstance(stop, ExternalUserTurnStopStrategy)
    assert start._enable_interruptions


async def test_a_service_that_silences_itself_is_not_cut_by_local_detection():
    start, _ = strategies(built(find("gemini31-flash-live")))
    assert start._enable_interruptions is False


@pytest.mark.parametrize(
    ("name", "who"), [("embedded-cascade", "embedded"), ("embedded-hybrid", "a hybrid"), ("ultravox", "ultravox")]
)
async def test_turns_cannot_be_left_to_who_does_not_tell_of_them(name, who):
    with pytest.raises(UsageError, match=f"turns: vendor, but {who} does not tell of turns"):
        built(spec(name, turns={"start": "vendor", "stop": "vendor"}))


async def test_a_key_that_is_not_set_is_named(monkeypatch):
    monkeypatch.delenv("DEEPGRAM_API_KEY", raising=False)
    line = Line()
    with pytest.raises(
        UsageError, match="DEEPGRAM_API_KEY is not set; export it, or try without an account: run --rehearse"
    ):
        build_agent(
            find("nova3-gpt54-sonic3"),
            scenario=SCENARIO,
            toolbox=Toolbox.for_domain("airline"),
            transport=LineTransport(line, line.agent),
            run_tool=lambda *_: {},
            log=EventLog(),
            now=line.now,
            rng=np.random.default_rng(1),
        )


@pytest.mark.parametrize("name", ["embedded-cascade", "embedded-s2s"])
async def test_each_is_asked_for_its_greeting_in_its_own_way(name):
    agent = built(find(name))
    queued = []

    async def queue(frame):
        queued.append(frame)

    agent.wired.worker.queue_frame = queue
    await agent.greet("Hello.")
    if name == "embedded-s2s":
        assert agent.wired.context.get_messages() == [{"role": "user", "content": opening("Hello.")}]
        assert type(queued[0]).__name__ == "LLMRunFrame"
    else:
        assert queued[0].text == "Hello."


async def test_an_agent_that_never_says_a_word_is_not_asked():
    agent = built(find("floor-silent"))
    agent.wired.worker.queue_frame = None  # nobody may call it
    await agent.greet("Hello.")


async def test_an_interruption_before_the_world_is_asked_leaves_it_as_it_was_and_after_it_the_answer_is_kept():
    asked, release = [], asyncio.Event()

    async def slow(name, params, sample):
        asked.append(name)
        await release.wait()
        asked.append(f"{name} done")
        return {"status": "success"}

    agent = built(find(LIVE["cascade"]), run_tool=slow)
    run = agent.model._functions[None].handler

    class Params:
        function_name, arguments = "get_reservation", {}

        async def result_callback(self, result):
            asked.append(result)

    early = asyncio.create_task(run(Params()))
    await asyncio.sleep(0.05)  # within the tool's latency of 0.2 s
    early.cancel()
    await asyncio.wait([early])
    assert asked == []
    late = asyncio.create_task(run(Params()))
    await asyncio.sleep(0.3)
    late.cancel()
    await asyncio.wait([late])
    assert asked == ["get_reservation"]
    release.set()
    await asyncio.sleep(0.05)
    assert asked == ["get_reservation", "get_reservation done"], "what was begun is brought to its end"
