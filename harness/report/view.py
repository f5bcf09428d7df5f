"""What a report shows of a call, ready for the template: nothing is computed there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args
from urllib.parse import quote

from harness.calls import Attempt
from harness.report.marks import Piece, Value, compare, values
from harness.report.text import clock, duration, number, pretty
from harness.score import read_scores
from metrics.score import Category, Score
from pipelines.record import END_REASONS, Record, ToolCall, Utterance
from scenarios import world


@dataclass(frozen=True)
class Line:
    """One utterance in its views."""

    at: str
    role: str
    turn: int
    intended: list[Piece]
    heard: list[Piece]
    has_intended: bool
    has_heard: bool
    cut: bool
    values: list[Value]


@dataclass(frozen=True)
class Tool:
    """One tool call."""

    at: str
    name: str
    kind: str
    ok: bool
    params: str
    response: str


@dataclass(frozen=True)
class Measure:
    """One metric of a call."""

    name: str
    category: str
    state: str
    value: str
    why: str
    passed: bool | None
    subs: list[tuple[str, str]]
    judge: str


@dataclass(frozen=True)
class Change:
    """One change of the world: by the call, or missing from what was expected."""

    kind: str
    text: str


@dataclass(frozen=True)
class CallView:
    """One attempt that counts."""

    scenario: str
    title: str
    trial: int
    attempt: int
    status: str
    ending: str
    length: str
    audio: str
    lines: list[Line]
    tools: list[Tool]
    changes: list[Change]
    missing: list[Change]
    measures: list[Measure]
    gate: list[tuple[str, bool, str]]
    seed: int


def call_view(run: Path, attempt: Attempt, thresholds: Mapping[str, float]) -> CallView:
    """Prepare one attempt.

    Args:
        run: the run folder, to which the audio's link is relative.
        attempt: a finished attempt with a whole record.
        thresholds: by metric, from which value a call passes.
    """
    record = Record.load(attempt.folder)
    scores = read_scores(attempt.folder) or {}
    trial = attempt.trial
    return CallView(
        scenario=f"{trial.domain}/{trial.scenario}",
        title=str(record.scenario.get("title", "")),
        trial=trial.trial,
        attempt=attempt.attempt,
        status=attempt.status,
        ending=END_REASONS.get(record.end_reason, record.end_reason),
        length=duration(float(record.call.get("seconds", 0))),
        audio=quote((attempt.folder / "audio.wav").relative_to(run).as_posix()),
        lines=[_line(u, scores) for u in sorted(record.utterances, key=lambda u: u.start)],
        tools=[_tool(t) for t in record.tools],
        changes=_changes(record.world_before, record.world_after),
        missing=_changes(record.scenario.get("expected", {}), record.world_after),
        measures=[_measure(s, thresholds.get(s.name)) for s in sorted(scores.values(), key=_order)],
        gate=[(name, bool(c["passed"]), str(c["why"])) for name, c in attempt.gate["gate"].items()],
        seed=int(record.call.get("seed", 0)),
    )


def _line(utterance: Utterance, scores: dict[str, Score]) -> Line:
    intended, heard = compare(utterance.intended or "", utterance.heard or "")
    both = utterance.intended is not None and utterance.heard is not None
    return Line(
        at=clock(utterance.start),
        role=utterance.role,
        turn=utterance.turn,
        intended=intended if both else [Piece(utterance.intended or "", False)],
        heard=heard if both else [Piece(utterance.heard or "", False)],
        has_intended=utterance.intended is not None,
        has_heard=utterance.heard is not None,
        cut=utterance.cut,
        values=values(utterance.entities, utterance.turn, scores),
    )


def _order(score: Score) -> tuple[int, str]:
    return get_args(Category).index(score.category), score.name


def _tool(call: ToolCall) -> Tool:
    return Tool(clock(call.start), call.tool, call.type, call.ok, pretty(call.params), pretty(call.response))


def _measure(score: Score, threshold: float | None) -> Measure:
    return Measure(
        name=score.name,
        category=score.category,
        state=score.state,
        value=number(score.value),
        why=score.why,
        passed=None if threshold is None else score.passes(threshold),
        subs=[(name, number(value)) for name, value in sorted(score.subs.items())],
        judge=str(score.details.get("judge", {}).get("name", "")),
    )


def _changes(before: Any, after: Any) -> list[Change]:
    return [Change(c.kind, str(c)) for c in world.diff(before, after).changes]
