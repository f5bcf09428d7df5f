"""Hangs up cleanly: the call ends in order, whoever ends it, and the agent takes the next one."""

from __future__ import annotations

from dataclasses import replace

from harness.agent_check.evidence import Evidence, Finding, failed, passed

NAME = "hangs_up_cleanly"


def probe(evidence: Evidence) -> Finding:
    """The connection did not break, and a second call is greeted like the first."""
    if evidence.reason == "line_lost":
        return failed(f"the connection broke: {evidence.error}", evidence.end)
    how = "it hung up in order" if evidence.reason == "agent_hangup" else "it survived being hung up on"
    again = evidence.next_call
    if again is None:
        return passed(how, evidence.end)
    if again.error:
        return failed(f"after this call it could not be reached any more: {again.error}", evidence.end)
    if again.greeted is None and not evidence.spans:
        return passed(f"{how} and took the next call, as silently as this one", evidence.end)
    if again.greeted is None:
        return replace(failed("it did not speak in the next call", 0), recording="next call")
    return replace(passed(f"{how} and took the next call", again.greeted), recording="next call")
