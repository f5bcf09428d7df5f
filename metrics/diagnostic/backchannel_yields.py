"""backchannel_yields: does the agent fall silent because the caller says "mm-hmm"?

Only for callers whose manner it is. A backchannel asks for nothing: an agent that stops for it has taken it for a
turn. It counts where the agent was speaking when it began, was silent within `SILENT_S`, and was cut off: what it was
saying had not been said to its end.
"""

from __future__ import annotations

from metrics.registry import metric
from metrics.score import Outcome, skipped
from pipelines.record import BACKCHANNEL, RATE, Record

SILENT_S = 1.0
"""An agent that yields is silent by then; one that speaks on has heard a listener."""

RIM_S = 0.2
"""The cut that is noted for an utterance and the end of its sound may lie so far apart."""


@metric("backchannel_yields", category="diagnostic", version="1.0", higher_is_better=False)
def backchannel_yields(record: Record) -> Outcome:
    """Share of the caller's backchannels at which the agent broke off."""
    said = [e for e in record.events if e.kind == BACKCHANNEL and e.side == "caller"]
    if not said:
        return skipped("the caller said no mm-hmm")
    spans = [s for t in record.turns for s in t.agent]
    during = [(e, s) for e in said for s in spans if s.start < e.sample < s.end]
    if not during:
        return skipped("the agent was not speaking at any mm-hmm", left_out=len(said))
    cuts = [u.end for u in record.utterances if u.role == "agent" and u.cut]
    cases = []
    for event, span in during:
        silent_after = (span.end - event.sample) / RATE
        rim = RIM_S * RATE
        if silent_after <= SILENT_S and any(event.sample - rim <= cut <= span.end + rim for cut in cuts):
            cases.append({"at": round(event.sample / RATE, 3), "silent_after_s": round(silent_after, 3)})
    value = round(len(cases) / len(during), 4)
    first = f"; at {cases[0]['at']:g} s it was silent {cases[0]['silent_after_s']:.2f} s later" if cases else ""
    return Outcome(
        value,
        f"the agent broke off at {len(cases)} of {len(during)} backchannels{first}",
        normalized=round(1 - value, 4),
        details={"backchannels": len(during), "left_out": len(said) - len(during), "cases": cases},
    )
