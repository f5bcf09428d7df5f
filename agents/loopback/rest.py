"""What vendors let one look up or try before a call: models, voices, a word said, half a second heard.

Every model and voice is known but those whose name begins with ``no-such``; each vendor says no in its own form.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from aiohttp import web

from agents.loopback import _cartesia, _deepgram
from agents.loopback._wire import Visit, http, refusal
from agents.loopback.server import House

UNKNOWN = "no-such"
LISTED = ("gpt-5.4", "gemma-4-26b", "eleven_flash_v2_5", "eleven_multilingual_v2", "ultravox-v0.7")

_Serve = Callable[[Visit], Awaitable[web.StreamResponse]]


def add(house: House) -> None:
    """Put the routes in."""
    for method, path, name, part, refuse, serve in (
        ("POST", "/v1/listen", "deepgram.listen", "stt", _deepgram.refuse, _listen),
        ("POST", "/v1/speak", "deepgram.speak", "tts", _deepgram.refuse, _speak),
        ("POST", "/tts/bytes", "cartesia.bytes", "tts", _cartesia.refuse, _say),
        ("POST", "/stt", "cartesia.transcribe", "stt", _cartesia.refuse, _transcribe),
        ("GET", "/voices", "cartesia.voices", "stt", _cartesia.refuse, _cartesia_voices),
        ("GET", "/v1/voices/{voice}", "elevenlabs.voice", "tts", _eleven_refuses, _voice),
        ("POST", "/v1/single-use-token/{kind}", "elevenlabs.token", "stt", _eleven_refuses, _token),
        ("GET", "/v1beta/models/{model}", "google.model", "llm", _google_refuses, _google_model),
        ("GET", "/api/models", "ultravox.models", "realtime", _ultravox_refuses, _ultravox_models),
    ):
        house.app.router.add_route(method, path, http(house, name, part, refuse, serve))
    house.app.router.add_get("/v1/models", _by_vendor(house, _models, _eleven_models))
    house.app.router.add_get("/v1/models/{model}", _by_vendor(house, _model, _model))


def _by_vendor(house: House, openai: _Serve, eleven: _Serve) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    """Three vendors share a path; their headers tell them apart."""
    ways = {
        "elevenlabs": http(house, "elevenlabs.models", "tts", _eleven_refuses, eleven),
        "anthropic": http(house, "anthropic.models", "llm", _anthropic_refuses, openai),
        "openai": http(house, "openai.models", "llm", _openai_refuses, openai),
    }

    async def handler(request: web.Request) -> web.StreamResponse:
        headers = request.headers
        vendor = (
            "elevenlabs" if "xi-api-key" in headers else "anthropic" if "anthropic-version" in headers else "openai"
        )
        return await ways[vendor](request)

    return handler


def _unknown(name: str | None) -> bool:
    return not name or name.startswith(UNKNOWN)


# Deepgram ---------------------------------------------------------------------------------------------


async def _listen(visit: Visit) -> web.StreamResponse:
    if _unknown(model := visit.request.query.get("model", "")):
        return _no_deepgram_model(model)
    results = {"channels": [{"alternatives": [{"transcript": "", "confidence": 0.0, "words": []}]}]}
    about = {"request_id": "r", "sha256": "0" * 64, "created": "2026-01-01T00:00:00.000Z", "duration": 0.5}
    return web.json_response({"metadata": {**about, "channels": 1, "models": [model]}, "results": results})


async def _speak(visit: Visit) -> web.StreamResponse:
    if _unknown(model := visit.request.query.get("model", "")):
        return _no_deepgram_model(model)
    return web.Response(body=bytes(1600), content_type="audio/l16")


def _no_deepgram_model(model: str) -> web.Response:
    said = f"No such model/language/tier combination found for {model}."
    return refusal({"err_code": "Bad Request", "err_msg": said, "request_id": "r"}, 400, None, {"dg-error": said})


# Cartesia ---------------------------------------------------------------------------------------------


async def _say(visit: Visit) -> web.StreamResponse:
    asked = await visit.request.json()
    if _unknown(asked.get("model_id")):
        return _no_cartesia("model_not_found", "Model not found", f"The model {asked.get('model_id')} is unknown.", 400)
    if _unknown((asked.get("voice") or {}).get("id")):
        return _no_cartesia("voice_not_found", "Voice not found", "The voice does not exist.", 404)
    return web.Response(body=bytes(1600), content_type="application/octet-stream")


async def _transcribe(visit: Visit) -> web.StreamResponse:
    await visit.request.read()
    return web.json_response({"text": "", "duration": 0.5, "language": "en"})


async def _cartesia_voices(visit: Visit) -> web.StreamResponse:
    return web.json_response({"data": [], "has_more": False})


def _no_cartesia(code: str, title: str, message: str, status: int) -> web.Response:
    return refusal({"error_code": code, "title": title, "message": message, "request_id": "r"}, status)


# ElevenLabs -------------------------------------------------------------------------------------------


async def _voice(visit: Visit) -> web.StreamResponse:
    voice = visit.request.match_info["voice"]
    if _unknown(voice):
        said = f"A voice with voice_id {voice} was not found."
        return refusal({"detail": {"status": "voice_not_found", "message": said}}, 404)
    return web.json_response({"voice_id": voice, "name": voice, "category": "premade"})


async def _eleven_models(visit: Visit) -> web.StreamResponse:
    return web.json_response([{"model_id": m, "name": m} for m in LISTED if m.startswith("eleven")])


async def _token(visit: Visit) -> web.StreamResponse:
    return web.json_response({"token": "sutkn_1"})


def _eleven_refuses(status: int, retry_after: float | None = None) -> web.Response:
    code, said = {
        401: ("invalid_api_key", "Invalid API key"),
        403: ("missing_permissions", "The API key you used is missing the permission voices_read to do this."),
        429: ("too_many_concurrent_requests", "Too many concurrent requests."),
    }.get(status, ("internal_error", "An internal error occurred."))
    return refusal({"detail": {"status": code, "message": said}}, 401 if status == 403 else status, retry_after)


# OpenAI, Anthropic, Google, Ultravox -----------------------------------------------------------------


async def _models(visit: Visit) -> web.StreamResponse:
    return web.json_response({"object": "list", "data": [_card(m) for m in LISTED]})


async def _model(visit: Visit) -> web.StreamResponse:
    model = visit.request.match_info["model"]
    anthropic = visit.name == "anthropic.models"
    if _unknown(model) and anthropic:
        error = {"type": "not_found_error", "message": f"model: {model}"}
        return refusal({"type": "error", "error": error}, 404)
    if _unknown(model):
        return _openai_says(
            404, f"The model '{model}' does not exist or you do not have access to it.", "model_not_found"
        )
    if anthropic:
        card = {"type": "model", "id": model, "display_name": model, "created_at": "2026-01-01T00:00:00Z"}
        return web.json_response(card)
    return web.json_response(_card(model))


def _card(model: str) -> dict[str, object]:
    return {"id": model, "object": "model", "created": 1767225600, "owned_by": "house"}


async def _google_model(visit: Visit) -> web.StreamResponse:
    model = visit.request.match_info["model"]
    if _unknown(model):
        return _google_says(404, f"models/{model} is not found for API version v1beta.", "NOT_FOUND")
    return web.json_response({"name": f"models/{model}", "version": "1", "displayName": model})


async def _ultravox_models(visit: Visit) -> web.StreamResponse:
    return web.json_response({"results": [{"name": m} for m in LISTED if m.startswith("ultravox")], "next": None})


def _openai_refuses(status: int, retry_after: float | None = None) -> web.Response:
    code, said = {
        401: ("invalid_api_key", "Incorrect API key provided."),
        403: ("unsupported_country_region_territory", "Country, region, or territory not supported"),
        429: ("rate_limit_exceeded", "Rate limit reached for requests"),
    }.get(status, ("server_error", "The server had an error while processing your request."))
    return _openai_says(status, said, code, retry_after)


def _openai_says(status: int, said: str, code: str, retry_after: float | None = None) -> web.Response:
    error = {"message": said, "type": "invalid_request_error", "param": None, "code": code}
    return refusal({"error": error}, status, retry_after)


def _anthropic_refuses(status: int, retry_after: float | None = None) -> web.Response:
    kind, said = {
        401: ("authentication_error", "invalid x-api-key"),
        403: ("permission_error", "Your API key does not have permission to use the specified resource."),
        429: ("rate_limit_error", "This request would exceed your organization's rate limit."),
        529: ("overloaded_error", "Overloaded"),
    }.get(status, ("api_error", "Internal server error"))
    return refusal({"type": "error", "error": {"type": kind, "message": said}}, status, retry_after)


def _google_refuses(status: int, retry_after: float | None = None) -> web.Response:
    code, said = {
        401: ("INVALID_ARGUMENT", "API key not valid. Please pass a valid API key."),
        403: ("PERMISSION_DENIED", "Permission denied on this resource."),
        429: ("RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota)."),
    }.get(status, ("INTERNAL", "An internal error has occurred."))
    return _google_says(400 if status == 401 else status, said, code, retry_after)


def _google_says(status: int, said: str, code: str, retry_after: float | None = None) -> web.Response:
    return refusal({"error": {"code": status, "message": said, "status": code}}, status, retry_after)


def _ultravox_refuses(status: int, retry_after: float | None = None) -> web.Response:
    said = {401: "Invalid token.", 429: "Request was throttled."}.get(status, "A server error occurred.")
    return refusal({"detail": said}, status, retry_after)
