"""Did the caller keep to its brief, whoever played it? Read from the record alone.

A caller with a plan reports on itself; a model cannot be asked. So its words are held against the scenario: its first
line, the values it gave, what it asked for, and how it left. Only what is sure counts: a caller that is taken for
faithful and was not costs one call, one that is taken for faithless and was not would choose among the agent's calls.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from rapidfuzz import fuzz

from harness.novelty import invented
from metrics.transcript import normal
from pipelines.caller.manners import asked_facts, gives, is_farewell, plain, readings, tells, values_in, waits
from pipelines.caller.offers import violated
from pipelines.record import RATE, STOPPED, Record, Utterance
from scenarios.model import Fact, Scenario
from scenarios.spoken import hear, same
from scenarios.toolbox import Toolbox
from scenarios.vocabulary import choices, closed_lists

LOOP = 6
"""Times on end that a caller may not say the same without giving anything by it."""

_OPENED = 90.0  # similarity of the first line with the opening, for transcripts that write numbers their own way
_RAISED = 75.0  # similarity of a line with the statement of a request
_PATIENCE = 6  # turns that bring nothing, after which a caller may leave with things unsaid
_TIRED = 4  # times that a caller is asked for one value before it may leave
_LINGERED = ("agent_silence", "caller_silence", "time_limit", STOPPED)
_READ = ("code", "digits", "date", "time", "amount", "flight", "email", "count", "number", "choice")
_LINGER_S = 5.0  # after its farewell in which a caller may not have hung up yet
_DECLINES = re.compile(r"\b(?:no|not|don't|won't|can't|rather|leave it)\b")
_SHORTEST = 3  # characters of a code that nobody gave the caller


@dataclass(frozen=True)
class Exchange:
    """What the caller said, and the agent's words before it."""

    turn: int
    heard: str
    said: str


def check_conduct(record: Record) -> list[str]:
    """What the caller did that its brief forbids; empty if nothing is sure."""
    scenario = Scenario.model_validate(record.scenario)
    talk = exchanges(record)
    checks: tuple[Callable[[Record, Scenario, Sequence[Exchange]], Iterator[str]], ...] = (
        _stopped,
        _lingers,
        _loops,
        _opening,
        _facts,
        _invention,
        _early,
    )
    return list(dict.fromkeys(why for check in checks for why in check(record, scenario, talk)))


def exchanges(record: Record) -> list[Exchange]:
    """The caller's turns in order, each with what the agent said before it."""
    found: list[Exchange] = []
    heard: list[str] = []
    said: list[Utterance] = []

    def close() -> None:
        if said:
            words = " ".join(u.intended or "" for u in said).strip()
            found.append(Exchange(said[0].turn, " ".join(heard).strip(), words))

    for utterance in sorted(record.utterances, key=lambda u: (u.start, u.role)):
        if utterance.role == "caller":
            said.append(utterance)
            continue
        if said:
            close()
            said, heard = [], []
        heard.append(utterance.heard or utterance.intended or "")
    close()
    return found


def _stopped(record: Record, scenario: Scenario, talk: Sequence[Exchange]) -> Iterator[str]:
    yield from (str(e.data.get("why")) for e in record.events if (e.side, e.kind) == ("caller", STOPPED))


def _lingers(record: Record, scenario: Scenario, talk: Sequence[Exchange]) -> Iterator[str]:
    last = max((u.end for u in record.utterances if u.role == "caller"), default=0)
    waited = float(record.call.get("seconds") or 0.0) - last / RATE
    if talk and record.end_reason in _LINGERED and waited > _LINGER_S and is_farewell(talk[-1].said):
        yield "the caller said goodbye and did not hang up"


def _loops(record: Record, scenario: Scenario, talk: Sequence[Exchange]) -> Iterator[str]:
    idle = [plain(x.said) if not gives(x.said, x.heard, scenario) else "" for x in talk]
    for line, group in groupby(idle):
        if line and (count := len(list(group))) >= LOOP:
            yield f"the caller said {line!r} {count} times on end"


def _opening(record: Record, scenario: Scenario, talk: Sequence[Exchange]) -> Iterator[str]:
    if not talk:
        yield "the caller said nothing"
    elif plain(scenario.opening) not in plain(talk[0].said):
        likeness = fuzz.ratio(normal(scenario.opening), normal(talk[0].said))
        if likeness < _OPENED:
            yield f"the caller's first line was {talk[0].said!r}, not its opening"


def _facts(record: Record, scenario: Scenario, talk: Sequence[Exchange]) -> Iterator[str]:
    """Values that were given in the place of those that were asked for."""
    for x in talk:
        wanted = asked_facts(x.heard, scenario)
        for slot in dict.fromkeys(fact.slot for fact in wanted):
            own = [fact for fact in scenario.facts if fact.slot == slot]
            if own[0].kind not in _READ or any(tells(fact, x.said, scenario) for fact in own):
                continue
            given = _read(own[0], x.said, scenario)
            known = [f.value for f in scenario.facts if f.kind == own[0].kind]
            others = {_squeezed(f.value) for f in scenario.facts}  # a name that is spelled reads like a code
            wrong = [v for v in given if _squeezed(v) not in others and not any(same(own[0].kind, v, k) for k in known)]
            if wrong and len(wrong) == len(given):
                name = slot.replace("_", " ")
                yield f"turn {x.turn}: the caller gave the {name} as {wrong[0]}; its brief has {own[0].value}"


