"""What rows of the itsm world are called by: numbers that follow from them, and names that callers use."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenarios.itsm.tools.ids import content_digits, content_id
from scenarios.itsm.tools.names import key_of, plain
from scenarios.tool import Rejected


@given(st.permutations(["a", "b", "case_id", "status", "sla_tier"]))
def test_a_number_does_not_hang_on_the_order_of_members(names: list[str]) -> None:
    row = {"a": 1, "b": None, "case_id": "x", "status": "open", "sla_tier": None}
    assert content_id("REQ-SW", {name: row[name] for name in names}) == content_id("REQ-SW", row)
    assert content_digits({**row, "case_id": None, "status": "done"}) == content_digits(row)
    assert content_digits({**row, "b": 0}) != content_digits(row)


@pytest.mark.parametrize("said", ["BLD4", "bld4", "Mill House", "mill-house!", "MILLHOUSE", "Die Muhle", "방앗간"])
def test_a_building_goes_by_many_names(said: str) -> None:
    rows = {
        "BLD4": {"name": "Mill House", "name_aliases": ["die Mühle", "방앗간"]},
        "BLD9": {"name": "Pier", "name_aliases": ["the mill"]},
    }
    assert key_of(rows, said, "building") == "BLD4"


def test_a_name_goes_before_a_nickname_and_a_nickname_of_two_is_no_name() -> None:
    rows = {
        "BLD1": {"name": "Annex", "name_aliases": ["Old Mill", "Pier"]},
        "BLD2": {"name": "Pier", "name_aliases": ["old mill"]},
    }
    assert key_of(rows, "pier", "building") == "BLD2"
    for said in ("Old Mill", "Tower", "", "?"):
        with pytest.raises(Rejected, match="Annex") as caught:
            key_of(rows, said, "building")
        assert caught.value.code == "name_not_found"
    with pytest.raises(Rejected, match="None are known"):
        key_of({}, "Tower", "building")


@given(st.text())
def test_a_plain_name_is_as_plain_as_it_gets(name: str) -> None:
    assert plain(plain(name)) == plain(name)
    assert plain(f" {name}!") == plain(name)


def test_the_signs_of_other_scripts_are_letters() -> None:
    assert plain("मुख्यालय") != plain("मखयलय")
    assert plain("Zürich-Süd") == plain("zurich sud")
