"""What a language model is told that plays a scenario's caller.

Everything comes from the scenario; what is said of the trade comes from its domain alone, so that no prompt speaks of
flights to somebody who phones about a password.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence

from scenarios.model import Fact, Request, Scenario
from scenarios.slots import entry, valued
from scenarios.spoken import say, spell

ROLES: dict[str, str] = {
    "airline": "a passenger who phones the service line of an airline",
    "hr": "a member of staff of a hospital group who phones its personnel office",
    "itsm": "an employee who phones the service desk of the company's own IT department",
}
"""Who the caller is, by domain."""

END_CALL = "end_call"

END_CALL_TOOL = {
    "name": END_CALL,
    "description": (
        "Hang up the telephone. Say goodbye first, in the same turn. Use it when everything you phoned for has been "
        "reported as done; when it has been refused for good; when you are being transferred; when a transfer that "
        "you must not accept is made all the same; when the other side says that it has a technical problem and "
        "cannot go on; or when five of its turns in a row have brought you nothing. Never use it in a turn in which "
        "you give information, choose, confirm or agree to something: wait for the other side's next turn."
    ),
    "parameters": {"type": "object", "properties": {}, "required": []},
}
"""The only tool of a caller, as a JSON schema."""

MANNERS: dict[str, tuple[str, ...]] = {
    "slow": (
        "You speak slowly and take your time: short phrases, with commas where you pause.",
        "When the agent says much at once, ask it now and then, twice at most, to say that again more slowly.",
    ),
    "impatient": (
        "You are in a hurry and show it. Be curt: no please, no thanks, no more words than it takes.",
        "When the agent talks at length or asks for what you have said, tell it to come to the point.",
        "You are never rude, you still give every value that you are asked for, and you agree to nothing that you "
        "have not heard to its end.",
    ),
    "forgetful": (
        "You have to think before you answer: begin about every other turn with um, uh, well, or let me see.",
        "Before you give a code, now and then, say that you have to look for it; then give it in the same turn.",
        "Twice at most in the call, say a date, a time or a count wrongly first and put it right in the same sentence: "
        "the wrong one, then no, wait, then the true one. The last that you say is always the true one.",
        "Never say a wrong code, number or flight: break off and begin it again instead, and say it to its end.",
    ),
    "backchannels": (),
}
"""What a model is told of its manner; empty where it need not know."""

_SPELLED = ("code", "digits", "email", "codes")


def caller_prompt(
    scenario: Scenario, spelling: str = "nato", instructions: str = "", manners: Sequence[str] = ()
) -> str:
    """The instructions for a scenario's caller.

    Args:
        scenario: whose caller is played.
        spelling: ``nato``: codes are spelled with the international alphabet from the first time on; ``letters``:
            with bare letters, and with the alphabet when asked again.
        instructions: of the caller file, added at the end.
        manners: of its behaviour, a key of `MANNERS` each.
    """
    parts = [
        ("Who you are", _who(scenario)),
        ("The call", _call(scenario)),
        ("What you want", _wants(scenario)),
        ("What you know", _knows(scenario, spelling)),
        ("How you speak", _speech(spelling)),
        ("How the call ends", _ending(scenario)),
    ]
    if told := [line for manner in manners for line in MANNERS[manner]]:
        parts.insert(5, ("Your manner in this call", iter(told)))
    if instructions.strip():
        parts.append(("Further instructions", iter([instructions.strip()])))
    return "\n\n".join("\n".join([f"# {title}", *lines]) for title, lines in parts)


def _who(scenario: Scenario) -> Iterator[str]:
    caller = scenario.caller
    role = ROLES.get(scenario.domain, "somebody who phones a service line")
    yield f"You are {caller.first_name} {caller.last_name}, {role}. You are the caller, never the one who helps."
    yield caller.persona
    day = datetime.date.fromisoformat(scenario.now[:10])
    yield f"Today is {day:%A, %B} {day.day}, {day.year}."
    yield "Stay this person to the end, speak of yourself as I, and never say that you play a part."


def _call(scenario: Scenario) -> Iterator[str]:
    yield (
        "You are on the telephone. What the agent says reaches you through speech recognition and may be garbled: "
        "where it makes no sense, ask to have it said again; where a value of yours comes back wrong, correct it at "
        "once."
    )
    yield "The agent greets you. Your first line is then exactly this, once and word for word:"
    yield f'"{scenario.opening}"'


def _wants(scenario: Scenario) -> Iterator[str]:
    brief = scenario.brief
    yield brief.goal
    yield from _listed("You accept nothing that breaks one of these:", brief.must_have)
    yield from _listed("You would like this as well, and let it go if it cannot be had:", brief.nice_to_have)
    yield from _listed("Go about it like this:", brief.negotiation)
    if len(scenario.requests) > 1:
        yield "You have several matters. Raise one at a time, the next when the last is settled, in these words:"
        yield from (f'{k}. "{request.statement}"' for k, request in enumerate(scenario.requests, 1))
    for number, request in enumerate(scenario.requests, 1):
        yield from _request(request, f" of matter {number}" if len(scenario.requests) > 1 else "")
    replies = tuple(f'"{rule.reply}"' for rule in scenario.rules)
    yield from _listed("Answers that you have ready, for when the agent asks about that or tells you to:", replies)
    yield from brief.edge_cases
    yield (
        "Ask for nothing else. Whatever further is offered to you, decline it. When asked whether there is anything "
        "else and nothing of yours is open, say that this was all."
    )


def _request(request: Request, which: str) -> Iterator[str]:
    if request.details:
        yield f'Asked to say more{which}: "{request.details}"'
    if request.pushback:
        yield f"When the agent refuses{which}, insist, once after each refusal, in this order; then accept it:"
        yield from (f'- "{text}"' for text in request.pushback)


def _knows(scenario: Scenario, spelling: str) -> Iterator[str]:
    yield "Give these only when you are asked for them, and exactly; you know nothing else, and then say so."
    yield f"- your name: {scenario.caller.first_name} {scenario.caller.last_name}"
    several = len(scenario.requests) > 1
    for fact in scenario.facts:
        yield _fact(fact, scenario, spelling, several)


def _fact(fact: Fact, scenario: Scenario, spelling: str, several: bool) -> str:
    words = entry(fact.slot, scenario.domain)
    which = f" (matter {fact.request + 1})" if several and fact.request is not None else ""
    return f"- {words.noun.removeprefix('the ')}{which}: {_value(fact, scenario, spelling)}"


def _value(fact: Fact, scenario: Scenario, spelling: str) -> str:
    words, today = entry(fact.slot, scenario.domain), datetime.date.fromisoformat(scenario.now[:10])
    if fact.value in words.answers:
        return f'say "{fact.spoken or words.answers[fact.value]}"'
    if fact.spoken:
        said = fact.spoken
    elif fact.kind == "digits":
        said = spell(fact.value, "letters")
    elif fact.kind == "email":
        said = say("email", fact.value, style=spelling)
    elif fact.kind == "codes":
        said = "; ".join(spell(item, spelling) for item in fact.value.split(","))
    elif fact.kind == "code":
        said = spell(fact.value, spelling)
    elif fact.kind == "name":
        return f"{fact.value}, spelled {spell(fact.value, 'letters')}"
    else:
        return valued(words, fact.kind, fact.value, today)
    return f'{fact.value}, said "{said}"' if fact.kind in _SPELLED else said


def _speech(spelling: str) -> Iterator[str]:
    yield "Write nothing but the words that are heard: no stage directions, no lists, no symbols, no markup."
    yield "One or two short sentences in a turn, and two or three details at most, even when asked for more at once."
    yield "Codes and numbers of that kind are said character by character; @ and . are the words at and dot."
    again = (
        "use smaller groups, and say of each character whether it is a letter or a digit"
        if spelling == "nato"
        else "use the words of the international alphabet (Alfa, Bravo, Charlie)"
    )
    yield f"Said once and not understood, spell it again more slowly: {again}."
    yield "Dates, times and amounts are said as people say them."


def _ending(scenario: Scenario) -> Iterator[str]:
    brief = scenario.brief
    if brief.resolution:
        yield f"You have what you phoned for when this is true: {brief.resolution}"
    yield (
        "It counts when the agent reports that it is done, with its outcome; a promise to do it now does not. Wait "
        "for that report."
    )
    if brief.failure:
        yield f"If it fails: {brief.failure}"
    yield brief.escalation or "Accept no transfer to a person unless what you were told above says so."
    if any(request.accepts_transfer for request in scenario.requests):
        yield (
            "Where you accept a transfer, agree, wait until the agent says that it is transferring you, then say "
            "goodbye and hang up."
        )
    yield "If the agent says that it has a technical problem and cannot go on, say goodbye and hang up."
    yield "When five turns of the agent in a row have brought you nothing, say goodbye and hang up."
    yield (
        f"To hang up, say goodbye and call the tool {END_CALL} in that same turn. Every call ends so. Never do it in "
        "a turn in which you give information, choose, confirm or agree: the agent must be able to answer that."
    )


def _listed(title: str, items: Sequence[str]) -> Iterator[str]:
    if items:
        yield title
        yield from (f"- {item}" for item in items)
