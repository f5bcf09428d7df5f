"""``callbench run`` with a stand-in for the call: ``python -m tests.harness.drive RUN_FOLDER [NAME ...]``.

A process of its own, so that tests can kill it or press Ctrl-C.
"""

import sys
from pathlib import Path

from agents.registry import find
from harness.cli.run import carry_out
from harness.plan import trials
from harness.redact import Redactor
from harness.settings import RunSettings
from harness.store import Manifest, PackEntry, Store
from tests.harness.builder import scenario
from tests.harness.carriers import work


def main(folder: str, *names: str) -> int:
    path = Path(folder)
    if not names:
        return carry_out(Store.open(path), work=work)
    agent, settings = find("embedded-cascade"), RunSettings(trials=2)
    manifest = Manifest(
        callbench="0.1.0",
        created="2026-11-30T00:00:00.000Z",
        settings=settings,
        options=settings.call_options(agent),
        concurrency=2,
        agent=agent,
        packs={"airline": PackEntry(name="test", scenarios=len(names), sha256="0" * 64)},
        versions={},
        trials=[(t.domain, t.scenario, t.trial) for t in trials([scenario(n) for n in names], 2)],
    )
    return carry_out(Store.create(path, manifest, Redactor()), work=work)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
