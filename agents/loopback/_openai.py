"""How OpenAI says no, and with it every server that speaks its interface."""

from __future__ import annotations

from aiohttp import web

from agents.loopback._wire import refusal

_SAYS: dict[int, tuple[str, str, str | None]] = {
    400: ("The request could not be understood.", "invalid_request_error", None),
    401: ("Incorrect API key provided.", "invalid_request_error", "invalid_api_key"),
    403: ("Your project does not have access to this model.", "invalid_request_error", "model_not_found"),
    404: ("The model does not exist or you do not have access to it.", "invalid_request_error", "model_not_found"),
    429: ("Rate limit reached. Please try again later.", "requests", "rate_limit_exceeded"),
    503: ("The engine is currently overloaded, please try again later.", "server_error", None),
}
_FAILED = ("The server had an error while processing your request.", "server_error", None)


def refuse(status: int, retry_after: float | None = None) -> web.Response:
    """A refusal in OpenAI's form."""
    message, kind, code = _SAYS.get(status, _FAILED)
    body = {"error": {"message": message, "type": kind, "param": None, "code": code}}
    return refusal(body, status, retry_after)
