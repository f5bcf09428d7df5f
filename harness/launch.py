"""From settings to a finished run: plan it, open its folder, carry it, score it."""

from __future__ import annotations

import errno
import os
import re
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args
from urllib.parse import urlsplit

from agents import prices, ready, registry
from agents.callers import registry as callers
from agents.callers.spec import CallerSpec
from agents.spec import AgentSpec
from harness import calls, plan, store
from harness.billing import billing
from harness.budget import Budget
from harness.calls import Attempt
from harness.conditions import check_condition
from harness.executors.base import Work
from harness.executors.local import LocalExecutor
from harness.redact import MASK, Redactor
from harness.run import CARRIED, Observer, execute
from harness.settings import RunSettings, speaking
from harness.store import Manifest, Store
from harness.tally import Tally
from harness.worker import perform_here
from scenarios.check import LONGEST_ID, unusable, usable_id
from scenarios.errors import PackError, UsageError
from scenarios.model import Domain, Scenario
from scenarios.packs import ALL, BUILTIN, load_pack, load_packs

Now = Callable[[], str]


@dataclass(frozen=True)
class Planned:
    """A run before it has a folder.

    Attributes:
        scenarios: the chosen ones, in order.
        secrets: masks the secrets of agent and environment.
    """

    manifest: Manifest
    scenarios: tuple[Scenario, ...]
    secrets: Redactor

    @property
    def name(self) -> str:
        """A name for the run folder: when, who, what."""
        when = re.sub(r"\..*", "", self.manifest.created).replace("T", "_").replace(":", "-")
        condition = self.manifest.options.condition
        parts = [when, self.manifest.agent.name, "-".join(self.manifest.packs)]
        if not condition.clean:
            parts.append(condition.folder)
        return "_".join(re.sub(r"[^A-Za-z0-9_.+=-]+", "-", p) for p in parts)


def prepare(settings: RunSettings, now: Now = store.now) -> Planned:
    """Resolve everything that a run in one condition needs; touches no disk but for reading.

    Raises:
        UsageError: an agent, pack, domain, scenario, condition or option that cannot be used.
    """
    agent, caller = registry.find(settings.agent, settings.fault), callers.find(settings.caller)
    condition = settings.conditions[0]
    if settings.pack not in (BUILTIN, ""):  # workers and a later --resume may start elsewhere
        settings = settings.model_copy(update={"pack": str(Path(os.path.expanduser(settings.pack)).absolute())})
    if "domain" not in settings.model_fields_set:  # ``hr/across-town`` says which domain it is of
        domains = plan.domains_of(settings.scenarios, settings.domain, get_args(Domain))
        settings = settings.model_copy(update={"domain": domains})
    loaded = load_packs(settings.pack, settings.domain)
    chosen = plan.choose(
        [s for p in loaded for s in p.scenarios.values()],
        settings.scenarios,
        settings.limit,
        lambda: [s for p in load_packs(settings.pack, [ALL]) for s in p.scenarios.values()],
    )
    _check_scenarios(chosen)
    used = [p for p in loaded if any(c.domain == p.domain for c in chosen)]
    check_agent(agent)
    check_caller(caller)
    spoken = speaking(caller, condition)
    if spoken is not caller:
        check_caller(spoken)
    check_condition(condition)
    manifest = store.manifest(
        settings,
        agent,
        used,
        plan.trials(chosen, settings.trials),
        now(),
        billing=billing(
            agent,
            spoken.services,
            prices.load(settings.prices, _providers),
            rehearsal=settings.call_options(agent, caller).rehearsal,
        ),
        effective={party: _effective(who) for party, who in (("agent", agent), ("caller", spoken)) if who.services},
        caller=caller,
    )
    if settings.budget is not None:
        Budget(settings.budget, manifest.billing)  # one that cannot be kept is better found before the first call
    if manifest.options.ears == "perfect" and manifest.options.clock == "real":
        raise UsageError(
            "--ears perfect needs the virtual clock: over a socket nobody knows the intended text; drop one of the two"
        )
    return Planned(manifest, tuple(chosen), Redactor.of(os.environ, agent.model_dump()))


def _providers() -> set[str]:
    """Everybody that a service can be of."""
    from agents.services.registry import providers  # it brings in Pipecat

    return {name for _, name in providers()}


