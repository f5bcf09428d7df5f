"""What a run cost: the ledgers of its calls, the attempts that do not count, and the judges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from harness import calls
from harness.calls import Attempt
from harness.ledger import known, whole

LOST = "an attempt left no ledger"


@dataclass(frozen=True)
class Ledgers:
    """What the attempts of a run cost.

    Attributes:
        counted: ledgers of those that count.
        others: of those that do not.
        lost: how many left none.
    """

    counted: tuple[Mapping[str, Any], ...]
    others: tuple[Mapping[str, Any], ...]
    lost: int


def ledgers(groups: Iterable[Sequence[Attempt]]) -> Ledgers:
    """The ledgers in the call folders of every finished attempt, given by trial."""
    counted: list[Mapping[str, Any]] = []
    others: list[Mapping[str, Any]] = []
    lost = 0
    for attempts in groups:
        chosen = calls.counted(list(attempts))
        for attempt in attempts:
            found = calls.cost(attempt.folder)
            if found is None:
                lost += 1
            else:
                (counted if attempt is chosen else others).append(found)
    return Ledgers(tuple(counted), tuple(others), lost)


def of_run(found: Ledgers, judges_usd: float, paid: bool) -> dict[str, Any]:
    """Sums over a run; a sum is ``None`` where an amount in it is not known.

    Args:
        found: what its attempts cost.
        judges_usd: what judges cost.
        paid: whether services of the run are paid, so that an attempt without a ledger may have cost something.

    Returns:
        ``agent_usd`` and ``caller_usd`` of the attempts that count, ``reruns_usd`` of the others, ``total_usd`` with
        the judges, ``known_usd`` (what is known of it) and ``unknown`` (who and why); in a rehearsal
        ``would_cost_usd``. Empty for runs of versions that kept no ledgers.
    """
    every = [*found.counted, *found.others]
    if not every:
        return {}
    lost = found.lost if paid else 0
    agent, caller = (_party(found.counted, party) for party in ("agent", "caller"))
    reruns = [own["usd"] for own in found.others] + [None] * lost
    unknown = [why for own in every for why in own["unknown"]] + [LOST] * lost
    sums: dict[str, Any] = {
        "agent_usd": whole(agent),
        "caller_usd": whole(caller),
        "reruns_usd": whole(reruns),
        "total_usd": whole([*agent, *caller, *reruns, judges_usd]),
        "known_usd": known([judges_usd, *(own["known_usd"] for own in every)]),
        "unknown": list(dict.fromkeys(unknown)),
    }
    if any(own["rehearsal"] for own in every):
        sums["would_cost_usd"] = whole(own.get("would_cost_usd") for own in every)
        sums["would_cost_calls"] = len(every)
    return sums


def _party(ledgers: Iterable[Mapping[str, Any]], party: str) -> list[float | None]:
    return [line["usd"] for own in ledgers for line in own["lines"] if line["party"] == party]


def sentences(summary: Mapping[str, Any]) -> list[str]:
    """What a reader should know of cost; nothing where nobody was paid."""
    cost = summary.get("cost", {})
    if "total_usd" not in cost:  # of versions that knew of judges only
        judges = cost.get("judges_usd", 0.0)
        return [f"The judges cost {judges:.2f} US dollars."] if judges else []
    lines = []
    if cost["known_usd"] or (cost["unknown"] and "would_cost_usd" not in cost):
        parts = {
            "agent": cost["agent_usd"],
            "caller": cost["caller_usd"],
            "attempts that do not count": cost["reruns_usd"],
            "judges": cost["judges_usd"],
        }
        told = ", ".join(f"{name} {_usd(usd)}" for name, usd in parts.items() if usd != 0)
        begin = f"at least {_usd(cost['known_usd'])}" if cost["total_usd"] is None else _usd(cost["total_usd"])
        lines.append(f"Cost in US dollars: {f'{begin} ({told})' if cost['known_usd'] else 'unknown'}.")
    if "would_cost_usd" in cost:
        would, count = cost["would_cost_usd"], cost["would_cost_calls"]
        if would is None:
            lines.append("A rehearsal, at no cost; what it would have cost is not known.")
        else:
            each = f", {_usd(would / count)} each" if count > 1 else ""
            calls_ = f"these {count} calls" if count > 1 else "this call"
            lines.append(f"A rehearsal, at no cost; {calls_} would have cost {_usd(would)} US dollars{each}.")
    if cost["unknown"]:
        hint = " (docs/cost.md tells how to give a price)" if any("price" in why for why in cost["unknown"]) else ""
        lines.append(f"Not known: {'; '.join(cost['unknown'])}{hint}.")
    return lines


def _usd(amount: float | None) -> str:
    """An amount for people: cents, or four digits of a small one."""
    if amount is None:
        return "unknown"
    return f"{amount:.2f}" if amount >= 1 or amount == 0 else f"{amount:.4f}"
