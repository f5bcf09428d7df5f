"""Writing scenarios: parts, one per request, that are put together to a call.

A `Part` is one thing that a caller wants, with all that belongs to it; it is written as if it were the only one.
`compose` joins one to four parts to a scenario: the identification comes first, facts, criteria, rules,
expectations and steps get the number of their request, and the brief for a model caller is made of the same data
that the plan caller has.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scenarios.model import (
    Arg,
    Brief,
    Caller,
    Criterion,
    Domain,
    EntityKind,
    Expectation,
    Fact,
    Outcome,
    Request,
    Rule,
    Scenario,
    ScenarioKind,
    Step,
)

ESCALATION = (
    "You want to settle this with the agent on the line. Turn down any transfer to a person; if you are "
    "transferred all the same, end the call."
)
ACCEPTS = (
    "You would rather settle this with the agent on the line, but when it offers to hand you to a person because it "
    "may not do it itself, agree."
)
EDGES = (
    "When the agent has done what you asked for and wants to know whether there is more, go on to your next request; "
    "when none is open, say that this was all.",
    "If the agent reads a value back wrongly, correct it at once.",
    "Bring up no wish, complaint or question that is not written here.",
)


@dataclass(frozen=True)
class Part:
    """One request of a caller, written as if it were the only one of the call.

    Attributes:
        request: what the caller says to open it.
        goal: what the caller wants, one or two sentences in the second person.
        steps: the golden path of this request, without identification.
        facts: what the caller may disclose for it alone.
        criteria: what an offer must satisfy.
        rules: answers to what is neither a question for a fact nor an offer.
        expectations: what must have been told or handed over.
        also: further conditions that only a model can judge.
        negotiation: how to weigh what the agent says, step by step.
        resolution: when the request has succeeded.
        failure: what to do when it cannot.
        edges: what to do in odd cases.
        information: what the caller knows beyond the facts.
    """

    request: Request
    goal: str
    steps: tuple[Step, ...]
    resolution: str
    failure: str
    facts: tuple[Fact, ...] = ()
    criteria: tuple[Criterion, ...] = ()
    rules: tuple[Rule, ...] = ()
    expectations: tuple[Expectation, ...] = ()
    also: tuple[str, ...] = ()
    negotiation: tuple[str, ...] = ()
    edges: tuple[str, ...] = ()
    information: Mapping[str, Any] = field(default_factory=dict)


def ask(statement: str, details: str = "", *pushback: str, transfer: bool = False) -> Request:
    """What a caller says to open a request, when asked for more, and each time it is refused.

    Args:
        statement: opens the request.
        details: said when asked to describe it further.
        pushback: said at each refusal.
        transfer: whether the caller agrees to be handed over.
    """
    return Request(statement=statement, details=details, pushback=pushback, accepts_transfer=transfer)


def heard(slot: str, kind: EntityKind, value: Any) -> Arg:
    """An argument that only the caller knows."""
    return Arg(source="caller", slot=slot, kind=kind, value=value)


def found(value: Any) -> Arg:
    """An argument that an earlier tool response holds."""
    return Arg(source="result", value=value)


def ruled(value: Any) -> Arg:
    """An argument that follows from the rules or from what is asked."""
    return Arg(source="policy", value=value)


def facts_of(*args: Arg) -> tuple[Fact, ...]:
    """What the caller can say for these arguments, each slot once; those that it does not give are passed over."""
    heard_once = {arg.slot: arg for arg in args if arg.source == "caller"}
    return tuple(
        Fact(slot=slot or "", kind=arg.kind or "text", value=_said(arg.value)) for slot, arg in heard_once.items()
    )


def call(tool: str, *, offer: str | None = None, **args: Arg) -> Step:
    """A step that runs a tool; `offer` is said before the first write of a request."""
    return Step(tool=tool, args=args, offer=offer)


def tell(text: str) -> Step:
    """A step that says something and waits for the caller's answer."""
    return Step(do="tell", text=text)


