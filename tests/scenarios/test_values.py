from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenarios.kinds import fits
from scenarios.values import composed, leaves, occurs, said, same, sizes, under

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


@pytest.mark.parametrize(
    ("value", "trees", "found"),
    [
        ("2027-02-16 10:00", [{"date": "2027-02-16", "available": ["09:00", "10:00"]}], True),
        ("2027-02-16 10:00", [{"date": "2027-02-16"}, {"available": ["10:00"]}], False),
        ("2027-02-16 11:00", [{"date": "2027-02-16", "available": ["10:00"]}], False),
        ("2027-02-16", [{"date": "2027-02-16", "available": ["10:00"]}], False),
        (20270216, [{"date": "2027-02-16", "available": ["10:00"]}], False),
    ],
)
def test_a_date_with_a_time_is_composed_of_one_response(value: object, trees: list[object], found: bool) -> None:
    assert composed(value, trees) is found


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("window", "window"),
        (2, "2"),
        (9.0, "9"),
        (7.5, "7.5"),
        (["PRV-ECHO-031", "PRV-CARD-052"], "PRV-ECHO-031,PRV-CARD-052"),
        ([], ""),
        (True, "True"),
    ],
)
def test_arguments_in_the_form_of_facts(value: object, text: str) -> None:
    assert said(value) == text


@pytest.mark.parametrize(
    ("name", "good"),
    [
        ("मीरा", True),
        ("बंदरगाह भवन", True),
        ("현준", True),
        ("Lefe\u0301vre", True),
        ("र\u094d\u200dय", True),
        ("५", False),
    ],
)
def test_names_of_any_script(name: str, good: bool) -> None:
    assert fits("name", name) is good
