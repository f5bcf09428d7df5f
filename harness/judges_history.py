"""What judges said of labelled cases the last time, to see whether they drift."""

from __future__ import annotations

import contextlib
import hashlib
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness.files import read_json, write_json
from harness.judges_check import Check
from scenarios.errors import UsageError

FORM = 1


@dataclass(frozen=True, slots=True)
class Change:
    """One thing of which a judge says something else than the last time."""

    id: str
    label: int
    before: int
    now: int


@dataclass(frozen=True, slots=True)
class Drift:
    """What became different since the last check by judges of the same name on a file of the same name.

    Attributes:
        before: names and versions of who answered then.
        common: things that were rated both times.
        relabelled: of these, the ones that people rate otherwise now.
        changes: of these, the ones that the judge rates otherwise now.
        accuracy: over the common things, then and now, by the labels of now.
    """

    before: tuple[str, ...]
    common: int
    relabelled: int
    changes: tuple[Change, ...]
    accuracy: tuple[float, float]


class History:
    """A file of the last check of each metric, by judges and file.

    Args:
        path: the file; ``None`` to remember nothing.

    Raises:
        UsageError: the file is there and is something else.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._known: dict[str, Any] = {}
        if path is None or not path.exists():
            return
        read = read_json(path)
        if not isinstance(read, dict) or read.get("form") != FORM or not isinstance(read.get("checks"), dict):
            raise UsageError(f"{path}: not a history of checks; name another file with --history")
        self._known = read["checks"]

    def drift(self, check: Check, judges: str) -> Drift | None:
        """What became different since the last time; ``None`` where there was none."""
        last = self._known.get(_key(check, judges))
        if last is None:
            return None
        then = last["items"]
        common = [item for item in check.items if item.id in then]
        changed = [Change(i.id, i.label, then[i.id]["said"], i.said) for i in common if then[i.id]["said"] != i.said]
        n = len(common)
        return Drift(
            before=tuple(last["judges"]),
            common=n,
            relabelled=sum(then[i.id]["label"] != i.label for i in common),
            changes=tuple(changed),
            accuracy=(
                sum(then[i.id]["said"] == i.label for i in common) / n if n else math.nan,
                sum(i.said == i.label for i in common) / n if n else math.nan,
            ),
        )

    def remember(self, check: Check, judges: str) -> None:
        """Keep a check in the place of the last one."""
        self._known[_key(check, judges)] = {
            "judges": list(check.judges),
            "prompts": list(check.prompts),
            "items": {item.id: {"label": item.label, "said": item.said} for item in check.items},
        }

    def save(self) -> str:
        """Write the file; answers why it could not be written, or nothing."""
        if self._path is None:
            return ""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_json(self._path, {"form": FORM, "checks": self._known})
        except OSError as error:
            return f"{self._path}: this check is not remembered ({error.strerror})"
        return ""


def usual_history(cache: Path | None, dataset: Path) -> Path | None:
    """Where checks of a dataset are remembered unless a file is named: one file in the cache folder.

    Args:
        cache: the cache folder; ``None`` for none.
        dataset: the file or folder that is checked.
    """
    if cache is None:
        return None
    whole = dataset.absolute()
    with contextlib.suppress(OSError):
        whole = dataset.resolve()
    return cache / "judges" / f"{whole.stem}-{hashlib.sha256(str(whole).encode()).hexdigest()[:12]}.json"


def _key(check: Check, judges: str) -> str:
    return f"{check.metric} {check.file} {judges}"
