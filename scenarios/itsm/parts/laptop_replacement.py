"""Another laptop for one that is old, slow or broken."""

from __future__ import annotations

from scenarios.authoring import Part, call, heard
from scenarios.itsm import words
from scenarios.itsm.draft import Draft
from scenarios.itsm.parts.devices import budget, entitled, order
from scenarios.model import Fact, Request, Rule

KIND = "laptop_replacement"
_SYSTEMS = {"macos": "mac OS", "windows": "Windows"}


def ordered(
    d: Draft,
    request: Request,
    goal: str,
    *,
    why: str,
    months: int,
    os: str,
    size: str,
    building: str | None = None,
    floor: str | None = None,
    reason: str,
) -> Part:
    """A laptop that is old enough, or broken at any age.

    Args:
        d: the call.
        request: what the caller says.
        goal: what the caller wants.
        why: ``end_of_life``, ``performance_degradation`` or ``physical_damage``.
        months: age of the present one.
        os: ``macos`` or ``windows``.
        size: ``13_inch``, ``14_inch`` or ``16_inch``.
        building: for the delivery; the own one by default.
        floor: for the delivery; the own one by default.
        reason: why, in the caller's words, when asked.
    """
    tag = d.device("LPT", months)
    place, level = building or d.caller.building, floor or d.caller.floor
    broken = why == "physical_damage"
    offer = (
        f"I can order a {words.screen(size)} laptop with {_SYSTEMS[os]}, delivered to {words.building(place)}, "
        f"{words.floor(level)}, and start the return of your old one. Shall I go ahead?"
    )
    steps, facts = order(d, KIND, offer, why=why, building=place, floor=level, tag=tag, laptop_os=os, laptop_size=size)
    look = call("get_asset_record", asset_tag=heard("current_asset_tag", "code", tag)) if broken else entitled(d, KIND)
    return Part(
        request=request,
        goal=goal,
        steps=(look, budget(d), *steps),
        facts=(*facts, *((Fact(slot="asset_tag", kind="code", value=tag),) if broken else ())),
        rules=(Rule(cue=r"\bwhy\b|\breason|what(?:'s| is) wrong|what happened", reply=reason),),
        negotiation=("Agree when the agent names the laptop and the place that you want.",),
        resolution="The laptop is ordered, and you know that the old one goes back.",
        failure="If it cannot be ordered, ask when it can.",
    )