def _effective(who: AgentSpec | CallerSpec) -> dict[str, dict[str, Any]]:
    """What the services of agent or caller run with, by part."""
    from agents.services.registry import resolve  # it brings in Pipecat

    return {
        part: resolve(part, service)[1].model_dump(mode="json")  # type: ignore[arg-type]
        for part, service in who.services.items()
    }


def check_agent(agent: AgentSpec) -> None:
    """Refuse an agent that this version cannot carry calls with.

    Raises:
        UsageError: it names a service, a model, an option or a port that there is not.
    """
    if problem := agent.problem or registry.unbuildable(agent):
        raise UsageError(problem)


def check_caller(caller: CallerSpec) -> None:
    """Refuse a caller that this version cannot carry calls with.

    Raises:
        UsageError: it lacks a service, or names one, a model or an option that there is not.
    """
    if problem := caller.problem:
        raise UsageError(problem)


def preflight_caller(caller: CallerSpec, *, rehearsal: bool = False) -> None:
    """What can be known of the caller to fail before the first call.

    Raises:
        UsageError: a key, an address or a package that its services need is missing.
    """
    from agents.callers.ready import needs  # it brings in Pipecat

    check_caller(caller)
    _insist(f"caller {caller.name}", needs(caller, rehearsal=rehearsal))


def _insist(who: str, needs: Sequence[ready.Need]) -> None:
    """Everything that is needed is there.

    Raises:
        UsageError: something is missing; one line names all of it.
    """
    missing = [need for need in needs if not need.met]
    if not missing:
        return
    names = ", ".join(f"{need.kind} {need.name}" for need in missing)
    mend = "; ".join(need.mend for need in missing)
    hint = "" if any(need.kind in ("extra", "data") for need in missing) else "; or try it without: --rehearse"
    verb = "is" if len(missing) == 1 else "are"
    raise UsageError(f"{who}: {names} {verb} missing; {mend}{hint}")


def preflight(agent: AgentSpec, *, rehearsal: bool = False) -> None:
    """What can be known to fail before the first call; a rehearsal needs neither keys nor addresses.

    Raises:
        UsageError: the agent has services that this version cannot build, weights are missing, a port is
            taken, nobody answers at the agent's URL.
    """
    from agents.embedded.packages import PACKAGES

    check_agent(agent)
    _insist(f"agent {agent.name}", ready.needs(agent, rehearsal=rehearsal))
    # The default caller is made of these, and the gate and the judges listen with them whoever the agent is.
    for package in PACKAGES:
        if problem := package.problem():
            raise UsageError(problem)
    if desk := os.environ.get("CALLBENCH_DESK_PORT"):
        from harness.desk_server import listen  # it brings in a web server

        listen(desk).close()
    if not agent.url:
        return
    parts = urlsplit(agent.url)
    usual = 443 if parts.scheme in ("wss", "webrtc+https") else 80
    host, port = parts.hostname or "", usual if parts.port is None else parts.port
    try:
        if parts.scheme == "listen":
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            with socket.create_server((host, port), family=family):
                pass
        else:
            with socket.create_connection((host, port), timeout=5):
                pass
    except OSError as error:
        if parts.scheme != "listen":
            why = error.strerror if isinstance(error, socket.gaierror) else _reason(error)
            raise UsageError(f"agent {parts.scheme}://{host}:{port}: nobody answers ({why}); start it first") from error
        if error.errno == errno.EADDRINUSE:
            raise UsageError(f"port {port} on {host} is taken; give another in {parts.scheme}://{host}:PORT") from error
        raise UsageError(
            f"cannot listen on {host}:{port} ({_reason(error)}); give an address of this machine, or 0.0.0.0"
        ) from error


def _reason(error: OSError) -> str:
    return os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)


def create(planned: Planned, out: Path | None) -> Store:
    """Make the run folder; ``runs/<name>`` unless `out` is given.

    Raises:
        UsageError: it exists, or cannot be written.
    """
    return Store.create(out_folder(out, planned.name), planned.manifest, planned.secrets)


def out_folder(out: Path | None, name: str) -> Path:
    """Where a run or a study goes: `out`, or ``runs/<name>``, with a number behind it where that is taken."""
    path = out
    if path is None:
        path, again = Path("runs") / name, 1
        while path.exists():
            again += 1
            path = Path("runs") / f"{name}_{again}"
    return path.absolute()


