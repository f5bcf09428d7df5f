"""Requests that end without a change: turned down with a reason, or handed to a colleague."""

from __future__ import annotations

from collections.abc import Sequence

from scenarios.authoring import Part, tell
from scenarios.hr.draft import Draft
from scenarios.hr.steps import hand_over
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
_INSTEAD = r"\b(?:instead|alternativ\w*|another (?:day|date|colleague|one)|shorter|would you like|do you want)\b.*\?"


def turned_down(
    request: Request,
    goal: str,
    look: Sequence[Step],
    told: Sequence[str],
    because: tuple[str, ...],
    *,
    facts: tuple[Fact, ...] = (),
    values: tuple[Value, ...] = (),
    about: str = "that it is not done, and why",
) -> Part:
    """A request that the rules forbid.

    Args:
        request: what the caller says, with one pushback for each but the first of `told`.
        goal: for a model caller.
        look: the lookups that show it; the last one may be refused itself.
        told: what the agent says, one text per refusal; each must hold a word of `NO`.
        because: lower-case words; the caller must have heard one of them together with a refusal.
        facts: what the caller may disclose.
        values: what must have been named, for example the first day on which it is possible.
        about: the same for readers.

    Raises:
        ValueError: refusals and pushbacks do not match.
    """
    if len(told) != len(request.pushback) + 1:
        raise ValueError(f"{len(request.pushback)} pushbacks need {len(request.pushback) + 1} texts, not {len(told)}")
    return Part(
        request=request,
        goal=goal,
        facts=facts,
        steps=(*look, *(tell(text) for text in told)),
        rules=(Rule(cue=_INSTEAD, reply="No, then I leave it as it is."),),
        expectations=(Expectation(kind="told", text=about, words=(NO, because), values=values),),
        negotiation=("When the agent says no, hear the reason. Do not think of other ways yourself.",),
        resolution="The agent has said clearly that this is not done, and why.",
        failure="If the agent cannot say anything about it, leave it at that.",
    )


def handed_over(
    draft: Draft,
    request: Request,
    goal: str,
    look: Sequence[Step],
    *,
    reason: str,
    summary: str,
    offer: str,
    facts: tuple[Fact, ...] = (),
    to: str,
) -> Part:
    """A request that only a colleague may decide; it must be the last of the call.

    Args:
        draft: the call.
        request: what the caller says; must accept a transfer.
        goal: for a model caller.
        look: the lookups that show it; the last one may be refused itself.
        reason: ``transfer_reason`` of the section.
        summary: ``issue_summary``.
        offer: why, and a question that offers the transfer.
        facts: what the caller may disclose.
        to: who takes it over, for readers.

    Raises:
        ValueError: the caller would not accept.
    """
    if not request.accepts_transfer:
        raise ValueError(f"{draft.id}: a request that is handed over must accept a transfer")
    return Part(
        request=request,
        goal=goal,
        facts=facts,
        steps=(*look, hand_over(draft.employee_id, reason, summary, offer)),
        expectations=(Expectation(kind="transfer", text=f"to {to}", reasons=(reason,)),),
        negotiation=("When the agent offers to hand you over, agree.",),
        resolution=f"The agent has handed you to {to}.",
        failure="If the agent only says no, ask who may decide it.",
    )
