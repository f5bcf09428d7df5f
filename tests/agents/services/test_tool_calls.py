"""Tool calls of a streamed chat completion, however a server cuts them into pieces."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from openai.types.chat import ChatCompletionChunk

from agents.services._tool_calls import whole_calls

Piece = dict[str, Any]


def _chunk(**delta: Any) -> ChatCompletionChunk:
    data = {"id": "c", "created": 0, "model": "m", "object": "chat.completion.chunk"}
    return ChatCompletionChunk.model_validate(data | {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]})


def piece(index: int, id: str | None = None, name: str | None = None, arguments: str | None = None) -> Piece:
    return {"index": index, "id": id, "type": "function", "function": {"name": name, "arguments": arguments}}


def read(*deltas: dict[str, Any]) -> tuple[str, list[tuple[int, str, str, str]]]:
    """The text, and the calls as Pipecat reads them: one a chunk, in the order of their index."""

    async def chunks() -> AsyncGenerator[ChatCompletionChunk, None]:
        for delta in deltas:
            yield _chunk(**delta)

    async def run() -> tuple[str, list[tuple[int, str, str, str]]]:
        text, calls = "", []
        async for chunk in whole_calls(chunks()):
            delta = chunk.choices[0].delta
            text += delta.content or ""
            for call in delta.tool_calls or ():
                assert call.function is not None
                assert len(delta.tool_calls or ()) == 1
                calls.append((call.index, call.id or "", call.function.name or "", call.function.arguments or ""))
        return text, calls

    return asyncio.run(run())


def test_calls_in_one_chunk_are_all_there() -> None:
    both = [piece(0, "a", "find", '{"day": "Thu"}'), piece(1, "b", "book", "{}")]
    assert read({"tool_calls": both}) == ("", [(0, "a", "find", '{"day": "Thu"}'), (1, "b", "book", "{}")])


def test_calls_with_the_same_index_are_told_apart_by_their_ids() -> None:
    _, calls = read({"tool_calls": [piece(0, "a", "find", "{}")]}, {"tool_calls": [piece(0, "b", "book", "{}")]})
    assert [call[1:3] for call in calls] == [("a", "find"), ("b", "book")]


def test_an_index_that_begins_anywhere_makes_no_phantom() -> None:
    _, calls = read({"tool_calls": [piece(3, "a", "find", "{}")]})
    assert calls == [(0, "a", "find", "{}")]


def test_an_id_and_a_name_that_are_said_again_are_the_same_call() -> None:
    _, calls = read(*({"tool_calls": [piece(0, "a", "find", part)]} for part in ('{"day"', ': "Thu"}')))
    assert calls == [(0, "a", "find", '{"day": "Thu"}')]


def test_a_call_without_an_id_gets_one_of_its_own() -> None:
    _, first = read({"tool_calls": [piece(0, None, "find", "")]})
    _, second = read({"tool_calls": [piece(0, None, "find", None)]})
    assert first[0][2:] == second[0][2:] == ("find", "{}")
    assert first[0][1].startswith("call_")
    assert first[0][1] != second[0][1]


def test_arguments_that_are_no_object_are_none_so_that_the_tool_answers() -> None:
    for odd in ('{"day": ', "Thursday", "[1]"):
        assert read({"tool_calls": [piece(0, "a", "find", odd)]})[1] == [(0, "a", "find", "{}")]


def test_text_beside_a_call_is_said() -> None:
    assert read({"content": "One moment.", "tool_calls": [piece(0, "a", "find", "{}")]})[0] == "One moment."


@given(
    st.lists(st.dictionaries(st.text(max_size=5), st.integers(), max_size=3), min_size=1, max_size=4),
    st.data(),
)
def test_however_calls_are_cut_they_come_whole(arguments: list[dict[str, int]], data: st.DataObject) -> None:
    pieces = []
    for index, given_arguments in enumerate(arguments):
        text = json.dumps(given_arguments)
        cut = data.draw(st.integers(0, len(text)))
        pieces += [piece(index, f"id{index}", f"tool{index}", text[:cut]), piece(index, None, None, text[cut:])]
    deltas: list[dict[str, Any]] = []
    for one in pieces:  # into the chunk before, or into one of its own
        if deltas and data.draw(st.booleans()):
            deltas[-1]["tool_calls"].append(one)
        else:
            deltas.append({"tool_calls": [one]})
    _, calls = read(*deltas)
    assert [(name, json.loads(text)) for _, _, name, text in calls] == [
        (f"tool{index}", given_arguments) for index, given_arguments in enumerate(arguments)
    ]
