"""The unit of work: one attempt at one trial of one scenario, idempotent and self-contained.

A job travels to a worker process (or another machine) as JSON; the worker writes the call folder and returns an
`AttemptOutcome`. Same job, same code: same bytes on the wire.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from agents.callers.spec import CallerSpec, plan
from agents.spec import AgentSpec
from harness.billing import Billing
from harness.failures import Failure
from pipelines.perturb.condition import Condition
from pipelines.record import Status
from pipelines.seed import seed_of


class CallOptions(BaseModel):
    """How calls are carried; the effective values are recorded in run.json.

    Attributes:
        clock: ``virtual`` or ``real`` (``auto`` is resolved before jobs are made).
        ears: ``perfect`` hands intended text to both sides instead of recognised speech.
        spelling: how the caller spells codes and names: ``nato`` words, or bare ``letters`` (harder).
        time_limit_s: the call's limit, owned by the line's driver alone.
        silence_limit_s: dead air after which a call ends, with the side that owed an answer named.
        rehearsal: vendors' services are stood in for by servers of this machine.
        vendor_faults: what the rehearsed vendors do wrong; see `agents.loopback.faults.parse`.
        condition: what is done to the caller's side of the call.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    clock: Literal["virtual", "real"] = "virtual"
    ears: Literal["real", "perfect"] = "real"
    spelling: Literal["nato", "letters"] = "nato"
    time_limit_s: float = 600.0
    silence_limit_s: float = 20.0
    tick_ms: Literal[20, 40] = 20
    rehearsal: bool = False
    vendor_faults: tuple[str, ...] = ()
    condition: Condition = Condition()


class AttemptJob(BaseModel):
    """Everything a worker needs to carry one call.

    Attributes:
        judges: who judges the run. Workers score what needs no model; models are asked when the calls are done.
        billing: who is paid for the call, and at which prices.
        caller: who phones.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    run_dir: Path
    pack: str
    domain: str
    scenario: str
    agent: AgentSpec
    options: CallOptions
    trial: int
    attempt: int
    run_seed: int
    judges: str = "offline"
    billing: Billing = Billing()
    caller: CallerSpec = Field(default_factory=plan)

    @property
    def folder(self) -> Path:
        """Where the call's record goes."""
        scenario = self.scenario.replace("/", "_")
        return self.run_dir / "calls" / self.domain / scenario / f"t{self.trial}" / f"a{self.attempt}"

    @property
    def seed(self) -> int:
        """The call's own seed: a hash of the run's seed and the attempt's name (63 bits)."""
        name = f"{self.run_seed}:{self.domain}:{self.scenario}:{self.trial}:{self.attempt}"
        return seed_of(name) >> 1


class AttemptOutcome(BaseModel):
    """What a worker reports back. The call folder holds the same and more.

    Attributes:
        valid: whether the attempt counts: the caller kept its part and the line was fit. A valid attempt is
            scored; an invalid one is rerun while attempts are left.
        gate: per check of the validation gate: ``{"passed": bool, "why": str, ...}``.
        seconds: length of the call on the line.
        wall_s: time it took on this machine.
        error: one line; empty unless `status` is ``error`` or ``infrastructure``.
        failure: of a vendor's service, if that is what ended the call.
        limited: providers that limited the call's requests and were waited for.
    """

    model_config = ConfigDict(frozen=True)

    status: Status
    end_reason: str
    valid: bool
    gate: dict[str, dict[str, Any]] = {}
    seconds: float = 0.0
    wall_s: float = 0.0
    error: str = ""
    failure: Failure | None = None
    limited: tuple[str, ...] = ()

    @property
    def why(self) -> str:
        """What kept it from counting, in one line; empty if nothing is known."""
        failed = [f"{name}: {check.get('why', '')}" for name, check in self.gate.items() if not check.get("passed")]
        return self.error or "; ".join(failed)
