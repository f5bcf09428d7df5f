"""One judge's endpoint: a request goes out through the SDK, what comes back is read without trust.

The SDK waits and sends again after 408, 409, 429, 5xx and lost connections, longer each time, or as long as
the endpoint's ``Retry-After`` says; other refusals are final, and so is a budget that is used up. The key is in
the SDK's client and nowhere else: it is masked in every text that leaves this module.
"""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pydantic import SecretStr

from metrics.judges.jury import JudgeError
from metrics.judges.llm.config import Judge, Price

if TYPE_CHECKING:
    from httpx2 import Response
    from openai import OpenAI

MASK = "***"
_SHORTEST = 8  # shorter keys are place holders of local servers, and likely to be ordinary words
_FINAL = (400, 401, 403, 404)
_LONGEST = 300  # characters of an endpoint's message that an error repeats


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens that a reply was charged for; `cached` and `audio` are parts of `input`."""

    input: int = 0
    cached: int = 0
    audio: int = 0
    output: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.input + other.input, self.cached + other.cached, self.audio + other.audio, self.output + other.output
        )

    def cost(self, price: Price | None) -> float:
        """US dollars."""
        if price is None:
            return 0.0
        cached = price.input if price.cached is None else price.cached
        audio = price.input if price.audio is None else price.audio
        plain = max(0, self.input - self.cached - self.audio)
        spent = plain * price.input + self.cached * cached + self.audio * audio + self.output * price.output
        return round(spent / 1e6, 8)


@dataclass(frozen=True, slots=True)
class Reply:
    """What the endpoint answered.

    Attributes:
        text: what the model said.
        problem: why that is no answer (refused, cut short, nothing there); empty if it may be one.
        usage: what it was charged for, as far as the endpoint says.
    """

    text: str
    problem: str
    usage: Usage


class Client:
    """A judge's way to its endpoint, for any number of threads."""

    def __init__(self, judge: Judge, key: SecretStr) -> None:
        """Open nothing yet: the SDK is loaded with the first question."""
        self._judge, self._key = judge, key
        self._slots = threading.BoundedSemaphore(judge.concurrency)
        self._loading, self._counting = threading.Lock(), threading.Lock()
        self._spent = 0.0

    @property
    def spent_usd(self) -> float:
        """What all replies have cost so far, those that could not be used included."""
        return self._spent

    def ask(self, body: dict[str, Any]) -> Reply:
        """Send one request for a chat completion.

        Raises:
            JudgeError: the endpoint refused it or could not be reached.
        """
        import httpx2
        import openai

        try:
            with self._slots:
                response = self._client.post("/chat/completions", cast_to=httpx2.Response, body=body)
                text = response.text
        except openai.APIStatusError as error:
            raise self._failed(f"the endpoint answered {error.status_code}: {self._message(error)}") from None
        except openai.APITimeoutError:
            raise self._failed(f"no reply within {self._judge.timeout_s:g} s") from None
        except openai.APIConnectionError as error:
            cause = type(error.__cause__).__name__ if error.__cause__ else "no connection"
            raise self._failed(f"the endpoint cannot be reached ({cause})") from None
        except openai.OpenAIError as error:
            raise self._failed(f"{type(error).__name__}: {error}") from None
        reply = _read(self._masked(text))
        with self._counting:
            self._spent += reply.usage.cost(self._judge.price)
        return reply

    def close(self) -> None:
        """Close connections; a later question opens new ones."""
        with self._loading:
            if client := self.__dict__.pop("_sdk", None):
                client.close()

    @property
    def _client(self) -> OpenAI:
        with self._loading:
            return self._sdk

    @cached_property
    def _sdk(self) -> OpenAI:
        from openai import DefaultHttpxClient, OpenAI

        return OpenAI(
            http_client=DefaultHttpxClient(event_hooks={"response": [_last_word]}),
            api_key=self._key.get_secret_value() or "none",
            base_url=self._judge.base_url or None,
            timeout=self._judge.timeout_s,
            max_retries=self._judge.retries,
        )

    def _message(self, error: Any) -> str:
        """The endpoint's own words where it has some; masked before they are cut, lest half a key be left."""
        body = error.body
        inner = body.get("error", body) if isinstance(body, dict) else body
        said = inner.get("message", inner) if isinstance(inner, dict) else inner
        text = self._masked(" ".join(str(said or "no reason given").split()))
        return text if len(text) <= _LONGEST else text[:_LONGEST] + "..."

    def _failed(self, text: str) -> JudgeError:
        return JudgeError(f"{self._judge.name}: {' '.join(self._masked(text).split())}")

    def _masked(self, text: str) -> str:
        key = self._key.get_secret_value()
        return text.replace(key, MASK) if len(key) >= _SHORTEST else text


def _last_word(response: Response) -> None:
    """Tell the SDK not to send again what no waiting mends: it would take 429 for a rate, whatever it is about."""
    if response.status_code < 400:
        return
    response.read()
    if response.status_code in _FINAL or "insufficient_quota" in response.text:
        response.headers["x-should-retry"] = "false"


def _read(text: str) -> Reply:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return Reply("", "the endpoint's reply is not JSON", Usage())
    if not isinstance(data, dict):
        return Reply("", "the endpoint's reply is no object", Usage())
    usage = _usage(data.get("usage"))
    choice = next(iter(_list(data.get("choices"))), None)
    message = _dict(_dict(choice).get("message"))
    said = message.get("content")
    if isinstance(said, list):
        said = "".join(str(_dict(part).get("text") or "") for part in said)
    content = said if isinstance(said, str) else ""
    finish = _dict(choice).get("finish_reason")
    if choice is None:
        problem = "it holds no choice"
    elif message.get("refusal") or finish == "content_filter":
        problem = "the model refused to answer"
    elif finish == "length":
        problem = "it was cut off at the limit of tokens; be brief"
    elif not content.strip():
        problem = "it is empty"
    else:
        problem = ""
    return Reply(content, problem, usage)


def _usage(data: Any) -> Usage:
    found = _dict(data)
    details = _dict(found.get("prompt_tokens_details"))
    read = _count(found.get("prompt_tokens"))
    cached = min(_count(details.get("cached_tokens")), read)
    audio = min(_count(details.get("audio_tokens")), read - cached)
    return Usage(read, cached, audio, _count(found.get("completion_tokens")))


def _count(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
