"""Proves that the scenarios of a pack are sound: the target can be reached, and an agent can learn the way.

Each check is one small function that yields problems. An ``error`` makes a scenario unusable; an ``info`` is
worth knowing, for example that an agent that does nothing would pass.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal

from scenarios.expected import TRANSFER, Happened, missing
from scenarios.kinds import fits
from scenarios.likeness import look_alikes
from scenarios.model import Arg, Criterion, EntityKind, Scenario, Step
from scenarios.mutations import survivors
from scenarios.packs import Pack
from scenarios.replay import Replay, replay
from scenarios.toolbox import Toolbox
from scenarios.values import composed, occurs, said, same, sizes
from scenarios.world import diff

LONGEST_ID = 200  # bytes


@dataclass(frozen=True)
class Problem:
    """Something about one scenario.

    Attributes:
        scenario: its id.
        severity: ``error``: the scenario is unsound; ``info``: it is sound, and this is worth knowing.
        where: the part that is meant, for example ``plan[2].args.date``.
        message: what is wrong and what would be right.
    """

    scenario: str
    severity: Literal["error", "info"]
    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.scenario}: {self.severity}: {self.where}: {self.message}"


def check_pack(pack: Pack) -> list[Problem]:
    """All problems of all scenarios of a pack, in order.

    Raises:
        UsageError: the pack's domain has no tools.
    """
    toolbox = Toolbox.for_domain(pack.domain)
    scenarios = pack.scenarios.values()
    found = [item for scenario in scenarios for item in check_scenario(scenario, toolbox, not pack.reference)]
    return [*found, *alike(scenarios)]


def check_scenario(scenario: Scenario, toolbox: Toolbox, strict: bool = True) -> list[Problem]:
    """All problems of one scenario.

    Args:
        scenario: what is checked.
        toolbox: the tools of its domain.
        strict: whether a wrong path that reaches the target makes it unsound; else it is worth a note.
    """
    path = replay(scenario, toolbox)
    found = [
        *_frame(scenario),
        *_calls(scenario, toolbox, path),
        *_target(scenario, path),
        *_facts(scenario),
        *_sources(scenario, path),
        *_criteria(scenario, path),
        *_outcome(scenario),
        *_expectations(scenario, path),
        *_strict(scenario, toolbox, path, strict),
        *_idle(scenario),
    ]
    return [Problem(scenario.id, severity, where, message) for severity, where, message in found]


def usable_id(text: str) -> bool:
    """Whether an id can name the folder of a scenario's calls."""
    return text not in ("", ".", "..") and text.isprintable() and len(text.encode()) <= LONGEST_ID


def unusable(scenario: Scenario) -> str | None:
    """Why no call could be made of a scenario, or none that means anything; ``None`` for a usable one.

    It is the first finding of the checks that need no tools, so it can be asked before every run.
    """
    return next((f"{where}: {message}" for _, where, message in _frame(scenario)), None)


_Found = tuple[Literal["error", "info"], str, str]

_MEASURES: Mapping[str, EntityKind] = {
    "total_cost": "amount",
    "refund": "amount",
    "date": "date",
    "departure": "time",
    "arrival": "time",
    "time": "time",
}
"""What the bound of a criterion is."""


def _calls_of(scenario: Scenario) -> list[tuple[int, Step]]:
    return [(index, step) for index, step in enumerate(scenario.plan) if step.do == "call"]


def _frame(scenario: Scenario) -> Iterator[_Found]:
    """Dates, what is said, and the numbers of requests that facts, criteria, rules and steps refer to."""
    moment = re.fullmatch(r"(\S+) (\S+)( \S+)?", scenario.now)
    if moment is None or not (fits("date", moment[1]) and fits("time", moment[2])):
        yield "error", "now", f"{scenario.now!r} is no date and time of the call, as 2026-05-04 10:00 CDT"
    for name, tables in (("world", scenario.world), ("expected", scenario.expected)):
        if tables.get("_current_date") != scenario.now[:10]:
            message = f"is {tables.get('_current_date')!r}, but the call is on {scenario.now[:10]}"
            yield "error", f"{name}._current_date", message
    if not usable_id(scenario.id):
        yield "error", "id", f"cannot name a folder; use printable characters, {LONGEST_ID} bytes at most"
    if not scenario.requests:
        yield "error", "requests", "is empty: the caller would have nothing to ask for"
    for i, request in enumerate(scenario.requests):
        if not request.statement.strip():
            yield "error", f"requests[{i}].statement", "is empty: the caller would say nothing"
    for i, step in enumerate(scenario.plan):
        if step.do == "tell" and not step.text.strip():
            yield "error", f"plan[{i}].text", "is empty: the agent would say nothing"
    for i, rule in enumerate(scenario.rules):
        if problem := _cue_problem(rule.cue):
            yield "error", f"rules[{i}].cue", problem
    numbers = [(f"plan[{i}]", step.request) for i, step in enumerate(scenario.plan)]
    numbers += [(f"facts[{i}]", fact.request or 0) for i, fact in enumerate(scenario.facts)]
    numbers += [(f"criteria[{i}]", item.request or 0) for i, item in enumerate(scenario.criteria)]
    numbers += [(f"rules[{i}]", rule.request or 0) for i, rule in enumerate(scenario.rules)]
    for where, number in numbers:
        if not 0 <= number < max(1, len(scenario.requests)):
            yield "error", where, f"refers to request {number}, but there are {len(scenario.requests)}"


