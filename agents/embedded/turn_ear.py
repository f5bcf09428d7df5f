"""Ears that also decide when the other side has finished, as vendors of speech to speech do by themselves.

More patient than the vendors are: a rehearsal shows that everything works together, not who waits how long, and a
code that is spelled with pauses has to come through whole.
"""

from __future__ import annotations

import asyncio

from pipecat.audio.turn.base_turn_analyzer import EndOfTurnState
from pipecat.audio.turn.smart_turn.base_smart_turn import SmartTurnParams
from pipecat.audio.turn.smart_turn.local_smart_turn_v3 import LocalSmartTurnAnalyzerV3

from agents.embedded.ear import STEP, Change, Ear
from agents.embedded.level import RATE
from agents.embedded.segments import SegmentKeeper

PAUSE_SECS = 0.3
"""Silence after which what was said so far is recognised and judged."""

HOLD_SECS = 1.2
"""Silence that a verdict of smart-turn has to outlast: the embedded voices pause for 0.9 s between two sentences."""

LIMIT_SECS = 3.0
"""Silence that ends a turn whatever smart-turn says."""


class TurnEar(Ear):
    """`Ear` whose changes are those of whole turns: ``started`` once, and ``stopped`` when the turn is over."""

    def __init__(self, keeper: SegmentKeeper, rate: int) -> None:
        super().__init__(keeper, rate, PAUSE_SECS)
        self._smart = LocalSmartTurnAnalyzerV3(cpu_count=1, params=SmartTurnParams(stop_secs=LIMIT_SECS))
        self._smart.set_sample_rate(RATE)
        self._rate_in = rate
        self._ends: int | None = None  # where the turn ends if the silence lasts
        self._words: list[asyncio.Task[str]] = []
        self._opened = 0
        self.open = False
        """Whether a turn has begun and is not over."""

    @property
    def turn_secs(self) -> float:
        """Seconds since the last turn began."""
        return (self._position - self._opened) / RATE

    async def words(self) -> str:
        """What was said in the turns that ended; each is told once. Takes a recogniser's time."""
        words, self._words = self._words, []
        return " ".join(filter(None, [await task for task in words])).strip()

    async def utterance(self, pcm: bytes) -> str:
        """The words of a recording that somebody else took for a turn: 16-bit mono samples at the rate of the ear."""
        await self.feed(pcm + bytes(2 * round(self._rate_in * LIMIT_SECS)))
        return await self.words()

    async def close(self) -> None:
        """Release the thread of the verdicts."""
        for task in self._words:
            task.cancel()
        await self._smart.cleanup()  # type: ignore[no-untyped-call]

    async def _hear(self, step: bytes) -> list[Change]:
        changes: list[Change] = []
        heard = await super()._hear(step)
        self._smart.append_audio(step, self.speaking)
        if "started" in heard:
            self._ends = None
            if not self.open:
                self.open, self._opened = True, self._position
                changes.append("started")
        if "stopped" in heard:
            self._words.append(asyncio.create_task(self.text()))
            state, _ = await self._smart.analyze_end_of_turn()
            silence = HOLD_SECS if state == EndOfTurnState.COMPLETE else LIMIT_SECS
            self._ends = self._position + round((silence - PAUSE_SECS) * RATE)
        if self._ends is not None and self._position + STEP > self._ends:
            self._ends, self.open = None, False
            self._smart.clear()  # type: ignore[no-untyped-call]
            changes.append("stopped")
        return changes
