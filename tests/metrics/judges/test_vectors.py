"""The reference's judge vectors: fake replies and the scores they come to.

Where we differ on purpose, the rule is one of `DIFFERENCES`, a test on the reply and never on a case's name; each
is also listed in design/differences.md.
"""

import json
from pathlib import Path

import pytest
from pydantic import ValidationError

from metrics.judges.case import Case, Entry
from metrics.judges.jury import JudgeError
from metrics.judges.llm import reply
from metrics.judges.ratings import mean, normalized, rate
from metrics.judges.verdicts import Behaviour, Dimensions, Turns
from tests import reference

VECTORS = reference.present("vectors", "judge_aggregation.json") or {"cases": [], "trace_turn_ids": []}
MISC = reference.present("vectors", "misc.json") or {}
OURS = [c for c in VECTORS["cases"] if c["metric"] != "transcription_accuracy_key_entities"]
GRADED = ("faithfulness", "conversation_progression")


def shape(metric):
    if metric in GRADED:
        return Dimensions
    return Behaviour if metric == "user_behavioral_fidelity" else Turns


def read(metric, response):
    """The verdict that a reply is; raises `ValidationError` where it is none."""
    model = shape(metric)
    listed = [response] if isinstance(response, dict) and "turn_id" in response else response
    whole = {"turns": listed} if isinstance(listed, list) and model is Turns else listed
    return model.model_validate_json(json.dumps(whole))


def expected_ids(metric):
    """The caller does not speak in turn 0."""
    return VECTORS["trace_turn_ids"][1:] if metric == "user_speech_fidelity" else VECTORS["trace_turn_ids"]


def case_with(metric, turns):
    kind = "caller" if metric == "user_speech_fidelity" else "agent"
    return Case("cascade", tuple(Entry(n, kind, "words") for n in turns))


def rows(case):
    response = case["judge_response"]
    found = response.get("turns", [response]) if isinstance(response, dict) else response
    return [r for r in found if isinstance(r, dict)] if isinstance(found, list) else []


def scale(metric):
    return (0, 1) if metric in ("agent_speech_fidelity", "tts_fidelity", "speakability") else (1, 2, 3)


# Rules on the reply. The first four are errors for us; the last is another score.


def no_answer(case):
    """B4 and the parser's rule: what is no verdict at all is an error, never a skip."""
    return not isinstance(case["judge_response"], dict | list) or (shape(case["metric"]) is Turns and not rows(case))


def off_schema(case):
    """B5: a rating that is missing, a text or off the scale is an error, and not the lowest or none."""
    if case["metric"] in GRADED:
        rating = case["judge_response"].get("rating") if isinstance(case["judge_response"], dict) else None
        return type(rating) is not int
    return any(
        r.get("rating") is not None and (type(r["rating"]) is not int or r["rating"] not in scale(case["metric"]))
        for r in rows(case)
    )


def no_dimensions(case):
    """B5: without dimensions nothing can be recomputed; the reference believes the word on the whole."""
    return (
        case["metric"] in GRADED
        and isinstance(case["judge_response"], dict)
        and ("dimensions" not in case["judge_response"])
    )


def turn_left_out(case):
    """A turn without an answer is an error; for the reference it shrinks the denominator."""
    known = {r.get("turn_id") for r in rows(case)}
    return shape(case["metric"]) is Turns and bool(rows(case)) and not known.issuperset(expected_ids(case["metric"]))


def contradicts_itself(case):
    """B5: the score follows from the dimensions, not from the judge's word on the whole."""
    response = case["judge_response"]
    if case["metric"] not in GRADED or not isinstance(response, dict) or "dimensions" not in response:
        return False
    return response.get("rating") in (1, 2, 3) and (
        min(d["rating"] for d in response["dimensions"].values()) < response["rating"]
    )


ERRORS = (no_answer, off_schema, no_dimensions, turn_left_out)
DIFFERENCES = (*ERRORS, contradicts_itself)
SAME = [c for c in OURS if not any(differs(c) for differs in DIFFERENCES)]


def each(cases):
    return reference.each(cases, [f"{c['metric']}-{c['pipeline_type']}-{c['name']}" for c in cases])


