"""What a call's record shows of the caller's brief: what it reports of itself, and what it said.

Exact for a caller with a plan: its brain reports at the end (events ``caller_brief``), and every value that it put
into its words is recorded. The validation gate and the judge of the caller's behaviour read the same.
"""

from __future__ import annotations

from metrics import words
from pipelines.record import Record, Utterance


def reports(record: Record) -> list[tuple[bool, str]]:
    """What the caller's brain reported: whether it kept to its brief, and why not."""
    return [
        (bool(e.data.get("ok")), str(e.data.get("why") or "no reason given"))
        for e in record.events
        if (e.side, e.kind) == ("caller", "caller_brief")  # an agent's events are whatever it sends
    ]


def spoken_values(record: Record) -> list[dict[str, str]]:
    """The values that the caller put into its words, ``{"slot", "kind", "value"}``, in order."""
    return [e for u in record.utterances if u.role == "caller" for e in u.entities]


def foreign_values(record: Record) -> list[dict[str, str]]:
    """Those of them that are none of the scenario's facts."""
    facts = {(f["slot"], f["value"]) for f in record.scenario.get("facts", ())}
    return [e for e in spoken_values(record) if (e["slot"], e["value"]) not in facts]


def openings(record: Record) -> list[tuple[int, Utterance]]:
    """Each time the caller opened a request: its index in the scenario, and the utterance that did."""
    statements = [words.words(r.get("statement", "")) for r in record.scenario.get("requests", ())]
    found = []
    for u in sorted(record.utterances, key=lambda u: u.start):
        if u.role != "caller":
            continue
        said = " ".join(words.words(words.spoken(u, record.architecture)))
        found += [(i, u) for i, statement in enumerate(statements) if statement and " ".join(statement) in said]
    return found


def unopened(record: Record) -> list[int]:
    """The scenario's requests that the caller never opened."""
    opened = {index for index, _ in openings(record)}
    return [i for i in range(len(record.scenario.get("requests", ()))) if i not in opened]
