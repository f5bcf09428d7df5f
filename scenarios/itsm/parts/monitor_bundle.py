"""A first monitor, or another one."""

from __future__ import annotations

from scenarios.authoring import Part
from scenarios.itsm import records, words
from scenarios.itsm.draft import Draft
from scenarios.itsm.parts.devices import budget, entitled, order
from scenarios.model import Request

KIND = "monitor_bundle"


def first(
    d: Draft,
    request: Request,
    goal: str,
    *,
    size: str,
    floor: str | None = None,
) -> Part:
    """A monitor for somebody who has none.

    Args:
        d: the call; the monitor on file is taken away.
        request: what the caller says.
        goal: what the caller wants.
        size: ``24_inch``, ``27_inch`` or ``32_inch``.
        floor: for the delivery, in the own building; the own one by default.
    """
    d.world["assets"].pop(d.monitor, None)
    d.me["hardware_entitlements"][KIND] = records.entitlement(None)
    place, level = d.caller.building, floor or d.caller.floor
    offer = (
        f"I can order a {words.screen(size)} monitor for you, delivered to {words.building(place)}, "
        f"{words.floor(level)}. Shall I go ahead?"
    )
    steps, facts = order(d, KIND, offer, why="new_setup", building=place, floor=level, tag=None, monitor_size=size)
    return Part(
        request=request,
        goal=goal,
        steps=(entitled(d, KIND), budget(d), *steps),
        facts=facts,
        negotiation=("Agree when the agent names the size and the place that you want.",),
        resolution="The monitor is ordered.",
        failure="If it cannot be ordered, ask when it can.",
    )


def another(
    d: Draft,
    request: Request,
    goal: str,
    *,
    size: str,
    months: int,
) -> Part:
    """A monitor for one of so many months, which goes back. Arguments as in `first`."""
    tag = d.device("MON", months)
    place, level = d.caller.building, d.caller.floor
    offer = (
        f"I can order a {words.screen(size)} monitor, delivered to {words.building(place)}, {words.floor(level)}, "
        "and start the return of the old one. Shall I go ahead?"
    )
    steps, facts = order(d, KIND, offer, why="replacement", building=place, floor=level, tag=tag, monitor_size=size)
    return Part(
        request=request,
        goal=goal,
        steps=(entitled(d, KIND), budget(d), *steps),
        facts=facts,
        negotiation=("Agree when the agent names the size and the place that you want.",),
        resolution="The monitor is ordered, and you know that the old one goes back.",
        failure="If it cannot be ordered, ask when it can.",
    )
