"""grounded_values: share of the amounts and codes that the agent states for which the call holds a source.

Sources are what tools answered in this call, the scenario's world, the arguments and words of its plan (what
the rules of the business give), and the caller's words as said and as heard. For agents whose text is known: a
recogniser's amounts and codes are no evidence of an invention. The sum of two amounts from tool
responses and the caller counts too. Answers that tools gave later count as well: saying what then proves
true is no invention, except for what the agent itself had put into that call.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from metrics.evidence import CODE_KINDS, Evidence
from metrics.registry import metric
from metrics.score import Outcome, share, skipped
from metrics.words import every
from pipelines.record import Record, ToolCall
from scenarios.spoken import mentions


@metric("grounded_values", category="diagnostic", version="1.0", architectures=("cascade", "hybrid"))
def grounded_values(record: Record) -> Outcome:
    """Share of the amounts and codes in the agent's words that have a source in the call."""
    said = [u for u in record.utterances if u.role == "agent" and u.intended is not None]
    if not said:
        return skipped("the record holds no words as the agent meant them")
    known = _sources(record)
    told = Evidence()  # by tools and the caller: what sums are made of
    waiting = sorted(
        [(t.end, "tool", t) for t in record.tools]
        + [(u.start, "caller", u) for u in record.utterances if u.role == "caller"],
        key=lambda item: (item[0], item[1]),
    )
    stated: Counter[str] = Counter()
    unfounded: list[dict[str, Any]] = []
    for u in sorted(said, key=lambda u: u.start):
        while waiting and waiting[0][0] <= u.end:
            _learn(known, told, waiting.pop(0)[2])
        for mention in mentions(u.intended or "", airline=""):
            if mention.kind == "amount":
                found = known.holds_amount(mention.value, told.amounts)
            elif mention.kind in CODE_KINDS:
                found = known.holds_code(mention.value)
            else:
                continue
            stated[mention.kind] += 1
            if not found:
                words = (u.intended or "")[mention.start : mention.end]
                unfounded.append({"turn": u.turn, "kind": mention.kind, "value": mention.value, "words": words})
    total = stated.total()
    if not total:
        return skipped("the agent stated no amount and no code")
    why = every(total, "value", "that the agent stated has a source", "that the agent stated have a source")
    if unfounded:
        first = unfounded[0]
        where = f"{first['words']!r} in turn {first['turn']}"
        why = f"{len(unfounded)} of {total} stated values have no source: {where}"
    bad = Counter(item["kind"] for item in unfounded)
    return share(
        round(1 - len(unfounded) / total, 4),
        why,
        details={"unfounded": unfounded},
        subs={
            "stated": float(total),
            "unfounded": float(len(unfounded)),
            **{f"{kind}_rate": round(1 - bad[kind] / n, 4) for kind, n in sorted(stated.items())},
        },
    )


def _sources(record: Record) -> Evidence:
    """What holds throughout the call: the world, the plan, and what tools told of themselves."""
    known = Evidence()
    known.add_data(record.scenario.get("world", record.world_before))
    for step in record.scenario.get("plan", ()):
        known.add_data({name: arg.get("value") for name, arg in step.get("args", {}).items()})
        for words in (step.get("offer"), step.get("text")):
            known.add_text(words or "")
    for call in record.tools:
        own = Evidence()
        own.add_data(call.params)
        answer = Evidence()
        answer.add_data(call.response)
        known.amounts |= answer.amounts - own.amounts
        known.codes |= answer.codes - own.codes
    return known


def _learn(known: Evidence, told: Evidence, source: Any) -> None:
    for evidence in (known, told):
        if isinstance(source, ToolCall):
            evidence.add_data(source.response)
            continue
        for text in (source.intended, source.heard):
            if text:
                evidence.add_text(text)
        for entity in source.entities:
            evidence.add_data({entity["slot"]: entity["value"]})
