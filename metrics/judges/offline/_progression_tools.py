"""Tool calls that a call could have done without."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from metrics.evidence import squeezed
from metrics.judges.offline._effects import leaves
from metrics.judges.offline._progression_dialogue import Call, Dialogue, spelled_out
from metrics.judges.offline._progression_issue import Issue

REPEATED, DOOMED, AVAILABLE = "same call again", "call that had to fail", "known already"
ALREADY_SHOWN = 0.75  # share of a response's values that earlier responses held
FEW_VALUES = 6  # responses with fewer values tell too little to compare

_PLACEHOLDER = re.compile(
    r"(?:unknown|n/?a|none|null|tbd|todo|test|placeholder|dummy|example|sample|undefined|missing"
    r"|not[ _-]?(?:provided|known"
    r"|given|available)|to be (?:provided|determined)|pending|[x?*_.\-#0]+|<.*>|\[.*\]|\{.*\})",
    re.IGNORECASE,
)
_TRANSIENT = re.compile(
    r"time?d?[ _-]?out|unavailable|temporar|try again|retry|rate[ _-]?limit|busy|internal|server|network|connection"
)
_WHEN = re.compile(r"\d{4}-\d\d(?:-\d\d)?(?:[ T].*)?|\d{1,2}:\d\d.*")
_ASKABLE = frozenset(["id", "number", "code", "the", "of", "new", "name", "type", "date", "last", "first"])


def unnecessary(dialogue: Dialogue) -> list[Issue]:
    """Every call that was not needed, once."""
    found = []
    for at, call in enumerate(dialogue.calls):
        before = dialogue.calls[:at]
        issue = _repeated(dialogue, call, before) or _doomed(dialogue, call) or _available(call, before)
        if issue:
            found.append(issue)
    return found


def _repeated(dialogue: Dialogue, call: Call, before: tuple[Call, ...]) -> Issue | None:
    same = [c for c in before if c.key == call.key]
    if not same or call.kind == "system":
        return None
    done = [c for c in same if c.ok]
    if not done:
        return _tried_again(dialogue, call, same[-1])
    if call.kind == "auth" and any(not c.ok for c in dialogue.between(done[-1].place, call.place)):
        return None
    written = _written_since(dialogue, call, done[-1])
    if call.kind != "write":
        if written and any(written[-1].place < line.place < call.place for line in dialogue.caller):
            return None  # the next request, and what the last one wrote may have changed what is read
        return Issue(call.turn, REPEATED, call.shown, f"it succeeded in turn {done[-1].turn}")
    if (written and not done[-1].hard) or any(c.tool == call.tool for c in written):
        return None  # it belongs to another write, or A, B, A again: a change of mind
    return Issue(
        call.turn,
        REPEATED,
        call.shown,
        f"this write succeeded in turn {done[-1].turn}",
        severe=call.hard or done[-1].hard,
    )


def _written_since(dialogue: Dialogue, call: Call, done: Call) -> list[Call]:
    """The writes between a call and its repetition that were new then."""
    old = {c.key for c in dialogue.calls if c.ok and c.place <= done.place}
    return [c for c in dialogue.between(done.place, call.place) if c.ok and c.kind == "write" and c.key not in old]


def _tried_again(dialogue: Dialogue, call: Call, failed: Call) -> Issue | None:
    """A failed call made again as it was, though nothing had changed and the failure will not pass by itself."""
    if _TRANSIENT.search(json.dumps(failed.response, default=str).lower()):
        return None
    if any(c.ok and c.kind in ("write", "auth") for c in dialogue.between(failed.place, call.place)):
        return None
    values = [squeezed(str(v)) for v in call.params.values() if isinstance(v, str)]
    for line in dialogue.caller:
        if failed.place < line.place < call.place:
            text = squeezed(spelled_out(line.text))
            if any(len(v) > 2 and v in text for v in values):
                return None  # the caller gave it again: it was worth another try
    return Issue(call.turn, REPEATED, call.shown, f"it failed in turn {failed.turn} and nothing has changed since")


def _doomed(dialogue: Dialogue, call: Call) -> Issue | None:
    """A call that failed as it had to: arguments missing, empty, invented, or not asked for yet."""
    if call.ok:
        return None
    empty = [name for name, value in call.params.items() if _placeholder(value)]
    if empty:
        return Issue(call.turn, DOOMED, call.shown, f"nothing was known for {', '.join(empty)}")
    if call.kind in ("write", "system"):
        return None
    if dialogue.troubled(-1, call.place):
        return None  # what was heard before may have been anything
    told = " ".join(line.low for line in dialogue.lines if line.place < call.place)
    found_before = any(c.ok for c in dialogue.calls if c.place < call.place)
    for name, value in call.params.items():
        if not isinstance(value, str) or not _identifies(name, value):
            continue
        other = any(c.ok and c.params.get(name) for c in dialogue.calls if c.place < call.place)
        asked = _spoken_of(name, told)  # then it may be what a recogniser made of the answer
        if (other or not asked) and not dialogue.knew(value, call.place):
            return Issue(call.turn, DOOMED, call.shown, f"nobody had named {value!r}")
        if not found_before and value.isalpha() and not asked:
            return Issue(call.turn, DOOMED, call.shown, f"nobody had been asked for {name.replace('_', ' ')}")
    return None


def _identifies(name: str, value: str) -> bool:
    """Whether an argument names one thing and must have been told: a code, a number or a name, but no date."""
    if _WHEN.fullmatch(value.strip()):
        return False
    return any(c.isdigit() for c in value) or "name" in name.lower().split("_") or value.isupper()


def _spoken_of(name: str, told: str) -> bool:
    """Whether the words of a parameter's name were spoken; names without words of their own cannot tell."""
    own = [w for w in name.lower().split("_") if w not in _ASKABLE]
    return not own or any(re.search(rf"\b{re.escape(w)}", told) for w in own)


def _placeholder(value: Any) -> bool:
    if value is None or value in ([], {}):
        return True
    return isinstance(value, str) and (not value.strip() or bool(_PLACEHOLDER.fullmatch(value.strip())))


def _available(call: Call, before: tuple[Call, ...]) -> Issue | None:
    """A read that returned what earlier responses had held all along."""
    if not call.ok or call.kind != "read" or any(c.key == call.key for c in before):
        return None
    own = set(_values(call))
    if len(own) < FEW_VALUES:
        return None
    earlier = [c for c in before if c.ok]
    held = {v for c in earlier for v in _values(c)}
    if len(own & held) < ALREADY_SHOWN * len(own):
        return None
    source = max(earlier, key=lambda c: len(own & set(_values(c))))
    return Issue(call.turn, AVAILABLE, call.shown, f"{source.tool} in turn {source.turn} had returned it")


def _values(call: Call) -> Iterator[tuple[str, str]]:
    """The values of a response that were not its arguments, each under the last key of its path."""
    given = {str(v) for v in call.params.values()}
    for path, value in leaves(call.response):
        if value is None or isinstance(value, bool) or path[-1] in ("status", "message", "count"):
            continue
        if str(value) not in given:
            yield path[-1], str(value)
