from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenarios.kinds import fits
from scenarios.values import leaves, occurs, same, sizes, under

TREE = {"a": [{"passengers": [1, 2], "n": 3.0}, "Text"], "passengers": "none", "flag": True}


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (1, 1.0, True),
        (1, True, False),
        (True, True, True),
        ("A ", "a", True),
        ("1", 1, False),
        (None, None, True),
    ],
)
def test_sameness(left: Any, right: Any, expected: bool) -> None:
    assert same(left, right) is expected
    assert same(right, left) is expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (3, True),
        ("text", True),
        ([1, 2], True),
        ([1, 9], False),
        ([], False),
        (True, True),
        (False, False),
        ("a", False),
    ],
)
def test_occurrence_is_of_values_and_not_of_keys(value: Any, expected: bool) -> None:
    assert occurs(value, iter([TREE])) is expected


def test_values_and_sizes_under_a_key() -> None:
    assert list(under("passengers", TREE)) == [[1, 2], "none"]
    assert list(sizes("passengers", TREE)) == [2]


@given(st.recursive(st.integers(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
def test_every_leaf_occurs(tree: Any) -> None:
    assert all(occurs(leaf, [tree]) for leaf in leaves(tree))


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("name", "O’Brien"),
        ("name", "Núñez-Ortega"),
        ("name", "de la Cruz"),
        ("name", "Martin Jr."),
        ("name", "양"),
        ("code", "ZK3FFW"),
        ("code", "CASE-FMLA-048271"),
        ("date", "2028-02-29"),
        ("time", "00:05"),
        ("amount", "120.50"),
        ("choice", "gluten_free"),
        ("choice", "2 to 4 hours"),
        ("digits", "048271"),
        ("flight", "SK41"),
        ("count", "0"),
    ],
)
def test_values_of_each_kind(kind: Any, value: str) -> None:
    assert fits(kind, value)
