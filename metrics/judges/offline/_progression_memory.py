"""What the agent was told and asks for once more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from metrics import words
from metrics.judges.offline._progression_dialogue import Call, Dialogue, Line
from metrics.judges.offline._progression_issue import Issue
from metrics.judges.offline._spelling import BREAK, characters
from metrics.transcript.cardinals import numbered
from scenarios.spoken import affirms, mentions

ASKED_AGAIN, REMINDED, BACK = "asks for what it was told", "the caller has to say that it was said", "starts over"

_REQUEST = re.compile(
    r"\b(?:what(?:'s| is| was| are| were)|who|when|where|how (?:many|much|long)"
    r"|(?:can|could|may|might|will|would) (?:i|you)|i(?:'ll| will)? (?:just |also |still |first )*need"
    r"|do you (?:have|know|remember))\b"
    r"|(?:^|\bplease |, |\band )(?:tell|give|read|provide|repeat|confirm|spell|say|share|state)"
    r" (?:me|us|your|the|it)\b"
)
_CHOICE = re.compile(r"\bwhich\b.*")  # asks to choose from what was just named: no fact that was told
_PARTS = re.compile(r",|;|\band\b|\bas well as\b|\bor\b|\balso\b|[.?!]")
_TAIL = re.compile(r"\b(?:on|under|so|that|if|once|you(?:'d| would| want| need)|before|exactly)\b.*")
# Said of any fact: they tell no fact from another.
_GENERAL = """
a about account additional again all also am an and another any anything apologize apology appears appreciate are as
ask asking assist at be been before best book booking both but by call can certainly change changing character
characters check choice choose code complete confirm correct could date detail details digit digits do does else
exact exactly find first for from full further get give going good got great happened happens has have help hold i
i'd i'll i'm id if in information is it it's just know let letter letters like locate look looking make may me mind
minute moment more my name need next not now number of ok okay on once one one-time option options or original other
our perfect phone pick please prefer preferred provide pull put quick rather reach read ready record repeat
reservation right say see shall six six-character slowly so sorry spell still suit suits sure take tell thank thanks
that that's the their them then there these this time to today too two under up us using verify wait want was we
we'll well what what's when where which who will with work works would yes you you'd you're your
"""
_NOT_FACTS = frozenset(_GENERAL.split())
_PLEADS = re.compile(
    r"(?:^(?:and |now,? |also,? |then,? )?|\bplease )(?:tell|give|read|provide|repeat|spell|say|confirm)\b"
    r"|\bi(?:'ll| will)? (?:\w+ )?need (?:your|the)\b"
)
_NAMES = {"last": "last name", "first": "first name"}
_COMPLAINT = re.compile(
    r"\b(?:i|i've|i have|we|we've) (?:have )?(?:already|just) (?:said|told|gave|given|mentioned|provided"
    r"|answered|explained)\b|\balready (?:gave|told|said|mentioned|provided|answered|explained)\b"
    r"|\b(?:as|like) i (?:just |already )?(?:said|mentioned|told)\b|\bhow (?:often|many times)\b"
)
_OPEN = re.compile(
    r"\b(?:how (?:can|may|could) (?:i|we) (?:help|assist)|what can (?:i|we) (?:do|help)|what brings you)\b"
)


_CODE = re.compile(r"(?=.*\d)(?!\d{4}-\d\d)[A-Za-z0-9-]{4,}")
_COUNTS = numbered("zero one two three four five six seven eight nine ten")
_LENGTH = re.compile(r"\b(\d{1,2}|" + "|".join(_COUNTS) + r")[ -](?:characters?|digits?|letters?|figures?)\b")


@dataclass(frozen=True, slots=True)
class Request:
    """A fact that the agent asks for, by the words that tell it from others."""

    line: Line
    words: frozenset[str]
    said: str


def lost(dialogue: Dialogue) -> list[Issue]:
    """Every fact asked for again without a reason, and every reminder by the caller that was not about one."""
    found = list(_again(dialogue))
    turns = {issue.turn for issue in found}
    found.extend(
        Issue(line.turn, REMINDED, line.text, "it had told the agent before")
        for line in dialogue.caller
        if _COMPLAINT.search(line.low)
        and not {line.turn, line.turn - 1} & turns
        and not dialogue.troubled(-1, line.place)
    )
    return sorted(found, key=lambda issue: issue.turn)


def _again(dialogue: Dialogue) -> Iterator[Issue]:
    answered: list[tuple[Request, int]] = []  # with the place of the answer
    for line in dialogue.agent:
        asked = list(requests(line))
        for request in asked:
            given = [place for earlier, place in answered if earlier.words == request.words]
            first = next((c for c in dialogue.calls if c.ok and c.place < line.place), None)
            used = [first.place] if first and _names(first, request) else []  # later calls may go by something else
            last = max((*given, *used), default=None)
            if last is not None and not _excused(dialogue, last, line):
                why = (
                    f"the caller gave it in turn {_turn(dialogue, last)}"
                    if last in given
                    else "it had used it in a call"
                )
                yield Issue(line.turn, ASKED_AGAIN, request.said, why)
                break
        reply = next((c for c in dialogue.caller if c.place > line.place), None)
        following = next((a for a in dialogue.agent if a.place > line.place), None)
        if reply and (following is None or reply.place < following.place):
            answered.extend((r, reply.place) for r in asked if _answers(reply, r, len(asked)))
        if line.turn and _OPEN.search(line.low) and not _settled(dialogue, line):
            yield Issue(line.turn, BACK, line.text, "the caller had said what it wants, and nothing was done")


def requests(line: Line) -> Iterator[Request]:
    """The facts a line asks for; read-backs ("is it K or T?") ask for none."""
    for sentence in words.sentences(line.text):
        low = words.flat(sentence)
        start = _REQUEST.search(low)
        if (
            not start
            or not (sentence.endswith("?") or _PLEADS.search(low))
            or any(m.kind in ("code", "digits") for m in mentions(sentence, airline=""))
        ):
            continue
        for part in _PARTS.split(low[start.start() :]):
            key = _distinctive(part)
            if key:
                yield Request(line, key, sentence)


def _distinctive(part: str) -> frozenset[str]:
    """The words that tell a fact from others: start and end, new and old, whose it is are among them."""
    said = words.words(_TAIL.sub(" ", _CHOICE.sub(" ", part)))
    named = {_NAMES[a] for a, b in pairwise(said) if a in _NAMES and b == "name"}
    return frozenset(named | {w for w in said if w not in _NOT_FACTS and not w.isdigit()})


def _answers(reply: Line, request: Request, asked: int) -> bool:
    """Whether a reply gives the fact: it names it, or it was the only one asked for."""
    if (
        words.asks_again(reply.text)
        or affirms(reply.text) is False
        or (reply.asks and not mentions(reply.text, airline=""))
    ):
        return False
    low = reply.low
    return asked == 1 or any(w in low for w in request.words)


def _excused(dialogue: Dialogue, answer: int, line: Line) -> bool:
    """Why a fact may be asked for again: it failed, was not heard, was disputed, or it is for another matter."""
    if dialogue.troubled(answer - 1, line.place + 1) or dialogue.disputed(line.place) or _incomplete(dialogue, line):
        return True
    return any(c.ok and c.kind == "write" for c in dialogue.between(answer, line.place))


def _names(call: Call, request: Request) -> bool:
    """Whether a call went by the code that is asked for, under words of its parameter's name."""
    return any(
        isinstance(value, str) and _CODE.fullmatch(value) and request.words <= set(key.lower().split("_"))
        for key, value in call.params.items()
    )


def _incomplete(dialogue: Dialogue, line: Line) -> bool:
    """Whether a line tells how many characters it is missing some of: nothing so long had been heard before."""
    counted = _LENGTH.search(line.low)
    if not counted:
        return False
    length = _COUNTS.get(counted[1], int(counted[1]) if counted[1].isdigit() else 0)
    heard = [part for c in dialogue.caller if c.place < line.place for part in characters(c.text).split(BREAK)]
    return all(len(part) != length for part in heard)


def _settled(dialogue: Dialogue, line: Line) -> bool:
    """Whether an open offer of help is due: something was done, or the caller has not said what it wants."""
    if any(c.ok and c.kind == "write" for c in dialogue.calls if c.place < line.place):
        return True
    return not any(len(words.words(c.text)) >= 5 for c in dialogue.caller if c.place < line.place)


def _turn(dialogue: Dialogue, place: int) -> int:
    return next(line.turn for line in dialogue.lines if line.place == place)
