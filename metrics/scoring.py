"""Score one record with every metric: what fails is an errored score of that metric alone.

Judged metrics ask a jury: the offline one (`metrics.judges.offline`) where none is given.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

from pydantic import ValidationError

from metrics.judges.jury import JudgeError, Jury, NothingToJudge
from metrics.judges.offline import OfflineJury
from metrics.registry import Metric, Registry, load
from metrics.score import Score
from pipelines.record import Record

UNCARRIED = ("infrastructure", "error")
"""Statuses of calls that this machine or a service did not carry; nothing in them is the agent's doing."""

AGENT_ENDINGS = ("agent_silence", "agent_hangup")
"""End reasons by which a call without any speech of one side is the agent's failure, not the harness's."""


def score_record(
    record: Record,
    names: Iterable[str] | None = None,
    *,
    registry: Registry | None = None,
    jury: Jury | None = None,
    threads: int = 1,
) -> dict[str, Score]:
    """Scores by metric, in the registry's order.

    A call that was not carried (status ``infrastructure`` or ``error``) gets errored scores, but for the
    validation metrics, whose business it is. A call in which a side never spoke is errored too, unless the
    agent is to blame (it hung up, or never answered): then the metrics that can say so are scored and the
    others are skipped.

    Args:
        record: the call.
        names: metrics to compute; ``None`` for all.
        registry: where to look; ``None`` for the one that metrics and plug-ins register in.
        jury: who answers for judged metrics; ``None`` for the offline judges.
        threads: judged metrics that are asked at the same time; never alters a score.

    Raises:
        UsageError: a name is unknown.
    """
    known = load() if registry is None else registry
    chosen = list(known) if names is None else [known.get(n) for n in dict.fromkeys(names)]
    asked = OfflineJury() if jury is None else jury
    judged = [m for m in chosen if m.judged]
    if threads < 2 or len(judged) < 2:
        return {m.name: _score(m, record, asked) for m in chosen}
    with ThreadPoolExecutor(threads) as pool:
        waiting = {m.name: pool.submit(_score, m, record, asked) for m in judged}
        exact = {m.name: _score(m, record, asked) for m in chosen if not m.judged}
        return {m.name: exact[m.name] if m.name in exact else waiting[m.name].result() for m in chosen}


def _score(metric: Metric, record: Record, jury: Jury) -> Score:
    if metric.category != "validation" and record.status in UNCARRIED:
        return _without(metric, "errored", f"the call was not carried: {record.status}, {record.end_reason}")
    if record.architecture not in metric.architectures:
        return _without(metric, "skipped", f"not measurable on an agent of architecture {record.architecture}")
    if not metric.without_turns and (silent := _silent(record)):
        if record.end_reason in AGENT_ENDINGS:
            return _without(metric, "skipped", f"{silent}, and the call ended for {record.end_reason}")
        return _without(metric, "errored", f"no turns: {silent}")
    try:
        outcome = metric.measure(record, jury)
        score = Score(
            name=metric.name,
            version=metric.version,
            category=metric.category,
            state="skipped" if outcome.value is None else "scored",
            value=outcome.value,
            normalized=outcome.normalized,
            why=outcome.why,
            details=outcome.details,
            subs=outcome.subs,
        )
        # details that cannot be written must not cost the call its other scores
        json.dumps(score.model_dump(mode="json"), allow_nan=False, ensure_ascii=False).encode("utf-8")
        return score
    except NothingToJudge as nothing:
        return _without(metric, "skipped", _line(nothing) or "there is nothing to judge")
    except JudgeError as error:
        return _without(metric, "errored", _line(error) or "the judge gave no usable answer", error="JudgeError")
    except (Exception, SystemExit) as error:  # a plug-in that ends the process ends nothing but itself
        text = _line(error)
        frame = traceback.extract_tb(error.__traceback__)[-1]
        return _without(
            metric,
            "errored",
            f"{type(error).__name__}: {text}" if text else type(error).__name__,
            error=type(error).__name__,
            text=text,
            where=f"{frame.name}, line {frame.lineno}",
        )


def _line(error: BaseException) -> str:
    text = str(error)
    if isinstance(error, ValidationError):  # of a score that the metric made
        told = [(e["loc"], e["msg"].removeprefix("Value error, ")) for e in error.errors()]
        text = "; ".join(": ".join([*map(str, place), message]) for place, message in told)
    return " ".join(text.encode("utf-8", "backslashreplace").decode("utf-8").split())


def _silent(record: Record) -> str:
    """Which side never spoke, in words; empty when both did."""
    caller = any(t.caller for t in record.turns)
    agent = any(t.agent for t in record.turns)
    if caller and agent:
        return ""
    return "nobody spoke" if not caller and not agent else f"the {'caller' if agent else 'agent'} never spoke"


def _without(metric: Metric, state: str, why: str, **details: str) -> Score:
    return Score.model_validate(
        {
            "name": metric.name,
            "version": metric.version,
            "category": metric.category,
            "state": state,
            "why": why,
            "details": details,
        }
    )
