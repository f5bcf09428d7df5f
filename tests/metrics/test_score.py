import math

import pytest
from pydantic import ValidationError

from metrics.score import Score


def score(**kwargs):
    return Score(
        **{"name": "m", "version": "1", "category": "accuracy", "state": "scored", "value": 1.0, "why": "so"} | kwargs
    )


def test_the_effective_value_is_the_normalized_one_where_there_is_one():
    assert score(value=12.5).effective == 12.5
    assert score(value=12.5, normalized=0.25).effective == 0.25
    assert score(value=12.5, normalized=0.0).effective == 0.0
    assert score(state="skipped", value=None).effective is None


def test_passing_has_a_tolerance_of_a_billionth():
    assert score(value=0.8 - 1e-10).passes(0.8) is True
    assert score(value=0.8 - 1e-8).passes(0.8) is False
    assert score(state="errored", value=None).passes(0.8) is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"state": "scored", "value": None},
        {"state": "errored", "value": 0.0},
        {"state": "skipped", "value": 0.0},
        {"state": "skipped", "value": None, "normalized": 0.0},
        {"value": math.nan},
        {"value": math.inf},
        {"subs": {"part": math.nan}},
        {"normalized": 1.5},
        {"normalized": -0.1},
        {"why": ""},
        {"category": "nice"},
        {"state": "zero"},
        {"surprise": 1},
    ],
)
def test_a_score_that_contradicts_itself_cannot_be_made(wrong):
    with pytest.raises(ValidationError):
        score(**wrong)


def test_a_score_survives_json_and_cannot_be_changed():
    one = score(details={"turns": {"1": 0.5}}, subs={"a": None, "b": 0.25})
    assert Score.model_validate_json(one.model_dump_json()) == one
    with pytest.raises(ValidationError):
        one.value = 0.0
