import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.judges.case import Case, Entry
from metrics.judges.jury import NothingToJudge
from metrics.judges.labelled_entities import load_entities, pairs
from metrics.judges.offline import transcription_accuracy_key_entities as module
from metrics.judges.offline.transcription_accuracy_key_entities import MISSING, agree, judge
from tests import reference


def case(said, heard, *, cut=False, **kwargs):
    return Case(
        kwargs.pop("architecture", "cascade"),
        tuple(Entry(1, "caller", text) for text in [heard] if text),
        (Entry(1, "caller", said, cut=cut),),
        **kwargs,
    )


def one(said, heard, **kwargs):
    (turn,) = judge(case(said, heard, **kwargs)).turns
    (entity,) = turn.entities
    return entity


@pytest.mark.parametrize(
    ("said", "heard", "got"),
    [
        ("My last name is Moreau.", "My last name is Moreau.", "Moreau"),
        ("My code is B seven T K R two.", "My code is B7TKR2.", "B7TKR2"),
        ("My code is B seven T K R two.", "My code is B7-TK R. 2.", "B7-TK R. 2"),
        ("I leave at 5:30 PM today.", "I leave at 5.30 p.m. today.", "5.30 p.m"),
        ("They took sixty five dollars and that is all.", "They took $65 and and that is all.", "$65"),
        (
            "Send it to ann dot lee at example dot com now.",
            "Send it to Ann.Lee at example.com now.",
            "Ann.Lee at example.com",
        ),
    ],
)
def test_what_came_through(said, heard, got):
    entity = one(said, heard)
    assert (entity.correct, entity.transcribed_value, entity.skipped) == (True, got, False)


@pytest.mark.parametrize(
    ("said", "heard", "got"),
    [
        ("My last name is Moreau.", "My last name is Morrow.", "Morrow"),
        ("My last name is Moreau, yes.", "mylastnamemoreau yes", "mylastnamemoreau"),
        ("My code is B seven T K R two.", "My code is B7DKR2.", "B7DKR2"),
        ("My code is B seven T K R two.", "My code is B7TK2.", "B7TK2"),
        ("My code is B seven T K R two.", "My code is 4 B7TKR2.", "4 B7TKR2"),
        ("My code is B seven T K R two.", "My code is B7TKR2 2.", "B7TKR2 2"),
        ("My code is B seven T K R two, thanks.", "My code is, thanks.", MISSING),
        ("My code is B seven T K R two, thanks.", "", MISSING),
        ("I leave at 5:30 PM today.", "I leave at 5:13 p.m. today.", "5:13 p.m"),
        ("They took sixty five dollars.", "They took $60.", "$60"),
    ],
)
def test_what_did_not(said, heard, got):
    entity = one(said, heard)
    assert (entity.correct, entity.transcribed_value) == (False, got)


def test_a_value_said_twice_is_one_and_right_only_if_both_came_through():
    said = "It is B seven T K R two. Again, B seven T K R two, thank you."
    assert one(said, "It is B7TKR2. Again, B7TKR2, thank you.").correct
    entity = one(said, "It is B7TKR2. Again, P7TKR2, thank you.")
    assert (entity.correct, entity.transcribed_value) == (False, "P7TKR2")
    assert "said 2 times" in entity.analysis


def test_of_a_name_that_is_spelled_the_spelling_decides():
    said = "Last name Brandt. Bravo, Romeo, Alfa, November, Delta, Tango."
    assert one(said, "Last name Brant. Bravo, Romeo, Alpha, November, Delta, Tango.").correct
    entity = one(said, "Last name Brandt. Bravo, Romeo, Alpha, November, Tango.")
    assert (entity.type, entity.value, entity.correct) == ("name", "Brandt", False)
    assert entity.analysis == "'brandt' became 'brant', said 2 times"
    assert not one("Last name Brandt.", "Last name Brant.").correct


def test_words_moved_within_a_turn_do_not_lose_a_long_value():
    said = "Mail ann dot lee at example dot com, and then please call me back soon about all of it."
    assert one(said, "And then please call me back soon about all of it. Mail ann.lee@example.com").correct


