"""Sites for the vendors' factories: in a rehearsal that nobody serves, and at running loopback servers."""

from __future__ import annotations

from pathlib import Path

import pytest
import trustme

from agents.loopback.server import LoopbackServer
from agents.services.base import Rehearsal, Site
from tests.agents.loopback.conftest import KEY, announce, server

__all__ = ["announce", "server"]


@pytest.fixture
def rehearsed(tmp_path: Path) -> Site:
    """A site in a rehearsal, with nothing in the environment."""
    cafile = tmp_path / "ca.pem"
    trustme.CA().cert_pem.write_to_path(str(cafile))
    return Site(environ={}, rehearsal=Rehearsal("127.0.0.1:9", "localhost:9", cafile, "key-of-the-call"))


@pytest.fixture
def site(server: LoopbackServer) -> Site:
    """A site at the loopback servers."""
    return Site(environ={}, rehearsal=Rehearsal(server.plain, server.tls, server.cafile, KEY))
