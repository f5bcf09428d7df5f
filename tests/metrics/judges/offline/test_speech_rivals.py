"""What could have been said instead of a value: each one step away, and only where something is in doubt."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metrics.judges.offline._speech_rivals import doubtful, rivals, sure
from metrics.judges.offline._speech_values import Value

CODE = st.text("abcdefghjkmnpqrstuvwxyz23456789", min_size=2, max_size=9)


def value(text, kind="code"):
    return Value(kind, text, text, 0, len(text))


def others(text, kind="code", behind="", places=None):
    given = range(len(text)) if places is None else places
    return ["".join(p for p, _ in pieces) for pieces in rivals(value(text, kind), text + behind, given)]


@settings(deadline=None, max_examples=80)
@given(CODE, st.data())
def test_rivals_are_one_step_away_and_touch_a_place_in_doubt(code, data):
    place = data.draw(st.integers(0, len(code) - 1))
    found = others(code, places=[place])
    assert code[:place] + code[place + 1 :] in found
    for other in found:
        assert other != code or code[place : place + 2] in (2 * code[place], code[place])
        if len(other) == len(code):
            apart = [i for i in range(len(code)) if other[i] != code[i]]
            assert apart == [place] or (len(apart) == 2 and place in apart and sorted(other) == sorted(code))
            assert all(other[i].isdigit() == code[i].isdigit() for i in apart if apart == [place])


def test_every_other_character_of_its_sort_is_a_rival():
    assert {o for o in others("k7", places=[1]) if len(o) == 2 and o[0] == "k"} == {f"k{d}" for d in "012345689"}
    assert {o for o in others("k7", places=[0]) if o.endswith("7") and len(o) == 2} == {
        f"{c}7" for c in "abcdefghijlmnopqrstuvwxyz"
    }


def test_characters_that_are_meant_keep_their_way_of_writing():
    (changed,) = [p for p in rivals(value("k7"), "k7", [1]) if "".join(c for c, _ in p) == "k8"]
    assert changed == [("k", True), ("8", False)]


def test_the_half_of_the_day_is_one_thing():
    assert others("9am", "time", places=[1]) == ["9pm", "9"]
    assert others("9am", "time", "to1030am", [2]) == ["9pm"]
    assert others("9am", "time", "to1030pm", [2]) == ["9pm", "9"]
    assert "8am" in others("9am", "time", places=[0])
    assert not any("pm" in other for other in others("9am", "time", places=[0]))
    assert sure(value("9am", "time"), "9am", [1, 2]) == 0.5
    assert sure(value("9am"), "9am", [1, 2]) == pytest.approx(1 / 3)


def test_doubt_lies_where_something_else_was_read_or_more():
    assert doubtful("astlpt", "astlpt") == []
    assert doubtful("astlpt", "astlimopt") == [3, 4]
    assert doubtful("astlpt", "astlpd") == [5]
    assert doubtful("astlpt", "atlpt") == [1]
    assert doubtful("astlpt", "") == [0, 1, 2, 3, 4, 5]


@settings(deadline=None, max_examples=80)
@given(CODE, CODE)
def test_what_is_beyond_doubt_was_read(meant, read):
    places = doubtful(meant, read)
    assert places == sorted(set(places))
    assert all(0 <= place < len(meant) for place in places)
    kept = iter(read)
    assert all(c in kept for i, c in enumerate(meant) if i not in places)
    assert sure(value(meant), meant, places) == 1 - len(places) / len(meant)