def reopen(path: Path, agent: str | None = None) -> Store:
    """Open a run to go on with it, and make sure that it is still the same run.

    Secrets of the agent that run.json masks are read again from where the agent came from.

    Args:
        path: the run folder.
        agent: the agent as given to the run, where that holds a secret itself (a URL with a token).

    Raises:
        UsageError: not a run, or its scenarios or its agent have changed since.
    """
    found = Store.open(path.absolute())
    manifest = found.manifest
    if agent or store.masked(manifest.agent):
        manifest = manifest.model_copy(update={"agent": _same_agent(path, manifest, agent)})
    for domain, entry in manifest.packs.items():
        if load_pack(manifest.settings.pack, domain).sha256 != entry.sha256:
            raise UsageError(f"the {domain} scenarios have changed since run {path} began; start a new run")
    return Store(found.path, manifest)


def unfinished(run: Store) -> bool:
    """Whether a trial of the run has no result yet."""
    have = calls.by_trial(calls.finished(run.path))
    return any(calls.counted(have.get(trial, [])) is None for trial in run.manifest.plan)


def _same_agent(path: Path, manifest: Manifest, given: str | None) -> AgentSpec:
    """The agent with its secrets, which must be the one that the run began with."""
    named = given or manifest.settings.agent
    if MASK in named:
        raise UsageError(f"run {path}: the agent's URL holds a secret, which is not stored; add --agent URL")
    agent = registry.find(named, manifest.settings.fault)
    secrets = Redactor.of({}, agent.model_dump())
    if AgentSpec.model_validate(secrets.data(agent.model_dump(mode="json"))) != manifest.agent:
        raise UsageError(f"agent {manifest.agent.name} has changed since run {path} began; start a new run")
    return agent


def carry_out(
    run: Store,
    observer: Observer,
    *,
    concurrency: int | None = None,
    budget: float | None = None,
    elsewhere: Sequence[Attempt] = (),
    work: Work = perform_here,
    now: Now = store.now,
) -> Tally:
    """Carry what is left of a run.

    Args:
        run: a new or a reopened run.
        observer: is told how the run goes on.
        concurrency: another number of workers than the run began with; never alters a result.
        budget: US dollars that all calls of the run may cost, where another than the run began with.
        elsewhere: attempts of other runs that the same budget pays for.
        work: does one attempt; importable by the workers.
        now: the wall clock for the journal, as text.

    Raises:
        Interrupted: by Ctrl-C.
        UsageError: another process works in the folder, or a budget cannot be kept.
    """
    limit = budget or run.manifest.settings.budget
    purse = Budget(limit, run.manifest.billing) if limit else None
    if purse is not None:
        for attempt in elsewhere:
            purse.note(calls.cost(attempt.folder), whole=attempt.status in CARRIED)
    run.lock()
    try:
        with run.journal(now) as journal:
            if journal.mended:
                journal.write("journal_mended")
            redactor = Redactor.of(os.environ, run.manifest.agent.model_dump())
            workers = min(concurrency or run.manifest.concurrency, max(1, len(run.manifest.trials)))
            executor = LocalExecutor(work, workers, logs=run.path / "logs", redactor=redactor)
            return execute(run, executor, journal, observer, budget=purse)
    finally:
        run.unlock()


def _check_scenarios(chosen: Sequence[Scenario]) -> None:
    """Calls can be made of all; no two may share a call folder, and none may leave the run folder."""
    seen: dict[str, str] = {}
    for scenario in chosen:
        folder = f"{scenario.domain}/{scenario.id.replace('/', '_')}".lower()  # some file systems ignore case
        if not usable_id(scenario.id):
            raise PackError(
                f"domain {scenario.domain}: scenario id {scenario.id[:40]!r} cannot name a folder; "
                f"use printable characters, {LONGEST_ID} bytes at most"
            )
        if problem := unusable(scenario):
            raise PackError(
                f"domain {scenario.domain}: scenario {scenario.id} cannot be called: {problem}; "
                "`callbench scenarios check` tells what else is wrong"
            )
        if folder in seen:
            raise PackError(f"domain {scenario.domain}: ids {seen[folder]!r} and {scenario.id!r} share a folder name")
        seen[folder] = scenario.id
