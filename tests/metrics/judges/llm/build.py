"""Conversations to ask about, and juries that ask the endpoint on this machine."""

from __future__ import annotations

import wave
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from metrics.judges.case import Case, Entry
from metrics.judges.llm import ModelJury, jury_from
from metrics.judges.llm.questions import QUESTIONS
from tests.metrics.build import record

METRICS = tuple(QUESTIONS)
VARIABLE = "TEST_JUDGE_KEY"
CANARY = "sk-canary-9f31c07d5be24a68"
RATE = 8000


def conversation(code: str = "ZK3FFW") -> tuple[Entry, ...]:
    return (
        Entry(0, "agent", "Hello, how can I help?"),
        Entry(1, "caller", f"Please cancel my booking, the code is {code}."),
        Entry(1, "call", tool="get_reservation", type="read", data={"confirmation_number": code}),
        Entry(1, "response", tool="get_reservation", type="read", data={"status": "success", "fee": 40}),
        Entry(1, "agent", f"I found {code}. Cancelling costs 40 dollars. Shall I?"),
        Entry(2, "caller", "Yes please."),
        Entry(2, "call", tool="cancel", type="write", data={"confirmation_number": code}),
        Entry(2, "response", tool="cancel", type="write", data={"status": "success"}),
        Entry(2, "agent", "It is cancelled.", cut=True),
    )


def case(code: str = "ZK3FFW", folder: Path | None = None, **changes: Any) -> Case:
    entries = conversation(code)
    made = Case(
        architecture="cascade",
        entries=entries,
        spoken=tuple(e for e in entries if e.kind in ("caller", "agent")),
        instructions="Cancel bookings on request, after the caller has agreed to the fee.",
        tools=({"name": "get_reservation", "type": "read"}, {"name": "cancel", "type": "write"}),
        now="2026-03-17 09:00",
        brief=f"Goal: cancel booking {code}.",
        ending="the caller said goodbye and hung up",
        record=None if folder is None else replace(record(), path=recording(folder)),
    )
    return replace(made, **changes)


def recording(folder: Path, dry: bool = True) -> Path:
    """Three seconds of a call: tones of 300 Hz for the caller, 600 Hz for the agent."""
    folder.mkdir(parents=True, exist_ok=True)
    time = np.arange(3 * RATE) / RATE
    caller, agent = (np.round(8000 * np.sin(2 * np.pi * hz * time)).astype("<i2") for hz in (300, 600))
    write_wav(folder / "audio.wav", np.stack([caller, agent], axis=1))
    if dry:
        write_wav(folder / "caller_dry.wav", (caller // 2).reshape(-1, 1))
    return folder


def write_wav(path: Path, samples: Any) -> None:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(samples.shape[1])
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.astype("<i2").tobytes())


def judge(url: str, name: str = "one", **changes: Any) -> dict[str, Any]:
    return {"name": name, "model": f"model-{name}", "base_url": url, "key": VARIABLE, "audio": True} | changes


def jury(folder: Path, *judges: dict[str, Any], cache: bool = True) -> ModelJury:
    """A jury from a judge file in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "jury.yaml"
    path.write_text(yaml.safe_dump({"judges": list(judges)}), encoding="utf-8")
    return jury_from(str(path), folder / "cache" if cache else None, {VARIABLE: CANARY})
