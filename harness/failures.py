"""Whose failure it was that ended a call: an agent's, or that of a service behind it.

A vendor that is down, refuses a key, limits its requests or falls silent has failed; the agent has not. Such a call is
``infrastructure``, it names the vendor and says it in the vendor's own words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from harness.billing import Billed, Named
from pipelines.record import RATE, WAIT, Event

if TYPE_CHECKING:
    from pipelines.driver import Ending

Category = Literal[
    "authentication",
    "authorization",
    "invalid_request",
    "quota",
    "rate_limit",
    "connectivity",
    "server",
    "application",
    "silent",
    "unknown",
]

REFUSALS: dict[str, str] = {
    "authentication": "the key was refused",
    "authorization": "access was refused",
    "invalid_request": "the request was refused",
    "quota": "the allowance is used up",
}
"""Categories that no waiting mends, and what they mean."""

LIMITED = 429
"""HTTP's word for too many requests."""

PATIENCE_S = 5.0  # a service that was asked just before a silent call ended is not what made it silent
UNHEARD = 2
"""Utterances of the other side that a service may leave without any sign of life before it counts as silent: the
second is the reminder that a caller gives in the middle of the silence."""

_SIGNS = {
    "stt": ("stt_final",),
    "realtime": ("stt_final", "llm_started", "llm_first_token", "tts_started", "tts_first_audio", "speaking_started"),
}
"""Frame events by which a service that listens shows that it is there."""

_ANSWERS = {
    "llm": ("llm_started", "llm_first_token", ("llm_ended", "interruption")),
    "tts": ("tts_started", "tts_first_audio", ("tts_first_audio", "tts_stopped", "interruption")),
}
"""What a service that is asked was last asked by, how its answer begins, and what settles it. A model's answer has to
end: its last sentence and its tools wait for that. Sound is heard as it comes."""


class Failure(Named):
    """Why a service failed.

    Attributes:
        status: of HTTP, where there is one.
        retry_after_s: how long the vendor asks to be left alone for.
        said: what happened, in the vendor's words where it had any.
    """

    category: Category
    status: int | None = None
    retry_after_s: float | None = None
    said: str

    @property
    def refusal(self) -> bool:
        """Whether the same request will be refused again."""
        return self.category in REFUSALS

    @property
    def line(self) -> str:
        """Everything in one line."""
        number = f" ({self.status})" if self.status and str(self.status) not in self.said else ""
        return f"{self.label}{number}: {self.said}"


def review(ending: Ending, events: Sequence[Event], services: Sequence[Billed]) -> tuple[Ending, Failure | None]:
    """The ending as it is to be recorded, and the failure behind it if a service of a vendor has failed.

    Args:
        ending: how the call ended as the line saw it.
        events: the call's frame events, those of an agent elsewhere included.
        services: of vendors; a service of this machine that fails is a defect of ours.
    """
    ordered = sorted(events, key=lambda e: e.sample)
    if ending.reason == "pipeline_error":
        failure = _failed(ordered, services)
    elif ending.reason in ("agent_silence", "caller_silence"):
        failure = _silent(ordered, services, ending.reason.removesuffix("_silence"), ending.sample)
    else:
        failure = None
    if failure is None:
        return ending, None
    return replace(ending, status="infrastructure", reason="service_failed", error=failure.line), failure


def limited(events: Sequence[Event], services: Sequence[Billed]) -> tuple[str, ...]:
    """Providers that limited the requests of a call (429) and were waited for, so that it went on."""
    clients = {e.data.get("client") for e in events if e.kind == WAIT and e.data.get("status") == LIMITED}
    return tuple(dict.fromkeys(s.provider for s in services if s.provider.partition("-")[0] in clients))


def _failed(events: Sequence[Event], services: Sequence[Billed]) -> Failure | None:
    """The first error, if it is of a vendor's service."""
    error = next((e for e in events if e.kind == "error"), None)
    if error is None:
        return None
    found = next((s for s in services if s.erred(error)), None)
    if found is None:
        return None
    facts = {k: error.data[k] for k in ("status", "retry_after_s") if error.data.get(k) is not None}
    return Failure(
        **found.names,
        category=error.data.get("category") or "unknown",
        said=str(error.data.get("error") or "it gave no reason"),
        **facts,
    )


def _silent(events: Sequence[Event], services: Sequence[Billed], party: str, end: int) -> Failure | None:
    """The first service of a silent party that was asked and never answered, or never to the end."""
    own = [e for e in events if e.side == party]
    asked = [e.sample for e in events if e.side not in (party, "line") and e.kind == "speaking_started"]
    mine = [s for s in services if s.party == party]
    for service in mine:
        if service.part == "stt" and any(s.part == "realtime" for s in mine):
            continue  # it only writes down what the other one hears
        why = ""
        if service.part in _SIGNS:
            last = _last(own, _SIGNS[service.part])
            unheard = sum(sample > last for sample in asked)
            if unheard >= UNHEARD or (unheard and last < 0 and service.part == "realtime"):
                spoken = "was spoken to" if unheard == 1 else f"was spoken to {unheard} times"
                why = f"silent session: it {spoken} and gave no sign"
        elif service.part in _ANSWERS:
            question, begins, settles = _ANSWERS[service.part]
            since = _last(own, (question,))
            if since > _last(own, settles) and end - since >= PATIENCE_S * RATE:
                what = "no answer" if since > _last(own, (begins,)) else "no end of its answer"
                why = f"{what} within {(end - since) / RATE:.0f} s"
        if why:
            return Failure(**service.names, category="silent", said=why)
    return None


def _last(events: Sequence[Event], kinds: Sequence[str]) -> int:
    """Sample of the last event of these kinds; -1 if there is none."""
    return max((e.sample for e in events if e.kind in kinds), default=-1)
