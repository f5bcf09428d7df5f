"""What a caller does while the agent speaks: it breaks in, or says mm-hmm.

Runs beside the pipelines in the loop's time, and looks at the line: at what was sent, not at what a detector made of
it. It never acts while the caller speaks, before it has opened its first request, or after it has taken its leave.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from pipelines.caller.behaviour.backchannels import Backchannels
from pipelines.caller.behaviour.impatient import Impatient
from pipelines.line.line import Line
from pipelines.record import BACKCHANNEL, BARGE_IN, RATE
from pipelines.tap import EventLog

POLL_S = 0.04
STILL_S = 0.7  # silence that ends a stretch of the agent's speech: as long as the caller waits before it answers
SOUNDING_S = 0.15  # without sound for less than this, the agent is speaking
IDLE_S = 0.5  # the caller has been silent for this long
HUSH_S = (0.1, 1.2)  # an agent that falls silent then after an "mm-hmm" began does so for it, or was at its end
YIELD_S = 2.5  # an agent that is silent by then has broken off


@dataclass(frozen=True)
class Means:
    """What a caller acts by.

    Attributes:
        may: whether it may say anything now.
        answer: the answer to what the agent has asked for in words that were recognised; empty if there is none.
        speak: says words, as a turn.
        aside: says words that are no turn.
    """

    may: Callable[[], bool]
    answer: Callable[[str], str]
    speak: Callable[[str], Awaitable[None]]
    aside: Callable[[str], Awaitable[None]]


class Listening:
    """Watches the agent's speech and acts on it.

    Args:
        line: the line.
        log: the call's events; tells what the caller has recognised so far.
        means: what it acts by.
        impatient: breaks in.
        backchannels: says mm-hmm.
    """

    def __init__(
        self,
        line: Line,
        log: EventLog,
        means: Means,
        impatient: Impatient | None = None,
        backchannels: Backchannels | None = None,
    ) -> None:
        self._line, self._log, self._means = line, log, means
        self._impatient, self._backchannels = impatient, backchannels
        self._since = self._heard = -1  # where the agent's present stretch began, and its latest sound
        self._broke_in = False  # in this stretch
        self._aside: int | None = None  # where the latest "mm-hmm" began
        self._broke_off: int | None = None  # the sample at which it last broke in, until the next turn is over

    async def run(self) -> None:
        """Watch until cancelled."""
        while True:
            await asyncio.sleep(POLL_S)
            self._look()
            if not self._listens():
                continue
            seconds = (self._heard - self._since) / RATE
            if self._impatient and not self._broke_in and seconds >= self._impatient.after_s:
                await self._break_in(self._impatient, seconds)
            elif self._backchannels and (words := self._backchannels.due(seconds)):
                await self._mumble(words)

    def broken_off(self) -> bool:
        """Whether the turn that has just ended is one that the agent broke off when the caller broke in.

        Asked once a turn: by then an agent that yielded has been silent, one that did not has gone on.
        """
        at, self._broke_off = self._broke_off, None
        return at is not None and self._line.agent.last_sound <= at + YIELD_S * RATE

    @property
    def hushed(self) -> bool:
        """Whether the agent has fallen silent at an "mm-hmm"."""
        if self._aside is None:
            return False
        return HUSH_S[0] <= (self._heard - self._aside) / RATE <= HUSH_S[1]

    def _look(self) -> None:
        latest = self._line.agent.last_sound
        if latest <= self._heard:
            return
        if self._heard < 0 or latest - self._heard > STILL_S * RATE:
            self._since, self._broke_in = latest, False
            if self._backchannels:
                self._backchannels.starts(silenced=self.hushed)
        self._heard = latest

    def _listens(self) -> bool:
        """Whether the agent is speaking, and the caller is not and may."""
        now, caller = self._line.sample, self._line.caller
        return (
            self._heard >= 0
            and now - self._heard < SOUNDING_S * RATE
            and not caller.queued
            and now - caller.last_sound > IDLE_S * RATE
            and self._means.may()
        )

    async def _break_in(self, impatient: Impatient, seconds: float) -> None:
        heard = [
            str(e.data.get("text", ""))
            for e in self._log.of("caller", "stt_final")
            if self._since <= e.sample <= self._line.sample
        ]
        words = impatient.interjects(self._means.answer(" ".join(heard)))
        self._broke_in, self._broke_off = True, self._line.sample
        self._log.add(self._line.sample, "caller", BARGE_IN, text=words, after_s=round(seconds, 3))
        await self._means.speak(words)

    async def _mumble(self, words: str) -> None:
        ledger = self._line.caller.ledger
        known = len(ledger)
        await self._means.aside(words)
        for _ in range(round(3 / POLL_S)):
            await asyncio.sleep(POLL_S)
            self._look()
            if len(ledger) > known and ledger[known].ended and (spans := ledger[known].final_spans):
                span = spans[0].start, spans[-1].end
                self._aside = span[0]
                self._log.add(span[0], "caller", BACKCHANNEL, text=words, end=span[1])
                return
