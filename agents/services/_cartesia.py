"""Pipecat's Cartesia service, without its endless reconnecting, and accountable for what it owes."""

from __future__ import annotations

from typing import ClassVar

from pipecat.services.cartesia.tts import CartesiaTTSService, GenerationConfig

from agents.services._unfinished import Accountable

__all__ = ["GenerationConfig", "Sonic"]


class Sonic(Accountable, CartesiaTTSService):
    """Cartesia's voices.

    Pipecat reconnects at once, without a pause or a limit, after a clean close: a server that accepts and hangs up is
    then dialled some five hundred times a second. Here the receive loop's own rules decide, as with other vendors:
    three connections that lived less than five seconds are the end.
    """

    VENDOR: ClassVar[str] = "Cartesia"

    async def _receive_messages(self) -> None:
        await self._process_messages()  # type: ignore[no-untyped-call]
