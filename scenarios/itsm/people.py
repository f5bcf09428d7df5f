"""Who works at the company: a person with all numbers and secrets, drawn from the seed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from scenarios.chance import DIGITS
from scenarios.itsm.chance import Draw

Gender = Literal["woman", "man"]

_UNMISTAKABLE = "ACDEFHJKLMNPRTUWXY34679"
"""Characters of a manager's code; those that are taken for one another are left out."""


@dataclass(frozen=True)
class Person:
    """An employee.

    Attributes:
        role: ``ANALYST``, ``ENGINEER``, ``MANAGER``...
        hired: first day of work, ISO.
        building: code of the building where the own desk is.
        floor: ``FL1`` to ``FL5``.
        leads: whether others report to this person.
        manager_auth_code: the code of a manager; drawn for everybody and on file for those who lead.
    """

    first_name: str
    last_name: str
    gender: Gender
    department: str
    role: str
    hired: str
    building: str
    floor: str
    leads: bool
    employee_id: str
    date_of_birth: str
    phone_last_four: str
    otp_code: str
    manager_auth_code: str

    @property
    def name(self) -> str:
        """Given name and surname."""
        return f"{self.first_name} {self.last_name}"


def person(
    key: str,
    name: str,
    gender: Gender,
    department: str,
    role: str,
    building: str,
    *,
    floor: str | None = None,
    hired: str = "2020-05-11",
    leads: bool = False,
) -> Person:
    """A person whose numbers follow from `key`.

    Args:
        key: unique in the pack, usually the scenario's id.
        name: given name and surname, parted by the first blank.
        gender: of the person.
        department: such as ``FIN``.
        role: such as ``ANALYST``.
        building: code of the own building.
        floor: own floor; drawn by default.
        hired: first day of work.
        leads: whether others report to this person.
    """
    draw = Draw(f"person/{key}")
    first, _, last = name.partition(" ")
    born = f"{draw.integer(1966, 1999)}-{draw.integer(1, 12):02d}-{draw.integer(1, 28):02d}"
    return Person(
        first_name=first,
        last_name=last,
        gender=gender,
        department=department,
        role=role,
        hired=hired,
        building=building,
        floor=floor or f"FL{draw.integer(1, 5)}",
        leads=leads,
        employee_id=f"EMP{draw.text(6, DIGITS)}",
        date_of_birth=born,
        phone_last_four=draw.text(4, DIGITS),
        otp_code=draw.text(6, DIGITS),
        manager_auth_code=draw.text(6, _UNMISTAKABLE),
    )


_FIRST = (
    "Petra",
    "Lorcan",
    "Ximena",
    "Taavi",
    "Nkechi",
    "Bruno",
    "Hana",
    "Oleg",
    "Lavinia",
    "Dashiell",
    "Zuri",
    "Iker",
)
_LAST = ("Vandermeer", "Osei", "Castellan", "Rask", "Whitlock", "Yamane", "Novak", "Tierney", "Abara", "Lindqvist")


def bystander(key: str, department: str, role: str, building: str) -> Person:
    """Somebody who leads others and is not part of the call, drawn from a few names."""
    draw = Draw(f"bystander/{key}")
    index = draw.integer(0, len(_FIRST) - 1)
    name = f"{_FIRST[index]} {draw.choice(_LAST)}"
    gender: Gender = "woman" if index % 2 == 0 else "man"
    return person(f"bystander/{key}", name, gender, department, role, building, hired="2014-02-03", leads=True)
