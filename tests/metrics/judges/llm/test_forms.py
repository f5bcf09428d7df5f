"""Forms: what fits the schema that is sent is read, what is read fits, and nothing a model says breaks the reader."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.judges.llm import forms
from metrics.judges.llm.forms import Unusable
from metrics.judges.llm.questions import QUESTIONS
from metrics.judges.llm.reply import blocks, candidates
from metrics.judges.ratings import RATERS, rate
from tests.loopback.judge import filled
from tests.metrics.judges.llm.build import METRICS, case

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=20,
)
PROSE = st.text(st.characters(exclude_characters="{}[]", exclude_categories=["Cs"]), max_size=40)


def form(metric: str) -> forms.Form:
    return QUESTIONS[metric].about(case()).form


def walk(schema: Any) -> Any:
    if isinstance(schema, dict):
        yield schema
        for part in schema.values():
            yield from walk(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from walk(part)


@pytest.mark.parametrize("metric", METRICS)
def test_schemas_are_what_strict_endpoints_take(metric):
    schema = form(metric).schema
    text = json.dumps(schema)
    assert schema["type"] == "object"
    for word in ("$ref", "$defs", "default", "title", "const", "prefixItems"):
        assert f'"{word}"' not in text
    for part in walk(schema):
        if part.get("type") == "object":
            assert part["additionalProperties"] is False
            assert part["required"] == list(part["properties"])


@pytest.mark.parametrize("metric", METRICS)
@given(data=st.data())
def test_whatever_fits_the_schema_is_read_and_can_be_scored(metric, data):
    wanted = form(metric)
    reply = filled(wanted.schema, lambda _, values: data.draw(st.sampled_from(values)))
    before, after = data.draw(PROSE), data.draw(PROSE)
    verdict = wanted.read(f"{before}{json.dumps(reply)}{after}")
    said = json.loads(verdict.model_dump_json())
    for key, value in reply.items():
        if not isinstance(value, list | dict):
            assert said[key] == value
    if metric in RATERS and metric != "agent_speech_fidelity":
        assert rate(metric, verdict, case()).value is not None


@given(PROSE, JSON.filter(lambda v: isinstance(v, dict | list) and v), PROSE)
def test_a_block_is_found_in_any_prose(before, value, after):
    assert blocks(before + json.dumps(value) + after) == [value]


@given(st.text() | st.text('{}[]",:01 tnu\\'))
def test_no_text_breaks_the_reader(text):
    for value in candidates(text):
        assert value
    for metric in ("faithfulness", "conciseness"):
        with pytest.raises(Unusable, match=r"\S"):
            form(metric).read(text)


@given(JSON)
def test_no_json_that_is_another_thing_is_read(value):
    for metric in METRICS:
        with pytest.raises(Unusable, match=r"\S"):
            form(metric).read(json.dumps({"answer": value}))


@pytest.mark.parametrize(
    "text", ["[" * 50_000, '{"a":' * 50_000, '{"a": "' * 20_000], ids=["lists", "objects", "texts"]
)
def test_brackets_upon_brackets_take_no_time(text):
    with pytest.raises(Unusable, match="no JSON object"):
        form("faithfulness").read(text)


def test_half_a_character_is_put_back():
    wanted = form("faithfulness")
    reply = json.dumps(filled(wanted.schema)).replace("some evidence", "\\ud800")
    with pytest.raises(Unusable):
        wanted.read(reply)


def test_the_complaint_is_about_the_block_that_is_meant():
    wanted = form("faithfulness")
    reply = filled(wanted.schema)
    del reply["dimensions"]["hallucination"]
    with pytest.raises(Unusable, match=r"dimensions\.hallucination: field required"):
        wanted.read(f'{json.dumps(reply)} and an afterthought: {{"note": "fine"}}')


def test_fields_that_nobody_asked_for_do_no_harm():
    wanted = form("conciseness")
    reply = filled(wanted.schema)
    verdict = wanted.read(json.dumps({**reply, "mood": "good", "turns": [{**t, "aside": 1} for t in reply["turns"]]}))
    assert len(verdict.turns) == 3
