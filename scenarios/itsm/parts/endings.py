"""Requests that end in words: an answer to a question, a refusal that is pressed against, or a hand-over."""

from __future__ import annotations

from collections.abc import Sequence

from scenarios.authoring import Part, tell
from scenarios.itsm.draft import Draft
from scenarios.itsm.steps import hand_over
from scenarios.model import Expectation, Fact, Request, Rule, Step, Value

NO = (
    "can't",
    "cannot",
    "can not",
    "unable",
    "not able",
    "not possible",
    "isn't possible",
    "not allowed",
    "not eligible",
)
"""Words of which every refusal holds one."""
_OFFER = (
    r"(?:shall|should|would you like|do you want).{0,60}"
    r"(?:submit|request|order|book|file|open|create|renew|add|schedule|unlock|reset|escalate)"
)
_INSTEAD = r"\b(?:instead|alternativ\w*|another (?:day|date|one|floor|building|zone)|wait(?:ing )?list)\b.*\?"


def dates(*days: str) -> tuple[Value, ...]:
    """Dates that have to be named."""
    return tuple(Value(kind="date", value=day) for day in days)


def refused(
    request: Request,
    goal: str,
    look: Sequence[Step],
    *told: str,
    because: tuple[str, ...],
    about: str,
    values: tuple[Value, ...] = (),
    facts: tuple[Fact, ...] = (),
    rules: tuple[Rule, ...] = (),
    edges: tuple[str, ...] = (),
) -> Part:
    """A request that is turned down; the caller presses as often as the request has pushbacks, and then gives in.

    Args:
        request: what the caller says, with one pushback for each but the first of `told`.
        goal: what the caller wants.
        look: the lookups that show why not; the last one may be refused itself.
        told: what the agent says, one text per refusal; each must hold a word of `NO`.
        because: lower-case words for the reason, one of which has to be said along with a refusal.
        about: the refusal in words.
        values: what has to be named.
        facts: as in `Part`.
        rules: further rules beside that against other ways.
        edges: as in `Part`.

    Raises:
        ValueError: refusals and pushbacks do not match.
    """
    if len(told) != len(request.pushback) + 1:
        raise ValueError(f"{len(request.pushback)} pushbacks need {len(request.pushback) + 1} texts, not {len(told)}")
    press, end = "When the agent says no, hear the reason. Do not think of other ways yourself.", ""
    if request.pushback:
        said = " ".join(f'"{text}"' for text in request.pushback)
        press = f"Each time you are refused, press once more, in this order: {said} After that, give in."
        end = " You have pressed as often as written."
    return Part(
        request=request,
        goal=goal,
        steps=(*look, *(tell(text) for text in told)),
        facts=facts,
        rules=(*rules, Rule(cue=_INSTEAD, reply="No, then I leave it as it is.")),
        expectations=(Expectation(kind="told", text=about, words=(NO, because), values=values),),
        negotiation=(press,),
        resolution=f"The agent has said clearly that this is not done, and why.{end}",
        failure="If the agent cannot say anything about it, leave it at that.",
        edges=edges,
    )


def informed(
    request: Request,
    goal: str,
    look: Sequence[Step],
    text: str,
    *groups: Sequence[str],
    about: str,
    values: tuple[Value, ...] = (),
    facts: tuple[Fact, ...] = (),
    rules: tuple[Rule, ...] = (),
) -> Part:
    """A question that is answered; nothing is changed.

    Args:
        request: the question.
        goal: what the caller wants to know.
        look: the lookups.
        text: the answer.
        groups: lower-case words of the answer, of each group one.
        about: the answer in words.
        values: what has to be named.
        facts: as in `Part`.
        rules: further rules beside that against offers.
    """
    return Part(
        request=request,
        goal=goal,
        steps=(*look, tell(text)),
        facts=facts,
        rules=(*rules, Rule(cue=_OFFER, reply="No, thank you, I only wanted to know.")),
        expectations=(
            Expectation(kind="told", text=about, words=tuple(tuple(group) for group in groups), values=values),
        ),
        negotiation=("You only want to know. Turn down whatever else the agent offers to do about it.",),
        resolution="You know it: the agent has told you all of it.",
        failure="If the agent cannot tell you, say that you will ask your manager, and go on.",
    )


def handed_over(
    d: Draft,
    request: Request,
    goal: str,
    look: Sequence[Step],
    *,
    reason: str,
    summary: str,
    offer: str,
    to: str,
    facts: tuple[Fact, ...] = (),
    rules: tuple[Rule, ...] = (),
) -> Part:
    """A request that only a colleague may decide; it must be the last of the call.

    Args:
        d: the call.
        request: what the caller says; must accept a transfer.
        goal: what the caller wants.
        look: the steps before; the last one may be a lookup that is refused itself.
        reason: ``transfer_reason`` of the section.
        summary: ``issue_summary``.
        offer: why, and a question that offers the transfer.
        to: who takes it over, for readers.
        facts: as in `Part`.
        rules: as in `Part`.

    Raises:
        ValueError: the caller would not accept.
    """
    if not request.accepts_transfer:
        raise ValueError(f"{d.id}: a request that is handed over must accept a transfer")
    return Part(
        request=request,
        goal=goal,
        facts=facts,
        rules=rules,
        steps=(*look, hand_over(d.employee_id, reason, summary, offer)),
        expectations=(Expectation(kind="transfer", text=f"to {to}", reasons=(reason,)),),
        negotiation=("When the agent offers to hand you over, agree.",),
        resolution=f"The agent has handed you to {to}.",
        failure="If the agent only says no, ask who may decide it.",
    )
