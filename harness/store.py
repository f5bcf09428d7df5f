"""The run folder: run.json, journal.jsonl and one folder for each attempt. See docs/run-folder.md."""

from __future__ import annotations

import contextlib
import json
import os
import platform
import sys
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agents.callers.spec import CallerSpec, plan
from agents.spec import AgentSpec
from harness.billing import Billing
from harness.files import sync_folder, write_json
from harness.job import AttemptJob, CallOptions
from harness.journal import Journal
from harness.plan import Trial
from harness.redact import MASK, Redactor
from harness.settings import RunSettings
from scenarios.errors import UsageError
from scenarios.packs import Pack

FORMAT = 1
JOURNAL = "journal.jsonl"
PACKAGES = ("pipecat-ai", "onnxruntime", "numpy", "scipy", "soxr")

M = TypeVar("M", bound=BaseModel)


class PackEntry(BaseModel):
    """One domain of a pack as it was when the run began."""

    model_config = ConfigDict(frozen=True)

    name: str
    scenarios: int
    sha256: str


def on_demand(faults: Sequence[str]) -> str:
    """What the rehearsed vendors do wrong, to follow ``a rehearsal``; empty if nothing."""
    return f" with faults on demand: {', '.join(faults)}" if faults else ""


class Manifest(BaseModel):
    """run.json: everything that decides the result, and nothing secret.

    Attributes:
        settings: what was asked.
        options: what is in effect for every call (``clock: auto`` resolved).
        agent: the agent file as resolved, secrets masked.
        caller: the caller file as resolved, secrets masked.
        effective: what the services of agent and caller run with, by party and part, defaults filled in.
        billing: who is paid, and at which prices.
        packs: per domain.
        trials: every call that has to count, in order.
    """

    model_config = ConfigDict(frozen=True)

    format: int = FORMAT
    callbench: str
    created: str
    settings: RunSettings
    options: CallOptions
    concurrency: int
    agent: AgentSpec
    effective: dict[str, dict[str, dict[str, Any]]] = {}
    billing: Billing = Billing()
    caller: CallerSpec = Field(default_factory=plan)
    packs: dict[str, PackEntry]
    versions: dict[str, str]
    trials: tuple[tuple[str, str, int], ...]

    @property
    def plan(self) -> tuple[Trial, ...]:
        """The trials as objects."""
        return tuple(Trial(*t) for t in self.trials)

    @property
    def nature(self) -> str:
        """What keeps the figures of this run from being an agent's result, in words; empty where nothing does."""
        kinds = ["a calibration agent"] if self.agent.calibration else ["a floor agent"] if self.agent.floor else []
        if self.options.rehearsal:
            kinds.append("a rehearsal" + on_demand(self.options.vendor_faults))
        return ", ".join(kinds)


class Store:
    """A run folder that this process works in."""

    def __init__(self, path: Path, manifest: Manifest) -> None:
        """Use `create` or `open`."""
        self.path = path
        self.manifest = manifest
        self._lock: int | None = None

    @classmethod
    def create(cls, path: Path, manifest: Manifest, redactor: Redactor) -> Store:
        """Make a new run folder and write run.json.

        Raises:
            UsageError: the folder exists and is not empty, or cannot be written.
        """
        try:
            refuse_taken(path, "run", "run.json")
            path.mkdir(parents=True, exist_ok=True)
            write_json(path / "run.json", redactor.data(manifest.model_dump(mode="json")))
            sync_folder(path.parent)
        except OSError as error:
            raise UsageError(f"run folder {path}: {error.strerror or error}; give another --out") from error
        return cls(path, manifest)

    @classmethod
    def open(cls, path: Path) -> Store:
        """Open an existing run folder.

        Raises:
            UsageError: not a run folder, damaged, or of another format.
        """
        return cls(path, read_manifest(path))

    def lock(self) -> None:
        """Take the folder for this process; the lock dies with the process.

        Raises:
            UsageError: another process works in it, or it cannot be written.
        """
        try:
            self._lock = os.open(self.path / ".lock", os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise UsageError(f"run folder {self.path}: {error.strerror}") from error
        try:
            import fcntl
        except ImportError:  # no such locks on this system
            return
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._lock)
            self._lock = None
            raise UsageError(f"run folder {self.path}: another callbench is at work in it") from error

    def unlock(self) -> None:
        """Give the folder back."""
        if self._lock is not None:
            with contextlib.suppress(OSError):
                os.close(self._lock)
            self._lock = None

    def journal(self, now: Callable[[], str]) -> Journal:
        """The run's journal, mended if a crash tore it.

        Raises:
            UsageError: it cannot be written.
        """
        try:
            return Journal(self.path / JOURNAL, now)
        except OSError as error:
            raise UsageError(f"run folder {self.path}: {JOURNAL}: {error.strerror}") from error

    def job(self, trial: Trial, attempt: int) -> AttemptJob:
        """The job of one attempt; its caller speaks with the condition's accent, in the voice of the scenario."""
        m = self.manifest
        accent = m.options.condition.accent
        caller = m.caller.with_accent(accent) if accent else m.caller
        return AttemptJob(
            run_dir=self.path,
            pack=m.settings.pack,
            domain=trial.domain,
            scenario=trial.scenario,
            agent=m.agent,
            options=m.options,
            trial=trial.trial,
            attempt=attempt,
            run_seed=m.settings.seed,
            judges=m.settings.judges,
            billing=m.billing,
            caller=caller.cast(f"{trial.domain}/{trial.scenario}"),
        )


