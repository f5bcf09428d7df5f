"""One rehearsed call: who it is about, and the ears, voice and mind behind every vendor's protocol.

Every service of a call presents the call's own key, so that the servers know which call a connection belongs to.
"""

from __future__ import annotations

import asyncio
import datetime
import hashlib
from collections.abc import Sequence
from typing import Literal

import numpy as np
import soxr
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

from agents.embedded.calibration.faulty import FaultyBrain
from agents.embedded.calibration.service import calibration_brain
from agents.embedded.ear import Ear, recognise
from agents.embedded.level import RATE
from agents.embedded.segments import Segment, SegmentKeeper
from agents.embedded.turn_ear import TurnEar
from agents.embedded.voices import synthesize
from agents.loopback._sound import sentences
from agents.loopback.faults import Fault, Faults
from agents.loopback.mind import Message, Mind, Reply
from pipelines.caller.rehearsed import RehearsedCaller
from scenarios.packs import load_pack
from scenarios.toolbox import Toolbox

VOICES = ("joe", "heart")
BREATH = 0.2  # seconds between two sentences


class SessionOrder(BaseModel):
    """A call to be rehearsed, as it is announced to the servers.

    Attributes:
        key: what every service of the call presents as its key.
        role: which side's services these are.
        brain_faults: seeded faults of the calibration brain (`agents.spec.FAULTS`), for an agent's mind; for a
            caller's, its misconduct (`pipelines.caller.rehearsed.MISCONDUCT`), one at most.
        faults: what the vendors do wrong.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    key: str
    pack: str
    domain: str
    scenario: str
    seed: int
    role: Literal["agent", "caller"] = "agent"
    brain_faults: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()


class Session:
    """A rehearsed call.

    Attributes:
        greeting: what the pack's agents say first.
        faults: what the vendors do wrong, part by part.
    """

    def __init__(self, order: SessionOrder) -> None:
        pack = load_pack(order.pack, order.domain)
        scenario, toolbox = pack.scenarios[order.scenario], Toolbox.for_domain(order.domain)
        self.order, self.greeting = order, pack.greeting
        self.today = datetime.date.fromisoformat(scenario.now[:10])
        self.faults = Faults(order.faults)
        self._keeper = SegmentKeeper()
        self._heard: dict[str, str] = {}
        self._thinking = asyncio.Lock()
        if order.role == "caller":
            misconduct = next(iter(order.brain_faults), "")
            self._mind = Mind(RehearsedCaller(scenario, np.random.default_rng(order.seed), misconduct))
        else:
            brain = calibration_brain(scenario, toolbox, self._keeper, order.brain_faults)
            self._mind = Mind(FaultyBrain(brain, order.brain_faults), brain)

    def ear(self, rate: int, stop_secs: float = 0.3) -> Ear:
        """Ears for a stream of 16-bit mono sound."""
        return Ear(self._keeper, rate, stop_secs)

    def turn_ear(self, rate: int) -> TurnEar:
        """Ears that find turns as well, for vendors of speech to speech."""
        return TurnEar(self._keeper, rate)

    async def hear(self, samples: NDArray[np.int16], rate: int) -> str:
        """The words of a finished recording, for services that take whole utterances.

        Conversations repeat the recordings of earlier turns: each is heard once.
        """
        known = hashlib.sha256(samples.tobytes()).hexdigest()
        if known not in self._heard:
            self._heard[known] = await asyncio.to_thread(recognise, samples, rate)
            narrow = samples if rate == RATE else soxr.resample(samples, rate, RATE, quality="HQ").astype(np.int16)
            self._keeper.add(Segment(self._heard[known], narrow))
        return self._heard[known]

    async def speak(self, text: str, rate: int, voice: str = "", pace: float = 1.0) -> bytes:
        """Speech as 16-bit mono samples; a vendor's voice is one of ours, always the same one.

        Sentences are said one by one: our voices pause so long between them that a caller would take its turn.
        """
        ours = VOICES[sum(voice.encode()) % len(VOICES)]
        said = [await asyncio.to_thread(synthesize, part, ours, pace) for part in sentences(text)]
        breath = np.zeros(int(BREATH * RATE), np.int16)
        parts = [sound for part in said if len(part) for sound in (breath, part)]
        samples = np.concatenate(parts[1:]) if parts else np.zeros(0, np.int16)
        if rate != RATE and len(samples):
            wide = soxr.resample(samples.astype(np.float32), RATE, rate, quality="HQ")
            samples = np.clip(np.round(wide), -32768, 32767).astype(np.int16)
        return samples.astype("<i2").tobytes()

    async def reply(self, messages: Sequence[Message]) -> Reply:
        """The mind's answer to a conversation in the form of OpenAI's chat completions, sound already in words.

        Cancelled, it decides nothing: a question that was taken back, because the other side spoke on, never was.
        """
        async with self._thinking:
            thought = asyncio.ensure_future(asyncio.to_thread(self._mind.think, messages))
            try:
                action = await asyncio.shield(thought)
            except asyncio.CancelledError:
                await asyncio.wait([thought])  # one thought at a time
                raise
            return self._mind.decide(action)
