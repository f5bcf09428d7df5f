"""What a service factory gets and gives: one small contract for every vendor.

A factory is a function that makes a Pipecat service from its options and its `Site`, marked with `provider`:

    class AuraOptions(Options):
        model: str = "aura-2-helena-en"

    @provider("tts", "deepgram", AuraOptions, keys=("DEEPGRAM_API_KEY",), extra="deepgram", modules=("deepgram",))
    def aura(options: AuraOptions, site: Site) -> FrameProcessor:
        from pipecat.services.deepgram.tts import DeepgramTTSService
        ...

Vendors' modules are imported inside the function, so that nobody pays for what is not used. Every key and every
address goes through the site: in a rehearsal they are the loopback's.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar
from urllib.parse import urlsplit, urlunsplit

import numpy as np
from pipecat.processors.frame_processor import FrameProcessor
from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationInfo

from agents.spec import AgentSpec, Turns
from pipelines.record import RATE
from pipelines.tap import EventLog
from scenarios.errors import UsageError
from scenarios.model import Scenario
from scenarios.toolbox import Toolbox

Part = Literal["stt", "llm", "tts", "realtime"]


def _variable(value: str, field: ValidationInfo) -> str:
    if value and not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", value):  # it is not repeated: it may be the secret itself
        raise ValueError(
            f"{field.field_name} is the name of an environment variable, such as MY_SERVER; "
            "what it holds stands in the environment alone"
        )
    return value


Variable = Annotated[str, AfterValidator(_variable)]
"""The name of an environment variable, in options; never what it holds."""


class Options(BaseModel):
    """Options of a service: the fields of its entry in an agent file.

    Defaults are the effective parameters that a run records, so name them and leave none to the vendor.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", protected_namespaces=())

    provider: str
    model: str = ""

    @property
    def missing(self) -> tuple[tuple[Literal["extra", "data"], str], ...]:
        """What these very options need and this machine lacks, beyond what the provider needs: kind and name."""
        return ()


@dataclass(frozen=True)
class Rehearsal:
    """Where the loopback servers are, and the key by which they know the call.

    Attributes:
        plain: ``127.0.0.1:PORT``, for http and ws.
        tls: ``localhost:PORT``, for clients that insist on https or wss.
        cafile: the certificate authority that the TLS port is signed by.
        key: stands for every vendor's key.
    """

    plain: str
    tls: str
    cafile: Path
    key: str

    def write(self) -> str:
        """As text, for another process."""
        return json.dumps({"plain": self.plain, "tls": self.tls, "cafile": str(self.cafile), "key": self.key})

    @classmethod
    def read(cls, text: str) -> Rehearsal:
        """From text."""
        told = json.loads(text)
        return cls(told["plain"], told["tls"], Path(told["cafile"]), told["key"])


@dataclass(frozen=True)
class CallSite:
    """What only services that run in this process need to know of the call.

    Attributes:
        oracle: the caller's intended text, for perfect ears.
        keeper: the sound of the present user turn (an `agents.embedded.segments.SegmentKeeper`), for services that
            share it.
        instructions: the system message; language models get it by `pipelines.wiring.equip`.
        greeting: what the agent says first, for services that cannot be asked for it with a message.
    """

    spec: AgentSpec
    scenario: Scenario
    toolbox: Toolbox
    rng: np.random.Generator
    log: EventLog
    now: Callable[[], int]
    keeper: Any = None
    oracle: Callable[[], str] | None = None
    instructions: str = ""
    greeting: str = ""


