"""How Deepgram says no: JSON with an error code, and a header of its own for handshakes, whose bodies nobody reads."""

from __future__ import annotations

from aiohttp import web

from agents.loopback._wire import identifier, refusal

_SAYS = {
    400: ("Bad Request", "Bad Request: the request could not be understood."),
    401: ("INVALID_AUTH", "Invalid credentials."),
    402: ("ASR_PAYMENT_REQUIRED", "Project does not have enough credits for an ASR request."),
    403: ("INSUFFICIENT_PERMISSIONS", "Project does not have access to the requested model."),
    429: ("TOO_MANY_REQUESTS", "Too many requests. Please try again later."),
    503: ("SERVICE_UNAVAILABLE", "Service is temporarily unavailable."),
}


def refuse(status: int, retry_after: float | None = None) -> web.Response:
    """A refusal in Deepgram's form."""
    code, message = _SAYS.get(status, ("INTERNAL_SERVER_ERROR", "Internal server error."))
    request = identifier()
    return refusal(
        {"err_code": code, "err_msg": message, "request_id": request},
        status,
        retry_after,
        {"dg-error": message, "dg-request-id": request},
    )
