"""Licenses that end: renewed, too early for it, or too late."""

from __future__ import annotations

from scenarios.authoring import Part, call, facts_of, heard
from scenarios.days import in_days, year_later
from scenarios.itsm import words
from scenarios.itsm.draft import Draft
from scenarios.itsm.parts.endings import dates, refused
from scenarios.itsm.parts.licenses import held, hold
from scenarios.model import Arg, Request

EARLIEST, LATEST = 30, 14
"""Days before and after its end between which a license is renewed."""


def renewed(d: Draft, request: Request, goal: str, *, product: str, ends: int) -> Part:
    """A license that ends soon, or has just ended.

    Args:
        d: the call; the license is put into its world.
        request: what the caller says.
        goal: what the caller wants.
        product: its name.
        ends: in so many days; negative when it has ended.
    """
    number = _number(hold(d, product, ends))
    end = d.on(ends)
    until = year_later(end)
    past = "ran" if ends < 0 else "runs"
    renew = call(
        "submit_license_renewal",
        offer=f"Your license for {product} {past} until {words.day(end)}. I can renew it until {words.day(until)} of "
        "the year after. Shall I go ahead?",
        employee_id=d.employee_id,
        license_assignment_id=number,
    )
    return Part(
        request=request,
        goal=goal,
        steps=(held(d), renew),
        facts=facts_of(number),
        also=("Only this license is renewed.",),
        negotiation=("Agree when the agent names the product that you mean.",),
        resolution="The license is renewed by a year.",
        failure="If it cannot be renewed, ask how you can get another one.",
    )


def too_early(d: Draft, request: Request, goal: str, *, product: str, ends: int) -> Part:
    """A license that lasts too long yet; arguments as in `renewed`."""
    number = _number(hold(d, product, ends))
    end = d.on(ends)
    first = in_days(end, -EARLIEST)
    return refused(
        request,
        goal,
        (held(d),),
        f"I'm sorry, I can't renew it yet. It lasts until {words.day(end)}, and can be renewed from "
        f"{words.day(first)} on.",
        because=("yet", "early", "thirty", "30"),
        about="that it is too early, and from which day it can be renewed",
        values=dates(first),
        facts=facts_of(number),
    )


def _number(number: str) -> Arg:
    return heard("license_assignment_id", "code", number)
