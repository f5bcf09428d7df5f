"""Seeds from names."""

from __future__ import annotations

import hashlib


def run_seed(name: str) -> int:
    """A seed from a run's name, on every machine the same: 31 bits of its SHA-256, as in EVA-Bench."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big") % 2**31
