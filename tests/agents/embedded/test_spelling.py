import re

import numpy as np
import pytest

from agents.embedded.segments import Segment
from agents.embedded.spelling import SURE, hear_spelled
from scenarios.spoken import spell
from tests.agents.embedded.sounds import on_the_line

NAMES = ("Okafor", "Anderson", "Kim", "Nakamura", "Martinez", "Smith", "Nguyen", "Volkov")


def codes(count, seed):
    draw = np.random.default_rng(seed)
    return ["".join(draw.choice(list("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"), 6)) for _ in range(count)]


def best(guesses):
    return guesses[0].value if guesses else ""


@pytest.mark.slow
def test_nineteen_of_twenty_codes_are_heard_over_the_telephone():
    wrong = []
    for n, code in enumerate(codes(20, seed=2026)):
        lead = ("My confirmation number is ", "It's ", "")[n % 3]
        heard = hear_spelled([on_the_line(f"{lead}{spell(code)}.")], "code")
        if best(heard) != code:
            wrong.append((code, heard[:2]))
    assert len(wrong) <= 1, wrong


@pytest.mark.slow
def test_names_are_heard_over_the_telephone():
    wrong = []
    for n, name in enumerate(NAMES):
        lead = (f"My last name is {name}. ", f"Last name {name}, ", "")[n % 3]
        heard = hear_spelled([on_the_line(f"{lead}{spell(name)}.")], "name")
        if best(heard) != name.upper():
            wrong.append((name, heard[:2]))
    assert len(wrong) <= 1, wrong


def test_one_turn_may_hold_a_code_and_a_name_in_several_segments():
    first = on_the_line(f"My confirmation number is {spell('ZK3FFW')}.")
    second = on_the_line(f"Last name Okafor. {spell('Okafor')}.")
    turn = [Segment("", first[:-4000]), Segment("", second[:-4000])]
    code, name = hear_spelled(turn, "code")[0], hear_spelled(turn, "name")[0]
    assert (code.value, name.value) == ("ZK3FFW", "OKAFOR")
    assert code.confidence > 0.8
    assert name.confidence > 0.8
    assert hear_spelled([first, second], "code")[0].value == "ZK3FFW"


def test_first_and_last_name_are_told_apart_by_what_precedes():
    turn = [on_the_line(f"My first name is Ann. {spell('Ann')}. My last name is Lee. {spell('Lee')}.")]
    assert best(hear_spelled(turn, "name", after="first name")) == "ANN"
    assert best(hear_spelled(turn, "name", after="last name")) == "LEE"


@pytest.mark.parametrize("style", ["nato", "letters"])
def test_marked_digits(style):
    parts = spell("HK3FB9", style).replace("three", "digit three").replace("nine", "digit nine")
    assert best(hear_spelled([on_the_line(f"The confirmation number is {parts}.")], "code")) == "HK3FB9"


def test_digits_of_a_known_number():
    turn = [on_the_line("It's four, eight, two, seven, one.")]
    assert best(hear_spelled(turn, "digits", length=5)) == "48271"
    assert best(hear_spelled(turn, "digits")) == "48271"


def test_bare_letters_are_heard_where_the_telephone_leaves_them_apart():
    turn = [on_the_line(f"My last name is Walker. {spell('Walker', 'letters')}.")]
    assert best(hear_spelled(turn, "name")) == "WALKER"


def test_guesses_are_ordered_distinct_and_within_bounds():
    guesses = hear_spelled([on_the_line("It's three, X-ray, Quebec, Mike, Foxtrot, Golf.")], "code")
    assert guesses[0].value == "3XQMFG"
    assert [g.logprob for g in guesses] == sorted((g.logprob for g in guesses), reverse=True)
    assert len({g.value for g in guesses}) == len(guesses)
    assert all(0 <= g.confidence <= 1 and g.logprob <= 0 for g in guesses)


def test_speech_without_a_code_is_not_believed():
    turn = [on_the_line("I would like to change my flight to next Friday, please.")]
    assert not any(g.confidence >= SURE for g in hear_spelled(turn, "code"))


@pytest.mark.parametrize("samples", [0, 5, 800, 40_000])
def test_silence_has_no_guesses(samples):
    assert hear_spelled([np.zeros(samples, np.int16)], "code") == []
    assert hear_spelled([], "name") == []


def test_noise_is_not_believed():
    noise = np.random.default_rng(0).normal(0, 1500, 24_000).astype(np.int16)
    for kind in ("code", "name", "digits"):
        assert not any(g.confidence >= SURE for g in hear_spelled([noise], kind)), kind


def test_more_than_half_a_minute_is_heard_at_its_end():
    talk = on_the_line("I have been waiting for a very long time now, and I would like to speak with somebody.")
    long = np.concatenate([*[talk] * 6, on_the_line(f"The code is {spell('ZK3FFW')}.")])
    assert len(long) > 35 * 8000
    assert best(hear_spelled([long], "code")) == "ZK3FFW"


SHAPES = [
    (r"^EMP\d{6}$", "EMP310582", "My employee ID is {}."),
    (r"^AST-[A-Z]{3}-\d{6}$", "AST-LPT-482113", "The asset tag is {}."),
    (r"^SHF-\d{8}-\d{4}$", "SHF-20260714-0042", "The shift is {}."),
    (r"^REQ-[A-Z]{2,4}-[a-f0-9]{12}$", "REQ-HW-3f9a0c112b4d", "The request number is {}."),
    (r"^[A-Z]{2}-[A-Z]{2,4}-\d{6,8}$", "CA-RN-784122", "My license number is {}."),
    (r"^\d{1,2}[A-Z]-[A-Z]{2,6}$", "7C-NEURO", "The unit is {}."),
]


@pytest.mark.parametrize(("pattern", "value", "lead"), SHAPES)
def test_codes_of_a_known_shape(pattern, value, lead):
    turn = [on_the_line(lead.format(spell(value, group=3)))]
    heard = hear_spelled(turn, "code", pattern=pattern)
    assert best(heard) == value
    assert heard[0].confidence >= SURE
    assert all(re.fullmatch(pattern, g.value) for g in heard)


def test_digits_of_a_known_shape():
    turn = [on_the_line("The last four are zero, one, zero, one.")]
    assert best(hear_spelled(turn, "digits", pattern=r"^\d{4}$")) == "0101"


def test_fixed_letters_may_be_left_out():
    turn = [on_the_line("It's three, one, zero, five, eight, two.")]
    assert best(hear_spelled(turn, "code", pattern=r"^EMP\d{6}$")) == "EMP310582"


def test_a_pattern_that_cannot_be_understood_is_an_error():
    with pytest.raises(ValueError, match="pattern"):
        hear_spelled([on_the_line("Hello.")], "code", pattern="(?=A)")


@pytest.mark.parametrize("pattern", [p for p, _, _ in SHAPES])
def test_speech_without_a_shaped_code_is_not_believed(pattern):
    turn = [on_the_line("I would like to change my flight to next Friday, please.")]
    assert not any(g.confidence >= SURE for g in hear_spelled(turn, "code", pattern=pattern))
