"""What kinds of perturbation there are, for people: options, variants, and a condition that shows each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pydantic_core import PydanticUndefined

from agents.callers.spec import CallerSpec
from pipelines.perturb.base import Kind
from pipelines.perturb.bed import beds
from pipelines.perturb.condition import CLEAN, parse
from pipelines.perturb.registry import kinds
from scenarios.errors import UsageError

SHOWN = (
    "noise-coffee=20",
    "noise-coffee=10",
    "gain=-12",
    "gain=0:drift=6",
    "loss=10:conceal=none",
    "loss=10:burst=5:conceal=repeat",
    "jitter=40",
)
"""Conditions that are worth hearing beside one of each variant: what a kind does without options says little there."""

TOGETHER = "accent-french+noise-coffee=10+band+mulaw+loss=3"
"""A whole stack."""


@dataclass(frozen=True)
class Option:
    """An option of a kind.

    Attributes:
        default: as it is written in a condition; empty where it has to be given.
        choices: what it may be, where that is a closed list.
    """

    name: str
    default: str
    choices: tuple[str, ...]


def options(kind: Kind) -> list[Option]:
    """The options of a kind, in their order."""
    schema = kind.options.model_json_schema().get("properties", {})
    found = []
    for name, field in kind.options.model_fields.items():
        default = "" if field.default in (PydanticUndefined, None) else _written(field.default)
        found.append(Option(name, default, tuple(str(c) for c in schema.get(name, {}).get("enum", ()))))
    return found


def variants(kind: Kind, caller: CallerSpec) -> list[str]:
    """What may follow ``KIND-``: accents of the caller, beds of noise, or the choices of the option; none for none."""
    if not kind.options.variant:
        return []
    if kind.acts == "voice":
        return sorted(caller.accents)
    choices = next(o.choices for o in options(kind) if o.name == kind.options.variant)
    return list(choices) or [name for name in sorted(beds()) if _reads(f"{kind.name}-{name}")]


def rows(caller: CallerSpec) -> list[dict[str, Any]]:
    """Every kind as JSON data.

    Args:
        caller: whose accents are listed.
    """
    return [
        {
            "kind": kind.name,
            "order": kind.order,
            "acts": kind.acts,
            "summary": kind.summary,
            "variant": kind.options.variant,
            "value": kind.options.value,
            "variants": (names := variants(kind, caller)),
            "lacking": {name: why for name in names if (why := _problem(f"{kind.name}-{name}"))},
            "options": [
                {"name": o.name, "default": o.default, "choices": list(o.choices)}
                for o in options(kind)
                if o.name != kind.options.variant
            ],
        }
        for kind in kinds().values()
    ]


def examples(caller: CallerSpec) -> list[str]:
    """Conditions that show every kind and every variant of it, those that cannot be had here left out.

    Args:
        caller: whose accents are shown.
    """
    found = [CLEAN]
    for kind in kinds().values():
        own = [f"{kind.name}-{v}" for v in variants(kind, caller)] or [kind.name]
        own += [text for text in SHOWN if _of(text, kind)]
        found += [text for text in own if _reads(text)]
    together = [part for part in TOGETHER.split("+") if _reads(part) and _has(part, caller)]
    return list(dict.fromkeys([*found, "+".join(together)]))


def _of(text: str, kind: Kind) -> bool:
    try:
        return all(element.kind == kind.name for element in parse(text).elements)
    except UsageError:
        return False


def _has(text: str, caller: CallerSpec) -> bool:
    accent = parse(text).accent
    return not accent or accent in caller.accents


def _reads(text: str) -> bool:
    return not _problem(text)


def _problem(text: str) -> str:
    """Why a condition cannot be had here; empty if it can."""
    try:
        parse(text)
    except UsageError as error:
        return str(error)
    return ""


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)


def beds_of(names: Iterable[str]) -> dict[str, str]:
    """What is heard in beds of noise, by name."""
    known = beds()
    return {name: known[name].summary for name in names if name in known}
