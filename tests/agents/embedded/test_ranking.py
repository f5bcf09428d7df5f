import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.embedded.ranking import Candidate, alike, rank, said


def values(candidates, kind, read=()):
    return [r.value for r in rank(candidates, kind, list(read))]


def test_nothing_ranks_to_nothing():
    assert rank([], "code", ["ZK3FFW"]) == []


def test_the_better_explanation_of_the_sound_wins():
    assert values([Candidate("CK3FFW", -4.0), Candidate("ZK3FFW", -1.0)], "code") == ["ZK3FFW", "CK3FFW"]


def test_the_free_reading_settles_a_near_tie_but_nothing_more():
    near = [Candidate("CK3FFW", -1.5), Candidate("ZK3FFW", -1.0)]
    assert values(near, "code", ["CK3FFW"])[0] == "CK3FFW"
    clear = [Candidate("CK3FFW", -9.0), Candidate("ZK3FFW", -1.0)]
    assert values(clear, "code", ["CK3FFW"])[0] == "ZK3FFW"


def test_a_reading_without_the_decoders_support_needs_the_decoder_to_fail():
    alone = Candidate("ZK3FFW", None)
    assert values([alone, Candidate("CCCCCC", -3.0)], "code", ["ZK3FFW"])[0] == "CCCCCC"
    assert rank([alone], "code", ["ZK3FFW"])[0].confidence < 0.01


def test_a_code_follows_its_cue():
    spelled_name = Candidate("GARCIA", -0.1, "five Lima Romeo X-ray six three Bass")
    assert values([spelled_name, Candidate("5LRX63", -1.0)], "code")[0] == "5LRX63"


def test_a_name_keeps_the_letter_that_the_free_transcript_swallowed():
    assert values([Candidate("ARCIA", 0.0), Candidate("GARCIA", -0.05)], "name")[0] == "GARCIA"
    assert values([Candidate("TORRE", -0.2), Candidate("TORRES", -0.6)], "name")[0] == "TORRES"
    assert values([Candidate("MILLER", 0.0), Candidate("QMILLER", -6.0)], "name")[0] == "MILLER"


def test_the_name_as_a_word_decides_between_like_letters():
    spelled = [Candidate("WILLIANS", -0.2, "Williams,"), Candidate("WILLIAMS", -1.8, "Williams,")]
    assert values(spelled, "name")[0] == "WILLIAMS"
    unheard = [Candidate("WILLIANS", -0.2), Candidate("WILLIAMS", -1.8)]
    assert values(unheard, "name")[0] == "WILLIANS"


def test_a_word_that_happens_to_be_a_part_does_not_win():
    candidates = [Candidate("HAD", -5.6, "had it"), Candidate("HADDAD", -0.1, "had it")]
    assert values(candidates, "name", ["HADDAD"])[0] == "HADDAD"


def test_the_name_as_it_was_said():
    assert said("My last name is") == []
    assert said("is O'Brien, ") == ["obrien"]
    assert said("LassNameJohnson") == ["johnson", "lassjohnson"]
    assert said("van den") == ["den", "vanden"]


@pytest.mark.parametrize(("one", "two"), [("Okafor", "akeffer"), ("Smith", "myth"), ("Phillips", "fillips")])
def test_names_that_sound_alike(one, two):
    assert alike(one, two) > 0.55
    assert alike(one, two) > alike(one, "gutierrez") + 0.3


@given(st.text("abcdefghijklmnopqrstuvwxyz", max_size=10), st.text("abcdefghijklmnopqrstuvwxyz", max_size=10))
def test_likeness_is_symmetric_and_within_bounds(one, two):
    assert 0 <= alike(one, two) <= 1
    assert alike(one, two) == pytest.approx(alike(two, one))
    assert alike(one, one) == 1


@given(
    st.lists(
        st.builds(
            Candidate,
            st.text("ABC12", min_size=2, max_size=6),
            st.none() | st.floats(-40, 3),
            st.sampled_from(["", "abc", "my name is cab"]),
        ),
        min_size=1,
        max_size=10,
    ),
    st.sampled_from(["code", "digits", "name"]),
)
def test_probabilities_add_up_and_order_the_values(candidates, kind):
    ranked = rank(candidates, kind, [candidates[0].value])
    assert sum(math.exp(r.logprob) for r in ranked) == pytest.approx(1)
    assert [r.logprob for r in ranked] == sorted((r.logprob for r in ranked), reverse=True)
    assert {r.value for r in ranked} == {c.value for c in candidates}
    assert len({r.value for r in ranked}) == len(ranked)
    assert all(0 <= r.confidence <= math.exp(r.logprob) for r in ranked)


def test_a_shaped_code_follows_the_decoder_rather_than_the_free_reading():
    near = [Candidate("INC55", -0.4), Candidate("INC51", 0.0)]
    assert values(near, "code", ["INC55"])[0] == "INC55"
    assert values(near, "shape", ["INC55"])[0] == "INC55"
    assert values([Candidate("INC55", -0.8), near[1]], "shape", ["INC55"])[0] == "INC51"
    assert values([Candidate("INC55", -0.8), near[1]], "code", ["INC55"])[0] == "INC55"


def test_letters_said_by_their_names_are_believed_less():
    sure = rank([Candidate("VFH251", -0.1)], "shape", [])[0]
    bare = rank([Candidate("VFH251", -0.1, bare=3)], "shape", [])[0]
    assert bare.logprob == sure.logprob
    assert bare.confidence == pytest.approx(sure.confidence * 0.9**3)
