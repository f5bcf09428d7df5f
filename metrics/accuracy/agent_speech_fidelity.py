"""agent_speech_fidelity: are the values that the agent speaks clear and right to the ear?

Judged from the recording of the agent, on every architecture, for turns that speak a value which occurs in the
conversation: a code letter by letter, an amount, a date, a name. Whether the value is the right one to say is
not asked here. Turns without such a value do not count.
"""

from __future__ import annotations

from metrics.judges.ask import ask
from metrics.judges.jury import Jury
from metrics.registry import judged
from metrics.score import Outcome
from pipelines.record import Record


@judged("agent_speech_fidelity", category="accuracy", version="1.0", threshold=0.95)
def agent_speech_fidelity(record: Record, jury: Jury) -> Outcome:
    """Share of the agent's turns with values whose values are spoken clearly and right."""
    return ask("agent_speech_fidelity", record, jury)