def _cue_problem(cue: str) -> str | None:
    try:
        everything = re.search(cue, "") is not None
    except re.error as error:
        return f"{cue!r} is no regular expression: {error}"
    return f"{cue!r} matches whatever the agent says" if everything else None


def _calls(scenario: Scenario, toolbox: Toolbox, path: Replay) -> Iterator[_Found]:
    """Every golden call is well-formed, and no argument has a name that the tool would ignore."""
    for (index, step), response in zip(_calls_of(scenario), path.responses, strict=True):
        if tool := toolbox.tools.get(step.tool):
            for name in step.args.keys() - tool.params.model_fields.keys():
                yield "error", f"plan[{index}].args.{name}", f"{step.tool} has no such parameter"
        if response.get("error_type") in toolbox.validation_codes:
            yield "error", f"plan[{index}]", f"{step.tool}: {response['error_type']}: {response['message']}"


def _target(scenario: Scenario, path: Replay) -> Iterator[_Found]:
    """The golden path reaches the expected world and the expected session."""
    if not path.reached:
        lines = path.diff.lines()
        more = f"; and {len(lines) - 3} more" if len(lines) > 3 else ""
        yield "error", "expected", f"the plan ends elsewhere: {'; '.join(lines[:3])}{more}"
    session = path.world.tables.get("session", {})
    for key, value in scenario.expected.get("session", {}).items():
        if not same(value, session.get(key)):
            yield (
                "error",
                f"expected.session.{key}",
                f"is {value!r}, but the plan leaves {session.get(key)!r}",
            )


def _facts(scenario: Scenario) -> Iterator[_Found]:
    """Every fact can be said as what it claims to be, and no slot has two answers."""
    seen: dict[tuple[str, int | None], str] = {}
    for index, fact in enumerate(scenario.facts):
        if not fits(fact.kind, fact.value):
            yield "error", f"facts[{index}]", f"{fact.slot}: {fact.value!r} is no {fact.kind}"
        first = seen.setdefault((fact.slot, fact.request), fact.value)
        if first != fact.value:
            yield "error", f"facts[{index}]", f"{fact.slot}: {fact.value!r}, but it was {first!r} before"


def _sources(scenario: Scenario, path: Replay) -> Iterator[_Found]:
    """Every argument can be learnt where the plan says."""
    for position, (index, step) in enumerate(_calls_of(scenario)):
        earlier = [*path.responses[:position], path.world.tables.get("session", {}) if position else {}]
        for name, arg in step.args.items():
            message = _unsaid(scenario, step, arg) if arg.source == "caller" else None
            if arg.source == "result" and not _held(arg.value, earlier):
                message = f"{arg.value!r} stands in no earlier response"
            if arg.source == "policy" and _secret(arg.value, scenario):
                message = f"{arg.value!r} is a row of the world, which no rule tells: name its source"
            if message is not None:
                yield "error", f"plan[{index}].args.{name}", message


def _unsaid(scenario: Scenario, step: Step, arg: Arg) -> str | None:
    if arg.slot is None or arg.kind is None:
        return "comes from the caller and needs a slot and a kind"
    fact = scenario.fact(arg.slot, step.request)
    if fact is None:
        return f"the caller has no fact {arg.slot} for request {step.request}"
    if fact.kind != arg.kind:
        return f"is a {arg.kind}, but the fact {arg.slot} is a {fact.kind}"
    if not same(said(arg.value), fact.value):
        return f"is {arg.value!r}, but the caller says {fact.value!r} for {arg.slot}"
    return None


def _secret(value: Any, scenario: Scenario) -> bool:
    """Whether a value is the key of some row, such as an employee number."""
    items = value if isinstance(value, list) else [value]
    keys = {key for table in scenario.world.values() if isinstance(table, dict) for key in table}
    return any(isinstance(item, str) and item in keys and any(c.isdigit() for c in item) for item in items)


def _held(value: Any, earlier: list[Any]) -> bool:
    if occurs(value, earlier) or composed(value, earlier):
        return True
    count = isinstance(value, int) and not isinstance(value, bool)
    return count and any(size == value for size in sizes("passengers", earlier))


def _criteria(scenario: Scenario, path: Replay) -> Iterator[_Found]:
    """What the golden path books would be accepted by the caller."""
    for number, criterion in enumerate(scenario.criteria):
        if not criterion.must:
            continue
        kind = _MEASURES[criterion.measure]
        if not fits(kind, criterion.value):
            yield "error", f"criteria[{number}]", f"{criterion.measure}: {criterion.value!r} is no {kind}"
            continue
        responses = [
            response
            for (_, step), response in zip(_calls_of(scenario), path.responses, strict=True)
            if criterion.request in (None, step.request) and response.get("status") == "success"
        ]
        for stated in _stated(criterion, responses):
            if not _satisfied(criterion, stated):
                message = f"{criterion.op} {criterion.value} makes the caller decline the golden path's {stated}"
                yield "error", f"criteria[{number}]", f"{criterion.measure} {message}"


