"""The agent file: which services, how turns are taken, and which latencies are charged in virtual time."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pipelines.latency import Latency, LatencySpec
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

AVAILABLE: dict[str, tuple[str, ...]] = {"stt": ("embedded",), "llm": ("calibration", "floor"), "tts": ("embedded",)}
"""Providers that this version can build, by part of a cascade."""


class Service(BaseModel):
    """One service of an agent. `options` are handed to the service's factory."""

    model_config = ConfigDict(frozen=True, extra="allow")

    provider: str
    model: str = ""


class Turns(BaseModel):
    """Turn taking of the agent."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    start: Literal["vad"] = "vad"
    stop: Literal["smart_turn", "timeout"] = "smart_turn"
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
    or ``listen://HOST:PORT`` to wait for the agent to dial us.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f]+$")
    architecture: Literal["cascade", "hybrid", "s2s", "external"]
    description: str = ""
    stt: Service | None = None
    llm: Service | None = None
    tts: Service | None = None
    turns: Turns = Turns()
    latency: LatencyProfile = LatencyProfile()
    url: str = ""
    faults: tuple[str, ...] = ()
    seed: int = 0

    @property
    def calibration(self) -> bool:
        """Whether this is the calibration agent, whose results measure the harness and not a model."""
        return self.llm is not None and self.llm.provider == "calibration"

    @property
    def floor(self) -> str:
        """Which of `FLOORS` this is; empty for any other agent."""
        return self.llm.model if self.llm is not None and self.llm.provider == "floor" else ""

    @property
    def local(self) -> bool:
        """Whether every service runs in this process, so that virtual time is possible."""
        return self.architecture != "external" and all(
            s is None or s.provider in ("embedded", "calibration", "floor") for s in (self.stt, self.llm, self.tts)
        )

    @property
    def problem(self) -> str:
        """Why this version cannot carry calls with the agent, in one line; empty if it can."""
        elsewhere = "run it in a server of yours and give its ws:// address"
        if self.architecture == "external":
            if re.match(r"(wss?|listen)://.", self.url):
                return ""
            return f"agent {self.name}: an external agent needs a url; add url: ws://HOST:PORT, wss:// or listen://"
        if self.architecture != "cascade":
            return f"agent {self.name}: architecture {self.architecture} cannot be built yet; {elsewhere}"
        for part, providers in AVAILABLE.items():
            service: Service | None = getattr(self, part)
            if service is None:
                return f"agent {self.name}: a cascade needs {part}; add it to the agent file"
            if service.provider not in providers:
                known = f"cannot be built yet (available: {', '.join(providers)})"
                return f"agent {self.name}: {part} provider {service.provider!r} {known}; {elsewhere}"
        return ""

    @classmethod
    def load(cls, path: Path) -> AgentSpec:
        """Read an agent file.

        Raises:
            UsageError: the file is absent, not YAML, or not an agent; the message names file and field.
        """
        try:
            data: Any = yaml.safe_load(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise UsageError(f"agent file {path}: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise UsageError(f"agent file {path}: not valid UTF-8 (byte {error.start})") from error
        except RecursionError as error:
            raise UsageError(f"agent file {path}: nested too deeply") from error
        except yaml.YAMLError as error:
            where = getattr(error, "problem_mark", None)
            line = f", line {where.line + 1}" if where else ""
            raise UsageError(f"agent file {path}{line}: not valid YAML") from error
        except ValueError as error:  # YAML's reader makes dates of what looks like one
            raise UsageError(f"agent file {path}: not valid YAML (a date or number that does not exist)") from error
        return cls.parse(data, str(path))

    @classmethod
    def parse(cls, data: Any, where: str) -> AgentSpec:
        """Validate an agent given as data; `where` goes into the message of a `UsageError`."""
        if not isinstance(data, dict):
            raise UsageError(f"agent file {where}: expected a mapping with name and architecture")
        try:
            spec = cls.model_validate(data)
        except ValidationError as error:
            first = error.errors()[0]
            field = ".".join(str(p) for p in first["loc"]) or "file"
            raise UsageError(f"agent file {where}: field {field}: {first['msg'].lower()}") from error
        unknown = [f for f in spec.faults if f not in FAULTS]
        if unknown:
            raise UsageError(f"agent file {where}: unknown fault {unknown[0]!r}; known: {', '.join(FAULTS)}")
        return spec
