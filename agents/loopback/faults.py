"""What a rehearsed vendor does wrong, on demand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Kind = Literal["status", "slow", "close", "mute", "burst", "no_end", "malformed"]

KINDS: dict[Kind, str] = {
    "status": "refuses with an HTTP status (401, 429 with retry-after, 5xx)",
    "slow": "takes long to its first byte",
    "close": "closes the socket, or cuts the body, in the middle",
    "mute": "accepts and never answers",
    "burst": "sends all audio at once",
    "no_end": "never says that an utterance or a response has ended",
    "malformed": "sends something that is not JSON",
}


class Fault(BaseModel):
    """One fault of one vendor's part.

    Attributes:
        part: ``stt``, ``llm``, ``tts`` or ``realtime``.
        kind: a key of `KINDS`.
        status: for ``status``.
        retry_after: seconds, for a 429.
        seconds: for ``slow``.
        skip: requests or connections that are served properly before.
        count: requests or connections that are affected; 0 means all that follow.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    part: Literal["stt", "llm", "tts", "realtime"]
    kind: Kind
    status: int = Field(default=500, ge=400, le=599)
    retry_after: float | None = Field(default=None, ge=0)
    seconds: float = Field(default=5.0, ge=0)
    skip: int = Field(default=0, ge=0)
    count: int = Field(default=0, ge=0)


class Faults:
    """Hands out the faults of a call, one at most for each request or connection."""

    def __init__(self, faults: Iterable[Fault] = ()) -> None:
        self._faults = tuple(faults)
        self._seen: dict[str, int] = {}

    def strike(self, part: str) -> Fault | None:
        """The fault that a new request or connection of `part` meets."""
        number = self._seen.get(part, 0)
        self._seen[part] = number + 1
        for fault in self._faults:
            if fault.part == part and number >= fault.skip and (not fault.count or number < fault.skip + fault.count):
                return fault
        return None
