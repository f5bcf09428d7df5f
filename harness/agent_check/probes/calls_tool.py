"""Calls a tool: the agent finds the call's tools and uses one that there is."""

from __future__ import annotations

from harness.agent_check.evidence import Evidence, Finding, failed, passed

NAME = "calls_a_tool"


def probe(evidence: Evidence) -> Finding:
    """It called a tool of the call's."""
    known = [call for call in evidence.tools if call.type != "unknown"]
    if known:
        said = ", ".join(dict.fromkeys(f"{c.tool} ({'answered' if c.ok else 'refused'})" for c in known))
        return passed(f"it called {said}", known[0].start)
    if evidence.tools:
        return failed(f"it called {evidence.tools[0].tool}, which is no tool of this call", evidence.tools[0].start)
    return failed("it called no tool in the whole call", evidence.notes.opening.start if evidence.notes.opening else 0)
