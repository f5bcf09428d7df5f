"""How Google says no: a code, a status in words, and for a 429 how long to wait."""

from __future__ import annotations

from typing import Any

from aiohttp import web

from agents.loopback._wire import refusal

_SAYS = {
    400: ("INVALID_ARGUMENT", "Request contains an invalid argument."),
    401: ("UNAUTHENTICATED", "Request had invalid authentication credentials."),
    403: ("PERMISSION_DENIED", "The caller does not have permission."),
    404: ("NOT_FOUND", "The model is not found for this API version."),
    429: ("RESOURCE_EXHAUSTED", "You exceeded your current quota, please check your plan and billing details."),
    503: ("UNAVAILABLE", "The model is overloaded. Please try again later."),
}
_TYPE = "type.googleapis.com/google.rpc."


def refuse(status: int, retry_after: float | None = None) -> web.Response:
    """A refusal in Google's form."""
    name, message = _SAYS.get(status, ("INTERNAL", "An internal error has occurred. Please retry."))
    error: dict[str, Any] = {"code": status, "message": message, "status": name}
    if retry_after is not None:
        error["details"] = [{"@type": f"{_TYPE}RetryInfo", "retryDelay": f"{retry_after:g}s"}]
    return refusal({"error": error}, status, retry_after)


def refuse_key() -> web.Response:
    """A key that nobody knows is an invalid argument to Google, not a lack of a right."""
    details = [{"@type": f"{_TYPE}ErrorInfo", "reason": "API_KEY_INVALID", "domain": "googleapis.com"}]
    message = "API key not valid. Please pass a valid API key."
    return refusal({"error": {"code": 400, "message": message, "status": "INVALID_ARGUMENT", "details": details}}, 400)