def one_time_code(number: Arg, code: str) -> tuple[Step, Step]:
    """The steps that send a one-time code and hear it; `number` is the caller's employee number."""
    heard_code = heard("otp_code", "digits", code)
    return (
        call("initiate_otp_auth", employee_id=number),
        call("verify_otp_auth", employee_id=number, otp_code=heard_code),
    )


def compose(
    id_: str,
    domain: Domain,
    workflow: str,
    title: str,
    *,
    now: str,
    caller: Caller,
    identification: Sequence[Step],
    identity: Sequence[Fact],
    parts: Sequence[Part],
    world: dict[str, Any],
    outcome: Outcome = "change",
    kind: ScenarioKind | None = None,
) -> Scenario:
    """A scenario without its expected world, which the build derives.

    Args:
        id_: unique within the domain's pack.
        domain: its domain.
        workflow: the family of its first request.
        title: a few words for lists.
        now: date and time of the call, ``YYYY-MM-DD HH:MM ZONE``.
        caller: who calls.
        identification: the steps that prove who calls; they run in the first request.
        identity: the facts for them, which hold for the whole call.
        parts: the requests, in the order in which the caller raises them.
        world: the database at the start.
        outcome: what a perfect call comes to.
        kind: by default ``single`` or ``multi``, after the number of parts.
    """
    numbered = list(enumerate(parts))
    facts = [*identity, *(_at(n, fact) for n, part in numbered for fact in part.facts)]
    criteria = [item.model_copy(update={"request": n}) for n, part in numbered for item in part.criteria]
    return Scenario(
        id=id_,
        domain=domain,
        workflow=workflow,
        kind=kind or ("single" if len(parts) == 1 else "multi"),
        title=title,
        now=now,
        caller=caller,
        requests=tuple(part.request for part in parts),
        facts=tuple(facts),
        criteria=tuple(criteria),
        brief=_brief(caller, facts, parts),
        world=world,
        expected={},
        plan=(
            *identification,
            *(step.model_copy(update={"request": n}) for n, part in numbered for step in part.steps),
        ),
        outcome=outcome,
        rules=tuple(item.model_copy(update={"request": n}) for n, part in numbered for item in part.rules),
        expectations=tuple(
            item.model_copy(update={"request": n}) for n, part in numbered for item in part.expectations
        ),
    )


def _said(value: Any) -> str:
    if isinstance(value, list):
        return ",".join(value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def _at(number: int, fact: Fact) -> Fact:
    return fact.model_copy(update={"request": number})


def _brief(caller: Caller, facts: Iterable[Fact], parts: Sequence[Part]) -> Brief:
    """What a model caller reads, from the data that the plan caller has."""
    several = len(parts) > 1
    information: dict[str, Any] = {"first_name": caller.first_name, "last_name": caller.last_name}
    for fact in facts:
        key = fact.slot if fact.request is None or not several else f"{fact.slot} (request {fact.request + 1})"
        information[key] = fact.value
    for part in parts:
        information |= part.information
    bounds = [item for part in parts for item in part.criteria]
    rules = [rule for part in parts for rule in part.rules]
    answers = [f'When the agent brings up what you know of this, answer: "{rule.reply}"' for rule in rules]
    return Brief(
        goal=_numbered([part.goal for part in parts]),
        must_have=(*(c.text for c in bounds if c.must), *(text for part in parts for text in part.also)),
        nice_to_have=tuple(c.text for c in bounds if not c.must),
        negotiation=(*(text for part in parts for text in part.negotiation), *answers),
        resolution=_numbered([part.resolution for part in parts]),
        failure=_numbered([part.failure for part in parts]),
        escalation=ACCEPTS if any(part.request.accepts_transfer for part in parts) else ESCALATION,
        edge_cases=(*(text for part in parts for text in part.edges), *EDGES),
        information=information,
    )


def _numbered(texts: Sequence[str]) -> str:
    if len(texts) == 1:
        return texts[0]
    ordinals = ("First", "Then", "After that", "Finally" if len(texts) == 4 else "Then also")
    return " ".join(f"{ordinal}: {text}" for ordinal, text in zip(ordinals, texts, strict=False))
