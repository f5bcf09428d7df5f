"""faithfulness: does the agent say and do only what it has grounds for?

Five dimensions: invented tool arguments, misstated results, broken policy, ambiguity passed over, hallucination.
The call is as good as its worst dimension.
"""

from __future__ import annotations

from metrics.judges.ask import ask
from metrics.judges.jury import JudgeError, Jury
from metrics.registry import judged
from metrics.score import Outcome
from pipelines.record import Record


@judged("faithfulness", category="accuracy", version="1.0")
def faithfulness(record: Record, jury: Jury) -> Outcome:
    """How faithful the agent is to what it was told, found and allowed: 3 fully, 2 a slip, 1 a serious fault.

    Without the agent's brief there is no score: its own policy would read like an invention.
    """
    if not record.agent_brief:  # records of older versions have none
        raise JudgeError("no agent.json: what the agent was told and allowed is not known; carry the call again")
    return ask("faithfulness", record, jury)
