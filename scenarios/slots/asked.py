"""Which slots a sentence names: the narrower goes before the wider."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from scenarios.slots.entry import Entry

_NEXT = re.compile(r"\b(?:and|in) (?=(?:also )?(?:your|the|its|his|her|their|a|what|which|how|when|where)\b)")


@dataclass(frozen=True, slots=True)
class _Named:
    entry: Entry
    start: int
    end: int
    held: bool


def asked(text: str, entries: Sequence[Entry], held: Collection[str] | None = None) -> tuple[str, ...]:
    """The slots that a text names, in the order of the text.

    Where the words of two slots overlap ("your colleague's employee number" holds "employee number"), one of them is
    meant: the narrower, then one that the listener has a value for, then the one with more words.

    Args:
        text: lower-case words.
        entries: the slots to look for.
        held: those that the listener has a value for; the others count only where none of these is named, or where they
            are narrower. ``None``: all.
    """
    return tuple(name for name, _, _ in places(text, entries, held))


def places(text: str, entries: Sequence[Entry], held: Collection[str] | None = None) -> list[tuple[str, int, int]]:
    """As `asked`, each slot with the place of its words, once."""
    mine = [e for e in entries if held is None or e.slot in held]
    others = [] if held is None else [e for e in entries if e.slot not in held]
    near = [e for e in others if any(_narrower(e, m) for m in mine)]
    found = _chosen(_named(text, [*mine, *near], {e.slot for e in mine}))
    if not found:
        found = _chosen(_named(text, [e for e in others if e not in near], ()))
    seen: dict[str, tuple[int, int]] = {}
    for item in sorted(found, key=lambda n: n.start):
        seen.setdefault(item.entry.slot, (item.start, item.end))
    return [(name, start, end) for name, (start, end) in seen.items()]


def _named(text: str, entries: Iterable[Entry], held: Collection[str]) -> list[_Named]:
    """Each slot that is named, part by part: "the kind of leave and its start date" are two."""
    cuts = [0, *(match.start() for match in _NEXT.finditer(text)), len(text)]
    return [
        _Named(entry, match.start(), match.end(), entry.slot in held)
        for start, end in itertools.pairwise(cuts)
        for entry in entries
        for match in _pattern(entry.cue).finditer(text, start, end)
        if match.end() > match.start()
    ]


def _chosen(named: Sequence[_Named]) -> list[_Named]:
    """Of overlapping ones the better."""
    kept: list[_Named] = []
    for item in named:
        rivals = [k for k in kept if k.start < item.end and item.start < k.end]
        if all(_better(item, rival) for rival in rivals):
            kept = [k for k in kept if k not in rivals] + [item]
    return kept


def _better(one: _Named, other: _Named) -> bool:
    if one.entry is other.entry:
        return _length(one) > _length(other)
    if _narrower(one.entry, other.entry) != _narrower(other.entry, one.entry):
        narrow, wide = (one, other) if _narrower(one.entry, other.entry) else (other, one)
        # A narrower slot without a value has to be named with more words than the wider one that has a value.
        named = narrow.held or not wide.held or _length(narrow) > _length(wide)
        return (narrow is one) is named
    if one.held != other.held:
        return one.held
    return _length(one) > _length(other)


def _length(named: _Named) -> int:
    return named.end - named.start


@functools.lru_cache(maxsize=65536)
def _narrower_words(noun: str, cue: str, wide_noun: str, wide_cue: str) -> bool:
    return bool(_pattern(wide_cue).search(noun.lower())) and not _pattern(cue).search(wide_noun.lower())


def _narrower(one: Entry, wide: Entry) -> bool:
    """Whether naming one also holds the words of the other, and not the other way round."""
    return _narrower_words(one.noun, one.cue, wide.noun, wide.cue)


@functools.lru_cache(maxsize=4096)
def _pattern(cue: str) -> re.Pattern[str]:
    return re.compile(cue)
