"""What a rehearsed vendor does wrong, on demand."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from scenarios.errors import UsageError

Part = Literal["stt", "llm", "tts", "realtime"]
Kind = Literal["status", "slow", "close", "mute", "burst", "no_end", "malformed"]

PARTS: tuple[Part, ...] = ("stt", "llm", "tts", "realtime")
KINDS: dict[Kind, str] = {
    "status": "refuses with an HTTP status (401, 429 with retry-after, 5xx)",
    "slow": "takes long to its first byte",
    "close": "closes the socket, or cuts the body, in the middle",
    "mute": "accepts and never answers",
    "burst": "sends all audio at once",
    "no_end": "never says that an utterance or a response has ended",
    "malformed": "sends something that is not JSON",
}
CONNECTION: tuple[Kind, ...] = ("status", "mute")
"""What meets a connection as a whole; everything else meets one utterance after the other."""
UTTERANCE: tuple[Kind, ...] = tuple(kind for kind in KINDS if kind not in CONNECTION)

_FORM = re.compile(r"(?P<part>\w+):(?P<kind>\w+)(?:=(?P<value>[^@=]*))?(?:@(?P<skip>.*))?", re.ASCII)


class Fault(BaseModel):
    """One fault of one vendor's part.

    Attributes:
        part: ``stt``, ``llm``, ``tts`` or ``realtime``.
        kind: a key of `KINDS`.
        status: for ``status``.
        retry_after: seconds, for a 429.
        seconds: for ``slow``.
        skip: requests, connections or utterances that are served properly before.
        count: those that are affected; 0 means all that follow.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    part: Part
    kind: Kind
    status: int = Field(default=500, ge=400, le=599)
    retry_after: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    seconds: float = Field(default=5.0, ge=0, allow_inf_nan=False)
    skip: int = Field(default=0, ge=0)
    count: int = Field(default=0, ge=0)

    @model_validator(mode="after")
    def _audible(self) -> Self:
        if self.kind == "burst" and self.part not in ("tts", "realtime"):
            raise ValueError(f"burst is about sound that is sent: for tts or realtime, not for {self.part}")
        return self


class Faults:
    """Hands out the faults of a call, one at most for each request, connection or utterance."""

    def __init__(self, faults: Iterable[Fault] = ()) -> None:
        self._faults = tuple(faults)
        self._seen: dict[tuple[str, frozenset[Kind]], int] = {}

    def strike(self, part: str, kinds: Collection[Kind] = tuple(KINDS)) -> Fault | None:
        """The fault that a new request, connection or utterance of `part` meets.

        Args:
            part: which of the call's services it is.
            kinds: what can happen to it; each set of kinds is counted on its own, so that connections and the
                utterances within them (`CONNECTION`, `UTTERANCE`) are.
        """
        counter = (part, frozenset(kinds))
        number = self._seen.get(counter, 0)
        self._seen[counter] = number + 1
        for fault in self._faults:
            struck = number >= fault.skip and (not fault.count or number < fault.skip + fault.count)
            if fault.part == part and fault.kind in kinds and struck:
                return fault
        return None


def parse(text: str) -> Fault:
    """A fault as it is written on a command line: ``PART:KIND[=VALUE][@SKIP]``.

    A status may stand for the kind, and its value is then the seconds of its retry-after: ``stt:401``,
    ``llm:429=2``, ``tts:status=503``. Others: ``tts:slow=8`` (seconds), ``stt:close@1``, ``llm:mute``.

    Raises:
        UsageError: it cannot be read.
    """
    if not (match := _FORM.fullmatch(text.strip())):
        raise UsageError(f"fault {text!r}: write PART:KIND[=VALUE][@SKIP], such as stt:401, llm:429=2 or tts:slow=8@1")
    part, kind, value, skip = match.group("part", "kind", "value", "skip")
    if part not in PARTS:
        raise UsageError(f"fault {text!r}: no part {part!r}; known: {', '.join(PARTS)}")
    fields: dict[str, object] = {"part": part, "kind": kind, "skip": _number(text, skip, whole=True) if skip else 0}
    if skip == "":
        raise UsageError(f"fault {text!r}: after @ comes how many are served properly before")
    if kind.isdigit():
        fields |= {"kind": "status", "status": int(kind)}
        if value is not None:
            fields["retry_after"] = _number(text, value)
    elif kind not in KINDS:
        raise UsageError(f"fault {text!r}: no kind {kind!r}; known: {', '.join(KINDS)}, or a status such as 429")
    elif value is not None:
        if kind not in ("status", "slow"):
            raise UsageError(f"fault {text!r}: {kind} takes no value")
        fields["status" if kind == "status" else "seconds"] = _number(text, value, whole=kind == "status")
    try:
        return Fault.model_validate(fields)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(place) for place in first["loc"])
        raise UsageError(f"fault {text!r}: {where}{': ' if where else ''}{first['msg']}") from None


def _number(text: str, value: str, whole: bool = False) -> float | int:
    try:
        return int(value) if whole else float(value)
    except ValueError:
        raise UsageError(f"fault {text!r}: {value!r} is no {'whole ' if whole else ''}number") from None
