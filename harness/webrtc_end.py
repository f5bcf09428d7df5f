"""The agent at the other end of a WebRTC connection: a Pipecat SmallWebRTC bot, by its offer URL.

The offer goes to the bot as a browser would send it, with what the call is about as its ``request_data``: that is the
``body`` of a Pipecat runner's arguments.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from urllib.parse import urlsplit, urlunsplit

import httpx2

from harness.socket_end import SocketEnd
from scenarios.errors import InfrastructureError, UsageError

if TYPE_CHECKING:
    from harness.call import Call

PREFIX = "webrtc+"
OFFER_PATH = "/api/offer"  # where Pipecat's runner takes offers
OFFER_S = 15.0  # how long a bot may take to answer an offer
SHOWN = 200  # characters of a refusal that are shown


class WebRtcEnd(SocketEnd):
    """An agent reached by WebRTC."""

    def __init__(self, call: Call) -> None:
        try:
            from pipelines.line import webrtc
        except ModuleNotFoundError as error:
            raise UsageError(
                f"agent {call.job.agent.name}: WebRTC needs the package {error.name}; "
                "install the extra: pip install 'callbench[webrtc]'"
            ) from error
        super().__init__(call)
        self._webrtc = webrtc
        self.playout_ms = webrtc.PLAYOUT_MS

    async def _carry(self, url: str, parameters: dict[str, str]) -> None:
        assert self._io is not None
        address = offer_url(url)

        async def answer(sdp: str, kind: str) -> tuple[str, str]:
            return await self._offer(address, {"sdp": sdp, "type": kind, "request_data": parameters})

        call = self._call
        self._stream = stream = self._webrtc.WebRtcStream(
            call.line, call.line.agent, answer, call.writer.events, self._closed, self._io.loop, self._desk.clean
        )
        try:
            await stream.start()
        except ConnectionError as error:
            raise InfrastructureError(f"cannot reach the agent at {address}: {error}") from error

    async def _offer(self, address: str, offer: dict[str, object]) -> tuple[str, str]:
        try:
            async with asyncio.timeout(OFFER_S), httpx2.AsyncClient(timeout=OFFER_S) as http:
                response = await http.post(address, json=offer)
        except TimeoutError as error:  # each piece of an answer that drips in is in time
            raise ConnectionError(f"it did not answer the offer within {OFFER_S:.0f} s") from error
        except httpx2.HTTPError as error:
            raise ConnectionError(str(error) or type(error).__name__) from error
        if response.is_error:
            text = " ".join(self._desk.clean(response.text).split())[:SHOWN]
            raise ConnectionError(f"it answered the offer with {response.status_code}: {text}")
        try:
            found = response.json()
            return str(found["sdp"]), str(found["type"])
        except (ValueError, KeyError, TypeError) as error:
            raise ConnectionError("it answered the offer with something else than sdp and type") from error


def offer_url(url: str) -> str:
    """Where the offer goes: ``webrtc+http://HOST/api/offer`` without its prefix; the path may be left out."""
    parts = urlsplit(url.removeprefix(PREFIX))
    return urlunsplit(parts._replace(path=parts.path if parts.path.strip("/") else OFFER_PATH))
