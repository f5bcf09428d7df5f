"""Places that a text names, by the letter: what only sounds like one is none."""

from __future__ import annotations

from typing import Literal

from scenarios.spoken._airports import by_code, by_name
from scenarios.spoken._regions import countries, states
from scenarios.spoken._tokens import scan, tokens
from scenarios.spoken._types import Mention


def places(kind: Literal["airport", "state", "country"], text: str) -> list[Mention]:
    """The airports, states or countries of a text, left to right, one for each time that it is named.

    A city of several airports stands for the first of them.
    """
    match kind:
        case "airport":
            rules = [by_code, by_name]
        case "state":
            rules = [states().by_name]
        case "country":
            rules = [countries().by_name]
    found: list[Mention] = []
    for g in scan(tokens(text), rules):
        if not found or g.start >= found[-1].end:
            found.append(Mention(kind, g.value, g.start, g.end))
    return found
