"""The values in an agent's words that a listener must get right, and whether the conversation knows them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from metrics.judges.case import Case, Entry
from metrics.judges.offline._speech_text import form
from metrics.transcript import normal
from metrics.transcript.cardinals import listed
from metrics.transcript.normal import MONTHS
from scenarios.spoken import mentions, same

_ISO = re.compile(r"\d{4}-\d\d-\d\d")
_CLOCK = re.compile(r"(?<![\d:])\d{1,2}:\d\d(?![\d:])")
_NAME = re.compile(r"[^\W\d_]{3,}(?:[-'][^\W\d_]+)*")
_PLAIN = MONTHS | frozenset(
    listed(
        "monday tuesday wednesday thursday friday saturday sunday the and are you your yes not can may shall "
        "thanks would will what which please sorry miss mister flight have that this today tomorrow tonight hello "
        "there thank"
    )
)
_WRITTEN = re.compile(r"\b(?=[A-Z0-9-]*\d)(?=[A-Z0-9-]*[A-Z])[A-Z0-9]+(?:-[A-Z0-9]+)*\b")  # "0UNKQU"
_SHORTEST = 3  # characters of a code or number that may be part of a longer value: "705" of "SK705"
_CODE = 5  # characters from which a value without a kind is a code that can be nearly said


@dataclass(frozen=True, slots=True)
class Value:
    """One value in the words of a turn.

    Attributes:
        kind: of `scenarios.spoken.Mention`, or ``number`` for another number, ``name`` for a word of the trace.
        value: canonical.
        words: as they stand in the text.
        start: first character in the text's compared form.
        end: past its last.
    """

    kind: str
    value: str
    words: str
    start: int
    end: int


class Known:
    """The values of a conversation: what callers said and what tools answered."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        leaves: list[Any] = []
        said: list[str] = []
        for entry in entries:
            if entry.kind == "caller":
                said.append(entry.text)
            elif entry.kind == "response":
                leaves += [(key, leaf) for key, leaf in _leaves(entry.data) if key not in ("status", "message")]
                said += [str(leaf) for key, leaf in _leaves(entry.data) if key == "message"]
        texts = [str(leaf) for _, leaf in leaves]
        self._forms = "|".join(form(t).text for t in [*texts, *said])
        plain = [t for t in texts if not _ISO.search(t) and not _CLOCK.search(t)]
        self._squeezed = "|".join(re.sub(r"[\W_]", "", t).lower() for t in plain)
        self._numbers = {float(leaf) for _, leaf in leaves if isinstance(leaf, int | float)}
        self._numbers |= {float(n) for t in said for n in re.findall(r"\d+(?:\.\d+)?", normal(t))}
        self._dates = {d for t in texts for d in _ISO.findall(t)}
        self._times = {t for text in texts for t in _CLOCK.findall(text)}
        for text in said:
            for m in mentions(text):
                if m.kind == "date":
                    self._dates.add(m.value)
                elif m.kind == "time":
                    self._times.add(m.value)
        whole = [form(t).text for t in plain if " " not in t]
        whole += [form(m.value).text for t in said for m in mentions(t) if m.kind in ("code", "digits")]
        self.codes = {c for c in whole if len(c) >= _CODE and any(map(str.isdigit, c))}
        """Codes and long numbers, in compared form."""
        proper = [leaf for _, leaf in leaves if isinstance(leaf, str) and not leaf.isupper()]
        proper += [m[0] for t in said for m in re.finditer(r"(?<=[a-z,] )[A-Z][\w'-]+", t)]
        self.names = {
            normal(word) for t in proper for word in _NAME.findall(t) if word[0].isupper() and len(word) > 2
        } - _PLAIN

    @classmethod
    def of(cls, case: Case) -> Known:
        """What the agent heard and read, and what its caller meant."""
        return cls([*case.entries, *(e for e in case.spoken if e.kind == "caller")])

    def knows(self, value: Value) -> bool:
        """Whether the conversation holds a value."""
        match value.kind:
            case "date":
                return any(same("date", value.value, d) for d in self._dates)
            case "time":
                return any(same("time", value.value, t) for t in self._times)
            case "amount" | "number":
                number = re.search(r"\d+(?:\.\d+)?", value.value)
                return number is not None and float(number[0]) in self._numbers
            case "name":
                return value.value in self.names
        bare = form(value.words).text or value.value.lower()
        bare = bare.removeprefix("flight")
        if len(bare) < _SHORTEST:
            return False
        found = re.escape(bare)
        if len(bare) < _CODE:  # not anywhere in a longer number, but perhaps its last four digits
            found = rf"(?<!\d){found}(?!\d)" + (rf"|{found}(?:\||$)" if len(bare) > _SHORTEST else "")
        alone = re.compile(found)
        return alone.search(self._squeezed) is not None or alone.search(self._forms) is not None


def values(text: str, names: Iterable[str]) -> list[Value]:
    """The values of a text, left to right, without overlap.

    Args:
        text: what the agent was to say.
        names: words that count as names, in normal form.
    """
    whole = form(text)
    found: list[Value] = []
    at = 0
    for kind, value, start, end in _mentioned(text):
        bare = form(text[start:end]).text
        near = len(form(text[:start]).text)  # "Thibodeaux. Tango, Hotel, ..." holds its form twice
        places = (
            [m.start() for m in re.finditer(f"(?={re.escape(bare)})", whole.text) if m.start() >= at] if bare else []
        )
        if not places:
            continue
        place = min(places, key=lambda p: abs(p - near))
        at = place + len(bare)
        place += len("flight") * bare.startswith("flight")
        found.append(Value(kind, value, text[start:end], place, at))
    known = set(names)
    for word in whole.words:
        if any(v.start < word.end and word.start < v.end for v in found):
            continue
        if any(c.isdigit() for c in word.text):
            found.append(Value("number", word.text, word.text, word.start, word.end))
        elif word.text in known:
            found.append(Value("name", word.text, word.text, word.start, word.end))
    return sorted(found, key=lambda v: v.start)


def _mentioned(text: str) -> list[tuple[str, str, int, int]]:
    """Kind, value, start and end of what is mentioned, and of codes that are written in one piece."""
    written = [("code", m[0], m.start(), m.end()) for m in _WRITTEN.finditer(text)]
    found = [
        (str(m.kind), m.value, m.start, m.end)
        for m in mentions(text)
        if all(m.end <= a or b <= m.start for _, _, a, b in written)
    ]
    return sorted([*found, *written], key=lambda v: v[2])


def capitals(text: str) -> set[str]:
    """Words that a text writes with a capital though no sentence begins with them, in normal form."""
    inside = re.finditer(r"(?<=[\w,] )[A-Z][^\W\d_]{2,}", text)
    return {normal(m[0]) for m in inside} - _PLAIN


def _leaves(data: Any, key: str = "") -> Iterator[tuple[str, Any]]:
    """Names and values of everything in a JSON structure."""
    if isinstance(data, str) and data[:1] in "{[":
        try:
            data = json.loads(data)
        except json.JSONDecodeError:
            yield key, data
            return
    if isinstance(data, dict):
        for name, part in data.items():
            yield from _leaves(part, str(name))
    elif isinstance(data, list | tuple):
        for part in data:
            yield from _leaves(part, key)
    elif data is not None and not isinstance(data, bool):
        yield key, data
