"""Offline judge of faithfulness: rules of the rubric that can be decided from the words, the calls and the policy.

Five dimensions as the reference benchmark defines them, each the worst of what its rules found: 3 nothing,
2 minor, 1 major; the whole is the worst dimension. Severity is the rubric's: a wrong argument of a write, an
irreversible write without a yes or with a cost that was not named, and wrong money are major; what is only
looked up, fails, or does not matter to the caller is minor.

No model and no list of one domain's tools: what a tool does is read from its declared type, its name and its
answer. With `Case.instructions` and `Case.tools` the judge knows more; without them it works on the trace alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from metrics.judges.case import Case
from metrics.judges.jury import NothingToJudge
from metrics.judges.offline import (
    _faithfulness_ambiguity,
    _faithfulness_arguments,
    _faithfulness_buckets,
    _faithfulness_claims,
    _faithfulness_company,
    _faithfulness_consent,
    _faithfulness_deeds,
    _faithfulness_figures,
    _faithfulness_outcome,
    _faithfulness_powers,
    _faithfulness_records,
)
from metrics.judges.offline._faithfulness_fault import Fault
from metrics.judges.offline._faithfulness_view import View
from metrics.judges.verdicts import FAITHFULNESS, Dimensions, Finding

VERSION = "1.3"
BLIND = (
    "A statement in free wording that holds no value, no general rule and no deed is not checked.",
    "Something left unsaid is noticed only if it is a cost that a write took.",
    "Whether a vague or conflicting policy was read reasonably is not judged.",
    "A stated value that no write settles passes when it stands anywhere in the call's sources or follows from them,"
    " even if it belongs to something else.",
    "Whether a value that was heard wrongly should have aroused suspicion is judged only after an objection, a second"
    " version or a failed lookup.",
    "Wording of one kind of trade or in another language than English may pass all rules unread.",
)
RULES: dict[str, Callable[[View], Iterator[Fault]]] = {
    "arguments": _faithfulness_arguments.faults,
    "buckets": _faithfulness_buckets.faults,
    "consent": _faithfulness_consent.faults,
    "figures": _faithfulness_figures.faults,
    "outcome": _faithfulness_outcome.faults,
    "deeds": _faithfulness_deeds.faults,
    "records": _faithfulness_records.faults,
    "claims": _faithfulness_claims.faults,
    "company": _faithfulness_company.faults,
    "powers": _faithfulness_powers.faults,
    "ambiguity": _faithfulness_ambiguity.faults,
}
"""Families of rules by name; each can be left out to see what it carries."""


def judge(case: Case) -> Dimensions:
    """Rate one conversation.

    Raises:
        NothingToJudge: the agent neither said nor did anything.
    """
    if not any(e.kind in ("agent", "call") for e in case.entries):
        raise NothingToJudge("the agent neither said nor did anything")
    return verdict(found(case))


def found(case: Case, without: str = "") -> list[Fault]:
    """All faults of a case, in order of turn; `without` leaves one family of rules out."""
    view = View(case)
    faults = [f for name, rule in RULES.items() if name != without for f in rule(view)]
    return sorted(dict.fromkeys(faults), key=lambda f: (f.turn, f.rating, f.rule, f.words))


def verdict(faults: list[Fault]) -> Dimensions:
    """What a list of faults amounts to."""
    dimensions = {}
    for name in FAITHFULNESS:
        own = [f for f in faults if f.dimension == name]
        evidence = "; ".join(map(str, own)) if own else "nothing found"
        dimensions[name] = Finding(evidence=evidence, flagged=bool(own), rating=_worst([f.rating for f in own]))
    return Dimensions(dimensions=dimensions, rating=_worst([f.rating for f in faults]))


def _worst(ratings: list[Literal[1, 2]]) -> Literal[1, 2, 3]:
    return min(ratings, default=3)
