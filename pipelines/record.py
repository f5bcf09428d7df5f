"""What a call leaves behind, as scoring reads it: frozen, sample-exact, and free of any audio framework.

All times are samples of the line clock (8000 a second, sample 0 is the first of the recording). Everything
that is scored is computed from a `Record`; nothing else is needed, so a run can be scored again years later.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

RATE = 8000  # samples a second on the line: telephony, G.711

Status = Literal["completed", "agent_timeout", "time_limit", "caller_invalid", "infrastructure", "error"]
Role = Literal["caller", "agent"]
Architecture = Literal["cascade", "hybrid", "s2s", "external"]


@dataclass(frozen=True, slots=True)
class Exposure:
    """What can be seen of an agent from outside its sound.

    Attributes:
        user_transcript: text of the caller's words: ``read`` by the agent's model, which knows nothing else of them;
            told ``beside`` the sound that its model works from; or ``none``.
        agent_text: text of the agent's words: ``written`` by its model for a voice to say; told ``beside`` its sound;
            or ``none``.
        turns: where the caller's turns end: ``found`` by the detector that the agent goes by; or noted ``beside`` it,
            by a detector that nothing follows from.
    """

    user_transcript: Literal["read", "beside", "none"]
    agent_text: Literal["written", "beside", "none"]
    turns: Literal["found", "beside"] = "found"


EXPOSURES: Mapping[Architecture, Exposure] = {
    "cascade": Exposure("read", "written"),
    "hybrid": Exposure("none", "written"),
    "s2s": Exposure("beside", "beside"),
    "external": Exposure("beside", "beside"),  # its own claims, where it makes any
}
"""What each architecture exposes. Everything else follows from it: which texts a record has, and which of them a
metric reads (`metrics.judges.views`)."""

READING = "value_read"
"""Kind of the event by which an agent tells of a value that it read from the caller's sound beside the transcript
(``slot``, ``value``): it has heard that value, whatever its recogniser wrote."""

USAGE = "usage"
"""Kind of the events by which services tell what they were used for (``part``, ``model``, ``quantities``)."""

WAIT = "vendor_wait"
"""Kind of the events by which services tell that they wait before they ask a vendor again (``client``, ``status``,
``seconds``)."""

TURN_OVER = "turn_over"
"""Kind of the event that says since when a turn of the other side was over for the turn detector. The turn is released
(``user_turn_stopped``) at the same sample or later: what lies between waited for words alone."""

ONSET = "agent_onset"
"""Kind of the event of the line that says that sound of the agent began to flow after silence, stamped with its first
sample on the wire (``arrived``: the sample at which it had reached the line). What it begins with may be silent."""

STOPPED = "caller_stopped"
"""Kind of the event that says why a caller was stopped (``why``), and the end reason of its call."""

BARGE_IN = "barge_in"
"""Kind of the event that says that the caller broke in on the agent because that is its manner (``text``, ``after_s``:
seconds that the agent had spoken). Stamped with the sample of the decision; the words follow as an utterance."""

BACKCHANNEL = "backchannel"
"""Kind of the event that tells of a caller's "mm-hmm" (``text``, ``end``), stamped with its first sample. It is on the
wire, but it is no utterance and no turn: it asks for nothing."""

TAKEN_BACK = "taken_back"
"""Kind of the event that tells of a value that the caller said wrongly and put right in the same breath (``slot``,
``kind``, ``said``, ``value``)."""

END_REASONS: dict[str, str] = {
    "goodbye": "the caller said goodbye and hung up",
    "transfer": "the agent handed the call to a person and the caller hung up",
    "agent_hangup": "the agent ended the call",
    "agent_silence": "the caller spoke last and the agent never answered",
    "caller_silence": "the agent spoke last and the caller never answered",
    STOPPED: "the caller came to no end by itself and was stopped",
    "time_limit": "the call reached its time limit",
    "line_unfit": "the line ran late beyond its bound",
    "line_lost": "the connection to the agent broke or could not be made",
    "pipeline_error": "a component raised an error",
    "service_failed": "a service of the agent or the caller failed, refused, or fell silent",
    "cancelled": "the run was interrupted",
}
"""Every reason a call can end for, each in one sentence."""


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of speech on one channel; `end` is the sample after the last one."""

    start: int
    end: int

    @property
    def seconds(self) -> float:
        """Length in seconds."""
        return (self.end - self.start) / RATE


@dataclass(frozen=True, slots=True)
class Turn:
    """One exchange: the caller's speech and the agent's answer. Turn 0 is the agent's greeting.

    Attributes:
        latency_s: first agent start minus last caller end, in seconds, rounded to 6 places; ``None`` where a
            side is silent. Negative when the agent starts before the caller ends.
        agent_interrupts: the agent began while the caller spoke, with a positive overlap.
        caller_interrupts: the caller began while the agent spoke, with a positive overlap.
        overlap_s: both speak, in seconds.
        tools: number of tool calls made between the caller's first word and the agent's last.
    """

    index: int
    caller: tuple[Span, ...] = ()
    agent: tuple[Span, ...] = ()
    latency_s: float | None = None
    agent_interrupts: bool = False
    caller_interrupts: bool = False
    overlap_s: float = 0.0
    tools: int = 0


