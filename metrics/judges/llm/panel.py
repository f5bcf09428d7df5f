"""Several judges' answers made one: the median rating, what most of them say, and how far they agree.

Between two middles the worse one counts: a flaw that half of the judges see is there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from statistics import median_low
from typing import TypeVar

from metrics.judges.ratings import overall
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

Votes = dict[str, int | None]
Item = TypeVar("Item")


def combined(metric: str, verdicts: Sequence[Verdict]) -> Verdict:
    """One verdict of the same shape; of several, its rating of the whole is the one that its parts come to.

    Args:
        metric: what was asked.
        verdicts: at least one, all of the same shape.
    """
    if len(verdicts) == 1:
        return verdicts[0]
    match verdicts[0]:
        case Dimensions():
            return _dimensions(metric, [v for v in verdicts if isinstance(v, Dimensions)])
        case Turns():
            return _turns([v for v in verdicts if isinstance(v, Turns)])
        case Entities():
            return _entities([v for v in verdicts if isinstance(v, Entities)])
        case Behaviour():
            return _behaviour([v for v in verdicts if isinstance(v, Behaviour)])


def votes(verdict: Verdict) -> Votes:
    """What a judge says, unit by unit: dimensions, turns, corruptions, values."""
    match verdict:
        case Dimensions():
            return {name: finding.rating for name, finding in verdict.dimensions.items()}
        case Turns():
            return {str(t.turn_id): _rating(t) for t in verdict.turns}
        case Behaviour():
            return {name: int(c.detected) for name, c in verdict.corruption_analysis.items()}
        case Entities():
            return {
                f"{t.turn_id}:{_same(e)}": int(e.correct) for t in verdict.turns for e in t.entities if not e.skipped
            }


def inconsistent(metric: str, verdict: Verdict) -> bool:
    """Whether a judge's rating of the whole is not the one that its parts come to."""
    match verdict:
        case Dimensions():
            return verdict.rating != overall(metric, verdict)
        case Behaviour():
            return verdict.rating != int(not any(c.detected for c in verdict.corruption_analysis.values()))
        case _:
            return False


def agreement(all_votes: Iterable[Votes]) -> float | None:
    """Share of pairs of judges that say the same of a unit, over all units; ``None`` without any.

    Judges that differ on whether a unit is there at all do not agree on it.
    """
    cast = list(all_votes)
    units = {unit for found in cast for unit in found}
    said = [[found.get(unit, "nothing") for found in cast] for unit in sorted(units)]
    pairs = [a == b for unit in said for a, b in combinations(unit, 2)]
    return round(sum(pairs) / len(pairs), 4) if pairs else None


def _dimensions(metric: str, found: Sequence[Dimensions]) -> Dimensions:
    def middle(name: str) -> Finding:
        findings = [v.dimensions[name] for v in found]
        rating = median_low(f.rating for f in findings)
        like = _like(findings, lambda f: f.rating == rating)
        flagged = [f.flagged for f in findings]
        return like.model_copy(update={"flagged": 2 * sum(flagged) >= len(flagged)})

    parts = Dimensions(dimensions={name: middle(name) for name in found[0].dimensions}, rating=1)
    return parts.model_copy(update={"rating": overall(metric, parts)})


def _turns(found: Sequence[Turns]) -> Turns:
    by_turn = [{t.turn_id: t for t in v.turns} for v in found]

    def middle(turn_id: int) -> RatedTurn:
        views = [turns[turn_id] for turns in by_turn]
        rated = [(t, r) for t in views if (r := _rating(t)) is not None]
        if 2 * len(rated) < len(views):
            return _like(views, lambda t: _rating(t) is None)
        rating = median_low(r for _, r in rated)
        like = _like([t for t, _ in rated], lambda t: _rating(t) == rating)
        named = sorted({mode for t in views for mode in t.failure_modes})
        modes = tuple(m for m in named if 2 * sum(m in t.failure_modes for t in views) >= len(views))
        return like.model_copy(update={"failure_modes": modes or like.failure_modes})

    return Turns(turns=tuple(middle(t.turn_id) for t in found[0].turns))


def _entities(found: Sequence[Entities]) -> Entities:
    by_turn = [{t.turn_id: t for t in v.turns} for v in found]

    def middle(turn_id: int) -> EntityTurn:
        views = [turns[turn_id] for turns in by_turn]
        named: dict[str, list[Entity]] = {}
        for view in views:
            for key, entity in {_same(e): e for e in view.entities}.items():
                named.setdefault(key, []).append(entity)
        kept = [_entity(entities) for entities in named.values() if 2 * len(entities) > len(views)]
        return EntityTurn(turn_id=turn_id, entities=tuple(kept), summary=views[0].summary)

    return Entities(turns=tuple(middle(t.turn_id) for t in found[0].turns))


def _entity(found: Sequence[Entity]) -> Entity:
    skipped = 2 * sum(e.skipped for e in found) > len(found)
    views = [e for e in found if e.skipped == skipped]
    correct = 2 * sum(e.correct for e in views) > len(views)
    return _like(views, lambda e: e.correct == correct)


def _behaviour(found: Sequence[Behaviour]) -> Behaviour:
    def middle(name: str) -> Corruption:
        views = [v.corruption_analysis[name] for v in found]
        detected = 2 * sum(c.detected for c in views) >= len(views)
        return _like(views, lambda c: c.detected == detected)

    parts = {name: middle(name) for name in found[0].corruption_analysis}
    return Behaviour(corruption_analysis=parts, rating=0 if any(c.detected for c in parts.values()) else 1)


def _rating(turn: RatedTurn) -> int | None:
    """The rating, or ``None`` where it does not count."""
    return turn.rating if turn.has_entities else None


def _same(entity: Entity) -> str:
    """What two mentions of one value have in common."""
    return re.sub(r"[\W_]+", "", entity.value.casefold()) or entity.value


def _like(found: Sequence[Item], wanted: Callable[[Item], bool]) -> Item:
    """The first of those that say what is wanted: its words stand for the panel's."""
    return next(item for item in found if wanted(item))
