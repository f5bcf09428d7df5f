"""Acting on a value that was heard in more than one way, or that the caller had objected to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from metrics.judges.offline._effects import leaves
from metrics.judges.offline._faithfulness_fault import MAJOR, MINOR, Fault
from metrics.judges.offline._faithfulness_grounds import Grounds, read
from metrics.judges.offline._faithfulness_view import Step, View
from metrics.judges.offline._spelling import BREAK, characters, distance, folded
from scenarios.spoken import affirms

_UNSURE = re.compile(r"\b(?:or maybe|or was it|not sure|i think it's|might be|could be|something like|either)\b")
_ASKS_AGAIN = re.compile(
    r"\b(?:spell|repeat|again|double[- ]check|verify|slowly|one (?:character|letter|digit) at a time|correct"
    r"|letter o|zero or|confirm"
    r" (?:the|that|your|whether)|did i (?:hear|get)|is that right|say (?:it|that))\b"
)
_CODE = re.compile(r"(?=.*\d)[A-Za-z0-9\-]{4,}")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_OBJECTS = re.compile(r"\b(?:no|wrong|incorrect|not (?:right|correct|what)|isn't|that's not|i said|actually)\b")


def faults(view: View) -> Iterator[Fault]:
    """Failed lookups of an unsure value that are not cleared up, and writes of a value that had diverged."""
    for step in view.steps:
        if step.looks and not step.ok:
            yield from _not_asked(view, step)
        elif step.writes and step.ok:
            yield from _diverged(view, step)


def _not_asked(view: View, step: Step) -> Iterator[Fault]:
    heard = [s for s in view.caller if s.place < step.place][-2:]
    codes = [v for _, v in leaves(step.params) if isinstance(v, str) and _CODE.fullmatch(v)]
    unsure = [s for s in heard if _unclear(s.text) and any(distance(c, characters(s.text)) <= 1 for c in codes)]
    following = next((s for s in view.agent if s.place > step.place), None)
    retried = any(s.place > step.place and s.tool == step.tool and s.turn == step.turn for s in view.steps)
    if unsure and following is not None and not retried and not _ASKS_AGAIN.search(following.text.lower()):
        yield Fault(
            "failing_to_disambiguate",
            MINOR,
            following.turn,
            "unclear value not asked again",
            unsure[-1].text,
            f"{step.tool} failed with one of its readings",
        )


def _unclear(text: str) -> bool:
    """Whether a value is given in words that leave it open: two readings, or an "oh" among its characters."""
    low = text.lower()
    parts = re.split(r"\boh\b", low)
    inside = any(_spells(a.split()[-1:]) or _spells(b.split()[:1]) for a, b in pairwise(parts))
    return inside or bool(_UNSURE.search(low))


def _spells(token: list[str]) -> bool:
    return bool(token) and BREAK not in characters(token[0]) and characters(token[0]) != ""


def _diverged(view: View, step: Step) -> Iterator[Fault]:
    answered = Grounds()
    for s in view.steps:
        if s.answered < step.place and s.ok and s.looks:
            answered.add_data(s.response)
    used = {folded(v) for s in view.steps for _, v in leaves(s.params) if isinstance(v, str)}
    for path, value in leaves(step.params):
        if (
            not isinstance(value, str)
            or not _CODE.fullmatch(value)
            or _DAY.fullmatch(value)
            or answered.evidence.holds_code(value)
        ):
            continue
        wanted = folded(value)
        heard = [s for s in view.caller if s.place < step.place]
        versions = {
            part: s
            for s in heard
            for part in characters(s.text).split(BREAK)
            if (part == wanted or part not in used)  # what is an argument elsewhere is another value, no version
            and abs(len(part) - len(wanted)) <= 1
            and len(part) >= 4
            and distance(wanted, part) <= 2
        }
        if len(versions) < 2 and not _objected(view, step, wanted):
            continue
        last = max(s.place for s in versions.values()) if versions else 0
        if not _settled(view, step, wanted, last):
            yield Fault(
                "failing_to_disambiguate",
                MAJOR,
                step.turn,
                "value that had diverged",
                f"{step.tool}({path[-1]}={value!r})",
                f"heard as {', '.join(sorted(versions)) or 'something the caller objected to'} and not settled",
            )


def _settled(view: View, step: Step, wanted: str, since: int) -> bool:
    """Whether the agent read the value back after its last version and the caller agreed."""
    for saying in view.agent:
        if since < saying.place < step.place and distance(wanted, characters(saying.text)) == 0:
            reply = next((s for s in view.caller if s.place > saying.place), None)
            if reply is not None and reply.place < step.place and affirms(reply.text):
                return True
    return False


def _objected(view: View, step: Step, wanted: str) -> bool:
    """Whether the caller answered a read-back of the value with an objection and another code."""
    for saying in view.agent:
        if saying.place >= step.place or distance(wanted, characters(saying.text)):
            continue
        reply = next((s for s in view.caller if saying.place < s.place < step.place), None)
        if reply is not None and _OBJECTS.search(reply.text.lower()) and affirms(reply.text) is False:
            other = [m for m in read(reply.text) if m.kind in ("code", "digits")]
            if other and all(folded(m.value) != wanted for m in other):
                return True
    return False
