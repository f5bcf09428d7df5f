"""user_speech_fidelity: did the caller's voice say what it was meant to say?

Judged from the clean recording of the caller. A call in which any turn is rated 1 fails the gate, whatever the
mean (``details.gate``).
"""

from __future__ import annotations

from metrics.judges.ask import ask
from metrics.judges.jury import Jury
from metrics.registry import judged
from metrics.score import Outcome
from pipelines.record import Record


@judged("user_speech_fidelity", category="validation", version="1.0")
def user_speech_fidelity(record: Record, jury: Jury) -> Outcome:
    """Mean rating of the caller's turns: 3 all there, 2 a loss without weight, 1 a value wrong."""
    return ask("user_speech_fidelity", record, jury)
