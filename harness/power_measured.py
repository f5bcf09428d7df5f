"""How figures vary, measured on an earlier run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, variance

from harness.compare import written_scores
from harness.gathered import gather
from harness.study import is_study
from metrics.aggregate import by_scenario
from metrics.compare import Figure
from metrics.compare import figures as compared
from metrics.composites import COMPOSITES
from metrics.registry import load
from metrics.stats.power import Population
from metrics.stats.shares import FLAT
from metrics.stats.stability import spread
from metrics.words import plural
from scenarios.errors import UsageError

PASS, MEAN = "a pass rate", "a mean"
"""Figures that nothing is known of."""


@dataclass(frozen=True, slots=True)
class Varying:
    """A figure and how it varies.

    Attributes:
        family: number of figures that are tested together where two systems are compared.
        mean: of the earlier run; ``None`` where nothing was measured.
        source: where its variance comes from, in words.
    """

    name: str
    population: Population
    family: int
    mean: float | None = None
    source: str = "assumed"


def composites() -> tuple[int, int]:
    """How many composites are pass rates, and how many are means."""
    means = sum(rule.kind == "mean" for rule in COMPOSITES)
    return len(COMPOSITES) - means, means


def figures(run: Path, names: Sequence[str], *, between: float, alike: float) -> tuple[list[Varying], dict[str, str]]:
    """The figures of an earlier run with their variance.

    Args:
        run: its folder.
        names: figures that are wanted; none at all for the composites.
        between: share of the variance that lies between scenarios, where one trial of each leaves it open.
        alike: correlation of two systems' scenarios, which one run cannot tell.

    Returns:
        The figures, and by name why nothing can be said of others.

    Raises:
        UsageError: not a run, no scores, a name that it has no figure of, or none whose variance is known.
    """
    if is_study(run):
        raise UsageError(f"--like {run} is a study; name one of its runs, such as --like {run / 'clean'}")
    rows = gather(run.absolute(), written_scores).rows
    if not rows:
        raise UsageError(
            f"--like {run}: no call of it counts and has scores; `callbench score {run}` scores those that count"
        )
    found = {f.name: f for f in compared(rows, rows, {m.name: m for m in load()})}
    if unknown := [name for name in names if name not in found]:
        raise UsageError(f"--figure {unknown[0]}: run {run} has no such figure; it has {', '.join(found)}")
    wanted = names or [rule.name for rule in COMPOSITES]
    sizes = {family: sum(f.family == family for f in found.values()) for family in {f.family for f in found.values()}}
    told: list[Varying] = []
    left_out: dict[str, str] = {}
    for name in dict.fromkeys(wanted):
        result = measured(found[name], sizes[found[name].family], between, alike)
        if isinstance(result, str):
            left_out[name] = result
        else:
            told.append(result)
    if not told:
        name, why = next(iter(left_out.items()))
        raise UsageError(f"--like {run}: nothing can be planned from it; {name}: {why}")
    return told, left_out


def measured(figure: Figure, family: int, between: float, alike: float) -> Varying | str:
    """A figure's variance, or why it is not known.

    Args:
        figure: of one run on both sides.
        family: see `Varying`.
        between: see `figures`, as `alike`.
        alike: see there.
    """
    groups = list(by_scenario(figure.first).values())
    if len(groups) < 2:
        return f"{plural(len(groups), 'scenario')} with a value, and it takes two to vary"
    mean = fmean(fmean(group) for group in groups)
    parts = spread(groups)
    if parts is None:
        source = f"{plural(len(groups), 'scenario')}; its parts are assumed: no two scenarios have two trials"
    else:
        source = f"{plural(len(groups), 'scenario')}, {parts.trials:.3g} trials each"
        if (whole := parts.between + parts.within) > FLAT:
            between = parts.between / whole
    if figure.on_scale and all(value in (0.0, 1.0) for group in groups for value in group):
        rate = mean
        if min(rate, 1 - rate) < FLAT:
            # Half a verdict each way, as in intervals of differences: all of few does not prove all of many.
            rate = (rate * len(groups) + 0.5) / (len(groups) + 1)
            source += "; all alike, half a verdict added each way"
        return Varying(figure.name, Population.of_verdicts(rate, between, alike), family, mean, source)
    whole = parts.between + parts.within if parts else variance(fmean(group) for group in groups)
    if whole < FLAT:
        return "it is the same in every call"
    return Varying(figure.name, Population(whole, between, alike), family, mean, source)
