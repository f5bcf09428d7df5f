"""Pipecat's Ultravox at an address that can be chosen, with bounded waits and a session that cannot end unnoticed."""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp
from pipecat.frames.frames import StartFrame
from pipecat.services.ultravox.llm import OneShotInputParams, UltravoxRealtimeLLMService
from pipecat.utils.errors import classify_http_status_code

from agents.services._realtime import OPEN_SECS, Watched

__all__ = ["OneShotInputParams", "Ultravox"]


class Ultravox(Watched, UltravoxRealtimeLLMService):
    """A call of Ultravox.

    Args:
        url: where calls are made.
        order: what Ultravox is asked for besides the system prompt, the tools and the sound.
    """

    VENDOR = "Ultravox"

    def __init__(self, *, url: str, order: dict[str, Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._url, self._order = url, order

    async def start(self, frame: StartFrame) -> None:
        """Make the call and join it; the agent speaks first."""
        await super().start(frame)
        if self._socket is not None:
            self.wait()

    async def _start_one_shot_call(self, params: OneShotInputParams) -> str:
        """Pipecat knows one address only, and waits there for five minutes."""
        order = {
            "systemPrompt": params.system_prompt,
            "selectedTools": self._to_selected_tools(self._selected_tools) if self._selected_tools else [],
            "medium": {"serverWebSocket": {"inputSampleRate": self._sample_rate}},
            **self._order,
        }
        try:
            async with (
                asyncio.timeout(OPEN_SECS),
                aiohttp.ClientSession() as http,
                http.post(f"{self._url}/api/calls", headers={"X-Api-Key": params.api_key}, json=order) as answer,
            ):
                said = await answer.text()
                if answer.status != 201:
                    why = f"the call was refused (status {answer.status}): {said}"
                    await self.push_error(
                        why, category=classify_http_status_code(answer.status), force_treat_as_permanent=True
                    )
                    raise ConnectionError(why)
                return str((await answer.json())["joinUrl"])
        except TimeoutError as error:
            raise TimeoutError(f"no answer within {OPEN_SECS:g} s") from error

    async def _receive_messages(self) -> None:
        socket = self._socket
        try:
            await super()._receive_messages()  # type: ignore[no-untyped-call]
        except Exception as error:
            await self.fail("the call was lost", error)
        else:
            if not self._disconnecting:
                code, reason = getattr(socket, "close_code", None), getattr(socket, "close_reason", "")
                await self.fail(f"the call was closed ({code or 'no code'}{' ' if reason else ''}{reason or ''})")
