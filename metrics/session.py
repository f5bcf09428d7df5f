"""Was the caller authenticated as the scenario expects? Used by two metrics, so that they cannot disagree."""

from __future__ import annotations

from typing import Any

from pipelines.record import Record

SESSION = "session"


def mismatches(record: Record) -> dict[str, dict[str, Any]]:
    """Keys of the expected session that the final one lacks or holds otherwise, with both values.

    The final session may hold more. Text is compared without regard to case, everything else as it is.
    """
    wanted = record.scenario["expected"].get(SESSION) or {}
    held = record.world_after.get(SESSION) or {}
    return {
        key: {"expected": value, "actual": held.get(key)}
        for key, value in wanted.items()
        if _folded(value) != _folded(held.get(key))
    }


def expected(record: Record) -> bool:
    """Whether the scenario expects any authentication."""
    return bool(record.scenario["expected"].get(SESSION))


def _folded(value: Any) -> Any:
    return value.lower() if isinstance(value, str) else value
