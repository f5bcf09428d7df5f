"""How many calls in real time does this machine carry without coming late?

More and more of them are carried at the same time, twice as many each time while all are punctual; then the number in
between is looked for, as long as the time limit allows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Literal

from pipelines.line.line import LATE_SHARE

Kind = Literal["stubbed", "embedded"]
"""Whether the callers' ears and voices are stand-ins, or the models that come with the package."""

MOST = 64
LIMIT_S = 300.0
ROOM_MB = 450.0
"""Memory that a further worker is taken to need: Pipecat, a voice and two recognisers."""

BUSY = 0.9
"""Share of the cores from which on they are what bounds the calls."""


@dataclass(frozen=True, slots=True)
class Step:
    """So many calls at the same time.

    Attributes:
        late_share: share of late ticks, of the call that was late most.
        p50_ms, p99_ms, max_ms: lateness of ticks, of the call in which it was longest.
        failed: calls that did not come about, and why one did not; empty where all did.
        busy: share of all cores that the whole machine spent on anything; ``None`` where it is not known.
        cpu_per_call: cores that a call took in its worker.
    """

    calls: int
    late_share: float
    p50_ms: float
    p99_ms: float
    max_ms: float
    failed: str = ""
    busy: float | None = None
    cpu_per_call: float | None = None

    @property
    def fit(self) -> bool:
        """Whether every call was punctual enough to be scored."""
        return not self.failed and self.late_share <= LATE_SHARE


@dataclass(frozen=True, slots=True)
class Capacity:
    """What was found.

    Attributes:
        calls: at the same time, all punctual; 0 where not even one is.
        bound: what keeps it from being more, in words.
        steps: in the order in which they were tried.
    """

    kind: Kind
    calls: int
    bound: str
    steps: tuple[Step, ...]

    def to_dict(self) -> dict[str, Any]:
        """JSON form."""
        return asdict(self)


def find(
    kind: Kind,
    carry: Callable[[int], Step],
    clock: Callable[[], float],
    *,
    room_mb: Callable[[], float] = lambda: float("inf"),
    limit_s: float = LIMIT_S,
    most: int = MOST,
    tell: Callable[[Step], None] = lambda step: None,
) -> Capacity:
    """Find the largest number of calls that are all punctual.

    Args:
        kind: of callers.
        carry: carries so many calls at the same time.
        clock: monotonic seconds.
        room_mb: free memory at present, in MiB.
        limit_s: no step begins that would probably end later than this.
        most: calls that are tried at most.
        tell: is told of each step.
    """
    began = clock()
    steps: list[Step] = []
    good, bad, took = 0, most + 1, 0.0
    bound = ""
    while bad - good > 1:
        calls = min(2 * good or 1, most) if bad > most else (good + bad) // 2
        if clock() - began + took > limit_s:
            bound = f"the time limit of {limit_s:g} s; more were not tried" if bad > most else ""
            break
        if (calls - max((s.calls for s in steps), default=0)) * ROOM_MB > room_mb():
            bound = "memory"
            bad = calls
            continue
        started = clock()
        step = carry(calls)
        took = max(took, clock() - started)
        steps.append(step)
        tell(step)
        good, bad = (calls, bad) if step.fit else (good, calls)
    return Capacity(kind, good, bound or _bound(steps, most), tuple(steps))


def _bound(steps: list[Step], most: int) -> str:
    """What the smallest number of calls that failed came to grief by."""
    failed = [step for step in steps if not step.fit]
    if not failed:
        return f"{most} were the most that were tried" if steps else "the time limit"
    least = min(failed, key=lambda step: step.calls)
    if least.failed:
        return f"of {least.calls} calls not all came about: {least.failed}"
    late = f"of {least.calls} calls one was late in {least.late_share:.1%} of its ticks"
    if least.busy is None:
        return late
    if least.busy >= BUSY:
        return f"the cores: {late}, the cores {least.busy:.0%} busy"
    return f"something else than the cores: {late}, the cores {least.busy:.0%} busy"


def told(step: Step) -> str:
    """A step in a line."""
    if step.failed:
        return f"{step.calls}: {step.failed}"
    cpu = "" if step.cpu_per_call is None else f", {step.cpu_per_call:.2f} cores a call in its worker"
    busy = "" if step.busy is None else f", cores {step.busy:.0%} busy"
    return (
        f"{step.calls}: {step.late_share:.2%} of ticks late at worst, lateness {step.p50_ms:.1f} ms at the median, "
        f"{step.p99_ms:.1f} ms at 99 %, {step.max_ms:.1f} ms at most{cpu}{busy}"
    )
