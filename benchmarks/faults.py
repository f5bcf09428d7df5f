"""Each seeded fault against each exact metric: ``python benchmarks/faults.py [--ears real] [FAULT ...]``.

Prints one row a fault: the metrics that moved, the sound agent's value and the faulty one's. Exit status 1 when a
fault missed its metric or moved another.
"""

import argparse
import json
import multiprocessing
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from harness.faults import EXPECTED, measure, moved, problems


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("faults", nargs="*", choices=[*EXPECTED, []], help="all by default")
    parser.add_argument("--ears", choices=("perfect", "real"), default="perfect")
    arguments = parser.parse_args()
    faults = ["", *(arguments.faults or EXPECTED)]
    with tempfile.TemporaryDirectory() as folder:
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(2, mp_context=context) as pool:
            futures = [pool.submit(measure, fault, Path(folder), arguments.ears) for fault in faults]
            sound, *measured = [future.result() for future in futures]
    failed, rows = 0, []
    print(f"sound agent: {sound.status}, {sound.end_reason}; {arguments.ears} ears")
    for fault, result in zip(faults[1:], measured, strict=True):
        changes = moved(sound, result)
        wrong = problems(fault, sound, result)
        failed += bool(wrong)
        cells = ", ".join(f"{name} {_show(sound.values[name])} -> {_show(result.values[name])}" for name in changes)
        print(f"{'FAIL' if wrong else 'ok':4} {fault:20} {result.end_reason:14} {cells or 'nothing moved'}")
        for line in wrong:
            print(f"     {'':20} {line}")
        rows.append({"fault": fault, "moved": sorted(changes), "problems": wrong})
    print(json.dumps({"benchmark": "faults", "ears": arguments.ears, "failed": failed, "rows": rows}))
    return 1 if failed else 0


def _show(value: float | None) -> str:
    return "-" if value is None else f"{value:g}"


if __name__ == "__main__":
    sys.exit(main())
