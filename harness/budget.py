"""How much a run may cost, and whether its next call still fits."""

from __future__ import annotations

from statistics import fmean
from typing import Any

from harness.billing import Billed, Billing
from harness.ledger import ledger
from metrics.words import plural
from pipelines.record import USAGE, Event
from scenarios.errors import UsageError

MINUTES = 4
REQUESTS = 25
ASSUMED: dict[str, dict[str, float]] = {
    "stt": {"seconds": 60.0 * MINUTES},
    "llm": {"input_tokens": REQUESTS * 8000, "output_tokens": REQUESTS * 100},
    "tts": {"characters": 2500},
    "realtime": {
        "input_tokens": REQUESTS * 8000,
        "input_audio_tokens": REQUESTS * 1200,
        "output_tokens": REQUESTS * 40,
        "output_audio_tokens": 1200.0 * MINUTES / 2,
    },
}
"""What a call is assumed to need before one has been carried, by part. Every request to a model brings instructions,
tools and the conversation so far; nothing of it is assumed to be cached."""

ASSUMPTION = f"{MINUTES} minutes, {REQUESTS} requests to the model, nothing cached"
"""The same in words."""


def estimate(billing: Billing) -> float | None:
    """US dollars that a call is assumed to cost; ``None`` if a price is not known."""
    cost: float | None = _imagined(billing)["would_cost_usd" if billing.rehearsal else "usd"]
    return cost


def _imagined(billing: Billing) -> dict[str, Any]:
    """The ledger of a call that needs what is assumed."""
    events = [_assumed(s, billing) for s in billing.live]
    return ledger(billing, [*events, Event(0, "agent", "agent_done", {})], 60.0 * MINUTES)


def _assumed(service: Billed, billing: Billing) -> Event:
    quantities = ASSUMED.get(service.part, {})
    priced = {p.quantity for p in billing.of(service)}
    if service.part == "llm" and "input_audio_tokens" in priced and _hears(service, billing):
        quantities = ASSUMED["realtime"] | {"output_audio_tokens": 0}
    used = {what: count for what, count in quantities.items() if count}
    return Event(0, service.party, USAGE, {"part": service.role, "model": service.model, "quantities": used})


def _hears(service: Billed, billing: Billing) -> bool:
    """Whether a model takes sound: nobody transcribes for it."""
    return not any(s.party == service.party and s.part == "stt" for s in billing.services)


def forecast(billing: Billing, count: int) -> str:
    """What calls are assumed to cost, in a sentence; empty where there is nobody to pay."""
    if not billing.live:
        return ""
    expected = estimate(billing)
    if expected is None:
        return f"expected cost: not known ({'; '.join(_imagined(billing)['unknown'])}; see docs/cost.md)"
    real = " for real" if billing.rehearsal else ""
    each = f"{expected:.4f} US dollars a call{real}, assuming {ASSUMPTION}"
    return f"expected cost: {expected * count:.2f} US dollars ({each})" if count > 1 else f"expected cost: {each}"


class Budget:
    """What is left of a run's budget."""

    def __init__(self, limit: float, billing: Billing) -> None:
        """Have spent nothing yet.

        Raises:
            UsageError: a price is not known, so that no budget can be kept.
        """
        self.limit, self.spent = limit, 0.0
        expected = estimate(billing)
        if billing.paid and expected is None:
            raise UsageError(
                f"--budget cannot be kept: {'; '.join(_imagined(billing)['unknown'])}; "
                "give the price by --prices FILE (see docs/cost.md), or leave --budget out"
            )
        self._assumed = expected if billing.paid and expected is not None else 0.0
        self._whole: list[float] = []

    @property
    def expected(self) -> float:
        """US dollars that the next call is expected to cost: the mean of those that were carried to their end."""
        return fmean(self._whole) if self._whole else self._assumed

    def note(self, cost: dict[str, Any] | None, whole: bool) -> None:
        """Take down what an attempt cost.

        Args:
            cost: its ledger; ``None`` if it left none, as a worker that dies does.
            whole: whether the call was carried to its end, and tells what others will cost.
        """
        cost = cost or {}  # an attempt that left no ledger may have been a whole call
        usd = cost.get("usd")
        if usd is None:  # at least what is known of it, and no less than any other call
            usd = max(float(cost.get("known_usd") or 0.0), self.expected)
        elif whole:
            self._whole.append(float(usd))
        self.spent += float(usd)

    def allows(self, under_way: int) -> bool:
        """Whether one more call is expected to fit beside those under way."""
        return self.spent + self.expected * (under_way + 1) <= self.limit + 1e-9

    def forecast(self, count: int) -> str:
        """How many of so many calls it is expected to allow from here, in a sentence; empty where nothing is paid."""
        if not self.expected:
            return ""
        fit = int((self.limit - self.spent + 1e-9) / self.expected)
        if fit >= count:
            return f"budget: {self.limit:g} US dollars are expected to be enough"
        allows = f"{fit} of {plural(count, 'call')}" if fit > 0 else "not even one call"
        return f"budget: {self.limit:g} US dollars are expected to allow {allows}"

    @property
    def line(self) -> str:
        """Where it stands, for people."""
        basis = "as the calls so far" if self._whole else f"assuming {ASSUMPTION}"
        return (
            f"{self.spent:.4f} of {self.limit:g} US dollars are spent, and the next call is expected to cost "
            f"{self.expected:.4f} ({basis})"
        )
