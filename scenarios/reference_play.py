"""Plays the golden path of a reference record through our tools.

Some records hold ids that the tools of an older time gave out (``INC0048271``). The tools now number new rows by
their content, so what a response gives out goes by another id than in the record, and later calls must use it.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from scenarios.reference_record import Golden, Record
from scenarios.toolbox import Toolbox
from scenarios.world import World

_ID = re.compile(r"(?P<family>[A-Z]+(?:-[A-Z]+)*-?)[A-Za-z0-9]+")


def play(record: Record, start: dict[str, Any], toolbox: Toolbox) -> Golden:
    """Runs the calls of a record on a copy of its database, with the ids that our tools give out.

    Args:
        record: the record, placeholders resolved.
        start: its database.
        toolbox: the tools of its domain.
    """
    live = World(copy.deepcopy(start))
    ids: dict[str, str] = {}
    calls, responses = [], []
    for (tool, told), answer in zip(record.calls(), record.recorded(), strict=True):
        params = renamed(told, ids)
        response = toolbox.call(live, tool, params)
        for old, new in given(answer, response):
            if old not in ids and not _stands(old, live.tables):
                ids[old] = new
        calls.append((tool, params))
        responses.append(response)
    return Golden(record, calls, responses)


def given(old: Any, new: Any) -> Iterator[tuple[str, str]]:
    """Ids of one family (``REQ-SW-``) that stand at the same place of two responses and differ."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in old:
            if key in new:
                yield from given(old[key], new[key])
    elif isinstance(old, list) and isinstance(new, list):
        for left, right in zip(old, new, strict=False):
            yield from given(left, right)
    elif isinstance(old, str) and isinstance(new, str) and old != new and _kin(old, new):
        yield old, new


def renamed(tree: Any, ids: Mapping[str, str]) -> Any:
    """A copy of parameters with old ids replaced, where a whole value is one."""
    if isinstance(tree, dict):
        return {key: renamed(value, ids) for key, value in tree.items()}
    if isinstance(tree, list):
        return [renamed(value, ids) for value in tree]
    return ids.get(tree, tree) if isinstance(tree, str) else tree


def _kin(old: str, new: str) -> bool:
    """Whether both are ids that begin with the same letters; an old one ends in figures."""
    left, right = _ID.fullmatch(old), _ID.fullmatch(new)
    return left is not None and right is not None and left["family"] == right["family"] and old[-1].isdigit()


def _stands(value: str, tables: dict[str, Any]) -> bool:
    """Whether an id is one of our world: then it is no old name, and the responses list things in another order."""
    return json.dumps(value) in json.dumps(tables, default=str)