def read_manifest(path: Path) -> Manifest:
    """Read run.json of a run folder.

    Raises:
        UsageError: no such folder, no run.json, or not one that this version can read.
    """
    try:
        return read_as(path / "run.json", Manifest, FORMAT, "the run cannot be used")
    except (FileNotFoundError, NotADirectoryError) as error:
        inside = sorted(found.parent.name for found in path.glob("*/run.json"))
        if inside:
            what = "a study" if (path / "study.json").exists() else "a folder of runs"
            raise UsageError(
                f"{path} is {what}, not a run folder (it has no run.json): name one of them, such as {path / inside[0]}"
            ) from error
        raise UsageError(f"{path} is not a run folder: it has no run.json") from error


def refuse_taken(path: Path, what: str, file: str) -> None:
    """Refuse a folder that is not free for a new run or study.

    Args:
        path: the folder.
        what: is to be made there, in a word.
        file: lies in a folder of that kind.

    Raises:
        UsageError: it is not empty, or no folder.
        OSError: it cannot be looked into.
    """
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        more = f"; continue it with --resume {path}" if (path / file).exists() else ""
        raise UsageError(f"{what} folder {path} exists already{more or '; give another --out'}")


def read_as(file: Path, model: type[M], version: int, broken: str) -> M:
    """Read the JSON file that a run or a study begins with.

    Args:
        file: the file.
        model: what it holds.
        version: the format that is read here.
        broken: what follows where it is no JSON.

    Raises:
        UsageError: it is damaged, or of another format.
        FileNotFoundError, NotADirectoryError: it is not there.
    """
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        raise
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror}") from error
    except ValueError as error:
        raise UsageError(f"{file}: not valid JSON; {broken}") from error
    if not isinstance(data, dict) or data.get("format") != version:
        found = data.get("format") if isinstance(data, dict) else None
        raise UsageError(f"{file}: format {found!r}, but this version of callbench reads format {version}")
    try:
        return model.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(p) for p in first["loc"])
        raise UsageError(f"{file}: field {field}: {first['msg'].lower()}") from error


def manifest(
    settings: RunSettings,
    agent: AgentSpec,
    packs: Iterable[Pack],
    trials: Iterable[Trial],
    created: str,
    billing: Billing = Billing(),  # noqa: B008 - it is frozen
    effective: dict[str, dict[str, dict[str, Any]]] | None = None,
    caller: CallerSpec | None = None,
) -> Manifest:
    """Resolve settings into a manifest.

    Args:
        settings: what was asked.
        agent: as resolved.
        packs: one for each domain in use.
        trials: every call that has to count.
        created: the wall clock, ISO 8601.
        billing: who is paid.
        effective: parameters of their services.
        caller: who phones; by default the caller with a plan.

    Raises:
        UsageError: settings and agent do not go together.
    """
    return Manifest(
        callbench=version(),
        created=created,
        settings=settings,
        options=settings.call_options(agent, caller),
        concurrency=settings.workers(agent, caller),
        agent=agent,
        effective=effective or {},
        billing=billing,
        caller=caller or plan(),
        packs={p.domain: PackEntry(name=p.name, scenarios=len(p.scenarios), sha256=p.sha256) for p in packs},
        versions=versions(),
        trials=tuple((t.domain, t.scenario, t.trial) for t in trials),
    )


def masked(agent: AgentSpec) -> bool:
    """Whether secrets of the agent were masked when it was written."""
    return MASK in agent.model_dump_json()


def version() -> str:
    """The installed version of Callbench."""
    try:
        return metadata.version("callbench")
    except metadata.PackageNotFoundError:
        return "0+source"


def versions() -> dict[str, str]:
    """Versions of what decides a result."""
    found = {"python": platform.python_version(), "platform": f"{sys.platform} {platform.machine()}"}
    for name in PACKAGES:
        with contextlib.suppress(metadata.PackageNotFoundError):
            found[name] = metadata.version(name)
    return found


def now() -> str:
    """The wall clock in UTC, to the millisecond, as ISO 8601 text; the one place where a run reads it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
