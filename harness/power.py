"""Before money is spent: the calls that a run or a study comes to, their hours and cost, and what they could find."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from harness import launch, power_measured, study
from harness.budget import Budget, estimate, forecast
from harness.duration import basis, hours
from harness.launch import Planned
from harness.power_measured import MEAN, PASS, Varying
from harness.settings import RunSettings
from metrics.aggregate import rounded
from metrics.stats import ALPHA
from metrics.stats.paired import POWER
from metrics.stats.power import NEARLY, Population, enough_scenarios, enough_trials, found_by
from scenarios.errors import UsageError

TRIALS = (1, 2, 3, 5, 10)
"""Trials that the table has a column for, besides those that are planned."""

TIMES = (0.25, 0.5, 1, 2, 4)
"""Its rows: so many times the scenarios that are planned."""


class Assumptions(BaseModel):
    """What is taken to hold before anything is known, and what is asked.

    Attributes:
        rate: pass rate of the agent.
        sd: standard deviation of a mean metric over calls of all scenarios.
        between: share of the variance that lies between scenarios; the rest is that of trials.
        alike: correlation of what two systems, or two conditions, make of the same scenarios.
        tests: number that Holm's correction is made for; ``None`` for the family that the comparison will have.
        find: a difference that is to be found.
        figure: names of figures of an earlier run.
        like: the earlier run that figures are measured on.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    rate: float = Field(default=0.6, gt=0, lt=1)
    sd: float = Field(default=0.2, gt=0, allow_inf_nan=False)
    between: float = Field(default=0.5, ge=0, le=1)
    alike: float = Field(default=0.5, ge=0, le=1)
    tests: int | None = Field(default=None, ge=1, le=10000)
    find: float | None = Field(default=None, gt=0, allow_inf_nan=False)
    figure: tuple[str, ...] = ()
    like: Path | None = None


def assume(options: Mapping[str, Any]) -> Assumptions:
    """The assumptions, from options by name; ``None`` and empty lists were not given.

    Raises:
        UsageError: one cannot be, or says what the earlier run says.
    """
    given = {name: value for name, value in options.items() if value not in (None, [], ())}
    try:
        found = Assumptions.model_validate(given)
    except ValidationError as error:
        first = error.errors()[0]
        raise UsageError(f"option --{first['loc'][0]}: {first['msg'].lower()}, not {first['input']!r}") from error
    if found.like is None and found.figure:
        raise UsageError("--figure names a figure of an earlier run; add --like RUN")
    if found.like is not None and (known := [name for name in ("rate", "sd") if name in given]):
        raise UsageError(f"--{known[0]} is measured on the run of --like; leave one of the two out")
    return found


@dataclass(frozen=True, slots=True)
class Pairs:
    """What is compared.

    Attributes:
        scenarios: that both sides have.
        trials: of each scenario, by side.
        conditions: that are set against the clean one; 0 where two systems are compared.
    """

    scenarios: int
    trials: tuple[int, int]
    conditions: int


def plan(settings: RunSettings, assumptions: Assumptions) -> dict[str, Any]:
    """What a run or a study comes to.

    Args:
        settings: as for ``callbench run``.
        assumptions: on how values vary.

    Returns:
        JSON data: a row of calls, hours and cost for each condition, their sums, and by figure the difference that
        would be found.

    Raises:
        UsageError: something cannot be carried, or nothing can be said of the figures that are asked for.
    """
    runs = study.prepare(settings).runs if settings.study else (launch.prepare(settings),)
    pairs = _pairs(runs)
    figures, left_out = _figures(assumptions)
    first = runs[0].manifest
    rows = [_row(run) for run in runs]
    calls = sum(row["calls"] for row in rows)
    costs = [row["usd"] for row in rows]
    return {
        "agent": first.agent.name,
        "caller": first.caller.name,
        "clock": first.options.clock,
        "concurrency": first.concurrency,
        "rehearsal": first.options.rehearsal,
        "conditions": rows,
        "calls": calls,
        "hours": rounded(sum(row["hours"] for row in rows)),
        "hours_basis": basis(first.options.clock, first.concurrency),
        "usd": None if None in costs else rounded(sum(costs)),
        "cost": _cost(runs, calls),
        "compared": {"scenarios": pairs.scenarios, "trials": list(pairs.trials), "conditions": pairs.conditions},
        "level": 1 - ALPHA,
        "power": POWER,
        "nearly": NEARLY,
        "like": None if assumptions.like is None else assumptions.like.name,
        "figures": [_found(figure, pairs, assumptions) for figure in figures],
        "left_out": left_out,
    }


