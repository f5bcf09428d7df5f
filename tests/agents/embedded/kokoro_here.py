"""Whether Kokoro can be tried on this machine: it is an extra, and part of it is fetched apart."""

import pytest

from agents.embedded import kokoro, styles


def lacking() -> str:
    """What is missing, in one line; empty if nothing is."""
    if why := kokoro.problem():
        return why
    return "" if styles.present() else "Kokoro's style vectors are not here; `make voices` fetches them"


needs_kokoro = pytest.mark.skipif(bool(lacking()), reason=f"Kokoro's voices are NOT tested: {lacking()}")
