"""One call: caller and agent on a line, from the first tick to the written record."""

from __future__ import annotations

import asyncio
import copy
import os
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import numpy as np
from pipecat.workers.runner import WorkerRunner

from agents import egress
from agents.embedded import babble
from agents.embedded.level import LEVEL_DB
from agents.exposure import exposure
from agents.services.base import Rehearsal
from agents.spec import LOCAL
from harness.attempt import agent_brief, describe
from harness.caller_ends import CallerEnd, open_caller_end
from harness.child import environment
from harness.ends import AgentEnd, open_agent_end
from harness.failures import Failure, limited, review
from harness.job import AttemptJob
from harness.ledger import ledger
from harness.rehearsal import announce, forget
from pipelines.caller.plan import PlanCaller
from pipelines.desk import Desk
from pipelines.driver import Driver, Ending
from pipelines.line.line import Line
from pipelines.line.memory import LineOutput, LineTransport
from pipelines.line.port import Port
from pipelines.perturb.stack import Stack, open_stack
from pipelines.record import ONSET, RATE, Role, Span
from pipelines.segments import speech_spans
from pipelines.timeline import Speech, build_timeline
from pipelines.wiring import Wired
from pipelines.writer import CallWriter
from scenarios.packs import Pack
from scenarios.toolbox import Toolbox
from scenarios.world import World

DRAIN_S = 10.0  # how long pipelines may take to stop


class Call:
    """Carries one attempt and leaves its folder."""

    def __init__(self, job: AttemptJob, pack: Pack) -> None:
        self.job, self.pack = job, pack
        self.scenario = pack.scenarios[job.scenario]
        self.writer = CallWriter(job.folder)
        stack = caller_stack(job)
        self.line = Line(job.options.tick_ms, stack, stack.delay if stack else 0)
        self.toolbox = Toolbox.for_domain(job.domain)
        self.world = World(copy.deepcopy(self.scenario.world))
        self.desk = Desk(self.toolbox, self.world, self.line.now, self.writer.tools)
        seeds = np.random.SeedSequence(job.seed).spawn(2)
        self.caller_rng, self.agent_rng = (np.random.default_rng(s) for s in seeds)
        self.brain = PlanCaller(self.scenario, self.caller_rng, job.options.spelling)
        """Plays a caller that has a plan."""
        self.spoken_as: Callable[[str], str] | None = None
        """Changes what the caller's voice says, and nothing else; for callers with a seeded fault."""
        self.caller_port = LineTransport(self.line, self.line.caller)
        self.rehearsal: Rehearsal | None = None
        """Where the caller's services are rehearsed, in a rehearsal."""

    async def run(self) -> Ending:
        """Carry the call."""
        brief = agent_brief(self.pack, self.scenario, self.toolbox)
        self.writer.before(self.scenario.model_dump(mode="json"), copy.deepcopy(self.world.tables), brief)
        if self.job.options.rehearsal and not self.job.caller.local:
            self.rehearsal = await asyncio.to_thread(announce, self.job, "caller")
            os.environ.update(environment(os.environ))  # the caller's services run in this process
            egress.close()
        end = open_agent_end(self)
        caller = open_caller_end(self, end.last_text)
        runner = WorkerRunner(handle_sigint=False)
        pipelines = [caller.wired, *end.wired]
        await runner.add_workers(*(wired.worker for wired in pipelines))
        ready = _all_started(pipelines)
        running = asyncio.create_task(runner.run())
        ticking: asyncio.Task[None] | None = None
        try:
            async with asyncio.timeout(60):
                await ready.wait()
            await end.open()
            await caller.open()
            ticking = asyncio.create_task(self.line.run())
            await asyncio.sleep(0)
            driver = self._driver(caller, end)
            ending = await driver.run()
        finally:
            await end.close()
            await caller.close()
            await asyncio.wait([running], timeout=DRAIN_S)
            if not running.done():
                running.cancel()
            self.line.stop()
            if ticking:
                await asyncio.wait([ticking], timeout=1)
            await caller.settle()
            if self.rehearsal:
                await asyncio.to_thread(forget, self.rehearsal)
        ending, failure = review(ending, self.writer.events.events, self.job.billing.live)
        self._write(ending, caller, end, failure)
        return ending

    def _driver(self, caller: CallerEnd, end: AgentEnd) -> Driver:
        driver = Driver(
            self.line,
            self.writer.events,
            caller,
            caller.say,
            end.greet,
            time_limit_s=self.job.options.time_limit_s,
            silence_limit_s=self.job.options.silence_limit_s,
            transferred=lambda: any(t.tool == "transfer_to_agent" and t.ok for t in self.desk.calls),
            stopped=caller.stopped,
        )
        caller.watch(driver)
        end.watch(driver)
        return driver

    def _write(self, ending: Ending, caller: CallerEnd, end: AgentEnd, failure: Failure | None) -> None:
        log = self.writer.events
        if report := caller.report(ending.reason == "transfer"):
            log.add(ending.sample, "caller", "caller_brief", **report)
        for first, arrived in self.line.agent.onsets:
            if first < ending.sample:
                log.add(first, "line", ONSET, arrived=arrived)
        spans, method = speech_spans(self.line.agent.wire[: ending.sample])
        events = sorted(log.events, key=lambda e: e.sample)
        timeline = build_timeline(
            caller.speech(ending.sample),
            spans,
            end.speech(ending.sample),
            self.desk.calls,
            events,
            agent_transcribes=exposure(self.job.agent).user_transcript != "none",
        )
        health, seconds = asdict(self.line.health()), ending.sample / RATE
        call = {
            **describe(self.job, self.pack),
            "status": ending.status,
            "end_reason": ending.reason,
            "error": ending.error,
            **({"failure": failure.model_dump()} if failure else {}),
            **({"limited": asked_less} if (asked_less := limited(events, self.job.billing.live)) else {}),
            "seconds": seconds,
            "cost": ledger(self.job.billing, events, seconds),
            "line": {**health, "tick_ms": self.job.options.tick_ms, "playout_ms": end.playout_ms},
            "agent_speech_by": method,
            "clears": {
                port.name: [[s, n] for s, n in port.clears if s <= ending.sample]
                for port in (self.line.caller, self.line.agent)
            },
        }
        self.writer.after(self.line, ending.sample, timeline, self.world.tables, call)


def caller_stack(job: AttemptJob) -> Stack | None:
    """What the job's condition does to the caller's sound on the line; ``None`` where it does nothing.

    Talk for babble is made when a bed asks for it, and kept in the cache of speech.
    """
    voice = job.caller.services.get("tts")
    levelled = LEVEL_DB if voice is not None and voice.provider in LOCAL else None
    return open_stack(job.options.condition, job.seed, speech_db=levelled, talk=babble.talk)


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


def _all_started(pipelines: list[Wired]) -> asyncio.Event:
    """An event that is set once every pipeline has started."""
    ready, waiting = asyncio.Event(), len(pipelines)

    def hook(wired: Wired) -> None:
        @wired.worker.event_handler("on_pipeline_started")  # type: ignore[untyped-decorator]
        async def started(*_: Any) -> None:
            nonlocal waiting
            waiting -= 1
            if waiting == 0:
                ready.set()

    for wired in pipelines:
        hook(wired)
    return ready
