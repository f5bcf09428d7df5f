"""conciseness: can a listener take in what the agent says in a turn?

Codes that must be noted, spelling and a longer recap at the end are no fault.
"""

from __future__ import annotations

from metrics.judges.ask import ask
from metrics.judges.jury import Jury
from metrics.registry import judged
from metrics.score import Outcome
from pipelines.record import Record


@judged("conciseness", category="experience", version="1.0")
def conciseness(record: Record, jury: Jury) -> Outcome:
    """Mean rating of the agent's turns: 3 easy to take in, 2 a minor fault, 1 a load."""
    return ask("conciseness", record, jury)
