"""The manners of a call's caller: made from its condition, and put to work on its end of the line."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from pipecat.processors.frame_processor import FrameProcessor

from pipelines.caller.behaviour.backchannels import LEVEL_DB, WORDS, Backchannels
from pipelines.caller.behaviour.base import Manner, generator
from pipelines.caller.behaviour.forgetful import Forgetful
from pipelines.caller.behaviour.impatient import Impatient
from pipelines.caller.behaviour.listening import Listening, Means
from pipelines.caller.behaviour.slow import Slow
from pipelines.caller.behaviour.sound import Lingering, Low
from pipelines.driver import Driver
from pipelines.record import TAKEN_BACK

if TYPE_CHECKING:
    from harness.call import Call


class Manners:
    """What a call's caller has of manners; nothing at all in a clean call.

    Attributes:
        names: as the condition has them.
        impatient: the one that breaks in.
        backchannels: the one that says mm-hmm.
    """

    def __init__(self, call: Call) -> None:
        self._call, seed = call, call.job.seed
        self.names = call.job.options.condition.behaviours
        self._forgetful: Forgetful | None = None
        self.impatient = Impatient(seed) if "impatient" in self.names else None
        self.backchannels = Backchannels(seed) if "backchannels" in self.names else None
        if "forgetful" in self.names:
            self._forgetful = Forgetful(seed, call.scenario, call.job.options.spelling)
            log, line = call.writer.events, call.line
            self._forgetful.on_taken_back = lambda value: log.add(line.sample, "caller", TAKEN_BACK, **value)
        self._slow = Slow(seed) if "slow" in self.names else None
        self._listening: Listening | None = None
        self._watching: asyncio.Task[None] | None = None

    @property
    def ordered(self) -> list[Manner]:
        """Those that change a plan's lines, words before pauses."""
        return [m for m in (self.impatient, self._forgetful, self.backchannels, self._slow) if m is not None]

    def voiced(self, *, lingers: bool) -> list[FrameProcessor]:
        """What is done to the voice's sound.

        Args:
            lingers: the voice cannot be told where to pause, so a slow caller's own pauses are made longer.
        """
        found: list[FrameProcessor] = []
        if self._slow and lingers:
            found.append(Lingering(generator(self._call.job.seed, "slow", "lingering")))
        if self.backchannels:
            found.append(Low(LEVEL_DB))
        return found

    def listen(self, means: Means) -> None:
        """Watch the agent's speech, if there is anything to do about it."""
        if self.impatient or self.backchannels:
            call = self._call
            self._listening = Listening(call.line, call.writer.events, means, self.impatient, self.backchannels)

    def nothing_to_answer(self) -> bool:
        """Whether the agent's turn that has just ended needs no answer: the caller broke it off, or spoke on.

        A caller that pauses is spoken to in the middle of what it says. It goes on, and the agent is to answer that;
        an answer to what the agent began would come on top of it.
        """
        broken_off = self._listening is not None and self._listening.broken_off()
        return broken_off or self._spoke_on()

    def hushed(self) -> bool:
        """Whether the agent has fallen silent at an "mm-hmm"."""
        return self._listening is not None and self._listening.hushed

    def _spoke_on(self) -> bool:
        """Whether the caller is in the middle of an utterance, or the last to have spoken."""
        spoken = self._call.caller_port.output().spoken
        for entry in reversed(self._call.line.caller.ledger):
            said = spoken.get(entry.utterance)
            if said is None or said.text not in WORDS:  # "mm-hmm" is no answer
                ended = entry.ended or entry.cut_at is not None
                return not ended or (bool(entry.spans) and entry.spans[-1][1] > self._call.line.agent.last_sound)
        return False

    def open(self) -> None:
        """The line is about to tick."""
        if self._listening:
            self._watching = asyncio.create_task(self._listening.run())

    def watch(self, driver: Driver, *, holding: Callable[[], bool] = lambda: False) -> None:
        """Have silence broken sooner.

        Args:
            driver: of the call.
            holding: whether the agent has asked for a moment, so that it owes the next word although it spoke last.
        """
        impatient, usual = self.impatient, driver.patience_s
        if impatient:
            driver.patience_s = lambda owed: impatient.patience_s() if owed or holding() else usual(owed)

    async def close(self) -> None:
        """The call is over."""
        if self._watching:
            self._watching.cancel()
            await asyncio.wait([self._watching])
