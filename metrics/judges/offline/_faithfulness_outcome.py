"""What the agent says of a write, against what the write says: amounts by the field they are named after, and times.

An offer is measured by the write that the caller agreed to, a report by the writes of its turn. A value that stands
somewhere else in the call is no excuse here: it is that of another thing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

from metrics.evidence import to_cents
from metrics.judges.offline._effects import leaves
from metrics.judges.offline._faithfulness_consent import blocks
from metrics.judges.offline._faithfulness_fault import MAJOR, MINOR, Fault
from metrics.judges.offline._faithfulness_grounds import Grounds, read, stem
from metrics.judges.offline._faithfulness_view import Saying, Step, View
from metrics.words import words

_MONEY = re.compile(
    r"(?:^|_)(?:fees?|amount|price|cost|fare|credit|refund|total|balance|charge|difference|collected|penalty|paid|limit|usd)"
    r"(?:_|$)"
)
_TO_PAY = frozenset(map(stem, ("total", "cost", "charge", "pay")))
_TOTALS = frozenset(map(stem, ("total", "cost", "aggregate")))
_FEES = frozenset(map(stem, ("fee", "charge", "penalty")))  # what a cost is called where no total is named
_PLAIN = frozenset(stem(w) for w in ("amount", "usd", "value", "number", "of", "in", "per", "the", "fare"))
_IN_ALL = re.compile(r"\b(?:in all|altogether|all in all|overall)\b")
_PIECES = re.compile(r"[,;:.?!]| and | plus | but | so ")
_OTHER = re.compile(r"\b(?:original|instead|not|n't|without|than|if|or|until|before|from now|was|were|used to)\b|n't\b")
_AROUND = re.compile(r"\b(?:by|between|under|after|around|about|earliest|latest|later|earlier|search|look)\b")
_ABOUT = re.compile(
    r"\b(?:about|around|roughly|approximately|estimated|up to|at least|at most|each|balance|remaining)\b"
)
_PER = re.compile(r"\bper (\w+)")
_STAMP = re.compile(r"(?:_at|_on|stamp|created|updated|expir\w*|deadline|until|message)$")
_ZONED = re.compile(r"\d(?:Z|[+-]\d\d:?\d\d)$")
_OPTIONS = 4  # times in one saying that still speak of one thing
_MOST = 6  # values of which sums are made

Money = dict[str, set[int]]


def faults(view: View) -> Iterator[Fault]:
    """Amounts and times of offers and reports that are not those of the write."""
    for block in blocks(view):
        start, end = block[0].place, max(s.answered for s in block)
        offer = view.last_saying(start, agent=True)
        answer = view.last_saying(start, agent=False)
        report = next((s for s in view.sayings if s.place > end), None)
        money = _money(block)
        if offer is not None and answer is not None and answer.place > offer.place:
            yield from _amounts(offer, money, told_after=False)
            yield from _times(view, offer, block)
        if report is not None and report.agent:
            yield from _amounts(report, money, told_after=True)
            yield from _times(view, report, block)


def _money(block: list[Step]) -> Money:
    """The amounts of some writes, in cents, by the key they stand under."""
    found: Money = {}
    for step in block:
        for source in (step.params, step.response):
            for path, value in leaves(source):
                if _MONEY.search(path[-1]) and isinstance(value, int | float) and not isinstance(value, bool):
                    found.setdefault(f"{step.tool}.{path[-1]}", set()).add(abs(to_cents(value) or 0))
    return found


def _amounts(saying: Saying, money: Money, *, told_after: bool) -> Iterator[Fault]:
    by_key: dict[frozenset[str], list[tuple[int, str]]] = {}
    for sentence in saying.sentences:
        for m in read(sentence):
            cents = to_cents(m.value) if m.kind == "amount" else None
            if cents is None:
                continue
            piece = _piece(sentence.lower(), m.start, m.end)
            loose = _OTHER.search(piece) or _ABOUT.search(piece)
            keys = frozenset() if loose else _named(piece, money)
            unit = _PER.search(piece)
            if keys and (unit is None or any(stem(unit[1]) in _names(k) for k in keys)):
                by_key.setdefault(keys, []).append((cents, sentence))
    for keys, said in by_key.items():
        held = set().union(*(money[k] for k in keys))
        sums = {sum(c) for n in range(2, 4) for c in combinations(sorted(held)[:_MOST], n)}
        right = held if told_after and len(said) > 1 else held | sums
        # whole dollars may be rounded
        wrong = [(c, sentence) for c, sentence in said if not any(abs(c - r) < (1 if c % 100 else 100) for r in right)]
        if wrong and (told_after or len(wrong) == len(said)):
            shown = ", ".join(f"{key.split('.')[1]} {v / 100:g}" for key in sorted(keys) for v in sorted(money[key]))
            yield Fault(
                "misrepresenting_tool_result", MAJOR, saying.turn, "amount of something else", wrong[0][1], shown
            )


def _piece(low: str, start: int, end: int) -> str:
    """The clause around an amount, without the amount."""
    before = _PIECES.split(low[:start])[-1]
    after = _PIECES.split(low[end:])[0]
    return f"{before} {after}"


def _named(piece: str, money: Money) -> frozenset[str]:
    """The keys that a clause names best; none when it names none."""
    said = {stem(w) for w in words(piece)}
    pays = bool(said & _TO_PAY)
    if pays or _IN_ALL.search(piece):
        said |= _TOTALS
    for called in (said, said | _FEES if pays else said):
        score = {key: len(_names(key) & called) for key in money}
        best = max(score.values(), default=0)
        if best:
            return frozenset(key for key, n in score.items() if n == best)
    return frozenset()


def _names(key: str) -> set[str]:
    """The words by which an amount may be called: those of its field, else those of what its tool deals with."""
    tool, field = key.split(".", 1)
    return {stem(w) for w in field.split("_")} - _PLAIN or {stem(w) for w in tool.split("_")[1:]} - _PLAIN


def _times(view: View, saying: Saying, block: list[Step]) -> Iterator[Fault]:
    own = {t for step in block for t in _own_times(view, saying, step)}
    if not own:
        return
    told = {
        m.value: sentence
        for sentence in saying.sentences
        if not (_OTHER.search(low := sentence.lower()) or _AROUND.search(low))
        for m in read(sentence)
        if m.kind == "time"
    }
    right = {_face(t) for t in own}
    heard = {_face(m.value) for s in view.caller if s.place < saying.place for m in read(s.text) if m.kind == "time"}
    wrong = [t for t in told if _face(t) not in right | heard]
    if any(_face(t) in right for t in told):  # then what else is said may be of something else that was looked up
        wrong = [t for t in wrong if t not in view.told.times]
    if wrong and len(told) <= _OPTIONS:
        source = f"the write says {', '.join(sorted(own))}"
        yield Fault("misrepresenting_tool_result", MINOR, saying.turn, "time of something else", told[wrong[0]], source)


def _own_times(view: View, saying: Saying, step: Step) -> set[str]:
    """The clock times of a write: of its arguments, its answer, and what the tools had listed under its codes."""
    found = Grounds()
    codes = []
    for source in (step.params, step.response):
        for path, value in leaves(source):
            if isinstance(value, str) and not _STAMP.search(path[-1]) and not _ZONED.search(value):
                found.add_data({path[-1]: value})
                codes += [value] if source is step.params and any(c.isdigit() for c in value) else []
    if not found.times:
        return set()
    listed = [i for i in view.items(saying.place) if i.listed and any(i.holds(c) for c in codes)]
    return found.times.union(*(i.grounds.times for i in listed))


def _face(time: str) -> int:
    """A time as a clock's face shows it, in minutes."""
    return (int(time[:2]) * 60 + int(time[3:])) % 720