def test_what_a_caller_was_not_let_say_is_skipped():
    said = "I need a new seat, my code is B seven T K R two."
    assert one(said, "I need a new seat, my", cut=True).skipped
    assert not one(said, "I need a new seat, my", cut=False).skipped
    assert not one(said, "I need a new seat, my code is B7DKR2", cut=True).skipped


def test_nothing_to_judge():
    with pytest.raises(NothingToJudge, match="not known"):
        judge(Case("cascade", (Entry(1, "caller", "Hello"),)))
    with pytest.raises(NothingToJudge, match="no value"):
        judge(case("Hello there.", "Hello there."))
    with pytest.raises(NothingToJudge, match="no tool call"):
        judge(case("My last name is Moreau.", "My last name is Moreau.", architecture="s2s"))


def test_agents_without_a_recogniser_answer_by_their_tool_calls():
    said = (Entry(1, "caller", "My last name is Moreau and the code is B seven T K R two."),)
    calls = (
        Entry(1, "call", tool="find", data={"last_name": "Moreau", "code": "B7DKR2", "limit": 50, "flags": ["x"]}),
        Entry(2, "call", tool="find", data={"last_name": "Moreau", "code": "B7TKR2"}),
    )
    first, second = judge(Case("s2s", calls, said)).turns
    assert [(e.type, e.transcribed_value, e.correct) for e in first.entities] == [
        ("name", "Moreau", True),
        ("code", "B7DKR2", False),
    ]
    assert (second.turn_id, [e.correct for e in second.entities]) == (2, [True, True])


def test_of_values_that_are_equally_like_an_argument_the_latest_counts():
    said = (
        Entry(1, "caller", "The code is B seven T K R two."),
        Entry(2, "caller", "Again, the code is Bravo seven Tango Kilo Romeo two."),
    )
    (turn,) = judge(Case("s2s", (Entry(3, "call", tool="find", data={"code": "B7TKR2"}),), said)).turns
    assert [(e.value, e.correct) for e in turn.entities] == [("Bravo seven Tango Kilo Romeo two", True)]


def test_a_call_before_the_value_was_said_carries_none():
    said = (Entry(2, "caller", "My last name is Moreau."),)
    with pytest.raises(NothingToJudge):
        judge(Case("s2s", (Entry(1, "call", tool="find", data={"last_name": "Moreau"}),), said))


SENTENCES = (
    "My last name is Moreau and the code is B seven T K R two.",
    "I leave at 5:30 PM on May fourth, from Denver to BOS, for sixty five dollars.",
    "Send it to ann dot lee at example dot com or call two one two, five five five, zero one nine nine.",
)


@given(st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=3, unique=True).map(" ".join))
def test_a_perfect_transcript_has_no_error(text):
    assert all(e.correct for t in judge(case(text, text)).turns for e in t.entities)


@given(st.sampled_from(SENTENCES), st.text(max_size=80))
def test_any_transcript_is_judged(said, heard):
    (turn,) = judge(case(said, heard)).turns
    assert {e.value for e in turn.entities} == {e.value for t in judge(case(said, said)).turns for e in t.entities}


def test_it_says_what_it_cannot_see():
    assert module.VERSION
    assert all(b.endswith(".") for b in module.BLIND)


@pytest.mark.reference
def test_bars_on_the_labelled_half():
    """Extraction, correctness of pairs found by ourselves, and correctness of the labelled pairs."""
    ours = labelled = matched = agreed = given = right = 0
    for item in load_entities(reference.path("judge_validation", "key_entity_transcription.jsonl")):
        verdict = {t.turn_id: t.entities for t in judge(item.case).turns}
        for turn, entities in item.entities.items():
            found = verdict.get(turn, ())
            both = pairs(found, entities)
            ours, labelled, matched = ours + len(found), labelled + len(entities), matched + len(both)
            agreed += sum(a.correct == b.correct for a, b in both)
            given += len(entities)
            right += sum(agree(e.value, e.transcribed_value) == e.correct for e in entities)
    precision, recall = matched / ours, matched / labelled
    assert 2 * precision * recall / (precision + recall) >= 0.93
    assert agreed / matched >= 0.93
    assert right / given >= 0.94
