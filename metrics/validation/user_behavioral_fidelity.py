"""user_behavioral_fidelity: did the caller play its part, or spoil the call?

Six ways of spoiling it, of which only effects on writes count. Fails the gate when any is found.
"""

from __future__ import annotations

from metrics.judges.ask import ask
from metrics.judges.jury import Jury
from metrics.registry import judged
from metrics.score import Outcome
from pipelines.record import Record


@judged("user_behavioral_fidelity", category="validation", version="1.0", threshold=1.0)
def user_behavioral_fidelity(record: Record, jury: Jury) -> Outcome:
    """Whether the caller kept to its goal and facts."""
    return ask("user_behavioral_fidelity", record, jury)
