"""A language model's answer, whatever vendor's form it is asked and given in."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from agents.loopback.mind import Message
from agents.loopback.session import Session

END_CALL = "end_call"
"""The tool by which a caller's model hangs up, where it is offered."""
LETTERS_PER_TOKEN = 4


@dataclass(frozen=True)
class Call:
    """A tool to be called."""

    id: str
    name: str
    arguments: dict[str, Any]


@dataclass(frozen=True)
class Answer:
    """What a model says.

    Attributes:
        text: may be empty.
        calls: the tools to call, in order.
        read: tokens of the question.
        written: tokens of the answer.
    """

    text: str
    calls: tuple[Call, ...]
    read: int
    written: int

    @property
    def pieces(self) -> list[str]:
        """The text as it is streamed: word by word, each with the space before it."""
        words = self.text.split(" ") if self.text else []
        return [word if k == 0 else f" {word}" for k, word in enumerate(words)]


async def answer(session: Session, messages: Sequence[Message], tools: Iterable[dict[str, Any]]) -> Answer:
    """The mind's answer.

    Args:
        session: the call.
        messages: in the form of OpenAI's chat completions, sound already in words.
        tools: what may be called: objects with a name and the JSON schema of their parameters.
    """
    offered = {str(tool["name"]): tool for tool in tools}
    read = _tokens(json.dumps([list(messages), list(offered.values())]))
    if _hung_up(messages):
        return Answer("", (), read, 1)
    reply = await session.reply(messages)
    wanted = list(reply.calls)
    if reply.hang_up and END_CALL in offered:
        wanted.append((END_CALL, _least(offered[END_CALL].get("parameters") or {})))
    calls = tuple(Call(f"call_{uuid.uuid4().hex[:24]}", name, arguments) for name, arguments in wanted)
    written = _tokens(reply.text) + sum(_tokens(call.name + json.dumps(call.arguments)) for call in calls)
    return Answer(reply.text, calls, read, written)


def asked(call_id: str, name: str, arguments: Any) -> Message:
    """An assistant's message that calls a tool."""
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    function = {"name": name, "arguments": text}
    return {"role": "assistant", "content": None, "tool_calls": [{"id": call_id, "function": function}]}


def _hung_up(messages: Sequence[Message]) -> bool:
    ended = {c["id"] for m in messages for c in m.get("tool_calls") or [] if c["function"]["name"] == END_CALL}
    return bool(messages) and messages[-1].get("role") == "tool" and messages[-1].get("tool_call_id") in ended


def _least(schema: dict[str, Any]) -> dict[str, Any]:
    """The fewest arguments that a schema of words and choices allows."""
    properties = schema.get("properties") or {}
    return {name: (properties.get(name, {}).get("enum") or ["done"])[0] for name in schema.get("required") or []}


def _tokens(text: str) -> int:
    return max(1, len(text) // LETTERS_PER_TOKEN)
