"""What a run cost: the ledgers of its calls, the attempts that do not count, and the judges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from harness import calls
from harness.calls import Attempt
from harness.ledger import known, whole

LOST = "an attempt left no ledger"


def of_run(groups: Iterable[Sequence[Attempt]], judges_usd: float, paid: bool) -> dict[str, Any]:
    """Sums over a run; a sum is ``None`` where an amount in it is not known.

    Args:
        groups: every finished attempt, by trial.
        judges_usd: what judges cost.
        paid: whether services of the run are paid, so that an attempt without a ledger may have cost something.

    Returns:
        ``agent_usd`` and ``caller_usd`` of the attempts that count, ``reruns_usd`` of the others, ``total_usd`` with
        the judges, ``known_usd`` (what is known of it) and ``unknown`` (who and why); in a rehearsal
        ``would_cost_usd``. Empty for runs of versions that kept no ledgers.
    """
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
    if not counted and not others:
        return {}
    ledgers = [*counted, *others]
    agent, caller = (_party(counted, party) for party in ("agent", "caller"))
    reruns = [found["usd"] for found in others] + ([None] * lost if paid else [])
    unknown = [why for found in ledgers for why in found["unknown"]] + ([LOST] * lost if paid else [])
    sums: dict[str, Any] = {
        "agent_usd": whole(agent),
        "caller_usd": whole(caller),
        "reruns_usd": whole(reruns),
        "total_usd": whole([*agent, *caller, *reruns, judges_usd]),
        "known_usd": known([judges_usd, *(found["known_usd"] for found in ledgers)]),
        "unknown": list(dict.fromkeys(unknown)),
    }
    if any(found["rehearsal"] for found in ledgers):
        sums["would_cost_usd"] = whole(found.get("would_cost_usd") for found in ledgers)
        sums["would_cost_calls"] = len(ledgers)
    return sums


def _party(ledgers: Iterable[Mapping[str, Any]], party: str) -> list[float | None]:
    return [line["usd"] for found in ledgers for line in found["lines"] if line["party"] == party]


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
        lines.append(f"Cost in US dollars: {begin} ({told}).")
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
