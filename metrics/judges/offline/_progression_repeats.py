"""What the agent says once more though nobody asked for it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from metrics import words
from metrics.judges.offline._conciseness_measures import named
from metrics.judges.offline._progression_dialogue import Dialogue, Line, unheard
from metrics.judges.offline._progression_issue import Issue
from scenarios.spoken import affirms

ANNOUNCED, VERBATIM, RECAP, STALLS = (
    "says itself that it repeats",
    "word for word",
    "recap of what was said",
    "only stalls",
)
RUN = 5  # words in a row that are the same
COPIED = 0.6  # share of a sentence's runs that make it a copy
SHORTEST = 6  # words of a sentence that can be one
KNOWN_VALUES = 3  # values told before that make a recap
STALL_ROW = 2  # turns in a row that only ask to wait

_MARK = re.compile(
    r"\b(?:(?:just )?to (?:repeat|recap|reiterate|say (?:it|that) again|go over (?:it|that|this) again"
    r"|sum (?:it )?up again"
    r"|restate)|(?:let me|i'll|i will|i want to|i'd like to) (?:just )?(?:repeat|recap|reiterate|restate|go over)"
    r"|as (?:i|we) (?:already |just |have )?(?:said|mentioned|told|explained|covered|discussed)|once (?:more"
    r"|again),? (?:so|for)"
    r"|(?:code|number|total|amount|time|date|reference) again is|once again,|what we(?:'ve| have)? (?:covered"
    r"|gone over|discussed))\b"
)
_WAIT = re.compile(
    r"\b(?:one (?:moment|second|minute)|just a (?:moment|second|minute|sec)|hold on|bear with me|please (?:wait|hold)"
    r"|give me a (?:moment|second|minute)|let me (?:just )?(?:check|look|see|pull|find)|still (?:checking|looking"
    r"|working))\b"
)
_COURTESY = re.compile(
    r"\b(?:anything else|else i can|one moment|a moment|just a (?:second|sec|minute)|hold on|bear with|thank you"
    r"|thanks"
    r"|you're welcome|help you|good ?bye|have a|sorry|apologi[sz]e|shall i|should i|would you like|do you want"
    r"|may i have"
    r"|can you|could you|please)\b"
)


def redundant(dialogue: Dialogue) -> list[Issue]:
    """Every turn that repeats something, once: a recap word for word that announces itself is one repetition."""
    found: dict[int, Issue] = {}
    for issue in (*_announced(dialogue), *_copied(dialogue), *_recaps(dialogue), *_stalls(dialogue)):
        found.setdefault(issue.turn, issue)
    return [found[turn] for turn in sorted(found)]


def _announced(dialogue: Dialogue) -> Iterator[Issue]:
    for line in dialogue.agent:
        mark = _MARK.search(line.low)
        granted = dialogue.asked_again(line.place) or dialogue.disputed(line.place) or dialogue.ending(line.place)
        if mark and not granted and not unheard(line.text):
            yield Issue(line.turn, ANNOUNCED, _around(line.low, mark.start()), "nobody asked for it")


def _copied(dialogue: Dialogue) -> Iterator[Issue]:
    before: list[tuple[Line, set[tuple[str, ...]]]] = []
    for line in dialogue.agent:
        own: set[tuple[str, ...]] = set()
        for sentence in words.sentences(line.text):
            runs = _runs(sentence)
            if not runs:
                continue
            if len(runs & own) >= COPIED * len(runs):
                yield Issue(line.turn, VERBATIM, sentence, "it stands twice in this turn")
            elif not sentence.endswith("?") and not _COURTESY.search(sentence.lower().replace("’", "'")):
                source = next((old for old, said in reversed(before) if len(runs & said) >= COPIED * len(runs)), None)
                if source and not _due(dialogue, source, line):
                    yield Issue(line.turn, VERBATIM, sentence, f"said in turn {source.turn}")
            own |= runs
        if not line.cut:
            before.append((line, own))


def _runs(sentence: str) -> set[tuple[str, ...]]:
    said = words.words(sentence)
    if len(said) < SHORTEST:
        return set()
    return {tuple(said[i : i + RUN]) for i in range(len(said) - RUN + 1)}


def _due(dialogue: Dialogue, source: Line, line: Line) -> bool:
    """Whether saying it again was called for: asked, disputed, not heard, or something has happened since."""
    if source.turn == line.turn:
        return any(c.ok for c in dialogue.between(source.place, line.place))
    if _called_for(dialogue, line) or dialogue.ending(line.place) or dialogue.troubled(source.place, line.place):
        return True
    return any(c.ok for c in dialogue.between(source.place, line.place))


def _called_for(dialogue: Dialogue, line: Line) -> bool:
    return dialogue.asked_back(line.place) or dialogue.disputed(line.place) or unheard(line.text)


def _recaps(dialogue: Dialogue) -> Iterator[Issue]:
    """Turns that only tell known values again, without news; the first one of a call is granted."""
    told: set[str] = set()
    granted = 1
    for line in dialogue.agent:
        values = set(named(line.text))
        known = values & told
        told |= values
        if (
            len(known) < KNOWN_VALUES
            or len(known) < 0.75 * len(values)
            or (line.asks and not _reads_twice(dialogue, line))
        ):
            continue
        before = dialogue.said(line.place)
        news = before is None or any(c.ok for c in dialogue.between(before.place, line.place))
        if news or _called_for(dialogue, line):
            continue
        if granted:
            granted -= 1
            continue
        yield Issue(line.turn, RECAP, line.text, f"{len(known)} values that were told before, and nothing new")


def _reads_twice(dialogue: Dialogue, line: Line) -> bool:
    """Whether a question reads back what the caller has agreed to already."""
    reply = dialogue.heard(line.place)
    return reply is not None and affirms(reply.text) is True


def _stalls(dialogue: Dialogue) -> Iterator[Issue]:
    row = 0
    for line in dialogue.agent:
        before = dialogue.said(line.place)
        worked = before is not None and dialogue.between(before.place, line.place)
        idle = (
            bool(_WAIT.search(line.low)) and not line.asks and not named(line.text) and len(words.words(line.text)) < 25
        )
        row = row + 1 if idle and (row == 0 or not worked) else int(idle)
        if row >= STALL_ROW:
            yield Issue(line.turn, STALLS, line.text, f"{row} turns in a row without a step")


def _around(text: str, at: int) -> str:
    return text[max(0, at - 20) : at + 120]
