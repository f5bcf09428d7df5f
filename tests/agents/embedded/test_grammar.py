import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.embedded.grammar import DIGITS, LEAD, LEADS, LETTERS, NATO, NUMBERS, Node, grammar, splits, trie
from agents.embedded.moonshine import Moonshine


def readings(root, prefix=()):
    """All token sequences of a trie with what they say."""
    found = {}
    for token, child in root.children.items():
        if child.character:
            found[(*prefix, token)] = child.character
        found |= readings(child, (*prefix, token))
    return found


def test_kinds():
    assert grammar("code") == grammar("code", 6)
    assert (grammar("name").shortest, grammar("name").longest) == (2, 14)
    assert grammar("name").alphabet == LETTERS
    assert grammar("digits", 4).longest == 4
    assert grammar("digits").alphabet == DIGITS


def test_every_letter_has_a_word_that_begins_with_it_and_no_word_two_letters():
    assert sorted(NATO) == list(string.ascii_uppercase)
    assert all(words[0][0].upper() == letter for letter, words in NATO.items())
    every = [word for words in NATO.values() for word in words]
    assert len(set(every)) == len(every)
    assert not set(every) & set(NUMBERS.values())
    assert len(NUMBERS) == 10


def test_splits_spell_the_word_shortest_first():
    ids = {"a": 1, "b": 2, "ab": 3, "abc": 4, "c": 5}
    assert splits("abc", ids) == [(4,), (3, 5), (1, 2, 5)]
    assert splits("abc", ids, most=1) == [(4,)]
    assert splits("abd", ids) == []


@given(st.lists(st.tuples(st.lists(st.integers(0, 3), min_size=1, max_size=4), st.sampled_from("AB")), max_size=12))
def test_a_trie_says_what_was_first_added(rows):
    root = Node()
    expected = {}
    for tokens, character in rows:
        root.add(tuple(tokens), character)
        expected.setdefault(tuple(tokens), character)
    assert readings(root) == expected


@pytest.mark.parametrize("style", ["nato", "letters"])
def test_every_character_can_be_said_and_says_itself(style):
    model = Moonshine.shared()
    found = readings(trie(LETTERS + DIGITS, style, model.ids))
    assert set(found.values()) == set(LETTERS + DIGITS)
    for tokens, character in found.items():
        text = model.text(tokens).lower()
        named = {character.lower(), *NATO.get(character, ()), *NUMBERS.get(character, "").split()}
        assert text in named, (text, character)


def test_letters_have_no_words_and_words_no_letters():
    model = Moonshine.shared()
    letters = {model.text(t) for t in readings(trie(LETTERS, "letters", model.ids))}
    words = {model.text(t) for t in readings(trie(LETTERS, "nato", model.ids))}
    assert max(map(len, letters)) == 1
    assert min(map(len, words)) > 1


def test_marked_digits_are_said_with_their_mark_only():
    model = Moonshine.shared()
    found = readings(trie("Z3", "nato", model.ids, marked=True))
    assert {model.text(t).lower() for t, c in found.items() if c == "3"} == {"digit three", "digit 3"}
    assert "zulu" in {model.text(t).lower() for t, c in found.items() if c == "Z"}


def test_a_pattern_gives_the_shape():
    rules = grammar("code", pattern=r"^AST-[A-Z]{3}-\d{6}$")
    assert rules.alphabet == DIGITS + LETTERS
    assert rules.longest == 12
    assert rules.follows("AST-LPT") == {*DIGITS, "-"}
    assert rules.onward("AST-LPT", "4")[0] == ("AST-LPT-4", 0.0)
    assert rules.onward("AST-LPT", "B") == []
    assert rules.whole("AST-LPT-48211") == []
    assert rules.whole("AST-LPT-482113") == [("AST-LPT-482113", 0.0)]
    # fixed letters need not be said, but that costs
    assert next(way for way in rules.onward("", "L") if way[0] == "AST-L")[1] < 0
    assert grammar("digits", pattern=r"^\d{4}$").alphabet == DIGITS
    assert grammar("code", pattern=r"^REQ-[A-Z]+-[0-9a-f]{12}$").longest == 24
    with pytest.raises(ValueError, match="understood"):
        grammar("code", pattern="[^A]")


def test_without_a_pattern_every_character_may_follow():
    rules = grammar("digits", 2)
    assert rules.onward("1", "2") == [("12", 0.0)]
    assert rules.onward("12", "3") == []
    assert rules.follows("1") == set(DIGITS)
    assert rules.follows("12") == set()
    assert rules.whole("1") == []
    assert rules.whole("12") == [("12", 0.0)]


def test_signs_and_lead_in_words_are_said_with_words():
    model = Moonshine.shared()
    found = readings(trie("Z3", "nato", model.ids, signs="-", leads=LEADS))
    assert {model.text(t).lower() for t, c in found.items() if c == "-"} == {"dash"}
    assert {model.text(t) for t, c in found.items() if c == LEAD} == set(LEADS)
    root = trie("Z3", "nato", model.ids, signs="-", leads=LEADS)
    assert root.reach == {"Z", "3", "-", LEAD}
    assert all(child.reach <= root.reach and child.reach for child in root.children.values())
