"""A short form for writing calls down."""

from __future__ import annotations

from scenarios.itsm.draft import Draft
from scenarios.itsm.people import Gender, person
from scenarios.itsm.steps import Tier


def ring(
    id_: str,
    when: str,
    name: str,
    gender: Gender,
    department: str,
    role: str,
    building: str,
    persona: str,
    *,
    tier: Tier = "standard",
    floor: str | None = None,
    hired: str = "2020-05-11",
) -> Draft:
    """A call by somebody of a building, on its clock.

    Args:
        id_: of the scenario.
        when: date and time, ``YYYY-MM-DD HH:MM``.
        name: given name and surname.
        gender: of the caller.
        department: such as ``FIN``.
        role: such as ``ANALYST``.
        building: code of the own building.
        persona: key of `PERSONAS`.
        tier: how the caller is verified; a ``manager`` leads others.
        floor: own floor; drawn by default.
        hired: first day of work.
    """
    leads = tier == "manager"
    who = person(id_, name, gender, department, role, building, floor=floor, hired=hired, leads=leads)
    return Draft(id_, when, who, tier, persona)
