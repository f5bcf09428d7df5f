"""Requests that end in words: turned down with a reason, answered, or handed to a colleague."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from scenarios.authoring import Part, call, ruled, tell
from scenarios.model import Arg, Expectation, Fact, Request, Rule, Step, Value

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


class Call(Protocol):
    """A call under construction."""

    @property
    def id(self) -> str:
        """Of the scenario."""

    @property
    def employee_id(self) -> Arg:
        """The caller's employee number as an argument."""


def dates(*days: str) -> tuple[Value, ...]:
    """Dates that have to be named."""
    return tuple(Value(kind="date", value=day) for day in days)


def pressing(request: Request) -> str:
    """How a model caller presses on: once for each pushback, and then no more."""
    said = " ".join(f'"{text}"' for text in request.pushback)
    return f"Each time you are refused, press once more, in this order: {said} After that, give in."


def turned_down(
    request: Request,
    goal: str,
    look: Sequence[Step],
    told: Sequence[str],
    because: tuple[str, ...],
    *,
    about: str,
    instead: str,
    facts: tuple[Fact, ...] = (),
    values: tuple[Value, ...] = (),
    rules: tuple[Rule, ...] = (),
) -> Part:
    """A request that the rules forbid.

    Args:
        request: what the caller says, with one pushback for each but the first of `told`.
        goal: what the caller wants.
        look: the lookups that show why not; the last one may be refused itself.
        told: what the agent says, one text per refusal; each must hold a word of `NO`.
        because: lower-case words for the reason, one of which has to be said along with a refusal.
        about: the refusal in words.
        instead: cue by which the caller knows an offer of another way, which is declined.
        facts: as in `Part`.
        values: what must have been named, for example the first day on which it is possible.
        rules: further rules, before that against other ways.

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
        rules=(*rules, Rule(cue=instead, reply="No, then I leave it as it is.")),
        expectations=(Expectation(kind="told", text=about, words=(NO, because), values=values),),
        negotiation=("When the agent says no, hear the reason. Do not think of other ways yourself.",),
        resolution="The agent has said clearly that this is not done, and why.",
        failure="If the agent cannot say anything about it, leave it at that.",
    )


def answered(
    request: Request,
    goal: str,
    look: Sequence[Step],
    text: str,
    groups: Sequence[Sequence[str]],
    *,
    about: str,
    offers: str,
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
        offers: cue by which the caller knows an offer to do something about it, which is declined.
        values: what has to be named.
        facts: as in `Part`.
        rules: further rules, before that against offers.
    """
    words = tuple(tuple(group) for group in groups)
    return Part(
        request=request,
        goal=goal,
        steps=(*look, tell(text)),
        facts=facts,
        rules=(*rules, Rule(cue=offers, reply="No, thank you, I only wanted to know.")),
        expectations=(Expectation(kind="told", text=about, words=words, values=values),),
        negotiation=("You only want to know. Turn down whatever else the agent offers to do about it.",),
        resolution="You know it: the agent has told you all of it.",
        failure="If the agent cannot tell you, say that you will ask your manager, and go on.",
    )


def handed_over(
    draft: Call,
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
        draft: the call.
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
        raise ValueError(f"{draft.id}: a request that is handed over must accept a transfer")
    transfer = call(
        "transfer_to_agent",
        offer=offer,
        employee_id=draft.employee_id,
        transfer_reason=ruled(reason),
        issue_summary=ruled(summary),
    )
    return Part(
        request=request,
        goal=goal,
        facts=facts,
        rules=rules,
        steps=(*look, transfer),
        expectations=(Expectation(kind="transfer", text=f"to {to}", reasons=(reason,)),),
        negotiation=("When the agent offers to hand you over, agree.",),
        resolution=f"The agent has handed you to {to}.",
        failure="If the agent only says no, ask who may decide it.",
    )
