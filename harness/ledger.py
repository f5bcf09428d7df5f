"""What a call cost: a line for each thing that each service was paid for.

A price or a quantity that is not known makes a cost unknown (``None``), never nothing. In a rehearsal nothing is
paid, and the ledger tells what the same call would have cost.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from math import fsum
from typing import Any

from agents.prices import INSTEAD
from harness.billing import Billed, Billing, Named
from pipelines.record import USAGE, Event

DIGITS = 6
"""Of US dollars in a ledger."""

_EVIDENCE = {"llm": "llm_started", "realtime": "llm_started", "tts": "tts_started"}
"""Frame events which say that a service was at work, whether or not it reported what for."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a ledger.

    Attributes:
        what: the quantity that was counted, such as ``output_tokens``; empty where nothing was.
        counted: ``service`` reported it, or it was counted on the ``wire``.
        unit: what `price` is for.
        usd: what it cost; ``None`` if that is not known.
        would_cost_usd: what it would have cost had it not been a rehearsal; ``None`` if that is not known.
        note: why a figure is missing or nothing.
    """

    party: str
    part: str
    provider: str
    model: str
    what: str = ""
    quantity: float | None = None
    counted: str = ""
    unit: str = ""
    price: float | None = None
    as_of: str = ""
    usd: float | None = None
    would_cost_usd: float | None = None
    note: str = ""


def ledger(billing: Billing, events: Sequence[Event], seconds: float) -> dict[str, Any]:
    """The ledger of a call.

    Args:
        billing: its services and their prices.
        events: the call's frame events; those of kind ``usage`` say what was used.
        seconds: length of the call on the line.

    Returns:
        ``usd`` (``None`` if any line's is not known), ``known_usd`` (what is known of it), ``would_cost_usd`` in a
        rehearsal, ``unknown`` (who and why), and ``lines``.
    """
    lines = [line for service in billing.services for line in _lines(billing, service, events, seconds)]
    found: dict[str, Any] = {"currency": "USD", "rehearsal": billing.rehearsal}
    real = [line.would_cost_usd if billing.rehearsal else line.usd for line in lines]
    if billing.rehearsal:
        found |= {"usd": 0.0, "known_usd": 0.0, "would_cost_usd": whole(real)}
    else:
        found |= {"usd": whole(real), "known_usd": known(real)}
    unknown = [line for line, usd in zip(lines, real, strict=True) if usd is None]
    found["unknown"] = list(dict.fromkeys(f"{_label(line)}: {line.note}" for line in unknown))
    return {**found, "lines": [_row(line, billing.rehearsal) for line in lines]}


def whole(amounts: Iterable[float | None]) -> float | None:
    """The sum of amounts, which is not known unless all of them are."""
    amounts = list(amounts)
    return None if None in amounts else known(amounts)


def known(amounts: Iterable[float | None]) -> float:
    """The sum of those amounts that are known."""
    return round(fsum(a for a in amounts if a is not None), DIGITS)


def _lines(billing: Billing, service: Billed, events: Sequence[Event], seconds: float) -> list[Line]:
    who = (service.party, service.part, service.provider, service.model)
    if service.local:
        return [_priced(Line(*who, usd=0.0, note="runs on this machine"), billing)]
    own = [e for e in events if e.side == service.party]
    used, counted = _used(service, own), "service"
    prices = billing.of(service)
    if not used and _refused(service, own):
        return [_priced(Line(*who, usd=0.0, note="it was refused, and not used"), billing)]
    if service.part in ("stt", "agent") or any(p.quantity == "seconds" for p in prices):
        if "seconds" not in used:
            used, counted = {"seconds": round(seconds, 3)}, "wire"
        used = {"seconds": used["seconds"]}
    if not used:
        why = _why_nothing(service, own)
        return [_priced(Line(*who, usd=None if why else 0.0, note=why or "not used"), billing)]
    if not prices:
        why = "its price is not known"
        return [Line(*who, what=w, quantity=n, counted=counted, note=why) for w, n in used.items()]
    by_quantity = {p.quantity: p for p in prices}
    found = []
    for what, count in used.items():
        price = by_quantity.get(what) or by_quantity.get(INSTEAD.get(what, ""))
        line = Line(*who, what=what, quantity=count, counted=counted)
        if price is None:
            found.append(replace(line, note=f"the price of {what.replace('_', ' ')} is not known"))
            continue
        told = replace(line, unit=price.unit, price=price.price, as_of=price.as_of.isoformat())
        found.append(_priced(replace(told, usd=round(price.amount(count), DIGITS)), billing))
    return found


def _used(service: Billed, own: Sequence[Event]) -> dict[str, float]:
    """Quantities that a service reported, by name; reasoning is a part of the output."""
    sums: dict[str, float] = {}
    for event in own:
        if event.kind == USAGE and event.data["part"] == service.role:
            for what, count in event.data["quantities"].items():
                sums[what] = sums.get(what, 0) + count
    return {what: round(count, 3) for what, count in sums.items() if what != "reasoning_tokens"}


def _refused(service: Billed, own: Sequence[Event]) -> bool:
    """Whether what a service was asked for was answered with an HTTP status of an error, which nobody charges for."""
    return any(e.kind == "error" and service.erred(e) and e.data.get("status") for e in own)


def _why_nothing(service: Billed, own: Sequence[Event]) -> str:
    """Why a service that reported nothing may have been used all the same; empty if it was not."""
    if any(e.kind == _EVIDENCE.get(service.part) for e in own):
        return "it reported no usage"
    if service.party == "agent" and not any(e.kind == "agent_done" for e in own):
        return "the agent's report of usage is missing"
    return ""


def _priced(line: Line, billing: Billing) -> Line:
    """In a rehearsal nothing is paid, and the amount is what would have been."""
    return replace(line, usd=0.0, would_cost_usd=line.usd) if billing.rehearsal else line


def _row(line: Line, rehearsal: bool) -> dict[str, Any]:
    row = asdict(line)
    if rehearsal:
        row["usd"] = 0.0
    else:
        del row["would_cost_usd"]
    return row


def _label(line: Line) -> str:
    return Named(party=line.party, part=line.part, provider=line.provider, model=line.model).label
