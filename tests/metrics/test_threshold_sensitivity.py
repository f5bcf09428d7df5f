import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics import timeline
from metrics.composites import COMPOSITES, THRESHOLDS, compose
from metrics.curves import CURVE, LatencyCurve, latency_score
from metrics.experience.turn_taking import turn_taking, under
from metrics.score import Score
from metrics.summary import CallScores, summarize
from metrics.threshold_sensitivity import GRID, MOVES, threshold_sensitivity
from tests.metrics.build import event, record, turn

EXPERIENCE = ("conversation_progression", "turn_taking", "conciseness")


def score(name, value=1.0, state="scored", **kwargs):
    found = value if state == "scored" else None
    return Score(
        name=name, version="1", category="experience", state=state, value=found, normalized=found, why="so", **kwargs
    )


def call(scenario, trial=0, **values):
    """A call whose EVA-X components are 1 unless given, as a value, a state or a score."""
    made = {}
    for name in EXPERIENCE:
        given = values.get(name, 1.0)
        if isinstance(given, Score):
            made[name] = given
        elif given is not None:
            made[name] = score(name, state=given) if isinstance(given, str) else score(name, given)
    return CallScores("airline", scenario, trial, made)


def rates(found, component, rule="EVA-X_pass"):
    return dict(map(tuple, found["pass"][rule]["components"][component]["rates"]))


def test_a_pass_rate_falls_as_its_threshold_rises():
    found = threshold_sensitivity([call(s, turn_taking=v) for s, v in [("a", 0.4), ("b", 0.79), ("c", 0.9)]])
    of = rates(found, "turn_taking")
    assert [of[t] for t in (0.0, 0.4, 0.45, 0.75, 0.8, 0.9, 0.95)] == pytest.approx(
        [1, 1, 2 / 3, 2 / 3, 1 / 3, 1 / 3, 0], abs=1e-4
    )
    assert found["pass"]["EVA-X_pass"]["observed"] == of[0.8] == pytest.approx(1 / 3, abs=1e-4)


def test_the_other_thresholds_stand():
    found = threshold_sensitivity([call("a", turn_taking=0.5, conciseness=0.2), call("b")])
    assert rates(found, "turn_taking")[0.0] == 0.5, "a is not concise, however quick"
    assert rates(found, "conciseness")[0.0] == 0.5


def test_scenarios_weigh_alike_whatever_their_trials():
    calls = [call("a", n, turn_taking=0.0) for n in range(3)] + [call("b")]
    assert threshold_sensitivity(calls)["pass"]["EVA-X_pass"]["observed"] == 0.5


def test_undecided_calls_are_left_out_and_skipped_components_too():
    calls = [call("a"), call("b", conciseness="errored"), call("c", conciseness=None), call("d", conciseness="skipped")]
    entry = threshold_sensitivity(calls)["pass"]["EVA-X_pass"]
    assert (entry["observed"], entry["calls"]) == (1.0, 2)


def test_declared_thresholds_are_among_those_that_are_tried():
    found = threshold_sensitivity([call("a")])
    for rule in COMPOSITES:
        for name, least in rule.thresholds.items():
            entry = found["pass"][rule.name]["components"][name]
            assert entry["declared"] == least == THRESHOLDS[name]
            tried = [t for t, _ in entry["rates"]]
            assert tried == sorted({*GRID, least})


def test_without_calls_nothing_is_known():
    found = threshold_sensitivity([])
    assert found["pass"]["EVA-A_pass"]["observed"] is None
    assert found["curve"]["moves"]["late"][0] == {"ms": -1000.0, "turn_taking": None, "EVA-X_pass": None}


values = st.one_of(st.floats(0, 1), st.sampled_from(["errored", "skipped", None]))


@given(st.lists(st.tuples(st.sampled_from("abc"), values, values, values), max_size=8))
def test_the_observed_rate_is_that_of_the_composites_and_rates_never_rise(drawn):
    calls = [call(s, n, **dict(zip(EXPERIENCE, v, strict=True))) for n, (s, *v) in enumerate(drawn)]
    entry = threshold_sensitivity(calls)["pass"]["EVA-X_pass"]
    decided = [v for c in calls if (v := compose(c.scores)["EVA-X_pass"].value) is not None]
    assert entry["calls"] == len(decided)
    summary = summarize(calls, k=1, seed=1)["composites"]["EVA-X_pass"]
    assert entry["observed"] == summary["mean"]
    for component in entry["components"].values():
        tried = [rate for _, rate in component["rates"] if rate is not None]
        assert tried == sorted(tried, reverse=True)


# The curve ---------------------------------------------------------------------------------------------------------


