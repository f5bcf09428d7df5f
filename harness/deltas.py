"""The figures of a study, from the scores in its runs' call folders and nothing else: deltas.json."""

from __future__ import annotations

from collections import Counter
from typing import Any

from harness.compare import MUST_AGREE, written_scores
from harness.gathered import Gathered, gather
from harness.judges import who_judged
from harness.study import Study
from metrics.perturbations import Condition, perturbations
from metrics.stats import run_seed
from scenarios.errors import UsageError

FILE = "deltas.json"
REFERENCE = "deltas-reference.json"
"""The figures by the reference's tests and intervals, beside ours and never in their place."""

FORMAT = 1


def deltas(study: Study, convention: str = "callbench") -> dict[str, Any]:
    """The figures of a study: a pure function of its folder.

    Args:
        study: its runs may be unfinished.
        convention: whose tests and intervals; see `metrics.perturbations`.

    Raises:
        UsageError: its runs do not belong together, or have no calls that count.
    """
    runs = [gather(folder, written_scores) for _, folder in study.folders]
    _agree(study, runs)
    clean = next(run for run in runs if run.manifest.options.condition.clean)
    if not clean.rows:
        raise UsageError(f"study {study.path}: no call of the clean condition counts yet; nothing can be compared")
    settings = study.manifest.settings
    found = perturbations(
        _condition(clean),
        [_condition(run) for run in runs if run is not clean],
        seed=run_seed(f"callbench {settings.seed}"),
        convention=convention,
    )
    manifest = clean.manifest
    return {
        "format": FORMAT,
        "study": {
            "agent": manifest.agent.name,
            "architecture": manifest.agent.architecture,
            "nature": manifest.nature,
            "caller": manifest.caller.name,
            "caller_brain": manifest.caller.brain,
            "clock": manifest.options.clock,
            "ears": manifest.options.ears,
            "spelling": manifest.options.spelling,
            "seed": settings.seed,
            "preset": settings.preset,
            "packs": {d: p.model_dump() for d, p in manifest.packs.items()},
            "callbench": study.manifest.callbench,
        },
        "judges": {m: entry["names"] for m, entry in who_judged([r for run in runs for r in run.rows]).items()},
        "conditions": [_facts(run, part.folder) for run, (part, _) in zip(runs, study.folders, strict=True)],
        "drawn": study.manifest.drawn,
        "notes": list(study.manifest.notes),
        **found,
    }


def _condition(run: Gathered) -> Condition:
    planned = frozenset(f"{t.domain}/{t.scenario}" for t in run.manifest.plan)
    return Condition(run.manifest.options.condition.name, run.rows, planned)


def _facts(run: Gathered, folder: str) -> dict[str, Any]:
    """What became of one condition's calls."""
    without = run.without
    return {
        "condition": run.manifest.options.condition.name,
        "folder": folder,
        "scenarios": len({(t.domain, t.scenario) for t in run.manifest.plan}),
        "trials": run.manifest.settings.trials,
        "planned": len(run.manifest.trials),
        "with_result": len(run.rows),
        "without_result": [str(t) for t in without if t in run.groups],
        "not_carried": sum(t not in run.groups for t in without),
        "excluded": dict(sorted(Counter(e["status"] for e in run.excluded).items())),
        "excluded_attempts": run.excluded,
    }


def _agree(study: Study, runs: list[Gathered]) -> None:
    """One agent, one caller, one seed, one pack: figures of different callers are never put together.

    Raises:
        UsageError: a run of another study lies in the folder.
    """
    first = runs[0].manifest
    for (part, _), run in zip(study.folders, runs, strict=True):
        m = run.manifest
        others = [
            name
            for name, same in (
                ("another condition", m.options.condition.name == part.condition),
                ("another agent", m.agent == first.agent),
                ("another caller", m.caller == first.caller),
                ("another seed", m.settings.seed == first.settings.seed),
                ("other scenarios", all(first.packs.get(d, p).sha256 == p.sha256 for d, p in m.packs.items())),
                *((f"another {n}", _same(n, m.options, first.options)) for n in MUST_AGREE if n != "condition"),
            )
            if not same
        ]
        if others:
            raise UsageError(f"study {study.path}: {part.folder} is a run with {', '.join(others)}; put back its own")


def _same(name: str, one: object, other: object) -> bool:
    return bool(getattr(one, name) == getattr(other, name))
