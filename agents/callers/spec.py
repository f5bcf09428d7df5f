"""A caller as its file describes it."""

from __future__ import annotations

import functools
import hashlib
import itertools
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agents.spec import LOCAL, AgentSpec, LatencyProfile, Service, first_wrong
from pipelines.latency import LatencySpec
from scenarios import yaml_file
from scenarios.errors import UsageError

Brain = Literal["plan", "llm", "openai-realtime", "elevenlabs-agent"]
Gender = Literal["woman", "man"]

PARTS: dict[Brain, tuple[str, ...]] = {
    "plan": ("stt", "tts"),
    "llm": ("stt", "llm", "tts"),
    "openai-realtime": ("realtime",),
    "elevenlabs-agent": ("realtime",),
}
"""The services that a caller of each kind is made of."""

HOSTS: dict[Brain, str] = {"openai-realtime": "openai", "elevenlabs-agent": "elevenlabs-agent"}
"""Whose service plays a hosted caller: its protocol is the brain's."""

PACE = LatencyProfile(stt=LatencySpec(mean=0.25), llm=LatencySpec(mean=0.2), tts=LatencySpec(mean=0.1))
"""The caller's own latencies in virtual time, equal for every agent."""


Voice = dict[str, Any]
"""Options laid over those of the service that speaks."""


class Voices(BaseModel):
    """What a woman's and a man's voice are; where a list stands, every scenario has its own of it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    woman: Voice | Annotated[tuple[Voice, ...], Field(min_length=1)] = {}
    man: Voice | Annotated[tuple[Voice, ...], Field(min_length=1)] = {}

    @property
    def most(self) -> int:
        """The number of the longer list."""
        return max(len(v) if isinstance(v, tuple) else 1 for v in (self.woman, self.man))

    def one(self, number: int) -> Voices:
        """One voice of each list, which is gone round and round."""
        chosen = {
            gender: found[number % len(found)] if isinstance(found := getattr(self, gender), tuple) else found
            for gender in get_args(Gender)
        }
        return Voices(**chosen)


class Limits(BaseModel):
    """When a caller that does not come to an end is stopped; its call does not count then.

    Attributes:
        turns: turns of its own.
        repeats: times that it says the same on end.
        linger_s: seconds after its farewell in which it has to hang up.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    turns: int = Field(default=80, ge=4, le=1000)
    repeats: int = Field(default=6, ge=2, le=100)
    linger_s: float = Field(default=12.0, ge=2, le=60)


