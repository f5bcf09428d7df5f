"""authentication_success: was the caller authenticated as the scenario expects, and at what effort?"""

from __future__ import annotations

from collections import Counter

from metrics import session
from metrics.registry import metric
from metrics.score import Outcome, share, skipped
from pipelines.record import Record


@metric("authentication_success", category="diagnostic", version="1.0", without_turns=True)
def authentication_success(record: Record) -> Outcome:
    """Whether the final session holds what the scenario expects; skipped where it expects none."""
    if not session.expected(record):
        return skipped("the scenario expects no authentication")
    calls = Counter(t.tool for t in record.tools if t.type == "auth")
    wrong = session.mismatches(record)
    details = {"mismatches": wrong, "auth_calls": dict(sorted(calls.items()))}
    if wrong:
        keys = ", ".join(wrong)
        subs = {"num_auth_calls_on_failure": _per_tool(calls)} if calls else {}
        return share(0.0, f"the session is not as expected: {keys}", details=details, subs=subs)
    if not calls:
        return share(1.0, "the session is as expected", details=details)
    tries = "at the first try" if max(calls.values()) == 1 else f"after {calls.total()} authentication calls"
    return share(
        1.0,
        f"the caller was authenticated {tries}",
        details=details,
        subs={
            "auth_first_try_success": float(max(calls.values()) == 1),
            "num_auth_calls": _per_tool(calls),
            "authentication_success_rate": round(len(calls) / calls.total(), 4),
        },
    )


def _per_tool(calls: Counter[str]) -> float:
    return round(calls.total() / len(calls), 4)
