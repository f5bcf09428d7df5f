"""Whole calls with a vendor's fault in them, rehearsed: ``python benchmarks/vendor_faults.py [AGENT ...]``.

Carries one airline scenario for every part of each agent and every kind of fault that can meet it, in real time, and
prints how the call ended and why. A call either outlives its fault or is ``infrastructure`` and names the part, its
provider and the cause; none may count against the agent, lose its record, or take longer than its limit. Exit status
1 where one does. Calls run one after the other: give them the machine, or their lines will be late.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
import wave
from pathlib import Path
from typing import Any

from agents import prices
from agents.loopback.faults import KINDS, PARTS
from agents.registry import find
from agents.spec import AgentSpec
from harness.attempt import carry
from harness.billing import billing
from harness.child import close_all
from harness.job import AttemptJob, CallOptions
from pipelines.clock import quiet_logs
from pipelines.record import Record

AGENTS = ("nova3-gpt54-sonic3", "gpt-realtime-mini")
SCENARIO = "sick-note"  # the shortest airline call
LIMIT_S = 240.0  # of the line
AFTER_S = 60.0  # for starting, ending and writing down, on a busy machine
SLACK_S = 0.1  # by which a recording may differ from its call
STATUSES = ("401", "429=1", "503")
OUTLIVES = ("slow=2", "burst")
"""Faults that a call must outlive; what others do depends on the vendor."""


def main() -> int:
    """Carry, print a line for each fault and one of JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("agents", nargs="*", default=list(AGENTS))
    parser.add_argument("--faults", nargs="*", default=[], help="PART:KIND[=VALUE]; every one by default")
    parser.add_argument("--scenario", default=SCENARIO)
    options = parser.parse_args()
    quiet_logs()
    rows = []
    print(f"{'agent':24} {'fault':20} {'ended':30} {'line s':>6} {'wall s':>6}  why")
    for name in options.agents:
        agent = find(name)
        for fault in options.faults or faults(agent):
            with tempfile.TemporaryDirectory() as folder:
                rows.append(_carried(agent, fault, options.scenario, Path(folder)))
            row = rows[-1]
            ended = f"{row['status']}, {row['end_reason']}"
            why = "; ".join([*(f"WRONG: {w}" for w in row["wrong"]), row["error"][:120]])
            print(f"{name:24} {fault:20} {ended:30} {row['seconds']:6.1f} {row['wall_s']:6.1f}  {why}", flush=True)
    close_all()
    failed = [f"{row['agent']} {row['fault']}" for row in rows if row["wrong"]]
    print(json.dumps({"benchmark": "vendor_faults", "calls": len(rows), "failed": failed, "rows": rows}))
    return 1 if failed else 0


def faults(agent: AgentSpec) -> list[str]:
    """Every fault that can meet an agent."""
    found = []
    for part in (part for part in PARTS if part in agent.services):
        kinds = [*STATUSES, *("slow=2" if kind == "slow" else kind for kind in KINDS if kind != "status")]
        found += [f"{part}:{kind}" for kind in kinds if kind != "burst" or part in ("tts", "realtime")]
    return found


def _carried(agent: AgentSpec, fault: str, scenario: str, folder: Path) -> dict[str, Any]:
    job = AttemptJob(
        run_dir=folder,
        pack="builtin",
        domain="airline",
        scenario=scenario,
        agent=agent,
        options=CallOptions(clock="real", rehearsal=True, vendor_faults=(fault,), time_limit_s=LIMIT_S),
        trial=1,
        attempt=1,
        run_seed=1,
        billing=billing(agent, {}, prices.load(None), rehearsal=True),
    )
    begun = time.monotonic()
    outcome = carry(job)
    row = {
        "agent": agent.name,
        "fault": fault,
        "status": outcome.status,
        "end_reason": outcome.end_reason,
        "error": outcome.error,
        "seconds": outcome.seconds,
        "wall_s": round(time.monotonic() - begun, 1),
    }
    call = json.loads((job.folder / "call.json").read_text(encoding="utf-8"))
    return row | {"wrong": wrong(row, call, Record.load(job.folder), agent)}


def wrong(row: dict[str, Any], call: dict[str, Any], record: Record, agent: AgentSpec) -> list[str]:
    """What may not be in a call with a fault; empty if all is well."""
    part, _, kind = row["fault"].partition(":")
    provider = agent.services[part].provider
    failure = call.get("failure") or {}
    found = []
    if row["status"] not in ("completed", "infrastructure"):
        found.append(f"it ended as {row['status']}")
    if row["status"] == "infrastructure" and row["end_reason"] != "line_unfit":
        if (failure.get("part"), failure.get("provider")) != (part, provider):
            found.append(f"it names {failure.get('part')} of {failure.get('provider')}")
        if not row["error"].startswith(f"agent {part} {provider}") or not failure.get("said"):
            found.append("it tells no cause")
    if kind in STATUSES and (row["status"], str(failure.get("status"))) != ("infrastructure", kind[:3]):
        found.append(f"it does not tell of {kind[:3]}")
    if kind in OUTLIVES and row["status"] != "completed":
        found.append("it did not outlive it")
    if row["wall_s"] > LIMIT_S + AFTER_S:
        found.append("it took too long")
    with wave.open(str(record.path / "audio.wav")) as sound:
        recorded = sound.getnframes() / sound.getframerate()
    if record.status != row["status"] or abs(recorded - row["seconds"]) > SLACK_S:
        found.append("its record is not whole")
    return found


if __name__ == "__main__":
    sys.exit(main())
