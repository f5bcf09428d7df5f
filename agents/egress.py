"""Keeps a process on its own machine: connecting to anything but loopback is refused, and noted.

Rehearsals and tests use it, so that no vendor's class can fall back to a real host unseen. An audit hook sees every
connection of Python's sockets, whoever makes it, and names are refused before they are looked up.
"""

from __future__ import annotations

import ipaddress
import socket
import sys
from typing import Any

LOCAL_NAMES = ("localhost", "")
SENDINGS = ("socket.connect", "socket.sendto", "socket.sendmsg")
"""Events of sockets that name where something is sent; datagrams need no connection."""

LOOKUPS = ("socket.getaddrinfo", "socket.gethostbyname")

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
    host = _text(address[0])
    if (found := _number(host)) is None:
        return host.lower() in (*LOCAL_NAMES, socket.gethostname().lower())
    mapped = getattr(found, "ipv4_mapped", None)
    return bool(found.is_loopback or found.is_unspecified or (mapped is not None and mapped.is_loopback))


def _watch(event: str, arguments: tuple[Any, ...]) -> None:
    """See every connection, and every name that is looked up: where no name server answers nobody would connect."""
    if not _closed:
        return
    if event in SENDINGS:
        address = arguments[1]
        if address is None:  # over a connection, which was seen
            return
    elif event in LOOKUPS and _number(_text(arguments[0])) is None:  # a number leads nowhere before it is connected to
        address = (arguments[0] or "",)  # no host at all: whoever asks wants to listen
    else:
        return
    if is_local(address):
        return
    host = _text(address[0])
    refused.append(host)
    raise EgressError(f"connecting to {host} is not allowed here: nothing may leave this machine")


def _number(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The address that a text is; ``None`` for names."""
    try:
        return ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None


def _text(host: Any) -> str:
    return host.decode(errors="replace") if isinstance(host, bytes | bytearray) else str(host)
