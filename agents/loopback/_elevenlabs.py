"""How ElevenLabs says no, how it names sound, and how it tells where each letter lies."""

from __future__ import annotations

import itertools
from typing import Any

from aiohttp import web

from agents.loopback._wire import refusal

_SAYS = {
    400: ("bad_request", "The request could not be understood."),
    401: ("invalid_api_key", "Invalid API key"),
    402: ("quota_exceeded", "This request exceeds your quota."),
    403: ("missing_permissions", "The API key you used is missing a permission to execute this operation."),
    429: ("too_many_concurrent_requests", "Too many concurrent requests for your plan."),
    503: ("system_busy", "The system is experiencing heavy traffic, please try again later."),
}


def refuse(status: int, retry_after: float | None = None) -> web.Response:
    """A refusal in ElevenLabs' form."""
    code, message = _SAYS.get(status, ("internal_server_error", "An internal error occurred."))
    return refusal({"detail": {"status": code, "message": message}}, status, retry_after)


def rate_of(form: str, default: int) -> int:
    """Samples per second of a form of sound such as ``pcm_16000``."""
    kind, _, rate = form.partition("_")
    return int(rate) if kind == "pcm" and rate.isdigit() else default


def letters(text: str, seconds: float) -> dict[str, Any]:
    """Where each letter of `text` lies in its sound, in milliseconds from its beginning."""
    count, whole = max(1, len(text)), round(1000 * seconds)
    starts = [whole * k // count for k in range(len(text) + 1)]
    return {
        "chars": list(text),
        "charStartTimesMs": starts[:-1],
        "charDurationsMs": [b - a for a, b in itertools.pairwise(starts)],
    }
