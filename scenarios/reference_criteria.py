"""Reads bounds out of the sentences that say what a caller insists on.

Only bounds with one clear reading are taken: a total cost of at most so many dollars, an arrival no later
than a time of day. A bound that the golden path itself breaks was misread, and is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from scenarios.model import Criterion
from scenarios.reference_record import Golden

_COST = re.compile(r"\b(total|additional|extra|out-of-pocket)\b.*\b(cost|amount|pay|charges?)\b", re.I)
_NOT_COST = re.compile(r"\b(refund|voucher|credit|compensation)", re.I)
_AT_MOST = re.compile(
    r"\$(?P<a>[\d,]+(\.\d\d)?)\s*(USD )?or (less|below)|(no more than|at most|<=|≤) \$(?P<b>[\d,]+(\.\d\d)?)"
)
_BELOW = re.compile(r"(under|below|less than) \$(?P<a>[\d,]+(\.\d\d)?)")
_ARRIVAL = re.compile(
    r"\barriv\w*\b.*?\b(no later than|by|before) (?P<hour>\d{1,2}):(?P<minute>\d\d) ?(?P<half>[AP]M)", re.I
)


def criteria(golden: Golden) -> tuple[Criterion, ...]:
    """The bounds of a record, cost first."""
    found: dict[str, Criterion] = {}
    tree = golden.record.user_goal.decision_tree
    for sentence in (*tree.must_have_criteria, *tree.must_have):
        for criterion in (*_cost(sentence), *_arrival(sentence)):
            if criterion.measure not in found and _kept(criterion, golden):
                found[criterion.measure] = criterion
    return tuple(found[measure] for measure in sorted(found, reverse=True))


def _cost(sentence: str) -> Iterator[Criterion]:
    if not _COST.search(sentence) or _NOT_COST.search(sentence):
        return
    at_most, below = _AT_MOST.search(sentence), _BELOW.search(sentence)
    if at_most:
        bound = float((at_most["a"] or at_most["b"]).replace(",", ""))
    elif below:
        bound = float(below["a"].replace(",", "")) - 0.01
    else:
        return
    yield Criterion(measure="total_cost", op="<=", value=f"{bound:.2f}".removesuffix(".00"), text=sentence)


def _arrival(sentence: str) -> Iterator[Criterion]:
    found = _ARRIVAL.search(sentence)
    if found is None:
        return
    hour = int(found["hour"]) % 12 + (12 if found["half"].upper() == "PM" else 0)
    yield Criterion(measure="arrival", op="<=", value=f"{hour:02d}:{found['minute']}", text=sentence)


def _kept(criterion: Criterion, golden: Golden) -> bool:
    """Whether the golden path books something, and all it books is within the bound."""
    booked = [
        response
        for (tool, _), response in zip(golden.calls, golden.responses, strict=True)
        if tool == "rebook_flight" and response.get("status") == "success"
    ]
    return bool(booked) and all(_within(criterion, response) for response in booked)


def _within(criterion: Criterion, response: dict[str, Any]) -> bool:
    if criterion.measure == "total_cost":
        return float(response["cost_summary"]["total_collected"]) <= float(criterion.value)
    return str(response["new_journey"]["arrival"]) <= criterion.value
