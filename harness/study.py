"""A study: the same agent, scenarios and seed in several conditions, an ordinary run for each, in one folder.

All runs have one seed, so that an attempt has the same seed in every condition: what differs is the condition.
"""

from __future__ import annotations

import os
import re
import shutil
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from harness import calls, launch, plan, store
from harness.calls import Attempt
from harness.files import sync_folder, write_json
from harness.launch import Now, Planned
from harness.settings import RunSettings
from harness.store import Store
from metrics.words import plural
from pipelines.perturb.condition import Condition
from scenarios.errors import UsageError
from scenarios.model import Scenario

FORMAT = 1
FILE = "study.json"


class Part(BaseModel):
    """One condition of a study.

    Attributes:
        condition: its name.
        folder: of its run, inside the study's.
        scenarios: how many it is carried on, by domain.
        calls: planned ones.
    """

    model_config = ConfigDict(frozen=True)

    condition: str
    folder: str
    scenarios: dict[str, int]
    calls: int


class StudyManifest(BaseModel):
    """study.json: what the study is made of.

    Attributes:
        settings: what was asked.
        conditions: in the order in which they are carried.
        drawn: scenarios of the perturbed conditions by domain, where not all of the clean one were wanted.
        notes: where it is smaller than it was asked to be.
    """

    model_config = ConfigDict(frozen=True)

    format: int = FORMAT
    callbench: str
    created: str
    settings: RunSettings
    conditions: tuple[Part, ...]
    drawn: dict[str, list[str]] = {}
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class PlannedStudy:
    """A study before it has a folder.

    Attributes:
        runs: one for each condition, in order.
    """

    manifest: StudyManifest
    runs: tuple[Planned, ...]

    @property
    def name(self) -> str:
        """A name for the study's folder: when, who, what."""
        clean = next(run for run in self.runs if run.manifest.options.condition.clean)
        return f"{clean.name}_study"


@dataclass(frozen=True)
class Study:
    """A study's folder."""

    path: Path
    manifest: StudyManifest

    @property
    def folders(self) -> list[tuple[Part, Path]]:
        """Each condition with the folder of its run."""
        return [(part, self.path / part.folder) for part in self.manifest.conditions]

    def elsewhere(self, run: Path) -> list[Attempt]:
        """The finished attempts of all its runs but one."""
        return [a for _, folder in self.folders if folder != run for a in calls.finished(folder)]


def prepare(settings: RunSettings, now: Now = store.now) -> PlannedStudy:
    """Resolve everything that a study needs: whatever cannot be carried in any condition is found here.

    Raises:
        UsageError: see `harness.launch.prepare`.
    """
    created = now()
    conditions = settings.conditions
    clean = launch.prepare(_one(settings, next(c for c in conditions if c.clean)), lambda: created)
    chosen = plan.draw(clean.scenarios, settings.perturb_limit, settings.seed)
    runs = []
    for condition in conditions:
        if condition.clean:
            runs.append(clean)
            continue
        own = _one(settings, condition)
        if len(chosen) < len(clean.scenarios):
            update: dict[str, Any] = {"scenarios": tuple(f"{s.domain}/{s.id}" for s in chosen), "limit": None}
            own = own.model_copy(update={**update, "domain": tuple(dict.fromkeys(s.domain for s in chosen))})
        runs.append(launch.prepare(own, lambda: created))
    resolved = {"pack": clean.manifest.settings.pack, "domain": clean.manifest.settings.domain}
    settings = settings.model_copy(update=resolved)
    manifest = StudyManifest(
        callbench=clean.manifest.callbench,
        created=created,
        settings=settings,
        conditions=tuple(_part(run, conditions) for run in runs),
        drawn=_by_domain(chosen) if len(chosen) < len(clean.scenarios) else {},
        notes=tuple(_notes(settings, chosen)),
    )
    return PlannedStudy(manifest, tuple(runs))


def _one(settings: RunSettings, condition: Condition) -> RunSettings:
    """The settings of the ordinary run in one condition."""
    trials = settings.trials if condition.clean or settings.perturb_trials is None else settings.perturb_trials
    update = {"perturb": (condition.name,), "perturb_trials": None, "perturb_limit": None, "trials": trials}
    return settings.model_copy(update=update)


def _part(run: Planned, conditions: Sequence[Condition]) -> Part:
    condition = run.manifest.options.condition
    alike = [c.name for c in conditions if c.folder == condition.folder]
    if len(alike) > 1:
        raise UsageError(f"conditions {' and '.join(alike)} share the folder name {condition.folder}; drop one")
    counts = dict(Counter(s.domain for s in run.scenarios))
    return Part(condition=condition.name, folder=condition.folder, scenarios=counts, calls=len(run.manifest.trials))


def _by_domain(chosen: Sequence[Scenario]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for scenario in chosen:
        found.setdefault(scenario.domain, []).append(scenario.id)
    return found


def _notes(settings: RunSettings, chosen: Sequence[Scenario]) -> list[str]:
    wanted = settings.perturb_limit
    if wanted is None:
        return []
    return [
        f"{domain}: {plural(count, 'scenario')} in each perturbed condition, where {wanted} were asked for"
        for domain, count in Counter(s.domain for s in chosen).items()
        if count < wanted
    ]


def create(planned: PlannedStudy, out: Path | None) -> Study:
    """Make the study's folder with a run folder for each condition, all at once or not at all.

    Raises:
        UsageError: it exists, or cannot be written.
    """
    path = launch.out_folder(out, planned.name)
    making = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        store.refuse_taken(path, "study", FILE)
        making.mkdir(parents=True)
        for part, run in zip(planned.manifest.conditions, planned.runs, strict=True):
            Store.create(making / part.folder, run.manifest, run.secrets)
        data = planned.runs[0].secrets.data(planned.manifest.model_dump(mode="json"))
        write_json(making / FILE, data)
        os.replace(making, path)
        sync_folder(path.parent)
    except OSError as error:
        raise UsageError(f"study folder {path}: {error.strerror or error}; give another --out") from error
    finally:
        shutil.rmtree(making, ignore_errors=True)
    return Study(path, planned.manifest)


def is_study(path: Path) -> bool:
    """Whether a folder is a study's."""
    return (path / FILE).is_file()


def open_study(path: Path) -> Study:
    """Open a study's folder.

    Raises:
        UsageError: not a study, damaged, of another format, or a run of it is gone.
    """
    alone = f"its runs can be used one by one, such as {path}/clean"
    try:
        manifest = store.read_as(path / FILE, StudyManifest, FORMAT, alone)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise UsageError(f"{path} is not a study: it has no {FILE}") from error
    for part in manifest.conditions:
        if re.search(r"[/\\]|^\.+$", part.folder) or not (path / part.folder / "run.json").is_file():
            raise UsageError(f"study {path}: the run of condition {part.condition} is gone ({part.folder}/run.json)")
    return Study(path, manifest)
