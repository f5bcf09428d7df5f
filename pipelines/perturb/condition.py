"""A condition: a stack of perturbations with a name, written as ``accent-french+noise-coffee=10+loss=2:burst=5``.

The stack's order is physics' and not the writer's: a person speaks, into a room, through a set, over a network.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pipelines.perturb.base import Kind, Options
from pipelines.perturb.registry import kinds
from scenarios.errors import UsageError

CLEAN = "clean"
LONGEST_NAME = 200  # characters: it is a folder's name as well


class Element(BaseModel):
    """One perturbation of a condition, with all its options, defaults filled in."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: str
    options: dict[str, Any] = {}

    @property
    def declared(self) -> Kind:
        """Its kind."""
        return kinds()[self.kind]

    @property
    def settings(self) -> Options:
        """Its options, as its kind's model.

        Raises:
            UsageError: they cannot be used any more, as a folder of recordings that has gone since they were read.
        """
        return _settings(self.declared, self.options, self.kind)


class Condition(BaseModel):
    """What is done to the caller's side of a call.

    Attributes:
        name: ``clean``, or as it was written, in the stack's order.
        elements: in the stack's order.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(default=CLEAN, min_length=1, max_length=LONGEST_NAME)
    elements: tuple[Element, ...] = ()

    @property
    def clean(self) -> bool:
        """Whether nothing is done."""
        return not self.elements

    @property
    def accent(self) -> str:
        """The accent of the caller's voice; empty for its own."""
        return next((str(e.options["accent"]) for e in self.elements if e.kind == "accent"), "")

    @property
    def behaviours(self) -> tuple[str, ...]:
        """How the caller behaves, beyond its usual manners."""
        return tuple(str(e.options["manner"]) for e in self.elements if e.kind == "behaviour")

    @property
    def on_line(self) -> tuple[Element, ...]:
        """What is done to the sound on the line."""
        return tuple(e for e in self.elements if e.declared.acts == "line")

    @property
    def folder(self) -> str:
        """The name, fit for a folder."""
        return re.sub(r"[^A-Za-z0-9_.+=-]+", "-", self.name).strip("-.") or CLEAN


def parse(text: str) -> Condition:
    """Read a condition.

    Args:
        text: ``clean``, or elements ``KIND[-VARIANT][=VALUE][:OPTION=VALUE]…`` joined by ``+``.

    Raises:
        UsageError: an element cannot be read; the message names it and says what there is.
    """
    parts = [part.strip() for part in text.split("+")]
    if not text.strip() or all(part == CLEAN for part in parts):
        return Condition()
    parts = [part for part in parts if part != CLEAN]
    read = sorted(
        ((*_element(part), part) for part in parts), key=lambda found: (found[0].order, found[1].kind, found[2])
    )
    elements = tuple(element for _, element, _ in read)
    for kind, _, part in read:
        # A person can be slow and forgetful; everything else there is once.
        same = [p for k, _, p in read if k.name == kind.name]
        if len(same) > 1 and (kind.acts != "caller" or len(set(same)) < len(same)):
            raise UsageError(
                f"condition {text!r}: {part} stands beside {same[0] if part != same[0] else same[1]}; "
                f"a condition has one {kind.name}"
            )
    name = "+".join(part for *_, part in read)
    if len(name) > LONGEST_NAME:
        raise UsageError(f"condition {name[:40]!r}…: its text is {len(name)} long; {LONGEST_NAME} characters at most")
    return Condition(name=name, elements=elements)


def parse_all(texts: Sequence[str]) -> tuple[Condition, ...]:
    """Read conditions, each once.

    Raises:
        UsageError: one cannot be read, or two are the same.
    """
    found = [parse(text) for text in texts]
    names = [condition.name for condition in found]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise UsageError(f"condition {twice[0]!r} is given twice; drop one")
    for n, condition in enumerate(found):
        for other in found[:n]:
            if other.elements == condition.elements:
                raise UsageError(f"conditions {other.name!r} and {condition.name!r} are the same; drop one")
    return tuple(found)


def _element(text: str) -> tuple[Kind, Element]:
    head, *rest = text.split(":")
    named, equals, value = head.partition("=")
    kind, variant = _kind(named, text)
    model = kind.options
    given: dict[str, str] = {}
    if variant:
        if not model.variant:
            raise UsageError(f"condition {text!r}: {kind.name} has no variants; write {kind.name}")
        given[model.variant] = variant
    if equals:
        if not model.value:
            raise UsageError(f"condition {text!r}: {kind.name} takes no value; leave out ={value}")
        given[model.value] = value
    for option in rest:
        name, sign, setting = option.partition("=")
        if not sign or name not in model.model_fields:
            options = ", ".join(f"{n}=…" for n in model.model_fields) or "none"
            raise UsageError(f"condition {text!r}: no option {option!r}; {kind.name} has {options}")
        if name in given:
            raise UsageError(f"condition {text!r}: {name} is given twice, as {given[name]} and {setting}; drop one")
        given[name] = setting
    settings = _settings(kind, given, text)
    return kind, Element(kind=kind.name, options=settings.model_dump(mode="json"))


def _settings(kind: Kind, given: dict[str, Any], text: str) -> Options:
    """Options as their kind's model; what is wrong with them is said of `text`."""
    try:
        return kind.options.model_validate(given)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(p) for p in first["loc"]) or kind.name
        said = str(first["msg"]).removeprefix("Value error, ")
        shown = f", not {first['input']!r}" if first["type"] not in ("missing", "value_error") else ""
        raise UsageError(f"condition {text!r}: {where}: {said[:1].lower()}{said[1:]}{shown}") from error


def _kind(named: str, text: str) -> tuple[Kind, str]:
    known = kinds()
    if named in known:
        return known[named], ""
    for name in sorted(known, key=len, reverse=True):
        if named.startswith(f"{name}-"):
            return known[name], named.removeprefix(f"{name}-")
    close = difflib.get_close_matches(named.partition("-")[0], known, n=1, cutoff=0.5)
    hint = f" (did you mean {close[0]}?)" if close else ""
    raise UsageError(f"condition {text!r}: there is no perturbation {named!r}{hint}; known: clean, {', '.join(known)}")
