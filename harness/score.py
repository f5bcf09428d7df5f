"""Scores of calls and of a run, computed from call folders and nothing else.

Scoring twice gives equal bytes; scoring after a partial rerun gives what a full run would have given.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import ValidationError

from harness.files import read_json, write_json
from metrics.score import Score
from metrics.scoring import score_record
from pipelines.record import Record

SCORES = "scores.json"


def score_call(folder: Path, missing_only: bool = False) -> dict[str, Score]:
    """Score one call and write its scores.json.

    Args:
        folder: a call folder with a whole record.
        missing_only: keep the scores that are there.

    Raises:
        FileNotFoundError: the record is not whole.
        ValueError: it is damaged.
    """
    if missing_only and (there := read_scores(folder)) is not None:
        return there
    scores = score_record(Record.load(folder))
    write_json(folder / SCORES, {name: score.model_dump(mode="json") for name, score in scores.items()})
    return scores


def read_scores(folder: Path) -> dict[str, Score] | None:
    """The scores of a call, or ``None`` where there are none that can be read."""
    data: Any = read_json(folder / SCORES)
    if not isinstance(data, dict):
        return None
    try:
        return {name: Score.model_validate(score) for name, score in data.items()}
    except ValidationError:
        return None
