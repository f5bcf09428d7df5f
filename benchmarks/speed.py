"""Speed of virtual time, with the split: models, frames, rest. ``python benchmarks/speed.py [--scenario ID]``.

Carries one call three times: with an empty speech cache, with a full one, and without recognition (perfect ears).
Ratios are virtual seconds over seconds of this machine; all of one run, so the load is the same for each.
"""

import argparse
import contextlib
import functools
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any


class Meter:
    """Wall and CPU seconds inside wrapped functions, without what wrapped functions inside them took."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.seconds: dict[str, float] = {}
        self._open: list[float] = []

    @contextlib.contextmanager
    def span(self, name: str) -> Iterator[None]:
        """Attribute the time of the block to `name`."""
        started = self.clock()
        self._open.append(0.0)
        try:
            yield
        finally:
            took = self.clock() - started
            inner = self._open.pop()
            self.seconds[name] = self.seconds.get(name, 0.0) + took - inner
            if self._open:
                self._open[-1] += took

    def wrap(self, owner: Any, attribute: str, name: str) -> None:
        """Measure a function or method from now on."""
        inner = getattr(owner, attribute)

        @functools.wraps(inner)
        def measured(*args: Any, **kwargs: Any) -> Any:
            with self.span(name):
                return inner(*args, **kwargs)

        setattr(owner, attribute, measured)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scenario", default="second-thoughts")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["CALLBENCH_CACHE"] = str(Path(folder) / "cache")
        rows = carry_all(arguments.scenario, Path(folder))
    load = os.getloadavg()
    for row in rows:
        parts = ", ".join(f"{name} {share:.0%}" for name, share in row["split"].items())
        print(f"{row['run']:14} {row['virtual_s']:6.1f} s in {row['wall_s']:5.1f} s: {row['ratio']:5.1f}x  ({parts})")
    print(f"load average {load[0]:.1f} on {os.cpu_count()} cores; one process")
    print(json.dumps({"benchmark": "speed", "load": load[0], "rows": rows}))
    return 0


def carry_all(scenario: str, folder: Path) -> list[dict[str, Any]]:
    """The three runs."""
    from pipelines import clock

    clock.install()
    from agents.embedded import voices
    from agents.embedded.moonshine import Moonshine
    from agents.spec import AgentSpec
    from harness.attempt import carry
    from harness.job import AttemptJob, CallOptions
    from pipelines.line.line import Line
    from pipelines.turns import LocalSmartTurnAnalyzerV3
    from pipelines.vad import LineVAD

    meter = Meter(clock.wall)
    for owner, attribute, name in (
        (Moonshine, "encode", "recognition"),
        (Moonshine, "greedy", "recognition"),
        (voices, "synthesize", "synthesis"),
        (LineVAD, "voice_confidence", "VAD"),
        (LocalSmartTurnAnalyzerV3, "_predict_endpoint", "smart-turn"),
        (Line, "_exchange", "line"),
    ):
        meter.wrap(owner, attribute, name)
    import agents.embedded.calibration.hearing as hearing
    import agents.embedded.tts as tts

    tts.synthesize = voices.synthesize
    meter.wrap(hearing, "hear_spelled", "second hearing")
    spec = AgentSpec.load(Path(__file__).parent.parent / "agents" / "catalog" / "embedded-cascade.yaml")
    rows = []
    for number, (run, ears) in enumerate((("cold cache", "real"), ("warm cache", "real"), ("perfect ears", "perfect"))):
        job = AttemptJob(
            run_dir=folder / str(number),
            pack="builtin",
            domain="airline",
            scenario=scenario,
            agent=spec,
            options=CallOptions.model_validate({"ears": ears}),
            trial=1,
            attempt=1,
            run_seed=1,
        )
        meter.seconds.clear()
        started, used = clock.wall(), time.process_time()
        outcome = carry(job)
        wall, cpu = clock.wall() - started, time.process_time() - used
        shutil.rmtree(job.run_dir, ignore_errors=True)
        split = {name: round(s / wall, 4) for name, s in sorted(meter.seconds.items(), key=lambda i: -i[1])}
        split["frames and rest"] = round(1 - sum(split.values()), 4)
        rows.append(
            {
                "run": run,
                "virtual_s": round(outcome.seconds, 1),
                "wall_s": round(wall, 2),
                "cpu_s": round(cpu, 2),
                "ratio": round(outcome.seconds / wall, 2),
                "split": split,
            }
        )
    return rows


if __name__ == "__main__":
    sys.exit(main())
