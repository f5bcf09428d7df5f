"""A call as the judge of progression reads it: lines and tool calls in order, and what was known when."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from metrics import words
from metrics.evidence import squeezed
from metrics.judges.case import Case, Entry
from metrics.judges.offline._effects import charged, kind, soft, succeeded
from metrics.judges.offline._spelling import SPOKEN
from scenarios.spoken import affirms, mentions

_LABEL = re.compile(r"\[[^\]]*\]")
_CUT = re.compile(r"\[(?:likely cut off|likely interruption|(?:speaker|agent|assistant) likely cut)", re.IGNORECASE)
SPELLED = {word: c.lower() for word, c in SPOKEN.items()}
_LOOK_ALIKE = str.maketrans("oil", "011")
_JOINED = re.compile(r"[a-z0-9]+(?:-ray)?")

_UNHEARD = re.compile(
    r"\b(?:(?:didn't|did not|couldn't|could not|can't|cannot|don't|do not|not) (?:quite |fully |really |able to )?"
    r"(?:catch|hear|get that|get the|make out|understand|find|finding|locate|pull|pulling|see a|match)"
    r"|no (?:match|record|reservation|result)|does(?:n't| not) match|(?:isn't|is not|wasn't) (?:found|valid|right"
    r"|correct|matching)"
    r"|(?:mis-?hear|misheard|breaking up|cut(?:ting)? out|you (?:cut|broke) (?:off|up)|i heard|i'm hearing"
    r"|sounded like)"
    r"|incomplete|missing (?:a|some|one) (?:character|digit|letter|part))"
)
_AGAINST = re.compile(
    r"\b(?:no|not|don't|doesn't|didn't|can't|cannot|won't|shouldn't|isn't|wasn't|wrong|but|never|unacceptable|insist"
    r"|disagree|why|supervisor|exception|waive|double[- ]check|are you sure|instead)\b"
)
_ASKS_BACK = re.compile(
    r"\b(?:again|repeat|once more|one more time|confirm|read (?:it|that|them|me)|go over|remind|recap|verify"
    r"|make sure"
    r"|just (?:to be sure|checking|want to)|what was|which was|tell me|can you|could you)\b"
)
_AGAIN = re.compile(r"\b(?:repeat|read (?:it|that|them|me)|go over|remind|recap|sum up|what was|which was)\b")
_FAREWELL_WORDS = re.compile(r"\b(?:that's all|that is all|that's everything|nothing else|goodbye|bye)\b")


@dataclass(frozen=True, slots=True)
class Line:
    """Something said.

    Attributes:
        place: its index among the entries.
        text: the words, without labels of interruptions.
        cut: some of it may not have been spoken.
    """

    place: int
    turn: int
    side: str
    text: str
    cut: bool

    @property
    def low(self) -> str:
        """The words in lower case, apostrophes straight, one space between."""
        return words.flat(self.text)

    @property
    def asks(self) -> bool:
        """Whether it holds a question."""
        return "?" in self.text


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call and what became of it."""

    place: int
    turn: int
    tool: str
    kind: str
    params: Mapping[str, Any]
    response: Mapping[str, Any]
    ok: bool

    @property
    def key(self) -> str:
        """Equal for equal calls: the tool and its arguments, case, spaces and order aside."""
        plain = {k: v.strip().lower() if isinstance(v, str) else v for k, v in self.params.items()}
        return f"{self.tool} {json.dumps(plain, sort_keys=True, default=str)}"

    @property
    def shown(self) -> str:
        """The call as evidence quotes it."""
        return f"{self.tool}({', '.join(f'{k}={v!r}' for k, v in self.params.items())})"

    @property
    def hard(self) -> bool:
        """A successful write that costs money or cannot simply be done once more."""
        return self.ok and self.kind == "write" and (not soft(self.tool) or charged(self.response)[0] > 0)


