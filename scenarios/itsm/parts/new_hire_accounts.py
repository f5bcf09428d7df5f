"""Accounts of somebody who is about to start."""

from __future__ import annotations

from scenarios.authoring import Part, call, facts_of, found, heard
from scenarios.itsm import catalog, records, words
from scenarios.itsm.draft import Draft
from scenarios.itsm.people import Gender, Person
from scenarios.model import Fact, Request


def hire(d: Draft, name: str, gender: Gender, start: str, *, role: str = "ANALYST") -> Person:
    """Puts somebody who starts on a day and will report to the caller into the world, without accounts or devices."""
    who = d.report(name, gender, role=role, hired=start)
    for kind in ("LPT", "MON"):
        del d.world["assets"][records.tag_of(who, kind)]
    row = d.row(who)
    row["hardware_entitlements"] = {kind: records.entitlement(None) for kind in row["hardware_entitlements"]}
    row.update(
        employment_status="pending_start", start_date=start, system_accounts=[], group_memberships=[], account_status={}
    )
    return who


def provisioned(d: Draft, request: Request, goal: str, *, who: Person, groups: tuple[str, ...]) -> Part:
    """Accounts with one group or two, as the manager wishes.

    Args:
        d: the call, of the tier ``manager``.
        request: what the caller says.
        goal: what the caller wants.
        who: starts soon, see `hire`.
        groups: codes of the groups to join.
    """
    number = heard("new_hire_employee_id", "code", who.employee_id)
    slots = ("group_code", *(f"group_code_{at}" for at in range(2, len(groups) + 1)))
    names = words.listed([catalog.groups()[code]["name"] for code in groups])
    offer = (
        f"I can create the accounts of {who.name} from {words.day(who.hired)}, with the "
        f"{'group' if len(groups) == 1 else 'groups'} {names}. Shall I go ahead?"
    )
    each = [heard(slot, "code", code) for slot, code in zip(slots, groups, strict=True)]
    wanted = heard("access_groups", "codes", list(groups))
    create = call(
        "provision_new_account",
        offer=offer,
        manager_employee_id=d.employee_id,
        new_hire_employee_id=number,
        department_code=found(who.department),
        role_code=found(who.role),
        start_date=found(who.hired),
        access_groups=wanted,
    )
    return Part(
        request=request,
        goal=goal,
        steps=(
            call("lookup_new_hire", new_hire_employee_id=number),
            call("check_existing_accounts", employee_id=number),
            *(call("get_group_details", group_code=code) for code in each),
            create,
        ),
        facts=(
            *facts_of(number, wanted, *each),
            Fact(slot="department_code", kind="code", value=who.department),
            Fact(slot="role_code", kind="code", value=who.role),
            Fact(slot="start_date", kind="date", value=who.hired),
        ),
        also=(f"No group beside {names} is given.",),
        negotiation=("Agree when the agent names the right person, the first day and all the groups, and no others.",),
        resolution="The accounts exist, and the agent has said so.",
        failure="If they cannot be created, ask what has to happen first.",
    )
