"""Asking for values: what to ask for together, and in which words."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from agents.embedded.calibration.forms import Form
from scenarios.model import EntityKind
from scenarios.slots import entry

NOT_CAUGHT = "I'm sorry, I did not catch that."

# Two values of one class in one answer could not be told apart.
_CLASSES: tuple[tuple[EntityKind, ...], ...] = (
    ("code", "digits", "codes", "email", "flight"),
    ("count", "number", "amount"),
    ("choice", "choices"),
    ("date", "dates"),
    ("state", "country", "airport"),
)
_ALONE = ("text", "codes", "email", "choices", "dates")


@dataclass(frozen=True, slots=True)
class Slot:
    """A value to be heard.

    Attributes:
        name: what to ask for.
        kind: how it is spoken.
        request: for which request; ``None``: the whole call.
        form: what values the tools take.
    """

    name: str
    kind: EntityKind
    request: int | None
    form: Form = field(default=Form(), compare=False)

    @property
    def key(self) -> tuple[str, int | None]:
        """By which it is remembered."""
        return self.name, self.request


def together(slots: Sequence[Slot], partners: Collection[Slot]) -> list[Slot]:
    """The first slot, and the next of its partners that can be asked for in the same breath."""
    first, *others = slots
    return [first, *[slot for slot in others if slot in partners and _apart(first, slot)][:1]]


def _apart(one: Slot, other: Slot) -> bool:
    if one.kind == other.kind or one.kind in _ALONE or other.kind in _ALONE:
        return False
    return not any(one.kind in kinds and other.kind in kinds for kinds in _CLASSES)


def question(slots: Sequence[Slot], again: bool, domain: str = "airline", lead: str = NOT_CAUGHT) -> str:
    """The question for one or two slots; `again` after a failure, of which `lead` tells."""
    entries = [entry(slot.name, domain) for slot in slots]
    if again:
        asked = (_again(slot, e.thing, e.spelled) for slot, e in zip(slots, entries, strict=True))
        return " ".join([lead, *asked])
    if len(entries) == 1:
        return entries[0].ask
    return f"May I have {' and '.join(e.noun for e in entries)}, please?"


def _again(slot: Slot, thing: str, spelled: bool) -> str:
    match slot.kind:
        case "code" | "codes" if _mixed(slot.form.pattern):
            return f"Please spell {thing} again, and say digit before each digit."
        case "code" | "codes" | "email":
            return f"Please spell {thing} again, slowly."
        case "digits":
            return f"Please say {thing} again, digit by digit."
        case "name" if spelled and not slot.form.choices:
            return f"Please spell {thing} again, using the phonetic alphabet."
    return f"Could you please repeat {thing}?"


def _mixed(pattern: str | None) -> bool:
    """Whether a place of a code can be a letter as well as a digit."""
    return pattern is None or re.search(r"\[[^\]]*(?:A-Z|a-z|a-f)[^\]]*0-9[^\]]*\]", pattern) is not None
