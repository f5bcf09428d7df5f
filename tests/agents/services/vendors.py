"""What the tests of the vendors' factories share: a site in a rehearsal, one with keys, and where a service goes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from operator import attrgetter
from typing import Any

from agents.services import registry
from agents.services.base import Provider, Site
from agents.spec import Service

OWN = {"base_url_env": "MY_BASE_URL", "api_key_env": "MY_KEY", "model": "my-model"}
OWN_URL = "http://gpu.example:8000/v1"
REALTIME = "realtime"
"""The part whose factories have tests of their own."""

_ADDRESS = {
    "anthropic": "_client._base_url",
    "openai": "_client._base_url",
    "openai-compatible": "_client._base_url",
    "google": "_http_options.base_url",
    "deepgram-flux": "_url",
    ("stt", "deepgram"): "_client._client_wrapper._environment.production",
    ("tts", "deepgram"): "_base_url",
    ("stt", "cartesia"): "_base_url",
    ("tts", "cartesia"): "_url",
    ("stt", "elevenlabs"): "_base_url",
    ("tts", "elevenlabs"): "_url",
}


def hosted() -> list[Provider]:
    """Every factory that reaches for a network, but for those of one's own files."""
    return [p for p in registry.providers().values() if not p.local and p.part != REALTIME]


def entry(provider: Provider, **fields: Any) -> Service:
    """The shortest entry of an agent file."""
    of_ones_own = provider.own_url == "base_url_env"
    own = OWN if of_ones_own else {}
    voice = {"voice": "af_heart"} if of_ones_own and provider.part == "tts" else {}
    return Service(provider=provider.name, **(own | voice | fields))


def address(provider: Provider, service: Any) -> str:
    """Where a built service connects to."""
    path = _ADDRESS.get(provider.name) or _ADDRESS[provider.part, provider.name]
    return str(attrgetter(path)(service))


def keyed(**more: str) -> Site:
    """A site where every key is set."""
    keys = {name: f"key-of-{name}" for p in hosted() for name in p.keys}
    return Site(environ={**keys, "MY_BASE_URL": OWN_URL, "MY_KEY": "key-of-mine", **more})


def texts(thing: Any, depth: int = 7, seen: set[int] | None = None) -> Iterator[str]:
    """Every text that hangs on an object."""
    seen = set() if seen is None else seen
    if id(thing) in seen or depth < 0 or isinstance(thing, type):
        return
    seen.add(id(thing))
    if isinstance(thing, str | bytes):
        yield thing if isinstance(thing, str) else thing.decode(errors="replace")
        return
    slots = [s for kind in type(thing).__mro__ for s in getattr(kind, "__slots__", ())]
    inside = [getattr(thing, s) for s in slots if isinstance(s, str) and hasattr(thing, s)]
    inside += list(getattr(thing, "__dict__", {}).values())
    if isinstance(thing, dict):
        inside += list(thing.values())
    elif isinstance(thing, list | tuple | set | frozenset):
        inside += list(thing)
    for item in inside:
        yield from texts(item, depth - 1, seen)


VENDORS = re.compile(r"(deepgram|anthropic|openai|googleapis|cartesia|elevenlabs)\.(com|ai|io)", re.IGNORECASE)
