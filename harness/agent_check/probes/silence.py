"""Survives silence: after five seconds without a word from the caller the agent is still there and answers."""

from __future__ import annotations

from harness.agent_check.caller import ANSWER_S, SILENCE_S
from harness.agent_check.evidence import Evidence, Finding, failed, not_applicable, passed
from pipelines.record import RATE

NAME = "survives_silence"


def probe(evidence: Evidence) -> Finding:
    """It answers what the caller says after the silence."""
    silence, resumed = evidence.notes.silence, evidence.notes.resumed
    if silence is None or resumed is None:
        if evidence.notes.opening is not None and evidence.reason in ("agent_hangup", "line_lost"):
            return failed(f"it was gone before {SILENCE_S:.0f} s of silence were over", evidence.end)
        return not_applicable("the call ended before the caller fell silent")
    answer = evidence.after(resumed.end, ANSWER_S, early_s=0.2)
    if answer is None:
        return failed(f"after {SILENCE_S:.0f} s of silence it did not answer the caller any more", resumed.start)
    took = max(0.0, (answer.start - resumed.end) / RATE)
    return passed(f"after {SILENCE_S:.0f} s of silence it answered the caller within {took:.1f} s", silence.start)
