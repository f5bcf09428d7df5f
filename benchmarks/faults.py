"""Each seeded fault against each metric: ``python benchmarks/faults.py [--ears real] [--write] [FAULT ...]``.

Prints one row a fault, of the agent and of the caller: the metrics that moved, the sound call's value and the faulty
one's. Exit status 1 when a fault missed its metric or moved another. ``--write`` keeps the whole matrix for the
appendix of reports (``harness/report/faults.json``).
"""

import argparse
import json
import multiprocessing
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from pathlib import Path

from agents.spec import FAULTS
from harness.fault_calls import measure
from harness.faults import CALLERS, EXPECTED, quiet, row
from harness.files import write_json
from harness.report.appendix import FORM, PATH

ALL = {**EXPECTED, **CALLERS}
PROCESSES = 2


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("faults", nargs="*", choices=[*ALL, []], help="all by default")
    parser.add_argument("--ears", choices=("perfect", "real"), default="perfect")
    parser.add_argument("--write", action="store_true", help="keep the matrix for reports")
    parser.add_argument("--processes", type=int, default=PROCESSES)
    arguments = parser.parse_args()
    if arguments.write and (arguments.faults or arguments.ears != "perfect"):
        parser.error("the appendix shows all faults, with perfect ears: leave out the others")
    chosen = {fault: ALL[fault] for fault in arguments.faults or ALL}
    scenarios = sorted({expected.scenario for expected in chosen.values()})
    with tempfile.TemporaryDirectory() as folder:
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(arguments.processes, mp_context=context) as pool:
            sound = {s: pool.submit(measure, "", Path(folder) / s, arguments.ears, scenario=s) for s in scenarios}
            spoiled = {
                fault: pool.submit(
                    measure, fault, Path(folder), arguments.ears, side=expected.side, scenario=expected.scenario
                )
                for fault, expected in chosen.items()
            }
            calls = {s: future.result() for s, future in sound.items()}
            faulty = {fault: future.result() for fault, future in spoiled.items()}
    for scenario, call in calls.items():
        print(f"sound call {scenario}: {call.status}, {call.end_reason}; {arguments.ears} ears")
    words = {**FAULTS, **_callers()}
    rows = [row(f, e, words[f], calls[e.scenario], faulty[f]) for f, e in chosen.items()]
    for r in rows:
        print(f"{'FAIL' if r.problems else 'ok':4} {r.side:6} {r.fault:20} {_shown(r.caught)}")
        if r.followed:
            print(f"     {'':27} with it: {_shown(r.followed)}")
        for line in r.problems:
            print(f"     {'':27} {line}")
    failed = sum(bool(r.problems) for r in rows)
    data = {
        "form": FORM,
        "ears": arguments.ears,
        "scenarios": scenarios,
        "rows": [asdict(r) for r in rows],
        "metrics": quiet(rows),
    }
    print(json.dumps({"benchmark": "faults", "failed": failed, **data}))
    if arguments.write and not failed:
        write_json(PATH, data)
        print(f"written: {PATH}")
    return 1 if failed else 0


def _callers() -> dict[str, str]:
    from pipelines import clock

    clock.install()  # the caller brings in Pipecat
    from pipelines.caller.faulty import FAULTS as callers

    return callers


def _shown(values: dict[str, tuple[float | None, float | None]]) -> str:
    return ", ".join(f"{name} {_figure(a)} -> {_figure(b)}" for name, (a, b) in values.items())


def _figure(value: float | None) -> str:
    return "-" if value is None else f"{value:.3g}"


if __name__ == "__main__":
    sys.exit(main())
