"""What the servers of speech to speech have in common: hear turns, ask the mind, speak, yield to whoever barges in.

A vendor's server is a `Duplex` with the words of its protocol. Nothing here is cancelled half way: every wait looks
whether the caller has begun to speak meanwhile, so that a decision of the mind to call tools is never lost.
"""

from __future__ import annotations

import asyncio
import itertools
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, AsyncIterator, Coroutine
from contextlib import aclosing
from typing import Any, ClassVar

from agents.loopback._sound import PIECE, seconds_of, sentences
from agents.loopback._talk import Talk, Utterance, spread
from agents.loopback._wire import JUNK, Socket, meets
from agents.loopback.faults import Fault
from agents.loopback.mind import Reply

SPOILED_AFTER = 4
"""Messages of sound after which an utterance that is to fail does so."""

END_CALL = "end_call"
"""The tool by which a caller hangs up, once its last words were said."""


class Duplex(ABC):
    """One connection.

    Args:
        wire: the connection.
        rate: samples per second of what is heard.
        voice: the vendor's name of the voice.

    Attributes:
        sound_rate: samples per second of what is spoken.
        LEAD: seconds that sound is sent ahead of its playing, where a vendor sends it in real time; else ``None``.
        PLAYS_OUT: whether the end of a reply is told once it has been played, and not once it was sent.
    """

    LEAD: ClassVar[float | None] = None
    PLAYS_OUT: ClassVar[bool] = False

    def __init__(self, wire: Socket, rate: int, voice: str = "") -> None:
        self.wire, self.voice, self.sound_rate = wire, voice, 24000
        self.session = wire.session
        self.talk = Talk(wire.session)
        self.ear = wire.session.turn_ear(rate)
        self.tools: set[str] = set()
        self.yields = True
        """Whether the caller's voice cuts what is being said."""
        self.answers = True
        """Whether a turn of the caller is answered unasked."""
        self._floor, self._hearing = asyncio.Lock(), asyncio.Lock()
        self._turn = 0  # counts what the caller, or its client, has cut short
        self._barge = asyncio.Event()
        self._owed = False  # an answer that waits for tools

    # What a vendor's protocol has to say.

    @abstractmethod
    async def began(self, utterance: Utterance) -> None:
        """A reply begins."""

    @abstractmethod
    async def sounded(self, utterance: Utterance, words: str, pcm: bytes) -> None:
        """A part of its sound, and the words that begin in it."""

    @abstractmethod
    async def ended(self, utterance: Utterance, cut: bool, then: list[tuple[str, str, dict[str, Any]]]) -> None:
        """It was said, or the caller spoke over it; tools may be called after it."""

    async def sent(self) -> None:  # noqa: B027  (not every vendor tells)
        """All of its sound is on its way."""

    @abstractmethod
    async def called(self, calls: list[tuple[str, str, dict[str, Any]]]) -> None:
        """Tools are called: id, name and arguments."""

    @abstractmethod
    async def recognised(self, words: str) -> None:
        """What the caller said."""

    async def turn_started(self) -> None:  # noqa: B027
        """The caller begins to speak."""

    async def turn_stopped(self) -> None:  # noqa: B027
        """The caller has finished."""

    async def thinks(self) -> None:  # noqa: B027
        """An answer is on its way: `began`, `called` or `withheld` follows."""

    async def withheld(self) -> None:  # noqa: B027
        """No answer is given after all."""

    # The conversation.

    async def listen(self, pcm: bytes) -> None:
        """Sound of a connection that finds turns by itself."""
        for change in await self.ear.feed(pcm):
            if change == "started":
                self.interrupt()
                await self.turn_started()
            else:
                await self.turn_stopped()
                self.wire.spawn(self._turn_over(self.ear.words(), self._turn, self.answers))

    def take(self, pcm: bytes, *, then_answer: bool) -> None:
        """A whole turn of a connection whose client finds turns."""
        self.wire.spawn(self._turn_over(self.ear.utterance(pcm), self._turn, then_answer))

    def interrupt(self, *, client: bool = False) -> None:
        """Whatever is being said or thought is not said any more; the client may want it where a voice would not."""
        self._turn += 1
        if self.yields or client:
            self._barge.set()
            self._barge = asyncio.Event()

    def answer(self) -> None:
        """Answer the conversation as it stands."""
        self.wire.spawn(self._answer(self._turn))

    def open_with(self, text: str) -> None:
        """Speak first: those words, or the greeting."""
        self.wire.spawn(self._answer(self._turn, Reply(text) if text else None))

    async def tool_answered(self, call: str, result: str, *, then_answer: bool) -> None:
        """A tool's JSON; `then_answer` if the vendor goes on by itself once all have answered."""
        if call not in self.talk.waiting:
            return
        self.talk.answered(call, result)
        if not self.talk.waiting and (then_answer or self._owed):
            self._owed = False
            self.answer()

    async def close(self) -> None:
        """The connection has gone."""
        await self.ear.close()

    async def _turn_over(self, words: Coroutine[Any, Any, str], turn: int, answer: bool) -> None:
        async with self._hearing:
            text = await words
            self.talk.heard(text)
            self.wire.note("heard", text=text)
            await self.recognised(text)
        if answer and text:
            await self._answer(turn)

    async def _answer(self, turn: int, prepared: Reply | None = None) -> None:
        async with self._hearing:  # what was said before
            pass
        async with self._floor:
            if turn != self._turn or self.ear.open:  # the caller goes on: the end of that turn is answered
                await self.withheld()
            elif self.talk.waiting:
                self._owed = True
                await self.withheld()
            else:
                await self.thinks()
                await self._carry_out(prepared or await self.talk.reply(), turn)

    async def _carry_out(self, reply: Reply, turn: int) -> None:
        if reply.calls:
            await self._call(reply)
        elif reply.text and turn == self._turn:
            await self._say(reply, self._barge)
        else:
            await self.withheld()

    async def _call(self, reply: Reply) -> None:
        calls = self.talk.call(reply.calls)
        self.wire.note("called", tools=[name for _, name, _ in calls])
        await self.called(calls)

    async def _say(self, reply: Reply, barge: asyncio.Event) -> None:
        fault, utterance = self.wire.utterance(), self.talk.utter()
        slow = fault.seconds if fault and fault.kind == "slow" else self.wire.timing.first
        if await _wait(barge, slow):
            await self.withheld()
            return
        await self.began(utterance)
        cut = await self._sound(reply, utterance, barge, fault)
        if self.wire.ws.closed:
            return
        if not cut:
            await self.sent()
        if self.PLAYS_OUT and not cut:
            cut = await _wait(barge, utterance.ends - _now())
        if cut:
            utterance.cut(_now())
        self.wire.note("said", text=utterance.message["content"], cut=cut)
        if meets(fault, "no_end"):
            return
        hangs_up = reply.hang_up and not cut and END_CALL in self.tools
        await self.ended(utterance, cut, self.talk.call([(END_CALL, {})]) if hangs_up else [])

    async def _sound(self, reply: Reply, utterance: Utterance, barge: asyncio.Event, fault: Fault | None) -> bool:
        """Send the sound of a reply, sentence by sentence; whether the caller barged in."""
        sent, begun, burst = 0, _now(), meets(fault, "burst")
        async with aclosing(self._spoken(reply)) as spoken:
            async for words, piece in _in_pieces(spoken, None if burst else 2 * round(self.sound_rate * PIECE)):
                if sent == SPOILED_AFTER and meets(fault, "malformed"):
                    await self.wire.send(JUNK)
                if sent == SPOILED_AFTER and meets(fault, "close"):
                    await self.wire.break_off()
                if barge.is_set() or (not burst and await _wait(barge, begun + self._due(utterance) - _now())):
                    return True
                if self.wire.ws.closed:
                    return False
                utterance.send(words, seconds_of(piece, self.sound_rate), _now())
                await self.sounded(utterance, words, piece)
                sent += 1
        return False

    async def _spoken(self, reply: Reply) -> AsyncGenerator[tuple[str, bytes], None]:
        """The sentences of a reply and their sound; the next one is spoken while one is being sent."""

        def begin(sentence: str) -> asyncio.Task[bytes]:
            return asyncio.create_task(self.session.speak(sentence, self.sound_rate, self.voice, reply.pace))

        parts = sentences(reply.text)
        ahead = begin(parts[0])
        try:
            for sentence, following in itertools.zip_longest(parts, parts[1:]):
                pcm = await ahead
                if following:
                    ahead = begin(following)
                yield sentence, pcm
        finally:
            ahead.cancel()

    def _due(self, utterance: Utterance) -> float:
        """When the next sound is sent, in seconds after the first."""
        if self.LEAD is not None:
            return utterance.secs - self.LEAD
        return utterance.secs / self.wire.timing.speed


async def _in_pieces(spoken: AsyncIterator[tuple[str, bytes]], size: int | None) -> AsyncIterator[tuple[str, bytes]]:
    """Sentences and their sound in pieces of `size` bytes, each with the words that begin in it; whole for ``None``."""
    async for sentence, pcm in spoken:
        step = size or len(pcm) or 1
        pieces = [pcm[at : at + step] for at in range(0, len(pcm), step)]
        for piece in zip(spread(sentence, len(pieces)), pieces, strict=True):
            yield piece


def _now() -> float:
    return asyncio.get_running_loop().time()


async def _wait(barge: asyncio.Event, secs: float) -> bool:
    """Wait; whether the caller barged in before the time was over."""
    try:
        async with asyncio.timeout(max(0.0, secs)):
            await barge.wait()
    except TimeoutError:
        return barge.is_set()
    return True