def _stated(criterion: Criterion, responses: list[dict[str, Any]]) -> list[str]:
    """What the responses say about a measure: one value per booking, and one for all refunds together."""
    if criterion.measure == "refund":
        refunds = [response["refund_amount"] for response in responses if "refund_id" in response]
        return [str(round(sum(refunds), 2))] if refunds else []
    bookings = [response for response in responses if "new_journey" in response]
    if criterion.measure == "total_cost":
        return [str(response["cost_summary"]["total_collected"]) for response in bookings]
    if criterion.measure == "date":
        return [_day(response["new_journey"]["journey_id"]) for response in bookings]
    if criterion.measure == "time":  # of departure and arrival, whichever meets it
        pairs = [[str(response["new_journey"][name]) for name in ("departure", "arrival")] for response in bookings]
        return [next((time for time in pair if _satisfied(criterion, time)), pair[0]) for pair in pairs]
    return [str(response["new_journey"][criterion.measure]) for response in bookings]


def _day(journey_id: str) -> str:
    digits = journey_id[-8:]
    return f"{digits[:4]}-{digits[4:6]}-{digits[6:]}"


def _satisfied(criterion: Criterion, stated: str) -> bool:
    if criterion.measure in ("total_cost", "refund"):
        gap = float(stated) - float(criterion.value)
        return {"<=": gap <= 1e-9, ">=": gap >= -1e-9, "==": abs(gap) <= 1e-9}[criterion.op]
    bound = criterion.value
    return {"<=": stated <= bound, ">=": stated >= bound, "==": stated == bound}[criterion.op]


def _outcome(scenario: Scenario) -> Iterator[_Found]:
    """The class says what the path does: only ``change`` changes the world, only ``transfer`` hands over."""
    changes = bool(diff(scenario.expected, scenario.world))
    transfers = any(step.tool == TRANSFER for _, step in _calls_of(scenario))
    if scenario.outcome == "change" and not changes:
        yield "error", "outcome", "is change, but the expected world is that of the start"
    if scenario.outcome != "change" and changes:
        yield "error", "outcome", f"is {scenario.outcome}, but the expected world differs from that of the start"
    if scenario.outcome == "transfer" and not transfers:
        yield "error", "outcome", f"is transfer, but the plan does not call {TRANSFER}"


def _expectations(scenario: Scenario, path: Replay) -> Iterator[_Found]:
    """The golden path does what must have been said or handed over."""
    if not scenario.expectations or not fits("date", scenario.now[:10]):  # a bad date is told elsewhere
        return
    calls = zip(_calls_of(scenario), path.responses, strict=True)
    happened = Happened(
        turns=tuple(text for step in scenario.plan if (text := step.text or step.offer)),
        calls=tuple((s.tool, s.params) for (_, s), r in calls if r.get("status") == "success"),
        today=date.fromisoformat(scenario.now[:10]),
    )
    for number, expectation in enumerate(scenario.expectations):
        where = f"expectations[{number}]"
        if not 0 <= expectation.request < max(1, len(scenario.requests)):
            yield "error", where, f"refers to request {expectation.request}, but there are {len(scenario.requests)}"
        if expectation.kind == "told" and not (expectation.words or expectation.values):
            yield "error", where, "names neither words nor values: nothing could fail it"
            continue
        if expectation.kind == "transfer" and (expectation.words or expectation.values):
            yield "error", where, "is a transfer; words and values belong to one that is told"
        for value in expectation.values:
            if not fits(value.kind, value.value):
                yield "error", where, f"{value.value!r} is no {value.kind}"
                return
        if lacking := missing(expectation, happened):
            yield "error", where, f"the golden path does not meet it: {lacking}"


def _strict(scenario: Scenario, toolbox: Toolbox, path: Replay, strict: bool) -> Iterator[_Found]:
    """A golden path with one thing wrong misses the target. Without a reached target there is nothing to prove."""
    if path.reached:
        for survivor in survivors(scenario, toolbox):
            yield ("error" if strict else "info"), survivor.where, survivor.what


def alike(scenarios: Iterable[Scenario]) -> Iterator[Problem]:
    """Scenarios that say nearly the same."""
    for what, one, other, likeness in look_alikes(scenarios):
        message = f"is much like that of {other.split('/', 1)[1]} ({likeness:.0%} of the word pairs)"
        yield Problem(one.split("/", 1)[1], "info", what, message)


def _idle(scenario: Scenario) -> Iterator[_Found]:
    """Doing nothing should not pass."""
    if diff(scenario.expected, scenario.world) or scenario.expectations:
        return
    idler = "authenticates and stops" if scenario.expected.get("session") else "calls no tool"
    yield "info", "expected", f"no change is expected, and nothing must be told: an agent that {idler} passes"
