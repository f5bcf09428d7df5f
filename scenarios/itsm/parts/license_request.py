"""Licenses that somebody does not have yet."""

from __future__ import annotations

from scenarios.authoring import Part, call, facts_of, found, heard
from scenarios.itsm import words
from scenarios.itsm.draft import Draft
from scenarios.itsm.parts.endings import handed_over, informed, refused
from scenarios.itsm.parts.licenses import entry, found_as, held, name
from scenarios.model import Arg, Request, Rule, Step, Value

_HOW = r"permanent|for good|for a (?:time|while)|temporary|limited time"


def permanent(d: Draft, request: Request, goal: str, *, product: str, said: str | None = None) -> Part:
    """A license for good, which the department pays.

    Args:
        d: the call.
        request: what the caller says.
        goal: what the caller wants.
        product: its name.
        said: the name that the caller uses.
    """
    named, price = name(product, said), entry(product)["license_cost_usd"]
    offer = (
        f"A permanent license for {product} costs your department {words.dollars(price)}. I can ask for it. "
        "Shall I go ahead?"
    )
    return Part(
        request=request,
        goal=goal,
        steps=(held(d), found_as(named), _payable(d), _submit(d, product, None, offer)),
        facts=facts_of(named),
        rules=(_for_good(),),
        also=("The license is permanent.",),
        negotiation=("Whatever it costs, agree: your manager knows of it.",),
        resolution="The license is asked for.",
        failure="If you cannot have it, ask why.",
    )


def temporary(d: Draft, request: Request, goal: str, *, product: str, days: int, said: str | None = None) -> Part:
    """A license for 30, 60 or 90 days; arguments as in `permanent`."""
    named, length = name(product, said), heard("duration_days", "count", str(days))
    offer = (
        f"I can ask for a license for {product} for {words.count(days)} days, until {words.day(d.on(days))}. "
        "Shall I go ahead?"
    )
    return Part(
        request=request,
        goal=goal,
        steps=(held(d), found_as(named), _submit(d, product, length, offer)),
        facts=facts_of(named, length),
        rules=(Rule(cue=_HOW, reply=f"Only for a while, {words.count(days)} days."),),
        also=(f"The license lasts {days} days.",),
        negotiation=("Agree when the agent names the product and the days that you want.",),
        resolution="The license is asked for, and you know its last day.",
        failure="If you cannot have it, ask why.",
    )


def again(
    d: Draft, request: Request, goal: str, *, product: str, ended: int, days: int, said: str | None = None
) -> Part:
    """A license that ended too long ago to be renewed: another one is asked for.

    Args:
        d: the call; the license has been put into its world.
        request: what the caller says.
        goal: what the caller wants.
        product: its name.
        ended: so many days ago.
        days: how long the new one is to last.
        said: the name that the caller uses.
    """
    part = temporary(d, request, goal, product=product, days=days, said=said)
    *look, submit = part.steps
    offer = (
        f"It ended on {words.day(d.on(-ended))}, too long ago for a renewal. I can ask for another license, for "
        f"{words.count(days)} days, until {words.day(d.on(days))}. Shall I go ahead?"
    )
    steps = (*look, submit.model_copy(update={"offer": offer}))
    return Part(
        request=request,
        goal=goal,
        steps=steps,
        facts=part.facts,
        rules=part.rules,
        also=part.also,
        negotiation=("When it cannot be renewed, agree to another one for the days that you want.",),
        resolution="Another license is asked for, and you know its last day.",
        failure=part.failure,
    )


def odd_length(d: Draft, request: Request, goal: str, *tells: str, product: str, length: str) -> Part:
    """A license for a time that does not exist, pressed for.

    Args:
        d: the call.
        request: what the caller says, with one pushback for each but the first of `tells`.
        goal: what the caller wants.
        tells: the refusal, and an answer to each pushback.
        product: its name.
        length: how long it should last, in the caller's words.
    """
    named = name(product)
    return refused(
        request,
        goal,
        (held(d), found_as(named)),
        *tells,
        because=("ninety", "90"),
        about="that ninety days are the longest",
        facts=facts_of(named),
        rules=(
            Rule(cue=r"how (?:many|long)|duration|number of days|for what time", reply=f"For {length}, as I said."),
            Rule(cue=_HOW, reply=f"For {length}, not for good."),
        ),
        edges=(f"You want it for {length} or not at all: neither for a shorter time nor for good.",),
    )


def nobody_pays(d: Draft, request: Request, goal: str, *, product: str, to: str, summary: str) -> Part:
    """A permanent license for somebody whose record has no cost center: colleagues have to enter it.

    Args:
        d: the call.
        request: what the caller says; must accept a transfer.
        goal: what the caller wants.
        product: its name.
        to: who takes it over, for readers.
        summary: what is handed over.
    """
    d.me["cost_center_code"] = None
    named = name(product)
    return handed_over(
        d,
        request,
        goal,
        (held(d), found_as(named), _payable(d)),
        reason="unable_to_resolve",
        summary=summary,
        offer="No cost center stands in your record, so nobody could pay for it. I can hand you to a colleague who "
        "enters one. Shall I transfer you?",
        to=to,
        facts=facts_of(named),
        rules=(_for_good(),),
    )


def price(request: Request, goal: str, *, product: str, said: str | None = None) -> Part:
    """What a license costs, and how it can be had; nothing is asked for. Arguments as in `permanent`."""
    named, row = name(product, said), entry(product)
    cost = row["license_cost_usd"]
    return informed(
        request,
        goal,
        (found_as(named),),
        f"A permanent license for {product} costs {words.dollars(cost)}. There are also temporary ones, for thirty, "
        "sixty or ninety days.",
        ("permanent",),
        ("temporary", "ninety", "90"),
        about="the price of a permanent license, and that there are temporary ones",
        values=(Value(kind="amount", value=str(cost)),),
        facts=facts_of(named),
        rules=(Rule(cue=_HOW + r".*\?", reply="I don't know yet. Tell me about both."),),
    )


def _for_good() -> Rule:
    return Rule(cue=_HOW, reply="For good, please, a permanent one.")


def _payable(d: Draft) -> Step:
    return call("validate_cost_center", employee_id=d.employee_id)


def _submit(d: Draft, product: str, length: Arg | None, offer: str) -> Step:
    terms = {} if length is None else {"duration_days": length}
    number = found(entry(product)["catalog_id"])
    return call("submit_license_request", offer=offer, employee_id=d.employee_id, catalog_id=number, **terms)
