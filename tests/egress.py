"""No test reaches a real host: connecting to anything but loopback raises, and fails the test that tried."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agents import egress


@pytest.fixture(autouse=True)
def no_egress() -> Iterator[list[str]]:
    """The addresses that were refused during the test; one that means to be refused clears the list."""
    egress.refused.clear()
    egress.close()
    yield egress.refused
    tried = list(egress.refused)
    assert not tried, f"the test tried to connect to {', '.join(tried)}"
