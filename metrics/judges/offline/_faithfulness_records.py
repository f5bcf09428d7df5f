"""What the agent says about the caller's records, against what the tools showed of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from metrics.judges.offline._effects import leaves
from metrics.judges.offline._faithfulness_fault import MAJOR, Fault
from metrics.judges.offline._faithfulness_grounds import stem
from metrics.judges.offline._faithfulness_view import Saying, View
from metrics.transcript.cardinals import listed, numbered
from metrics.words import words

_SEES = re.compile(
    r"\b(?:i(?: do| can|'m)? see(?:ing)?(?: (?:that|here))?|(?:according to|our|the|your) (?:records?|system|file"
    r"|account|booking"
    r"|reservation|profile|ticket) (?:shows?|indicates?|says?|lists?|has|have|includes?|comes with|is|are)"
    r"|according to (?:our|the|your)"
    r" (?:records?|system|file)|your \w+(?: \w+)? (?:has|have|includes?|comes with)|you(?: currently| already"
    r"| also)? have)\b"
)
_OPEN = re.compile(
    r"\b(?:if|whether|when|once|unless|would|could|may|might|can|should|want|need|let me|i'll|not|n't|asked|said)\b"
)
_NONE = re.compile(r"\b(?:no|any|without|zero) (\w+)")
_COUNTS = numbered("zero one two three four five six seven eight nine ten")
_COUNT = re.compile(r"\b(\d{1,2}|" + "|".join(_COUNTS) + r") ((?:[a-z]+[ -]){0,3}[a-z]+)")
# Words of which one excludes the others.
_CONTRASTS = (
    frozenset({"window", "aisle", "middle"}),
    frozenset({"gold", "silver", "platinum", "bronze"}),
    frozenset({"refundable", "non-refundable", "nonrefundable"}),
    frozenset({"approved", "denied", "rejected", "pending"}),
    frozenset({"active", "inactive", "expired", "suspended", "revoked"}),
    frozenset({"full-time", "part-time", "per-diem"}),
    frozenset({"remote", "onsite", "hybrid"}),
)
_MEASURES = re.compile(r"_(?:minutes|hours|days|count|amount|fee)$|^(?:is|has)_")
_EXPLICIT = re.compile(
    r"(?:i(?: do| can)? see|(?:our|your|the) (?:records?|account|file|system|profile) (?:shows?|lists?|says?))\b"
)
_NO_NOUN = frozenset(listed("minutes hours days weeks months dollars cents this plus minus less unless across does"))
_VAGUE = frozenset(
    stem(w) for w in listed("question request problem issue trouble option choice time moment thing way chance")
)


def faults(view: View) -> Iterator[Fault]:
    """Statements about records that no lookup showed, or that what was shown contradicts."""
    for saying in view.agent:
        shown = [
            (path, value)
            for s in view.steps
            if s.answered < saying.place and s.ok
            for path, value in leaves(s.response)
        ]
        for sentence in saying.sentences:
            low = sentence.lower()
            if other := "" if sentence.endswith("?") else _otherwise(view, low, shown):
                yield Fault("hallucination", MAJOR, saying.turn, "statement about a record", sentence, other)
                continue
            if sentence.endswith("?") or not (m := _SEES.search(low)) or _OPEN.search(low[: m.end()]):
                continue
            found = _against(view, saying, low, low[m.start() :], shown)
            if found:
                yield Fault("hallucination", MAJOR, saying.turn, "statement about a record", sentence, found)


Shown = list[tuple[tuple[str, ...], Any]]


def _otherwise(view: View, low: str, shown: Shown) -> str:
    """A field called by its name and given a word that the tools, or what they may be asked, hold of something else."""
    if _OPEN.search(low) or _negated(low):
        return ""
    by_key: dict[str, set[str]] = {}
    for path, value in shown:
        if isinstance(value, str) and value and path != ("status",):
            by_key.setdefault(path[-1], set()).add(value)
    made = [v for s in view.steps if s.writes and s.ok for _, v in (*leaves(s.params), *leaves(s.response))]
    new = {stem(w) for v in made if isinstance(v, str) for w in words(v.replace("_", " "))}  # what a write may have set
    for key, values in by_key.items():
        m = re.search(rf"\byour {re.escape(key.replace('_', ' '))} (?:is|shows as|reads) ([a-z]+)(?:[.,;]|$)", low)
        if m is None or any(c.isdigit() for v in values for c in v):
            continue
        held = {stem(w) for v in values for w in words(v.replace("_", " "))}
        if stem(m[1]) not in held | new | _VAGUE and stem(m[1]) in view.everything.values:
            return f"the tools show {key} as {', '.join(sorted(values))}"
    return ""


def _against(view: View, saying: Saying, low: str, claim: str, shown: Shown) -> str:
    """What stands against a statement; empty when nothing does."""
    said = {stem(w) for w in words(claim)}
    heard = {stem(w) for s in view.caller if s.place < saying.place for w in words(s.text)}
    if not shown:
        told = bool(re.search(r"\b(?:your|you)\b", claim)) and not _OPEN.search(claim) and not said & _VAGUE
        return "nothing had been looked up" if told and len(said - heard) > 3 else ""
    keys = {stem(w) for path, _ in shown for key in path for w in key.split("_")}
    held = keys | {stem(w) for _, v in shown if isinstance(v, str) for w in words(v.replace("_", " "))}
    if m := _NONE.search(claim):
        noun = stem(m[1])
        if m[1].endswith("s") and noun not in held and noun not in heard and noun not in _VAGUE:
            return f"no tool answer speaks of {m[1]}"
        measured = [p[-1] for p, v in shown if _MEASURES.search(p[-1]) and _positive(v)]
        there = [key for key in measured if noun in {stem(w) for w in key.split("_")}]
        if there and m[1].endswith("s") and m[0].startswith(("no ", "without ", "zero ")):
            return f"the tools show {there[-1]}"
    return _counted(claim, shown, heard, held) or _null(said, claim, shown) or _contrast(view, saying, claim, shown)


def _counted(claim: str, shown: Shown, heard: set[str], held: set[str]) -> str:
    for m in _COUNT.finditer(claim):
        number = _COUNTS.get(m[1], int(m[1]) if m[1].isdigit() else 0)
        after = re.split(r"[ -]", m[2])
        for noun in after:
            if not noun.endswith("s") or len(noun) < 4 or noun in _NO_NOUN:
                continue
            # figures that a tool counts under that very noun ("bags_checked": 1)
            counts = {
                int(v)
                for path, v in shown
                if isinstance(v, int | float)
                and not isinstance(v, bool)
                and float(v).is_integer()
                and abs(v) < 100
                and noun in path[-1].split("_")
                and "fee" not in path[-1]
            }
            if not counts and _EXPLICIT.match(claim) and stem(noun) not in heard | held | _VAGUE:
                return f"neither a tool nor the caller spoke of {noun}"
            if counts and number not in counts and number != sum(counts) and stem(m[1]) not in heard:
                return f"the tools counted {sorted(counts)} {noun}"
            break
    return ""


def _null(said: set[str], claim: str, shown: Shown) -> str:
    """An attribute that is spoken of as held, and is empty wherever the tools name it."""
    if _negated(claim):
        return ""
    by_key: dict[str, list[Any]] = {}
    for path, value in shown:
        by_key.setdefault(path[-1], []).append(value)
    for key, values in by_key.items():
        parts = {stem(w) for w in key.split("_")}
        if len(parts) > 1 and parts <= said and all(_empty(v) for v in values):
            return f"the tools show {key} as empty"
    return ""


def _negated(claim: str) -> bool:
    return bool(re.search(r"\b(?:no|not|none|without)\b|n't\b", claim))


def _empty(value: Any) -> bool:
    return value is None or value is False or value in ("", "none")


def _contrast(view: View, saying: Saying, claim: str, shown: Shown) -> str:
    """One of several exclusive words, where the last write says another of them."""
    present = set(re.findall(r"[a-z]+(?:-[a-z]+)?", claim))
    for options in (*_CONTRASTS, *_enumerated(view, present)):
        named = options & present
        if len(named) != 1:
            continue
        for step in reversed([s for s in view.steps if s.writes and s.ok and s.answered < saying.place]):
            values = {str(v).lower() for p, v in (*leaves(step.params), *leaves(step.response)) if isinstance(v, str)}
            held = options & values
            if held:
                return "" if named & held else f"{step.tool} had made it {sorted(held)[0]!r}"
        if _negated(claim):
            continue
        if not {stem(w) for w in named} & view.told.values:
            return f"neither a tool nor the caller spoke of {sorted(named)[0]}"
        known = {v for values in _single(shown).values() for v in values} & options
        if known and not known & named and not named & {w for s in view.caller for w in words(s.text)}:
            return f"the tools show {sorted(known)[0]!r}"
    return ""


def _positive(value: Any) -> bool:
    return value is True or (isinstance(value, int | float) and not isinstance(value, bool) and value > 0)


def _single(shown: Shown) -> dict[str, set[str]]:
    """Keys under which the tools showed one text only: a property of the record, not one of several offers."""
    found: dict[str, set[str]] = {}
    for path, value in shown:
        if isinstance(value, str):
            found.setdefault(path[-1], set()).add(value.lower().replace("_", "-"))
    return {key: values for key, values in found.items() if len(values) == 1}


def _enumerated(view: View, present: set[str]) -> Iterator[frozenset[str]]:
    """Values that a tool's schema lists for something that the statement names ("meal_type" for "meal")."""
    named = {stem(w) for w in present}
    for tool in view.case.tools:
        for key, schema in dict(tool.get("parameters") or {}).get("properties", {}).items():
            if not named & {stem(w) for w in key.split("_") if len(w) > 3 and w not in ("type", "reason", "code")}:
                continue
            values = schema.get("enum") if isinstance(schema, dict) else None
            if isinstance(values, list) and len(values) > 1 and all(isinstance(v, str) and v.isalpha() for v in values):
                yield frozenset(v.lower() for v in values if len(v) > 3)
