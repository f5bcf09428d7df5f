"""Where the reference data lies, for tests that compare with it.

Tests run on whatever records and vectors the folder holds, and skip, with a reason, what is not there.
"""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

_REPOSITORY = Path(__file__).resolve().parent.parent
ROOT = Path(os.environ.get("CALLBENCH_REFERENCE") or _REPOSITORY / ".." / "shared" / "eva").resolve()


def path(*parts: str) -> Path:
    """A file or folder of the reference data; skips the test when it is absent."""
    found = ROOT.joinpath(*parts)
    if not found.exists():
        pytest.skip(f"no reference data at {found}; set CALLBENCH_REFERENCE to its folder")
    return found


@functools.cache
def _json(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8"))


def load(*parts: str) -> Any:
    """A JSON file of the reference data, shared between tests: do not change it."""
    return _json(path(*parts))


def vector(name: str) -> Any:
    """A vector file by its name without ``.json``."""
    return load("vectors", f"{name}.json")


def each(values: Iterable[Any], ids: Iterable[str] | None = None) -> list[Any]:
    """Parameters for ``pytest.mark.parametrize``; one skipped parameter when there are none."""
    found = list(values)
    if not found:
        reason = f"no reference data at {ROOT}; set CALLBENCH_REFERENCE to its folder"
        return [pytest.param(None, id="absent", marks=pytest.mark.skip(reason=reason))]
    return [pytest.param(value, id=name) for value, name in zip(found, ids or map(str, found), strict=True)]


def present(*parts: str) -> Any:
    """A JSON file of the reference data for use while tests are collected, or ``None``."""
    found = ROOT.joinpath(*parts)
    return _json(found) if found.exists() else None


def record_ids(domain: str) -> list[str]:
    """Ids of the records of a domain that are there, by the reference's name of the domain."""
    return [row["id"] for row in present("data", f"{domain}_dataset.json") or []]
