"""Seeds from names: what is drawn for one thing never disturbs what is drawn for another."""

from __future__ import annotations

import hashlib


def seed_of(name: str) -> int:
    """A seed from a name, on every machine the same: the first 64 bits of its SHA-256."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big")
