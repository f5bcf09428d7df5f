"""Find the JSON in what a model says: prose around it, drafts before it, fences, quoted brackets."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

_START = re.compile(r"[{\[]")


def blocks(text: str) -> list[Any]:
    """Every outermost JSON object or list in a text that holds something, in order.

    Objects that name a field twice are not taken: which of the two is meant is anybody's guess.
    """
    found, place = [], 0
    while match := _START.search(text, place):
        place = match.start()
        try:
            value, place = _DECODER.raw_decode(text, place)
        except ValueError:
            place += 1
            continue
        except RecursionError:  # brackets upon brackets: no reply of ours
            break
        if value:
            found.append(value)
    return found


def candidates(text: str) -> Iterator[Any]:
    """What may be the answer, the likeliest first: later blocks before earlier, wholes before their parts."""
    for block in reversed(blocks(text)):
        yield block
        inner = block if isinstance(block, list) else list(block.values())
        yield from (part for part in reversed(inner) if isinstance(part, dict | list) and part)


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a field occurs twice")
    return found


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is no JSON number")


_DECODER = json.JSONDecoder(object_pairs_hook=_pairs, parse_constant=_no_number)
