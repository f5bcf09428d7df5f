"""One judge answers one question: asked, asked again while the reply cannot be used, remembered."""

from __future__ import annotations

import base64
import hashlib
import json
from dataclasses import asdict, dataclass
from typing import Any

from metrics.judges.jury import JudgeError
from metrics.judges.llm.cache import Cache
from metrics.judges.llm.client import Client, Usage
from metrics.judges.llm.config import Judge, Settings
from metrics.judges.llm.forms import Form, Unusable
from metrics.judges.verdicts import Verdict

MARK = 16  # letters of a key that tell answers apart
RECIPE = "1"  # raise it when requests are built otherwise: answers of old ones are not looked up any more


@dataclass(frozen=True, slots=True)
class Put:
    """A question as it is put to each judge of a jury.

    Attributes:
        text: the rendered prompt.
        form: that the answer must have.
        prompt: hash of the unrendered prompt.
        sound: a WAV file; empty for none.
    """

    metric: str
    text: str
    form: Form
    prompt: str
    sound: bytes = b""


@dataclass(frozen=True, slots=True)
class Opinion:
    """A judge's answer.

    Attributes:
        cost_usd: what it cost now; 0 from the cache.
        details: what it took when it was asked: tries, tokens, US dollars; and ``answer``, the mark by which an
            answer that several calls share is counted once. The same from the cache.
    """

    verdict: Verdict
    cost_usd: float
    details: dict[str, Any]


class Member:
    """A judge, its endpoint and the jury's memory."""

    def __init__(self, judge: Judge, client: Client, cache: Cache) -> None:
        self.judge, self._client, self._cache = judge, client, cache

    def answer(self, put: Put) -> Opinion:
        """Answer from the memory or from the model.

        Raises:
            JudgeError: the endpoint failed, or no reply could be used.
        """
        key = self._key(put)
        text, asked = self._cache.recall(key, lambda t: _usable(t, put.form), lambda: self._ask(put))
        entry = json.loads(text)
        verdict = put.form.read(entry["reply"])
        details = {"answer": key[:MARK], **{name: entry[name] for name in ("tries", "tokens", "cost_usd")}}
        return Opinion(verdict, entry["cost_usd"] if asked else 0.0, details)

    @property
    def spent_usd(self) -> float:
        """What its replies have cost so far."""
        return self._client.spent_usd

    def close(self) -> None:
        """Close the connections to the endpoint."""
        self._client.close()

    def _ask(self, put: Put) -> str:
        usage, problem = Usage(), ""
        for tries in range(1, self.judge.tries + 1):
            reply = self._client.ask(self._body(put, problem))
            usage += reply.usage
            problem = reply.problem
            if not problem:
                try:
                    put.form.read(reply.text)
                except Unusable as error:
                    problem = str(error)
                else:
                    cost = usage.cost(self.judge.price)
                    entry = {"reply": reply.text, "tries": tries, "tokens": asdict(usage), "cost_usd": cost}
                    return json.dumps(entry)
        spent = f", {usage.cost(self.judge.price):.4f} USD spent" if self.judge.price else ""
        raise JudgeError(f"{self.judge.name}: no usable reply in {self.judge.tries} tries; the last: {problem}{spent}")

    def _body(self, put: Put, problem: str) -> dict[str, Any]:
        settings = self.judge.settings(put.metric)
        text = put.text
        if settings.format != "json_schema":
            text += f"\n\nThe object must fit this JSON schema:\n{json.dumps(put.form.schema)}"
        if problem:
            text += f"\n\nYour last answer could not be used: {problem}. Answer again, with the JSON object alone."
        content: Any = text
        if put.sound:
            data = base64.b64encode(put.sound).decode()
            sound = {"type": "input_audio", "input_audio": {"data": data, "format": "wav"}}
            content = [{"type": "text", "text": text}, sound]
        return {
            "model": self.judge.model,
            "messages": [{"role": "user", "content": content}],
            **_parameters(settings, put.form),
        }

    def _key(self, put: Put) -> str:
        """By content: endpoint, prompt, model, parameters, words and sound; not name, price or patience."""
        data = [RECIPE, self.judge.base_url, put.prompt, self._body(put, "")]
        return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


def _parameters(settings: Settings, form: Form) -> dict[str, Any]:
    found: dict[str, Any] = {
        "reasoning_effort": settings.effort,
        "temperature": settings.temperature,
        settings.limit: settings.max_tokens,
        "service_tier": settings.service_tier,
    }
    if settings.format == "json_object":
        found["response_format"] = {"type": "json_object"}
    elif settings.format == "json_schema":
        schema = {"name": "answer", "strict": True, "schema": form.schema}
        found["response_format"] = {"type": "json_schema", "json_schema": schema}
    return {name: value for name, value in found.items() if value is not None} | settings.extra


def _usable(text: str, form: Form) -> bool:
    """Whether a remembered answer is whole and fits; one that does not is asked for anew."""
    try:
        entry = json.loads(text)
        form.read(entry["reply"])
        return isinstance(entry["cost_usd"], float) and {"tries", "tokens"} <= entry.keys()
    except (ValueError, KeyError, TypeError, Unusable):
        return False