def timed(*gaps, tools=()):
    """A call's turn_taking whose answers came after so many seconds."""
    turns, at = [turn(0, agent=[(0, 1)])], 2.0
    for n, gap in enumerate(gaps, 1):
        turns.append(turn(n, [(at, at + 1)], [(at + 1 + gap, at + 2 + gap)], tools=int(n in tools)))
        at += 4 + gap
    outcome = turn_taking(record(turns=turns))
    return score("turn_taking", outcome.value, details=outcome.details)


def test_the_curve_moves_under_the_waits_that_were_measured():
    """2.75 s is half of the way down, 3.25 s would be with a curve that is half a second later."""
    found = threshold_sensitivity([call("a", turn_taking=timed(2.75)), call("b", turn_taking=timed(3.25))])
    late = {m["ms"]: m for m in found["curve"]["moves"]["late"]}
    assert late[0.0]["turn_taking"] == pytest.approx((0.5 + 1 / 6) / 2, abs=1e-4)
    assert late[500.0]["turn_taking"] == pytest.approx((5 / 6 + 0.5) / 2, abs=1e-4)
    assert late[-1000.0]["turn_taking"] == 0.0
    assert (late[0.0]["EVA-X_pass"], late[500.0]["EVA-X_pass"], late[1000.0]["EVA-X_pass"]) == (0.0, 0.5, 1.0)
    assert found["curve"]["declared"]["zero_at"] == 3500.0


def test_constants_of_tool_turns_move_with_the_others():
    found = threshold_sensitivity([call("a", turn_taking=timed(4.0, tools={1}))])
    late = {m["ms"]: m["turn_taking"] for m in found["curve"]["moves"]["late"]}
    assert (late[0.0], late[500.0], late[1000.0]) == (0.5, 0.75, 1.0)


def test_every_move_leaves_a_curve():
    for names, steps in MOVES.values():
        assert 0.0 in steps
        for by in steps:
            curve = LatencyCurve(**{name: getattr(CURVE, name) + by for name in names})
            assert 0 < curve.best_from <= curve.best_to < curve.zero_at
            assert curve.best_from <= curve.tool_best_to < curve.tool_zero_at


@given(st.floats(-1e4, 1e4), st.booleans())
def test_the_declared_curve_is_the_one_in_use(latency, tool):
    assert latency_score(latency, tool=tool) == latency_score(latency, tool=tool, curve=LatencyCurve())


BUSY = record(
    turns=[
        turn(0, agent=[(0, 1)]),
        turn(1, [(2, 4)], [(3.2, 3.5), (4.8, 6)], agent_interrupts=True, overlap_s=0.3),
        turn(2, [(5.5, 7)], [(9.4, 11)], caller_interrupts=True, overlap_s=0.5, tools=1),
        turn(3, [(12, 13)], [(15.9, 17)]),
        turn(4, [(18, 19)], [(25, 26)]),
    ],
    events=[event("turn_end_fallback", at=24)],
)


def test_from_its_details_a_score_comes_out_as_it_was():
    """Interruptions, waits after them, yields and nudges too."""
    found = turn_taking(BUSY)
    reasons = {t["reason"] for t in found.details["turns"].values()}
    assert reasons == {"agent_interrupt", "user_interrupt", "latency", "turn_end_fallback"}
    assert under(found.details, CURVE) == found.value
    assert timeline.of_record(BUSY).nudged == {4}


def test_a_call_that_was_left_without_an_answer_stays_at_0():
    left = turn_taking(record(end_reason="agent_silence"))
    assert under(left.details, LatencyCurve(best_to=9000, zero_at=9999)) == left.value == 0


def test_a_wait_after_an_interruption_moves_too():
    turns = [turn(0, agent=[(0, 1)]), turn(1, [(2, 4)], [(3.98, 3.995), (7.3, 8)], agent_interrupts=True)]
    found = turn_taking(record(turns=turns))
    assert found.value == pytest.approx(0.1333, abs=1e-4)
    assert under(found.details, LatencyCurve(best_to=3000, zero_at=4500)) > 0.4


# In the summary ----------------------------------------------------------------------------------------------------


def test_it_stands_in_our_summary_as_plain_json_and_not_in_the_references():
    calls = [call("a", turn_taking=timed(2.0)), call("b")]
    found = summarize(calls, k=1, seed=1)["threshold_sensitivity"]
    assert json.loads(json.dumps(found, allow_nan=False)) == found
    assert found == summarize(reversed(calls), k=1, seed=1)["threshold_sensitivity"]
    assert summarize(calls, k=1, seed=1, convention="reference")["threshold_sensitivity"] is None
