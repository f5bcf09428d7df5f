"""What a vendor's recogniser tells of one connection's sound, and what a fault makes of it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from agents.embedded.ear import Change
from agents.loopback._sound import word_times
from agents.loopback._wire import JUNK, Socket, meets
from agents.loopback.faults import Fault


@dataclass(frozen=True)
class Heard:
    """Words of an utterance.

    Attributes:
        text: the words; empty if there was no speech.
        start: where they begin, in seconds of the stream.
        seconds: how long they last.
        final: whether the vendor says that they are final (a fault may withhold it).
    """

    text: str = ""
    start: float = 0.0
    seconds: float = 0.0
    final: bool = True

    @property
    def words(self) -> list[tuple[str, float, float]]:
        """Each word with its begin and end, in seconds of the stream."""
        return [(word, self.start + a, self.start + b) for word, a, b in word_times(self.text, self.seconds)]


class Hearer:
    """The ears of a recogniser's connection.

    Args:
        wire: the connection.
        rate: samples per second of what is fed.
        stop_secs: silence that ends an utterance.
    """

    def __init__(self, wire: Socket, rate: int, stop_secs: float) -> None:
        self._wire = wire
        self.ear = wire.session.ear(rate, stop_secs)
        self._fault: Fault | None = None
        self._struck = False

    async def feed(self, pcm: bytes) -> list[Change]:
        """Hear samples; what changed by them. A fault may close the connection in the middle of the speech."""
        changes = await self.ear.feed(pcm)
        if "started" in changes and not self._struck:
            self._struck, self._fault = True, self._wire.utterance()
            if meets(self._fault, "close"):
                await self._wire.break_off()
                return []
        return changes

    async def take(self, over: bool = False) -> Heard | None:
        """What was heard and not told yet.

        Args:
            over: the client says that the utterance has ended.

        Returns:
            ``None`` if the fault has put something else in its place.
        """
        text = await self.ear.text(over)
        if not text:
            return Heard(start=self.ear.seconds)
        fault, self._fault, self._struck = self._fault, None, False
        await asyncio.sleep(fault.seconds if fault and fault.kind == "slow" else self._wire.timing.first)
        if meets(fault, "malformed"):
            await self._wire.send(JUNK)
            return None
        start, end = self.ear.span
        return Heard(text, start, end - start, not meets(fault, "no_end"))
