"""A person on the line of a speech to speech vendor: says what the plan's caller says, in sound."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from agents.loopback.mind import Message
from agents.loopback.session import Session, SessionOrder

SPEED = 6  # times faster than life: turns are found on the clock of the sound
QUIET = 3.6  # seconds: outlasts every verdict on the end of a turn


class Person:
    """The caller of an announced call."""

    def __init__(self, order: SessionOrder, rate: int) -> None:
        self._session = Session(order.model_copy(update={"role": "caller", "key": "person"}))
        self._rate = rate
        self._heard: list[Message] = []

    async def answer(self, heard: str) -> bytes:
        """What this person says to that, as 16-bit mono samples."""
        self._heard.append({"role": "user", "content": heard})
        said = await self._session.reply(self._heard)
        self._heard.append({"role": "assistant", "content": said.text})
        return await self.sound(said.text, said.pace)

    async def sound(self, text: str, pace: float = 1.0) -> bytes:
        """Any words in this person's voice."""
        return await self._session.speak(text, self._rate, "caller", pace)

    async def say(self, send: Callable[[bytes], Awaitable[None]], pcm: bytes, quiet: float = QUIET) -> None:
        """Hand sound out in small pieces, and silence after it."""
        step = 2 * self._rate // 25
        tape = bytes(2 * round(self._rate * 0.3)) + pcm + bytes(2 * round(self._rate * quiet))
        for at in range(0, len(tape), step):
            await send(tape[at : at + step])
            await asyncio.sleep(0.04 / SPEED)
