"""Questions that were missing, or that nobody needed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from metrics import words
from metrics.evidence import squeezed
from metrics.judges.offline._conciseness_measures import named
from metrics.judges.offline._effects import charged
from metrics.judges.offline._progression_dialogue import Call, Dialogue
from metrics.judges.offline._progression_idle import idle
from metrics.judges.offline._progression_issue import Issue
from metrics.judges.offline._progression_memory import requests
from scenarios.spoken import affirms, mentions

CHOSE, IGNORED, CHARGED = "chose for the caller", "acted before answering", "charged without a word"
AGREED, DRIP = "asks for a yes it has", "one by one"
DRIP_ROW = 8  # turns in a row that ask for one thing each and do nothing
ALIKE = 0.6  # shared words of two offers that are the same one

_HOLD_BACK = re.compile(
    r"\bbefore you (?:book|do|change|make|cancel|submit|go|process|proceed|start|send|charge|finali[sz]e)"
    r"|\b(?:don't|do not) (?:do|book|change|cancel|submit|process|charge|make|send)\b[^.?!]*\b(?:yet|until"
    r"|without|unless|before)\b"
    r"|\b(?:can|could|would|will) you (?:please )?(?:first )?(?:confirm|tell me|check|let me know)\b[^.?!]*"
    r"\b(?:cost|costs|price|fee|fees|charge|charges|total|extra|how much|under|before)\b"
)
_FREE = re.compile(
    r"\b(?:no|not any|without(?: any)?|zero) (?:extra |additional |change |added )*(?:costs?|fees?|charges?|money)\b"
    r"|\bfree of charge\b|\bfor free\b|\bwithout paying\b|\bwaive\b|\b(?:won't|don't want to|not going to"
    r"|can't) pay\b"
)
_DELEGATED = re.compile(
    r"\b(?:earliest|soonest|cheapest|fastest|quickest|whichever|whatever|any (?:of them|one|\w+ (?:is|will|works"
    r"|that))"
    r"|(?:first|next) available|(?:you|just) (?:choose|pick|decide)|up to you)\b"
)
_DAY = re.compile(r"\b(?:\d{4}|-)-(\d\d)-(\d\d)\b")
_SEARCHES = re.compile(
    r"(?:^|_)(?:search|find|list|compare|browse|available|availability|options?|slots?|check)(?:_|$)"
)
_OFFER = re.compile(
    r"\b(?:(?:shall|should|may|can) i (?:go ahead|proceed|book|do|make|submit|send|open|move|change|cancel|add"
    r"|put|assign)"
    r"|(?:do you want|would you like) me to|do i have your (?:ok|okay|approval|permission)|is that (?:ok|okay"
    r"|all right))\b"
)


def poor(dialogue: Dialogue) -> list[Issue]:
    """Every write that needed a question first, every question that needed none, and a request left lying."""
    found = [*_unasked(dialogue), *_agreed(dialogue), *_dripping(dialogue), *idle(dialogue)]
    return sorted(found, key=lambda issue: issue.turn)


def _unasked(dialogue: Dialogue) -> Iterator[Issue]:
    seen: set[str] = set()
    for call in dialogue.calls:
        if not call.hard or call.key in seen:
            continue
        seen.add(call.key)
        heard, said = dialogue.heard(call.place), dialogue.said(call.place)
        if heard is None:
            continue
        first = said is None or said.place < heard.place
        costs = charged(call.response)[0] > 0
        if _picked(dialogue, call):
            yield Issue(call.turn, CHOSE, call.shown, "several were found and none was offered or named", severe=True)
        elif costs and not _priced(dialogue, call.place):
            ruled_out = any(_FREE.search(line.low) for line in dialogue.caller if line.place < call.place)
            why = "the caller had asked for it without a cost" if ruled_out else "no cost was named before"
            yield Issue(call.turn, CHARGED, call.shown, why, severe=ruled_out)
        elif first and _HOLD_BACK.search(heard.low) and affirms(heard.text) is not True:
            yield Issue(call.turn, IGNORED, call.shown, f'the caller asked first: "{heard.text[:100]}"')


def _priced(dialogue: Dialogue, place: int) -> bool:
    """Whether any sum of money was named before a place."""
    lines = [line for line in dialogue.lines if line.place < place]
    return any(m.kind == "amount" for line in lines for m in mentions(line.text, airline=""))


def _picked(dialogue: Dialogue, call: Call) -> bool:
    """Whether a write takes one of several things found since the agent last spoke, without the caller's word.

    The caller has named the thing when it said a time, date, code or number that this one has and not all the
    others have.
    """
    if any(_DELEGATED.search(line.low) for line in dialogue.caller if line.place < call.place):
        return False
    said = dialogue.said(call.place)
    since = dialogue.between(said.place if said else -1, call.place)
    for value in call.params.values():
        if not isinstance(value, str) or len(value) < 4:
            continue
        for found in since:
            if found.kind != "read" or not found.ok or not _SEARCHES.search(found.tool.lower()):
                continue
            choice = _choice(found.response, value)
            if choice is None:
                continue
            one, others = choice
            mine = _facts(one)
            shared = set.intersection(*(_facts(o) for o in others))
            return not (mine - shared) & _told(dialogue, call.place)
    return False


def _choice(data: Any, value: str) -> tuple[Mapping[str, Any], list[Mapping[str, Any]]] | None:
    """The one object of a list of several that holds a value which the others lack, and the others."""
    if isinstance(data, Mapping):
        parts = list(data.values())
    elif isinstance(data, list):
        objects = [o for o in data if isinstance(o, Mapping)]
        holding = [o for o in objects if value in _strings(o)]
        if len(holding) == 1 and len(objects) > 1:
            return holding[0], [o for o in objects if o is not holding[0]]
        parts = objects
    else:
        return None
    return next((c for c in (_choice(p, value) for p in parts) if c), None)


def _strings(data: Any) -> set[str]:
    if isinstance(data, Mapping):
        return set().union(*map(_strings, data.values())) if data else set()
    if isinstance(data, list):
        return set().union(*map(_strings, data)) if data else set()
    return {str(data)} if isinstance(data, str) else set()


def _facts(data: Mapping[str, Any]) -> set[str]:
    """What one could call a thing by: its times, dates, codes and words."""
    found: set[str] = set()
    for text in _strings(data):
        found.add(squeezed(text))
        found.update(f"{h:02}{m}" for h, m in _clock(text))
        found.update(month + day for month, day in _DAY.findall(text))
    return found


def _clock(text: str) -> Iterator[tuple[int, str]]:
    for hour, minute in re.findall(r"\b(\d{1,2}):(\d\d)\b", text):
        yield int(hour), minute


def _told(dialogue: Dialogue, place: int) -> set[str]:
    """Values and words that the caller has said."""
    found: set[str] = set()
    for line in dialogue.caller:
        if line.place < place:
            for m in mentions(line.text, airline=""):
                found.add(squeezed(m.value))
                found.update(month + day for month, day in _DAY.findall(m.value))
                if m.kind == "time":
                    found.update(f"{h:02}{minute}" for h, minute in _clock(m.value))
            found.update(squeezed(w) for w in words.words(line.text) if len(w) > 3)
    return found


def _agreed(dialogue: Dialogue) -> Iterator[Issue]:
    """An offer made again after a yes, with nothing done and nothing new in it."""
    for before, line in pairwise(dialogue.agent):
        if not (_OFFER.search(before.low) and _OFFER.search(line.low)):
            continue
        replies = [c for c in dialogue.caller if before.place < c.place < line.place]
        if len(replies) != 1 or affirms(replies[0].text) is not True or replies[0].asks:
            continue
        new = set(named(line.text)) - set(named(before.text)) - set(named(replies[0].text))
        more = len(words.words(replies[0].text)) > 12
        same = _alike(_offered(before.low), _offered(line.low))
        if same and not new and not more and not dialogue.between(before.place, line.place):
            yield Issue(line.turn, AGREED, line.text, f"the caller had said: {replies[0].text[:60]}")


def _offered(text: str) -> set[str]:
    """The words of the sentences that hold an offer."""
    return {w for s in words.sentences(text) if _OFFER.search(s) for w in words.words(s)}


def _alike(a: set[str], b: set[str]) -> bool:
    return len(a & b) >= ALIKE * len(a | b)


def _dripping(dialogue: Dialogue) -> Iterator[Issue]:
    row = 0
    for line in dialogue.agent:
        before = dialogue.said(line.place)
        start = before.place if before else -1
        quiet = not dialogue.between(start, line.place) and not dialogue.troubled(start, line.place + 1)
        asks = line.asks and any(True for _ in requests(line)) and not _OFFER.search(line.low)
        row = row + 1 if asks and quiet else int(asks)
        if row == DRIP_ROW:
            yield Issue(line.turn, DRIP, line.text, f"{row} turns in a row ask and nothing is done")