class Dialogue:
    """The case in order, with the questions that several rules ask about it."""

    def __init__(self, case: Case) -> None:
        place = {id(e): i for i, e in enumerate(case.entries)}
        self.lines = tuple(
            Line(i, e.turn, e.kind, " ".join(_LABEL.sub(" ", e.text).split()), e.cut or bool(_CUT.search(e.text)))
            for i, e in enumerate(case.entries)
            if e.kind in ("caller", "agent") and _LABEL.sub(" ", e.text).strip()
        )
        self.calls = tuple(
            Call(place[id(e)], e.turn, e.tool, kind(case, e), e.data, r.data if r else {}, _succeeded(r))
            for e, r in case.calls()
        )

    @cached_property
    def agent(self) -> tuple[Line, ...]:
        """What the agent said."""
        return tuple(line for line in self.lines if line.side == "agent")

    @cached_property
    def caller(self) -> tuple[Line, ...]:
        """What the caller said."""
        return tuple(line for line in self.lines if line.side == "caller")

    def heard(self, place: int) -> Line | None:
        """The caller's last line before a place."""
        return next((line for line in reversed(self.caller) if line.place < place), None)

    def said(self, place: int) -> Line | None:
        """The agent's last line before a place."""
        return next((line for line in reversed(self.agent) if line.place < place), None)

    def between(self, start: int, end: int) -> tuple[Call, ...]:
        """The calls made after one place and before another."""
        return tuple(c for c in self.calls if start < c.place < end)

    def troubled(self, start: int, end: int) -> bool:
        """Whether something between two places called for asking or trying again: a failure, or not being heard."""
        if any(not c.ok for c in self.between(start, end)):
            return True
        return any(start < line.place < end and (line.cut or _UNHEARD.search(line.low)) for line in self.lines)

    def asked_back(self, place: int) -> bool:
        """Whether the caller's last line before a place asks for something to be said, or said again."""
        line = self.heard(place)
        return line is not None and (line.asks or words.asks_again(line.text) or bool(_ASKS_BACK.search(line.low)))

    def asked_again(self, place: int) -> bool:
        """Whether the caller's last line before a place asks for something to be said once more."""
        line = self.heard(place)
        return line is not None and (words.asks_again(line.text) or bool(_AGAIN.search(line.low)))

    def disputed(self, place: int) -> bool:
        """Whether the caller's last line before a place objects or corrects."""
        line = self.heard(place)
        return line is not None and affirms(line.text) is not True and bool(_AGAINST.search(line.low))

    def ending(self, place: int) -> bool:
        """Whether the call is being closed: the caller takes its leave before a place."""
        line = self.heard(place)
        return line is not None and (words.bids_farewell(line.text) or bool(_FAREWELL_WORDS.search(line.low)))

    def knew(self, value: str, place: int) -> bool:
        """Whether a value, or most of it, stood in anything that was said or returned before a place."""
        wanted = squeezed(value).translate(_LOOK_ALIKE)
        if not wanted:
            return True
        told = [spelled_out(line.text) for line in self.lines if line.place < place]
        returned = [json.dumps(c.response, default=str) for c in self.calls if c.place < place]
        return any(_shared(wanted, squeezed(text).translate(_LOOK_ALIKE)) for text in told) or any(
            wanted in squeezed(text).translate(_LOOK_ALIKE) for text in returned
        )


def unheard(text: str) -> bool:
    """Whether a line tells that something was not heard, not understood or not found."""
    return bool(_UNHEARD.search(words.flat(text)))


def spelled_out(text: str) -> str:
    """A text with spelled letters and figures joined, and the codes that it spells beside it."""
    codes = " ".join(m.value for m in mentions(text, airline="") if m.kind in ("code", "digits", "flight", "date"))
    joined = "".join(SPELLED.get(w, w) for w in _JOINED.findall(text.lower()))
    return f"{joined} {codes}"


def _shared(wanted: str, text: str) -> bool:
    """Whether most of a value stands in a text, in one piece."""
    size = max(3, -(-2 * len(wanted) // 3)) if len(wanted) > 3 else len(wanted)
    return any(wanted[i : i + size] in text for i in range(len(wanted) - size + 1))


def _succeeded(response: Entry | None) -> bool:
    """A response that reports neither success nor an error is taken for done."""
    if response is None:
        return True
    if any("error" in str(key) for key in response.data):
        return False
    status = str(response.data.get("status", "success")).lower()
    return succeeded(response) or status not in ("error", "failed", "failure", "invalid", "not_found", "denied")