@dataclass(frozen=True, slots=True)
class Utterance:
    """What was said by one side in one breath, in three views.

    Attributes:
        intended: the text the speaker meant (given to its synthesis); ``None`` where the architecture hides it.
        heard: what the other side's recogniser made of it; ``None`` where it has no recogniser.
        cut: the speaker was silenced before the end; `intended` then holds only what was spoken, as far as known.
        entities: values that the speaker put into the words, each ``{"slot", "kind", "value"}``; known
            exactly for a caller with a plan, else empty.
    """

    role: Role
    turn: int
    start: int
    end: int
    intended: str | None
    heard: str | None
    cut: bool = False
    entities: tuple[dict[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One tool call of the agent; `type` is ``read``, ``write``, ``auth`` or ``system``."""

    index: int
    turn: int
    tool: str
    type: str
    params: dict[str, Any]
    response: dict[str, Any]
    start: int
    end: int

    @property
    def ok(self) -> bool:
        """Whether the tool reported success."""
        return self.response.get("status") == "success"


@dataclass(frozen=True, slots=True)
class Event:
    """Something that explains a time (never the time that is scored), stamped with the line sample."""

    sample: int
    side: str
    kind: str
    data: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Record:
    """One call.

    Attributes:
        call: call.json as written; see docs/record.md for its fields.
        agent_brief: what the agent was told: ``instructions``, ``tools`` (each ``{"name", "type", "description",
            "parameters"}``) and ``now``; empty in records of older versions.
    """

    path: Path | None
    call: dict[str, Any]
    turns: tuple[Turn, ...]
    utterances: tuple[Utterance, ...]
    tools: tuple[ToolCall, ...]
    events: tuple[Event, ...]
    scenario: dict[str, Any]
    world_before: dict[str, Any]
    world_after: dict[str, Any]
    agent_brief: dict[str, Any] = field(default_factory=dict)

    @property
    def status(self) -> Status:
        """The call's status, one of the taxonomy."""
        status: Status = self.call["status"]
        return status

    @property
    def end_reason(self) -> str:
        """A key of `END_REASONS`."""
        return str(self.call["end_reason"])

    @property
    def architecture(self) -> Architecture:
        """The architecture that the agent declares."""
        architecture: Architecture = self.call["agent"]["architecture"]
        return architecture

    @classmethod
    def load(cls, folder: Path) -> Record:
        """Read a call folder.

        Raises:
            FileNotFoundError: a file of the record is missing.
            ValueError: a file is not what this version writes; the message names it.
        """
        timeline = _json(folder / "timeline.json")
        return cls(
            path=folder,
            call=_json(folder / "call.json"),
            turns=tuple(turn_from_dict(t) for t in timeline["turns"]),
            utterances=tuple(
                Utterance(**{**u, "entities": tuple(u.get("entities", ()))})
                for u in _lines(folder / "transcript.jsonl")
            ),
            tools=tuple(ToolCall(**t) for t in _lines(folder / "tools.jsonl")),
            events=tuple(Event(**e) for e in _lines(folder / "events.jsonl")),
            scenario=_json(folder / "scenario.json"),
            world_before=_json(folder / "world_before.json"),
            world_after=_json(folder / "world_after.json"),
            agent_brief=_json(brief) if (brief := folder / "agent.json").exists() else {},
        )


def turn_from_dict(data: dict[str, Any]) -> Turn:
    """Rebuild a turn from its JSON form (spans as pairs of samples)."""
    spans = {side: tuple(Span(a, b) for a, b in data.get(side, ())) for side in ("caller", "agent")}
    return Turn(**{**data, **spans})


def turn_to_dict(turn: Turn) -> dict[str, Any]:
    """The JSON form of a turn."""
    return {
        "index": turn.index,
        "caller": [[s.start, s.end] for s in turn.caller],
        "agent": [[s.start, s.end] for s in turn.agent],
        "latency_s": turn.latency_s,
        "agent_interrupts": turn.agent_interrupts,
        "caller_interrupts": turn.caller_interrupts,
        "overlap_s": turn.overlap_s,
        "tools": turn.tools,
    }


def _json(path: Path) -> Any:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise ValueError(f"{path}: not valid JSON ({error}); the call is damaged, run it again") from error
    if not isinstance(data, dict):
        raise ValueError(f"{path}: no JSON object; the call is damaged, run it again")
    return data


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    """The objects of a JSON-lines file; a last line cut short by a crash is left out."""
    text = path.read_text(encoding="utf-8")
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield json.loads(line)
        except json.JSONDecodeError as error:
            if number == len(lines):
                return
            raise ValueError(f"{path}, line {number}: not valid JSON ({error})") from error
