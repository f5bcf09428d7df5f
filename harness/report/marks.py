"""Marks inside transcripts: which words were heard otherwise, and which values arrived."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from typing import Any

from metrics.score import Score

KEY_ENTITIES = "transcription_accuracy_key_entities"
_PIECE = re.compile(r"\s+|[^\s]+")


@dataclass(frozen=True)
class Piece:
    """A stretch of text; `changed` if the other view of the utterance has something else in its place."""

    text: str
    changed: bool


@dataclass(frozen=True)
class Value:
    """A value that the caller gave.

    Attributes:
        right: whether it arrived; ``None`` if that was not scored.
    """

    slot: str
    kind: str
    value: str
    right: bool | None


def compare(intended: str, heard: str) -> tuple[list[Piece], list[Piece]]:
    """Both texts in pieces, words that differ marked; case and punctuation are no difference."""
    left, right = _PIECE.findall(intended), _PIECE.findall(heard)
    a, b = [w for w in left if w.strip()], [w for w in right if w.strip()]
    matcher = difflib.SequenceMatcher(None, [_plain(w) for w in a], [_plain(w) for w in b], autojunk=False)
    same_a, same_b = set[int](), set[int]()
    for block in matcher.get_matching_blocks():
        same_a |= set(range(block.a, block.a + block.size))
        same_b |= set(range(block.b, block.b + block.size))
    return _pieces(left, same_a), _pieces(right, same_b)


def values(entities: tuple[dict[str, str], ...], turn: int, scores: dict[str, Score]) -> list[Value]:
    """The values of an utterance, each with whether it arrived, as the metric of key entities found."""
    score = scores.get(KEY_ENTITIES)
    found: list[dict[str, Any]] = score.details.get("entities", []) if score else []
    verdicts = {(e["turn"], e["slot"], e["value"]): bool(e["correct"]) for e in found}
    return [Value(e["slot"], e["kind"], e["value"], verdicts.get((turn, e["slot"], e["value"]))) for e in entities]


def _pieces(tokens: list[str], same: set[int]) -> list[Piece]:
    pieces: list[Piece] = []
    index = 0
    for token in tokens:
        changed = bool(token.strip()) and index not in same
        index += bool(token.strip())
        if pieces and (pieces[-1].changed == changed or not token.strip()):
            pieces[-1] = Piece(pieces[-1].text + token, pieces[-1].changed)
        else:
            pieces.append(Piece(token, changed))
    return pieces


def _plain(word: str) -> str:
    return re.sub(r"[\W_]+", "", word).lower() or word
