"""No text makes a reader fail, and every reading lies inside the text."""

import datetime as dt
import re
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from scenarios.spoken import affirms, hear, mentions, same

KINDS = [
    "code",
    "digits",
    "name",
    "date",
    "time",
    "amount",
    "count",
    "flight",
    "airport",
    "choice",
    "text",
    "number",
    "state",
    "country",
    "email",
    "dates",
    "codes",
    "choices",
]
PATTERNS = [r"^EMP\d{6}$", r"^[A-Z]{2}-[A-Z]{2,4}-\d{6,8}$", r"^REQ-[A-Z]+-[0-9a-f]{12}$", r"^\d{1,4}$"]
TODAY = dt.date(2024, 2, 29)

VOCABULARY = """
a an the and o oh x double triple zero one two three twenty-five thirty hundred thousand first 25th
march may flight SK S K 621 $ $12.5 dollars cents am p.m. : / - , . ' ? noon half past quarter to
next monday tomorrow alfa zulu x-ray mike II last name number code is aisle window no yes not don't
problem 0 00 1,250 2026 99999999
dot at @ dash through then point half New York the E M P EMP AST-LPT-1 case million us Jersey underscore
"""
WORDS = st.sampled_from(VOCABULARY.split())
texts = st.one_of(
    st.text(max_size=60),
    st.lists(WORDS, max_size=25).map(" ".join),
    st.lists(WORDS, max_size=25).map("".join),
)


@settings(max_examples=250, deadline=None)
@given(texts)
def test_hear_never_raises(text):
    for kind in KINDS:
        for guess in hear(kind, text, today=TODAY, choices=["window", "no_preference", "14_inch"]):
            assert 0 <= guess.start <= guess.end <= len(text)
            assert guess.cost >= 0
            assert guess.value or kind == "name"
    for length in (None, 4):
        hear("code", text, length=length)
        hear("digits", text, length=length)


@settings(max_examples=1000, deadline=None)
@given(texts, st.sampled_from(PATTERNS))
def test_hearing_shaped_codes_never_raises(text, pattern):
    for kind in ("code", "digits", "codes"):
        for guess in hear(kind, text, pattern=pattern):
            assert 0 <= guess.start < guess.end <= len(text)
            assert all(re.fullmatch(pattern, part) for part in guess.value.split(","))


@settings(max_examples=250, deadline=None)
@given(texts)
def test_mentions_are_ordered_and_apart(text):
    found = mentions(text, today=TODAY)
    for a, b in pairwise(found):
        assert a.end <= b.start
    assert all(0 <= m.start < m.end <= len(text) for m in found)
    mentions(text)


@settings(max_examples=250, deadline=None)
@given(texts, texts)
def test_same_is_reflexive_and_symmetric(a, b):
    for kind in KINDS:
        assert same(kind, a, a)
        assert same(kind, a, b) == same(kind, b, a)
    assert affirms(a) in (True, False, None)
