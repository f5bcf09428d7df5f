"""The agent file: which services, how turns are taken, and which latencies are charged in virtual time."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agents.near import near
from pipelines.latency import Latency, LatencySpec
from scenarios import yaml_file
from scenarios.errors import UsageError

FAULTS: dict[str, str] = {
    "slow": "answers three seconds late",
    "barge_in": "starts to speak while the caller still does",
    "verbose": "pads every turn with long, empty sentences",
    "repeats": "says each of its lines twice",
    "mishears": "takes one value that goes into a write for another, in text and in deed",
    "asks_again": "asks for values again that it was given a moment ago",
    "skips_confirmation": "writes without reading back and without a yes",
    "wrong_amount": "misstates an amount of money when it sums up",
    "invents_code": "sums up with a code that nobody gave it",
    "garbled_code": "its voice says a code other than the one that its text holds",
    "silent": "stops answering in the middle of the call",
    "hangs_up": "ends the call in the middle",
}
"""Seeded faults of the calibration agent: each must move the metric that is meant to catch it."""

FLOORS: dict[str, str] = {
    "idle": "authenticates the caller and does nothing",
    "silent": "never says a word",
    "transfer": "authenticates the caller and hands it over, whatever it wants",
}
"""Models of the provider ``floor``: agents that do next to nothing, whose scores are what nobody should reward."""

LOCAL = ("embedded", "calibration", "floor")
"""Providers that run in this process, need nothing from outside, and can therefore run in virtual time."""

LONGEST_NAME = 80
"""Characters of an agent's name."""

PARTS: dict[str, tuple[str, ...]] = {
    "cascade": ("stt", "llm", "tts"),
    "hybrid": ("llm", "tts"),
    "s2s": ("realtime",),
    "external": (),
}
"""The services that an agent of each architecture is made of; ``llm`` of a hybrid hears sound itself. A hybrid may be
one service instead, whose vendor runs both (`AgentSpec.parts`)."""


class Service(BaseModel):
    """One service of an agent; every further field is an option of the provider's (see `agents.services.base`).

    `provider` is a known name, or ``FILE.py:NAME`` for a factory of one's own.
    """

    model_config = ConfigDict(frozen=True, extra="allow")

    provider: str
    model: str = ""


class Turns(BaseModel):
    """Turn taking of the agent."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    start: Literal["vad", "vendor"] = "vad"
    stop: Literal["smart_turn", "timeout", "vendor"] = "smart_turn"
    vad_start_secs: float = Field(default=0.2, gt=0, le=2)
    vad_stop_secs: float = Field(default=0.2, gt=0, le=5)
    vad_confidence: float = Field(default=0.7, gt=0, lt=1)
    timeout_secs: float = Field(default=0.6, gt=0, le=10)
    hold_secs: float = Field(
        default=0.85,
        ge=0,
        le=5,
        description="silence that a smart-turn verdict has to outlast, from the end of speech",
    )
    interruptible: bool = True


class LatencyProfile(BaseModel):
    """Latencies charged in virtual time, in seconds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    stt: Latency = LatencySpec(mean=0.25)
    llm: Latency = LatencySpec(mean=0.4)
    tts: Latency = LatencySpec(mean=0.15)
    tool: Latency = LatencySpec(mean=0.2)


