"""How Cartesia says no: JSON with a code, a title and a message, over HTTP and within a socket."""

from __future__ import annotations

from typing import Any

from aiohttp import web

from agents.loopback._wire import identifier, refusal

_SAYS: dict[int, tuple[str | None, str, str]] = {
    400: (None, "Bad request", "The request could not be understood."),
    401: ("unauthorized", "Unauthorized", "Invalid API key."),
    402: ("quota_exceeded", "Quota exceeded", "You have used all credits of your plan."),
    429: ("concurrency_limited", "Too many concurrent requests", "You have exceeded your plan's concurrency limit."),
    503: (None, "Service unavailable", "The service is overloaded. Please try again later."),
}


def says(status: int) -> dict[str, Any]:
    """The error object of a status."""
    code, title, message = _SAYS.get(status, (None, "Internal server error", "An unexpected error occurred."))
    return {"error_code": code, "title": title, "message": message, "request_id": identifier()}


def refuse(status: int, retry_after: float | None = None) -> web.Response:
    """A refusal in Cartesia's form."""
    return refusal(says(status), status, retry_after)
