"""conversation_correctly_finished: did the agent stay with the caller to the end?"""

from __future__ import annotations

from metrics import timeline, words
from metrics.registry import metric
from metrics.score import Outcome, share
from pipelines.record import Record


@metric("conversation_correctly_finished", category="diagnostic", version="1.0", without_turns=True)
def conversation_correctly_finished(record: Record) -> Outcome:
    """Whether the agent neither left the caller without an answer nor hung up on it."""
    details = {"end_reason": record.end_reason}
    if timeline.of_record(record).missed_turn:
        return share(0.0, "the caller spoke last and the agent never answered", details=details)
    if record.end_reason == "agent_hangup" and not _parted(record):
        return share(0.0, "the agent hung up before the caller had said goodbye", details=details)
    return share(1.0, "the agent stayed to the end", details=details)


def _parted(record: Record) -> bool:
    """Whether the caller's last words were a farewell, so that hanging up was the agent's good right."""
    said = [words.spoken(u, record.architecture) for u in record.utterances if u.role == "caller"]
    return bool(said) and words.bids_farewell(said[-1])