class AgentSpec(BaseModel):
    """An agent as its file describes it. See docs/agents.md.

    `url` is for ``external`` agents only: a Twilio Media Streams server that we dial (``ws://``, ``wss://``),
    or ``listen://HOST:PORT`` to wait for the agent to dial us. `instructions` are added to what every agent is told.
    In a hybrid `llm` takes sound; in s2s `realtime` is the whole agent (`parts`).
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(min_length=1, max_length=LONGEST_NAME, pattern=r"^[^\x00-\x1f]+$")
    architecture: Literal["cascade", "hybrid", "s2s", "external"]
    description: str = ""
    stt: Service | None = None
    llm: Service | None = None
    tts: Service | None = None
    realtime: Service | None = None
    instructions: str = ""
    turns: Turns = Turns()
    latency: LatencyProfile = LatencyProfile()
    url: str = ""
    faults: tuple[str, ...] = ()
    seed: int = 0

    @property
    def calibration(self) -> bool:
        """Whether this is the calibration agent, whose results measure the harness and not a model."""
        return any(service.provider == "calibration" for service in self.services.values())

    @property
    def floor(self) -> str:
        """Which of `FLOORS` this is; empty for any other agent."""
        return self.llm.model if self.llm is not None and self.llm.provider == "floor" else ""

    @property
    def local(self) -> bool:
        """Whether every service runs in this process, so that virtual time is possible."""
        return self.architecture != "external" and all(s.provider in LOCAL for s in self.services.values())

    @property
    def hosted(self) -> bool:
        """Whether a service of this agent, built here, is a vendor's or another server's."""
        return self.architecture != "external" and not self.local

    @property
    def parts(self) -> tuple[str, ...]:
        """The services that it is made of; a hybrid of which only `realtime` is named is that one service."""
        if self.architecture == "hybrid" and self.realtime is not None and self.llm is None and self.tts is None:
            return PARTS["s2s"]
        return PARTS[self.architecture]

    @property
    def whole(self) -> bool:
        """Whether one service hears, thinks and speaks."""
        return "realtime" in self.parts

    @property
    def services(self) -> dict[str, Service]:
        """The services that the file names, by part; parts that its architecture has no use for are left out."""
        named = {part: getattr(self, part) for part in self.parts}
        return {part: service for part, service in named.items() if service is not None}

    @property
    def problem(self) -> str:
        """Why this version cannot carry calls with the agent, in one line; empty if it can."""
        from agents import ready

        return ready.problem(self)

    @classmethod
    def load(cls, path: Path) -> AgentSpec:
        """Read an agent file.

        Raises:
            UsageError: the file is absent, not YAML, or not an agent; the message names file and field.
        """
        data = yaml_file.read(path, "agent file")
        return cls.parse(data, str(path))

    @classmethod
    def parse(cls, data: Any, where: str) -> AgentSpec:
        """Validate an agent given as data; `where` goes into the message of a `UsageError`."""
        if not isinstance(data, dict):
            raise UsageError(f"agent file {where}: expected a mapping with name and architecture")
        try:
            spec = cls.model_validate(data)
        except ValidationError as error:
            raise UsageError(f"agent file {where}: field {first_wrong(error, cls)}") from error
        unknown = [f for f in spec.faults if f not in FAULTS]
        if unknown:
            raise UsageError(f"agent file {where}: unknown fault {unknown[0]!r}; known: {', '.join(FAULTS)}")
        return spec


def first_wrong(error: ValidationError, model: type[BaseModel] | None = None) -> str:
    """The first field of a file that is wrong, and how: ``turns.stop: input should be ...``.

    Args:
        error: what validation found.
        model: what was validated, so that the fields that there are can be named.
    """
    first = error.errors()[0]
    where = [str(p) for p in first["loc"]]
    what = first["msg"].lower()
    if first["type"] == "extra_forbidden":
        known = _fields(model, where[:-1])
        what = f"there is no such field{near(where[-1], known)}{'; known: ' if known else ''}{', '.join(known)}"
    elif first["type"] == "model_type":
        known = _fields(model, where)
        what = f"expected a mapping{' of ' if known else ''}{', '.join(known)}"
    return f"{'.'.join(where) or 'file'}: {what}"


def _fields(model: type[BaseModel] | None, path: list[str]) -> list[str]:
    """The fields of what stands at `path` in a model; none where that is no model of its own."""
    for name in path:
        field = model.model_fields.get(name) if model else None
        kinds = (field.annotation, *get_args(field.annotation)) if field else ()
        model = next((k for k in kinds if isinstance(k, type) and issubclass(k, BaseModel)), None)
    return list(model.model_fields) if model else []
