"""How long a tool call takes, and how long it takes to load a pack: medians, and their ratio to the aims.

    python benchmarks/tools.py [--pack builtin|PATH] [--repeat 3]

Every golden path of every domain is played; each call is timed by itself, on the scenario's own world.
"""

from __future__ import annotations

import argparse
import statistics
import time

from scenarios.check import check_pack
from scenarios.packs import ALL, Pack, load_packs
from scenarios.toolbox import Toolbox
from scenarios.world import World

CALL_MS = 1.0
LOAD_S = 2.0


def call_times(pack: Pack) -> list[float]:
    """Seconds of each call of every golden path of a pack."""
    toolbox = Toolbox.for_domain(pack.domain)
    found = []
    for scenario in pack.scenarios.values():
        world = World(scenario.world).copy()
        for step in scenario.plan:
            if step.do == "call":
                begun = time.perf_counter()
                toolbox.call(world, step.tool, step.params)
                found.append(time.perf_counter() - begun)
    return found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pack", default="builtin")
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    loads = []
    for _ in range(options.repeat):
        begun = time.perf_counter()
        packs = load_packs(options.pack, [ALL])
        loads.append(time.perf_counter() - begun)
    print("domain   scenarios  calls  median ms  95th ms  check s")
    everything: list[float] = []
    for pack in packs:
        times = sorted(t for _ in range(options.repeat) for t in call_times(pack))
        everything += times
        begun = time.perf_counter()
        check_pack(pack)
        checked = time.perf_counter() - begun
        print(
            f"{pack.domain:8} {len(pack.scenarios):9} {len(times) // options.repeat:6} "
            f"{1000 * statistics.median(times):10.3f} {1000 * times[int(0.95 * len(times))]:8.3f} {checked:8.2f}"
        )
    median = 1000 * statistics.median(everything)
    print(f"a tool call: median {median:.3f} ms, {median / CALL_MS:.2f} of the aim of {CALL_MS:g} ms")
    load = statistics.median(loads)
    print(
        f"all domains loaded in {load:.2f} s (median of {len(loads)}), {load / LOAD_S:.2f} of the aim of {LOAD_S:g} s"
    )


if __name__ == "__main__":
    main()
