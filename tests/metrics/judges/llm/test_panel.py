"""Panels: the median, the majority, the agreement; who fails is named, and only if all fail is there an error."""

from __future__ import annotations

import json
from statistics import median_low
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.judges.jury import JudgeError
from metrics.judges.llm import panel
from metrics.judges.verdicts import (
    CONCISENESS,
    CORRUPTIONS,
    FAITHFULNESS,
    PROGRESSION,
    Entities,
    Entity,
    EntityTurn,
)
from tests.loopback.judge import Answer, Endpoint, Request, Says, filled
from tests.metrics.judges.llm.build import case, judge, jury
from tests.metrics.jury import behaviour, dimensions, turns


def by_model(**answers: Any) -> Any:
    """An endpoint at which each model has its own way of answering."""

    def answer(request: Request) -> Answer:
        found = answers[request.body["model"].removeprefix("model-")]
        return found(request) if callable(found) else found

    return answer


def rates(value: int) -> Any:
    picks = {"rating": value, "flagged": value < 3}
    return lambda request: Says(json.dumps(filled(request.schema, lambda n, v: picks.get(n, v[-1]))))


def seat(endpoint: Endpoint, folder: Any, *names: str) -> Any:
    return jury(folder, *(judge(endpoint.url, name, price={"input": 2.0, "output": 10.0}) for name in names))


def test_three_judges_the_middle_one_counts(tmp_path):
    with Endpoint(by_model(a=rates(3), b=rates(1), c=rates(2))) as endpoint, seat(endpoint, tmp_path, *"abc") as jurors:
        ruling = jurors.rule("faithfulness", case())
    assert {f.rating for f in ruling.verdict.dimensions.values()} == {2}
    assert ruling.verdict.rating == 2
    assert ruling.judge == "a (model-a) + b (model-b) + c (model-c), prompt 1"
    assert ruling.cost_usd == pytest.approx(3 * 0.003)
    assert ruling.details["votes"]["b"]["hallucination"] == 1
    assert ruling.details["agreement"] == 0
    assert ruling.details["inconsistent"] == []
    assert list(ruling.details["asked"]) == ["a", "b", "c"]


def test_a_judge_that_fails_is_named_and_the_others_answer(tmp_path):
    broken = by_model(a=rates(3), b=Says("no idea"), c=rates(3))
    with Endpoint(broken) as endpoint, seat(endpoint, tmp_path, *"abc") as jurors:
        ruling = jurors.rule("conciseness", case())
    assert ruling.judge == "a (model-a) + c (model-c), prompt 1"
    assert list(ruling.details["failed"]) == ["b"]
    assert "no usable reply" in ruling.details["failed"]["b"]
    assert ruling.details["agreement"] == 1


def test_all_failing_is_an_error(tmp_path):
    with (
        Endpoint(by_model(a=Says(""), b=Says("no"))) as endpoint,
        seat(endpoint, tmp_path, *"ab") as jurors,
        pytest.raises(JudgeError, match=r"a: no usable reply.*it is empty.*; b: no usable reply.*no JSON"),
    ):
        jurors.rule("conciseness", case())


def test_judges_with_ears_and_without_share_the_metrics(tmp_path):
    with Endpoint() as endpoint:
        both = (judge(endpoint.url, "a", audio=False), judge(endpoint.url, "b"))
        with jury(tmp_path, *both) as jurors:
            heard = jurors.rule("agent_speech_fidelity", case(folder=tmp_path / "call"))
            read = jurors.rule("speakability", case())
    assert heard.judge.startswith("b ")
    assert "votes" not in heard.details
    assert read.judge.startswith("a (model-a) + b ")


def test_between_two_the_worse_counts():
    found = panel.combined("conciseness", [turns({1: 3, 2: 1}), turns({1: 2, 2: 1})])
    assert [t.rating for t in found.turns] == [2, 1]


def test_failure_modes_are_those_of_half_of_the_judges():
    modes = {1: CONCISENESS[:2]}, {1: CONCISENESS[1:3]}, {1: CONCISENESS[:1]}
    found = panel.combined("conciseness", [turns({1: 2}, failure_modes=m) for m in modes])
    assert set(found.turns[0].failure_modes) == set(CONCISENESS[:2])


