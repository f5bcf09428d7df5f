"""Good replies give rulings; every kind of broken one is put back, and then an error: never a score, never a skip."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import Any

import pytest

from metrics.judges.jury import JudgeError
from metrics.judges.verdicts import Behaviour, Dimensions, Entities, Turns
from tests.loopback.judge import Endpoint, Raw, Request, Says, filled, good, script
from tests.metrics.judges.llm.build import METRICS, case, judge, jury

DIMENSIONS = ("faithfulness", "conversation_progression")
BY_TURN = ("agent_speech_fidelity", "conciseness", "speakability", "tts_fidelity", "user_speech_fidelity")
ENTITIES = "transcription_accuracy_key_entities"
BEHAVIOUR = "user_behavioral_fidelity"
AGENT, CALLER = [0, 1, 2], [1, 2]
PRICE = {"input": 2.0, "output": 10.0}
ONCE = 1000 * 2.0 / 1e6 + 100 * 10.0 / 1e6  # what one reply costs


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """One endpoint, one jury and one recording for all tests."""
    folder = tmp_path_factory.mktemp("desk")
    with Endpoint() as endpoint, jury(folder, judge(endpoint.url, price=PRICE)) as jurors:
        yield endpoint, jurors, folder / "call"


@pytest.fixture
def endpoint(desk):
    desk[0].requests.clear()
    desk[0].answers = good
    return desk[0]


@pytest.fixture
def jurors(desk):
    return desk[1]


@pytest.fixture
def call(desk, request):
    """A conversation that no other test asks about."""
    return case(hashlib.sha256(request.node.name.encode()).hexdigest()[:6].upper(), folder=desk[2])


@pytest.mark.parametrize("metric", METRICS)
def test_a_good_reply_becomes_a_verdict(metric, call, endpoint, jurors):
    ruling = jurors.rule(metric, call)
    (request,) = endpoint.requests
    assert request.path == "/v1/chat/completions"
    assert request.body["response_format"]["json_schema"]["strict"] is True
    assert ruling.cost_usd == pytest.approx(ONCE)
    assert ruling.judge == "one (model-one), prompt 1"
    match ruling.verdict:
        case Dimensions(dimensions=found):
            assert metric in DIMENSIONS
            assert {f.rating for f in found.values()} == {3}
        case Turns(turns=found):
            assert metric in BY_TURN
            assert [t.turn_id for t in found] == (CALLER if metric.startswith("user") else AGENT)
            assert {t.rating for t in found} == {3 if metric in ("conciseness", "user_speech_fidelity") else 1}
        case Entities(turns=found):
            assert metric == ENTITIES
            assert [t.turn_id for t in found] == CALLER
            assert all(e.correct for t in found for e in t.entities)
        case Behaviour(rating=rating):
            assert metric == BEHAVIOUR
            assert rating == 1


def altered(change: Any) -> Any:
    """A good reply with one thing changed."""

    def answer(request: Request) -> Says:
        reply = filled(request.schema)
        return Says(json.dumps(change(reply)))

    return answer


def parts(reply: dict[str, Any]) -> Any:
    """The list or mapping of what was to be rated."""
    return next(v for v in reply.values() if isinstance(v, dict | list))


def first(reply: dict[str, Any]) -> dict[str, Any]:
    found = parts(reply)
    return found[0] if isinstance(found, list) else next(iter(found.values()))


def without_part(reply: dict[str, Any]) -> dict[str, Any]:
    found = parts(reply)
    found.pop() if isinstance(found, list) else found.popitem()
    return reply


def without_field(reply: dict[str, Any]) -> dict[str, Any]:
    first(reply).popitem()
    return reply


def rated(value: Any) -> Any:
    """A reply with this where a rating, or a truth value, should be."""

    def change(reply: dict[str, Any]) -> dict[str, Any]:
        if "rating" in reply:
            reply["rating"] = value
        elif "rating" in first(reply):
            first(reply)["rating"] = value
        else:
            first(reply)["entities"][0]["correct"] = value
        return reply

    return change


BROKEN = {
    "empty": Says(""),
    "null": Says(None),
    "blank": Says(" \n "),
    "prose": Says("I am sorry, everything seems fine to me."),
    "refused": Says(None, message={"refusal": "I cannot help with that."}),
    "filtered": lambda request: Says(good(request).content, finish="content_filter"),
    "cut short": lambda request: Says(good(request).content[:-20], finish="length"),
    "cut short after a draft": lambda request: Says(good(request).content + " On reflection", finish="length"),
    "cut short unsaid": lambda request: Says(good(request).content[:-20]),
    "not JSON": Raw("<html>fine</html>", headers={"content-type": "text/html"}),
    "no object": Raw("[1, 2]"),
    "no choices": Raw('{"choices": []}'),
    "choices are null": Raw('{"choices": null, "error": {"message": "overloaded"}}'),
    "odd choice": Raw('{"choices": [7]}'),
    "empty object": Says("{}"),
    "empty list": Says("[]"),
    "another question": Says('{"verdict": "fine"}'),
    "part missing": altered(without_part),
    "field missing": altered(without_field),
    "off the scale": altered(rated(7)),
    "text for a number": altered(rated("1")),
    "half": altered(rated(1.5)),
    "not a number": lambda request: Says(json.dumps(rated(float("nan"))(filled(request.schema)))),
    "two at once": lambda request: (
        Says(good(request).content.replace('"explanation"', '"rating": 1, "explanation"'))
        if "explanation" in good(request).content
        else Says("{}")
    ),
}


@pytest.mark.parametrize("kind", BROKEN)
@pytest.mark.parametrize("metric", METRICS)
def test_a_broken_reply_is_put_back_and_never_scored(metric, kind, call, endpoint, jurors):
    endpoint.answers = script(BROKEN[kind])
    with pytest.raises(JudgeError, match=r"^one: no usable reply in 3 tries; the last: \S"):
        jurors.rule(metric, call)
    assert len(endpoint.requests) == 3
    endpoint.answers = script(BROKEN[kind], good)
    ruling = jurors.rule(metric, call)
    assert len(endpoint.requests) == 5, "an error must not be remembered"
    assert ["could not be used" in r.text for r in endpoint.requests] == [False, True, True, False, True]
    assert ruling.details["asked"]["one"]["tries"] == 2
    assert ruling.cost_usd <= 2 * ONCE + 1e-9


@pytest.mark.parametrize("metric", [m for m in METRICS if m != ENTITIES and m not in BY_TURN])
def test_true_is_no_rating(metric, call, endpoint, jurors):
    endpoint.answers = script(altered(rated(True)))
    with pytest.raises(JudgeError, match=r"rating: .*true and false are no ratings"):
        jurors.rule(metric, call)


@pytest.mark.parametrize("metric", [*BY_TURN, ENTITIES])
@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda turns: turns[:-1], "turns 2 are missing"),
        (lambda turns: [*turns, turns[0]], r"turn \d is there twice"),
        (lambda turns: [*turns, {**turns[0], "turn_id": 9}], "turn_id"),
        (lambda turns: [{**turns[0], "turn_id": str(turns[0]["turn_id"])}, *turns[1:]], "turn_id"),
        (lambda turns: [turns[0]] * len(turns), "missing"),
    ],
    ids=["missing", "twice", "unknown", "text", "one for all"],
)
def test_every_turn_is_rated_once(metric, change, complaint, call, endpoint, jurors):
    bad = altered(lambda reply: {"turns": change(reply["turns"])})
    endpoint.answers = script(bad)
    with pytest.raises(JudgeError, match=complaint):
        jurors.rule(metric, call)


@pytest.mark.parametrize("metric", [m for m in METRICS if "speech" in m or "tts" in m])
def test_a_judge_that_heard_nothing_is_asked_again(metric, call, endpoint, jurors):
    deaf = altered(lambda reply: {"turns": [{**t, "transcript": " "} for t in reply["turns"]]})
    endpoint.answers = script(deaf, good)
    jurors.rule(metric, call)
    assert "listen again" in endpoint.requests[1].text


def test_a_turn_with_values_needs_a_rating_and_one_without_needs_none(call, endpoint, jurors):
    def unrated(has: bool) -> Any:
        return altered(lambda r: {"turns": [{**t, "rating": None, "has_entities": has} for t in r["turns"]]})

    endpoint.answers = script(unrated(True))
    with pytest.raises(JudgeError, match="turn 0 holds values and has no rating"):
        jurors.rule("agent_speech_fidelity", call)
    endpoint.answers = unrated(False)
    verdict = jurors.rule("agent_speech_fidelity", call).verdict
    assert [(t.has_entities, t.rating) for t in verdict.turns] == [(False, None)] * 3


WORDY = {
    "fenced": "Here you are:\n```json\n{}\n```\nBest regards [your judge]",
    "quoting an empty list": 'The agent said "[]" and {{nothing}} else. {}',
    "thinking": '<think>Maybe {{"rating": 1}}? Or [1, 2]?</think>\n{}',
    "wrapped": '{{"answer": {}}}',
    "listed": "[{}]",
    "draft": '{{"draft": true}} and now for good: {} {{}}',
}


@pytest.mark.parametrize("form", ["json_schema", "json_object", "text"])
@pytest.mark.parametrize("wrapping", WORDY)
def test_the_answer_is_found_in_what_is_around_it(wrapping, form, call, tmp_path):
    def wordy(request: Request) -> Says:
        return Says(WORDY[wrapping].format(good(request).content))

    with Endpoint(wordy) as endpoint, jury(tmp_path, judge(endpoint.url, format=form)) as jurors:
        for metric in METRICS:
            assert jurors.rule(metric, call).details["asked"]["one"]["tries"] == 1
    kinds = {r.body.get("response_format", {}).get("type") for r in endpoint.requests}
    assert kinds == {None if form == "text" else form}
    told = {"must fit this JSON schema" in r.text for r in endpoint.requests}
    assert told == {form != "json_schema"}


def test_turns_may_come_as_a_bare_list_and_ratings_as_whole_floats(call, endpoint, jurors):
    bare = altered(lambda reply: [{**t, "rating": float(t["rating"])} for t in reply["turns"]])
    endpoint.answers = bare
    verdict = jurors.rule("conciseness", call).verdict
    assert [t.rating for t in verdict.turns] == [3, 3, 3]


def test_the_last_answer_counts(call, endpoint, jurors):
    def second_thoughts(request: Request) -> Says:
        worst = filled(request.schema, lambda name, values: values[0])
        return Says(f"{json.dumps(worst)}\nNo, on reflection:\n{json.dumps(filled(request.schema))}")

    endpoint.answers = second_thoughts
    assert jurors.rule("faithfulness", call).verdict.rating == 3


def test_replies_that_could_not_be_used_are_paid_for_too(call, endpoint, jurors):
    before = jurors.spent_usd
    endpoint.answers = script(Says("no"), good)
    ruling = jurors.rule("conciseness", call)
    assert ruling.cost_usd == pytest.approx(2 * ONCE)
    assert ruling.details["asked"]["one"]["tokens"]["input"] == 2000
    endpoint.answers = script(Says("no"))
    with pytest.raises(JudgeError, match=r"0\.0090 USD spent"):
        jurors.rule("faithfulness", call)
    assert jurors.spent_usd - before == pytest.approx(5 * ONCE)


@pytest.mark.parametrize(
    ("told", "read"),
    [
        ({"cached_tokens": 80, "audio_tokens": 50}, (100, 80, 20)),
        ({"cached_tokens": 300, "audio_tokens": 5}, (100, 100, 0)),
        ({"cached_tokens": True, "audio_tokens": -5}, (100, 0, 0)),
        ("much", (100, 0, 0)),
    ],
)
def test_parts_of_what_was_read_are_never_more_than_the_whole(told, read, call, endpoint, jurors):
    usage = {"prompt_tokens": 100, "completion_tokens": 7, "prompt_tokens_details": told}
    endpoint.answers = lambda request: replace(good(request), usage=usage)
    tokens = jurors.rule("conciseness", call).details["asked"]["one"]["tokens"]
    assert (tokens["input"], tokens["cached"], tokens["audio"], tokens["output"]) == (*read, 7)
