"""Where the wait for an answer went: from the caller's last sample to the agent's first audible one, part by part.

The wait is the wire's (`Turn.latency_s`). At each moment of it the agent's events say whose turn it is to act, and the
moment belongs to that part: nothing is counted twice, nothing is left out, and the parts of a turn sum to its wait to
the sample. What no event tells is the remainder. Events explain; no time that is scored comes from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from pipelines.record import ONSET, RATE, TURN_OVER, Event, Record, Turn

FRAME = RATE // 50
"""Samples of one frame of the line (20 ms): sound may leave with the frame in whose middle it was made."""

REMAINDER = "remainder"

PARTS: Mapping[str, str] = {
    "vad_hangover": "turn detector",
    "turn_model": "turn detector",
    "stt_final": "recogniser",
    "llm_first_token": "model",
    "tools": "tools",
    "llm_further_rounds": "model",
    "sentence_aggregation": "pipeline",
    "tts_first_byte": "voice",
    "transport_playout": "transport",
    "tts_leading_silence": "voice",
    REMAINDER: "nobody: not told",
}
"""Every part, in the order in which an answer comes about, and who owns it."""

_DETECTING = ("vad_hangover", "turn_model", "stt_final")
_SOUNDING = ("tts_first_byte", "transport_playout", "tts_leading_silence")
_TOOL_STARTED, _TOOL_ENDED, _ARRIVED = "tool_started", "tool_ended", "arrived"
_NUDGES = (("caller", "nudge"), ("agent", "turn_end_fallback"))

Detector = Literal["own", "service", "untold"]
"""Who finds turns: the agent's own detector, with voice activity and a model; a service, which tells only of turns; or
somebody who does not tell."""


@dataclass(frozen=True, slots=True)
class Waterfall:
    """The wait for one answer.

    Attributes:
        turn: its number.
        start: the sample after the caller's last.
        samples: of each part, in the order of `PARTS`; they sum to the wait.
        tools: tools were called in the turn.
        nudged: the caller had to ask whether anybody was there; its own words are part of the wait then.
    """

    turn: int
    start: int
    samples: Mapping[str, int]
    tools: bool
    nudged: bool

    @property
    def gap_s(self) -> float:
        """The whole wait in seconds."""
        return round(sum(self.samples.values()) / RATE, 6)

    @property
    def seconds(self) -> dict[str, float]:
        """Seconds of each part."""
        return {part: round(samples / RATE, 6) for part, samples in self.samples.items()}


@dataclass(frozen=True, slots=True)
class Without:
    """A turn of the caller that has no waterfall, and why."""

    turn: int
    why: str


def waterfalls(record: Record) -> tuple[list[Waterfall], list[Without]]:
    """The waits of a call, turn by turn. The greeting answers nobody and is not among them."""
    detector = _detector(record)
    events = _events(record)
    found, without = [], []
    for turn in record.turns:
        if not turn.caller:
            continue
        if not turn.agent:
            without.append(Without(turn.index, "nobody answered"))
        elif turn.agent[0].start < turn.caller[-1].end:
            without.append(Without(turn.index, "the answer began before the caller's end"))
        else:
            found.append(_of_turn(turn, events, detector, record))
    return found, without


def _of_turn(turn: Turn, events: Sequence[Event], detector: Detector, record: Record) -> Waterfall:
    begun, start, end = turn.caller[0].start, turn.caller[-1].end, turn.agent[0].start
    inside = _with_onset([e for e in events if begun <= e.sample <= end], start)
    walk = _Walk(detector, start)
    samples = dict.fromkeys(PARTS, 0)
    at = start
    for event in inside:
        now = max(start, event.sample)
        samples[walk.part] += now - at
        at = now
        walk.take(event)
    samples[walk.part] += end - at
    nudged = any((e.side, e.kind) in _NUDGES and start <= e.sample <= end for e in record.events)
    return Waterfall(turn.index, start, samples, turn.tools > 0, nudged)


def _detector(record: Record) -> Detector:
    """Who finds turns, by what the agent declares and tells."""
    agent: Mapping[str, Any] = record.call["agent"]
    kinds = {e.kind for e in record.events if e.side == "agent"}
    if agent.get("exposes", {}).get("turns") == "beside" or "user_turn_stopped" not in kinds:
        return "untold"
    whole = record.architecture == "s2s" or (agent.get("realtime") is not None and agent.get("llm") is None)
    # Where a service finds turns, voice activity is watched beside it, and nothing follows from it.
    if whole or agent.get("turns", {}).get("stop") == "vendor" or "vad_stopped" not in kinds:
        return "service"
    return "own"


def _events(record: Record) -> list[Event]:
    """What the agent did, in order: its events, its tools, and the onsets of its sound."""
    tools = [
        Event(sample, "agent", kind)
        for call in record.tools
        for kind, sample in ((_TOOL_STARTED, call.start), (_TOOL_ENDED, max(call.start, call.end)))
    ]
    told = [e for e in record.events if e.side == "agent" or (e.side == "line" and e.kind == ONSET)]
    # A service may note that it answers before the end of the turn is noted at the same sample.
    return sorted([*told, *tools], key=lambda e: (e.sample, e.kind != "user_turn_stopped"))


def _with_onset(events: Iterable[Event], start: int) -> list[Event]:
    """The events with the one onset that is the answer's, and with its arrival where nothing else tells of the voice.

    That is the last one, unless it flowed before the answer's sound was made: some agents send silence all the time.
    """
    given = list(events)
    others = [e for e in given if e.kind != ONSET]
    onset = next((e for e in reversed(given) if e.kind == ONSET and e.sample >= start), None)
    if onset is None:
        return others
    sounds = [e.sample for e in others if e.kind == "tts_first_audio"]
    made = [sample for sample in sounds if sample >= start] or sounds  # rather than the end of an answer before
    if not made:
        arrived = Event(int(onset.data.get("arrived", onset.sample)), "line", _ARRIVED)
        return sorted([*others, arrived, onset], key=lambda e: e.sample)
    if min(made) > onset.sample + FRAME:
        return [replace(e, data={"flowing": True}) if e.kind == "tts_first_audio" else e for e in others]
    return sorted([*others, onset], key=lambda e: e.sample)


class _Walk:
    """Whose turn it is to act, as events come.

    Attributes:
        part: the part that the present moment belongs to.
    """

    def __init__(self, detector: Detector, start: int) -> None:
        self._detector, self._start = detector, start
        self._listening = {"own": "vad_hangover", "service": "turn_model", "untold": REMAINDER}[detector]
        self._open = 0  # tools that run
        self.part = self._listening
        self._taken = False  # the turn has been taken to be over
        self._rounds = 0  # of the model

    def take(self, event: Event) -> None:
        """Something has happened."""
        match event.kind:
            case "interruption":
                self._listen()
            case "user_turn_started" | "vad_started" | "vad_stopped" | "user_turn_stopped":
                if self._detector != "untold":
                    self._detect(event.kind)
            case _ if event.kind == TURN_OVER:
                if self._detector == "own" and self.part in ("vad_hangover", "turn_model"):
                    self.part = "stt_final"
            case _ if event.kind == ONSET:
                self.part = "tts_leading_silence"
            case _ if event.kind == _ARRIVED:
                if event.sample >= self._start:
                    self.part = "transport_playout"
            case _:
                self._answer(event, self._taken or event.sample >= self._start)

    def _listen(self) -> None:
        self.part, self._taken, self._rounds = self._listening, False, 0

    def _detect(self, kind: str) -> None:
        own = self._detector == "own"
        detecting = self.part in _DETECTING
        if kind == "user_turn_stopped":
            self._taken = True
            if detecting:
                self.part = "tools" if self._open else REMAINDER
        elif kind == "user_turn_started":
            if detecting or self.part == REMAINDER:
                self._listen()
        elif own and detecting and kind == "vad_started":
            self.part = "vad_hangover"
        elif own and self.part == "vad_hangover" and kind == "vad_stopped":
            self.part = "turn_model"

    def _answer(self, event: Event, counts: bool) -> None:
        """Model, tools and voice. Before the caller's end they are of this turn only once it was taken to be over."""
        self._open += {_TOOL_STARTED: 1, _TOOL_ENDED: -1}.get(event.kind, 0)
        if not counts or self.part == "tts_leading_silence":
            return
        sounding = self.part in _SOUNDING
        match event.kind:
            case "llm_started" if not sounding:
                self._rounds += 1
                self.part = "llm_first_token" if self._rounds == 1 else "llm_further_rounds"
            case "llm_first_token" if self.part in ("llm_first_token", "llm_further_rounds", REMAINDER):
                self.part = "sentence_aggregation"
            case "llm_ended" if self.part in ("llm_first_token", "llm_further_rounds"):
                self.part = REMAINDER
            case "tool_started" if not sounding:
                self.part = "tools"
            case "tool_ended" if self.part == "tools" and self._open <= 0:
                self.part = "llm_further_rounds"
            case "tts_started" if not sounding:
                self.part = "tts_first_byte"
            case "tts_first_audio":
                self.part = "tts_leading_silence" if event.data.get("flowing") else "transport_playout"
