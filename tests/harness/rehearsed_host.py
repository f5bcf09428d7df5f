"""A hosted caller that needs no vendor: the rehearsed caller behind an embedded voice, with perfect ears."""

from __future__ import annotations

import asyncio

import numpy as np
from pipecat.processors.aggregators.llm_context import LLMContext

from agents.embedded.voices import synthesize
from pipelines.brain import Say
from pipelines.caller.hosted import HostedCaller
from pipelines.caller.rehearsed import RehearsedCaller
from pipelines.record import RATE

QUIET_S = 1.0
LOUD = 500  # of a 16-bit sample


class RehearsedHost(HostedCaller):
    """Answers a second after the agent fell silent."""

    def __init__(self, scenario, rng, fault="", why=""):
        super().__init__(RATE)
        self.brain, self._why = RehearsedCaller(scenario, rng, fault), why
        self.oracle = lambda: ""
        self.messages = []
        self._task = None
        self._due = False
        self.connected = self.disconnected = False

    async def connect(self):
        self.connected = True
        self._task = asyncio.create_task(self._converse())

    async def disconnect(self):
        self.disconnected = True
        self._task.cancel()

    async def confirmed(self):
        return self._why

    async def hear(self, pcm):
        if np.abs(np.frombuffer(pcm, "<i2").astype(int)).max() > LOUD:
            self._due = True

    async def _converse(self):
        while not self.hung_up:
            await asyncio.sleep(0.1)
            if self._due and self.role.quiet() > QUIET_S and not self.speaking:
                self._due = False
                heard = self.oracle()
                self.messages.append({"role": "user", "content": heard})
                self.hears(heard, 0.5)
                await self._answer(self.brain.next(LLMContext(list(self.messages))))

    async def _answer(self, action):
        if not isinstance(action, Say):
            return
        self.messages.append({"role": "assistant", "content": action.text})
        refused = self.role.guard.refusal(action.text) if action.hang_up else ""
        await self.sound(synthesize(action.text, "joe").astype("<i2").tobytes(), RATE)
        await self.words(action.text)
        await self.end()
        if action.hang_up and not refused:
            self.hangs_up()
