"""What the vendors' servers share: who may come in, how sound and text are handed out, and what a fault does to it.

A vendor's module makes its routes with `socket` and `http`: they know the call by its key, refuse in the vendor's own
form, and hand a `Socket` or a `Visit` to the module's function. Faults live here, so that they are the same at every
vendor: a status and a mute server meet a connection as a whole, everything else meets one utterance (or request).
"""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from typing import Any, TypeVar

import aiohttp
from aiohttp import web

from agents.loopback._sound import paced
from agents.loopback._timing import Timing
from agents.loopback.faults import CONNECTION, UTTERANCE, Fault, Kind
from agents.loopback.server import House
from agents.loopback.session import Session

JUNK = '{"type": "Resul'
"""What a vendor sends that has lost its mind: not JSON."""
LOST = b"<html><head><title>502 Bad Gateway</title></head></html>"
"""What comes instead of sound: the page of something on the way, with a status that says that all is well."""

T = TypeVar("T")
Refuse = Callable[[int, float | None], web.Response]
"""A vendor's own form of saying no: an HTTP status, and seconds to wait for a 429."""
Message = dict[str, Any] | str | bytes


class CutError(Exception):
    """The fault of a request has ended its answer."""


class Visit:
    """One request or connection of a call.

    Attributes:
        house: the server.
        session: the call.
        request: as it came.
        fault: what goes wrong with it, if anything.
        timing: how fast the vendor is.
        begun: the answer in pieces, once there is one.
    """

    def __init__(self, house: House, session: Session, request: web.Request, name: str, fault: Fault | None) -> None:
        self.house, self.session, self.request, self.name, self.fault = house, session, request, name, fault
        self.timing: Timing = house.timings.get(name, house.timing)
        self.begun: web.StreamResponse | None = None

    def note(self, what: str, **data: Any) -> None:
        """Remember what was asked, under the vendor's and service's name."""
        self.house.note(self.session, f"{self.name} {what}", **data)

    def meets(self, kind: Kind) -> bool:
        """Whether the request's fault is of this kind."""
        return meets(self.fault, kind)

    async def left(self) -> None:
        """Wait until the client has given up."""
        while self.request.transport is not None and not self.request.transport.is_closing():  # noqa: ASYNC110
            await asyncio.sleep(0.1)  # nothing tells a handler

    async def while_wanted(self, work: Awaitable[T]) -> T:
        """Do something, unless the client gives up meanwhile: then it is cancelled.

        Raises:
            CutError: the client gave up.
        """
        working, leaving = asyncio.ensure_future(work), asyncio.ensure_future(self.left())
        try:
            await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if working.done():
                return working.result()
        finally:
            leaving.cancel()
            working.cancel()
            await asyncio.wait({working, leaving})
        raise CutError

    def cut(self) -> None:
        """Drop the connection after what was written, without an end."""
        if self.request.transport is not None:
            self.request.transport.close()

    async def stream(self, content_type: str, filler: bytes = b"") -> Body:
        """Begin an answer in pieces; `filler` is what a vendor sends in the place of what can be read."""
        body = web.StreamResponse(headers={"Content-Type": content_type, "Cache-Control": "no-cache"})
        await asyncio.sleep(self.timing.first)
        await body.prepare(self.request)
        self.begun = body
        return Body(self, body, filler)

    async def whole(self, answer: dict[str, Any]) -> web.Response:
        """An answer in one piece."""
        if self.meets("close"):
            self.cut()
            raise CutError
        if self.meets("no_end"):
            await self.left()
            raise CutError
        await asyncio.sleep(self.timing.first)
        text = json.dumps(answer)
        return web.Response(
            text=text[: len(text) // 2] if self.meets("malformed") else text, content_type="application/json"
        )


class Body:
    """An answer in pieces."""

    def __init__(self, visit: Visit, response: web.StreamResponse, filler: bytes) -> None:
        self._visit, self.response, self._filler, self._pieces = visit, response, filler, 0

    async def write(self, data: bytes, middle: bool = True) -> None:
        """Send a piece; the first one in the middle that is not the first of all is where faults are.

        Raises:
            CutError: the answer has ended there.
        """
        self._pieces += 1
        if self._pieces > 1 and middle and self._visit.meets("malformed"):
            await self.response.write(self._filler)
            raise CutError
        if self._pieces > 1 and middle and self._visit.meets("close"):
            self._visit.cut()
            raise CutError
        await self.response.write(data)

    async def ending(self) -> None:
        """What is written now says that the answer ends: it may never come.

        Raises:
            CutError: it does not, and the client has given up.
        """
        if self._visit.meets("no_end"):
            await self._visit.left()
            raise CutError

    async def sound(self, pcm: bytes, rate: int, form: Callable[[bytes], bytes] = bytes) -> None:
        """Send 16-bit mono samples, somewhat faster than they are played."""
        sent = 0
        async for piece in paced(pcm, rate, 0 if self._visit.meets("burst") else self._visit.timing.speed):
            await self.write(form(piece), middle=sent > len(pcm) // 2)
            sent += len(piece)


class Socket(Visit):
    """One WebSocket connection of a call; it ends what it has spawned."""

    def __init__(self, house: House, session: Session, request: web.Request, name: str, part: str) -> None:
        super().__init__(house, session, request, name, session.faults.strike(part, CONNECTION))
        self.ws = web.WebSocketResponse(max_msg_size=0)
        self._part = part
        self._tasks: set[asyncio.Task[None]] = set()

    def utterance(self) -> Fault | None:
        """What goes wrong with the utterance that begins now."""
        return self.session.faults.strike(self._part, UTTERANCE)

    async def send(self, message: Message) -> None:
        """Send bytes, text as it is, or JSON; a client that has left is no error."""
        if self.ws.closed:
            return
        try:
            if isinstance(message, bytes):
                await self.ws.send_bytes(message)
            else:
                await self.ws.send_str(message if isinstance(message, str) else json.dumps(message))
        except (ConnectionError, RuntimeError):
            return

    async def messages(self) -> AsyncIterator[str | bytes]:
        """What the client sends, until either side closes."""
        async for message in self.ws:
            if message.type in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY):
                yield message.data

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something beside listening."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def close(self, code: int = aiohttp.WSCloseCode.OK, reason: str = "") -> None:
        """Say goodbye."""
        await self.ws.close(code=code, message=reason.encode())

    async def break_off(self) -> None:
        """Close as a server does that has failed."""
        await self.close(aiohttp.WSCloseCode.INTERNAL_ERROR, "internal server error")

    async def sound(self, pcm: bytes, rate: int, fault: Fault | None, emit: Callable[[bytes], Awaitable[None]]) -> bool:
        """Hand out the samples of an utterance in messages, somewhat faster than they are played.

        Returns:
            Whether all of it was sent: not if the fault has closed the socket.
        """
        await asyncio.sleep(fault.seconds if fault and fault.kind == "slow" else self.timing.first)
        if meets(fault, "malformed"):
            await self.send(JUNK)
        cut = len(pcm) // 2 if meets(fault, "close") else len(pcm) + 1
        sent = 0
        async for piece in paced(pcm, rate, 0 if meets(fault, "burst") else self.timing.speed):
            if sent >= cut or self.ws.closed:
                break
            await emit(piece)
            sent += len(piece)
        if meets(fault, "close"):
            await self.break_off()
            return False
        await asyncio.sleep(self.timing.last)
        return not self.ws.closed

    async def stop(self) -> None:
        """End everything that was spawned."""
        tasks = [task for task in self._tasks if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def socket(house: House, name: str, part: str, refuse: Refuse, serve: Callable[[Socket], Awaitable[None]]) -> Handler:
    """The handler of a vendor's WebSocket.

    Args:
        house: the server.
        name: vendor and service, as in the log and in `House.timings`.
        part: whose faults it meets.
        refuse: the vendor's own form of refusing.
        serve: talks over the connection until it closes.
    """

    async def handler(request: web.Request) -> web.StreamResponse:
        session = house.session(request)
        if session is None:
            return refuse(401, None)
        wire = Socket(house, session, request, name, part)
        wire.note("connect", path=request.path, query=dict(request.query))
        if wire.fault and wire.fault.kind == "status":
            return refuse(wire.fault.status, wire.fault.retry_after)
        await wire.ws.prepare(request)
        try:
            if wire.meets("mute"):
                async for _ in wire.messages():
                    pass
            else:
                await serve(wire)
        finally:
            await wire.stop()
        wire.note("closed", code=wire.ws.close_code)
        return wire.ws

    return handler


def http(
    house: House,
    name: str,
    part: str,
    refuse: Refuse,
    serve: Callable[[Visit], Awaitable[web.StreamResponse]],
    refuse_key: Callable[[], web.Response] | None = None,
) -> Handler:
    """The handler of a vendor's requests.

    Args:
        house: and the others as of `socket`.
        name: vendor and service.
        part: whose faults it meets.
        refuse: the vendor's own form of refusing.
        serve: answers.
        refuse_key: the vendor's answer to a wrong key, where it is not its 401.
    """

    async def handler(request: web.Request) -> web.StreamResponse:
        session = house.session(request)
        if session is None:
            return refuse_key() if refuse_key else refuse(401, None)
        visit = Visit(house, session, request, name, session.faults.strike(part))
        if visit.fault and visit.fault.kind == "status":
            visit.note("refused", status=visit.fault.status)
            return refuse(visit.fault.status, visit.fault.retry_after)
        try:
            if visit.meets("mute"):
                await request.read()
                await visit.left()
                raise CutError
            if visit.fault and visit.fault.kind == "slow":
                await asyncio.sleep(visit.fault.seconds)
            return await visit.while_wanted(serve(visit))
        except (CutError, ConnectionError):
            visit.note("cut")  # by a fault, or by a client that wants to hear no more
            return visit.begun or web.Response()

    return handler


def meets(fault: Fault | None, kind: Kind) -> bool:
    """Whether a fault is of this kind."""
    return fault is not None and fault.kind == kind


def refusal(
    body: dict[str, Any], status: int, retry_after: float | None = None, headers: dict[str, str] | None = None
) -> web.Response:
    """A refusal with a JSON body; ``retry-after`` where it is known."""
    known = dict(headers or {})
    if retry_after is not None:
        known["retry-after"] = f"{retry_after:g}"
    return web.json_response(body, status=status, headers=known)


def identifier() -> str:
    """A fresh request id."""
    return str(uuid.uuid4())
