"""What is asked of an agent: scenario, caller, facts, criteria and plan.

A scenario is structured once and rendered twice: to a prompt for a caller that is a language model,
and to the plan brain that needs no model. The plan (`Scenario.plan`) is the golden tool sequence; for each
argument it says where an honest agent would learn the value: from the caller's mouth, from an earlier tool
result, or from the policy. The calibration agent gets `Scenario.blinded_plan()`, where values that only the
caller knows are absent, so that it has to hear them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Domain = Literal["airline", "hr", "itsm"]

#: What the reference dataset's format calls a domain, where its name differs from ours.
DOMAIN_ALIASES: Mapping[str, Domain] = {"medical_hr": "hr"}

EntityKind = Literal[
    "code",  # letters and digits spoken one by one: ZK3FFW
    "digits",  # digits only, spoken one by one: 048271
    "name",  # a person's name, spoken and spelled: Okafor
    "date",  # ISO date: 2026-03-25
    "time",  # 24 h clock: 16:00
    "amount",  # money in dollars: 115 or 120.50
    "count",  # a small number of things: 2
    "flight",  # airline code and number: SK621
    "airport",  # IATA code: AUS
    "choice",  # one of a closed list of words: window
    "number",  # a number that may have a fraction: 7.5
    "state",  # two-letter code of a US state, spoken by its name: AZ
    "country",  # ISO 3166 two-letter code, spoken by its name: PH
    "email",  # an e-mail address, spelled where it is not plain words: j.okafor@example.com
    "dates",  # ISO dates joined by commas; a tool takes a list: 2026-07-14,2026-07-16
    "codes",  # codes joined by commas; a tool takes a list: PRV-ECHO-003,PRV-CARD-005
    "choices",  # words of a closed list joined by commas; a tool takes a list: projector,whiteboard
    "text",  # free text, never compared
]

ScenarioKind = Literal["single", "multi", "adversarial"]
Source = Literal["caller", "result", "policy"]
Outcome = Literal["change", "refuse", "inform", "transfer"]
Disclosure = Literal["asked", "opening"]


class Frozen(BaseModel):
    """Base of the models here: immutable and strict about unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Caller(Frozen):
    """Who phones."""

    first_name: str
    last_name: str
    gender: Literal["woman", "man"]
    persona: str = Field(description="How the person talks, in the second person; for a model caller.")


class Fact(Frozen):
    """One value that the caller may disclose when asked.

    Attributes:
        slot: what an agent asks for, for example ``confirmation_number`` or ``seat_preference``.
        kind: how the value is spoken and compared.
        value: canonical form, as a tool takes it (``2026-03-25``, ``window``, ``2``).
        request: index of the request it belongs to; ``None`` when it holds for the whole call. Two requests
            may each have a fact of the same slot (two dates, two seats).
        spoken: how this caller says it, where that is not the usual form of its kind.
        disclose: ``asked``: only when the agent asks for it; ``opening``: also in the sentences that open its
            request.
    """

    slot: str
    kind: EntityKind
    value: str
    request: int | None = None
    spoken: str = ""
    disclose: Disclosure = "asked"


class Rule(Frozen):
    """How the caller answers something that is neither a question for a fact nor an offer.

    Attributes:
        cue: regular expression, searched in the agent's lower-case words; the first rule that matches answers.
        reply: what the caller says, in the first person.
        request: index of the request during which it holds; ``None`` for the whole call.
        times: how often it is used; afterwards the caller answers as if there were no rule.
    """

    cue: str
    reply: str
    request: int | None = None
    times: int = 3


class Value(Frozen):
    """A value of a kind, in canonical form."""

    kind: EntityKind
    value: str


class Expectation(Frozen):
    """What must have happened besides the state of the world, so that doing nothing cannot pass.

    Attributes:
        kind: ``told``: the agent said something to the caller; ``transfer``: it handed the call over; ``done``: it
            called a tool with parameters that leave no trace in the world, such as a waived fee.
        text: the same in words, for readers and model judges: "that the fare is not refundable".
        request: index of the caller's request that it belongs to.
        words: for ``told``, groups of alternatives, as lower-case phrases: one turn of the agent holds at least
            one phrase of every group.
        values: for ``told``, facts (kind and value) that the agent named somewhere in the call.
        reasons: for ``transfer``, the ``transfer_reason`` values that are right; empty: any.
        tool: for ``done``, the tool.
        params: for ``done``, what its successful calls have in these parameters, each combination once. The
            build derives it; nobody writes it by hand.
    """

    kind: Literal["told", "transfer", "done"]
    text: str
    request: int = 0
    words: tuple[tuple[str, ...], ...] = ()
    values: tuple[Value, ...] = ()
    reasons: tuple[str, ...] = ()
    tool: str = ""
    params: tuple[dict[str, Any], ...] = ()


