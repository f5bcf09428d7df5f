"""Errors of services come to the same facts whether they carry an exception or only a text."""

from typing import ClassVar

import httpx2
import openai
import pytest
from pipecat.frames.frames import ErrorFrame
from pipecat.processors.frame_processor import FrameProcessor
from pipecat.services.llm_service import LLMService
from pipecat.services.stt_service import STTService
from pipecat.services.tts_service import TTSService
from pipecat.utils.errors import ErrorCategory
from websockets.datastructures import Headers
from websockets.exceptions import InvalidStatus
from websockets.http11 import Response

from pipelines.mishap import LONGEST, of_frame, retry_after


def rejected(status, headers=(), body=b""):
    return InvalidStatus(Response(status, "", Headers(headers), body))


def test_a_refused_socket_tells_status_and_the_vendors_own_words():
    facts = of_frame(
        ErrorFrame(
            "Unable to connect to Cartesia: server rejected WebSocket connection: HTTP 401",
            exception=rejected(401, body=b'{"error": {"message": "Invalid API key\\n provided"}}'),
            category=ErrorCategory.AUTHENTICATION,
        )
    )
    assert facts["status"] == 401
    assert facts["category"] == "authentication"
    assert facts["error"] == "Unable to connect to Cartesia: Invalid API key provided"
    told = of_frame(ErrorFrame("no", exception=rejected(400, [("dg-error", "Bad Request: no such model")])))
    assert told["error"] == "no (Bad Request: no such model)"
    assert told["category"] == "invalid_request"


def test_an_sdk_s_error_tells_how_long_to_wait():
    response = httpx2.Response(429, headers={"retry-after": "7"}, request=httpx2.Request("POST", "http://127.0.0.1/v1"))
    error = openai.RateLimitError("Rate limit reached", response=response, body=None)
    facts = of_frame(ErrorFrame(f"Error: {error}", exception=error, category=ErrorCategory.RATE_LIMIT))
    assert (facts["status"], facts["category"], facts["retry_after_s"]) == (429, "rate_limit", 7.0)


def test_what_an_sdk_writes_around_the_message_is_left_out():
    class ApiError(Exception):
        status_code, body = 401, "Invalid credentials."
        headers: ClassVar = {"User-Agent": "sdk", "x-session": "7", "Authorization": "Token key-of-mine-123"}

        def __str__(self):
            return f"headers: {self.headers}, status_code: {self.status_code}, body: {self.body}"

    facts = of_frame(ErrorFrame(f"Deepgram rejected the connection (status 401): {ApiError()}", exception=ApiError()))
    assert "retry_after_s" not in facts
    assert (
        of_frame(ErrorFrame("no", exception=type("Busy", (ApiError,), {"headers": {"Retry-After": "3"}})()))[
            "retry_after_s"
        ]
        == 3.0
    )
    assert facts["error"] == "Deepgram rejected the connection (status 401): Invalid credentials."
    assert facts["status"] == 401
    response = httpx2.Response(404, request=httpx2.Request("POST", "http://127.0.0.1/v1"))
    body = {"message": "The model does not exist", "code": "model_not_found"}
    error = openai.NotFoundError(f"Error code: 404 - {{'error': {body}}}", response=response, body=body)
    assert of_frame(ErrorFrame(f"Error: {error}", exception=error))["error"] == "Error: The model does not exist"


def test_an_answer_that_names_no_message_is_told_as_it_is():
    told = of_frame(ErrorFrame("no", exception=rejected(400, body=b'[{"reason": "busy"}]')))
    assert told["error"] == 'no ([{"reason": "busy"}])'


def test_what_the_service_says_of_its_failure_goes_before_status_and_text():
    frame = ErrorFrame("Error code: 500", category=ErrorCategory.CONNECTIVITY)
    assert of_frame(frame)["category"] == "connectivity"
    assert of_frame(ErrorFrame("Error code: 500", category=ErrorCategory.UNKNOWN))["category"] == "server"


@pytest.mark.parametrize(
    ("text", "category", "status"),
    [
        ("Error getting audio (status: 401, error: Incorrect API key)", "authentication", 401),
        ("Error code: 403 - {'error': 'country not supported'}", "authorization", 403),
        ("HTTP 404: model not found", "invalid_request", 404),
        ("429 Too Many Requests", "rate_limit", 429),
        ("Error code: 429 - {'code': 'insufficient_quota'}", "quota", 429),
        ("you exceeded your current quota; retryDelay: 12s (status 429)", "rate_limit", 429),
        ("{'status': 'quota_exceeded'}", "quota", None),
        ("too many concurrent requests", "rate_limit", None),
        ("status code 503", "server", 503),
        ("LLM completion timeout", "connectivity", None),
        ("Connection error.", "connectivity", None),
        ("no close frame received or sent", "connectivity", None),
        ("the transcript had 503 words", "unknown", None),
        ("", "unknown", None),
    ],
)
def test_a_text_alone_is_read(text, category, status):
    facts = of_frame(ErrorFrame(text))
    assert (facts["category"], facts.get("status")) == (category, status)
    assert facts["error"] == (text or "ErrorFrame")
    assert ("retry_after_s" in facts) == ("retryDelay" in text)


@pytest.mark.parametrize(
    ("kind", "part"), [(STTService, "stt"), (TTSService, "tts"), (LLMService, "llm"), (FrameProcessor, "")]
)
def test_the_part_is_that_of_the_service(kind, part):
    vendor = type("Vendor", (kind,), dict.fromkeys(getattr(kind, "__abstractmethods__", ())))
    processor = vendor.__new__(vendor)
    frame = ErrorFrame("gone")
    frame.processor = processor
    assert of_frame(frame)["part"] == part


def test_messages_are_one_line_of_a_bounded_length():
    facts = of_frame(ErrorFrame("a\n  b" + "x" * 999))
    assert facts["error"].startswith("a b")
    assert len(facts["error"]) == LONGEST


@pytest.mark.parametrize(
    ("headers", "text", "seconds"),
    [
        ({"retry-after": "2.5"}, "", 2.5),
        ({"retry-after-ms": "300", "retry-after": "9"}, "", 0.3),
        ({"retry-after": "-4"}, "", 0.0),
        ({"retry-after": "Wed, 21 Oct 2026 07:28:00 GMT"}, "", None),
        ({}, "Please retry after 20 seconds", 20.0),
        ({}, "'retryDelay': '34.5s'", 34.5),
        ({}, "try again", None),
    ],
)
def test_delays_are_found_in_headers_and_texts(headers, text, seconds):
    assert retry_after(headers, text) == seconds


def test_an_error_whose_cause_is_told_is_not_called_unknown():
    assert of_frame(ErrorFrame("Unknown error occurred: invalid x-api-key"))["error"] == "invalid x-api-key"
    assert of_frame(ErrorFrame("Unknown error occurred: "))["error"] == "Unknown error occurred:"
