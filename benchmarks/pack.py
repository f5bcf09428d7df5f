"""The whole built-in pack with the calibration agent: what it completes, by domain and by kind of value.

    python benchmarks/pack.py [--ears perfect|real] [--pack builtin|PATH] [--domain all] [--every N] [--seed 0]
                              [--out DIR]

With perfect ears every scenario must be completed: the harness, the scenarios and the caller's plan are then
proven against each other. With real ears the figures say what recognition costs.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from scenarios.packs import load_packs


def main() -> int:
    """Run, print the tables; 0 when every trial has a result and, with perfect ears, every task is complete."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ears", default="perfect", choices=("perfect", "real"))
    parser.add_argument("--pack", default="builtin")
    parser.add_argument("--domain", default="all")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--every", type=int, default=1, help="take each N-th scenario of the pack only")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        out = options.out or Path(folder) / "run"
        begun = time.perf_counter()
        status = _run(options, out)
        took = time.perf_counter() - begun
        if not (out / "summary.json").is_file():
            return status or 1
        summary = json.loads((out / "summary.json").read_text(encoding="utf-8"))
    return _told(summary, options.ears, took) or status


def _run(options: argparse.Namespace, out: Path) -> int:
    start = "import sys, harness.cli; sys.exit(harness.cli.dispatch())"
    command = [sys.executable, "-c", start, "run", "--agent", "embedded-cascade", "--clock", "virtual"]
    command += ["--ears", options.ears, "--pack", options.pack, "--domain", options.domain]
    command += ["--seed", options.seed, "--out", str(out)]
    if options.every > 1:
        found = load_packs(options.pack, [options.domain])
        names = [name for pack in found for name in pack.scenarios][:: options.every]
        command += [word for name in names for word in ("--scenarios", name)]
    return subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode


def _told(summary: dict[str, Any], ears: str, took: float) -> int:
    for domain, own in summary["domains"].items():
        completion = own["metrics"]["task_completion"]["mean"]
        print(f"{domain:8} {own['scenarios']:4} scenarios  task completion {completion:.4f}")
    for kind, own in summary["by_entity_kind"].items():
        print(f"  {kind:10} {own['scenarios']:4} scenarios  task completion {own['task_completion']:.4f}")
    trials = summary["trials"]
    excluded = len(summary["excluded_attempts"])
    valid = trials["with_result"] / max(1, trials["with_result"] + excluded)
    print(f"{trials['with_result']} of {trials['planned']} trials with a result; {excluded} attempts did not count")
    print(f"valid attempts {valid:.4f}; {took:.0f} s on this machine")
    for row in summary["per_scenario"]:
        if row["metrics"].get("task_completion") != 1.0:
            print(f"not complete: {row['domain']}/{row['scenario']}")
    complete = summary["metrics"]["task_completion"]["mean"] == 1.0
    return 0 if ears == "real" or complete else 1


if __name__ == "__main__":
    sys.exit(main())
