"""The line: the only authority on time and audio of a call.

Two ports, 8 kHz mu-law, one tick (20 ms) on an absolute schedule, one sample counter. A late tick is followed by
others at once until the schedule is caught up, so a stalled event loop delays delivery but never changes a sample
of a recording nor the number of samples: the record is placed by the line's own counter, not by the wall clock.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import numpy as np

from pipelines.line.port import Perturb, Port
from pipelines.record import RATE

LATE_S = 0.020  # a tick later than this counts as late (DESIGN section 3)
REFILL_YIELDS = 60  # turns of the event loop that a chunk takes through Pipecat's output at most, with margin
LATE_SHARE = 0.005  # more late ticks than this make the record unfit for timing scores


@dataclass(frozen=True, slots=True)
class LineHealth:
    """How punctual the line was; `fit` tells whether timing scores may be computed from the record."""

    ticks: int
    late_ticks: int
    late_share: float
    lateness_p50_ms: float
    lateness_p99_ms: float
    lateness_max_ms: float
    underruns: int
    fit: bool


class Line:
    """A phone line between the ports `caller` and `agent`.

    Attributes:
        broken: why the line stopped by itself; empty while all is well. A line that is gone sounds like two people
            who are silent, so whoever runs the call has to look.
    """

    def __init__(self, tick_ms: int = 20, perturb_caller: Perturb | None = None, caller_delay: int = 0) -> None:
        self.tick_s = tick_ms / 1000
        self.tick = RATE * tick_ms // 1000
        self.caller = Port("caller", self.tick, perturb_caller, delay=caller_delay)
        self.agent = Port("agent", self.tick)
        self.sample = 0
        self.started_at: float | None = None
        self.broken = ""
        self._lateness: list[float] = []
        self._stop = False

    def now(self) -> int:
        """The sample that corresponds to this moment (not rounded to a tick); 0 before the line runs."""
        return max(0, self.sample_at(asyncio.get_running_loop().time()))

    def sample_at(self, moment: float) -> int:
        """The sample at a moment of the loop's clock; 0 before the line runs, negative before it began to."""
        return 0 if self.started_at is None else round((moment - self.started_at) * RATE)

    def last_sound(self) -> int:
        """The sample after the last sound of either side."""
        return max(self.caller.last_sound, self.agent.last_sound)

    async def run(self) -> None:
        """Tick until `stop` is called, or until something that a tick calls fails."""
        try:
            await self._run()
        except Exception as error:
            self.broken = f"{type(error).__name__}: {error}"

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        self.started_at = loop.time()
        ticks = 0
        while not self._stop:
            ticks += 1
            due = self.started_at + ticks * self.tick_s
            delay = due - loop.time()
            # A late line yields once so that others get their turn between catch-up ticks.
            await asyncio.sleep(max(0.0, delay))
            self._lateness.append(max(0.0, loop.time() - due))
            await self._refilled()
            self._exchange()

    async def _refilled(self) -> None:
        """Let a speaker in this loop refill its port.

        After a stall many ticks are due at once. A speaker in the middle of an utterance writes its next chunk only
        when the last one was taken, so without this the catch-up would put silence into words that were ready.
        """
        for _ in range(REFILL_YIELDS):
            if not (self.caller.starving or self.agent.starving):
                return
            await asyncio.sleep(0)

    def stop(self) -> None:
        """End `run` after the current tick."""
        self._stop = True

    def _exchange(self) -> None:
        sample, self.sample = self.sample, self.sample + self.tick
        from_caller, caller_silent = self.caller.take(sample)
        from_agent, agent_silent = self.agent.take(sample)
        if self.agent.receive:
            self.agent.receive(from_caller, sample, caller_silent)
        if self.caller.receive:
            self.caller.receive(from_agent, sample, agent_silent)

    def health(self) -> LineHealth:
        """How punctual the line has been so far."""
        late = np.asarray(self._lateness or [0.0])
        late_ticks = int((late > LATE_S).sum())
        share = late_ticks / len(late)
        p50, p99 = (round(float(np.percentile(late, p)) * 1000, 3) for p in (50, 99))
        return LineHealth(
            ticks=len(self._lateness),
            late_ticks=late_ticks,
            late_share=round(share, 6),
            lateness_p50_ms=p50,
            lateness_p99_ms=p99,
            lateness_max_ms=round(float(late.max()) * 1000, 3),
            underruns=self.agent.underruns,
            fit=share <= LATE_SHARE,
        )
