"""A request that was heard and not moved on: the agent could act, and did not."""

from __future__ import annotations

import re
from collections.abc import Iterator

from metrics import words
from metrics.judges.offline._progression_dialogue import SPELLED, Dialogue, Line
from metrics.judges.offline._progression_issue import Issue

IDLE = "request left lying"
REQUEST = 5  # words of a line that can be a request
ANSWER = 4  # words that can answer a question
ROW = 2  # idle turns that are enough even if none of them closes the matter

# What is said to anybody, whatever the matter: it moves none on.
_COURTESIES = """
a able about account afraid again agent ahead all alright am an and any anything are as assist at authenticated back be
being booking bye call called calling can can't cannot care check checking confirmed contacting could couldn't day do
doing don't done else evening everything file fine for found further get glad go good goodbye got great happy have
having hello help helping hi hold how i i'll i'm i've identified if in into is it it's just know let let's like ll
located look looking make may me moment moments more my name nice not nothing now number of office ok okay on one or
our perfect please profile pulled record reservation rest right see set shall so some something sorry speak still sure
take talk thank thanks that that's the then there there's this to today unable understand understood unfortunately up
us verified very wait was way we we'll we're welcome well what will with wonderful would you you're your
"""
_EMPTY = frozenset(_COURTESIES.split())
_CLOSES = re.compile(
    r"\b(?:else|good ?bye|bye|have a (?:good|nice|great|lovely)|thank you for calling"
    r"|(?:can't|cannot|can not|unable|not able|won't)\b.*\b(?:help|assist))\b"
)


def idle(dialogue: Dialogue) -> Iterator[Issue]:
    """One severe issue when a caller's request met nothing: no deed, no news, no reasons and no hand-over.

    Excused are calls in which a tool failed, the caller was not heard, anything was told or asked in return, or the
    caller took its leave first.
    """
    calls = dialogue.calls
    if any(c.kind in ("write", "system") for c in calls) or (calls and not calls[-1].ok):
        return
    wish = next((c for c in dialogue.caller if len(words.words(c.text)) >= REQUEST), None)
    if wish is None:
        return
    start = max(wish.place, calls[-1].place if calls else 0)
    if _told_before(dialogue, wish, start):
        return
    row = [line for line in dialogue.agent if line.place > start and not dialogue.ending(line.place)]
    if not row or not any(c.place > row[0].place for c in dialogue.caller):
        return
    known = {w for line in dialogue.agent if line.place < start for w in words.words(line.text)} if calls else set()
    if dialogue.troubled(start, row[-1].place + 1) or any(_tells(dialogue, line, known) for line in row):
        return
    if len(row) >= ROW or (calls and _CLOSES.search(row[0].low)):
        yield Issue(row[-1].turn, IDLE, row[-1].text, f'the caller had asked: "{wish.text[:100]}"', severe=True)


def _told_before(dialogue: Dialogue, wish: Line, start: int) -> bool:
    """Whether the agent told something before its last call: an answer to a question, or what a lookup had found."""
    looked = next((c.place for c in dialogue.calls if c.ok and c.kind == "read"), start)
    for line in dialogue.agent:
        if not wish.place < line.place < start:
            continue
        heard = dialogue.heard(line.place)
        told = max((len(words.words(s)) for s in words.sentences(line.text) if not s.endswith("?")), default=0)
        if line.place > looked or (heard is not None and heard.asks and told >= ANSWER):
            return True
    return False


def _tells(dialogue: Dialogue, line: Line, known: set[str]) -> bool:
    """Whether a line tells or asks something: not courtesies alone, what is read back, or what was said before."""
    heard = dialogue.heard(line.place)
    read_back = SPELLED if heard is None or not heard.asks else {}
    given = {w for c in dialogue.caller for w in words.words(c.text) if w.isdigit()}
    return not all(w in _EMPTY or w in known or w in read_back or w in given for w in words.words(line.text))
