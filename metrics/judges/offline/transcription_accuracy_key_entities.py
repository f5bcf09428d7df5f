"""Did the caller's values reach the agent? Found in what the caller meant to say, looked up in what was heard.

Both texts of a turn are brought to one form and laid side by side character by character; what stands opposite
a value is what the recogniser made of it. Numbers in words and in figures, spelled and joined codes, "5:30 PM"
and "five thirty p m" are equal; one other letter is not. A value that is said again in a turn is one value,
and right only if it came through every time: an agent cannot know which of two hearings to believe. Of a name that
is spelled too, the spelling decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import Levenshtein

from metrics.judges.case import Case
from metrics.judges.jury import NothingToJudge
from metrics.judges.offline._entities_find import Value, is_travel, values
from metrics.judges.offline._entities_units import Unit, form, laid_out, units, without_clauses
from metrics.judges.verdicts import Entities, Entity, EntityTurn

VERSION = "1.0"
BLIND = (
    "It knows values by their form and by the words before them; a product's name or a free choice is none to it.",
    "It takes names that sound alike for different names, also when nobody has spelled them.",
    "Of an agent without a recogniser: a tool's argument that is like nothing the caller said counts as its own.",
)
MISSING = "missing"
"""What stands in the place of a value of which nothing was transcribed."""

_UNMISTAKABLE = 5
"""Characters from which a value is looked for in the whole turn: shorter ones may be there by chance."""

_WIDEST = 14
_GLUE = frozenset({"code", "digits", "phone", "flight", "amount", "time"})


def judge(case: Case) -> Entities:
    """Find the caller's values and compare each with what the agent received.

    Raises:
        NothingToJudge: what the caller meant is not known, it gave no value, or the agent has no recogniser and
            made no tool call with one.
    """
    said: dict[int, list[str]] = {}
    for entry in case.spoken:
        if entry.kind == "caller" and entry.text.strip():
            said.setdefault(entry.turn, []).append(" ".join(entry.text.split()))
    if not said:
        raise NothingToJudge("what the caller meant to say is not known")
    texts = {turn: " ".join(parts) for turn, parts in sorted(said.items())}
    travel = any(is_travel(text) for text in texts.values())
    if case.architecture != "cascade":
        return _by_call(case, texts, travel)
    heard = case.turns("caller")
    cut = {e.turn for e in case.spoken if e.kind == "caller" and e.cut}
    turns = [_turn(t, text, heard.get(t, ""), travel, cut=t in cut) for t, text in texts.items()]
    if not any(turn.entities for turn in turns):
        raise NothingToJudge("the caller gave no value that could be checked")
    return Entities(turns=tuple(turns))


@dataclass(frozen=True, slots=True)
class _Hearing:
    """What stands opposite one saying of a value; `lost` when its place lies behind all that was heard."""

    text: str
    right: bool
    lost: bool


def _turn(turn: int, said: str, heard: str, travel: bool, *, cut: bool) -> EntityTurn:
    sides = _Sides.of(said, heard)
    found = []
    for group in _groups(values(said, travel=travel)):
        hearings = [sides.opposite(value) for value in _deciding(group)]
        if len(group) == 1 and not hearings[0].right and (elsewhere := sides.elsewhere(group[0])):
            hearings = [_Hearing(elsewhere, True, False)]
        worst = next((h for h in hearings if not h.right), hearings[0])
        right = all(h.right for h in hearings)
        found.append(
            Entity(
                type=group[0].kind,
                value=without_clauses(group[0].text),
                transcribed_value=worst.text or MISSING,
                analysis=_analysis(group, worst, right),
                correct=right,
                skipped=cut and worst.lost and not right,
            )
        )
    wrong = sum(not e.correct and not e.skipped for e in found)
    return EntityTurn(turn_id=turn, entities=tuple(found), summary=f"{wrong} of {len(found)} values wrong")


def _groups(found: Sequence[Value]) -> list[list[Value]]:
    """Sayings of one value together, in the order of their first saying."""
    groups: dict[str, list[Value]] = {}
    for value in found:
        groups.setdefault(form(value.kind, value.text).replace(" ", ""), []).append(value)
    return list(groups.values())


def _deciding(group: Sequence[Value]) -> Sequence[Value]:
    """Once a name is spelled, the spelling counts, and no longer how the word was written."""
    if group[0].kind != "name":
        return group
    return [v for v in group if _is_spelled(v)] or group


def _is_spelled(value: Value) -> bool:
    parts = units(without_clauses(value.text))
    return len(parts) > 2 and len(form("code", value.text)) == len(parts)


def _analysis(group: Sequence[Value], worst: _Hearing, right: bool) -> str:
    times = f", said {len(group)} times" if len(group) > 1 else ""
    if right:
        return f"the same value{times}"
    if not worst.text:
        return f"nothing of it was transcribed{times}"
    kind = "code" if group[0].kind == "name" and _is_spelled(_deciding(group)[0]) else group[0].kind
    return f"{form(kind, group[0].text)!r} became {form(kind, worst.text)!r}{times}"


@dataclass(frozen=True, slots=True)
class _Sides:
    """The two texts of a turn laid side by side.

    Attributes:
        opposite_of: for each unit that was said the units that stand opposite.
        added: units that were heard, in part or whole, where nothing was said.
        last: the last unit said of which something was heard.
    """

    heard: str
    said: list[Unit]
    units: list[Unit]
    opposite_of: dict[int, set[int]]
    added: set[int]
    last: int

    @classmethod
    def of(cls, said: str, heard: str) -> _Sides:
        ours, theirs = units(said), units(heard)
        text, owners = laid_out(ours)
        other, others = laid_out(theirs)
        opposite_of: dict[int, set[int]] = {}
        added: set[int] = set()
        last = -1
        for op in Levenshtein.opcodes(text, other):
            if op.tag == "insert":
                added |= set(others[op.dest_start : op.dest_end])
            if op.tag not in ("equal", "replace"):
                continue
            for a, b in zip(owners[op.src_start : op.src_end], others[op.dest_start : op.dest_end], strict=True):
                if a >= 0 and b >= 0:
                    opposite_of.setdefault(a, set()).add(b)
                if op.tag == "equal":
                    last = max(last, a)
        return cls(heard, ours, theirs, opposite_of, added, last)

    def opposite(self, value: Value) -> _Hearing:
        """What a recogniser made of a value."""
        inside = [i for i, u in enumerate(self.said) if u.start < value.end and value.start < u.end]
        matched = {b for i in inside for b in self.opposite_of.get(i, ())}
        lost = bool(inside) and inside[0] > self.last
        if not matched:
            return _Hearing("", False, lost)
        first, last = min(matched), max(matched)
        if value.kind in _GLUE:
            first, last = self._grown(first, last)
        wanted = form(value.kind, value.text)
        best = next((w for w in self._windows(first, last) if form(value.kind, w) == wanted), None)
        return _Hearing(best or self._text(first, last), best is not None, lost)

    def elsewhere(self, value: Value) -> str | None:
        """The value in another place of what was heard: recognisers move words between turns and sentences."""
        wanted = form(value.kind, value.text)
        if len(wanted) < _UNMISTAKABLE:
            return None
        for first in range(len(self.units)):
            for last in range(first, min(first + _WIDEST, len(self.units))):
                if form(value.kind, self._text(first, last)) == wanted and not self._part_of_more(first, last):
                    return self._text(first, last)
        return None

    def _text(self, first: int, last: int) -> str:
        start = self.units[first].start
        return self.heard[start - (self.heard[start - 1 : start] in ("$", "€", "£")) : self.units[last].end]

    def _part_of_more(self, first: int, last: int) -> bool:
        """Whether characters stand around what could itself be spelled."""
        around = [*self.units[first - 1 : first], *self.units[last + 1 : last + 2]]
        return self.units[first].character and any(u.character for u in around)

    def _grown(self, first: int, last: int) -> tuple[int, int]:
        """Characters that were added at an edge belong to what was heard: "18JVS" for "8JVS"."""
        while first and first - 1 in self.added and self.units[first - 1].character:
            first -= 1
        while last + 1 < len(self.units) and last + 1 in self.added and self.units[last + 1].character:
            last += 1
        return first, last

    def _windows(self, first: int, last: int) -> Iterator[str]:
        """What stands opposite, and the same with a neighbour that the layout may have given to another word."""
        for before, after in ((0, 0), (0, 1), (1, 0), (1, 1)):
            if first - before >= 0 and last + after < len(self.units):
                yield self._text(first - before, last + after)


def agree(said: str, heard: str) -> bool:
    """Whether what was heard is the value that was said, when the one is known to stand for the other."""
    bare = re.sub(r"\([^)]*\)", "", said)
    found = values(bare, travel=True)
    kind = found[0].kind if found else "name"
    return form(kind, bare) == form(kind, heard)


def _by_call(case: Case, texts: dict[int, str], travel: bool) -> Entities:
    """Agents without a recogniser: the arguments of tool calls that come from what the caller said."""
    said = {turn: values(text, travel=travel) for turn, text in texts.items()}
    turns: dict[int, list[Entity]] = {}
    for call, _ in case.calls():
        given = [value for turn, found in said.items() if turn <= call.turn for value in found]
        for argument in call.data.values():
            entity = _argument(str(argument), given) if isinstance(argument, str | int | float) else None
            if entity is not None:
                turns.setdefault(call.turn, []).append(entity)
    if not turns:
        raise NothingToJudge("no tool call carries a value that the caller gave")
    return Entities(turns=tuple(EntityTurn(turn_id=t, entities=tuple(e)) for t, e in sorted(turns.items())))


def _argument(argument: str, given: Sequence[Value]) -> Entity | None:
    """The value that an argument should carry: the most alike, the latest of equals; none if nothing is alike."""
    best: tuple[float, Value] | None = None
    for value in given:
        near = Levenshtein.normalized_similarity(form(value.kind, value.text), form(value.kind, argument))
        if best is None or near >= best[0]:
            best = (near, value)
    if best is None or best[0] < 0.6:
        return None
    near, value = best
    return Entity(
        type=value.kind,
        value=value.text,
        transcribed_value=argument,
        analysis="the same value" if near == 1 else f"the call has {argument!r}",
        correct=near == 1,
    )
