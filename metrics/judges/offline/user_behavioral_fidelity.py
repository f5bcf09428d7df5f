"""Did the caller keep to its part? Exact for a caller with a plan, by what it recorded of itself.

What counts is what the caller did to the writes of the call: values or requests that are not in its brief, a request
opened again after it was done, a call ended before everything was raised, a fact held back. What the agent did wrong
is never the caller's corruption: a caller that gives up on an agent that is stuck has kept to its part.
"""

from __future__ import annotations

import re
from itertools import pairwise

from metrics import brief, words
from metrics.evidence import squeezed
from metrics.judges.case import Case
from metrics.judges.jury import NothingToJudge
from metrics.judges.verdicts import CORRUPTIONS, Behaviour, Corruption
from pipelines.record import Record, ToolCall

VERSION = "1.0"
BLIND = (
    "A caller without a plan records nothing of itself and is not judged.",
    "What a caller says beyond the values and the requests of its brief is not weighed.",
    "The caller's language is taken for that of the pack.",
)

CALLER_ENDINGS = ("goodbye", "transfer")
"""How a call ends when it is the caller that hangs up."""

_HAS_NOT = re.compile(r"\b(?:(?:do not|don't) (?:have (?:that|it|one)|know)|no idea|can't find it|not sure what)\b")
_AGREES = re.compile(r"\btransfer me\b")


def judge(case: Case) -> Behaviour:
    """Look for each kind of corruption.

    Raises:
        NothingToJudge: there is no record, or the caller recorded nothing of itself.
    """
    record = case.record
    if record is None:
        raise NothingToJudge("there is no record of the call, only its words")
    if not brief.reports(record) and not brief.spoken_values(record):
        raise NothingToJudge("the caller has no plan and records nothing of itself")
    found = {
        "extra_modifications": _extra(record),
        "duplicate_modifications": _duplicate(record),
        "premature_ending": _premature(record),
        "missing_information": _missing(record),
        "wrong_language": "",
    }
    found["decision_tree_violation"] = "" if any(found.values()) else _strayed(record)
    fine = {"wrong_language": "not looked for: callers with a plan speak the language of the pack"}
    return Behaviour(
        corruption_analysis={
            kind: Corruption(analysis=found[kind] or fine.get(kind, "nothing of the kind"), detected=bool(found[kind]))
            for kind in CORRUPTIONS
        },
        rating=0 if any(found.values()) else 1,
    )


def _writes(record: Record) -> list[ToolCall]:
    """Successful writes in order."""
    return sorted((t for t in record.tools if t.type == "write" and t.ok), key=lambda t: t.start)


def _extra(record: Record) -> str:
    """A value that is not in the brief and that a write has taken up."""
    for value in brief.foreign_values(record):
        for write in _writes(record):
            if squeezed(value["value"]) in {squeezed(str(v)) for v in write.params.values()}:
                return (
                    f"the caller said {value['slot']} {value['value']!r}, which is not in its brief, and "
                    f"{write.tool} was called with it"
                )
    return ""


def _duplicate(record: Record) -> str:
    """The same write twice, after the caller had asked for the same once more in between."""
    opened = brief.openings(record)
    again = [
        (request, later)
        for request in {index for index, _ in opened}
        for _, later in pairwise(u for index, u in opened if index == request)
    ]
    done = _writes(record)
    for i, first in enumerate(done):
        for second in done[i + 1 :]:
            if (first.tool, first.params) != (second.tool, second.params):
                continue
            for request, u in again:
                if first.end <= u.start < second.start:
                    return f"request {request + 1} was opened again in turn {u.turn} after {first.tool} had been done"
    return ""


def _premature(record: Record) -> str:
    """The caller hung up before all was raised, or before an agreed transfer was made."""
    if record.end_reason not in CALLER_ENDINGS:
        return ""
    broke = any(not kept for kept, _ in brief.reports(record))
    missing = brief.unopened(record)
    if missing and broke:
        total = len(record.scenario["requests"])
        return f"the caller hung up after raising {total - len(missing)} of {total} requests"
    if record.end_reason == "goodbye" and _left_before_transfer(record):
        return "the caller agreed to a transfer and hung up before it was made"
    return ""


def _left_before_transfer(record: Record) -> bool:
    agreed = [
        u
        for u in record.utterances
        if u.role == "caller" and _AGREES.search(words.spoken(u, record.architecture).lower())
    ]
    if not agreed or any("transfer" in t.tool and t.ok for t in record.tools):
        return False
    after = [u for u in record.utterances if u.role == "agent" and u.start >= agreed[-1].start]
    # an agent that says it hands over, or answers at all, and does not do it has failed by itself
    return not after


def _missing(record: Record) -> str:
    """The agent asked by name for a fact that the caller holds and never gave, and the caller said it had none."""
    given = {e["slot"] for e in brief.spoken_values(record)}
    held = [f["slot"] for f in record.scenario.get("facts", ()) if f["slot"] not in given]
    asked = ""
    for u in sorted(record.utterances, key=lambda u: u.start):
        text = words.spoken(u, record.architecture).lower()
        if u.role == "agent":
            asked = text
        elif _HAS_NOT.search(text):
            for slot in held:
                if slot.replace("_", " ") in asked:
                    return f"asked for the {slot.replace('_', ' ')} in turn {u.turn}, the caller said it had none"
    return ""


def _strayed(record: Record) -> str:
    """What the caller's own brain reports, or a value that is not in the brief, where nothing else explains it."""
    broken = [why for kept, why in brief.reports(record) if not kept]
    if broken:
        return broken[0]
    foreign = brief.foreign_values(record)
    return f"the caller said {foreign[0]['slot']} {foreign[0]['value']!r}, which is not in its brief" if foreign else ""
