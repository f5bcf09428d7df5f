"""What conditions cost a call: ``python benchmarks/perturb.py [--seconds N] [CONDITION ...]``.

Each stage of the stack alone, then all of them, as the line calls them: ticks of 20 ms at 8 kHz, of a call in which
the caller speaks a third of the time. The ratio is seconds of one core for each second of the call; the best of
several rounds, since other work on the machine can only add. What a condition costs once, before the first tick, is
printed beside it. Exit status 1 when the whole stack takes more than 2 % of a core.
"""

import argparse
import json
import os
import sys
import time
from typing import Any

import numpy as np

from pipelines.perturb.condition import parse
from pipelines.perturb.registry import kinds
from pipelines.perturb.stack import open_stack
from pipelines.record import RATE
from scenarios.errors import CallbenchError

TICK = RATE // 50
MOST = 0.02
ROUNDS = 5
NOISE = "noise-coffee=10"
CHANNEL = "gain=-3:drift=4+band+mulaw+loss=5:burst=4:conceal=fade+jitter=30:buffer=80"
CODECS = ("codec-gsm", "codec-amr", "codec-opus")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("conditions", nargs="*", metavar="CONDITION", help="the whole stack, by its stages, by default")
    parser.add_argument("--seconds", type=float, default=20.0, help="of a call, for each measurement")
    arguments = parser.parse_args()
    whole = f"{NOISE}+{CHANNEL}" if "noise" in kinds() else CHANNEL
    asked = arguments.conditions or [*whole.split("+"), *CODECS, whole]
    sound = call(arguments.seconds)
    rows = []
    print(f"{'condition':60} {'of a core':>9} {'us a tick':>9} {'at once, ms':>11}")
    for text in asked:
        try:
            row = measure(text, sound)
        except CallbenchError as error:
            print(f"{text:60} {error}")
            continue
        rows.append(row)
        shown = "the whole stack" if text == whole else text
        print(f"{shown:60} {row['ratio']:9.3%} {row['us_per_tick']:9.1f} {row['open_ms']:11.1f}")
    over = [row for row in rows if row["condition"] == whole and row["ratio"] >= MOST]
    if not arguments.conditions:
        print(f"{whole}: {'FAIL, ' if over else ''}{rows[-1]['ratio']:.2%} of a core, at most {MOST:.0%}")
    load = os.getloadavg()
    print(f"load average {load[0]:.1f} on {os.cpu_count()} cores; one process")
    print(json.dumps({"benchmark": "perturb", "load": load[0], "most": MOST, "failed": len(over), "rows": rows}))
    return 1 if over else 0


def call(seconds: float) -> list[np.ndarray]:
    """Ticks of a call: stretches of noise at the level of speech, and twice as much exact silence."""
    rng = np.random.default_rng(1)
    sound = rng.normal(0, 32768 * 10 ** (-26 / 20), round(seconds * RATE))
    silent = np.arange(len(sound)) // RATE % 3 != 0
    pcm = np.where(silent, 0, np.clip(np.rint(sound), -32768, 32767)).astype(np.int16)
    return [pcm[k : k + TICK] for k in range(0, len(pcm), TICK)]


def talk(talker: int) -> np.ndarray:
    """In the place of voices, which are made once for a machine and not for a call: what is measured is the stack."""
    return np.random.default_rng(talker).normal(0, 10 ** (-26 / 20), 30 * RATE)


def measure(text: str, ticks: list[np.ndarray]) -> dict[str, Any]:
    """What a condition costs, in CPU time of this process."""
    condition, times = parse(text), []
    started = time.process_time()
    stack = open_stack(condition, 1, speech_db=-26.0, talk=talk)
    opened = time.process_time() - started
    assert stack is not None, text
    for _ in range(ROUNDS):
        started = time.process_time()
        for tick in ticks:
            stack(tick)
        times.append(time.process_time() - started)
    cost = min(times) / len(ticks)
    return {
        "condition": condition.name,
        "ratio": round(cost * RATE / TICK, 6),
        "us_per_tick": round(cost * 1e6, 1),
        "open_ms": round(opened * 1e3, 1),
        "delay_ms": round(stack.delay / RATE * 1e3, 3),
    }


if __name__ == "__main__":
    sys.exit(main())
