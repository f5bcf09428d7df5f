"""Orders of a laptop or a monitor: the steps that both have, and what speaks against them."""

from __future__ import annotations

from scenarios.authoring import Part, call, facts_of, found, heard, ruled
from scenarios.itsm import words
from scenarios.itsm.draft import Draft
from scenarios.itsm.parts.endings import dates, informed, refused
from scenarios.model import Arg, Fact, Request, Step

AGES = {"laptop_replacement": 36, "monitor_bundle": 12}
"""Months after which a device is replaced."""
_TAGS = {"laptop_replacement": "LPT", "monitor_bundle": "MON"}
_THINGS = {"laptop_replacement": "laptop", "monitor_bundle": "monitor"}


def entitled(d: Draft, kind: str) -> Step:
    """Look whether the caller may have one."""
    return call("check_hardware_entitlement", employee_id=d.employee_id, request_type=ruled(kind))


def budget(d: Draft) -> Step:
    """Look whether the department can pay."""
    return call("verify_cost_center_budget", employee_id=d.employee_id)


def order(
    d: Draft,
    kind: str,
    offer: str,
    *,
    why: str,
    building: str,
    floor: str,
    tag: str | None,
    **wishes: str,
) -> tuple[tuple[Step, ...], tuple[Fact, ...]]:
    """The order and the return of the old device, and what the caller says for them.

    Args:
        d: the call.
        kind: ``laptop_replacement`` or ``monitor_bundle``.
        offer: said before.
        why: the justification.
        building: code of the building for the delivery.
        floor: for the delivery.
        tag: of the old device; ``None`` when there is none to return.
        wishes: ``laptop_os``, ``laptop_size`` or ``monitor_size``.
    """
    place = words.building(building)
    said: dict[str, Arg] = {
        **{name: heard(name, "choice", value) for name, value in wishes.items()},
        "delivery_building": heard("delivery_building", "choice", place),
        "delivery_floor": heard("delivery_floor", "code", floor),
    }
    if tag:
        said["current_asset_tag"] = heard("current_asset_tag", "code", tag)
    facts = facts_of(*said.values())
    submit = call(
        "submit_hardware_request",
        offer=offer,
        employee_id=d.employee_id,
        request_type=ruled(kind),
        justification=ruled(why),
        **said,
    )
    if tag is None:
        return (submit,), facts
    number = str(d.answer(submit)["request_id"])
    back = call(
        "initiate_asset_return",
        employee_id=d.employee_id,
        asset_tag=said["current_asset_tag"],
        request_id=found(number),
    )
    return (submit, back), facts


def old_enough_on(d: Draft, kind: str, months: int, day: str) -> str:
    """Makes the caller's device of a kind so many months old, bought on that day of the month; returns when it is due.

    Args:
        d: the call.
        kind: as in `order`.
        months: its age in months, counted from the first of the month.
        day: two digits, the day of the month.
    """
    tag = d.device(_TAGS[kind], months)
    row = d.world["assets"][tag]
    bought = f"{row['purchase_date'][:8]}{day}"
    years, rest = divmod(AGES[kind], 12)
    if rest:
        raise ValueError(f"{kind}: ages are whole years here")
    row.update(purchase_date=bought, warranty_expiration=f"{int(bought[:4]) + 3}{bought[4:]}")
    return f"{int(bought[:4]) + years}{bought[4:]}"


def too_young(d: Draft, request: Request, goal: str, *, kind: str, months: int, day: str) -> Part:
    """A device that is not old enough: no, and the day on which it is. The caller gives its tag when asked."""
    due = old_enough_on(d, kind, months, day)
    thing, age = _THINGS[kind], words.count(AGES[kind])
    return refused(
        request,
        goal,
        (entitled(d, kind), _looked_up(d, kind)),
        f"I'm sorry, I can't order another {thing} yet. It is replaced after {age} months, which is on {_dated(due)}.",
        because=("months", "old enough", "too new", "too young"),
        about=f"that the {thing} is not old enough, and when it is",
        values=dates(due),
        facts=facts_of(_tag(d, kind)),
    )


def due(d: Draft, request: Request, goal: str, *, kind: str, months: int, day: str) -> Part:
    """Somebody who only wants to know when the device may be replaced."""
    when = old_enough_on(d, kind, months, day)
    thing, age = _THINGS[kind], words.count(AGES[kind])
    return informed(
        request,
        goal,
        (entitled(d, kind), _looked_up(d, kind)),
        f"Your {thing} may be replaced after {age} months, so another one can be ordered from {_dated(when)}.",
        ("months", "years", "from", "ordered", "replaced"),
        about=f"when the {thing} may be replaced",
        values=dates(when),
        facts=facts_of(_tag(d, kind)),
    )


def on_order(d: Draft, request: Request, goal: str, *, kind: str, days: int) -> Part:
    """A device that was ordered so many days ago and has not come yet."""
    why = "replacement" if kind == "monitor_bundle" else "end_of_life"
    number = d.request("HW", days, "submitted", request_type=kind, justification=why)
    d.me["hardware_entitlements"][kind].update(pending_request=True, pending_request_id=number)
    thing = _THINGS[kind]
    return refused(
        request,
        goal,
        (entitled(d, kind),),
        f"I can't order a {thing}, because one is on order for you already. Only one order at a time is possible.",
        because=("already", "on order", "pending", "under way"),
        about=f"that a {thing} is on order already",
    )


def no_money(d: Draft, request: Request, goal: str, *, kind: str, months: int) -> Part:
    """A device that is old enough, in a department whose budget is spent."""
    d.device(_TAGS[kind], months)
    center = d.world["cost_centers"][d.me["cost_center_code"]]
    center.update(has_budget=False, remaining_budget_usd=140)
    return refused(
        request,
        goal,
        (entitled(d, kind), budget(d)),
        f"I'm sorry, I can't order that {_THINGS[kind]}. Your department has no budget left for it, and your manager "
        "has to ask for more.",
        because=("budget", "money"),
        about="that the department has no budget left",
    )


def _dated(iso: str) -> str:
    return f"{words.day(iso)}, {words.count(20)} {words.count(int(iso[2:4]))}"


def _tag(d: Draft, kind: str) -> Arg:
    return heard("asset_tag", "code", d.laptop if kind == "laptop_replacement" else d.monitor)


def _looked_up(d: Draft, kind: str) -> Step:
    return call("get_asset_record", asset_tag=_tag(d, kind))
