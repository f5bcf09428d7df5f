"""Who works at the hospital group: a person with all numbers and secrets, drawn from the seed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from scenarios.chance import DIGITS, LETTERS
from scenarios.hr.chance import Draw
from scenarios.hr.places import FACILITIES

Gender = Literal["woman", "man"]

PHYSICIANS = frozenset({"MD", "DO"})
"""Roles that may supervise others, and that need no supervision."""


@dataclass(frozen=True)
class Person:
    """An employee, with the numbers of a provider in case of being one.

    Attributes:
        role: ``RN``, ``MD``, ``PA``...
        hired: first day of work, ISO.
        facility: code of the own facility.
        state: of that facility.
    """

    first_name: str
    last_name: str
    gender: Gender
    department: str
    role: str
    hired: str
    facility: str
    state: str
    employee_id: str
    date_of_birth: str
    phone_last_four: str
    otp_code: str
    npi: str
    pin: str
    state_license_number: str
    dea_number: str


def person(
    key: str,
    name: str,
    gender: Gender,
    department: str,
    role: str,
    *,
    hired: str = "2021-03-15",
    facility: str | None = None,
) -> Person:
    """A person whose numbers follow from `key`.

    Args:
        key: unique in the pack, usually the scenario's id.
        name: given name and surname, parted by the first blank.
        gender: of the person.
        department: such as ``CARDIOLOGY``.
        role: such as ``RN``.
        hired: first day of work.
        facility: own facility; drawn by default.
    """
    draw = Draw(f"person/{key}")
    first, _, last = name.partition(" ")
    place = facility or draw.choice(tuple(FACILITIES))
    state = FACILITIES[place]
    born = f"{draw.integer(1964, 1998)}-{draw.integer(1, 12):02d}-{draw.integer(1, 28):02d}"
    return Person(
        first_name=first,
        last_name=last,
        gender=gender,
        department=department,
        role=role,
        hired=hired,
        facility=place,
        state=state,
        employee_id=f"EMP{draw.text(6, DIGITS)}",
        date_of_birth=born,
        phone_last_four=draw.text(4, DIGITS),
        otp_code=draw.text(6, DIGITS),
        npi=f"1{draw.text(9, DIGITS)}",
        pin=draw.text(4, DIGITS),
        state_license_number=f"{state}-{role}-{draw.text(7, DIGITS)}",
        dea_number=f"{draw.choice('ABFM')}{last[0].upper() if last[0].upper() in LETTERS else 'X'}"
        f"{draw.text(7, DIGITS)}",
    )


_FIRST = ("Runa", "Tobias", "Marisol", "Ken", "Adaeze", "Piotr", "Leilani", "Emre", "Sunniva", "Caleb", "Noor", "Ivo")
_LAST = ("Halvard", "Quist", "Bellweather", "Tomita", "Okonjo", "Wrona", "Kapule", "Aksoy", "Fjeld", "Dray", "Rahimi")


def bystander(key: str, department: str, role: str = "MD", facility: str | None = None) -> Person:
    """Somebody of the department who is not part of the call, drawn from a few names."""
    draw = Draw(f"bystander/{key}")
    index = draw.integer(0, len(_FIRST) - 1)
    name = f"{_FIRST[index]} {draw.choice(_LAST)}"
    gender: Gender = "woman" if index % 2 == 0 else "man"
    return person(f"bystander/{key}", name, gender, department, role, hired="2016-09-01", facility=facility)


def sister_site(key: str) -> str:
    """The code of another facility, of any state, drawn from `key`."""
    draw = Draw(f"site/{key}")
    return f"{draw.text(draw.integer(2, 4), LETTERS)}-{draw.text(2, DIGITS)}{draw.choice(LETTERS)}"
