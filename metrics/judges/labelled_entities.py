"""Cases on key entities that people have labelled, and the pairing of found values with labelled ones."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError
from rapidfuzz import fuzz

from metrics.judges.case import Case, Entry
from metrics.judges.labelled import listed, rows
from metrics.judges.verdicts import Entity, EntityTurn
from metrics.transcript import normal
from scenarios.errors import UsageError

ALIKE = 75
"""Partial ratio from which a found value and a labelled one are taken for the same."""


@dataclass(frozen=True, slots=True)
class LabelledEntities:
    """A call with its labelled values.

    Attributes:
        id: place in the file.
        case: what the caller meant (`Case.spoken`) and what was transcribed (`Case.entries`).
        entities: the labelled values by turn; only these turns were labelled.
    """

    id: str
    case: Case
    entities: Mapping[int, tuple[Entity, ...]]


def load_entities(path: Path) -> list[LabelledEntities]:
    """Read calls whose values are labelled, one JSON object a line.

    Raises:
        UsageError: the file is not such a set; the message names file, line and field.
    """
    found = []
    for number, row in rows(path):
        try:
            said, heard = listed(row["user_tts"]), listed(row["transcription"])
            case = Case(
                "cascade",
                tuple(Entry(turn, "caller", text) for turn, text in enumerate(heard)),
                tuple(Entry(turn, "caller", text) for turn, text in enumerate(said)),
            )
            turns = [EntityTurn.model_validate(item, strict=False) for item in listed(row["labels"])]
        except (KeyError, TypeError, ValueError, SyntaxError, ValidationError) as error:
            raise UsageError(f"{path}, line {number}: not a call with labelled values ({error!r})") from error
        found.append(LabelledEntities(str(row.get("id", number)), case, {t.turn_id: t.entities for t in turns}))
    return found


def pairs(found: Sequence[Entity], labelled: Sequence[Entity]) -> list[tuple[Entity, Entity]]:
    """Pair the values of one turn, each at most once, the most alike first.

    Two are a pair when one contains the other or they are alike by `ALIKE`, in the normal form of transcripts.
    """
    scored = sorted(
        (
            (-_alike(f.value, g.value), i, j)
            for i, f in enumerate(found)
            for j, g in enumerate(labelled)
            if _same(f.value, g.value)
        ),
    )
    ours: set[int] = set()
    theirs: set[int] = set()
    out = []
    for _, i, j in scored:
        if i not in ours and j not in theirs:
            ours.add(i)
            theirs.add(j)
            out.append((found[i], labelled[j]))
    return out


def _plain(value: str) -> str:
    return re.sub(r"\s", "", normal(value))


def _alike(one: str, other: str) -> float:
    return fuzz.ratio(_plain(one), _plain(other))


def _same(one: str, other: str) -> bool:
    a, b = _plain(one), _plain(other)
    return bool(a and b) and (a in b or b in a or fuzz.partial_ratio(a, b) >= ALIKE)
