"""tts_fidelity: does the agent's voice say what its text says, word for word?

For agents whose text is known.
"""

from __future__ import annotations

from metrics.judges.ask import ask
from metrics.judges.jury import Jury
from metrics.registry import judged
from metrics.score import Outcome
from pipelines.record import Record


@judged("tts_fidelity", category="diagnostic", version="1.0", architectures=("cascade", "hybrid"))
def tts_fidelity(record: Record, jury: Jury) -> Outcome:
    """Share of the agent's turns that sound as they were written."""
    return ask("tts_fidelity", record, jury)
