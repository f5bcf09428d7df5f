"""The parts of a brief that all callers share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from scenarios.authoring import EDGES, ESCALATION
from scenarios.model import Brief, Caller, Criterion, Fact

SHARED_EDGES = (
    "When the agent has done what you asked for and wants to know whether there is more, say that this was "
    "all, unless one of your requests is still open.",
    *EDGES[1:],
)


def brief(
    goal: str,
    *,
    caller: Caller,
    facts: Iterable[Fact],
    criteria: Iterable[Criterion],
    also: Iterable[str] = (),
    negotiation: Iterable[str],
    resolution: str,
    failure: str,
    edges: Iterable[str] = (),
    more: Mapping[str, Any] | None = None,
) -> Brief:
    """A brief whose criteria and information are those that the plan caller has.

    Args:
        goal: what the caller wants, one or two sentences.
        caller: who calls.
        facts: what the caller may disclose.
        criteria: what an offer must satisfy, rendered by their texts.
        also: further conditions that only a model can judge.
        negotiation: how to weigh offers, step by step.
        resolution: when the call has succeeded.
        failure: what to do when it cannot.
        edges: what to do in odd cases, before those shared by all callers.
        more: information beyond the facts, for example the flight booked now.
    """
    told = list(criteria)
    information: dict[str, Any] = {"first_name": caller.first_name, "last_name": caller.last_name}
    information |= {fact.slot: fact.value for fact in facts}
    return Brief(
        goal=goal,
        must_have=(*(c.text for c in told if c.must), *also),
        nice_to_have=tuple(c.text for c in told if not c.must),
        negotiation=tuple(negotiation),
        resolution=resolution,
        failure=failure,
        escalation=ESCALATION,
        edge_cases=(*edges, *SHARED_EDGES),
        information=information | dict(more or {}),
    )


def identity(code: str, caller: Caller) -> tuple[Fact, Fact]:
    """The two facts that open a reservation."""
    return (
        Fact(slot="confirmation_number", kind="code", value=code),
        Fact(slot="last_name", kind="name", value=caller.last_name),
    )
