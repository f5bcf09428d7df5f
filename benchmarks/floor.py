"""Agents that do next to nothing, over the built-in pack: ``python benchmarks/floor.py [--limit N] [AGENT ...]``.

Prints task_completion, EVA-A and EVA-X of each floor agent by domain and by class of scenario. Exit status 1 when a
score is above the declared floor (`harness.floors.BOUNDS`). ``--limit`` takes so many scenarios of each domain, spread
over the classes.
"""

import argparse
import json
import multiprocessing
import sys
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from pathlib import Path

from harness.floors import AGENTS, SHOWN, Result, chosen, mean, measure, problems

PROCESSES = 2


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("agents", nargs="*", choices=[*AGENTS, []], help="all by default")
    parser.add_argument("--limit", type=int, help="scenarios of each domain; all by default")
    parser.add_argument("--processes", type=int, default=PROCESSES)
    arguments = parser.parse_args()
    scenarios = chosen(arguments.limit)
    agents = arguments.agents or AGENTS
    with tempfile.TemporaryDirectory() as folder:
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(arguments.processes, mp_context=context) as pool:
            futures = [pool.submit(measure, agent, s, Path(folder)) for s in scenarios for agent in agents]
            results = [future.result() for future in futures]
    print(f"{'agent':15} {'scenarios':18} {'n':>4}  " + "  ".join(f"{name:>16}" for name in SHOWN))
    for agent in agents:
        own = [r for r in results if r.agent == agent]
        _line(agent, "all", own)
        for part in (lambda r: r.domain, lambda r: f"to {r.outcome}"):
            _parts(agent, own, part)
    wrong = problems(results)
    for text in wrong:
        print(f"FAIL {text}")
    rows = [asdict(r) for r in results]
    print(json.dumps({"benchmark": "floor", "scenarios": len(scenarios), "failed": len(wrong), "rows": rows}))
    return 1 if wrong else 0


def _parts(agent: str, results: Sequence[Result], part: Callable[[Result], str]) -> None:
    for name in sorted({part(r) for r in results}):
        _line(agent, name, [r for r in results if part(r) == name])


def _line(agent: str, what: str, results: Sequence[Result]) -> None:
    cells = []
    for name in SHOWN:
        value, n = mean(results, name)
        note = "" if n == len(results) else f" ({n})"
        cells.append(f"{'-' if value is None else f'{value:.3f}'}{note}")
    print(f"{agent:15} {what:18} {len(results):4}  " + "  ".join(f"{cell:>16}" for cell in cells))


if __name__ == "__main__":
    sys.exit(main())
