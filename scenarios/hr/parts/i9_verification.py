"""I-9 forms: first ones, renewals, and questions about them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scenarios.authoring import Part, call, facts_of, heard, ruled
from scenarios.chance import LETTERS_AND_DIGITS
from scenarios.hr import records, words
from scenarios.hr.chance import Draw
from scenarios.hr.draft import Draft
from scenarios.hr.parts.telling import dates, informed, refused
from scenarios.hr.steps import tell_compliance
from scenarios.model import Arg, Fact, Request, Step

_LISTS = {
    "US_PASSPORT": "LIST_A",
    "PERM_RESIDENT_CARD": "LIST_A",
    "EAD": "LIST_A",
    "DRIVERS_LICENSE": "LIST_B",
    "STATE_ID": "LIST_B",
    "SSN_CARD": "LIST_C",
    "BIRTH_CERT": "LIST_C",
}
NAMES = {
    "US_PASSPORT": "a US passport",
    "PERM_RESIDENT_CARD": "a permanent resident card",
    "EAD": "an employment authorization document",
    "DRIVERS_LICENSE": "a driver's license",
    "STATE_ID": "a state identity card",
}


@dataclass(frozen=True)
class Document:
    """What an employee shows.

    Attributes:
        kind: such as ``EAD``.
        expires: its last day.
        number: six to twelve capital letters and digits.
        country: which issued it, ISO code.
    """

    kind: str
    expires: str
    number: str
    country: str = "US"

    @property
    def row(self) -> dict[str, Any]:
        """Its members in a form."""
        return {
            "document_list_type": _LISTS[self.kind],
            "document_type_code": self.kind,
            "document_number": self.number,
            "document_expiration_date": self.expires,
            "issuing_country_code": self.country,
        }


def document(key: str, kind: str, expires: str, country: str = "US") -> Document:
    """A document with a number that follows from `key`: nine digits on passports, mixed on others."""
    draw = Draw(f"document/{key}")
    number = f"{draw.text(3, 'ABCEHKMPRT')}{draw.text(6)}" if kind != "US_PASSPORT" else draw.text(9, "0123456789")
    return Document(kind, expires, number, country)


def on_file(d: Draft, old: Document | None) -> None:
    """Puts a form into the world: one with the document `old`, or a pending one together with a list of tasks."""
    if old is None:
        draw = Draw(f"tasks/{d.id}")
        codes = {task: draw.text(4, LETTERS_AND_DIGITS) for task in ("I9_VERIFY", "BADGE_PICKUP", "HIPAA_TRAIN")}
        d.me["onboarding_checklist"] = records.tasks(codes, done=("HIPAA_TRAIN",))
        d.me["i9_record"] = records.i9("pending")
        return
    d.me["i9_record"] = records.i9(
        "verified", verification_action="initial_verification", case_id=d.case("I9V"), **old.row
    )


def filed(d: Draft, request: Request, goal: str, *, shown: Document, old: Document | None = None) -> Part:
    """A form that is filed: the first one, or a renewal of the one with the document `old`."""
    on_file(d, old)
    action, notice = ("reverification", "i9_reverified") if old else ("initial_verification", "i9_verified")
    verb = "renew your form" if old else "file your form"
    offer = (
        f"I can {verb} with {NAMES[shown.kind]} that ends on {words.day(shown.expires)}, and tell HR compliance. "
        "Shall I go ahead?"
    )
    return Part(
        request=request,
        goal=goal,
        steps=(
            *_looked_up(d),
            call(
                "submit_i9_verification",
                offer=offer,
                employee_id=d.employee_id,
                verification_action=ruled(action),
                document_list_type=ruled(_LISTS[shown.kind]),
                **_said(shown),
            ),
            tell_compliance(d.employee_id, d.case("I9V"), notice),
        ),
        facts=(
            Fact(slot="verification_action", kind="choice", value=action),
            Fact(slot="document_list_type", kind="choice", value=_LISTS[shown.kind]),
            *facts_of(*_said(shown).values()),
        ),
        also=("The form is filed with this document and no other.",),
        negotiation=("Read the number out slowly when you are asked for it.",),
        resolution="The form is filed, and HR compliance is told.",
        failure="If it cannot be filed, say that you will bring the document in person.",
    )


def of_wrong_list(d: Draft, request: Request, goal: str, *, shown: Document, old: Document) -> Part:
    """A renewal with a document that proves identity only."""
    on_file(d, old)
    return refused(
        request,
        goal,
        _looked_up(d),
        f"I can't renew the form with {NAMES[shown.kind]}, because it proves only who you are, not that you may work. "
        "It takes a document of list A or list C.",
        because=("list a", "list b", "list c", "identity", "who you are", "right to work", "may work"),
        about="that the document proves identity only",
        facts=facts_of(*_said(shown).values()),
    )


def ended(d: Draft, request: Request, goal: str, *tells: str, shown: Document, old: Document) -> Part:
    """A renewal with a document that has ended, pressed for."""
    on_file(d, old)
    return refused(
        request,
        goal,
        _looked_up(d),
        *tells,
        because=("expired", "ended", "ran out", "no longer valid", "not valid"),
        about="that the document has ended",
        facts=facts_of(*_said(shown).values()),
        edges=("You hold no other document.",),
    )


def status(d: Draft, request: Request, goal: str, *, old: Document) -> Part:
    """What the form is based on, and until when."""
    on_file(d, old)
    return informed(
        request,
        goal,
        _looked_up(d),
        f"Your form is verified, with {NAMES[old.kind]} that ends on {words.day(old.expires)}.",
        ("verified",),
        about="that the form is verified, and when its document ends",
        values=dates(old.expires),
    )


def _looked_up(d: Draft) -> tuple[Step, ...]:
    return tuple(call(tool, employee_id=d.employee_id) for tool in ("get_employee_record", "get_i9_record"))


def _said(shown: Document) -> dict[str, Arg]:
    """What the caller reads from the document."""
    return {
        "document_type_code": heard("document_type_code", "choice", shown.kind),
        "document_number": heard("document_number", "code", shown.number),
        "document_expiration_date": heard("document_expiration_date", "date", shown.expires),
        "issuing_country_code": heard("issuing_country_code", "country", shown.country),
    }
