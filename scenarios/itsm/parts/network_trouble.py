"""Networks that do not connect: the guide, and a ticket with the code of the diagnostic tool."""

from __future__ import annotations

from scenarios.authoring import Part, call, found, heard, ruled, tell
from scenarios.itsm.chance import Draw
from scenarios.itsm.draft import Draft
from scenarios.itsm.parts.guides import gone_through, outcome
from scenarios.itsm.parts.tickets import hours, stakes, ticket
from scenarios.itsm.steps import solved
from scenarios.model import Expectation, Fact, Request, Rule, Step

KIND = "network_connectivity"
_NAMES = {"vpn": "the VPN", "wifi": "the Wi-Fi", "ethernet": "the network cable"}
_PLAIN = "ACDEFHKLMNPRTUWXY34679"  # no characters that are taken for one another


def reported(
    d: Draft,
    request: Request,
    goal: str,
    *,
    what: str,
    urgency: str,
    work: str,
    reply: str = "No, it still does not connect.",
    code: bool = True,
) -> Part:
    """A network that the guide does not mend: a ticket.

    Args:
        d: the call.
        request: what the caller says.
        goal: what the caller wants.
        what: ``vpn``, ``wifi`` or ``ethernet``.
        urgency: how bad it is.
        work: what it does to the work, in the caller's words.
        reply: what the caller says after the guide.
        code: whether the caller has a code of the diagnostic tool.
    """
    attached = ", with your diagnostic code attached" if code else ""
    offer = (
        f"I can open a ticket of {urgency} urgency for {_NAMES[what]}, {hours(urgency)}{attached}. Shall I go ahead?"
    )
    number, steps = ticket(d, KIND, urgency, ruled(what), offer)
    facts = [Fact(slot="affected_system", kind="choice", value=what)]
    rules: tuple[Rule, ...] = (stakes(work),)
    if code:
        shown = f"DIAG-{Draw(f'diagnostic/{d.id}/{what}').text(8, _PLAIN)}"
        facts.append(Fact(slot="diagnostic_ref_code", kind="code", value=shown))
        log = heard("diagnostic_ref_code", "code", shown)
        steps = (*steps, call("attach_diagnostic_log", ticket_number=found(number), diagnostic_ref_code=log))
    else:
        rules = (*rules, Rule(cue=r"diagnos", reply="No, I have not run any diagnostic tool."))
    return Part(
        request=request,
        goal=goal,
        steps=(*_looked_up(what), *gone_through(KIND), *steps),
        facts=tuple(facts),
        rules=outcome(reply, rules),
        negotiation=("Try what the agent suggests; say afterwards that it did not help.",),
        resolution="A ticket is open and you know how soon it is answered.",
        failure="If there is no ticket, ask who else can look at it.",
    )


def mended(d: Draft, request: Request, goal: str, *, what: str, reply: str) -> Part:
    """A network that works again after the guide; the call is noted and there is no ticket.

    Args:
        d: the call.
        request: what the caller says.
        goal: what the caller wants.
        what: as in `reported`.
        reply: what the caller says after the guide.
    """
    note = solved(d.employee_id, KIND).model_copy(
        update={"offer": "Good to hear. I will note that it was solved without a ticket. Shall I go ahead?"}
    )
    return Part(
        request=request,
        goal=goal,
        steps=(*_looked_up(what), *gone_through(KIND), note),
        facts=(Fact(slot="affected_system", kind="choice", value=what),),
        rules=outcome(reply),
        negotiation=("Try what the agent suggests; say afterwards that it works again.",),
        resolution="You are connected again.",
        failure="If the agent has nothing to try, leave it at that.",
    )


def pressed(d: Draft, request: Request, goal: str, *tells: str, what: str, work: str, reply: str) -> Part:
    """A caller who wants a higher urgency than the problem has, and gets a ticket of medium urgency.

    Args:
        d: the call.
        request: what the caller says, with one pushback for each but the first of `tells`.
        goal: what the caller wants.
        tells: the refusal, and an answer to each pushback.
        what: as in `reported`.
        work: what it does to the work, in the caller's words.
        reply: what the caller says after the guide.
    """
    urgency = "medium"
    offer = f"I can open a ticket of {urgency} urgency for {_NAMES[what]}, {hours(urgency)}. Shall I go ahead?"
    _, steps = ticket(d, KIND, urgency, ruled(what), offer)
    said = " ".join(f'"{text}"' for text in request.pushback)
    return Part(
        request=request,
        goal=goal,
        steps=(*_looked_up(what), *gone_through(KIND), *(tell(text) for text in tells), *steps),
        facts=(Fact(slot="affected_system", kind="choice", value=what),),
        rules=outcome(reply, (stakes(work), Rule(cue=r"diagnos", reply="No, I have not run any diagnostic tool."))),
        expectations=(
            Expectation(kind="told", text=f"that the ticket is of {urgency} urgency", words=((urgency, "four hours"),)),
        ),
        negotiation=(
            f"Each time you are refused the top urgency, press once more, in this order: {said} After that, take "
            "the ticket that you are offered.",
        ),
        resolution="A ticket is open, and you have pressed for a higher urgency as often as written.",
        failure="If there is no ticket at all, ask who else can look at it.",
    )


def _looked_up(what: str) -> tuple[Step, ...]:
    """The VPN may be out for everybody."""
    return (call("check_existing_outage", service_name=ruled("vpn_gateway")),) if what == "vpn" else ()
