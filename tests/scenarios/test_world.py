import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenarios.world import UNORDERED, Change, World, canonical, diff, digest
from tests import reference

_PAIRS = (reference.present("vectors", "hash_pairs.json") or {"pairs": []})["pairs"]

pairs = pytest.mark.parametrize("pair", reference.each(_PAIRS, [pair["name"] for pair in _PAIRS]))

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-3, 3)
    | st.floats(-3, 3, allow_nan=False)
    | st.sampled_from(["none", " NULL ", "a", "É", "1", ""])
)
keys = st.sampled_from(["session", "bookings", "standby_list", "seat", "a"])
trees = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3))
tables = st.dictionaries(keys, trees, max_size=4)


@pytest.mark.reference
@pairs
def test_digests_are_the_reference_digests(pair: dict[str, Any]) -> None:
    assert digest(pair["a"]) == pair["hash_a"]
    assert digest(pair["b"]) == pair["hash_b"]


@pytest.mark.reference
@pairs
def test_diff_agrees_with_the_digest_where_the_reference_diff_does_not(pair: dict[str, Any]) -> None:
    """Intended difference: the reference compares with ``==`` and keeps the session, so its diff calls True
    and 1 the same although their digests differ, and lists the session although it is not hashed. Ours
    compares what is hashed (spec/metrics.md section 1): it lists something exactly when digests differ."""
    assert bool(diff(pair["a"], pair["b"])) is not pair["equal"]


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ({"t": {"x": 1.0}}, {"t": {"x": 1}}, True),
        ({"t": {"x": 1.5}}, {"t": {"x": 1}}, False),
        ({"t": {"x": True}}, {"t": {"x": 1}}, False),
        ({"t": {"x": "None"}}, {"t": {"x": None}}, True),
        ({"t": {"x": None}}, {"t": {}}, False),
        ({"session": {"a": 1}}, {}, True),
        ({"t": {"session": {"a": 1}}}, {"t": {}}, False),
        ({"t": {"bookings": [1, 2]}}, {"t": {"bookings": [2, 1]}}, True),
        ({"t": {"segments": [1, 2]}}, {"t": {"segments": [2, 1]}}, False),
        ({"t": {"x": float("inf")}}, {"t": {"x": "inf"}}, False),
        ({"t": {"x": "A"}}, {"t": {"x": "a"}}, False),
    ],
)
def test_what_counts_as_the_same(left: dict[str, Any], right: dict[str, Any], same: bool) -> None:
    assert (digest(left) == digest(right)) is same
    assert bool(diff(left, right)) is not same


@given(tables, tables)
def test_diff_is_empty_exactly_when_digests_are_equal(left: dict[str, Any], right: dict[str, Any]) -> None:
    assert bool(diff(left, right)) is (digest(left) != digest(right))


@given(tables)
def test_canonical_form_is_stable_and_leaves_the_tables_alone(tree: dict[str, Any]) -> None:
    before = copy.deepcopy(tree)
    form = canonical(tree)
    assert json.dumps(tree, default=str) == json.dumps(before, default=str)
    assert json.dumps(canonical(form), sort_keys=True) == json.dumps(form, sort_keys=True)


@pytest.mark.parametrize("key", sorted(UNORDERED))
def test_unordered_lists_hold_the_same_things_in_any_order(key: str) -> None:
    assert digest({"t": {key: [{"b": 1}, {"a": 2}]}}) == digest({"t": {key: [{"a": 2.0}, {"b": 1}]}})
    assert digest({"t": {key: [1, 1]}}) != digest({"t": {key: [1]}})


def test_diff_names_path_kind_and_values() -> None:
    expected = {"reservations": {"ABC123": {"bookings": [{"seat": "1A", "bags": 1}], "note": None}}}
    actual = {"reservations": {"ABC123": {"bookings": [{"seat": "2C", "bags": True}]}}, "refunds": {}}
    found = diff(expected, actual)
    assert found.changes == (
        Change("refunds", "added", actual={}),
        Change("reservations/ABC123/bookings[0]/bags", "changed", 1, True),
        Change("reservations/ABC123/bookings[0]/seat", "changed", "1A", "2C"),
        Change("reservations/ABC123/note", "removed"),
    )
    assert found.lines() == [
        "+ refunds: {}",
        "~ reservations/ABC123/bookings[0]/bags: expected 1, got true",
        '~ reservations/ABC123/bookings[0]/seat: expected "1A", got "2C"',
        "- reservations/ABC123/note: null",
    ]


def test_long_values_are_cut_in_a_terminal_line() -> None:
    (line,) = diff({}, {"t": "x" * 1000}).lines()
    assert len(line) < 200
    assert line.endswith("...")


def test_a_copy_is_independent_and_keeps_its_call_counts() -> None:
    world = World({"_current_date": "2026-03-01", "t": {"a": 1}})
    world.calls["look"] += 2
    twin = world.copy()
    twin.table("t")["a"] = 2
    twin.calls["look"] += 1
    assert (world.table("t"), world.calls["look"], twin.calls["look"]) == ({"a": 1}, 2, 3)
    assert world.digest() != twin.digest()
    assert world.today == "2026-03-01"


def test_a_table_that_is_no_table_is_refused() -> None:
    with pytest.raises(TypeError, match="holidays is a list"):
        World({"holidays": []}).table("holidays")
