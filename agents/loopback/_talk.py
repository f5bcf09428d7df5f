"""A conversation as a vendor of speech to speech keeps it: what was heard, what was called, and what was played."""

from __future__ import annotations

import itertools
import json
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from agents.loopback.mind import Message, Reply
from agents.loopback.session import Session


@dataclass(frozen=True)
class _Piece:
    words: str
    begins: float  # when it is played, on the clock of whoever sends
    secs: float


class Utterance:
    """A reply on its way to the ear of the caller, who plays it in its own time.

    Args:
        message: the conversation's message about it; its content is what was played.
    """

    def __init__(self, message: Message) -> None:
        self.message = message
        self._pieces: list[_Piece] = []
        self._settled = False

    @property
    def ends(self) -> float:
        """When the last sound that was sent has been played; 0 before any was."""
        return self._pieces[-1].begins + self._pieces[-1].secs if self._pieces else 0.0

    @property
    def secs(self) -> float:
        """How much sound was sent."""
        return sum(piece.secs for piece in self._pieces)

    def send(self, words: str, secs: float, now: float) -> None:
        """`secs` of sound that say `words` leave at `now`."""
        self._pieces.append(_Piece(words, max(now, self.ends), secs))
        self._record([piece.words for piece in self._pieces])

    def cut(self, now: float) -> None:
        """Nothing more is played from `now` on."""
        self._record(self._until(now - piece.begins for piece in self._pieces))

    def cut_after(self, secs: float) -> None:
        """No more than the first `secs` of the sound were played."""
        self._record(self._until(self._left(secs)))

    def settle(self) -> None:
        """The conversation goes on: what was played of this is history."""
        self._settled = True

    def _left(self, secs: float) -> Iterator[float]:
        for piece in self._pieces:
            yield secs
            secs -= piece.secs

    def _until(self, played: Iterator[float]) -> list[str]:
        heard = []
        for piece, secs in zip(self._pieces, played, strict=True):
            words = piece.words.split()
            share = min(1.0, max(0.0, secs / piece.secs)) if piece.secs else 1.0
            heard += words[: int(len(words) * share + 1e-6)]
        return heard

    def _record(self, words: Sequence[str]) -> None:
        if not self._settled:
            self.message["content"] = " ".join(" ".join(words).split())


class Talk:
    """The conversation of one session.

    Attributes:
        messages: in the form of OpenAI's chat completions, as the mind wants them.
        waiting: calls of tools that were not answered yet.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self.messages: list[Message] = []
        self.waiting: set[str] = set()
        self._last: Utterance | None = None

    @property
    def begun(self) -> bool:
        """Whether the caller has said anything yet, or anything was answered."""
        return bool(self.messages)

    def heard(self, words: str) -> None:
        """The other side said something."""
        if words:
            self.messages.append({"role": "user", "content": words})

    def answered(self, call: str, result: str) -> None:
        """A tool has answered with JSON."""
        self.waiting.discard(call)
        self.messages.append({"role": "tool", "tool_call_id": call, "content": result})

    async def reply(self) -> Reply:
        """What to say or do next; the pack's greeting if an agent is asked before anything was said."""
        if not self.begun and self._session.order.role == "agent":
            return Reply(self._session.greeting)
        if self._last:
            self._last.settle()
        return await self._session.reply(self.messages)

    def utter(self) -> Utterance:
        """Begin to say something."""
        message: Message = {"role": "assistant", "content": ""}
        self.messages.append(message)
        self._last = Utterance(message)
        return self._last

    def call(self, calls: Sequence[tuple[str, dict[str, Any]]]) -> list[tuple[str, str, dict[str, Any]]]:
        """Note calls of tools; each gets its id: (id, name, arguments)."""
        made = [(f"call_{uuid.uuid4().hex[:16]}", name, arguments) for name, arguments in calls]
        asked = [
            {"id": key, "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}
            for key, name, arguments in made
        ]
        self.messages.append({"role": "assistant", "content": None, "tool_calls": asked})
        self.waiting |= {key for key, _, _ in made}
        return made


def spread(text: str, pieces: int) -> list[str]:
    """The words of a sentence, spread over pieces of its sound; each keeps the space after it."""
    words = [word + " " for word in text.split()]
    bounds = [round(len(words) * k / pieces) for k in range(pieces + 1)] if pieces else []
    return ["".join(words[a:b]) for a, b in itertools.pairwise(bounds)]
