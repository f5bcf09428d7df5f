"""Calls that begin with a license that ends soon."""

from __future__ import annotations

from scenarios.hr import words
from scenarios.hr.draft import Draft
from scenarios.hr.parts import license_extension as license_
from scenarios.hr.people import person
from scenarios.model import Request, Scenario, Value

WORKFLOW = "license_extension"


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this workflow, without their expected worlds."""
    return night_reader(), months_ahead()


def night_reader() -> Scenario:
    """A radiologist's license ends in three weeks; a physician needs no supervision."""
    who = person("night-reader", "Ingrid Solheim", "woman", "RADIOLOGY", "MD", hired="2014-08-01")
    draft = Draft("night-reader", "2027-02-09 08:20 MST", who, "provider", "brisk")
    return draft.scenario(
        WORKFLOW,
        "Radiologist extends her license by sixty days",
        license_.extend(
            draft,
            Request(
                statement="My state license runs out in three weeks and the board is slow. I need an extension.",
                details="Sixty days would be enough.",
            ),
            "You read scans at night. The board has not renewed your state license yet, and you want sixty more days.",
            ends_in=21,
            days=60,
            supervisor=None,
        ),
    )


def months_ahead() -> Scenario:
    """A physician assistant asks long before the end: the office names the first day."""
    who = person("months-ahead", "Tadesse Bekele", "man", "ORTHOPEDICS", "PA", hired="2022-01-10")
    draft = Draft("months-ahead", "2027-03-15 11:05 EST", who, "provider", "careful")
    first = draft.on(140 - 60)
    return draft.scenario(
        WORKFLOW,
        "Physician assistant asks too early",
        license_.refused(
            draft,
            Request(statement="I like to have papers settled early. Could you lengthen my PA license by a month?"),
            "You are an orderly physician assistant and want your license lengthened long before it ends.",
            ends_in=140,
            told=(
                f"It is not possible yet, because your license has more than sixty days left. You can ask for it "
                f"from {words.day(first)} on.",
            ),
            because=("sixty days", "60 days", "too early", "days left"),
            values=(Value(kind="date", value=first),),
        ),
        outcome="inform",
    )
