"""turn_taking: does the agent speak when it is its turn, and fall silent when it is not?

Each turn is scored by what happened in it. The agent broke in: the least of the scores for overlap, number
of interruptions, and the wait for its real answer. The caller broke in: how fast the agent yielded. Neither:
the latency of the answer. The call's score is the mean over its turns, and 0 when the agent left the caller
without an answer.
Formulas: EVA-Bench, turn_taking 0.2 (curves in `metrics.curves`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from statistics import fmean
from typing import Any

from metrics import timeline
from metrics.curves import LatencyCurve, count_score, latency_score, overlap_score, timing, yield_score
from metrics.registry import metric
from metrics.score import Outcome, share
from metrics.timeline import MIN_OVERLAP_S, Timeline
from metrics.words import every
from pipelines.record import Record


@dataclass(frozen=True, slots=True)
class TurnScore:
    """One turn: its score, the rule that gave it, and the measurements behind (milliseconds, scores)."""

    turn: int
    score: float
    reason: str
    evidence: dict[str, float] = field(default_factory=dict)


@metric("turn_taking", category="experience", version="1.1", threshold=0.8, without_turns=True)
def turn_taking(record: Record) -> Outcome:
    """Whether the agent answers in time, does not interrupt, and yields when interrupted."""
    found = score(timeline.of_record(record))
    told = _spoke_before_tools(record)
    return found if told is None or not found.subs else replace(found, subs={**found.subs, "pretoolspeech_rate": told})


def _spoke_before_tools(record: Record) -> float | None:
    """Share of the turns with tool calls in which the agent said something before the first of them."""
    first: dict[int, int] = {}
    for call in record.tools:
        first[call.turn] = min(call.start, first.get(call.turn, call.start))
    spoke = [any(s.start < first[t.index] for s in t.agent) for t in record.turns if t.index in first]
    return round(fmean(spoke), 4) if spoke else None


def score(times: Timeline) -> Outcome:
    """The score of a timeline; 0 without a turn to evaluate, and 0 for a call that the agent left hanging."""
    turns = [score_turn(times, t) for t in times.evaluable]
    mean = round(fmean(t.score for t in turns), 4) if turns else 0.0
    missed = times.missed_turn
    return share(
        0.0 if missed else mean,
        _why(turns, mean, missed),
        details={
            "missed_turn": missed,
            "num_turns": times.turns,
            "num_evaluated": len(turns),
            "unanswered": [t for t in sorted(times.caller) if t and times.caller[t] and not times.agent.get(t)],
            "turns": {
                str(t.turn): {
                    "score": t.score,
                    "reason": t.reason,
                    "tool_call": t.turn in times.tools,
                    **t.evidence,
                }
                for t in turns
            },
        },
        subs=subs(times, turns) if turns else {},
    )


def score_turn(times: Timeline, turn: int) -> TurnScore:
    """Score one evaluable turn."""
    if turn in times.nudged:
        return TurnScore(turn, 0.0, "turn_end_fallback")
    evidence: dict[str, float] = {}
    broke_in = _agent_interruption(times, turn, evidence) if turn in times.agent_interrupts else None
    yielded = _yield(times, turn, evidence) if turn in times.caller_interrupts else None
    scores = [s for s in (broke_in, yielded) if s is not None]
    if scores:
        reason = "dual_interrupt" if len(scores) == 2 else "user_interrupt" if broke_in is None else "agent_interrupt"
        return TurnScore(turn, round(min(scores), 4), reason, evidence)
    latency = times.latency_s[turn] * 1000
    value = latency_score(latency, tool=turn in times.tools)
    evidence |= {"latency_ms": round(latency, 3), "latency_score": round(value, 4)}
    return TurnScore(turn, round(value, 4), "latency", evidence)


def under(details: Mapping[str, Any], curve: LatencyCurve) -> float:
    """The score that a call would have by another curve, from the details of the score that it has."""
    turns = [_turn_under(turn, curve) for turn in details["turns"].values()]
    return 0.0 if details["missed_turn"] or not turns else round(fmean(turns), 4)


def _turn_under(turn: Mapping[str, Any], curve: LatencyCurve) -> float:
    if turn["reason"] == "turn_end_fallback":
        return 0.0
    waits = [float(turn[key]) for key in ("latency_ms", "post_interrupt_latency_ms") if key in turn]
    scores = [float(turn[key]) for key in ("overlap_score", "interrupt_count_score", "yield_score") if key in turn]
    return round(min(scores + [latency_score(wait, tool=turn["tool_call"], curve=curve) for wait in waits]), 4)


def _agent_interruption(times: Timeline, turn: int, evidence: dict[str, float]) -> float:
    caller, agent = times.caller[turn], times.agent[turn]
    both = timeline.overlap(caller, agent) * 1000
    overlapping = sum(timeline.overlap(caller, [s]) > MIN_OVERLAP_S for s in agent)
    evidence["overlap_ms"] = round(both, 3)
    evidence["overlap_score"] = round(overlap_score(both), 4)
    evidence["n_interrupt_segments"] = overlapping
    scores = [overlap_score(both)]
    if overlapping:
        scores.append(count_score(overlapping))
        evidence["interrupt_count_score"] = round(scores[-1], 4)
    end = caller[-1][1]
    later = [start for start, _ in agent if start > end]
    if later and not any(start <= end < stop for start, stop in agent):
        wait = (min(later) - end) * 1000
        scores.append(latency_score(wait, tool=turn in times.tools))
        evidence["post_interrupt_latency_ms"] = round(wait, 3)
        evidence["post_interrupt_latency_score"] = round(scores[-1], 4)
    return min(scores)


def _yield(times: Timeline, turn: int, evidence: dict[str, float]) -> float | None:
    before, caller = times.agent.get(turn - 1), times.caller.get(turn)
    if not before or not caller:
        return None
    wait = max(0.0, before[-1][1] - caller[0][0]) * 1000
    evidence["yield_ms"] = round(wait, 3)
    evidence["yield_score"] = round(yield_score(wait), 4)
    return yield_score(wait)


def subs(times: Timeline, turns: list[TurnScore]) -> dict[str, float | None]:
    """Parts of the score; rates are shares of the evaluated turns.

    ``user_interruption.mean_answer_latency_ms`` is ours: the score of a turn that the caller opened by
    breaking in says nothing of the wait that followed, so the wait is reported beside it.
    """
    n = len(turns)
    timed = [t.turn for t in turns if t.turn in times.latency_s]
    latencies = {t: times.latency_s[t] * 1000 for t in timed}
    ordered = sorted(latencies.values())
    kinds = [timing(latencies[t], tool=t in times.tools) for t in timed]
    broke_in = [t for t in turns if "overlap_ms" in t.evidence]
    opened = [t for t in turns if t.turn in times.caller_interrupts]
    nudged = [t for t in turns if t.reason == "turn_end_fallback"]
    found: dict[str, float | None] = {
        "mean_latency_ms": round(fmean(ordered), 3) if ordered else None,
        "p50_latency_ms": _percentile(ordered, 0.5),
        "p90_latency_ms": _percentile(ordered, 0.9),
        **{f"{k}_rate": round(kinds.count(k) / n, 4) for k in ("on_time", "early", "late")},
        "agent_interruption.rate": round(len(broke_in) / n, 4),
        "agent_interruption.num_interruptions": sum(t.evidence["n_interrupt_segments"] for t in broke_in)
        if broke_in
        else None,
        **_means(
            "agent_interruption",
            broke_in,
            overlap_ms="overlap_ms",
            overlap_score="overlap_score",
            count_score="interrupt_count_score",
            post_interrupt_latency_ms="post_interrupt_latency_ms",
            post_interrupt_latency_score="post_interrupt_latency_score",
        ),
        "user_interruption.rate": round(len(opened) / n, 4),
        **_means("user_interruption", opened, yield_ms="yield_ms", yield_score="yield_score"),
        "fallback_nudge.rate": round(len(nudged) / n, 4),
        "fallback_nudge.count": len(nudged) or None,
    }
    waits = [latencies[t.turn] for t in opened if t.turn in latencies]
    if waits:
        found["user_interruption.mean_answer_latency_ms"] = round(fmean(waits), 3)
    return found


def _means(group: str, turns: list[TurnScore], **keys: str) -> dict[str, float | None]:
    """Mean of each measurement over the turns that have it; absent where none has."""
    found: dict[str, float | None] = {}
    for name, key in keys.items():
        values = [t.evidence[key] for t in turns if key in t.evidence]
        if values:
            found[f"{group}.mean_{name}"] = round(fmean(values), 3 if key.endswith("_ms") else 4)
    return found


def _percentile(ordered: list[float], p: float) -> float | None:
    return round(ordered[min(len(ordered) - 1, int(p * len(ordered)))], 3) if ordered else None


def _why(turns: list[TurnScore], mean: float, missed: bool) -> str:
    if missed:
        return f"the agent left the caller without an answer; its {len(turns)} answered turns give {mean:g}"
    if not turns:
        return "there is no turn in which the caller spoke and the agent answered"
    worst = min(turns, key=lambda t: t.score)
    if worst.score == 1.0:
        return every(len(turns), "turn", "was well timed", "were well timed")
    seconds = {k: f"{v / 1000:.2f} s" for k, v in worst.evidence.items() if k.endswith("_ms")}
    said = {
        "latency": f"answer after {seconds.get('latency_ms')}",
        "agent_interrupt": f"the agent spoke over the caller for {seconds.get('overlap_ms')}",
        "user_interrupt": f"the agent went on for {seconds.get('yield_ms')} when interrupted",
        "dual_interrupt": "both broke in on each other",
        "turn_end_fallback": "the agent answered only when nudged",
    }[worst.reason]
    if len(turns) == 1:
        return f"the only answered turn, turn {worst.turn}, gives {worst.score:g}: {said}"
    return f"mean of {len(turns)} turns; the worst is turn {worst.turn} with {worst.score:g}: {said}"
