"""Every agent of the catalogue that has a vendor, rehearsed: ``python benchmarks/rehearse.py [AGENT ...]``.

Carries one airline scenario with each in real time against this machine's loopback servers, scores it, and prints how
it ended. Exit status 1 when a call did not count or was not scored. Calls run one after the other: give them the
machine, or their lines will be late.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from agents import ready, registry

SCENARIO = "sick-note"  # the shortest airline call


def main() -> int:
    """Rehearse, print a line for each agent and one of JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("agents", nargs="*", help="all that have a vendor by default")
    parser.add_argument("--scenario", default=SCENARIO)
    parser.add_argument("--attempts", default="2", help="for a line that was late, above all")
    options = parser.parse_args()
    names = options.agents or [entry.name for entry, spec in registry.listing().agents if ready.needs(spec)]
    rows = []
    print(f"{'agent':34} {'ended':28} {'calls':>5} {'seconds':>7} {'late':>7}  scores")
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            rows.append(_rehearse(name, options, Path(folder) / "run"))
        print(_line(rows[-1]), flush=True)
    failed = [row["agent"] for row in rows if not row["counts"] or row["scores"].get("task_completion") is None]
    print(json.dumps({"benchmark": "rehearse", "agents": len(rows), "failed": failed, "rows": rows}))
    return 1 if failed else 0


def _rehearse(name: str, options: argparse.Namespace, out: Path) -> dict[str, Any]:
    start = "import sys, harness.cli; sys.exit(harness.cli.dispatch())"
    command = [sys.executable, "-c", start, "run", "--agent", name, "--rehearse", "--clock", "real"]
    command += ["--domain", "airline", "--scenarios", options.scenario, "--concurrency", "1"]
    command += ["--max-attempts", options.attempts, "--max-retries", options.attempts, "--out", str(out)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = sorted(out.glob("calls/*/*/t1/a*/call.json"), key=lambda p: int(p.parent.name[1:]))
    if not found:
        return {"agent": name, "ended": done.stderr.strip()[-200:], "counts": False, "attempts": 0, "scores": {}}
    call = json.loads(found[-1].read_text(encoding="utf-8"))
    scores = found[-1].with_name("scores.json")
    metrics = json.loads(scores.read_text(encoding="utf-8")) if scores.is_file() else {}
    return {
        "agent": name,
        "ended": f"{call['status']}, {call['end_reason']}",
        "error": call["error"],
        "counts": done.returncode == 0,
        "attempts": len(found),
        "seconds": call["seconds"],
        "late": call["line"]["late_share"],
        "scores": {
            k: m["normalized"]
            for k, m in metrics.items()
            if k in ("task_completion", "turn_taking", "faithfulness", "agent_speech_fidelity")
        },
    }


def _line(row: dict[str, Any]) -> str:
    scores = ", ".join(f"{k} {v}" for k, v in row["scores"].items()) or row.get("error", "")
    late = f"{row.get('late', 0):.2%}"
    return f"{row['agent']:34} {row['ended']:28} {row['attempts']:5} {row.get('seconds', 0):7.1f} {late:>7}  {scores}"


if __name__ == "__main__":
    sys.exit(main())
