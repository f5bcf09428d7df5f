"""Relatives on a visa petition."""

from __future__ import annotations

from dataclasses import dataclass

from scenarios.authoring import Part, call, facts_of, heard, ruled
from scenarios.chance import DIGITS
from scenarios.hr import records, words
from scenarios.hr.chance import Draw
from scenarios.hr.draft import Draft
from scenarios.hr.parts.refusals import handed_over
from scenarios.hr.parts.telling import dates, informed, refused
from scenarios.model import Arg, Request, Step


@dataclass(frozen=True)
class Relative:
    """Somebody of the caller's family.

    Attributes:
        name: given name and surname, parted by the first blank.
        relationship: ``spouse``, ``child`` or ``domestic_partner``.
        born: date of birth.
        country: of birth, ISO code.
    """

    name: str
    relationship: str
    born: str
    country: str

    @property
    def first(self) -> str:
        """The given name."""
        return self.name.partition(" ")[0]

    @property
    def last(self) -> str:
        """The surname."""
        return self.name.partition(" ")[2]


def petition(d: Draft, expires: str, *, kind: str = "H1B", there: tuple[Relative, ...] = ()) -> None:
    """Puts a petition into the world, with the relatives that are on it already."""
    amended = d.case("VISA")
    d.me["visa_record"] = records.visa(
        _drawn(d, "petition"),
        kind,
        expires,
        dependents=[
            {
                "first_name": who.first,
                "last_name": who.last,
                "relationship": who.relationship,
                "date_of_birth": who.born,
                "country_of_birth": who.country,
                "uscis_receipt_number": _receipt(d, who),
                "amendment_id": amended,
                "status": "approved",
            }
            for who in there
        ],
    )
    if there:
        d.me["visa_record"]["amendment_id"] = amended


def added(d: Draft, request: Request, goal: str, *, who: Relative) -> Part:
    """A relative who is added to the petition; `petition` was called."""
    said = _said(d, who)
    what = {"spouse": "your spouse", "child": "your child"}[who.relationship]
    return Part(
        request=request,
        goal=goal,
        steps=(
            _looked_up(d),
            call(
                "add_visa_dependent",
                offer=f"I can add {who.name} as {what} and tell the immigration lawyers. Shall I go ahead?",
                employee_id=d.employee_id,
                **said,
            ),
            call(
                "notify_immigration_counsel",
                employee_id=d.employee_id,
                visa_petition_number=_petition(d),
                notification_type=ruled("dependent_added"),
            ),
        ),
        facts=facts_of(*said.values()),
        also=(f"{who.name} is added as your {who.relationship}, with the right spelling of the name.",),
        negotiation=("Spell the name when you are asked for it.",),
        resolution=f"{who.first} is on the petition, and the lawyers are told.",
        failure="If it cannot be done, say that you will write to the lawyers yourself.",
    )


def barred(d: Draft, request: Request, goal: str, *tells: str, who: Relative, because: tuple[str, ...]) -> Part:
    """A relative who may not be on a petition: too old, not married, or there already."""
    return refused(
        request,
        goal,
        (_looked_up(d),),
        *tells,
        because=because,
        about=f"that {who.first} cannot be added, and why",
        facts=facts_of(*_said(d, who).values()),
    )


def corrected(d: Draft, request: Request, goal: str) -> Part:
    """Something wrong about a relative who is on the petition: the call goes to the lawyers."""
    return handed_over(
        d,
        request.model_copy(update={"accepts_transfer": True}),
        goal,
        (_looked_up(d),),
        reason="unable_to_resolve",
        summary="Wants the details of a relative corrected who is on the visa petition already.",
        offer="I see the entry, but only our immigration lawyers may change it. I can hand "
        "you to a colleague there. Shall I transfer you?",
        facts=facts_of(_petition(d)),
        to="the immigration lawyers",
    )


def stands(d: Draft, request: Request, goal: str, *, who: Relative) -> Part:
    """Whether a relative is on the petition, and until when it holds."""
    end = str(d.me["visa_record"]["expiration_date"])
    return informed(
        request,
        goal,
        (_looked_up(d),),
        f"Your petition is approved until {words.day(end)}, and {who.first} is on it.",
        ("approved",),
        (who.first.lower(), "dependent", who.relationship, "wife", "husband", "son", "daughter"),
        about=f"that the petition is approved, when it ends, and that {who.first} is on it",
        values=dates(end),
        facts=facts_of(_petition(d)),
    )


def _looked_up(d: Draft) -> Step:
    return call("get_visa_record", employee_id=d.employee_id, visa_petition_number=_petition(d))


def _petition(d: Draft) -> Arg:
    return heard("visa_petition_number", "code", d.me["visa_record"]["petition_number"])


def _receipt(d: Draft, who: Relative) -> str:
    return _drawn(d, f"receipt/{who.first}")


def _drawn(d: Draft, key: str) -> str:
    draw = Draw(f"visa/{d.id}/{key}")
    return f"{draw.text(3, 'ABCDEFGHKLMNPRSTUVWXYZ')}{draw.text(10, DIGITS)}"


def _said(d: Draft, who: Relative) -> dict[str, Arg]:
    """What the caller tells of a relative."""
    return {
        "visa_petition_number": _petition(d),
        "dependent_first_name": heard("dependent_first_name", "name", who.first),
        "dependent_last_name": heard("dependent_last_name", "name", who.last),
        "relationship": heard("relationship", "choice", who.relationship),
        "dependent_date_of_birth": heard("dependent_date_of_birth", "date", who.born),
        "dependent_country_of_birth": heard("dependent_country_of_birth", "country", who.country),
        "uscis_receipt_number": heard("uscis_receipt_number", "code", _receipt(d, who)),
    }
