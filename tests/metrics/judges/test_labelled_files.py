"""Which labelled sets a file holds; our own format; and one clear line for what cannot be used."""

import json

import pytest

from metrics.judges.labelled import WHOLE, rows
from metrics.judges.labelled_files import labelled_sets
from scenarios.errors import UsageError

SAID = [{"turn": 0, "kind": "agent", "text": "Hello."}, {"turn": 1, "kind": "caller", "text": "Hi, a seat please."}]
OWN = {"id": "a", "metric": "faithfulness", "entries": SAID, "rating": 2}
TRACE = {
    "id": 4,
    "trace": [{"event_type": "agent_utterance", "utterance": "Hello."}],
    "expected_rating": 3,
    "failure_mode": "",
}
TURNS = {"conversation_id": "c", "conv_turns": [{"role": "assistant", "content": "Hello.", "expected_rating": 3}]}
VALUES = {"user_tts": ["Hello."], "transcription": ["Hello."], "labels": []}
SPEECH = {"id": "s", "intended_turns": [], "expected_rating": 0}


def write(folder, name, *rows):
    path = folder / name
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("name", "row", "metric"),
    [
        ("a.jsonl", OWN, "faithfulness"),
        ("Faithfulness-2.jsonl", TRACE, "faithfulness"),
        ("progression.jsonl", TRACE, "conversation_progression"),
        ("a.jsonl", TURNS, "conciseness"),
        ("a.jsonl", VALUES, "transcription_accuracy_key_entities"),
    ],
)
def test_the_metric_follows_from_fields_and_name(tmp_path, name, row, metric):
    (found,) = labelled_sets(write(tmp_path, name, row)).sets
    assert found.metric == metric
    assert len(found.cases or found.entities) == 1


@pytest.mark.parametrize("name", ["calls.jsonl", "faithfulness-and-progression.jsonl"])
def test_traces_of_an_open_name_need_the_metric(tmp_path, name):
    path = write(tmp_path, name, TRACE)
    with pytest.raises(UsageError, match=r"--metric faithfulness or --metric conversation_progression"):
        labelled_sets(path)
    assert labelled_sets(path, "faithfulness").sets[0].metric == "faithfulness"


@pytest.mark.parametrize("mark", [True, "True"])
def test_traces_that_their_authors_marked_invalid_are_left_out(tmp_path, mark):
    rows = {**TRACE, "invalid": mark}, {**TRACE, "id": 5, "invalid": False}
    (found,) = labelled_sets(write(tmp_path, "faithfulness.jsonl", *rows)).sets
    assert [case.id for case in found.cases] == ["5"]


@pytest.mark.parametrize(
    ("response", "data"),
    [
        ({"fee": 40}, {"status": "success", "fee": 40}),
        ('{"fee": 40}', {"status": "success", "fee": 40}),
        ({"status": "error", "fee": 40}, {"status": "error", "fee": 40}),
    ],
)
def test_a_status_beside_a_response_is_part_of_it_unless_it_has_one(tmp_path, response, data):
    event = {"event_type": "tool_response", "tool_name": "find", "response": response, "status": "success"}
    (found,) = labelled_sets(write(tmp_path, "faithfulness.jsonl", {**TRACE, "trace": [event]})).sets
    assert [entry.data for entry in found.cases[0].case.entries] == [data]


def test_a_folder_holds_sets_and_says_what_it_leaves_out(tmp_path):
    write(tmp_path, "own.jsonl", OWN, {**OWN, "id": "b", "metric": "conciseness", "rating": None, "ratings": {"0": 3}})
    write(tmp_path, "speech.jsonl", SPEECH)
    write(tmp_path, "other.jsonl", {"name": "x"})
    (tmp_path / "notes.md").write_text("no set")
    found = labelled_sets(tmp_path)
    assert [s.metric for s in found.sets] == ["faithfulness", "conciseness"]
    assert found.sets[1].cases[0].ratings == {0: 3}
    assert ["cannot be checked from text" in line for line in found.left_out] == [False, True]
    assert [s.metric for s in labelled_sets(tmp_path, "conciseness").sets] == ["conciseness"]


