import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.diagnostic.stt_wer import error_rate
from metrics.scoring import score_record
from tests import reference
from tests.metrics.build import agent, caller, record
from tests.metrics.transcript import differences

CASES = [
    case
    for case in (reference.present("vectors", "wer.json") or {}).get("metric_cases", [])
    if case["language"] == "en"  # the only language of our packs
]


def texts(case):
    turns = sorted(set(case["intended"]) & set(case["transcribed"]))
    return {int(t): (bare(case["intended"][t]), bare(case["transcribed"][t])) for t in turns}


def bare(text):
    """Without the reference's marks of interruptions, which our records do not put into texts."""
    return " ".join(re.sub(r"\[[^]]*\]", " ", text).split())


def lost(case):
    """The rule of the one intended difference: a turn that was said and of which nothing was recognised."""
    return any(said.strip() and not heard.strip() for said, heard in texts(case).values())


@pytest.mark.reference
@pytest.mark.parametrize("case", reference.each(CASES, (c["name"] for c in CASES)))
def test_reference_cases(case):
    found, expected = error_rate(texts(case)), case["expected"]
    if expected["error"]:
        assert found.value is None, "nothing to compare is a skip, not a zero"
        return
    if lost(case):
        assert found.value > expected["score"]
        assert found.details["deletions"] > (expected["D"] or 0)
        return
    if not all(differences.plain(*pair) for pair in texts(case).values()):
        # spelled characters are one word for us, so that only "no error" compares
        assert (found.value == 0) is (expected["score"] == 0)
        return
    assert (found.value, found.normalized) == (expected["score"], expected["normalized_score"])
    assert found.details["per_turn"] == expected["per_turn"]
    counts = [found.details[k] for k in ("reference_words", "substitutions", "deletions", "insertions")]
    assert counts == [expected[k] for k in ("reference_words", "S", "D", "I")]
    assert expected["sub_metrics"].items() <= found.subs.items()


def score(*said, **kwargs):
    return score_record(record(utterances=said, **kwargs), ["stt_wer"])["stt_wer"]


def test_a_turn_of_which_nothing_was_recognised_counts_as_deletions():
    found = score(caller("hello world", at=2), caller("this was lost", at=6, turn=2, heard=""))
    assert (found.value, found.normalized) == (0.6, 0.4)
    assert found.subs == {
        "substitution_rate": 0.0,
        "deletion_rate": 0.6,
        "insertion_rate": 0.0,
        "pooled": 0.6,
        "mean_over_turns": 0.5,
    }
    assert found.why == ("60.0% of 5 words wrong (0 other, 3 missed, 0 added); worst is turn 2 with 100%")


def test_a_call_of_which_nothing_was_recognised_is_all_deletions():
    found = score(caller("hello world", at=2, heard=""), caller("are you there", at=6, turn=2, heard=""))
    assert (found.value, found.subs["deletion_rate"], found.subs["mean_over_turns"]) == (1.0, 1.0, 1.0)
    assert found.details["alignment"] == {"1": "{-hello world}", "2": "{-are you there}"}


def test_a_turn_without_any_text_beside_others_with_text_is_lost_too():
    found = score(caller("hello", at=2), caller("are you there", at=6, turn=2, heard=None))
    assert found.value == 0.75


def test_the_words_of_every_turn_stand_side_by_side():
    found = error_rate(
        {1: ("my code is Z K three please", "uh my coat is ZK3"), 4: ("thank you", "thank you very much")}
    )
    assert found.details["alignment"] == {
        "1": "my {code → coat} is zk 3 {-please}",
        "4": "thank you {+very much}",
    }


def test_a_long_turn_weighs_more_in_the_pooled_figure_and_no_more_in_the_mean():
    found = error_rate(
        {1: ("one word of eight is wrong in this", "one word of eight is wrong in that"), 2: ("no", "yes")}
    )
    assert (found.subs["pooled"], found.subs["mean_over_turns"]) == (0.222, 0.562)
    assert found.value == found.subs["pooled"]


def test_words_are_compared_by_turn_so_that_another_cut_is_no_error():
    found = score(caller("my code is", at=2, heard="my"), caller("Z K 3", at=4, heard="code is ZK3"))
    assert found.value == 0.0


def test_a_turn_in_which_the_caller_was_cut_off_is_left_out():
    found = score(caller("yes please", at=2), caller("I would like to", at=6, turn=2, heard="I", cut=True))
    assert found.value == 0.0
    assert found.details["turns_cut_off"] == 1


def test_the_agent_s_words_do_not_count():
    assert score(caller("yes", at=2), agent("one two three", at=4, heard="x")).value == 0.0


@pytest.mark.parametrize(
    "said",
    [
        [caller("yes", at=2, heard=None)],
        [caller(None, at=2, heard="yes")],
        [caller("um", at=2, heard="um")],
        [],
    ],
)
def test_without_both_texts_there_is_nothing_to_compare(said):
    assert score(*said).state == "skipped"


def test_only_a_cascade_has_this_recogniser():
    assert score(caller("yes", at=2), architecture="s2s").state == "skipped"


WORDS = st.lists(st.sampled_from(["yes", "no", "please", "change", "flight"]), min_size=1, max_size=8).map(" ".join)


@given(st.dictionaries(st.integers(1, 5), st.tuples(WORDS, WORDS), min_size=1))
def test_parts_sum_to_the_whole_and_perfect_hearing_is_free(turns):
    found = error_rate(turns)
    errors = sum(found.details[k] for k in ("substitutions", "deletions", "insertions"))
    assert found.value == pytest.approx(errors / found.details["reference_words"], abs=5.1e-4)
    assert 0 <= found.normalized <= 1
    assert found.subs["mean_over_turns"] == pytest.approx(
        sum(found.details["per_turn"].values()) / len(turns), abs=1.1e-3
    )
    for turn, (said, _) in turns.items():
        aligned = re.sub(r"\{\+[^}]*\}", "", found.details["alignment"][str(turn)])
        ours = re.sub(r"\{-([^}]*)\}", r"\1", re.sub(r"\{([^}]*) → [^}]*\}", r"\1", aligned))
        assert ours.split() == said.split(), "what was said can be read from the alignment"
    assert error_rate({t: (a, a) for t, (a, _) in turns.items()}).value == 0
    assert error_rate({t: (a, "") for t, (a, _) in turns.items()}).value == 1
