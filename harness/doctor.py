"""Is this machine ready to carry calls? Each check says what it found and, if need be, how to mend it."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from harness.settings import cores

MODULES = (
    "pipecat",
    "onnxruntime",
    "numpy",
    "scipy",
    "soxr",
    "jinja2",
    "rich",
    "websockets",
    "fastapi",
    "uvicorn",
)
DISK_GB = 1.0  # a run of 100 calls takes about 0.5 GB
SENTENCE = "The quick brown fox jumps over the lazy dog."

State = Literal["ok", "warning", "failed"]


@dataclass(frozen=True)
class Finding:
    """What one check found.

    Attributes:
        state: ``warning`` does not keep calls from being carried.
        found: one line.
    """

    name: str
    state: State
    found: str

    def to_dict(self) -> dict[str, Any]:
        """JSON form."""
        return asdict(self)


def examine(speech: bool = True) -> Iterator[Finding]:
    """Run every check, quickest first.

    Args:
        speech: say and hear a sentence, which loads the models (some seconds).
    """
    checks: list[Callable[[], Finding]] = [python, packages, weights, cache, processors, disk, clock]
    if speech:
        checks.append(self_test)
    for check in checks:
        try:
            yield check()
        except Exception as error:
            text = " ".join(str(error).split())
            yield Finding(check.__name__.replace("_", " "), "failed", f"{type(error).__name__}: {text}")


def python() -> Finding:
    """The interpreter is one that Callbench is tested with."""
    version = ".".join(str(n) for n in sys.version_info[:3])
    good = (3, 11) <= sys.version_info[:2] <= (3, 13)
    return Finding("python", "ok" if good else "failed", version if good else f"{version}; install Python 3.11 to 3.13")


def packages() -> Finding:
    """Every package that carries calls can be found."""
    missing = [m for m in MODULES if importlib.util.find_spec(m) is None]
    if missing:
        return Finding("packages", "failed", f"{', '.join(missing)} missing; pip install callbench")
    return Finding("packages", "ok", f"{len(MODULES)} found")


def weights() -> Finding:
    """The model weights of the embedded stack are whole."""
    from agents.embedded.packages import PACKAGES

    problems = [p for package in PACKAGES if (p := package.problem())]
    if problems:
        return Finding("weights", "failed", problems[0])
    return Finding("weights", "ok", ", ".join(f"{p.distribution} {p.installed_version()}" for p in PACKAGES))


def cache() -> Finding:
    """Synthesised speech can be kept."""
    from agents.embedded.cache import directory

    folder = directory()
    if folder is None:
        return Finding("cache", "warning", "off; every call synthesises its speech anew")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        why = f"{folder} cannot be written ({error.strerror}); set CALLBENCH_CACHE to a folder that can"
        return Finding("cache", "warning", why)
    return Finding("cache", "ok", f"{folder} can be written")


def processors() -> Finding:
    """One call keeps one core busy."""
    count = cores()
    return Finding("cores", "ok", f"{count}: {count} calls at the same time by default")


def disk(folder: Path | None = None) -> Finding:
    """There is room for runs."""
    here = folder or Path.cwd()
    free = shutil.disk_usage(here).free / 1e9
    writable = os.access(here, os.W_OK)
    if not writable:
        return Finding("disk", "warning", f"{here} cannot be written; give --out elsewhere")
    return Finding("disk", "ok" if free >= DISK_GB else "warning", f"{free:.1f} GB free in {here}")


def clock() -> Finding:
    """The clock is fine enough and sleeping is punctual enough for a 20 ms tick in real time."""
    resolution = time.get_clock_info("perf_counter").resolution
    late = []
    for _ in range(25):
        due = time.perf_counter() + 0.004
        time.sleep(0.004)
        late.append(time.perf_counter() - due)
    worst = max(late) * 1000
    state: State = "ok" if resolution <= 1e-3 and worst < 10 else "warning"
    note = "" if state == "ok" else "; calls in real time may be late, calls in virtual time are not affected"
    return Finding("clock", state, f"resolution {resolution * 1e9:.0f} ns, sleeps {worst:.1f} ms late at worst{note}")


def self_test() -> Finding:
    """A sentence is said and understood by both recognisers."""
    import numpy as np
    import soxr

    from agents.embedded.moonshine import RATE, Moonshine
    from agents.embedded.voices import synthesize
    from agents.embedded.whisper import Whisper
    from harness.intelligible import error_rate

    started = time.perf_counter()
    sound = synthesize(SENTENCE, "heart")
    wide = soxr.resample(sound.astype(np.float32) / np.float32(32768), 8000, RATE, quality="HQ")
    heard = {
        "ears": Moonshine.shared().transcribe(wide.astype(np.float32)).text,
        "second recogniser": Whisper.shared().transcribe(sound, 8000),
    }
    seconds = time.perf_counter() - started
    wrong = [f"{who} heard {text!r}" for who, text in heard.items() if error_rate(SENTENCE, text) > 0.3]
    if wrong:
        return Finding("speech", "failed", f"said {SENTENCE!r}, {'; '.join(wrong)}")
    return Finding("speech", "ok", f"{len(sound) / 8000:.1f} s of speech said and understood twice in {seconds:.1f} s")
