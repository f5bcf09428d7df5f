"""What a run is asked to do: defaults, a preset, the run file, the command line; validated in one place."""

from __future__ import annotations

import difflib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from agents.callers.spec import CallerSpec, plan
from agents.spec import LOCAL, AgentSpec
from harness import presets
from harness.job import CallOptions
from metrics.judges.offline import NAME as OFFLINE
from pipelines.caller.behaviour.reach import problem as unable
from pipelines.perturb.condition import Condition, parse_all
from scenarios import yaml_file
from scenarios.errors import UsageError

BUILTIN = "builtin"


class RunSettings(BaseModel):
    """The options of ``callbench run``, under the same names in a run file.

    Attributes:
        agent: name, file or URL; see `agents.registry.find`.
        fault: faults seeded into the calibration agent.
        caller: who phones: name or file; see `agents.callers.registry.find`.
        pack: ``builtin``, or the path of a scenario pack.
        domain: domains of the pack, or ``all``.
        scenarios: ids, globs, ``kind:KIND`` or ``workflow:NAME``; all scenarios when empty.
        trials: calls for each scenario that count.
        max_attempts: how often a trial may be tried until an attempt is valid.
        max_retries: how often more after a failure of a service, the line or this machine.
        limit: at most so many scenarios of each domain, in the pack's order.
        seed: seed of everything random.
        judges: who answers for judged metrics: ``offline``, a name of the catalogue of judges, or a judge file.
        concurrency: calls carried at the same time; one for each core by default. Never alters a result.
        budget: US dollars that the calls may cost; the run ends before the call that would exceed it.
        prices: file of prices that go before ours.
        preflight: ask every vendor before the first call whether it will serve.
        rehearse: have servers of this machine stand in for every vendor.
        rehearse_fault: what the agent's vendors do wrong in a rehearsal; see `agents.loopback.faults.parse`.
        perturb: conditions, see `pipelines.perturb.condition.parse`. One makes an ordinary run, several a study.
        perturb_trials: calls for each scenario in the perturbed conditions of a study; `trials` by default.
        perturb_limit: at most so many scenarios of each domain in them, drawn by the seed; all by default.
        preset: options by a name; those that are given beside it go before.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    agent: str = "embedded-cascade"
    fault: tuple[str, ...] = ()
    caller: str = Field(default="plan", min_length=1)
    pack: str = BUILTIN
    domain: tuple[str, ...] = ("airline",)
    scenarios: tuple[str, ...] = ()
    trials: int = Field(default=1, ge=1, le=1000)
    max_attempts: int = Field(default=3, ge=1, le=20)
    max_retries: int = Field(default=3, ge=0, le=20)
    limit: int | None = Field(default=None, ge=1)
    clock: Literal["auto", "real", "virtual"] = "auto"
    ears: Literal["real", "perfect"] = "real"
    spelling: Literal["nato", "letters"] = "nato"
    time_limit: float = Field(default=600.0, ge=10, le=7200, description="seconds")
    silence_limit: float = Field(default=20.0, ge=5, le=300, description="seconds")
    tick_ms: Literal[20, 40] = 20
    seed: int = Field(default=0, ge=0, lt=2**63)
    judges: str = Field(default=OFFLINE, min_length=1)
    concurrency: int | None = Field(default=None, ge=1, le=256)
    budget: float | None = Field(default=None, gt=0, allow_inf_nan=False, description="US dollars")
    prices: Path | None = None
    preflight: bool = True
    rehearse: bool = False
    rehearse_fault: tuple[str, ...] = ()
    perturb: tuple[str, ...] = ()
    perturb_trials: int | None = Field(default=None, ge=1, le=1000)
    perturb_limit: int | None = Field(default=None, ge=1)
    preset: str = ""

    @field_validator("fault", "domain", "scenarios", "rehearse_fault", "perturb", mode="before")
    @classmethod
    def _listed(cls, value: Any) -> Any:
        """A list may be written as one text with commas."""
        if isinstance(value, str):
            value = [value]
        if isinstance(value, list | tuple):
            return tuple(p.strip() for v in value for p in str(v).split(",") if p.strip())
        return value

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """The conditions, as read; the clean one where none is asked for.

        Raises:
            UsageError: one cannot be read, or two are the same.
        """
        return parse_all(self.perturb) or (Condition(),)

    @property
    def study(self) -> bool:
        """Whether several conditions are asked for."""
        return len(self.perturb) > 1

    def _vendor_faults(self, agent: AgentSpec) -> tuple[str, ...]:
        if self.rehearse_fault and not self.rehearse:
            raise UsageError("--rehearse-fault is for rehearsals; add --rehearse")
        return tuple(_read_fault(text, agent) for text in self.rehearse_fault)

    def workers(self, agent: AgentSpec, caller: CallerSpec | None = None) -> int:
        """The effective concurrency: in real time what this machine was found to carry, else one call a core.

        An agent that dials in on one port is served one call at a time.
        """
        if agent.url.startswith("listen://"):
            return 1
        return self.concurrency or self._measured(agent, caller or plan()) or cores()

    def _measured(self, agent: AgentSpec, caller: CallerSpec) -> int | None:
        """What ``callbench doctor --capacity`` found; ``None`` in virtual time, and for agents it does not measure."""
        from harness import capacity_store  # it brings in NumPy

        if self.call_options(agent, caller).clock == "virtual" or _embedded(agent):
            return None
        kind = "embedded" if _embedded(caller) else "stubbed"
        return capacity_store.known(kind, capacity_store.machine(cores()), capacity_store.here())

    def call_options(self, agent: AgentSpec, caller: CallerSpec | None = None) -> CallOptions:
        """How calls are carried, with ``--clock auto`` resolved.

        Args:
            agent: who is tested.
            caller: who phones; by default the caller with a plan.

        Raises:
            UsageError: virtual time is asked for, but a service of agent or caller is live; or the caller has not the
                condition's accent.
        """
        condition = self.conditions[0]
        caller = speaking(caller or plan(), condition)
        live = [f"{who} {s.name}" for who, s in (("agent", agent), ("caller", caller)) if not s.local]
        clock: Literal["virtual", "real"]
        if self.clock == "auto":
            clock = "real" if live else "virtual"
        elif self.clock == "virtual" and live:
            raise UsageError(f"--clock virtual: {live[0]} has live services; use --clock real or auto")
        else:
            clock = self.clock
        return CallOptions(
            clock=clock,
            ears=self.ears,
            spelling=self.spelling,
            time_limit_s=self.time_limit,
            silence_limit_s=self.silence_limit,
            tick_ms=self.tick_ms,
            rehearsal=self.rehearse and (agent.hosted or not caller.local),
            vendor_faults=self._vendor_faults(agent),
            condition=condition,
        )


def _embedded(who: AgentSpec | CallerSpec) -> bool:
    return any(service.provider in LOCAL for service in who.services.values())


def speaking(caller: CallerSpec, condition: Condition) -> CallerSpec:
    """The caller as it speaks in a condition.

    Raises:
        UsageError: it has not the condition's accent, or another one already, or cannot behave as it should.
    """
    if why := unable(caller.brain, condition.behaviours):
        raise UsageError(why)
    accent = condition.accent
    if accent and caller.accent:
        raise UsageError(
            f"condition {condition.name}: caller {caller.name} has an accent already; "
            f"name the caller without +{caller.accent}, or the condition without its accent"
        )
    return caller.with_accent(accent) if accent else caller


def _read_fault(text: str, agent: AgentSpec) -> str:
    """A fault of a vendor, if it can be read and the agent has such a vendor.

    Raises:
        UsageError: it cannot, or nothing would ever go wrong.
    """
    from agents.loopback.faults import parse

    part = parse(text).part
    vendors = [p for p, service in agent.services.items() if service.provider not in LOCAL]
    if part not in vendors:
        has = f"its {', '.join(vendors)} can fail" if vendors else "nothing of it can fail so"
        raise UsageError(f"fault {text!r}: agent {agent.name} has no {part} of a vendor's; {has}")
    return text


def cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


def load(file: Path | None, options: Mapping[str, Any]) -> RunSettings:
    """Merge a run file and the options given on the command line.

    Args:
        file: YAML mapping of option names, or ``None``.
        options: by field name; ``None`` and empty lists mean that the option was not given.

    Raises:
        UsageError: an unreadable file, an unknown name or a bad value; the message says where it was given.
    """
    values = _read(file) if file else {}
    given = {k: v for k, v in options.items() if v is not None and v != [] and v != ()}
    preset = given.get("preset", values.get("preset", ""))
    try:
        found = RunSettings.model_validate({**presets.options(preset), **values, **given})
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0])
        where = f"option --{name.replace('_', '-')}" if name in given else f"run file {file}: {name}"
        if first["type"] == "extra_forbidden":
            raise UsageError(f"run file {file}: unknown name {name!r}{_near(name)}") from error
        raise UsageError(f"{where}: {first['msg'].lower()}, not {first['input']!r}") from error
    _check_study(found)
    return found


def _check_study(found: RunSettings) -> None:
    """Every condition can be read, and a study has what its conditions are set against.

    Raises:
        UsageError: else.
    """
    conditions = found.conditions
    if found.study and not any(condition.clean for condition in conditions):
        raise UsageError("--perturb: several conditions are set against the condition clean; add clean to them")
    alone = [name for name in ("perturb_trials", "perturb_limit") if getattr(found, name) is not None]
    if alone and not found.study:
        raise UsageError(
            f"--{alone[0].replace('_', '-')} is for the perturbed conditions of a study; "
            "write --perturb clean,CONDITION, or use --trials and --limit"
        )


def _read(file: Path) -> dict[str, Any]:
    data = yaml_file.read(file, "run file")
    if data is None:
        return {}
    if not isinstance(data, dict):
        raise UsageError(f"run file {file}: expected a mapping of option names, such as 'agent: embedded-cascade'")
    options: dict[str, Any] = {}
    for name, value in data.items():
        option = str(name).replace("-", "_")
        if option in options:
            raise UsageError(
                f"run file {file}: the name {option!r} occurs twice, with - and with _; keep one of the two"
            )
        options[option] = value
    return options


def _near(name: str) -> str:
    close = difflib.get_close_matches(name, RunSettings.model_fields, n=1, cutoff=0.6)
    return f" (did you mean {close[0]}?)" if close else ""
