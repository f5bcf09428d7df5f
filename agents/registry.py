"""Find an agent by name, by file or by URL.

Names come from the catalogue in this package and from the entry points of installed distributions (group
``callbench.agents``); a broken plug-in is reported and does not hide the others.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from importlib import metadata, resources
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from agents.spec import FAULTS, AgentSpec
from scenarios.errors import UsageError

GROUP = "callbench.agents"
SCHEMES = ("ws", "wss", "listen", "webrtc+http", "webrtc+https")


@dataclass(frozen=True)
class Entry:
    """An agent that can be found by name.

    Attributes:
        source: ``catalogue``, or the distribution that the entry point comes from.
    """

    name: str
    source: str
    load: Callable[[], AgentSpec]


@dataclass(frozen=True)
class Listing:
    """All agents known by name, in alphabetical order, and one line per plug-in that could not be read."""

    agents: tuple[tuple[Entry, AgentSpec], ...]
    problems: tuple[str, ...]


def entries() -> dict[str, Entry]:
    """Every known name; the catalogue goes before entry points of the same name. Loads no plug-in."""
    found: dict[str, Entry] = {}
    for point in metadata.entry_points(group=GROUP):
        source = point.dist.name if point.dist else "entry point"
        found.setdefault(point.name, Entry(point.name, source, partial(_from_point, point)))
    for file in sorted(resources.files("agents.catalog").iterdir(), key=lambda f: f.name):
        if file.name.endswith(".yaml"):
            name = file.name.removesuffix(".yaml")
            found[name] = Entry(name, "catalogue", partial(AgentSpec.load, Path(str(file))))
    return dict(sorted(found.items()))


def listing() -> Listing:
    """Load every agent known by name."""
    agents, problems = [], []
    for entry in entries().values():
        try:
            agents.append((entry, entry.load()))
        except Exception as error:
            problems.append(f"agent {entry.name} of {entry.source} cannot be loaded: {_line(error)}")
    return Listing(tuple(agents), tuple(problems))


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
    spec = AgentSpec.load(Path(base)) if _is_file(base) else _named(base)
    return with_faults(spec, [*inline, *faults])


def with_faults(spec: AgentSpec, faults: Iterable[str]) -> AgentSpec:
    """The agent with seeded faults added; its name shows them (``embedded-cascade+slow``).

    Raises:
        UsageError: an unknown fault, or an agent that is not the calibration agent.
    """
    added = [f for f in dict.fromkeys(faults) if f not in spec.faults]
    for fault in added:
        if fault not in FAULTS:
            raise UsageError(f"unknown fault {fault!r}{_near(fault, FAULTS)}; known: {', '.join(FAULTS)}")
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
        raise UsageError(f"agent {_shown(url)}: not a URL ({error})") from error
    if parts.scheme not in SCHEMES:
        raise UsageError(
            f"agent {_shown(url)}: scheme {parts.scheme}:// is not supported; "
            "use ws://, wss://, listen:// or webrtc+http://"
        )
    if not host:
        raise UsageError(f"agent {_shown(url)}: no host; write {parts.scheme}://HOST:PORT")
    if parts.scheme == "listen" and not port:
        raise UsageError(f"agent {_shown(url)}: no port; write listen://{host}:PORT")
    name = host if port is None else f"{host}:{port}"
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
        return f"agent {spec.name}: url {_shown(spec.url)} cannot be used ({error})"
    if not host:
        return f"agent {spec.name}: url {_shown(spec.url)} has no host; write {scheme}://HOST:PORT"
    missing = scheme == "listen" and not port
    return f"agent {spec.name}: give the port to listen on, listen://HOST:PORT" if missing else ""


def _named(name: str) -> AgentSpec:
    known = entries()
    if name not in known:
        raise UsageError(
            f"unknown agent {name!r}{_near(name, known)}; known: {', '.join(known)}; "
            "or give an agent file or a ws:// URL"
        )
    try:
        return known[name].load()
    except UsageError:
        raise
    except Exception as error:
        raise UsageError(f"agent {name} of {known[name].source} cannot be loaded: {_line(error)}") from error


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


def _split(text: str) -> tuple[str, list[str]]:
    """Name or path, and the faults appended to it with ``+``."""
    if Path(text).is_file():
        return text, []
    match = re.fullmatch(r"(.*?)((?:\+[A-Za-z_]+)*)", text, re.DOTALL)
    assert match is not None  # both groups may be empty
    return match[1], [f for f in match[2].split("+") if f]


def _is_file(text: str) -> bool:
    path = Path(text)
    return path.suffix in (".yaml", ".yml", ".json") or len(path.parts) > 1 or path.is_file()


def _near(name: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(name, list(known), n=2, cutoff=0.7)
    return f" (did you mean {' or '.join(close)}?)" if close else ""


def _shown(url: str) -> str:
    """The URL without user, password and query, which may hold secrets."""
    return re.sub(r"//[^/@]*@", "//", url.split("?", 1)[0])


def _line(error: Exception) -> str:
    text = str(error).strip().splitlines()
    return f"{type(error).__name__}: {text[0]}" if text else type(error).__name__
