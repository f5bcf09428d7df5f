"""One call: caller and agent on a line, from the first tick to the written record."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import numpy as np
from pipecat.frames.frames import TTSSpeakFrame
from pipecat.workers.runner import WorkerRunner

from agents.embedded.stt import EmbeddedSTT, PerfectSTT
from agents.embedded.tts import EmbeddedTTS
from harness.attempt import agent_brief, describe
from harness.ends import AgentEnd, open_agent_end
from harness.failures import Failure, review
from harness.job import AttemptJob
from harness.ledger import ledger
from pipelines.brain import BrainService
from pipelines.caller.pipeline import build_caller
from pipelines.caller.plan import PlanCaller
from pipelines.cascade import Cascade
from pipelines.desk import Desk
from pipelines.driver import Driver, Ending
from pipelines.latency import LatencySpec
from pipelines.line.line import Line
from pipelines.line.memory import LineOutput, LineTransport
from pipelines.line.port import Port
from pipelines.record import RATE, Role, Span
from pipelines.segments import speech_spans
from pipelines.timeline import Speech, build_timeline
from pipelines.writer import CallWriter
from scenarios.packs import Pack
from scenarios.toolbox import Toolbox
from scenarios.world import World

CALLER_LATENCY = {
    "stt": 0.25,
    "llm": 0.2,
    "tts": 0.1,
}  # seconds; the caller's own pace, equal for every agent
VOICES = {"woman": "heart", "man": "joe"}
DRAIN_S = 10.0  # how long pipelines may take to stop


class Call:
    """Carries one attempt and leaves its folder."""

    def __init__(self, job: AttemptJob, pack: Pack) -> None:
        self.job, self.pack = job, pack
        self.scenario = pack.scenarios[job.scenario]
        self.writer = CallWriter(job.folder)
        self.line = Line(job.options.tick_ms)
        self.toolbox = Toolbox.for_domain(job.domain)
        self.world = World(copy.deepcopy(self.scenario.world))
        self.desk = Desk(self.toolbox, self.world, self.line.now, self.writer.tools)
        seeds = np.random.SeedSequence(job.seed).spawn(2)
        self.caller_rng, self.agent_rng = (np.random.default_rng(s) for s in seeds)
        self.brain = PlanCaller(self.scenario, self.caller_rng, job.options.spelling)
        self.spoken_as: Callable[[str], str] | None = None
        """Changes what the caller's voice says, and nothing else; for callers with a seeded fault."""
        self.caller_port = LineTransport(self.line, self.line.caller)

    async def run(self) -> Ending:
        """Carry the call."""
        brief = agent_brief(self.pack, self.scenario, self.toolbox)
        self.writer.before(self.scenario.model_dump(mode="json"), copy.deepcopy(self.world.tables), brief)
        end = open_agent_end(self)
        caller, service = self._caller(end)
        runner = WorkerRunner(handle_sigint=False)
        await runner.add_workers(caller.worker, *end.workers)
        ready = _all_started([caller, *end.cascades])
        running = asyncio.create_task(runner.run())
        ticking: asyncio.Task[None] | None = None
        try:
            async with asyncio.timeout(60):
                await ready.wait()
            await end.open()
            ticking = asyncio.create_task(self.line.run())
            await asyncio.sleep(0)
            driver = self._driver(caller, end)
            service.on_hang_up = driver.caller_hangs_up
            ending = await driver.run()
        finally:
            await end.close()
            await caller.worker.cancel()
            await asyncio.wait([running], timeout=DRAIN_S)
            if not running.done():
                running.cancel()
            self.line.stop()
            if ticking:
                await asyncio.wait([ticking], timeout=1)
        ending, failure = review(ending, self.writer.events.events, self.job.billing.live)
        self._write(ending, end, failure)
        return ending

    def _caller(self, end: AgentEnd) -> tuple[Cascade, BrainService]:
        sampler = {k: LatencySpec(mean=v).sampler(self.caller_rng) for k, v in CALLER_LATENCY.items()}
        stt = (
            EmbeddedSTT(sampler["stt"])
            if self.job.options.ears == "real" or end.last_text is None
            else PerfectSTT(sampler["stt"], end.last_text)
        )
        service = BrainService(self.brain, sampler["llm"], model="caller-plan")
        voice = EmbeddedTTS(VOICES[self.scenario.caller.gender], sampler["tts"], spoken_as=self.spoken_as)
        service.on_pace = lambda pace: setattr(voice, "pace", pace)
        cascade = build_caller(self.caller_port, stt, service, voice, self.writer.events, self.line.now)
        return cascade, service

    def _driver(self, caller: Cascade, end: AgentEnd) -> Driver:
        async def say(text: str) -> None:
            await caller.worker.queue_frame(TTSSpeakFrame(text))

        driver = Driver(
            self.line,
            self.writer.events,
            self.brain,
            say,
            end.greet,
            time_limit_s=self.job.options.time_limit_s,
            silence_limit_s=self.job.options.silence_limit_s,
            transferred=lambda: any(t.tool == "transfer_to_agent" and t.ok for t in self.desk.calls),
        )
        end.watch(driver)
        return driver

    def _write(self, ending: Ending, end: AgentEnd, failure: Failure | None) -> None:
        log = self.writer.events
        log.add(ending.sample, "caller", "caller_brief", **self.brain.report(ending.reason == "transfer"))
        spans, method = speech_spans(self.line.agent.wire[: ending.sample])
        events = sorted(log.events, key=lambda e: e.sample)
        timeline = build_timeline(
            self._caller_speech(ending.sample), spans, end.speech(ending.sample), self.desk.calls, events
        )
        health = asdict(self.line.health())
        call = {
            **describe(self.job, self.pack),
            "status": ending.status,
            "end_reason": ending.reason,
            "error": ending.error,
            **({"failure": failure.model_dump()} if failure else {}),
            "seconds": ending.sample / 8000,
            "cost": ledger(self.job.billing, events, ending.sample / RATE),
            "line": {**health, "tick_ms": self.job.options.tick_ms, "playout_ms": end.playout_ms},
            "agent_speech_by": method,
            "clears": {
                port.name: [[s, n] for s, n in port.clears if s <= ending.sample]
                for port in (self.line.caller, self.line.agent)
            },
        }
        self.writer.after(self.line, ending.sample, timeline, self.world.tables, call)

    def _caller_speech(self, end: int) -> list[Speech]:
        lines = list(self.brain.lines)
        speeches = speech_of("caller", self.line.caller, self.caller_port.output(), end)
        matched = []
        for speech in speeches:
            words = _words(speech.intended)
            found = next((k for k, line in enumerate(lines) if words and _words(line.text).startswith(words)), None)
            if found is None:
                matched.append(speech)
                continue
            line = lines[found]
            del lines[: found + 1]
            matched.append(
                Speech("caller", speech.spans, speech.intended, speech.cut, line.nudge, tuple(line.entities))
            )
        return matched


