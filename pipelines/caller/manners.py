"""What a caller's words are, whoever thought of them: a farewell, a yes, a value; and what an agent's turn waits for.

For callers that are models. A caller with a plan knows these things of itself.
"""

from __future__ import annotations

import datetime
import re

from pipelines.caller.answers import spoken
from pipelines.caller.understanding import Understanding, understand
from scenarios.model import Fact, Scenario
from scenarios.slots import Entry, entries, entry
from scenarios.spoken import Mention, hear, mentions, same

_FAREWELL = re.compile(
    r"\bgood ?-?bye\b|\bbye\b|have a (?:good|great|nice|lovely|pleasant) (?:day|evening|afternoon|one|weekend)|"
    r"\bi(?:'ll| will)? (?:have to|must|should|got to|need to) (?:go|hang up|leave)\b|talk to you (?:later|soon)"
)
_YES = re.compile(
    r"\b(?:yes|yeah|yep|sure|correct|right|exactly|agreed|confirmed?|please do|go ahead|do (?:it|that|so)|"
    r"that works|works for me|sounds good|fine|okay|ok|of course|absolutely|definitely|i(?:'ll| will)? take|"
    r"(?:the )?(?:first|second|third|last|earlier|later) (?:one|option)|transfer me|connect me|put me through)\b"
)
_NO_MORE = re.compile(
    r"\bthat(?:'s| is| was| will be)? (?:all|everything|it)\b|\bnothing else\b|\bno,? thank|\ball set\b"
)

_GROUPED = re.compile(r"\b(?:digit|letter|number)\b,?|(?<=[a-z])\.(?= )", re.IGNORECASE)
_CERTAIN = 0.3  # cost of a reading that is believed


def entries_of(scenario: Scenario) -> tuple[Entry, ...]:
    """The slots that an agent may ask this caller for."""
    own = [entry(fact.slot, scenario.domain) for fact in scenario.facts]
    known = {e.slot for e in entries(scenario.domain)}
    return (*entries(scenario.domain), *{e.slot: e for e in own if e.slot not in known}.values())


def read_agent(text: str, scenario: Scenario) -> Understanding:
    """What the agent's words ask of this caller, whichever of its requests is open."""
    return understand(text, entries_of(scenario), {fact.slot for fact in scenario.facts})


def asked_facts(text: str, scenario: Scenario) -> list[Fact]:
    """The facts that the agent's words ask for."""
    slots = read_agent(text, scenario).asks
    return [fact for slot in slots for fact in scenario.facts if fact.slot == slot]


def is_farewell(text: str) -> bool:
    """Whether the caller takes its leave."""
    return bool(_FAREWELL.search(_low(text)))


def agrees(text: str) -> bool:
    """Whether the caller says yes to something, beyond saying that this was all."""
    low = _low(text)
    return bool(_YES.search(_NO_MORE.sub(" ", low))) and not low.startswith(("no ", "no,", "no."))


def tells(fact: Fact, text: str, scenario: Scenario) -> bool:
    """Whether the words hold the value of a fact, spelled or in whatever form its kind is read from."""
    low, today = _low(text), _today(scenario)
    words = entry(fact.slot, scenario.domain)
    forms = {fact.value.lower(), fact.spoken.lower(), words.says.get(fact.value, "").lower()}
    forms |= {spoken(fact, words, style, today=today).lower() for style in ("nato", "letters")}
    answer = words.answers.get(fact.value, "").lower().rstrip(".")
    if any(form and re.search(rf"(?<![a-z0-9]){re.escape(form)}(?![a-z0-9])", low) for form in (*forms, answer)):
        return True
    if fact.kind in ("choice", "choices", "text", "count", "number", "name"):
        return False
    return any(same(fact.kind, fact.value, value) for value in readings(fact, text, scenario))


def readings(fact: Fact, text: str, scenario: Scenario) -> list[str]:
    """The values of a fact's kind that surely stand in words."""
    length = sum(map(str.isalnum, fact.value)) if fact.kind in ("code", "digits") else None
    views = [text]
    if fact.kind in ("code", "codes", "digits"):  # "Echo, digit four. November" is E4N
        views.append(_GROUPED.sub(" ", text))
    return [
        guess.value
        for view in views
        for guess in hear(fact.kind, view, today=_today(scenario), length=length)
        if guess.cost <= _CERTAIN
    ]


def values_in(text: str, scenario: Scenario) -> list[Mention]:
    """Dates, times, amounts, flights, spelled codes and digits in words, with those of the scenario's own year."""
    return mentions(text, today=_today(scenario))


def gives(text: str, heard: str, scenario: Scenario) -> str:
    """What the caller's turn gives that the agent has to answer; empty if it gives nothing.

    Args:
        text: the caller's words.
        heard: the agent's turn before.
        scenario: whose caller it is.
    """
    got = read_agent(heard, scenario)
    for fact in scenario.facts:
        if fact.slot in got.asks and tells(fact, text, scenario):
            return f"the {fact.slot.replace('_', ' ')} that was asked for"
    if got.asks and values_in(text, scenario):
        return "a value that was asked for"
    if agrees(text) and not got.anything_else and (got.yes_no or got.offer or (got.transfer and not got.transferring)):
        return "a transfer agreed to" if got.transfer else "an approval"
    return ""


def waits(heard: str, scenario: Scenario) -> str:
    """What the agent's turn waits for from this caller; empty if it waits for nothing in particular."""
    got = read_agent(heard, scenario)
    held = [slot for slot in got.asks if any(fact.slot == slot for fact in scenario.facts)]
    if held:
        return f"the {held[0].replace('_', ' ')}"
    if got.hold:
        return "a moment's patience"
    if got.offer and got.yes_no and not got.anything_else and not got.transfer:
        return "a yes or a no"
    return ""


def plain(text: str) -> str:
    """Words alone, for comparing lines."""
    return " ".join(re.findall(r"[a-z0-9']+", _low(text)))


def _low(text: str) -> str:
    return text.lower().replace("’", "'")


def _today(scenario: Scenario) -> datetime.date:
    return datetime.date.fromisoformat(scenario.now[:10])
