"""OpenAI Realtime as the caller: speech in and out, turns found by the vendor, answers asked for by us.

The vendor tells when the agent begins and ends to speak and what it said. It is asked for an answer only once the
agent's words are written down and the line has been quiet for two seconds, since agents pause while they use tools; and
it hears nothing while it speaks itself, so that it is never cut short.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
from typing import Any

from openai import AsyncOpenAI
from pipecat.metrics.metrics import LLMTokenUsage

from agents.services.base import Site
from agents.services.openai import KEY
from agents.services.openai_realtime import OpenAIRealtimeOptions
from pipelines.caller.hosted import HostedCaller
from pipelines.caller.plan import Line
from pipelines.caller.prompt import END_CALL, END_CALL_TOOL
from pipelines.record import USAGE
from pipelines.usage import tokens

RATE = 24000
WAIT_S = 2.0  # silence of the agent before the caller answers
READY_S = 15.0  # how long a session may take to be ready
TRANSCRIPT_S = 6.0  # how long the agent's words may take after it fell silent; then the caller answers without
ANSWER_S = 30.0  # how long an answer may take to its end
BATCH = RATE // 10 * 2  # bytes of sound in a message: 100 ms
HARMLESS = ("conversation_already_has_active_response", "response_cancel_not_active")
_URL = "https://api.openai.com/v1"


class OpenAIRealtimeCaller(HostedCaller):
    """A session that plays the caller."""

    def __init__(self, options: OpenAIRealtimeOptions, site: Site) -> None:
        super().__init__(RATE)
        self._options = options
        self._client = AsyncOpenAI(api_key=site.key(KEY), base_url=site.url(_URL), max_retries=0)
        self._connection: Any = None
        self._tasks: list[asyncio.Task[None]] = []
        self._ready = asyncio.Event()
        self._sound = bytearray()
        self._open_turn = False  # the agent speaks, as the vendor hears it
        self._due = False  # the agent has said something that was not answered
        self._written: set[str] = set()  # items whose words are not there yet
        self._answering = 0.0  # when the present answer was asked for
        self._words = ""
        self._leaves: str | None = None  # the call of the tool by which it hangs up
        self._spoken = False
        self._prompted = ""

    async def connect(self) -> None:
        """Open a session and tell it what it plays."""
        async with asyncio.timeout(READY_S):
            self._connection = await self._client.realtime.connect(model=self._options.model).enter()
            self._tasks.append(asyncio.create_task(self._listen()))
            await self._ready.wait()
        self._tasks.append(asyncio.create_task(self._answer_in_time()))

    async def disconnect(self) -> None:
        """Close the session."""
        for task in self._tasks:
            task.cancel()
        if self._connection is not None:
            with contextlib.suppress(Exception):
                await self._connection.close()
        with contextlib.suppress(Exception):
            await self._client.close()

    async def hear(self, pcm: bytes) -> None:
        """Send the agent's sound; none while the caller speaks."""
        if not self._ready.is_set() or self.speaking or self._answering:
            self._sound.clear()
            return
        self._sound += pcm
        if len(self._sound) >= BATCH:
            sound, self._sound = bytes(self._sound), bytearray()
            await self._send({"type": "input_audio_buffer.append", "audio": base64.b64encode(sound).decode()})

    def nudge(self, owed_by_agent: bool) -> Line | None:
        """Have the caller ask whether the agent is still there, or to say it again."""
        what = "whether anybody is still there" if owed_by_agent else "to have that said again"
        if self._spoken:  # else it is its opening that breaks the silence
            self._prompted = f"The line has been silent for a while. In a few words, ask {what}."
        self._due = True
        return None

    # What the vendor is asked.

    async def _configure(self) -> None:
        options = self._options
        detection = {
            "type": "server_vad",
            "threshold": options.threshold,
            "prefix_padding_ms": options.prefix_padding_ms,
            "silence_duration_ms": options.silence_duration_ms,
            "create_response": False,
            "interrupt_response": False,
        }
        sound = {"type": "audio/pcm", "rate": RATE}
        await self._send(
            {
                "type": "session.update",
                "session": {
                    "type": "realtime",
                    "instructions": self.role.prompt,
                    "output_modalities": ["audio"],
                    "audio": {
                        "input": {
                            "format": sound,
                            "transcription": {"model": options.transcription_model, "language": options.language},
                            "turn_detection": detection,
                        },
                        "output": {"format": sound, "voice": options.voice, "speed": options.speed},
                    },
                    "tools": [{"type": "function", **END_CALL_TOOL}],
                    "tool_choice": "auto",
                },
            }
        )

    async def _answer_in_time(self) -> None:
        """Ask for an answer when it is the caller's turn."""
        loop, waited = asyncio.get_running_loop(), 0.0
        while not self.hung_up:
            await asyncio.sleep(0.05)
            if self._answering and loop.time() - self._answering > ANSWER_S:
                self.fail(f"no answer within {ANSWER_S:.0f} s", category="silent")
                return
            quiet = self.role.quiet()
            if not self._due or self._answering or self.speaking or self._open_turn or quiet < WAIT_S:
                waited = 0.0
                continue
            waited = waited or loop.time()
            if self._written and loop.time() - waited < TRANSCRIPT_S:
                continue
            if self.role.guard.stopped:
                return
            await self._ask(loop.time())

    async def _ask(self, now: float) -> None:
        self._due, self._answering, self._words, self._leaves = False, now, "", None
        wanted: dict[str, Any] = {"output_modalities": ["audio"]}
        if not self._spoken:
            opening = self.role.guard.scenario.opening
            wanted["instructions"] = f'{self.role.prompt}\n\nSay now exactly this, and nothing else: "{opening}"'
        elif self._prompted:
            wanted["instructions"] = f"{self.role.prompt}\n\n{self._prompted}"
        self._spoken = True
        await self._send({"type": "response.create", "response": wanted})

    async def _send(self, event: dict[str, Any]) -> None:
        if self._connection is None:
            return
        try:
            await self._connection.send(event)
        except Exception as error:
            self._lost(error)

    # What the vendor tells.

    async def _listen(self) -> None:
        try:
            async for event in self._connection:
                await self._told(event.to_dict() if hasattr(event, "to_dict") else dict(event))
        except asyncio.CancelledError:
            raise
        except Exception as error:
            self._lost(error)
        else:
            self._lost(None)

    def _lost(self, error: Exception | None) -> None:
        """The connection has gone; after the farewell nobody misses it."""
        if self.hung_up or self._connection is None:
            return
        self._connection = None
        self.fail(f"the session was lost: {error or 'closed by the vendor'}", error, category="connectivity")

    async def _told(self, event: dict[str, Any]) -> None:
        match event.get("type"):
            case "session.created":
                await self._configure()
            case "session.updated":
                self._ready.set()
            case "input_audio_buffer.speech_started":
                self._open_turn = True
            case "input_audio_buffer.speech_stopped":
                self._open_turn = False
            case "input_audio_buffer.committed":
                self._written.add(str(event["item_id"]))
                self._due = True
            case "conversation.item.input_audio_transcription.completed":
                self._written.discard(str(event["item_id"]))
                self.hears(str(event.get("transcript") or ""), self._options.silence_duration_ms / 1000)
            case "conversation.item.input_audio_transcription.failed":
                self._written.discard(str(event["item_id"]))
            case "response.output_audio.delta":
                await self.sound(base64.b64decode(event["delta"]), RATE)
            case "response.output_audio_transcript.delta":
                self._words += str(event["delta"])
            case "response.function_call_arguments.done":
                if event.get("name", END_CALL) == END_CALL:
                    self._leaves = str(event["call_id"])
            case "response.done":
                await self._answered(event["response"])
            case "error":
                await self._error(event["error"])

    async def _answered(self, response: dict[str, Any]) -> None:
        self._count_tokens(response.get("usage"))
        words, self._answering = " ".join(self._words.split()), 0.0
        if response.get("status") == "failed":
            error = (response.get("status_details") or {}).get("error") or {}
            self.fail(str(error.get("message") or "the response failed"))
            return
        if self._prompted and words:
            self.nudges.append(words)
            self._prompted = ""
        refused = self.role.guard.refusal(words) if self._leaves else ""
        await self.words(words)
        await self.end()
        if self._leaves:
            await self._leave(self._leaves, refused)

    async def _leave(self, call: str, refused: str) -> None:
        """It wants to hang up."""
        answer = {"status": "success"}
        if refused:
            self.role.log.add(self.role.now(), "caller", "end_call_refused", why=refused)
            answer = {"status": "error", "message": f"The call goes on: {refused}. Wait for the agent's next turn."}
        item = {"type": "function_call_output", "call_id": call, "output": json.dumps(answer)}
        await self._send({"type": "conversation.item.create", "item": item})
        if not refused:
            self.hangs_up()

    async def _error(self, error: dict[str, Any]) -> None:
        if error.get("code") not in HARMLESS:
            self.fail(str(error.get("message") or error.get("code") or "an error without a message"))

    def _count_tokens(self, usage: dict[str, Any] | None) -> None:
        if not usage:
            return
        read, said = usage.get("input_token_details") or {}, usage.get("output_token_details") or {}
        spent = LLMTokenUsage(
            prompt_tokens=usage.get("input_tokens") or 0,
            completion_tokens=usage.get("output_tokens") or 0,
            total_tokens=usage.get("total_tokens") or 0,
            cache_read_input_tokens=read.get("cached_tokens"),
            input_audio_tokens=read.get("audio_tokens"),
            output_audio_tokens=said.get("audio_tokens"),
            cache_read_input_audio_tokens=(read.get("cached_tokens_details") or {}).get("audio_tokens"),
        )
        told = {"part": "llm", "model": self._options.model, "processor": self.name, "quantities": tokens(spent)}
        self.role.log.add(self.role.now(), "caller", USAGE, **told)
