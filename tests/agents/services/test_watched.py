"""The watch over a speech to speech session: silence that is owed adds up, and a sign of life wipes it out."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from pipecat.frames.frames import (
    StartFrame,
    TranscriptionFrame,
    UserStartedSpeakingFrame,
    UserStoppedSpeakingFrame,
)
from pipecat.utils.errors import ErrorCategory

from agents.services import _realtime
from agents.services._realtime import Watched
from pipelines.brain import BrainService
from tests.agents.services.pipe import Pipe

SILENCE_S = 1.2


class Session(Watched):
    """A session without a vendor."""

    VENDOR = "Acme"

    async def process_frame(self, frame: Any, direction: Any) -> None:
        await super().process_frame(frame, direction)
        await self.push_frame(frame, direction)


class Nobody:
    """A mind of no words, for the settings that a language model must have."""

    def next(self, context: Any) -> None:
        return None


@pytest.fixture
def session() -> Session:
    return Session(silence_secs=SILENCE_S, settings=BrainService(Nobody(), lambda: 0.0)._settings)  # type: ignore[arg-type]


async def owes(pipe: Pipe, secs: float) -> None:
    """Let the caller end a turn, wait, and speak on."""
    await pipe.put(UserStoppedSpeakingFrame())
    await asyncio.sleep(secs)
    await pipe.put(UserStartedSpeakingFrame())
    await asyncio.sleep(0.05)


async def test_pauses_of_several_turns_add_up_to_one_error(session: Session) -> None:
    pipe = Pipe(session)

    async def act() -> None:
        await owes(pipe, SILENCE_S * 0.7)
        assert not pipe.errors
        await owes(pipe, SILENCE_S * 0.7)
        await owes(pipe, SILENCE_S * 0.7)

    await pipe.run(act)
    assert [(e.error, e.category) for e in pipe.errors] == [
        ("Acme: it has sent nothing for 1.2 s while the caller waited for an answer", ErrorCategory.CONNECTIVITY)
    ]


async def test_a_sign_of_life_begins_anew(session: Session) -> None:
    pipe = Pipe(session)

    async def act() -> None:
        for _ in range(3):
            await owes(pipe, SILENCE_S * 0.5)
            await session.push_frame(TranscriptionFrame("Hello.", "", ""))

    await pipe.run(act)
    assert not pipe.errors


async def test_while_the_caller_speaks_nothing_is_owed(session: Session) -> None:
    pipe = Pipe(session)

    async def act() -> None:
        await owes(pipe, 0.05)
        await asyncio.sleep(SILENCE_S * 1.3)

    await pipe.run(act)
    assert not pipe.errors


@pytest.mark.parametrize("opens", [True, False])
async def test_a_session_has_to_be_ready_in_time(
    session: Session, opens: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_realtime, "OPEN_SECS", 0.3)
    pipe = Pipe(session)
    ready: list[bool] = []

    async def act() -> None:
        await pipe.until(lambda: pipe.got(StartFrame))
        session.watch_opening(lambda: bool(ready))
        if opens:
            ready.append(True)
        await asyncio.sleep(0.6)

    await pipe.run(act)
    assert [e.error for e in pipe.errors] == ([] if opens else ["Acme: the session was not ready within 0.3 s"])
