"""Which ids of an older time are taken for which of ours."""

from typing import Any

import pytest
from hypothesis import given as each
from hypothesis import strategies as st

from scenarios.reference_play import given, play, renamed
from scenarios.reference_record import Event, Record
from scenarios.toolbox import Toolbox
from tests.scenarios import dataset, dataset_desks


@pytest.mark.parametrize(
    ("old", "new", "pairs"),
    [
        ({"id": "INC0048271"}, {"id": "INC4951eb12a732"}, [("INC0048271", "INC4951eb12a732")]),
        ({"id": "INC0048271"}, {"id": "INCabcdefabcdef"}, [("INC0048271", "INCabcdefabcdef")]),
        ({"id": "REQ-SW-048271"}, {"id": "REQ-SW-92027a17c0b3"}, [("REQ-SW-048271", "REQ-SW-92027a17c0b3")]),
        ({"a": [{"id": "REQ-HW-1"}]}, {"a": [{"id": "REQ-HW-2a"}]}, [("REQ-HW-1", "REQ-HW-2a")]),
        ({"id": "REQ-SW-048271"}, {"id": "REQ-HW-92027a17c0b3"}, []),
        ({"id": "REQ-SW-048271"}, {"id": "REQ-SW-048271"}, []),
        ({"id": "REQ-SW-92027a17c0bf"}, {"id": "REQ-SW-92027a17c0b3"}, []),
        ({"id": "REQ-SW-048271"}, {"number": "REQ-SW-9"}, []),
        ({"name": "Ann"}, {"name": "Ines"}, []),
        ({"date": "2026-01-01"}, {"date": "2026-01-02"}, []),
        ({"message": "INC1 is open"}, {"message": "INC2 is open"}, []),
        ({"id": 5}, {"id": 6}, []),
        (None, {"id": "INC1"}, []),
        ("INC1", "INC2", [("INC1", "INC2")]),
    ],
)
def test_ids_of_one_family_at_one_place(old: Any, new: Any, pairs: list[tuple[str, str]]) -> None:
    assert list(given(old, new)) == pairs


def test_only_whole_values_are_renamed() -> None:
    params = {"id": "INC1", "note": "INC1 again", "all": ["INC1", {"x": "INC1"}], "n": 1}
    changed = {"id": "INC2", "note": "INC1 again", "all": ["INC2", {"x": "INC2"}], "n": 1}
    assert renamed(params, {"INC1": "INC2"}) == changed
    assert params["id"] == "INC1"


_TREES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.integers() | st.text("INC-12a", max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
)


@each(_TREES, _TREES)
def test_any_two_responses_can_be_compared(old: Any, new: Any) -> None:
    for left, right in given(old, new):
        assert left != right
        assert renamed(left, {left: right}) == right


def test_an_id_that_stands_in_our_world_is_no_old_name() -> None:
    """Responses may list things in another order than when the record was written."""
    row = dataset_desks.record("itsm")
    world = dataset_desks.itsm_world()
    world["requests"]["REQ-FAC-000042"] = {}
    changed = [e for e in row["ground_truth"]["expected_trace"]["trace"] if e["event_type"] == "tool_call"]
    assert changed[-1]["params"]["request_id"] == "REQ-FAC-000042"
    record = Record.model_validate({**row, "language": "en"})
    golden = play(record, {**world, "_current_date": record.today}, Toolbox.for_domain("itsm"))
    assert golden.calls[-1][1]["request_id"] == "REQ-FAC-000042"


def test_responses_are_matched_to_calls_by_tool() -> None:
    events = [
        Event(event_type="tool_call", tool_name="a"),
        Event(event_type="tool_call", tool_name="b"),
        Event(event_type="tool_response", tool_name="b", response={"n": 1}),
        Event(event_type="agent_utterance"),
        Event(event_type="tool_call", tool_name="a"),
        Event(event_type="tool_response", tool_name="a", response={"n": 2}),
        Event(event_type="tool_response", tool_name="c", response={"n": 3}),
    ]
    row = dataset.record()
    row["ground_truth"]["expected_trace"]["trace"] = [event.model_dump() for event in events]
    record = Record.model_validate({**row, "language": "en"})
    assert record.places() == [0, 1, 4]
    assert record.recorded() == [{"n": 2}, {"n": 1}, None]
