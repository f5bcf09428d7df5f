"""The form that a reply must have: a verdict with exactly the parts that were asked for.

A form is a model of `metrics.judges.verdicts` narrowed to one question: these dimensions, these turns, this
scale. Its schema is what the endpoint is told; what comes back is checked against it, and then for what a
schema cannot say: each turn once, none left out, something heard.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError, create_model

from metrics.judges.llm.reply import candidates
from metrics.judges.verdicts import (
    Behaviour,
    Corruption,
    Dimensions,
    Entities,
    Entity,
    EntityTurn,
    Finding,
    RatedTurn,
    Turns,
    Verdict,
)

_KEPT = 256  # forms: making one takes longer than reading a reply
_CONFIG = ConfigDict(strict=True, extra="ignore", frozen=True)


class Unusable(Exception):
    """A reply is no answer to the question; the message says why, so that the judge can mend it."""


@dataclass(frozen=True, slots=True)
class Form:
    """What a usable reply looks like.

    Attributes:
        model: the narrowed model.
        verdict: the model that a usable reply becomes.
        flaw: what is wrong with a verdict that fits the schema; empty for nothing.
        listed: name of the field that the reply may also be: a bare list of turns.
    """

    model: type[BaseModel]
    verdict: type[Dimensions] | type[Turns] | type[Entities] | type[Behaviour]
    flaw: Callable[[Any], str] = lambda _: ""
    listed: str = ""

    @property
    def schema(self) -> dict[str, Any]:
        """A JSON schema that strict endpoints take: no references, every field required, no others."""
        return _schema(self.model)

    def read(self, text: str) -> Verdict:
        """The last block of a reply that fits.

        Raises:
            Unusable: none does; the message is about the block that is most likely meant.
        """
        complaint, size = "", 0
        for value in candidates(text):
            whole = {self.listed: value} if self.listed and isinstance(value, list) else value
            try:
                return self._checked(whole)
            except Unusable as error:
                length = len(str(value))
                if length > size:
                    complaint, size = str(error), length
        raise Unusable(complaint or "it holds no JSON object")

    def _checked(self, value: Any) -> Verdict:
        try:
            narrow = self.model.model_validate_json(json.dumps(value))
            verdict = self.verdict.model_validate_json(narrow.model_dump_json())
        except ValidationError as error:
            first = error.errors(include_input=False, include_url=False)[0]
            where = ".".join(str(p) for p in first["loc"]) or "the answer"
            raise Unusable(f"{where}: {first['msg'].lower()}") from None
        if flaw := self.flaw(verdict):
            raise Unusable(flaw)
        return verdict


@lru_cache(_KEPT)
def dimensions(names: tuple[str, ...]) -> Form:
    """A finding on each dimension, and a rating of the whole."""
    finding = _narrowed(Finding, rating=_scale((1, 2, 3)))
    parts = _object("Findings", dict.fromkeys(names, finding))
    return Form(_narrowed(Dimensions, dimensions=parts, rating=_scale((1, 2, 3))), Dimensions)


@lru_cache(_KEPT)
def behaviour(names: tuple[str, ...]) -> Form:
    """Whether each corruption was seen, and a rating of the whole."""
    parts = _object("Corruptions", dict.fromkeys(names, _narrowed(Corruption)))
    return Form(_narrowed(Behaviour, corruption_analysis=parts, rating=_scale((0, 1))), Behaviour)


@lru_cache(_KEPT)
def turns(
    expected: tuple[int, ...],
    scale: tuple[int, ...],
    *,
    modes: tuple[str, ...] = (),
    heard: bool = False,
    entities: bool = False,
) -> Form:
    """A rating of each turn.

    Args:
        expected: the turns to rate: each of them and no other.
        scale: the ratings.
        modes: failure modes that may be named; none are asked for when empty.
        heard: the judge writes down what it heard and in which language; not all of it may be silence.
        entities: the judge says whether a turn holds values; one without needs no rating.
    """
    asked = {
        "turn_id": True,
        "language": heard,
        "transcript": heard,
        "has_entities": entities,
        "explanation": True,
        "failure_modes": bool(modes),
        "rating": True,
    }
    turn = _narrowed(
        RatedTurn,
        [name for name, wanted in asked.items() if wanted],
        turn_id=_scale(expected),
        failure_modes=tuple[Literal[modes or ("",)], ...],  # type: ignore[misc]
        rating=_scale(scale) | None if entities else _scale(scale),
    )

    def flaw(verdict: Turns) -> str:
        if found := _miscounted([t.turn_id for t in verdict.turns], expected):
            return found
        unrated = [t.turn_id for t in verdict.turns if t.has_entities and t.rating is None]
        if unrated:
            return f"turn {unrated[0]} holds values and has no rating"
        if heard and not any(t.transcript.strip() for t in verdict.turns):
            return "no turn has a transcript, but the recording is not silent: listen again"
        return ""

    return Form(_narrowed(Turns, turns=tuple[turn, ...]), Turns, flaw, "turns")  # type: ignore[valid-type]


@lru_cache(_KEPT)
def entities(expected: tuple[int, ...]) -> Form:
    """The values of each turn, and what became of them."""
    entity = _narrowed(Entity)
    turn = _narrowed(EntityTurn, turn_id=_scale(expected), entities=tuple[entity, ...])  # type: ignore[valid-type]

    def flaw(verdict: Entities) -> str:
        return _miscounted([t.turn_id for t in verdict.turns], expected)

    return Form(_narrowed(Entities, turns=tuple[turn, ...]), Entities, flaw, "turns")  # type: ignore[valid-type]


def _miscounted(found: Sequence[int], expected: Sequence[int]) -> str:
    missing = [t for t in expected if t not in found]
    twice = sorted({t for t in found if found.count(t) > 1})
    if missing:
        return f"turns {', '.join(map(str, missing))} are missing: rate every turn"
    return f"turn {twice[0]} is there twice: rate each turn once" if twice else ""


def _narrowed(model: type[BaseModel], names: Iterable[str] | None = None, **changed: Any) -> type[BaseModel]:
    """A model with the fields of another, or some of them, every one required, some with another type."""
    kept = model.model_fields if names is None else names
    return _object(model.__name__, {name: changed.get(name, model.model_fields[name].annotation) for name in kept})


def _object(name: str, fields: Mapping[str, Any]) -> type[BaseModel]:
    made: type[BaseModel] = create_model(name, __config__=_CONFIG, **{k: (kind, ...) for k, kind in fields.items()})  # type: ignore[call-overload]
    return made


def _no_bool(value: Any) -> Any:
    """Python takes true for 1; a rating is not."""
    if isinstance(value, bool):
        raise ValueError("true and false are no ratings")
    return value


def _scale(values: Sequence[int]) -> Any:
    return Annotated[Literal[tuple(values)], BeforeValidator(_no_bool)]


@lru_cache(_KEPT)
def _schema(model: type[BaseModel]) -> dict[str, Any]:
    schema = model.model_json_schema()
    strict: dict[str, Any] = _strict(schema, schema.get("$defs", {}))
    return strict


def _strict(schema: Any, known: dict[str, Any]) -> Any:
    if isinstance(schema, list):
        return [_strict(part, known) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return _strict(known[schema["$ref"].rpartition("/")[2]], known)
    left = {k: v for k, v in schema.items() if k not in ("title", "description", "default", "$defs", "const")}
    if "const" in schema:
        left["enum"] = [schema["const"]]
    if schema.get("type") == "object":
        properties = {k: _strict(v, known) for k, v in schema["properties"].items()}
        return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
    return {k: _strict(v, known) for k, v in left.items()}
