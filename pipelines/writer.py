"""Writes a call folder: live files as the call goes, the rest at its end, call.json last of all."""

from __future__ import annotations

import html
import json
import os
import wave
from pathlib import Path
from typing import Any

import numpy as np

from pipelines import g711
from pipelines.line.line import Line
from pipelines.record import RATE, turn_to_dict
from pipelines.tap import EventLog
from pipelines.timeline import Timeline


class CallWriter:
    """A call's folder in the making.

    ``events.jsonl`` and ``tools.jsonl`` grow while the call runs, so a crash leaves what had happened. A folder
    without ``call.json`` is a call that never finished.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.events = EventLog(folder / "events.jsonl")
        self.tools = folder / "tools.jsonl"
        self.tools.touch()

    def before(
        self, scenario: dict[str, Any], world: dict[str, Any], agent_brief: dict[str, Any] | None = None
    ) -> None:
        """Write what is known before the call; `agent_brief` is what the agent is told (agent.json)."""
        self._json("scenario.json", scenario)
        self._json("world_before.json", world)
        if agent_brief is not None:
            self._json("agent.json", agent_brief)

    def after(self, line: Line, end: int, timeline: Timeline, world: dict[str, Any], call: dict[str, Any]) -> None:
        """Write the record, cut at sample `end`, and finish it with call.json."""
        self.events.close()
        self._events_in_order()
        self._audio(line, end)
        turns = [turn_to_dict(turn) for turn in timeline.turns]
        self._json("timeline.json", {"rate": RATE, "samples": end, "turns": turns})
        self._lines("transcript.jsonl", [_slots(u) for u in timeline.utterances])
        self._lines("tools.jsonl", [_slots(t) for t in timeline.tools])
        self._text("labels.txt", _labels(timeline))
        self._text("captions.vtt", _captions(timeline))
        self._json("world_after.json", world)
        self._json("call.json", call)

    def _events_in_order(self) -> None:
        """Observers of two pipelines report in bursts; the finished file is in order of time."""
        ordered = sorted(self.events.events, key=lambda e: e.sample)
        self._lines("events.jsonl", [_slots(e) for e in ordered])

    def _audio(self, line: Line, end: int) -> None:
        left = g711.decode(bytes(line.caller.wire[:end]))
        right = g711.decode(bytes(line.agent.wire[:end]))
        size = min(len(left), len(right))
        self._wave("audio.wav", np.stack([left[:size], right[:size]], axis=1).tobytes(), 2)
        self._wave("caller_dry.wav", bytes(line.caller.dry[: 2 * end]), 1)

    def _wave(self, name: str, data: bytes, channels: int) -> None:
        temporary = self.folder / f".{name}.tmp"
        with wave.open(str(temporary), "wb") as file:
            file.setnchannels(channels)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(data)
        temporary.replace(self.folder / name)

    def _json(self, name: str, data: Any) -> None:
        self._text(name, json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True) + "\n")

    def _lines(self, name: str, rows: list[dict[str, Any]]) -> None:
        self._text(name, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))

    def _text(self, name: str, text: str) -> None:
        temporary = self.folder / f".{name}.tmp"
        with temporary.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(self.folder / name)


def _slots(item: Any) -> dict[str, Any]:
    return {name: getattr(item, name) for name in type(item).__slots__}


def _labels(timeline: Timeline) -> str:
    """Audacity labels: start and end in seconds, and the text."""
    rows = [
        f"{u.start / RATE:.4f}\t{u.end / RATE:.4f}\t{u.role} {u.turn}: {_said(u.intended, u.heard)}\n"
        for u in timeline.utterances
    ]
    return "".join(rows)


def _captions(timeline: Timeline) -> str:
    """WebVTT captions."""
    rows = ["WEBVTT\n"]
    for u in timeline.utterances:
        text = html.escape(_said(u.intended, u.heard), quote=False)
        rows.append(f"\n{_stamp(u.start)} --> {_stamp(u.end)}\n<v {u.role.capitalize()}>{text}\n")
    return "".join(rows)


def _said(intended: str | None, heard: str | None) -> str:
    return " ".join((intended if intended is not None else heard or "").split())


def _stamp(sample: int) -> str:
    milliseconds = sample * 1000 // RATE
    seconds, milliseconds = divmod(milliseconds, 1000)
    return f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}.{milliseconds:03d}"