def test_speech_without_sound_alone_is_refused(tmp_path):
    with pytest.raises(UsageError, match="cannot be checked from text"):
        labelled_sets(write(tmp_path, "speech.jsonl", SPEECH))


def test_a_case_of_the_own_format_is_read_whole(tmp_path):
    row = {
        **OWN,
        "group": "call-7",
        "architecture": "s2s",
        "entries": [*SAID, {"turn": 1, "kind": "call", "tool": "find", "type": "read", "data": {"n": 1}}],
        "spoken": SAID[1:],
        "instructions": "Be kind.",
        "modes": ["hallucination"],
    }
    ((case,),) = [s.cases for s in labelled_sets(write(tmp_path, "a.jsonl", row)).sets]
    assert (case.id, case.group, case.ratings, case.modes) == ("a", "call-7", {WHOLE: 2}, {WHOLE: ("hallucination",)})
    assert (case.case.architecture, case.case.instructions, len(case.case.spoken)) == ("s2s", "Be kind.", 1)
    assert (case.case.entries[2].tool, case.case.entries[2].data) == ("find", {"n": 1})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"metric": "politeness"}, r"a\.jsonl, line 1: metric 'politeness' is not a judged one"),
        ({"rating": None}, "line 1: faithfulness rates the whole: give rating"),
        ({"metric": "conciseness"}, "line 1: conciseness rates turns: give ratings by turn"),
        ({"rating": 4}, "case a: rating 4 is none of faithfulness: 1, 2, 3"),
        ({"rating": "good"}, "line 1: field rating: "),
        ({"entries": []}, "line 1: give either entries, or call"),
        ({"call": "nowhere", "entries": []}, r"line 1: .*nowhere"),
        ({"entries": [{"turn": 1, "kind": "boss"}]}, r"line 1: field entries\.0\.kind"),
        ({"entries": [{"turn": 1, "kind": "call"}]}, r"line 1: field entries\.0: a call needs tool"),
        ({"score": 3}, "line 1: field score"),
        ({"ratings": {"0": 3}}, "line 1: faithfulness rates the whole: give rating, and no ratings by turn"),
        (
            {"metric": "conciseness", "ratings": {"0": 3}},
            "line 1: conciseness rates turns: give ratings by turn, and no rating",
        ),
    ],
)
def test_what_is_wrong_in_an_own_file_is_one_line(tmp_path, change, message):
    with pytest.raises(UsageError, match=message) as caught:
        labelled_sets(write(tmp_path, "a.jsonl", {**OWN, **change}))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("rows", "message"),
    [((), "holds no case"), (({"name": "x"},), "not a labelled set"), (({**TRACE, "trace": 3},), "line 1")],
)
def test_other_files_are_refused(tmp_path, rows, message):
    with pytest.raises(UsageError, match=message):
        labelled_sets(write(tmp_path, "faithfulness.jsonl", *rows))


def test_a_folder_without_sets_is_refused(tmp_path):
    with pytest.raises(UsageError, match=r"no labelled set \(\*\.jsonl\)"):
        labelled_sets(tmp_path)
    write(tmp_path, "a.jsonl", OWN)
    with pytest.raises(UsageError, match="no labelled set on conciseness"):
        labelled_sets(tmp_path, "conciseness")


def test_a_folder_is_told_which_one_inside_it_holds_sets(tmp_path):
    (tmp_path / "labelled").mkdir()
    write(tmp_path / "labelled", "a.jsonl", OWN)
    with pytest.raises(UsageError, match=r"no labelled set .*labelled holds some: name that folder$"):
        labelled_sets(tmp_path)


def test_a_file_that_is_no_text_is_told(tmp_path):
    path = tmp_path / "cases.jsonl"
    path.write_bytes(b'{"id": "\xff"}')
    with pytest.raises(UsageError, match=r"cases\.jsonl: not valid UTF-8 \(byte 8\)"):
        list(rows(path))


def test_only_a_line_feed_ends_a_line(tmp_path):
    said = "one\u2028two\u0085three"
    path = tmp_path / "cases.jsonl"
    path.write_bytes(f'{{"id": "{said}"}}\r\n\n{{"id": "b"}}'.encode())
    assert list(rows(path)) == [(1, {"id": said}), (3, {"id": "b"})]