def _row(run: Planned) -> dict[str, Any]:
    """One condition: how many calls, how long, at what cost; ``None`` for a cost that is not known."""
    m = run.manifest
    each = estimate(m.billing) if m.billing.live else 0.0
    return {
        "condition": m.options.condition.name,
        "scenarios": len(run.scenarios),
        "trials": m.settings.trials,
        "calls": len(m.trials),
        "hours": rounded(hours(len(m.trials), m.options.clock, m.concurrency)),
        "usd": None if each is None else rounded(each * len(m.trials)),
    }


def _cost(runs: Sequence[Planned], calls: int) -> list[str]:
    """What that cost rests on, in sentences; none where nobody is paid."""
    billings = [run.manifest.billing for run in runs]
    told = next((b for b in billings if b.live and estimate(b) is None), billings[0])
    lines = [text] if (text := forecast(told, calls)) else []
    settings = runs[0].manifest.settings
    if settings.budget and (allowed := Budget(settings.budget, billings[0]).forecast(calls)):
        lines.append(allowed)
    return lines


def _pairs(runs: Sequence[Planned]) -> Pairs:
    """What the runs are compared on: perturbed conditions with the clean one, or a run with another like it."""
    clean = next((run for run in runs if run.manifest.options.condition.clean), runs[0])
    others = [run for run in runs if run is not clean]
    other = others[0] if others else clean
    trials = clean.manifest.settings.trials, other.manifest.settings.trials
    return Pairs(len(other.scenarios), trials, len(others))


def _figures(assumptions: Assumptions) -> tuple[list[Varying], dict[str, str]]:
    if assumptions.like is not None:
        return power_measured.figures(
            assumptions.like, assumptions.figure, between=assumptions.between, alike=assumptions.alike
        )
    share = Population.of_verdicts(assumptions.rate, assumptions.between, assumptions.alike)
    mean = Population(assumptions.sd**2, assumptions.between, assumptions.alike)
    passes, means = power_measured.composites()
    return [Varying(PASS, share, passes), Varying(MEAN, mean, means)], {}


def _found(figure: Varying, pairs: Pairs, assumptions: Assumptions) -> dict[str, Any]:
    """What would be found of one figure."""
    population = figure.population
    tests = assumptions.tests or pairs.conditions or figure.family
    alone = found_by(population, pairs.scenarios, pairs.trials)
    corrected = found_by(population, pairs.scenarios, pairs.trials, tests=tests)
    columns = sorted({*TRIALS, *pairs.trials})
    counts = sorted({count for times in TIMES if (count := int(times * pairs.scenarios)) > 0})
    return {
        "name": figure.name,
        "mean": figure.mean,
        "rate": None if population.rate is None else rounded(population.rate),
        "between_variance": rounded(population.variance * population.between),
        "within_variance": rounded(population.variance * (1 - population.between)),
        "alike": population.alike,
        "source": figure.source,
        "tests": tests,
        "detectable": _shown(alone),
        "detectable_corrected": _shown(corrected),
        "enough_trials": enough_trials(population, pairs.scenarios, tests=tests),
        "find": assumptions.find,
        "find_scenarios": None
        if assumptions.find is None
        else enough_scenarios(population, assumptions.find, pairs.trials, tests=tests),
        "table": [
            {
                "scenarios": count,
                "trials": {str(k): _shown(found_by(population, count, (k, k), tests=tests)) for k in columns},
                "endless": _shown(found_by(population, count, (inf, inf), tests=tests)),
            }
            for count in counts
        ],
    }


def _shown(value: float | None) -> float | None:
    return None if value is None else rounded(value)
