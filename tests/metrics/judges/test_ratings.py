import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.judges.case import Case, Entry
from metrics.judges.jury import JudgeError, NothingToJudge
from metrics.judges.ratings import RATERS, expected_turns, overall, rate
from metrics.judges.verdicts import CONCISENESS, CORRUPTIONS, FAITHFULNESS, PROGRESSION, Dimensions, Finding, Turns
from metrics.judges.views import METRICS
from tests.metrics.jury import behaviour, dimensions, turns

TALK = Case(
    "cascade",
    tuple(Entry(n, kind, "words") for n in range(3) for kind in ("caller", "agent") if (n, kind) != (0, "caller")),
)
OF_TURNS = ("conciseness", "agent_speech_fidelity", "tts_fidelity", "speakability")


def test_every_judged_metric_has_its_arithmetic():
    own = {"transcription_accuracy_key_entities"}  # exact for planned callers: it counts arrivals in both cases
    assert set(RATERS) | own == set(METRICS)


def test_the_worst_dimension_decides_faithfulness_and_gives_the_reason():
    found = rate(
        "faithfulness",
        dimensions(FAITHFULNESS, 1, hallucination=(2, "a lounge"), violating_policies=(1, "no yes\nin turn 4")),
        TALK,
    )
    assert (found.value, found.normalized) == (1.0, 0.0)
    assert found.why == "violating policies: no yes in turn 4"
    assert found.subs == {f"{n}_rate": float(n in ("hallucination", "violating_policies")) for n in FAITHFULNESS}
    assert found.details["inconsistencies"] == []


@pytest.mark.parametrize(
    ("bad", "rating"),
    [
        ({}, 3),
        ({"information_loss": 2}, 2),
        ({"information_loss": 2, "question_quality": 2}, 2),
        ({"information_loss": 2, "question_quality": 2, "redundant_statements": 2}, 1),
        ({"information_loss": 1}, 1),
    ],
)
def test_progression_counts_its_issues(bad, rating):
    verdict = dimensions(PROGRESSION, rating, **{n: (r, "seen") for n, r in bad.items()})
    found = rate("conversation_progression", verdict, TALK)
    assert (found.value, found.details["inconsistencies"]) == (float(rating), [])
    assert overall("conversation_progression", verdict) == rating


def test_a_flag_without_a_lower_rating_is_an_issue_of_progression_and_named():
    odd = {n: Finding(evidence="e", flagged=n == "question_quality", rating=3) for n in PROGRESSION}
    found = rate("conversation_progression", Dimensions(dimensions=odd, rating=3), TALK)
    assert found.value == 2.0
    assert found.why == "question quality: e"
    assert found.details["inconsistencies"] == [
        "question_quality is flagged, but rated 3",
        "the judge says 3 on the whole, its dimensions come to 2",
    ]


@pytest.mark.parametrize(
    ("metric", "names"), [("faithfulness", FAITHFULNESS), ("conversation_progression", PROGRESSION)]
)
def test_a_dimension_left_out_is_an_error_and_a_strange_one_is_only_named(metric, names):
    whole = dimensions(names, 3).dimensions
    with pytest.raises(JudgeError, match=names[-1]):
        rate(metric, Dimensions(dimensions={n: whole[n] for n in names[:-1]}, rating=3), TALK)
    more = {**whole, "kindness": Finding(evidence="", flagged=True, rating=1)}
    found = rate(metric, Dimensions(dimensions=more, rating=3), TALK)
    assert (found.value, found.details["unknown_dimensions"]) == (3.0, ["kindness"])
    assert "kindness_rate" not in found.subs


@given(st.dictionaries(st.sampled_from(FAITHFULNESS), st.sampled_from([1, 2])), st.sampled_from([1, 2, 3]))
def test_the_overall_word_of_a_judge_never_enters_the_score(bad, said):
    verdict = dimensions(FAITHFULNESS, said, **{n: (r, "e") for n, r in bad.items()})
    found = rate("faithfulness", verdict, TALK)
    least = min(bad.values(), default=3)
    assert found.value == least
    assert found.normalized == (least - 1) / 2
    assert bool(found.details["inconsistencies"]) == (said != least)


@pytest.mark.parametrize("metric", OF_TURNS)
def test_turns_left_out_or_off_the_scale_or_all_unrated_are_errors(metric):
    for verdict, text in (
        (Turns(turns=()), "none of the turns"),
        (turns({7: 1}), "no turn that exists"),
        (turns({0: 1, 2: 1}), "left out 1 of 3 turns: 1"),
        (turns({0: 1, 1: 4, 2: 1}), "turn 1 is rated 4"),
        (turns({0: 1, 1: -1, 2: 1}), "turn 1 is rated -1"),
        (turns({0: None, 1: None, 2: None}), "no turn a rating"),
    ):
        with pytest.raises(JudgeError, match=text):
            rate(metric, verdict, TALK)


