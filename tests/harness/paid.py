"""Runs whose agent has a vendor that is paid and may fail."""

import functools
import json

from agents.prices import Price
from harness.billing import Billed, Billing
from harness.executors.inline import InlineExecutor
from harness.failures import Failure
from harness.files import write_json
from harness.job import AttemptOutcome
from harness.run import execute
from harness.worker import perform
from tests.harness.builder import deaf, write_call

SERVICE = Billed(party="agent", part="llm", provider="acme", model="m")
PAID = Billing(
    services=(SERVICE,),
    prices=(
        Price(provider="acme", part="llm", unit="million_input_tokens", price=1, as_of="2026-11-01"),
        Price(provider="acme", part="llm", unit="million_output_tokens", price=4, as_of="2026-11-01"),
    ),
)


class Time:
    """A clock that only sleeping moves."""

    def __init__(self):
        self.now, self.slept = 0.0, []

    def __call__(self):
        return self.now

    def sleep(self, seconds):
        self.slept.append(round(seconds, 3))
        self.now += seconds


def failure(category, status=None, after=None):
    return Failure(
        party="agent",
        part="llm",
        provider="acme",
        model="m",
        category=category,
        status=status,
        retry_after_s=after,
        said="so said acme",
    )


def ledger(usd):
    line = {"party": "agent", "part": "llm", "provider": "acme", "model": "m", "usd": usd, "note": ""}
    return {"usd": usd, "known_usd": usd, "rehearsal": False, "unknown": [], "lines": [line]}


def carry(job, script, cost=0.5):
    """Carry a call that goes well, or fails as the script says for the scenario, call by call."""
    steps = script.get(job.scenario, [])
    failed = steps.pop(0) if steps else None
    if failed is None:
        outcome = write_call(job)
        call = json.loads((job.folder / "call.json").read_text())
        write_json(job.folder / "call.json", {**call, "cost": ledger(cost)})
        return outcome
    job.folder.mkdir(parents=True)
    call = {"status": "infrastructure", "end_reason": "service_failed", "error": failed.line, "seconds": 1.0}
    write_json(job.folder / "call.json", {**call, "failure": failed.model_dump(), "cost": ledger(0.1)})
    return AttemptOutcome(status="infrastructure", end_reason="service_failed", valid=False)


def go(run, script=None, budget=None, time=None):
    """Carry the run in this process, by a clock that only sleeping moves."""
    time = time or Time()
    do = functools.partial(perform, carry=functools.partial(carry, script=script or {}), ears=deaf, environ={})
    with run.journal(lambda: "t") as journal:
        return execute(run, InlineExecutor(do), journal, budget=budget, now=time, sleep=time.sleep)
