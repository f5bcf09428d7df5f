"""What a vendor is asked before a run, and what its answer means.

Only a definite no is a refusal. Whatever else keeps a vendor from answering (no connection, a limit, an error of its
own, a key that may do this but not that) may be over when the run begins, and is told as what it is: not clear.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Literal

State = Literal["fine", "refused", "unclear"]

LONGEST = 240
"""Characters of a vendor's message that are told."""

SHORTEST_KEY = 8
"""Shorter keys are place holders, and may be ordinary words."""

_NO = (400, 401, 402, 403, 404, 405, 410, 422)
_USED_UP = re.compile(r"insufficient[_ ]quota|quota[_ ]exceeded|credits?\b.*(?:used|exhausted|enough)", re.IGNORECASE)
_NARROW_KEY = re.compile(r"missing[_ ](?:permission|scope)|insufficient permissions for this operation", re.IGNORECASE)
"""A key that lacks the right to look something up may well have the right to use it."""

_CONNECTION = ("ConnectError", "APIConnectionError", "ConnectionError", "OSError", "gaierror", "ConnectionRefusedError")
_WORDS = ("message", "err_msg", "detail", "error", "title", "reason")


class Unclear(Exception):
    """The vendor answered, and the answer settles nothing."""


@dataclass(frozen=True)
class Question:
    """What a vendor is asked.

    Attributes:
        part: of an agent: ``stt``, ``llm``, ``tts`` or ``realtime``.
        voice: its name or id, or that of a hosted agent; empty where a service has none.
        key: the secret.
        url: scheme, host and path that the vendor's SDK is given.
        timeout_s: for each wait on the network.
    """

    part: str
    provider: str
    model: str
    voice: str
    key: str
    url: str
    timeout_s: float


Ask = Callable[[Question], str]
"""Puts one request to a vendor; answers what was proven by it, in words. Whatever it raises is judged by `judge`."""


@dataclass(frozen=True)
class Answer:
    """What came of it.

    Attributes:
        state: ``fine``, ``refused`` (definite: no call would be served), or ``unclear``.
        said: what was proven, or the vendor's own message.
    """

    party: str
    part: str
    provider: str
    model: str
    state: State
    said: str

    @property
    def label(self) -> str:
        """Who was asked: ``agent stt deepgram nova-3``."""
        return " ".join(filter(None, (self.party, self.part, self.provider, self.model)))

    def to_dict(self) -> dict[str, Any]:
        """JSON form."""
        return asdict(self)


def judge(error: Exception, key: str = "") -> tuple[State, str]:
    """What an exception of a vendor's SDK means, and what the vendor said.

    Args:
        error: as the SDK raised it.
        key: masked in what is told.
    """
    status, said = status_of(error), _masked(words(error), key)
    if isinstance(error, Unclear):
        return "unclear", said
    if status is None:
        kinds = [c.__name__ for c in type(error).__mro__]
        if any("Timeout" in kind for kind in kinds):
            return "unclear", "no answer in time"
        if any(kind in kinds for kind in _CONNECTION):
            return "unclear", f"cannot be reached ({said})"
        return "unclear", said
    told = f"{status}: {said}"
    if status in _NO and not (status in (401, 403) and _NARROW_KEY.search(said)):
        return "refused", told
    if status == 429 and _USED_UP.search(said):
        return "refused", told
    return "unclear", told


def status_of(error: Exception) -> int | None:
    """The HTTP status that an SDK's exception carries."""
    response = getattr(error, "response", None)
    for owner, name in (
        (error, "status_code"),
        (response, "status_code"),
        (error, "code"),
    ):
        value = getattr(owner, name, None)
        if isinstance(value, int) and not isinstance(value, bool) and 100 <= value < 600:
            return value
    return None


def words(error: Exception) -> str:
    """The vendor's own words, in one line: the message within its answer, or the exception's text."""
    body: Any = getattr(error, "body", None) or getattr(error, "details", None)
    if body is None:
        response = getattr(error, "response", None)
        body = getattr(response, "body", None) or getattr(response, "text", None)
    said = _message(body) or str(error) or type(error).__name__
    line = " ".join(said.split())
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}..."


def _message(body: Any) -> str:
    if isinstance(body, bytes | bytearray):
        body = bytes(body).decode("utf-8", "replace")
    if isinstance(body, str):
        try:
            body = json.loads(body)
        except ValueError:
            return str(body)
    if isinstance(body, list) and body:
        body = body[0]
    if not isinstance(body, dict):
        return ""
    for name in _WORDS:
        found = body.get(name)
        if isinstance(found, str) and found:
            kind = body.get("status") or body.get("code") or body.get("type")
            return f"{found} ({kind})" if isinstance(kind, str) and kind not in found else found
        if isinstance(found, dict | list) and (inner := _message(found)):
            return inner
    return ""


def _masked(text: str, key: str) -> str:
    return text.replace(key, "***") if len(key) >= SHORTEST_KEY else text


def silence(rate: int = 16000, seconds: float = 0.5) -> bytes:
    """A WAV of silence, for vendors that are asked to listen."""
    import io
    import wave

    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(bytes(2 * int(rate * seconds)))
    return buffer.getvalue()


WORD = "Hi"
"""What voices are asked to say."""
