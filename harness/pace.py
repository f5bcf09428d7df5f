"""How many calls a run puts on each vendor at a time, and when: as many as the vendor bears.

Additive increase, multiplicative decrease: a vendor that limits or fails a call gets half as many from then on and is
left alone for as long as it asks, or longer each time; every call that goes well allows a little more again. The run's
parent hands out the calls, so one pace holds for all of its worker processes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from harness.failures import Failure

FIRST_S, LONGEST_S = 5.0, 60.0
"""Seconds that a vendor which failed is left alone for, at first and at most; a vendor that says how long is believed,
up to `PATIENCE_S`."""

PATIENCE_S = 600.0


@dataclass
class _Window:
    size: float
    failures: int = 0  # in a row
    rests_until: float = float("-inf")
    narrowed: float = float("-inf")  # when it was last halved


class Pace:
    """One window for each provider."""

    def __init__(self, providers: Iterable[str], most: int, now: Callable[[], float]) -> None:
        """Allow everything at first.

        Args:
            providers: all that every call of the run uses.
            most: calls at a time that no window exceeds.
            now: monotonic seconds.
        """
        self._most, self._now = most, now
        self._windows = {name: _Window(float(most)) for name in providers}
        self._begun: dict[object, float] = {}  # the calls under way, all of which use every provider

    @property
    def allowed(self) -> dict[str, int]:
        """Calls at a time, by provider."""
        return {name: int(w.size) for name, w in self._windows.items()}

    def wait_s(self) -> float | None:
        """Seconds until a call may begin: 0 for now, ``None`` if one under way has to end first."""
        if any(len(self._begun) >= int(w.size) for w in self._windows.values()):
            return None
        return max((0.0, *(w.rests_until - self._now() for w in self._windows.values())))

    def rest_s(self, provider: str) -> float:
        """Seconds for which a provider is left alone from now on."""
        window = self._windows.get(provider)
        return 0.0 if window is None else max(0.0, window.rests_until - self._now())

    def began(self, call: object) -> None:
        """A call begins; `call` names it."""
        self._begun[call] = self._now()

    def ended(self, call: object, failure: Failure | None, limited: Collection[str] = (), *, fine: bool) -> None:
        """A call has ended.

        Args:
            call: as it was named.
            failure: of a service, if that is what ended it.
            limited: providers that had to be waited for in the call; they have had their rest.
            fine: whether all services bore it to the end.
        """
        begun = self._begun.pop(call)
        for name, window in self._windows.items():
            if failure is not None and failure.provider == name:
                self._rest(window, failure, begun)
            elif name in limited:
                self._narrow(window, begun)
            elif fine:
                window.failures = 0
                window.size = min(float(self._most), window.size + 1 / window.size)

    def _narrow(self, window: _Window, begun: float) -> bool:
        """Halve, once for all calls that were under way together; answers whether that was now."""
        if begun <= window.narrowed:
            return False
        window.size, window.narrowed = max(1.0, window.size / 2), self._now()
        return True

    def _rest(self, window: _Window, failure: Failure, begun: float) -> None:
        """Halve, and leave the vendor alone for a while."""
        window.failures += self._narrow(window, begun)
        rest = failure.retry_after_s
        if rest is None:
            rest = min(LONGEST_S, FIRST_S * 2 ** (window.failures - 1))
        window.rests_until = max(window.rests_until, self._now() + min(rest, PATIENCE_S))
