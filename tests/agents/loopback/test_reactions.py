"""What an agent's services make of their vendors' faults: an error that says what happened, silence, or nothing at all.

Nothing hangs: every service has reacted within its limit, and its pipeline ends. Silence is the watchdog's matter.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from dataclasses import dataclass
from typing import Any

import pytest
from pipecat.frames.frames import (
    LLMContextFrame,
    LLMFullResponseEndFrame,
    LLMTextFrame,
    TranscriptionFrame,
    TTSSpeakFrame,
    TTSStoppedFrame,
)
from pipecat.processors.aggregators.llm_context import LLMContext

from agents.loopback.faults import parse
from agents.loopback.mind import Reply
from agents.loopback.server import LoopbackServer
from agents.loopback.session import Session
from agents.services import _first_sound, registry
from agents.services.base import Provider, Rehearsal, Site
from tests.agents.loopback.conftest import ORDER
from tests.agents.services.pipe import RATE, Pipe
from tests.agents.services.vendors import entry, hosted

pytestmark = [
    pytest.mark.realtime,
    pytest.mark.filterwarnings("ignore:websockets:DeprecationWarning"),  # what deepgram-sdk imports
    pytest.mark.filterwarnings("ignore:Inheritance class AiohttpClientSession:DeprecationWarning"),  # Google's
]
SAID = "I would like to change my booking."
ANSWER = "How may I help you today, please?"
PATIENCE = 3.0  # seconds that a service waits for an answer over HTTP
REACTS = 6.0  # seconds from the end of what is asked until a service has reacted, retries included
ENDS = 10.0  # seconds that a pipeline takes to end, Deepgram's second attempt to connect included

WAITS = {"openai", "openai-compatible", "google", "anthropic"}
"""Vendors that are asked over HTTP, whose services wait no longer than they are told."""

REACTIONS: dict[str, dict[str, str | dict[str, str]]] = {
    "stt": {
        "401": "authentication",
        "429=0.1": "rate_limit",
        "503": "server",
        "close": "unknown",
        "malformed": {"": "silence", "deepgram": "unknown", "openai": "unknown", "openai-compatible": "unknown"},
        "slow=1": "done",
        "mute": {"": "silence", "waits": "connectivity"},
        "no_end": {"": "silence", "waits": "connectivity"},
    },
    "tts": {
        "401": "authentication",
        "429=0.1": "rate_limit",
        "503": "server",
        "close": {"": "connectivity", "openai": "unknown", "openai-compatible": "unknown", "google": "unknown"},
        "malformed": {"": "unknown", "deepgram": "done", "openai": "part", "openai-compatible": "part"},
        "slow=1": "done",
        "burst": "done",
        "mute": "connectivity",
        "no_end": {"": "done", "waits": "connectivity"},
    },
    "llm": {
        "401": "authentication",
        "429=0.1": "rate_limit",
        "503": "server",
        "close": "unknown",
        "malformed": "unknown",
        "slow=1": "done",
        "mute": "connectivity",
        "no_end": "connectivity",
    },
}
"""By part and fault: the category of the first error, or what came without any. By vendor where they differ."""

GROUPS = {
    "refuses": ("401", "429=0.1", "503"),
    "breaks": ("close", "malformed"),
    "waits": ("slow=1", "burst", "mute", "no_end"),
}


class Script:
    """A mind of few words."""

    def think(self, messages: object) -> Reply:
        return Reply(ANSWER)

    def decide(self, reply: Reply) -> Reply:
        return reply


@dataclass(frozen=True)
class Reaction:
    """What a service made of a fault: what came, when, when the pipeline was over, and the first error's words."""

    what: str
    reacted: float
    ended: float
    says: str = ""