def test_turns_that_do_not_exist_are_dropped_and_named_and_the_last_rating_of_a_turn_counts():
    given_twice = Turns(turns=(*turns({0: 1, 9: 1}).turns, *turns({0: 3, 1: 3, 2: 3}).turns))
    found = rate("conciseness", given_twice, TALK)
    assert (found.value, found.details["unknown_turns"]) == (3.0, [9])


def test_conciseness_rounds_as_declared_and_a_turn_without_fault_has_no_failure_modes():
    modes = {0: ("verbosity_or_filler",), 1: ("verbosity_or_filler", "too_chatty")}
    found = rate("conciseness", turns({0: 3, 1: 2, 2: 3}, failure_modes=modes), TALK)
    assert (found.value, found.normalized) == (2.667, 0.833)
    assert found.subs == {f"{m}_rate": 0.333 if m == "verbosity_or_filler" else 0.0 for m in CONCISENESS}
    assert found.details["per_turn"]["0"] == {"rating": 3}
    assert found.why == "1 of 3 turns are hard to take in, worst turn 1: verbosity or filler, too chatty"


def test_without_a_turn_there_is_nothing_to_rate():
    with pytest.raises(NothingToJudge):
        rate("conciseness", turns({0: 3}), Case("cascade", (Entry(1, "caller", "Hello?"),)))


def test_speech_counts_turns_with_values_only():
    some = {"has_entities": {0: False, 2: False}}
    assert rate("agent_speech_fidelity", turns({0: 0, 1: 1, 2: None}, **some), TALK).value == 1.0
    none = rate(
        "agent_speech_fidelity", turns({0: 0, 1: 1, 2: None}, has_entities=dict.fromkeys(range(3), False)), TALK
    )
    assert (none.value, none.details["num_without_entities"]) == (None, 3)
    # A turn that speaks values and has no rating is no answer, also where the others speak none.
    with pytest.raises(JudgeError, match="no turn a rating"):
        rate("agent_speech_fidelity", turns({0: 1, 1: None, 2: 1}, **some), TALK)


@pytest.mark.parametrize("ratings", [{1: 3, 2: 2}, {1: 3, 2: 1}, {1: 1, 2: 1}])
def test_one_turn_of_the_caller_at_the_bottom_fails_the_gate(ratings):
    found = rate("user_speech_fidelity", turns(ratings), TALK)
    passed = 1 not in ratings.values()
    assert found.details["gate"] == {"passed": passed, "turns": [n for n, r in ratings.items() if r == 1]}
    assert found.subs["gate"] == float(passed)
    assert found.value == sum(ratings.values()) / 2


def test_the_callers_turns_are_those_in_which_it_meant_to_say_something():
    # The agent's recogniser caught nothing of turn 2; the caller's voice is judged there all the same.
    case = Case("cascade", (Entry(1, "caller", "hi"),), spoken=(Entry(1, "caller", "Hi."), Entry(2, "caller", "Yes.")))
    assert expected_turns("user_speech_fidelity", case) == {1, 2}
    assert expected_turns("conciseness", TALK) == {0, 1, 2}


def test_any_corruption_is_a_zero_whatever_the_judge_says_on_the_whole():
    found = rate("user_behavioral_fidelity", behaviour(CORRUPTIONS, 1, duplicate_modifications="asked twice"), TALK)
    assert (found.value, found.why) == (0.0, "duplicate modifications: asked twice")
    assert found.details["inconsistencies"] == ["the judge says 1, its findings come to 0"]
    assert found.subs["duplicate_modifications_rate"] == 1.0
    assert sum(v or 0 for v in found.subs.values()) == 1.0
    with pytest.raises(JudgeError, match="wrong_language"):
        rate("user_behavioral_fidelity", behaviour(CORRUPTIONS[:-1], 1), TALK)


def test_a_verdict_of_another_shape_is_an_error():
    with pytest.raises(JudgeError, match="answered Turns, not Dimensions"):
        rate("faithfulness", turns({0: 3}), TALK)
    with pytest.raises(JudgeError, match="answered Dimensions, not Turns"):
        rate("conciseness", dimensions(FAITHFULNESS, 3), TALK)


@given(st.dictionaries(st.integers(0, 2), st.sampled_from([1, 2, 3]), min_size=3, max_size=3))
def test_scores_stay_on_their_scales(ratings):
    found = rate("conciseness", turns(ratings), TALK)
    assert 1 <= found.value <= 3
    assert 0 <= found.normalized <= 1
    assert found.normalized == pytest.approx((found.value - 1) / 2, abs=1e-3)


def test_long_evidence_is_cut_at_a_word_in_the_reason_and_kept_in_the_details():
    text = "word " * 200
    found = rate("faithfulness", dimensions(FAITHFULNESS, 1, hallucination=(1, text)), TALK)
    assert len(found.why) < 280
    assert found.why.endswith("word ...")
    assert found.details["dimensions"]["hallucination"]["evidence"] == text
