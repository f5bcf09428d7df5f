"""Requests to enter a new malpractice insurance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scenarios.authoring import Part, call, facts_of, heard
from scenarios.days import in_days
from scenarios.hr import words
from scenarios.hr.chance import Draw
from scenarios.hr.draft import Draft
from scenarios.hr.parts.refusals import turned_down
from scenarios.hr.steps import tell_committee
from scenarios.model import Arg, EntityKind, Request, Step, Value

REVIEWED = 1_000_000
"""Dollars per occurrence below which the credentials are reviewed again; policy.md, section 5."""


@dataclass(frozen=True)
class Cover:
    """A new policy.

    Attributes:
        carrier: insurer, as the tool names it or, where it is refused, as people do.
        per_occurrence: dollars.
        aggregate: dollars in all.
        begins: days from the call until its first day; negative in the past.
        years: for how many years it runs.
    """

    carrier: str
    per_occurrence: int
    aggregate: int
    begins: int
    years: int = 1


def update(draft: Draft, request: Request, goal: str, cover: Cover, *, present_ends_in: int) -> Part:
    """A policy that is entered.

    Args:
        draft: the call.
        request: what the caller says.
        goal: for a model caller.
        cover: the new policy.
        present_ends_in: days from the call until the policy on file ends; no gap may follow.
    """
    _present(draft, present_ends_in)
    if cover.begins > present_ends_in + 1:
        raise ValueError(f"{draft.id}: policy section 5 allows no gap between two policies")
    said = _said(draft, cover)
    review = (
        " With less than one million per occurrence your credentials are reviewed again."
        if cover.per_occurrence < REVIEWED
        else ""
    )
    name = words.carrier(cover.carrier)
    offer = (
        f"I can enter {name} with {words.dollars(cover.per_occurrence)} per occurrence and "
        f"{words.dollars(cover.aggregate)} in all, and tell the credentialing committee.{review} Shall I go ahead?"
    )
    return Part(
        request=request,
        goal=goal,
        facts=facts_of(*said.values()),
        steps=(
            *_look(draft),
            call("update_malpractice_coverage", offer=offer, npi=draft.npi, **said),
            tell_committee(draft.npi, draft.case("MAL"), "malpractice_updated"),
        ),
        also=(f"The insurance of {name} is entered with the limits of your policy.",),
        negotiation=("Give the figures of the policy one by one as you are asked for them.",),
        resolution="The agent has entered the new insurance and told the committee.",
        failure="If it cannot be entered, ask what would have to change in the policy.",
    )


def refused(
    draft: Draft,
    request: Request,
    goal: str,
    cover: Cover,
    *,
    present_ends_in: int,
    told: Sequence[str],
    because: tuple[str, ...],
    values: tuple[Value, ...] = (),
) -> Part:
    """A policy that the rules do not accept.

    Args:
        draft: the call.
        request: what the caller says.
        goal: for a model caller.
        cover: the policy that is wanted.
        present_ends_in: days from the call until the policy on file ends, negative when it has ended.
        told: what the agent says, one text per refusal.
        because: words of the reason.
        values: what must have been named.
    """
    _present(draft, present_ends_in)
    facts = facts_of(*_said(draft, cover).values())
    return turned_down(request, goal, _look(draft), told, because, facts=facts, values=values)


def _said(draft: Draft, cover: Cover) -> dict[str, Arg]:
    """What the caller reads from the policy."""
    first = draft.on(cover.begins)
    last = in_days(f"{int(first[:4]) + cover.years}{first[4:]}", -1)
    number = f"POL-{first[:4]}-{Draw(f'cover/{draft.id}').text(6)}"
    values: dict[str, tuple[EntityKind, str | int]] = {
        "new_carrier": ("choice", cover.carrier),
        "new_policy_number": ("code", number),
        "per_occurrence_limit_usd": ("amount", cover.per_occurrence),
        "aggregate_limit_usd": ("amount", cover.aggregate),
        "effective_date": ("date", first),
        "expiration_date": ("date", last),
    }
    return {slot: heard(slot, kind, value) for slot, (kind, value) in values.items()}


def _present(draft: Draft, ends_in: int) -> None:
    last = draft.on(ends_in)
    draft.provider["malpractice"].update(
        effective_date=in_days(f"{int(last[:4]) - 1}{last[4:]}", 1), expiration_date=last
    )


def _look(draft: Draft) -> tuple[Step, ...]:
    return (
        call("get_provider_profile", npi=draft.npi),
        call("get_malpractice_record", npi=draft.npi),
    )
