import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.experience.turn_taking import score
from metrics.scoring import score_record
from metrics.timeline import Timeline
from tests import reference
from tests.metrics.build import record, tool, turn

CASES = (reference.present("vectors", "turn_taking.json") or {"cases": []})["cases"]

# their names of end reasons; dead air there does not say who owed an answer
REASONS = {"inactivity_timeout": "silence", "time_limit_exceeded": "time_limit"}

# reported beside the score, and not in the reference
OURS = {"user_interruption.mean_answer_latency_ms"}


def timeline_of(case):
    def sides(given):
        return {int(t): tuple(map(tuple, segments or ())) for t, segments in given.items()}

    def turns(given):
        return frozenset(map(int, given))

    return Timeline(
        caller=sides(case["user_segments"]),
        agent=sides(case["assistant_segments"]),
        latency_s={int(t): v for t, v in case["latency_s"].items() if v is not None},
        agent_interrupts=turns(case["assistant_interrupted_turns"]),
        caller_interrupts=turns(case["user_interrupted_turns"]),
        tools=turns(case["tool_call_turns"]),
        nudged=turns(case["fallback_turn_ids"]),
        end_reason=REASONS.get(case["conversation_ended_reason"], case["conversation_ended_reason"]),
    )


@pytest.mark.reference
@pytest.mark.parametrize("case", reference.each(CASES, (c["name"] for c in CASES)))
def test_reference_timelines(case):
    outcome, expected = score(timeline_of(case["input"])), case["expected"]
    assert (outcome.value, outcome.normalized) == (expected["score"], expected["normalized_score"])
    for key in ("missed_turn", "num_turns", "num_evaluated"):
        assert outcome.details[key] == expected[key], key
    found = outcome.details["turns"]
    assert {t: v["score"] for t, v in found.items()} == expected["per_turn_score"]
    assert {t: v["reason"] for t, v in found.items()} == expected["per_turn_reason"]
    for t, evidence in expected["per_turn_evidence"].items():
        ours = {k: v for k, v in found[t].items() if k not in ("score", "reason")}
        assert ours | {"has_tool_call": ours.pop("tool_call")} == evidence | {
            "has_tool_call": evidence["has_tool_call"]
        }
    subs = {k: v for k, v in outcome.subs.items() if k not in OURS}
    assert subs == {k: v[0] for k, v in expected["sub_metrics"].items()}


def test_words_before_a_turn_s_first_tool_call_are_counted_beside_the_score():
    turns = [
        turn(0, agent=[(0, 1)]),
        turn(1, [(2, 3)], [(4, 5), (8, 9)], tools=2),
        turn(2, [(10, 11)], [(14, 15)], tools=1),
        turn(3, [(16, 17)], [(18, 19)]),
    ]
    calls = [tool("a", at=7, turn=1), tool("b", at=7.5, turn=1), tool("c", at=12, turn=2)]
    found = score_record(record(turns=turns, tools=calls), ["turn_taking"])["turn_taking"]
    assert found.subs["pretoolspeech_rate"] == 0.5
    assert "pretoolspeech_rate" not in score_record(record(turns=turns), ["turn_taking"])["turn_taking"].subs


def test_a_record_is_scored_by_its_own_times_and_flags():
    call = record(
        turns=[
            turn(0, agent=[(0, 1)]),
            turn(1, [(2, 3)], [(4, 5.6)]),
            turn(2, [(5, 7)], [(8, 9)], caller_interrupts=True),
        ]
    )
    found = score_record(call, ["turn_taking"])["turn_taking"]
    assert (found.value, found.normalized) == (0.85, 0.85)
    assert found.why == "mean of 2 turns; the worst is turn 2 with 0.7: the agent went on for 0.60 s when interrupted"
    assert found.subs["user_interruption.mean_answer_latency_ms"] == 1000.0


@pytest.mark.parametrize(
    ("turns", "reason", "value", "why"),
    [
        ([turn(1, [(0, 1)], [(2, 3)])], "goodbye", 1.0, "the only turn was well timed"),
        ([turn(1, [(0, 1)], [(4, 5)])], "goodbye", 0.3333, "answer after 3.00 s"),
        (
            [turn(1, [(0, 10)], [(9.5, 12)], agent_interrupts=True)],
            "goodbye",
            0.375,
            "the agent spoke over the caller for 0.50 s",
        ),
        (
            [turn(1, [(0, 1)], [(2, 3)]), turn(2, [(4, 5)])],
            "agent_silence",
            0.0,
            "the agent left the caller without an answer; its 1 answered turns give 1",
        ),
        ([turn(0, agent=[(0, 1)]), turn(1, [(2, 3)])], "goodbye", 0.0, "there is no turn in which"),
    ],
)
def test_reasons_are_readable(turns, reason, value, why):
    found = score_record(record(turns=turns, end_reason=reason), ["turn_taking"])["turn_taking"]
    assert found.value == value
    assert why in found.why


def test_turns_that_the_agent_left_unanswered_are_named():
    turns = [turn(1, [(0, 1)], [(2, 3)]), turn(2, [(4, 5)]), turn(3, [(6, 7)], [(8, 9)])]
    found = score_record(record(turns=turns), ["turn_taking"])["turn_taking"]
    assert found.details["unanswered"] == [2]


@st.composite
def timelines(draw):
    t, caller, agent, latency = 0.0, {}, {0: ((0.0, 1.0),)}, {}
    flags = []
    for n in range(1, draw(st.integers(1, 5)) + 1):
        t += draw(st.floats(-0.5, 3)) + 1
        end = t + draw(st.floats(0.1, 5))
        start = max(t, end + draw(st.floats(-3, 6)))
        caller[n], agent[n] = ((t, end),), ((start, start + 2),)
        latency[n] = round(start - end, 6)
        flags.append(draw(st.tuples(st.booleans(), st.booleans(), st.booleans())))
        t = max(end, start + 2)
    sets = [frozenset(n for n, f in enumerate(flags, 1) if f[i]) for i in range(3)]
    reason = draw(st.sampled_from(["goodbye", "agent_silence", "time_limit"]))
    return Timeline(caller, agent, latency, *sets, end_reason=reason)


@given(timelines())
def test_scores_are_shares_and_an_interruption_by_the_agent_is_worth_half_at_most(times):
    outcome = score(times)
    assert 0 <= outcome.value <= 1
    for t, found in outcome.details["turns"].items():
        assert 0 <= found["score"] <= 1
        if int(t) in times.agent_interrupts:
            assert found["score"] <= 0.5
    if times.missed_turn:
        assert outcome.value == 0
    rates = [outcome.subs[f"{k}_rate"] for k in ("early", "on_time", "late")]
    assert sum(rates) == pytest.approx(1, abs=2e-4)


@given(timelines().filter(lambda t: not t.agent_interrupts), st.floats(-100, 100))
def test_only_differences_of_time_matter(times, shift):
    def moved(sides):
        return {t: tuple((a + shift, b + shift) for a, b in s) for t, s in sides.items()}

    other = Timeline(
        moved(times.caller),
        moved(times.agent),
        times.latency_s,
        times.agent_interrupts,
        times.caller_interrupts,
        times.tools,
        end_reason=times.end_reason,
    )
    assert score(other).value == pytest.approx(score(times).value, abs=1e-3)
