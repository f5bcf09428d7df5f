"""Short forms for writing calls down."""

from __future__ import annotations

from dataclasses import replace

from scenarios.authoring import Part
from scenarios.hr.draft import Draft
from scenarios.hr.people import Gender, person
from scenarios.hr.steps import Tier


def ring(
    id_: str,
    when: str,
    name: str,
    gender: Gender,
    department: str,
    role: str,
    place: str,
    persona: str,
    *,
    tier: Tier = "employee",
    hired: str = "2021-03-15",
) -> Draft:
    """A call by somebody of a facility, on the clock of its state.

    Args:
        id_: of the scenario.
        when: date and time, ``YYYY-MM-DD HH:MM``.
        name: given name and surname.
        gender: of the caller.
        department: such as ``CARDIOLOGY``.
        role: such as ``RN``.
        place: code of the facility.
        persona: key of `PERSONAS`.
        tier: how the caller is verified.
        hired: first day of work.
    """
    who = person(id_, name, gender, department, role, hired=hired, facility=place)
    return Draft(id_, when, who, tier, persona)


def known(part: Part, *tools: str) -> Part:
    """A part without lookups by these tools, whose answers an earlier part of the call has brought already."""
    return replace(part, steps=tuple(step for step in part.steps if step.tool not in tools))
