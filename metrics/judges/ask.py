"""What every judged metric does: make the case, ask the jury, turn the verdict into a score, and name the judge."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from metrics.judges.jury import JudgeError, Jury, Ruling
from metrics.judges.ratings import rate
from metrics.judges.views import METRICS, VIEWS, case_of
from metrics.score import Outcome
from pipelines.record import Record


def ask(metric: str, record: Record, jury: Jury) -> Outcome:
    """The outcome of a judged metric; its details hold under ``judge`` who judged, from what, and what for.

    Raises:
        JudgeError: there is no usable answer.
        NothingToJudge: there is nothing to rate.
    """
    case = case_of(record)
    if METRICS[metric] == "agent":
        _check_words(record)
    ruling = jury.rule(metric, case)
    outcome = rate(metric, ruling.verdict, case)
    return replace(outcome, details={**outcome.details, "judge": named(metric, record, ruling)})


def named(metric: str, record: Record, ruling: Ruling) -> dict[str, Any]:
    """What a score's details say of its judge: who it is, its prompt and price, and which texts it read."""
    view = VIEWS[record.architecture]
    return {
        **ruling.details,
        "name": ruling.judge,
        "prompt": ruling.prompt,
        "cost_usd": _price(ruling),
        "reads": METRICS[metric],
        "texts": {"caller": view.caller, "agent": view.agent},
    }


def _check_words(record: Record) -> None:
    """An agent that spoke and of whose words nothing is known is no agent that said nothing.

    Raises:
        JudgeError: the agent spoke, and the record holds no text of it, not even an empty one.
    """
    texts = [u for u in record.utterances if u.role == "agent" and (u.intended is not None or u.heard is not None)]
    if not texts and any(turn.agent for turn in record.turns):
        raise JudgeError("the agent spoke, but the record holds none of its words")


def _price(ruling: Ruling) -> float:
    """What the answers cost when they were given: a remembered answer costs nothing now, and scores no other way."""
    asked: dict[str, Any] = ruling.details.get("asked", {})
    return round(sum(float(a.get("cost_usd", 0.0)) for a in asked.values()), 6) if asked else ruling.cost_usd
