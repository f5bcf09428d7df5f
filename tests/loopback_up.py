"""Bring the loopback interface up where it is down.

``unshare -n make test`` cuts the network by a fresh network namespace, in which even the loopback interface is down;
tests over real sockets need it, and nothing else of a network. Everywhere else it is up, and nothing is done.
"""

from __future__ import annotations

import fcntl
import socket
import struct

_GET_FLAGS, _SET_FLAGS, _UP = 0x8913, 0x8914, 0x1  # linux/sockios.h, net/if.h


def works() -> bool:
    """Whether this machine can be reached by itself."""
    try:
        with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname(), 5):
            return True
    except OSError:
        return False


def ensure() -> None:
    """Bring it up if it does not work; silent where that is not allowed, and the tests that need it will say so."""
    if works():
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        try:
            name = struct.pack("16sh14x", b"lo", 0)
            (flags,) = struct.unpack_from("h", fcntl.ioctl(control, _GET_FLAGS, name), 16)
            fcntl.ioctl(control, _SET_FLAGS, struct.pack("16sh14x", b"lo", flags | _UP))
        except OSError:
            pass
