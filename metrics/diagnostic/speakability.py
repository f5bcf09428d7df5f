"""speakability: is the agent's text fit for a voice?

Formatting, data, emoji and words run together are not. For agents whose text is known.
"""

from __future__ import annotations

from metrics.judges.ask import ask
from metrics.judges.jury import Jury
from metrics.registry import judged
from metrics.score import Outcome
from pipelines.record import Record


@judged("speakability", category="diagnostic", version="1.0", architectures=("cascade", "hybrid"))
def speakability(record: Record, jury: Jury) -> Outcome:
    """Share of the agent's turns whose text can be spoken as it stands."""
    return ask("speakability", record, jury)
