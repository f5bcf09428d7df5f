import json

import pytest

from metrics.judges.labelled_entities import load_entities, pairs
from metrics.judges.verdicts import Entity
from scenarios.errors import UsageError


def entity(value):
    return Entity(type="code", value=value, transcribed_value=value, correct=True)


def write(path, *rows):
    path.write_text("\n".join(json.dumps(r) for r in rows), encoding="utf-8")
    return path


LABEL = {"type": "name", "value": "Moreau", "transcribed_value": "Moro", "analysis": "", "correct": False}


def test_a_set_is_read(tmp_path):
    row = {
        "user_tts": ["Hello.", "My name is Moreau."],
        "transcription": ["Hello"],
        "labels": repr([{"turn_id": 1, "entities": [LABEL], "summary": ""}]),
    }
    (item,) = load_entities(write(tmp_path / "a.jsonl", row))
    assert [e.text for e in item.case.spoken] == row["user_tts"]
    assert [(e.turn, e.text) for e in item.case.entries] == [(0, "Hello")]
    assert [(t, e[0].transcribed_value, e[0].correct) for t, e in item.entities.items()] == [(1, "Moro", False)]


@pytest.mark.parametrize("spoilt", ["user_tts", "transcription", "labels"])
def test_another_file_is_named_with_its_line(tmp_path, spoilt):
    row = {"user_tts": [], "transcription": [], "labels": []}
    path = write(tmp_path / "a.jsonl", row, {**row, spoilt: 7})
    with pytest.raises(UsageError, match=r"a\.jsonl, line 2"):
        load_entities(path)


def test_values_pair_once_and_the_most_alike_first():
    found = [entity("six thirty"), entity("seven three zero")]
    labelled = [entity("730"), entity("6:30 PM"), entity("Lyon")]
    assert [(a.value, b.value) for a, b in pairs(found, labelled)] == [
        ("seven three zero", "730"),
        ("six thirty", "6:30 PM"),
    ]
    assert pairs(found[:1] * 2, [labelled[1]]) == [(found[0], labelled[1])]
    assert pairs([entity("Lyon")], [entity("Nice")]) == []
    assert pairs([entity("")], [entity("Nice"), entity("")]) == [], "nothing is not a part of everything"
