"""``callbench run --perturb`` with a stand-in for the calls: ``python -m tests.harness.drive_study FOLDER``.

A process of its own, so that tests can kill it. A folder that is there is gone on with.
"""

import sys
from pathlib import Path

from harness import study
from harness.cli.study import carry_out
from tests.harness.studies import deafen, plan, work


def main(folder: str) -> int:
    deafen()
    path = Path(folder)
    made = study.open_study(path) if study.is_study(path) else study.create(plan(), path)
    return carry_out(made, work=work)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
