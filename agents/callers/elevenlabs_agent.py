"""An ElevenLabs agent as the caller, through the vendor's own client.

The agent finds turns, and ends the call, by itself: it has ElevenLabs' own tool for that. Whether it used the tool, or
the conversation ended otherwise, is asked of the vendor when the call is over.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import warnings
from collections.abc import Awaitable, Callable
from typing import Any

import httpx

from agents.services.base import Site
from agents.services.elevenlabs import KEY
from agents.services.elevenlabs_agent import HostedAgentOptions
from pipelines.caller.hosted import HostedCaller
from pipelines.caller.prompt import END_CALL
from pipelines.record import RATE as LINE_RATE
from pipelines.record import USAGE
from scenarios.errors import UsageError

with warnings.catch_warnings():  # the vendor's client names a class that its WebSocket library calls old
    warnings.simplefilter("ignore", DeprecationWarning)
    from elevenlabs.client import ElevenLabs
    from elevenlabs.conversational_ai.conversation import (
        AsyncAudioInterface,
        AsyncConversation,
        ClientTools,
        ConversationInitiationData,
        DisconnectionDetails,
    )

RATE = 16000
BATCH = RATE // 10 * 2  # bytes of sound in a message: 100 ms
SETTLED_S = 0.6  # silence after which what the agent said was a turn
ASKED = (2.0, 4.0, 8.0, 10.0, 10.0)  # seconds between questions how the conversation ended
PROMPT = "callbench_prompt"
_URL = "https://api.elevenlabs.io"


class ElevenLabsAgentCaller(HostedCaller):
    """A hosted agent that plays the caller."""

    def __init__(self, options: HostedAgentOptions, site: Site) -> None:
        super().__init__(RATE)
        self._options = options
        self._agent = options.agent_id or (
            options.agent_id_from if site.rehearsal else site.environ.get(options.agent_id_from, "")
        )
        if not self._agent:
            raise UsageError(f"{options.agent_id_from} is not set; export the id of your ElevenLabs agent")
        self._http = httpx.Client(timeout=options.ready_secs, follow_redirects=True)
        self._client = ElevenLabs(api_key=site.key(KEY), base_url=site.url(_URL), httpx_client=self._http)
        self._patience = ASKED if site.rehearsal is None else (0.2,) * len(ASKED)
        self._conversation: AsyncConversation | None = None
        self._ended: DisconnectionDetails | None = None
        self._settling: asyncio.Task[None] | None = None
        self._plays_until = 0.0
        self._worded = False
        self._begun_at: int | None = None
        self._ears = _Ears(self)

    async def connect(self) -> None:
        """Begin a conversation in which the agent plays the caller."""
        logging.getLogger("elevenlabs").setLevel(logging.CRITICAL)
        prompt = self.role.prompt
        override: dict[str, Any] = {"agent": {"first_message": ""}}
        if self._options.prompt == "override":
            override["agent"]["prompt"] = {"prompt": prompt}
        self._conversation = AsyncConversation(
            self._client,
            self._agent,
            requires_auth=True,
            audio_interface=self._ears,
            config=ConversationInitiationData(
                conversation_config_override=override if self._options.prompt == "override" else {},
                dynamic_variables={PROMPT: prompt} if self._options.prompt == "variable" else {},
            ),
            client_tools=ClientTools(loop=asyncio.get_running_loop()),
            callback_agent_response=self._said,
            callback_user_transcript=self._heard,
            callback_disconnect=self._disconnected,
        )
        async with asyncio.timeout(self._options.ready_secs):
            await self._conversation.start_session()  # type: ignore[no-untyped-call]
            await self._ears.ready.wait()
        self._begun_at = self.role.now()
        if self._ended is not None:
            raise ConnectionError(_why(self._ended))

    async def disconnect(self) -> None:
        """End the conversation."""
        if self._begun_at is not None:
            seconds = round((self.role.now() - self._begun_at) / LINE_RATE, 3)
            told = {"part": "llm", "model": "", "processor": self.name, "quantities": {"seconds": seconds}}
            self.role.log.add(self.role.now(), "caller", USAGE, **told)
        if self._settling:
            self._settling.cancel()
        if self._conversation is not None:
            with contextlib.suppress(Exception):
                await self._conversation.end_session()  # type: ignore[no-untyped-call]
            if (task := self._conversation._task) is not None:
                task.cancel()
                await asyncio.wait([task], timeout=2)
                if task.done() and not task.cancelled():
                    task.exception()  # it was told already

    async def release(self) -> None:
        """Close what questions were asked with."""
        self._http.close()

    async def hear(self, pcm: bytes) -> None:
        """Send the agent's sound."""
        await self._ears.hear(pcm)

    async def confirmed(self) -> str:
        """Ask the vendor whether the conversation ended by the agent's tool."""
        conversation = self._conversation._conversation_id if self._conversation else None
        if conversation is None:
            return "the hosted agent's conversation has no id; how it ended is not known"
        status = ""
        for pause in self._patience:
            try:
                told = await asyncio.to_thread(self._client.conversational_ai.conversations.get, conversation)
            except Exception as error:
                status = f"the vendor does not say how ({type(error).__name__})"
            else:
                if _used_tool(told):
                    return ""
                status = f"its status is {told.status}"
                if told.status in ("done", "failed"):
                    break
            await asyncio.sleep(pause)
        return f"the hosted agent's conversation ended, but not by its tool {END_CALL}: {status}"

    async def plays(self, pcm: bytes) -> None:
        """The agent speaks."""
        loop = asyncio.get_running_loop()
        await self.sound(pcm, RATE)
        self._plays_until = max(self._plays_until, loop.time()) + len(pcm) / 2 / RATE
        if self._settling is None or self._settling.done():
            self._settling = asyncio.create_task(self._settle())

    async def _settle(self) -> None:
        """End the turn once nothing more comes; the vendor does not tell when it is over."""
        loop = asyncio.get_running_loop()
        while (left := self._plays_until + SETTLED_S - loop.time()) > 0:  # noqa: ASYNC110  (more sound moves the end)
            await asyncio.sleep(left)
        await self.end()
        self._worded = False

    async def _said(self, text: str) -> None:
        if self._worded:  # the words of a further turn, before the last one has settled
            await self.end()
        self._worded = True
        await self.words(text)

    async def _heard(self, text: str) -> None:
        self.hears(text)

    async def _disconnected(self, details: DisconnectionDetails) -> None:
        self._ended = details
        self._ears.ready.set()
        if details.reason == "agent":
            self.hangs_up()
        elif details.reason == "error" and not self.hung_up:
            self.fail(f"the conversation was lost: {_why(details)}", category="connectivity")


