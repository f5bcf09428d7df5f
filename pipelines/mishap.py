"""What an error frame tells of its cause: which part failed, how, and in whose words.

Pipecat's services report some failures with the exception behind them and others as a text alone; here both come to
the same facts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from pipecat.frames.frames import ErrorFrame
from pipecat.services.llm_service import LLMService
from pipecat.services.stt_service import STTService
from pipecat.services.tts_service import TTSService
from pipecat.utils.errors import ErrorCategory, classify_http_status_code, extract_http_status_code
from pipecat.utils.security.redaction import redact_secrets

LONGEST = 300
"""Characters of a vendor's message that are kept."""

_PARTS = ((STTService, "stt"), (TTSService, "tts"), (LLMService, "llm"))
_STATUS = re.compile(r"(?:\b(?:status|code|HTTP|response)\b[^0-9]{0,12}|^)([45]\d\d)\b", re.IGNORECASE)
_DELAY = re.compile(r"retry(?:Delay|[ _-]?after)\W{1,6}(\d+(?:\.\d+)?)", re.IGNORECASE)
_QUOTA = re.compile(r"insufficient[_ ]quota|quota[_ ]exceeded|out of credits|payment required", re.IGNORECASE)
"""An allowance that is used up; "you exceeded your current quota" alone may be about the last minute."""

_LIMITED = re.compile(r"rate.?limit|too many (?:requests|concurrent)|RESOURCE_EXHAUSTED", re.IGNORECASE)
_CONNECTION = re.compile(
    r"timed? ?out|timeout|cannot connect|connect(?:ion)? (?:refused|reset|failed|lost|closed)|connection error|"
    r"unable to connect|no close frame|name resolution|unreachable",
    re.IGNORECASE,
)


_EMPTY = re.compile(r"\bunknown error occurred: *(?=\S)", re.IGNORECASE)
"""What Pipecat writes before a cause that it does name."""


def of_frame(frame: ErrorFrame) -> dict[str, Any]:
    """The facts of an error frame.

    Returns:
        ``error``: the text in one line; ``part``: ``stt``, ``llm``, ``tts``, or empty for anything else;
        ``category``: a value of Pipecat's `ErrorCategory`; and where they are known ``status`` (HTTP) and
        ``retry_after_s``.
    """
    exception = frame.exception
    text = _EMPTY.sub("", _line(str(frame.error))) or type(frame).__name__
    status = (extract_http_status_code(exception) if exception else None) or _status_in(text)
    facts: dict[str, Any] = {"part": _part(frame), "category": _category(frame, status, text)}
    if status is not None:
        facts["status"] = status
    if (delay := retry_after(_headers(exception), text)) is not None:
        facts["retry_after_s"] = delay
    # An error frame's text is without what looks like a secret, so these are too: else they would not be found in it.
    said, written = (redact_secrets(words) for words in (_own_words(exception), _line(str(exception or ""))))
    if said and written in text and len(written) > len(said):
        text = text.replace(written, said)  # SDKs write headers and the whole answer into their exceptions
    elif said and said not in text:
        text = f"{text} ({said})"
    return {"error": text[:LONGEST], **facts}


def retry_after(headers: Mapping[str, str], text: str = "") -> float | None:
    """Seconds that a vendor asks to be left alone for, by its headers or, failing those, its text."""
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            return max(0.0, round(float(headers[name]) * unit, 3))
        except (KeyError, ValueError):  # a date needs a clock, and nobody sends one with 429
            continue
    found = _DELAY.search(text)
    return float(found[1]) if found else None


def _part(frame: ErrorFrame) -> str:
    return next((part for kind, part in _PARTS if isinstance(frame.processor, kind)), "")


def _category(frame: ErrorFrame, status: int | None, text: str) -> str:
    if _QUOTA.search(text):
        return str(ErrorCategory.QUOTA.value)
    if frame.category not in (None, ErrorCategory.UNKNOWN):
        found: ErrorCategory | None = frame.category
    elif status is not None:
        found = classify_http_status_code(status)
    elif _LIMITED.search(text):
        found = ErrorCategory.RATE_LIMIT
    else:
        found = ErrorCategory.CONNECTIVITY if _CONNECTION.search(text) else ErrorCategory.UNKNOWN
    assert found is not None
    return str(found.value)


def _status_in(text: str) -> int | None:
    found = _STATUS.search(text)
    return int(found[1]) if found else None


def _headers(exception: Exception | None) -> dict[str, str]:
    found = getattr(getattr(exception, "response", None), "headers", None) or getattr(exception, "headers", None)
    try:
        return {str(k).lower(): str(v) for k, v in dict(found or {}).items()}
    except (TypeError, ValueError):
        return {}


def _own_words(exception: Exception | None) -> str:
    """What the vendor wrote into its answer."""
    words = _headers(exception).get("dg-error", "")
    for owner in (getattr(exception, "response", None), exception):
        if not words and (body := getattr(owner, "body", None)) is not None:
            words = _message(body)
    return _line(words)[:LONGEST]


def _message(body: Any) -> str:
    """The message in the body of an answer, or its text as it is; empty if it says nothing."""
    text = bytes(body).decode("utf-8", "replace") if isinstance(body, bytes | bytearray) else body
    if isinstance(text, str):
        try:
            body = json.loads(text)
        except ValueError:
            return text
    while isinstance(body, dict):
        body = next((body[k] for k in ("error", "detail", "message", "err_msg", "title", "reason") if k in body), "")
    if isinstance(body, str):
        return body
    return text if isinstance(text, str) else ""


def _line(text: str) -> str:
    return " ".join(text.split())
