"""Honours clear: an agent that is broken in on has what it sent ahead dropped, and sends no more of it."""

from __future__ import annotations

from harness.agent_check.caller import YIELD_S
from harness.agent_check.evidence import BargeIn, Evidence, Finding, failed, not_applicable, passed
from harness.agent_check.probes.yields import seconds
from pipelines.record import RATE, Event

NAME = "honours_clear"

AT_ONCE_S = 0.1  # after a clear there is nothing left to be heard
AHEAD_S = 0.5  # speech that was sent further ahead than this has to be cleared


def probe(evidence: Evidence) -> Finding:
    """A ``clear`` came with the barge-in, and the agent was silent from there on."""
    if not evidence.stream:
        return not_applicable("this kind of connection has no clear: what the agent does not send is not heard")
    if not evidence.notes.barge_ins:
        return not_applicable("the caller could not break in")
    findings = [_finding(evidence, barge) for barge in evidence.notes.barge_ins]
    order = ("failed", "passed", "not_applicable")
    return min(findings, key=lambda f: order.index(f.status))


def _finding(evidence: Evidence, barge: BargeIn) -> Finding:
    clear = _clear(evidence, barge)
    after = seconds(evidence, barge)
    if clear is None:
        if after > AHEAD_S:
            return failed(
                f"no clear came when the caller broke in, and it was heard for another {after:.1f} s", barge.start
            )
        return not_applicable("it was at its end when the caller broke in: there was nothing to clear")
    stopped = barge.start + round(after * RATE)
    if stopped > clear.sample + AT_ONCE_S * RATE:
        more = (stopped - clear.sample) / RATE
        return failed(f"its old words went on for {more:.1f} s after its clear", clear.sample)
    dropped = int(clear.data.get("dropped", 0)) / RATE
    return passed(
        f"clear came {(clear.sample - barge.start) / RATE:.2f} s after the barge-in and dropped {dropped:.2f} s",
        barge.start,
    )


def _clear(evidence: Evidence, barge: BargeIn) -> Event | None:
    end = barge.start + YIELD_S * RATE
    return next((e for e in evidence.events if e.kind == "clear" and barge.start <= e.sample <= end), None)