class _Ears(AsyncAudioInterface):
    """What the vendor's client takes for a microphone and a loudspeaker."""

    def __init__(self, caller: ElevenLabsAgentCaller) -> None:
        self._caller = caller
        self._send: Callable[[bytes], Awaitable[None]] | None = None
        self._sound = bytearray()
        self.ready = asyncio.Event()

    async def start(self, input_callback: Callable[[bytes], Awaitable[None]]) -> None:
        """The conversation has begun."""
        self._send = input_callback
        self.ready.set()

    async def stop(self) -> None:
        """The conversation is over."""
        self._send = None

    async def output(self, audio: bytes) -> None:
        """The agent's speech."""
        await self._caller.plays(audio)

    async def interrupt(self) -> None:
        """Callers are not cut short: what was begun is said."""

    async def hear(self, pcm: bytes) -> None:
        """What the microphone hears."""
        self._sound += pcm
        if len(self._sound) >= BATCH and self._send is not None:
            sound, self._sound = bytes(self._sound), bytearray()
            await self._send(sound)


def _why(details: DisconnectionDetails) -> str:
    told = details.message or details.close_reason or "no reason given"
    return f"{told} ({details.close_code})" if details.close_code else told


def _used_tool(told: Any) -> bool:
    """Whether a conversation's transcript shows the tool by which a call is ended."""
    for turn in told.transcript or ():
        for used in (*(turn.tool_calls or ()), *(turn.tool_results or ())):
            if getattr(used, "tool_name", "") == END_CALL and not getattr(used, "is_error", False):
                return True
    return False