def _read(fact: Fact, text: str, scenario: Scenario) -> list[str]:
    """The values of a fact's kind in an answer."""
    if fact.kind != "choice":
        return readings(fact, text, scenario)
    known = choices(_lists(scenario.domain), scenario.world, fact.slot)
    return [g.value for g in hear("choice", text, choices=known) if g.cost <= 0.1]


def _invention(record: Record, scenario: Scenario, talk: Sequence[Exchange]) -> Iterator[str]:
    """Values and requests that come from nowhere."""
    texts = list(_brief_texts(scenario))
    known = {_squeezed(f.value) for f in scenario.facts}
    known |= {_squeezed(v.value) for text in texts for v in values_in(text, scenario)}
    known |= {_squeezed(c.value) for c in scenario.criteria}
    heard: list[str] = []
    for x in talk:
        heard += [x.heard, *(u.intended or "" for u in record.utterances if u.role == "agent" and u.turn < x.turn)]
        told = {_squeezed(v.value) for v in values_in(x.heard, scenario)}
        known |= told
        for value in values_in(x.said, scenario):
            key = _squeezed(value.value)
            if value.kind not in ("code", "flight") or len(key) < _SHORTEST or key.isalpha():  # a name that is spelled
                continue
            if not any(key in k for k in known):
                yield f"turn {x.turn}: the caller named {value.value}, which nobody gave it"
        if thing := invented(x.said, [*texts, *heard]):
            yield f"turn {x.turn}: the caller asked for something that is not in its brief: {thing!r}"


def _early(record: Record, scenario: Scenario, talk: Sequence[Exchange]) -> Iterator[str]:
    """The caller hung up with something open."""
    if record.end_reason != "goodbye" or not talk:
        return
    last = talk[-1]
    if given := gives(last.said, last.heard, scenario):
        yield f"the caller hung up in the turn in which it gave {given}"
    wanted = waits(last.heard, scenario)
    today = datetime.date.fromisoformat(scenario.now[:10])
    broken = violated(last.heard, [c for c in scenario.criteria if c.must], today) is not None
    if wanted and not _excused(wanted, last, scenario, talk, broken):
        yield f"the caller hung up while the agent waited for {wanted}"
    raised = [k for k in range(len(scenario.requests)) if _was_raised(k, scenario, record, talk)]
    if len(raised) < len(scenario.requests) and not _hopeless(record, talk):
        yield f"the caller hung up after raising {len(raised)} of {len(scenario.requests)} requests"


def _excused(wanted: str, last: Exchange, scenario: Scenario, talk: Sequence[Exchange], broken: bool) -> bool:
    if wanted == "a yes or a no":
        return broken or bool(_DECLINES.search(last.said.lower().replace("’", "'")))
    slots = {f.slot for f in asked_facts(last.heard, scenario)}
    times = sum(bool(slots & {f.slot for f in asked_facts(x.heard, scenario)}) for x in talk)
    return bool(slots) and times > _TIRED


def _was_raised(index: int, scenario: Scenario, record: Record, talk: Sequence[Exchange]) -> bool:
    if index == 0:
        return True
    statement = normal(scenario.requests[index].statement)
    if any(fuzz.token_set_ratio(statement, normal(x.said)) >= _RAISED for x in talk):
        return True
    values = {f.value for f in scenario.facts if f.request != index}
    own = [f for f in scenario.facts if f.request == index and f.value not in values]
    if any(tells(f, x.said, scenario) for f in own for x in talk):
        return True
    elsewhere = {s.tool for s in scenario.plan if s.request != index}
    tools = {s.tool for s in scenario.plan if s.request == index and s.do == "call"} - elsewhere
    return any(t.tool in tools for t in record.tools)


def _hopeless(record: Record, talk: Sequence[Exchange]) -> bool:
    """Whether the agent's last turns brought nothing, so that the caller may leave with things unsaid."""
    tail = talk[-_PATIENCE:]
    if len(tail) < _PATIENCE:
        return False
    return not any(t.turn >= tail[0].turn and t.type == "write" and t.ok for t in record.tools)


def _brief_texts(scenario: Scenario) -> Iterator[str]:
    """Everything that the caller is told."""
    brief = scenario.brief
    for request in scenario.requests:
        yield from (request.statement, request.details, *request.pushback)
    yield from (brief.goal, *brief.must_have, *brief.nice_to_have, *brief.negotiation, brief.resolution)
    yield from (brief.failure, brief.escalation, *brief.edge_cases)
    yield from (rule.reply for rule in scenario.rules)
    yield from (f"{f.slot.replace('_', ' ')} {f.value.replace('_', ' ')} {f.spoken}" for f in scenario.facts)
    yield f"{scenario.caller.first_name} {scenario.caller.last_name} {scenario.workflow.replace('_', ' ')}"


def _squeezed(value: str) -> str:
    return re.sub(r"[^a-z0-9]", "", value.lower())


@cache
def _lists(domain: str) -> dict[tuple[str, str], tuple[str, ...]]:
    return closed_lists(Toolbox.for_domain(domain))
