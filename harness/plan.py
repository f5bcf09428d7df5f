"""Which calls a run consists of."""

from __future__ import annotations

import difflib
import fnmatch
import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from scenarios.errors import UsageError


class Chosen(Protocol):
    """What choosing needs to know of a scenario."""

    @property
    def id(self) -> str: ...
    @property
    def domain(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def workflow(self) -> str: ...


S = TypeVar("S", bound=Chosen)


@dataclass(frozen=True, order=True)
class Trial:
    """One call that has to count; `trial` counts from 1."""

    domain: str
    scenario: str
    trial: int

    def __str__(self) -> str:
        return f"{self.domain}/{self.scenario} t{self.trial}"


def choose(
    scenarios: Sequence[S],
    patterns: Iterable[str],
    limit: int | None = None,
    elsewhere: Callable[[], Iterable[Chosen]] = tuple,
) -> list[S]:
    """The scenarios that any pattern names, in the pack's order.

    Args:
        scenarios: of one or several domains.
        patterns: an id, a glob over ids (either may be preceded by ``DOMAIN/``), ``kind:KIND`` or
            ``workflow:NAME``. None at all chooses every scenario.
        limit: at most so many of each domain.
        elsewhere: the scenarios of all domains, to say where one is that is not among these.

    Raises:
        UsageError: a pattern names nothing.
    """
    patterns = list(patterns)
    for pattern in patterns:
        if not any(_matches(s, pattern) for s in scenarios):
            raise UsageError(f"no scenario matches {pattern!r}{_near(pattern, scenarios, elsewhere())}")
    chosen = [s for s in scenarios if not patterns or any(_matches(s, p) for p in patterns)]
    if limit is None:
        return chosen
    kept: list[S] = []
    count: dict[str, int] = {}
    for scenario in chosen:
        count[scenario.domain] = count.get(scenario.domain, 0) + 1
        if count[scenario.domain] <= limit:
            kept.append(scenario)
    return kept


def trials(scenarios: Iterable[Chosen], count: int) -> list[Trial]:
    """Every trial; all scenarios once before any a second time, so that a run cut short covers them."""
    scenarios = list(scenarios)
    return [Trial(s.domain, s.id, t) for t in range(1, count + 1) for s in scenarios]


def draw(scenarios: Sequence[S], limit: int | None, seed: int) -> list[S]:
    """At most so many scenarios of each domain, drawn by a seed, in the order given.

    A scenario's lot is a hash of the seed and its name, so that the choice is the same on every machine, and one
    scenario more or less in the pack alters it by one at most.

    Args:
        scenarios: of one or several domains.
        limit: of each domain; ``None`` keeps all.
        seed: of the run.
    """
    if limit is None:
        return list(scenarios)
    lots: dict[str, list[tuple[bytes, str]]] = {}
    for s in scenarios:
        lot = hashlib.sha256(f"{seed}:{s.domain}/{s.id}".encode()).digest()
        lots.setdefault(s.domain, []).append((lot, s.id))
    drawn = {(domain, name) for domain, own in lots.items() for _, name in sorted(own)[:limit]}
    return [s for s in scenarios if (s.domain, s.id) in drawn]


def _matches(scenario: Chosen, pattern: str) -> bool:
    key, colon, value = pattern.partition(":")
    if colon and key in ("kind", "workflow"):
        return fnmatch.fnmatchcase(scenario.kind if key == "kind" else scenario.workflow, value)
    names = (scenario.id, f"{scenario.domain}/{scenario.id}")
    return any(name == pattern or fnmatch.fnmatchcase(name, pattern) for name in names)


def domains_of(patterns: Iterable[str], usual: Sequence[str], known: Iterable[str]) -> tuple[str, ...]:
    """The domains to choose from where none was named: those before a ``/``, and the usual ones for other patterns."""
    patterns, known = list(patterns), set(known)
    named = [p.partition("/")[0] if p.partition("/")[0] in known else "" for p in patterns]
    rest = () if named and all(named) else usual
    return tuple(dict.fromkeys((*rest, *filter(None, named))))


def _near(pattern: str, scenarios: Sequence[Chosen], elsewhere: Iterable[Chosen]) -> str:
    key, colon, _ = pattern.partition(":")
    if colon and key in ("kind", "workflow"):
        known = sorted({s.kind if key == "kind" else s.workflow for s in scenarios})
        return f"; known: {', '.join(known)}"
    domains = sorted({s.domain for s in scenarios})
    if other := sorted({s.domain for s in elsewhere if s.domain not in domains and _matches(s, pattern)}):
        options = " ".join(f"--domain {domain}" for domain in other)
        return f" of {', '.join(domains)}; {pattern} is of {' and '.join(other)}: add {options}"
    known = [s.id for s in scenarios]
    close = difflib.get_close_matches(pattern.rpartition("/")[2], known, n=3, cutoff=0.5)
    hint = f" (did you mean {', '.join(close)}?)" if close else ""
    options = "".join(f" --domain {domain}" for domain in domains)
    return f"{hint}; `callbench scenarios list{options}` shows all {len(known)}"
