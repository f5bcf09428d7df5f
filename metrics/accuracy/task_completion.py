"""task_completion: is the world as it must be after a perfect call?

The expected session first, as a superset test; then the digest of the expected world against that of the
actual one. The difference that is shown is one of the very form that is hashed, so it is empty exactly when
they agree. Last what the scenario expects to be told, done or handed over, which no world shows: so an agent that
authenticates and does nothing does not pass where the right end is a refusal or an answer.
"""

from __future__ import annotations

from metrics import session
from metrics.expectations import expectations, unmet
from metrics.registry import metric
from metrics.score import Outcome, share
from pipelines.record import Record
from scenarios import world

MAX_LINES = 50  # of the difference, in a score; a record holds both worlds in full


@metric("task_completion", category="accuracy", version="1.1", threshold=1.0, without_turns=True)
def task_completion(record: Record) -> Outcome:
    """Whether the call left the world and the session exactly as expected, and said and did what it had to."""
    expected = record.scenario["expected"]
    initial = record.scenario.get("world", record.world_before)
    # What a call that changes nothing would score: kept beside the result, for the floor in the summary.
    idle = world.digest(initial) == world.digest(expected)
    free = idle and not expectations(record)
    lacking = unmet(record)
    wrong = session.mismatches(record)
    changes = world.diff(expected, record.world_after).lines()
    details = {
        "auth_success": not wrong,
        "session_mismatches": wrong,
        "expected_digest": world.digest(expected),
        "actual_digest": world.digest(record.world_after),
        "diff": changes[:MAX_LINES],
        "differences": len(changes),
        "unmet": lacking,
        "outcome": record.scenario.get("outcome", "change"),
        "entity_kinds": _kinds(record),
        "nothing_to_change": idle,
        "passes_idle": free,
        "passes_without_tools": free and not session.expected(record),
    }
    if not any(t.agent for t in record.turns):
        return share(0.0, "the agent never spoke", details=details)
    if wrong:
        key, pair = next(iter(wrong.items()))
        said = f"expected {pair['expected']!r}, got {pair['actual']!r}"
        return share(0.0, f"the caller was not authenticated as expected: {key}: {said}", details=details)
    if details["expected_digest"] == details["actual_digest"]:
        if lacking:
            more = f", and {len(lacking) - 1} more" if len(lacking) > 1 else ""
            return share(0.0, f"the world is as expected, but {lacking[0]}{more}", details=details)
        extra = "; the scenario expects no change" if idle else ""
        return share(1.0, f"the world is as expected{extra}", details=details)
    more = f", and {len(changes) - 1} more" if len(changes) > 1 else ""
    return share(0.0, f"the world differs: {changes[0]}{more}", details=details)


def _kinds(record: Record) -> list[str]:
    """The kinds of value that an agent must hear from the caller on the golden path."""
    args = [arg for step in record.scenario.get("plan", ()) for arg in step.get("args", {}).values()]
    return sorted({str(arg["kind"]) for arg in args if arg.get("source") == "caller" and arg.get("kind")})
