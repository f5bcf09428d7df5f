"""ElevenLabs' sockets with several contexts: text gathers until it is worth saying, and a context ends when closed."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from agents.loopback._elevenlabs import letters
from agents.loopback._sound import encoded, seconds_of
from agents.loopback._wire import Message, Socket, meets
from agents.loopback.faults import Fault

ENOUGH = 40  # letters after which text is said without a flush

_SNAKE = re.compile(r"(?<=[a-z])(?=[A-Z])")


@dataclass(frozen=True)
class Dialect:
    """What differs between the two sockets.

    Attributes:
        text: the text of an order, if it has any.
        voice: the voice of an order, if it names one.
        snake: answers are written in snake case.
        eager: every text is said at once (``auto_mode``).
    """

    text: Callable[[dict[str, Any]], str]
    voice: Callable[[dict[str, Any]], str]
    snake: bool
    eager: bool

    def answer(self, context: str, **fields: Any) -> Message:
        """A message about a context; names are given in the dialect of camels."""
        message = {"contextId": context, **fields}
        return {_SNAKE.sub("_", k).lower(): v for k, v in message.items()} if self.snake else message


class _Context:
    """One context's text on its way to sound."""

    def __init__(self, wire: Socket, name: str, rate: int, dialect: Dialect, contexts: dict[str, _Context]) -> None:
        self._wire, self._name, self._rate, self._dialect, self._contexts = wire, name, rate, dialect, contexts
        self._fault: Fault | None = None
        self._voice = ""
        self.orders: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.work = wire.spawn(self._run())

    async def _run(self) -> None:
        held = ""
        while True:
            order = await self.orders.get()
            held += self._dialect.text(order)
            self._voice = self._dialect.voice(order) or self._voice
            closed = bool(order.get("close_context"))
            due = self._dialect.eager or closed or order.get("flush") or len(held) >= ENOUGH
            if held.strip() and due:
                text, held = held.lstrip(), ""
                if not await self._say(text):
                    return
            if closed:
                if not meets(self._fault, "no_end"):
                    await self._wire.send(self._dialect.answer(self._name, isFinal=True))
                self._contexts.pop(self._name, None)
                return

    async def _say(self, text: str) -> bool:
        self._fault = self._wire.utterance()
        pcm = await self._wire.session.speak(text, self._rate, self._voice)
        times = letters(text, seconds_of(pcm, self._rate))
        if self._dialect.snake:
            times = {_SNAKE.sub("_", name).lower(): values for name, values in times.items()}
        told = False

        async def emit(piece: bytes) -> None:
            nonlocal told
            fields = {"audio": encoded(piece), "isFinal": None, "alignment": None if told else times}
            await self._wire.send(self._dialect.answer(self._name, **fields, normalizedAlignment=None))
            told = True

        return await self._wire.sound(pcm, self._rate, self._fault, emit)


async def serve(wire: Socket, rate: int, dialect: Dialect) -> None:
    """Say what is ordered, context by context, until the client closes."""
    contexts: dict[str, _Context] = {}
    async for message in wire.messages():
        if isinstance(message, bytes):
            continue
        order = json.loads(message)
        name, text = order.get("context_id"), dialect.text(order)
        wire.note("close" if order.get("close_context") else "text", context=name, text=text)
        if order.get("close_socket"):
            await wire.close()
            break
        if name is None or order.get("keep_alive"):
            continue
        if name not in contexts:
            if order.get("close_context"):
                await wire.send(dialect.answer(name, isFinal=True))
                continue
            if text == "" and order.get("text") == "":  # keeps a context alive that has ended
                continue
            contexts[name] = _Context(wire, name, rate, dialect, contexts)
        contexts[name].orders.put_nowait(order)