class CallerSpec(BaseModel):
    """Who phones. See docs/callers.md.

    Attributes:
        brain: ``plan`` knows the scenario and needs no model; ``llm`` is a cascade around a language model;
            ``openai-realtime`` and ``elevenlabs-agent`` are hosted, speech in and speech out.
        realtime: the hosted service of the last two.
        voices: laid over ``tts``, or over ``realtime``, by the gender of the scenario's caller. Of a list each scenario
            has one, always the same.
        accents: further voices by name; chosen by ``NAME+ACCENT``, or by a condition's ``accent-ACCENT``.
        accent: the accent that was chosen.
        instructions: added to what a model is told.
        turn_timeout_s: silence after which the caller takes its turn.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f+]+(\+[A-Za-z0-9_-]+)?$")
    brain: Brain
    description: str = ""
    stt: Service | None = None
    llm: Service | None = None
    tts: Service | None = None
    realtime: Service | None = None
    voices: Voices = Voices()
    accents: dict[Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]+$")], Voices] = {}
    accent: str = ""
    instructions: str = ""
    limits: Limits = Limits()
    turn_timeout_s: float = Field(default=0.7, gt=0, le=10)

    @property
    def planned(self) -> bool:
        """Whether it plays a plan: what it says is known exactly, and it reports on itself."""
        return self.brain == "plan"

    @property
    def services(self) -> dict[str, Service]:
        """The services that play it, by part; that which speaks with a woman's voice, where it has one of its own."""
        return self.played("woman")

    @property
    def local(self) -> bool:
        """Whether it needs nothing from outside, so that virtual time is possible."""
        return self.planned and all(s.provider in LOCAL for s in self.services.values())

    @property
    def problem(self) -> str:
        """Why no call can be carried with it anywhere, in one line; empty if it can."""
        from agents.callers import ready

        return ready.problem(self)

    def played(self, gender: Gender) -> dict[str, Service]:
        """The services with the voice of a woman or a man; where it has several, with the first."""
        own: Voice = getattr(self._spoken_with.one(0), gender)
        part = "realtime" if "realtime" in PARTS[self.brain] else "tts"
        named: dict[str, Service | None] = {p: getattr(self, p) for p in PARTS[self.brain]}
        found = {p: service for p, service in named.items() if service is not None}
        if part in found and own:
            found[part] = Service.model_validate({**found[part].model_dump(), **own})
        return found

    def as_agent(self, gender: Gender) -> AgentSpec:
        """The same services in the form that service factories are asked with."""
        services: Mapping[str, Any] = self.played(gender)
        return AgentSpec(name=self.name, architecture=self._architecture, latency=PACE, **services)

    @property
    def casts(self) -> tuple[CallerSpec, ...]:
        """The caller with each of its voices in turn: itself, unless it has lists of them."""
        count = self._spoken_with.most
        return (self,) if count == 1 else tuple(self._cast(number) for number in range(count))

    def cast(self, scenario: str) -> CallerSpec:
        """The caller with the voices that it has in a scenario, the same in every trial of it and in every run.

        Args:
            scenario: its id; a hash of it chooses, so that no scenario's voice depends on which others are called.
        """
        digest = hashlib.sha256(scenario.encode()).digest()
        return self._cast(int.from_bytes(digest[:8], "big"))

    def _cast(self, number: int) -> CallerSpec:
        if not self.accent:
            return self.model_copy(update={"voices": self.voices.one(number)})
        chosen = self.accents[self.accent].one(number)
        return self.model_copy(update={"accents": {**self.accents, self.accent: chosen}})

    @property
    def _spoken_with(self) -> Voices:
        return self.accents[self.accent] if self.accent else self.voices

    @property
    def _architecture(self) -> Literal["cascade", "s2s"]:
        return "s2s" if "realtime" in PARTS[self.brain] else "cascade"

    def with_accent(self, accent: str) -> CallerSpec:
        """The caller with the voices of an accent; its name shows it.

        Raises:
            UsageError: it has no such accent.
        """
        if accent not in self.accents:
            known = ", ".join(sorted(self.accents)) or "none"
            raise UsageError(f"caller {self.name} has no accent {accent!r}; it has {known}")
        return self.model_copy(update={"accent": accent, "name": f"{self.name}+{accent}"})

    @classmethod
    def load(cls, path: Path) -> CallerSpec:
        """Read a caller file.

        Raises:
            UsageError: the file is absent, not YAML, or not a caller; the message names file and field.
        """
        return cls.parse(yaml_file.read(path, "caller file"), str(path))

    @classmethod
    def parse(cls, data: Any, where: str) -> CallerSpec:
        """Validate a caller given as data; `where` goes into the message of a `UsageError`."""
        if not isinstance(data, dict):
            raise UsageError(f"caller file {where}: expected a mapping with name and brain")
        try:
            spec = cls.model_validate(data)
        except ValidationError as error:
            raise UsageError(f"caller file {where}: field {first_wrong(error, cls)}") from error
        if spec.accent:
            spec.with_accent(spec.accent)
        for accent in ("", *spec.accents):
            casts = spec.model_copy(update={"accent": accent}).casts
            for cast, gender in itertools.product(casts, get_args(Gender)):
                try:
                    cast.played(gender)
                except ValidationError as error:  # a service's own fields, of which a voice may name any
                    voices = f"accents.{accent}" if accent else "voices"
                    raise UsageError(
                        f"caller file {where}: field {voices}.{gender}.{first_wrong(error, Service)}"
                    ) from error
        return spec


@functools.cache
def plan() -> CallerSpec:
    """The default caller."""
    return CallerSpec.load(Path(str(resources.files("agents.callers.catalog") / "plan.yaml")))
