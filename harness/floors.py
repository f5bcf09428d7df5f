"""Floor agents over the built-in pack: what doing next to nothing scores, and what it may score at most."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from agents.registry import find
from harness.job import AttemptJob, CallOptions
from harness.score import read_scores
from harness.worker import perform_here
from metrics.composites import compose
from metrics.score import TOLERANCE
from scenarios.model import Scenario
from scenarios.packs import load_packs

AGENTS = ("floor-idle", "floor-silent", "floor-transfer")
PASSES = ("EVA-A_pass", "EVA-X_pass", "EVA-overall_pass")
SHOWN = ("task_completion", *PASSES)
"""What is measured of each call, each 0 or 1."""

BOUNDS: Mapping[str, Mapping[str, float]] = {
    # Nothing was done or told, so no scenario is completed: each asks for a change, for words or for a hand-over.
    "floor-idle": {"task_completion": 0.0, "EVA-A_pass": 0.0, "EVA-overall_pass": 0.0},
    # Besides, who never answers took no turn in time.
    "floor-silent": dict.fromkeys(SHOWN, 0.0),
    "floor-transfer": {"task_completion": 0.0, "EVA-A_pass": 0.0, "EVA-overall_pass": 0.0},
}
"""The declared floor: the mean that an agent may reach at most, in every class of scenario but for `EXEMPT`.

EVA-X alone is not bounded where the agent speaks: it asks how a call feels and not what it comes to, and a short and
civil call that does nothing feels well. That is why it is never reported without EVA-A.
"""

EXEMPT: Mapping[str, tuple[str, ...]] = {"floor-transfer": ("transfer",)}
"""Classes of scenario in which an agent does what is asked for: who hands over everybody is right where the caller is
to be handed over (11 of the 213 built-in scenarios)."""


@dataclass(frozen=True, slots=True)
class Result:
    """One call of a floor agent.

    Attributes:
        values: by name of `SHOWN`; ``None`` where it is undecided.
    """

    agent: str
    domain: str
    outcome: str
    scenario: str
    status: str
    end_reason: str
    valid: bool
    values: Mapping[str, float | None]


def chosen(limit: int | None = None) -> list[Scenario]:
    """The built-in scenarios, or so many of each domain, spread over its classes of outcome as evenly as they are."""
    found = []
    for pack in load_packs("builtin", ["all"]):
        own = sorted(pack.scenarios.values(), key=lambda s: s.id)
        found += own if limit is None else _spread(own, limit)
    return found


def _spread(scenarios: Sequence[Scenario], count: int) -> list[Scenario]:
    """The first of each class, then the second of each, and so on."""
    classes: dict[str, list[Scenario]] = {}
    for scenario in scenarios:
        classes.setdefault(scenario.outcome, []).append(scenario)
    rounds = [own[k] for k in range(len(scenarios)) for own in classes.values() if k < len(own)]
    return rounds[:count]


def measure(agent: str, scenario: Scenario, out: Path) -> Result:
    """Carry one call in virtual time with perfect ears, and score it."""
    job = AttemptJob(
        run_dir=out / agent,
        pack="builtin",
        domain=scenario.domain,
        scenario=scenario.id,
        agent=find(agent),
        options=CallOptions(ears="perfect"),
        trial=1,
        attempt=1,
        run_seed=0,
    )
    outcome = perform_here(job)
    scores = read_scores(job.folder) or {}
    composed = compose(scores)
    values: dict[str, float | None] = {name: composed[name].value for name in PASSES}
    task = scores.get("task_completion")
    values["task_completion"] = task.effective if task is not None else None
    return Result(
        agent,
        scenario.domain,
        scenario.outcome,
        scenario.id,
        outcome.status,
        outcome.end_reason,
        outcome.valid,
        values,
    )


def mean(results: Iterable[Result], name: str) -> tuple[float | None, int]:
    """Mean of the calls that have a value, and how many have one."""
    known = [value for r in results if (value := r.values[name]) is not None]
    return (fmean(known) if known else None), len(known)


def problems(results: Sequence[Result]) -> list[str]:
    """Where a floor agent scores more than declared, or a call tells nothing; empty when all is as it should be."""
    found = [f"{r.agent} {r.domain}/{r.scenario}: the call does not count ({r.status})" for r in results if not r.valid]
    for agent, bounds in BOUNDS.items():
        for outcome in sorted({r.outcome for r in results}):
            if outcome in EXEMPT.get(agent, ()):
                continue
            own = [r for r in results if (r.agent, r.outcome) == (agent, outcome)]
            for name, most in bounds.items():
                value, n = mean(own, name)
                if value is not None and value > most + TOLERANCE:
                    which = ", ".join(f"{r.domain}/{r.scenario}" for r in own if (r.values[name] or 0) > most)
                    found.append(
                        f"{agent}: {name} {value:.3f} of {n} scenarios to {outcome}, at most {most:g}: {which}"
                    )
    return found
