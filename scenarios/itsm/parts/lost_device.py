"""Devices that are lost or stolen: a security case, and the order to erase them."""

from __future__ import annotations

from scenarios.authoring import Part, call, facts_of, found, heard, ruled
from scenarios.itsm.draft import Draft
from scenarios.model import Request, Rule


def erased(d: Draft, request: Request, goal: str, *, what: str, tag: str, thing: str, happened: str) -> Part:
    """A device of the caller that is gone and is erased.

    Args:
        d: the call.
        request: what the caller says.
        goal: what the caller wants.
        what: ``lost`` or ``stolen``.
        tag: of the device.
        thing: such as ``laptop``.
        happened: what happened, in the caller's words.
    """
    device = heard("asset_tag", "code", tag)
    report = call(
        "report_security_incident",
        offer=f"I can report your {thing} as {what} and erase it from afar, which cannot be undone. Shall I go ahead?",
        employee_id=d.employee_id,
        asset_tag=device,
        incident_type=ruled(what),
    )
    case = found(str(d.answer(report)["security_case_id"]))
    return Part(
        request=request,
        goal=goal,
        steps=(
            call("get_asset_record", asset_tag=device),
            report,
            call("initiate_remote_wipe", asset_tag=device, security_case_id=case),
        ),
        facts=facts_of(device),
        rules=(Rule(cue=r"what happened|how did|lost or stolen|stolen or lost", reply=happened),),
        negotiation=("Agree when the agent says that the device is reported and erased.",),
        resolution="The device is reported, and the order to erase it is given.",
        failure="If it cannot be reported, ask who can do it.",
    )
