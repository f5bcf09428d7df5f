"""Devices that are lost, stolen or tampered with: a security case, and the order to erase them."""

from __future__ import annotations

from scenarios.authoring import Part, call, facts_of, found, heard
from scenarios.itsm.draft import Draft
from scenarios.itsm.parts.endings import refused
from scenarios.model import Arg, Request, Rule, Step

_UNTOUCHED = {
    "lost": "I can report your {thing} as lost, and leave what is on it untouched. Shall I go ahead?",
    "suspected_compromise": "I can report a suspected compromise of your {thing}. Please keep it as it is, and the "
    "security team will examine it. Shall I go ahead?",
}


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
    device, kind = _device(tag), _kind(what)
    offer = f"I can report your {thing} as {what} and erase it from afar, which cannot be undone. Shall I go ahead?"
    report = _report(d, device, kind, offer)
    case = found(str(d.answer(report)["security_case_id"]))
    return Part(
        request=request,
        goal=goal,
        steps=(_looked_up(device), report, call("initiate_remote_wipe", asset_tag=device, security_case_id=case)),
        facts=facts_of(device, kind),
        rules=(_happened(happened),),
        negotiation=("Agree when the agent says that the device is reported and erased.",),
        resolution="The device is reported, and the order to erase it is given.",
        failure="If it cannot be reported, ask who can do it.",
    )


def untouched(d: Draft, request: Request, goal: str, *, what: str, tag: str, thing: str, happened: str) -> Part:
    """A device that is reported and not erased: the caller does not want it, or the security team examines it.

    Arguments as in `erased`, but `what` is ``lost`` or ``suspected_compromise``.
    """
    device, kind = _device(tag), _kind(what)
    return Part(
        request=request,
        goal=goal,
        steps=(_looked_up(device), _report(d, device, kind, _UNTOUCHED[what].format(thing=thing))),
        facts=facts_of(device, kind),
        rules=(_happened(happened),),
        negotiation=("Agree when the agent says that the device is reported. Do not agree to have it erased.",),
        resolution="The device is reported, and nothing on it is erased.",
        failure="If it cannot be reported, ask who can do it.",
    )


def of_another(request: Request, goal: str, *tells: str, tag: str, edges: tuple[str, ...]) -> Part:
    """Somebody else's device; `tells` are the refusal and the answers to each pushback."""
    device = _device(tag)
    return refused(
        request,
        goal,
        (_looked_up(device),),
        *tells,
        because=("not yours", "your own", "herself", "himself", "somebody else", "someone else", "another person"),
        about="that everybody reports the own devices only",
        facts=facts_of(device),
        edges=edges,
    )


def _device(tag: str) -> Arg:
    return heard("asset_tag", "code", tag)


def _kind(what: str) -> Arg:
    return heard("incident_type", "choice", what)


def _looked_up(device: Arg) -> Step:
    return call("get_asset_record", asset_tag=device)


def _report(d: Draft, device: Arg, kind: Arg, offer: str) -> Step:
    return call(
        "report_security_incident", offer=offer, employee_id=d.employee_id, asset_tag=device, incident_type=kind
    )


def _happened(reply: str) -> Rule:
    return Rule(cue=r"what happened|how did|lost or stolen|stolen or lost", reply=reply)