def agree(found, expected):
    assert found.value == expected["score"]
    assert found.normalized == expected["normalized_score"]
    assert {n: v for n, v in found.subs.items() if n != "gate"} == expected["sub_metrics"]
    for ours in ("num_turns", "num_evaluated", "corrupted"):
        if ours in expected["details"] and ours in found.details:
            assert found.details[ours] == expected["details"][ours]


@pytest.mark.reference
@pytest.mark.parametrize("case", each(SAME))
def test_replies_that_answer_the_question_score_as_in_the_reference(case):
    metric = case["metric"]
    found = rate(metric, read(metric, case["judge_response"]), case_with(metric, expected_ids(metric)))
    agree(found, case["expected"])


@pytest.mark.reference
@pytest.mark.parametrize("case", each([c for c in OURS if any(differs(c) for differs in ERRORS)]))
def test_replies_that_do_not_answer_the_question_are_errors(case):
    metric = case["metric"]
    with pytest.raises((JudgeError, ValidationError)):
        rate(metric, read(metric, case["judge_response"]), case_with(metric, expected_ids(metric)))


@pytest.mark.reference
@pytest.mark.parametrize("case", each([c for c in OURS if turn_left_out(c) and not off_schema(c)]))
def test_where_turns_are_left_out_the_others_count_as_in_the_reference(case):
    """The arithmetic is the same; only the silence about a turn is not accepted."""
    metric = case["metric"]
    known = [r["turn_id"] for r in rows(case) if r["turn_id"] in expected_ids(metric)]
    found = rate(metric, read(metric, case["judge_response"]), case_with(metric, known))
    assert (found.value, found.normalized) == (case["expected"]["score"], case["expected"]["normalized_score"])
    assert found.details["num_evaluated"] == case["expected"]["details"]["num_evaluated"]


@pytest.mark.reference
@pytest.mark.parametrize("case", each([c for c in OURS if contradicts_itself(c) and not off_schema(c)]))
def test_the_score_follows_from_the_dimensions(case):
    response = case["judge_response"]
    metric = case["metric"]
    found = rate(metric, read(metric, response), case_with(metric, expected_ids(metric)))
    least = min(d["rating"] for d in response["dimensions"].values())
    if metric == "faithfulness":
        assert found.value == least != case["expected"]["score"]
        assert found.details["inconsistencies"]
    else:  # several minor issues are a 1 for both
        assert found.value == case["expected"]["score"]


@pytest.mark.reference
def test_every_rule_meets_a_vector_and_is_listed():
    cases = reference.vector("judge_aggregation")["cases"]
    listed = (Path(__file__).parents[3] / "design" / "differences.md").read_text(encoding="utf-8")
    for differs in DIFFERENCES:
        own = [c for c in cases if c["metric"] != "transcription_accuracy_key_entities" and differs(c)]
        assert own, differs.__name__
        assert f"*{differs.__name__.replace('_', ' ')}*" in listed
    assert {c["metric"] for c in SAME} == {c["metric"] for c in OURS}, "no metric is all difference"


@pytest.mark.reference
@pytest.mark.parametrize("row", reference.each(MISC.get("normalize_rating", [])))
def test_ratings_on_0_to_1(row):
    assert normalized(row["rating"], row["min"], row["max"]) == row["expected"]


@pytest.mark.reference
@pytest.mark.parametrize("row", reference.each([r for r in MISC.get("aggregate_per_turn", []) if r["agg"] == "mean"]))
def test_means_over_turns(row):
    """No metric of ours aggregates by any other rule; a minimum decides gates, by `details.gate`."""
    assert mean(row["scores"]) == row["expected"]


@pytest.mark.reference
@pytest.mark.parametrize(
    "row", reference.each(MISC.get("judge_parse", []), [r["text"] for r in MISC.get("judge_parse", [])])
)
def test_the_answer_is_found_in_what_a_model_says(row):
    """Of several blocks the reference takes the first rated one, and we the last that fits the question's form."""
    found = list(reply.candidates(row["text"]))
    if row["object"] is None:
        assert found == []
        return
    rated = [c for c in found if isinstance(c, dict) and "rating" in c]
    if "rating" in row["object"]:
        assert rated[0] == row["object"]
    else:
        assert row["object"] in found
