"""Another phone for the codes: never on the telephone, but the wish is filed for a visit."""

from __future__ import annotations

from dataclasses import replace

from scenarios.authoring import Part, call, facts_of, heard
from scenarios.chance import DIGITS
from scenarios.itsm.chance import Draw
from scenarios.itsm.draft import Draft
from scenarios.itsm.parts.endings import refused
from scenarios.model import Request


def filed(d: Draft, request: Request, goal: str) -> Part:
    """A wish for another phone, which is filed and refused in one; the new phone's number is drawn."""
    new = heard("new_phone_last_four", "digits", Draw(f"new phone/{d.id}").text(4, DIGITS))
    wish = call(
        "submit_mfa_reset",
        offer="A phone for the codes is changed in person only. I can file your wish, so that IT security expects "
        "you. Shall I go ahead?",
        employee_id=d.employee_id,
        new_phone_last_four=new,
    )
    part = refused(
        request,
        goal,
        (wish,),
        "Your wish is on file. I can't change the phone from here, so please come to IT security in person and bring "
        "your company badge.",
        because=("in person", "come by", "visit"),
        about="that the phone is changed in person only",
        facts=facts_of(new),
    )
    return replace(
        part,
        negotiation=("Agree when the agent says that the wish is filed for a visit.",),
        resolution="Your wish is filed, and you know that you have to come in person.",
    )