def speech_of(role: Role, port: Port, output: LineOutput, end: int) -> list[Speech]:
    """A port's utterances up to sample `end`, with the text that was spoken."""
    speeches = []
    for entry in port.ledger:
        spans = tuple(Span(s.start, min(s.end, end)) for s in entry.final_spans if s.start < end)
        if not spans:
            continue
        spoken = output.spoken.get(entry.utterance)
        cut = entry.cut_at is not None
        played = spans[-1].end - spans[0].start
        text = None if spoken is None else (spoken.text_until(played) if cut else spoken.text)
        speeches.append(Speech(role, spans, text, cut))
    return speeches


class PerfectEars:
    """What a port's speaker has said since it was last asked: the text that perfect ears hear in a segment."""

    def __init__(self, port: Port, output: LineOutput) -> None:
        self._port, self._output = port, output
        self._given: dict[str, int] = {}

    def __call__(self) -> str:
        """The new words, in order."""
        said: list[str] = []
        for entry in self._port.ledger:
            spoken = self._output.spoken.get(entry.utterance)
            if spoken is None or not entry.spans:
                continue
            words = spoken.text_until(entry.spans[-1][1] - entry.spans[0][0]).split()
            said += words[self._given.get(entry.utterance, 0) :]
            self._given[entry.utterance] = len(words)
        return " ".join(said)


def _words(text: str | None) -> str:
    return " ".join((text or "").split())


def _all_started(cascades: list[Cascade]) -> asyncio.Event:
    """An event that is set once every pipeline has started."""
    ready, waiting = asyncio.Event(), len(cascades)

    def hook(cascade: Cascade) -> None:
        @cascade.worker.event_handler("on_pipeline_started")  # type: ignore[untyped-decorator]
        async def started(*_: Any) -> None:
            nonlocal waiting
            waiting -= 1
            if waiting == 0:
                ready.set()

    for cascade in cascades:
        hook(cascade)
    return ready
