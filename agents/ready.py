"""Whether an agent can carry calls here, and what it still needs."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import util
from typing import Literal

from agents.registry import SCHEMES
from agents.spec import PARTS, AgentSpec
from scenarios.errors import UsageError

NAMED = ("stt", "llm", "tts", "realtime")
"""The services that an agent file can name."""


@dataclass(frozen=True)
class Need:
    """Something that an agent needs from outside.

    Attributes:
        kind: a ``key`` or ``url`` in the environment, an ``extra`` to install, or ``data`` that no package brings.
        name: of the variable, of the extra, or of what ``make`` fetches.
        met: whether it is there.
    """

    kind: Literal["key", "url", "extra", "data"]
    name: str
    met: bool

    @property
    def mend(self) -> str:
        """How to get it."""
        if self.kind == "extra":
            return f"pip install 'callbench[{self.name}]'"
        return f"make {self.name}" if self.kind == "data" else f"export {self.name}=..."


def problem(spec: AgentSpec) -> str:
    """Why no call can be carried with the agent anywhere, in one line; empty if it can.

    What is merely missing on this machine is in `needs`.
    """
    if spec.architecture == "external":
        scheme, _, where = spec.url.partition("://")
        if scheme in SCHEMES and where:
            named = [part for part in NAMED if getattr(spec, part) is not None]
            runs = f"agent {spec.name}: an external agent brings its own services; leave out {', '.join(named)}"
            return runs if named else ""
        schemes = "ws://HOST:PORT, wss://, listen:// or webrtc+http://"
        return f"agent {spec.name}: an external agent needs a url; add url: {schemes}"
    if spec.url:
        return f"agent {spec.name}: url is for agents that run already; leave it out, or write architecture: external"
    from agents.services import registry

    for part in spec.parts:
        service = spec.services.get(part)
        if service is None:
            return f"agent {spec.name}: {_article(spec.architecture)} needs {part}; add it to the agent file"
        try:
            provider, _ = registry.resolve(part, service)  # type: ignore[arg-type]
        except UsageError as error:
            return f"agent {spec.name}: {error}"
        if spec.architecture == "hybrid" and part == "llm" and not provider.hears_sound:
            return f"agent {spec.name}: llm provider {service.provider} does not take sound, as a hybrid agent needs"
        if spec.architecture == "hybrid" and part == "realtime" and not provider.writes_text:
            return f"agent {spec.name}: {service.provider} is speech to speech as a whole; write architecture: s2s"
    if idle := [part for part in PARTS["cascade"] + PARTS["s2s"] if getattr(spec, part) and part not in spec.parts]:
        what = _article(spec.architecture)
        return f"agent {spec.name}: {what} has no use for {idle[0]}; remove it, or write another architecture"
    if "vendor" in (spec.turns.start, spec.turns.stop) and not finds_turns(spec):
        who = spec.services[listens].provider if (listens := listener(spec)) else f"a {spec.architecture}"
        return f"agent {spec.name}: turns: vendor, but {who} does not tell of turns; use vad and smart_turn"
    return ""


def listener(spec: AgentSpec) -> Literal["stt", "realtime"] | None:
    """The part that the caller's sound goes to first; ``None`` if that is a model which is given turns."""
    if spec.whole:
        return "realtime"
    return "stt" if "stt" in spec.parts else None


def finds_turns(spec: AgentSpec) -> bool:
    """Whether the service that listens tells by itself when the caller begins and ends.

    Raises:
        UsageError: as `agents.services.registry.find`.
    """
    from agents.services import registry

    part = listener(spec)
    return part is not None and registry.find(part, spec.services[part].provider).finds_turns


def needs(spec: AgentSpec, environ: Mapping[str, str] = os.environ, *, rehearsal: bool = False) -> tuple[Need, ...]:
    """What the agent's services need from outside; a rehearsal needs no keys and addresses.

    Raises:
        UsageError: as `agents.services.registry.resolve`.
    """
    from agents.services import registry

    found: dict[tuple[str, str], Need] = {}
    if spec.url.startswith("webrtc+"):
        found["extra", "webrtc"] = Need("extra", "webrtc", util.find_spec("aiortc") is not None)
    for part, service in spec.services.items():
        provider, options = registry.resolve(part, service)  # type: ignore[arg-type]
        if provider.extra:
            met = not registry.lacking(provider)
            found["extra", provider.extra] = Need("extra", provider.extra, met)
        found |= {lack: Need(*lack, met=False) for lack in options.missing}
        names = [("key", n) for n in provider.keys]
        for kind, option in (("url", provider.own_url), ("key", provider.own_key)):
            if option and (name := str(getattr(options, option, "") or "")):
                names.append((kind, name))
        for kind, name in names:
            if not rehearsal:
                found[kind, name] = Need(kind, name, bool(environ.get(name)))  # type: ignore[arg-type]
    return tuple(found.values())


def here(spec: AgentSpec, environ: Mapping[str, str] = os.environ) -> Literal["yes", "rehearsal", "no"]:
    """Whether calls can be carried on this machine: with the agent's services, with rehearsed ones only, or not."""
    if problem(spec):
        return "no"
    for answer, rehearsal in (("yes", False), ("rehearsal", True)):
        if all(need.met for need in needs(spec, environ, rehearsal=rehearsal)):
            return answer  # type: ignore[return-value]
    return "no"


def _article(architecture: str) -> str:
    return f"an {architecture} agent" if architecture == "s2s" else f"a {architecture}"