def test_turns_without_values_are_no_vote():
    bare = turns({1: None}, has_entities={1: False})
    low, high = turns({1: 0}), turns({1: 1})
    assert panel.combined("agent_speech_fidelity", [bare, bare, low]).turns[0].has_entities is False
    assert panel.combined("agent_speech_fidelity", [bare, high, low]).turns[0].rating == 0
    assert panel.combined("agent_speech_fidelity", [high, bare, high]).turns[0].rating == 1
    assert panel.combined("agent_speech_fidelity", [bare, low]).turns[0].rating == 0, "half of the judges see values"


def entities(*found: tuple[str, bool]) -> Entities:
    made = tuple(Entity(type="code", value=v, transcribed_value=v, correct=ok) for v, ok in found)
    return Entities(turns=(EntityTurn(turn_id=1, entities=made),))


def test_values_are_those_that_most_judges_see():
    found = panel.combined(
        "transcription_accuracy_key_entities",
        [entities(("ZK3 FFW", True), ("May 2", True)), entities(("zk3-ffw", False)), entities(("ZK3FFW", True))],
    )
    assert [(e.value, e.correct) for e in found.turns[0].entities] == [("ZK3 FFW", True)]
    tie = panel.combined("transcription_accuracy_key_entities", [entities(("A", True)), entities(("a", False))])
    assert [e.correct for e in tie.turns[0].entities] == [False]
    half = panel.combined(
        "transcription_accuracy_key_entities", [entities(("A", True), ("B", True)), entities(("a", True))]
    )
    assert [e.value for e in half.turns[0].entities] == ["A"], "half of the judges are not most of them"


def test_a_corruption_that_half_of_the_judges_see_is_there():
    clean, spoilt = behaviour(CORRUPTIONS, 1), behaviour(CORRUPTIONS, 0, premature_ending="hung up")
    found = panel.combined("user_behavioral_fidelity", [clean, spoilt])
    assert found.rating == 0
    assert found.corruption_analysis["premature_ending"].analysis == "hung up"
    assert panel.combined("user_behavioral_fidelity", [clean, spoilt, clean]).rating == 1


def test_a_rating_of_the_whole_that_does_not_follow_is_flagged():
    assert panel.inconsistent("faithfulness", dimensions(FAITHFULNESS, 3, hallucination=(1, "made up")))
    assert not panel.inconsistent("faithfulness", dimensions(FAITHFULNESS, 1, hallucination=(1, "made up")))
    assert panel.inconsistent("user_behavioral_fidelity", behaviour(CORRUPTIONS, 1, premature_ending="x"))
    assert not panel.inconsistent("conciseness", turns({1: 3}))


def test_agreement_counts_pairs_and_missing_units():
    assert panel.agreement([{"1": 3}, {"1": 3}, {"1": 2}]) == round(1 / 3, 4)
    assert panel.agreement([{"1": 1, "2": 1}, {"1": 1}]) == 0.5
    assert panel.agreement([{"1": None}, {"1": None}]) == 1
    assert panel.agreement([{"1": None}, {}]) == 0
    assert panel.agreement([{}, {}]) is None
    assert panel.agreement([{"1": 1}]) is None


RATINGS = st.lists(st.integers(1, 3), min_size=len(PROGRESSION), max_size=len(PROGRESSION))


@given(st.lists(RATINGS, min_size=1, max_size=5))
def test_a_panel_of_consistent_judges_is_consistent(cast):
    def one(ratings: list[int]) -> Any:
        bad = {n: (r, "why") for n, r in zip(PROGRESSION, ratings, strict=True) if r < 3}
        verdict = dimensions(PROGRESSION, 3, **bad)
        return verdict.model_copy(update={"rating": panel.overall("conversation_progression", verdict)})

    found = panel.combined("conversation_progression", [one(r) for r in cast])
    assert [f.rating for f in found.dimensions.values()] == [median_low(column) for column in zip(*cast, strict=True)]
    assert all(f.flagged == (f.rating < 3) for f in found.dimensions.values())
    assert not panel.inconsistent("conversation_progression", found)


@given(st.lists(st.integers(1, 3), min_size=1, max_size=5), st.randoms(use_true_random=False))
def test_the_order_of_judges_changes_no_rating(ratings, random):
    shuffled = random.sample(ratings, len(ratings))
    a, b = (panel.combined("conciseness", [turns({1: r}) for r in found]) for found in (ratings, shuffled))
    assert a.turns[0].rating == b.turns[0].rating
