"""Shapes of codes: what a pattern allows, and how a value grows as it is spoken."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenarios.spoken import Shape, hear, list_shape, same, say, shape, spell

PATTERNS = [
    r"^EMP\d{6}$",
    r"^AST-[A-Z]{3}-\d{6}$",
    r"^[A-Z]{2}-[A-Z]{2,4}-\d{6,8}$",
    r"^REQ-[A-Z]{2,4}-[a-f0-9]{12}$",
    r"^INC[a-f0-9]{12}$",
    r"^\d{1,2}[A-Z]-[A-Z]{2,6}$",
    r"^BLD\d{1,2}-FL\d{1,2}-RM\d{3}$",
    r"^SHF-\d{8}-\d{4}$",
    r"^CASE-[A-Z0-9]{2,6}-\d{6}$",
    r"^POL-\d{4}-[A-Z0-9]{6}$",
    r"^[A-Z]{2}\d{7}$",
    r"^[A-Z]{3}\d{10}$",
    r"^[A-Z]{2,4}-\d{2}[A-Z]$",
    r"^DIAG-[A-Z0-9]{8}$",
    r"^PZ[A-Z]-\d{3}$",
    r"^\d{10}$",
    r"^(?:RM|DESK)\d{3}$",
    r"^PAX\d+$",
]


@pytest.mark.parametrize(
    ("pattern", "shortest", "longest", "signs", "fixed"),
    [
        (r"^EMP\d{6}$", 9, 9, "", {"EMP"}),
        (r"\AEMP\d{6}\Z", 9, 9, "", {"EMP"}),
        (r"^AST-[A-Z]{3}-\d{6}$", 12, 12, "-", {"AST"}),
        (r"^[A-Z]{2}-[A-Z]{2,4}-\d{6,8}$", 10, 14, "-", set()),
        (r"^BLD\d{1,2}-FL\d{1,2}-RM\d{3}$", 12, 14, "-", {"BLD", "FL", "RM"}),
        (r"^(RM|D)\d{3}?$", 4, 5, "", {"RM"}),
        (r"^X?\d+$", 1, 25, "", set()),
        (r"^A{3}$", 3, 3, "", set()),
        (r"^\w{4}$", 4, 4, "_", set()),
        (r"^[A-Za-z\-]{2,30}$", 2, 30, "-", set()),
    ],
)
def test_what_a_pattern_says(pattern, shortest, longest, signs, fixed):
    found = Shape(pattern)
    assert (found.shortest, found.longest, set(found.signs), found.fixed) == (shortest, longest, set(signs), fixed)


@pytest.mark.parametrize(
    "pattern", ["[^A]", "(?=A)B", "(?<n>A)", "A**", "A{2", "A{x}", "[A", "(A", "A)", r"\p", r"\1", "[\\"]
)
def test_what_is_not_understood_is_an_error(pattern):
    with pytest.raises(ValueError, match="pattern"):
        Shape(pattern)


@settings(deadline=None, max_examples=60)
@given(st.data(), st.sampled_from(PATTERNS))
def test_fitting_is_what_the_expression_matches(data, pattern):
    value = data.draw(st.from_regex(pattern.replace(r"\d", "[0-9]").replace("$", r"\Z")).filter(str.isascii))
    assert shape(pattern).fits(value) == (len(value) <= 40)
    other = data.draw(st.text("EMPAST-09azZ", max_size=14))
    assert shape(pattern).fits(other) == (re.fullmatch(pattern, other) is not None)


@settings(deadline=None, max_examples=80)
@given(st.data(), st.sampled_from(PATTERNS), st.sampled_from(["nato", "letters"]), st.sampled_from([None, 3, 4]))
def test_what_is_spelled_is_heard(data, pattern, style, group):
    value = data.draw(st.from_regex(pattern.replace(r"\d", "[0-9]").replace("$", r"\Z").replace("+", "{1,9}")))
    text = spell(value, style, group=group)
    guesses = hear("code", text, pattern=pattern)
    assert guesses, text
    assert all(re.fullmatch(pattern, g.value) for g in guesses)
    near = [g.value for g in guesses if g.cost <= guesses[0].cost + 0.3]
    assert value in near, (text, guesses[:3])
    if len(re.findall(r"\{\d,\d\}|\+", pattern)) == 0:
        assert guesses[0].value == value, (text, guesses[:3])


@settings(deadline=None, max_examples=40)
@given(st.data(), st.sampled_from([p for p in PATTERNS if p.startswith(("^EMP", "^AST", "^SHF", "^REQ"))]))
def test_fixed_letters_need_not_be_said(data, pattern):
    value = data.draw(st.from_regex(pattern.replace(r"\d", "[0-9]").replace("$", r"\Z")))
    # a value whose own letters are like the fixed ones cannot be told apart
    rest = value[3:].lstrip("-")
    if not rest.startswith(tuple("EMPASTHFRQ")):
        assert hear("code", spell(rest, "letters"), pattern=pattern)[0].value == value


@settings(deadline=None, max_examples=40)
@given(st.lists(st.from_regex(r"\APRV-[A-Z]{4}-[0-9]{3}\Z"), min_size=1, max_size=3, unique=True))
def test_lists_of_codes(values):
    joined = ",".join(values)
    guesses = hear("codes", say("codes", joined, style="letters"), pattern=r"^PRV-[A-Z]{4}-\d{3}$")
    assert same("codes", guesses[0].value, joined)
    assert list_shape(r"^PRV-[A-Z]{4}-\d{3}$").fits(joined)


def test_a_value_grows_as_it_is_spoken():
    form = shape(r"^AST-[A-Z]{3}-\d{6}$")
    assert form.after("AST", "L")[0].text == "AST-L"
    assert form.after("", "l")[0].text == "AST-L"
    assert form.after("AST-LPT", "A") == ()
    assert form.after("AST-LPT", "-")[0].text == "AST-LPT-"
    assert "4" in form.follows("AST-LPT")
    assert "B" not in form.follows("AST-LPT")
    assert form.ends("AST-LPT-48211") == ()
    assert form.ends("AST-LPT-482113")[0].text == "AST-LPT-482113"
    assert shape(r"^INC[a-f0-9]{12}$").after("INC", "A")[0].text == "INCa"


def test_letters_and_digits_that_sound_or_look_alike_are_told_by_their_place():
    assert hear("code", "O O, oh five, O", pattern=r"^[A-Z]{2}-\d{2}[A-Z]$")[0].value == "OO-05O"
    assert hear("code", "I S 1 5 I", pattern=r"^[A-Z]{2}-\d{2}[A-Z]$")[0].value == "IS-15I"


def test_the_span_of_a_shaped_code():
    text = "Sure, my employee number is E M P three one zero five eight two, thanks."
    guess = hear("code", text, pattern=r"^EMP\d{6}$")[0]
    assert text[guess.start : guess.end] == "E M P three one zero five eight two"


def test_a_shape_leaves_other_kinds_alone():
    assert hear("state", "Arizona", pattern=r"^[A-Z]{2}$")[0].value == "AZ"
    assert hear("amount", "$5", pattern=r"^\d$")[0].value == "5"
