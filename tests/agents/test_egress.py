"""Nothing may leave this machine while egress is closed."""

from __future__ import annotations

import asyncio
import contextlib
import socket

import aiohttp
import httpx2
import pytest

from agents import egress

HERE = [
    ("127.0.0.1", 80),
    ("127.8.9.1", 80),
    ("localhost", 1),
    (b"localhost", 80),
    ("0.0.0.0", 3),
    ("::1", 2, 0, 0),
    ("::ffff:127.0.0.1", 80, 0, 0),
    "/run/a.sock",
]


@pytest.mark.parametrize("address", HERE)
def test_this_machine_is_reachable(address):
    assert egress.is_local(address)


@pytest.mark.parametrize(
    "address", [("192.0.2.1", 443), ("vendor.example", 443), ("2001:db8::1", 443, 0, 0), ("::ffff:192.0.2.1", 1, 0, 0)]
)
def test_other_machines_are_not(address):
    assert not egress.is_local(address)


def test_a_socket_is_refused_and_noted(no_egress):
    with socket.socket() as tried, pytest.raises(egress.EgressError, match=r"connecting to 192\.0\.2\.1 is not"):
        tried.connect(("192.0.2.1", 443))
    assert no_egress == ["192.0.2.1"]
    no_egress.clear()


def test_so_are_datagrams_which_need_no_connection(no_egress):
    one, other = socket.socketpair()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as tried, one, other:
        with pytest.raises(egress.EgressError, match=r"connecting to 192\.0\.2\.1 is not"):
            tried.sendto(b"x", ("192.0.2.1", 53))
        with pytest.raises(egress.EgressError, match=r"connecting to 192\.0\.2\.2 is not"):
            tried.sendmsg([b"x"], [], 0, ("192.0.2.2", 53))
        tried.bind(("127.0.0.1", 0))
        tried.sendto(b"here", tried.getsockname())
        assert tried.recv(9) == b"here"
        one.sendmsg([b"over a connection"])
    assert no_egress == ["192.0.2.1", "192.0.2.2"]
    no_egress.clear()


async def test_so_are_the_event_loop_and_a_vendors_client(no_egress):
    with pytest.raises(OSError):
        await asyncio.open_connection("192.0.2.1", 443)
    async with httpx2.AsyncClient(trust_env=False) as client:
        with pytest.raises(httpx2.ConnectError):
            await client.get("http://192.0.2.2/")
    assert no_egress == ["192.0.2.1", "192.0.2.2"]
    no_egress.clear()


async def test_names_are_refused_before_they_are_looked_up(no_egress):
    """Where no name server answers they would fail by themselves, unseen."""
    with pytest.raises(egress.EgressError, match=r"connecting to api\.vendor\.example is not"):
        await asyncio.open_connection("api.vendor.example", 443)
    with pytest.raises(egress.EgressError):
        socket.create_connection((b"wss.vendor.example", 443), 1)
    with pytest.raises(egress.EgressError):
        socket.gethostbyname("old.vendor.example")
    async with aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.ClientConnectorError):
            await session.get("https://web.vendor.example/")
    assert no_egress == [f"{name}.vendor.example" for name in ("api", "wss", "old", "web")]
    no_egress.clear()


@pytest.mark.parametrize("host", [None, "", "localhost", b"localhost", "192.0.2.1", "fe80::9%1", socket.gethostname()])
def test_what_leads_nowhere_by_itself_may_be_looked_up(host, no_egress):
    with contextlib.suppress(socket.gaierror):  # not every machine knows its own name, or has such an interface
        socket.getaddrinfo(host, 80)
    assert no_egress == []


def test_it_can_be_allowed_again():
    egress.reopen()
    try:
        with socket.socket() as tried:
            tried.setblocking(False)
            with pytest.raises(OSError) as failed:  # in progress, or no route
                tried.connect(("192.0.2.1", 443))
    finally:
        egress.close()
    assert not isinstance(failed.value, egress.EgressError)


async def test_loopback_still_works():
    server = await asyncio.start_server(lambda r, w: w.close(), "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    assert await reader.read() == b""
    writer.close()
    server.close()
