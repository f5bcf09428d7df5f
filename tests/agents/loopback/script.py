"""A mind that follows a script, for proofs of a protocol: it looks things up when asked about a flight."""

from __future__ import annotations

from typing import Any

from agents.loopback.mind import Reply
from agents.loopback.session import Session

FLIGHT = {"flight_date": "2026-11-17", "flight_number": "SK692"}
CALLS = (("get_flight_status", FLIGHT), ("get_reservation", {"confirmation_number": "X"}))
ANSWER = "I found flight six nine two. It is on time, and it leaves at one fifteen in the afternoon, from gate twelve."
LAST = "Of course."
QUESTION = "Is my flight on time today?"


class Script:
    """Looks a flight up when it is asked about one, reads out what it found, and gives in to anything else.

    Attributes:
        asked: the conversation as it stood at each request.
    """

    def __init__(self) -> None:
        self.asked: list[list[dict[str, Any]]] = []

    def think(self, messages: list[dict[str, Any]]) -> Reply:
        self.asked.append([dict(m) for m in messages])
        last = messages[-1]
        if last["role"] == "tool":
            return Reply(ANSWER)
        if "flight" in str(last.get("content")).lower():
            return Reply("", CALLS)
        return Reply(LAST, hang_up="goodbye" in str(last.get("content")).lower())

    def decide(self, reply: Reply) -> Reply:
        return reply

    @property
    def remembered(self) -> list[str]:
        """What the vendor holds for said, as of the last request."""
        return [str(m["content"]) for m in self.asked[-1] if m["role"] == "assistant" and m.get("content")]


def scripted(session: Session) -> Script:
    """Put a script in the place of a session's mind."""
    script = Script()
    session._mind = script  # type: ignore[assignment]
    return script
