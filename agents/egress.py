"""Keeps a process on its own machine: connecting to anything but loopback is refused, and noted.

Rehearsals and tests use it, so that no vendor's class can fall back to a real host unseen. An audit hook sees every
connection of Python's sockets, whoever makes it, and names are refused before they are looked up.
"""

from __future__ import annotations

import ipaddress
import sys
from typing import Any

LOCAL_NAMES = ("localhost", "")

refused: list[str] = []
"""Every address that was refused, in order."""

_closed = False
_hooked = False


class EgressError(ConnectionRefusedError):
    """A connection that leads off this machine."""


def close() -> None:
    """Refuse connections off this machine from now on."""
    global _closed, _hooked
    if not _hooked:
        sys.addaudithook(_watch)  # hooks cannot be taken off again
        _hooked = True
    _closed = True


def reopen() -> None:
    """Allow them again."""
    global _closed
    _closed = False


def is_local(address: Any) -> bool:
    """Whether a socket address is of this machine: a path, a loopback address, or the name of one."""
    if not isinstance(address, tuple) or not address:
        return True
    host = address[0].decode() if isinstance(address[0], bytes) else str(address[0])
    if host.lower() in LOCAL_NAMES:
        return True
    try:
        found = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None)
    return bool(found.is_loopback or found.is_unspecified or (mapped is not None and mapped.is_loopback))


def _watch(event: str, arguments: tuple[Any, ...]) -> None:
    if not _closed or event != "socket.connect" or is_local(arguments[1]):
        return
    refused.append(str(arguments[1][0]))
    raise EgressError(f"connecting to {arguments[1][0]} is not allowed here: nothing may leave this machine")
