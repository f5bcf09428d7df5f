"""Which response belongs to which tool call."""

from metrics.judges.case import Case, Entry


def call(turn: int, tool: str) -> Entry:
    return Entry(turn, "call", tool=tool)


def response(turn: int, tool: str, n: int) -> Entry:
    return Entry(turn, "response", tool=tool, data={"n": n})


def answers(*entries: Entry) -> list[tuple[str, int | None]]:
    found = Case("cascade", entries).calls()
    return [(made.tool, None if came is None else came.data["n"]) for made, came in found]


def test_calls_of_one_tool_at_once_have_a_response_each():
    entries = call(1, "find"), call(1, "find"), response(1, "find", 1), response(1, "find", 2)
    assert answers(*entries) == [("find", 1), ("find", 2)]


def test_a_response_belongs_to_a_call_of_its_tool_before_it():
    entries = response(0, "find", 0), call(1, "find"), call(1, "book"), response(1, "book", 2), response(1, "find", 1)
    assert answers(*entries) == [("find", 1), ("book", 2)]
    assert answers(response(1, "find", 0), call(2, "find")) == [("find", None)]