class Criterion(Frozen):
    """What an offer must satisfy, in a form that the plan brain can evaluate.

    Attributes:
        measure: what is compared, found in the agent's words: ``total_cost`` (dollars), ``date``,
            ``departure``, ``arrival``, ``time`` (24 h clock; ``time`` is any one), ``refund`` (dollars).
        op: comparison of the stated value (left) with `value` (right).
        value: canonical form of the bound.
        text: the same in words, for a model caller.
        must: an offer that fails a must criterion is declined; the others are only preferences.
        request: index of the request whose offers it judges; ``None`` for all of them.
    """

    measure: Literal["total_cost", "date", "departure", "arrival", "time", "refund"]
    op: Literal["<=", ">=", "=="]
    value: str
    text: str
    must: bool = True
    request: int | None = None


class Request(Frozen):
    """One thing that the caller wants done. Several of them make a multi-intent call.

    Attributes:
        statement: what the caller says to open it, in the first person, one or two short sentences.
        details: what the caller adds when asked to describe it further; may be empty.
        pushback: for an adversarial request, what the caller says each time it is refused, in order; when
            they are used up the caller gives in and goes on to the next request or says goodbye.
        accepts_transfer: whether the caller agrees to be handed to a person for this request.
    """

    statement: str
    details: str = ""
    pushback: tuple[str, ...] = ()
    accepts_transfer: bool = False


class Arg(Frozen):
    """One argument of a planned tool call and where an honest agent learns it.

    ``caller``: heard from the caller, `slot` and `kind` say what to ask for; ``result``: contained in an
    earlier tool response; ``policy``: follows from the rules or from the request's nature.
    """

    source: Source
    value: Any = None
    slot: str | None = None
    kind: EntityKind | None = None


class Step(Frozen):
    """One step of the golden path.

    ``call`` runs `tool` with `args`. ``tell`` says `text` (for example a refusal) and waits for the caller's answer.

    Attributes:
        request: index of the caller's request that this step serves.
        offer: what the agent says before the first write of a request and waits for a yes; ``None`` lets the
            calibration brain word it from the arguments and the expected responses.
    """

    do: Literal["call", "tell"] = "call"
    tool: str = ""
    args: dict[str, Arg] = Field(default_factory=dict)
    request: int = 0
    text: str = ""
    offer: str | None = None

    @property
    def params(self) -> dict[str, Any]:
        """The arguments with their true values."""
        return {name: arg.value for name, arg in self.args.items()}


class Brief(Frozen):
    """The parts of a goal that only a model caller reads, sentence by sentence."""

    goal: str
    must_have: tuple[str, ...] = ()
    nice_to_have: tuple[str, ...] = ()
    negotiation: tuple[str, ...] = ()
    resolution: str = ""
    failure: str = ""
    escalation: str = ""
    edge_cases: tuple[str, ...] = ()
    information: dict[str, Any] = Field(default_factory=dict)


_TIERS = {
    "get_reservation": 1,
    "verify_employee_auth": 1,
    "verify_otp_auth": 2,
    "verify_manager_auth": 3,
    "verify_provider_auth": 3,
}


class Scenario(Frozen):
    """One scenario: who calls, what for, in which world, and how the world must look afterwards.

    Attributes:
        id: unique within its pack and domain.
        workflow: the family of the request, for example ``voluntary_change``.
        kind: ``single`` (one request), ``multi`` (several) or ``adversarial`` (asks for what policy forbids).
        now: local date and time of the call, ``YYYY-MM-DD HH:MM ZONE``.
        world: database at the start. Holds ``_current_date``.
        expected: database after a perfect call, session included.
        plan: the golden path.
        outcome: what a perfect call comes to: the world changes (``change``), something is turned down
            (``refuse``), something is told (``inform``), or the call is handed over (``transfer``).
        rules: how the caller answers what is neither a question for a fact nor an offer.
        expectations: what the caller must have been told, or that the call must have been handed over.
    """

    id: str
    domain: Domain
    workflow: str
    kind: ScenarioKind
    title: str
    now: str
    caller: Caller
    requests: tuple[Request, ...]
    facts: tuple[Fact, ...]
    criteria: tuple[Criterion, ...] = ()
    brief: Brief
    world: dict[str, Any]
    expected: dict[str, Any]
    plan: tuple[Step, ...]
    outcome: Outcome = "change"
    rules: tuple[Rule, ...] = ()
    expectations: tuple[Expectation, ...] = ()

    @property
    def tier(self) -> int:
        """How much a caller has to prove: 0 nothing, 1 known facts, 2 also a one-time code, 3 a manager or provider."""
        return max((_TIERS.get(step.tool, 0) for step in self.plan), default=0)

    @property
    def opening(self) -> str:
        """The caller's first line after the greeting, said exactly once."""
        return self.requests[0].statement

    def fact(self, slot: str, request: int | None = None) -> Fact | None:
        """The fact for a slot; one of the given request goes before one of the whole call."""
        found = [f for f in self.facts if f.slot == slot and f.request in (None, request)]
        return next((f for f in found if f.request is not None), found[0] if found else None)

    def blinded_plan(self) -> tuple[Step, ...]:
        """The plan without the values that only the caller knows."""

        def blind(step: Step) -> Step:
            args = {
                name: arg.model_copy(update={"value": None}) if arg.source == "caller" else arg
                for name, arg in step.args.items()
            }
            return step.model_copy(update={"args": args})

        return tuple(blind(step) for step in self.plan)