async def react(provider: Provider, site: Site, sound: bytes) -> Reaction:
    """Ask a service for its part once, and end its pipeline when it has reacted or can no more."""
    patience: dict[str, Any] = {"timeout_secs": PATIENCE} if "timeout_secs" in provider.options.model_fields else {}
    pipe = Pipe(registry.build(provider.part, entry(provider, **patience), site))
    moments: list[float] = []

    async def act() -> None:
        if provider.part == "stt":
            await pipe.say(bytes(RATE // 2) + sound)
        elif provider.part == "tts":
            await pipe.put(TTSSpeakFrame(SAID))
        else:
            await pipe.put(LLMContextFrame(LLMContext([{"role": "user", "content": "Hello."}])))
        moments.append(time.monotonic())
        end = {"stt": TranscriptionFrame, "tts": TTSStoppedFrame, "llm": LLMFullResponseEndFrame}[provider.part]
        late = provider.part == "tts" and provider.name in WAITS  # its end may come before its error
        with contextlib.suppress(TimeoutError):
            await pipe.until(lambda: pipe.errors or (pipe.got(end) and not late) or done(provider, pipe), REACTS)
        moments.append(time.monotonic())
        await asyncio.sleep(0.2)

    await pipe.run(act, 60)
    first = pipe.errors[0] if pipe.errors else None
    if first is not None:
        assert first.category is not None
        what = first.category.value
    elif done(provider, pipe):
        what = "done"
    else:
        what = "part" if pipe.spoken_secs > 0.05 else "silence"
    asked, reacted = moments
    return Reaction(what, reacted - asked, time.monotonic() - reacted, first.error if first else "")


def done(provider: Provider, pipe: Pipe) -> bool:
    """Whether a service has done its part."""
    if provider.part == "stt":
        return SAID in [f.text for f in pipe.got(TranscriptionFrame)]
    if provider.part == "tts":
        return pipe.spoken_secs > 1.2 and bool(provider.name not in WAITS or pipe.got(TTSStoppedFrame))
    return "".join(f.text for f in pipe.got(LLMTextFrame)) == ANSWER and bool(pipe.got(LLMFullResponseEndFrame))


def expected(part: str, fault: str, vendor: str) -> str:
    """What `REACTIONS` says."""
    known = REACTIONS[part][fault]
    if isinstance(known, str):
        return known
    return known.get(vendor) or (known.get("waits") if vendor in WAITS else None) or known[""]


@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("part", REACTIONS)
async def test_every_fault_is_noticed_and_nothing_hangs(
    server: LoopbackServer, part: str, group: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place in (
        "embedded.ear",
        "loopback.session",
    ):  # ears have tests of their own; two dozen at once would be too slow for them
        monkeypatch.setattr(f"agents.{place}.recognise", lambda samples, rate: SAID)
    monkeypatch.setattr(_first_sound, "FIRST_SECS", PATIENCE)
    faults = [fault for fault in GROUPS[group] if fault in REACTIONS[part]]
    vendors = [provider for provider in hosted() if provider.part == part]
    cases = [(fault, vendor) for fault in faults for vendor in vendors]
    sound = b""
    for fault in faults:
        session = Session(ORDER.model_copy(update={"key": fault, "faults": (parse(f"{part}:{fault}"),)}))
        session._mind = Script()  # type: ignore[assignment]
        server.house.sessions[fault] = session
        sound = await session.speak(SAID, RATE)
    for voice in ("joe", "heart"):
        await session.speak(SAID, RATE, voice)

    def site(fault: str) -> Site:
        return Site(environ={}, rehearsal=Rehearsal(server.plain, server.tls, server.cafile, fault))

    reactions = await asyncio.gather(*(react(vendor, site(fault), sound) for fault, vendor in cases))
    wrong = []
    for (fault, vendor), reaction in zip(cases, reactions, strict=True):
        named = f"{part}:{fault} at {vendor.name}: {reaction}"
        if reaction.what != expected(part, fault, vendor.name):
            wrong.append(f"{named}, not {expected(part, fault, vendor.name)}")
        if reaction.ended > ENDS or reaction.reacted > REACTS + 1:
            wrong.append(f"{named}: too late")
        if fault[:3].isdigit() and fault[:3] not in reaction.says:
            wrong.append(f"{named}: does not say {fault[:3]}")
    assert not wrong, "\n".join(wrong)