@dataclass(frozen=True)
class Site:
    """Where a service is built.

    Attributes:
        rate: samples per second of the pipeline, in and out.
        environ: where keys and addresses of one's own are looked up.
        rehearsal: set in a rehearsal.
        call: set while a call is being carried.
    """

    rate: int = RATE
    turns: Turns = field(default_factory=Turns)
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ, repr=False)
    rehearsal: Rehearsal | None = None
    call: CallSite | None = None

    @property
    def instructions(self) -> str | None:
        """The system message of the call, for speech to speech services, which take it when they are made."""
        return (self.call.instructions or None) if self.call else None

    def key(self, name: str) -> str:
        """The secret in environment variable `name`; in a rehearsal the loopback's key.

        Raises:
            UsageError: it is not set.
        """
        if self.rehearsal is not None:
            return self.rehearsal.key
        if not (value := self.environ.get(name, "")):
            raise UsageError(f"{name} is not set; export it, or try without an account: run --rehearse")
        return value

    def url(self, default: str, *, tls: bool = False) -> str:
        """The vendor's address; in a rehearsal the same path on the loopback.

        Args:
            default: scheme, host and path, such as ``wss://api.deepgram.com`` or ``https://api.openai.com/v1``.
            tls: keep TLS in a rehearsal, for clients that insist on it; trust `Rehearsal.cafile` then.
        """
        if self.rehearsal is None:
            return default
        parts = urlsplit(default)
        scheme = parts.scheme if tls else {"https": "http", "wss": "ws"}.get(parts.scheme, parts.scheme)
        host = self.rehearsal.tls if tls else self.rehearsal.plain
        return urlunsplit((scheme, host, parts.path, parts.query, ""))

    def own_url(self, name: str, example: str) -> str:
        """The address of a server of one's own, from environment variable `name`; in a rehearsal the loopback's.

        Args:
            name: for example ``GEMMA_BASE_URL``.
            example: what such an address looks like; its path is what the loopback serves.

        Raises:
            UsageError: it is not set.
        """
        if self.rehearsal is not None:
            return self.url(example)
        if not (value := self.environ.get(name, "")):
            raise UsageError(f"{name} is not set; export the address of your server, such as {example}")
        return value


O = TypeVar("O", bound=Options)  # noqa: E741
Build = Callable[[O, Site], FrameProcessor]


@dataclass(frozen=True)
class Provider:
    """A registered factory.

    Attributes:
        part: which part of an agent it can be.
        name: as written in agent files.
        options: the model that validates the file's entry.
        build: makes the Pipecat service.
        keys: environment variables that must be set.
        own_url: the option that names the environment variable of a server's address; empty for hosted vendors.
        own_key: the option that names the environment variable of that server's key, if it wants one.
        extra: the installable extra of callbench that brings `modules`; empty if none is needed.
        modules: top-level modules that must be importable.
        local: runs in this process without a network, so that virtual time is possible.
        finds_turns: tells by itself when the caller begins and ends (``turns: {start: vendor, stop: vendor}``).
        hears_turns: reports the caller's words (speech to speech services that may not).
        hears_sound: a language model that takes the caller's sound itself, as a hybrid agent needs.
        writes_text: a speech to speech service that is two: a model that takes sound and writes, and a voice that says
            it; an agent of it may be called a hybrid.
    """

    part: Part
    name: str
    options: type[Options]
    build: Callable[[Any, Site], FrameProcessor]
    keys: tuple[str, ...] = ()
    own_url: str = ""
    extra: str = ""
    modules: tuple[str, ...] = ()
    local: bool = False
    finds_turns: bool = False
    hears_turns: bool = True
    own_key: str = ""
    hears_sound: bool = False
    writes_text: bool = False


MARK = "__callbench_provider__"
"""Attribute by which `registry` finds the factories of a module."""


def provider(
    part: Part,
    name: str,
    options: type[O],
    *,
    keys: tuple[str, ...] = (),
    own_url: str = "",
    extra: str = "",
    modules: tuple[str, ...] = (),
    local: bool = False,
    finds_turns: bool = False,
    hears_turns: bool = True,
    own_key: str = "",
    hears_sound: bool = False,
    writes_text: bool = False,
) -> Callable[[Build[O]], Build[O]]:
    """Mark a function as the factory of a provider; see `Provider` for the arguments."""

    def mark(build: Build[O]) -> Build[O]:
        made = Provider(
            part,
            name,
            options,
            build,
            keys=keys,
            own_url=own_url,
            extra=extra,
            modules=modules,
            local=local,
            finds_turns=finds_turns,
            hears_turns=hears_turns,
            own_key=own_key,
            hears_sound=hears_sound,
            writes_text=writes_text,
        )
        setattr(build, MARK, made)
        return build

    return mark
