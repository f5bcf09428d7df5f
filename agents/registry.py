"""Find an agent by name, by file or by URL.

Names come from the catalogue in this package and from the entry points of installed distributions (group
``callbench.agents``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from agents.names import Entry, Names
from agents.near import near
from agents.spec import FAULTS, LONGEST_NAME, AgentSpec
from scenarios.errors import UsageError

GROUP = "callbench.agents"
SCHEMES = ("ws", "wss", "listen", "webrtc+http", "webrtc+https")


@dataclass(frozen=True)
class Listing:
    """All agents known by name, in alphabetical order, and one line per plug-in that could not be read."""

    agents: tuple[tuple[Entry[AgentSpec], AgentSpec], ...]
    problems: tuple[str, ...]


def listing() -> Listing:
    """Load every agent known by name."""
    return Listing(*_NAMES.loaded())


def find(agent: str, faults: Iterable[str] = ()) -> AgentSpec:
    """The agent that `agent` names.

    Args:
        agent: a known name or the path of an agent file, faults appended (``embedded-cascade+slow``); or a
            ``ws://``, ``wss://``, ``listen://HOST:PORT`` or ``webrtc+http(s)://`` URL.
        faults: further faults for the calibration agent, keys of `agents.spec.FAULTS`.

    Raises:
        UsageError: nothing of that name, a broken file, or a fault that cannot be given to this agent.
    """
    if re.match(r"[A-Za-z][A-Za-z0-9+.-]*://", agent):
        return with_faults(external(agent), faults)
    base, inline = _split(agent)
    return with_faults(_NAMES.find(base), [*inline, *faults])


def with_faults(spec: AgentSpec, faults: Iterable[str]) -> AgentSpec:
    """The agent with seeded faults added; its name shows them (``embedded-cascade+slow``).

    Raises:
        UsageError: an unknown fault, or an agent that is not the calibration agent.
    """
    added = [f for f in dict.fromkeys(faults) if f not in spec.faults]
    for fault in added:
        if fault not in FAULTS:
            raise UsageError(f"unknown fault {fault!r}{near(fault, FAULTS, 0.7, most=2)}; known: {', '.join(FAULTS)}")
    if (added or spec.faults) and not spec.calibration:
        raise UsageError(
            f"agent {spec.name}: faults can be seeded into the calibration agent only (try embedded-cascade+"
            f"{(added or list(spec.faults))[0]})"
        )
    if not added:
        return spec
    return spec.model_copy(update={"name": "+".join([spec.name, *added]), "faults": (*spec.faults, *added)})


def external(url: str) -> AgentSpec:
    """An agent behind a URL: a Twilio Media Streams server that we dial or that dials us, or a SmallWebRTC bot.

    Raises:
        UsageError: another scheme, no host, or no usable port.
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise UsageError(f"agent {shown(url)}: not a URL ({error})") from error
    if parts.scheme not in SCHEMES:
        raise UsageError(
            f"agent {shown(url)}: scheme {parts.scheme}:// is not supported; "
            "use ws://, wss://, listen:// or webrtc+http://"
        )
    if not host:
        raise UsageError(f"agent {shown(url)}: no host; write {parts.scheme}://HOST:PORT")
    if parts.scheme == "listen" and not port:
        raise UsageError(f"agent {shown(url)}: no port; write listen://{host}:PORT")
    url = parts.scheme + url[len(parts.scheme) :]  # WS:// is ws://
    name = (host if port is None else f"{host}:{port}")[-LONGEST_NAME:]
    by = {"listen": "waits for the agent to dial in", "ws": "dialled over Media Streams"}
    description = by.get(parts.scheme.removesuffix("s"), "reached by WebRTC")
    return AgentSpec(name=name, architecture="external", url=url, description=description)


def unbuildable(spec: AgentSpec) -> str:
    """What an agent's address lacks to be dialled or listened at.

    Returns:
        One line that says how to mend it; empty if there is nothing.
    """
    if spec.architecture != "external":
        return ""
    try:
        parts = urlsplit(spec.url)
        scheme, host, port = parts.scheme, parts.hostname, parts.port
    except ValueError as error:
        return f"agent {spec.name}: url {shown(spec.url)} cannot be used ({error})"
    if not host:
        return f"agent {spec.name}: url {shown(spec.url)} has no host; write {scheme}://HOST:PORT"
    if parts.fragment:
        return f"agent {spec.name}: url {shown(spec.url)} has something behind #, which is never sent; leave it out"
    try:
        host.encode("idna")
    except UnicodeError:
        return f"agent {spec.name}: url {shown(spec.url)} holds no name of a host; write {scheme}://HOST:PORT"
    missing = scheme == "listen" and not port
    return f"agent {spec.name}: give the port to listen on, listen://HOST:PORT" if missing else ""


def _from_point(point: metadata.EntryPoint) -> AgentSpec:
    """Load an entry point: an `AgentSpec`, a mapping, the path of a file, or a function that returns one."""
    value: Any = point.load()
    if callable(value) and not isinstance(value, AgentSpec):
        value = value()
    if isinstance(value, AgentSpec):
        return value
    if isinstance(value, str | Path):
        return AgentSpec.load(Path(value))
    return AgentSpec.parse(value, f"(entry point {point.value})")


_NAMES = Names(
    "agent",
    GROUP,
    "agents.catalog",
    AgentSpec.load,
    _from_point,
    cutoff=0.7,
    otherwise="or give an agent file or a ws:// URL",
)


def _split(text: str) -> tuple[str, list[str]]:
    """Name or path, and the faults appended to it with ``+``."""
    if Path(text).is_file():
        return text, []
    match = re.fullmatch(r"(.*?)((?:\+[A-Za-z_]+)*)", text, re.DOTALL)
    assert match is not None  # both groups may be empty
    return match[1], [f for f in match[2].split("+") if f]


def shown(url: str) -> str:
    """The URL without user, password, query and fragment, which may hold secrets."""
    return re.sub(r"//[^/@]*@", "//", re.split("[?#]", url, maxsplit=1)[0])
