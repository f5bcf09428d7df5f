"""Whether the agent reads a value back wrongly: only what surely is another value counts."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from pipelines.caller.understanding import sentences
from scenarios.model import Fact
from scenarios.slots import Entry, phrase, phrases, places
from scenarios.spoken import hear, mentions, same, say

_MENTIONED = ("time", "amount", "flight")
_COUNTED = ("count", "number")
_CERTAIN = 0.2  # cost of a reading that is believed
_ASIDE = re.compile(r"\W*(?:and|or|with|plus|in|shall|may)\b")
"""After such words comes something else: "one million per occurrence and three million in all"."""
_ODD = 3  # characters of a code that a slip changes at most; more are the caller's own ears


def contradicted(
    text: str,
    facts: Sequence[Fact],
    entries: Sequence[Entry],
    choices: Callable[[str], Sequence[str]],
    today: datetime.date,
) -> Fact | None:
    """A fact that the agent's words get wrong.

    Args:
        text: an agent's turn that asks for a yes.
        facts: what may have been read back.
        entries: the words of the slots.
        choices: the values that a slot can have, where they are known.
        today: the day of the call.
    """
    low = text.lower().replace("’", "'")
    held = {fact.slot: fact for fact in facts}
    words = {entry.slot: entry for entry in entries}
    for slot, part in _parts(low, entries, held):
        fact = held[slot]
        others = {o.value for o in facts if o.kind == fact.kind and o.slot != slot and fact.request is None}
        if _ASIDE.match(part):
            continue
        if _differs(part, fact, others, phrases(words[slot], choices(slot)), today):
            return fact
    for slot, fact in held.items():
        if _bare(low, fact, words[slot], choices(slot), today):
            return fact
    return None


def _parts(low: str, entries: Sequence[Entry], held: Mapping[str, Fact]) -> Iterator[tuple[str, str]]:
    """The slots that are named, each with the words behind it, up to the next one or the end of the sentence."""
    for sentence in sentences(low):
        found = places(sentence, entries, held)
        ends = [start for _, start, _ in found[1:]] + [len(sentence)] * bool(found)
        for (slot, _, end), stop in zip(found, ends, strict=True):
            if slot in held:
                yield slot, sentence[end:stop]


def _differs(part: str, fact: Fact, others: Collection[str], choices: Mapping[str, str], today: datetime.date) -> bool:
    """Whether the words behind a slot's name hold another value; one of `others` may be meant for something else."""
    kind, value = fact.kind, fact.value
    if kind == "date":
        stated = [m.value for m in mentions(part) if m.kind == kind][:1]
        return bool(stated) and not any(_same_day(stated[0], known) for known in (value, *others))
    if kind in _MENTIONED:
        stated = [m.value for m in mentions(part, today=today) if m.kind == kind][:1]
        return bool(stated) and not any(same(kind, stated[0], known) for known in (value, *others))
    if kind == "dates":
        days = {m.value for m in mentions(part, today=today) if m.kind == "date"}
        return bool(days) and not days & set(value.split(","))
    if kind in _COUNTED:
        numbers = [g for g in hear(kind, part) if g.cost <= _CERTAIN][:1]
        return bool(numbers) and float(numbers[0].value) not in {float(known) for known in (value, *others)}
    if kind in ("code", "digits"):
        codes = [m.value for m in mentions(part, today=today) if m.kind in ("code", "digits")]
        return bool(codes) and all(_slip(code, value) for code in codes)
    if kind in ("state", "country"):
        named = [g for g in hear(kind, part) if g.cost <= _CERTAIN]
        return bool(named) and all(g.value != value for g in named)
    if kind == "choice" and len(choices) > 1:
        said = [choices[g.value] for g in hear(kind, part, choices=list(choices)) if g.cost <= _CERTAIN]
        return bool(said) and value not in said
    return False


def _same_day(stated: str, value: str) -> bool:
    """Whether a date is meant: its year may have been left out, or heard as a sentence of its own."""
    return stated == value or (stated.startswith("--") and stated[2:] == value[5:])


def _slip(code: str, value: str) -> bool:
    """Whether a code is as long as the true one and differs in few places."""
    one, other = (re.sub(r"[^a-z0-9]", "", text.lower()) for text in (code, value))
    return len(one) == len(other) and 0 < sum(a != b for a, b in zip(one, other, strict=True)) <= _ODD


def _bare(low: str, fact: Fact, entry: Entry, choices: Sequence[str], today: datetime.date) -> bool:
    """The same for what is said without its noun: a seat ("an aisle seat"), a travel date in an offer."""
    if fact.kind == "date" and entry.bare:
        dates = {m.value for m in mentions(low, today=today) if m.kind == "date"}
        return len(dates) == 1 and fact.value not in dates
    if fact.kind == "choice" and re.search(r"\{a?\} \w", entry.read):
        said = [c for c in choices if phrase(entry.read.replace("{a}", "{}"), say("choice", c)).lower() in low]
        return bool(said) and fact.value not in said
    return False
