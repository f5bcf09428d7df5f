"""Conditions to listen to: a wave file each, the same sentences by the woman's and the man's voice; without a call."""

from __future__ import annotations

import wave
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import get_args
from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray

from agents.callers.spec import CallerSpec, Gender
from agents.embedded import babble
from agents.embedded.level import LEVEL_DB
from agents.embedded.voices import synthesize
from harness import said
from harness.files import write
from harness.report.template import style, template
from harness.settings import speaking
from pipelines.perturb.condition import Condition
from pipelines.perturb.stack import open_stack
from pipelines.record import RATE
from scenarios.errors import UsageError

LEAD_S, BETWEEN_S, TAIL_S = 0.8, 1.2, 1.0
"""Seconds without speech: noise goes on in them, which is half of what there is to hear."""

PHRASE_S = 0.25
"""Between the phrases of a sentence, where no manner says otherwise: as the embedded voices pause between sentences."""


@dataclass(frozen=True)
class Sample:
    """A file.

    Attributes:
        seconds: its length.
        level_db: RMS where nobody speaks, in dBFS; ``None`` for silence.
        note: what there is more of in a call; empty where all of it is heard here.
    """

    condition: str
    file: str
    seconds: float
    level_db: float | None
    note: str


def make(conditions: Sequence[Condition], caller: CallerSpec, out: Path, seed: int) -> list[Sample]:
    """Write a wave file for each condition, and index.html to listen to them.

    Args:
        conditions: to be heard.
        caller: whose voices; embedded ones.
        out: folder, made if it is not there.
        seed: of everything random.

    Raises:
        UsageError: a condition cannot be carried, the caller has no embedded voices, or the folder cannot be written.
    """
    for condition in conditions:
        voice_of(speaking(caller, condition), "woman")
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"--out {out}: {error.strerror}; give another folder") from error
    found = []
    for condition in conditions:
        dry, speech = spoken(caller, condition, seed)
        wet = perturbed(dry, condition, seed)
        name, note = f"{condition.folder}.wav", said.in_calls(condition.behaviours)
        _write(out / name, wet)
        found.append(Sample(condition.name, name, len(wet) / RATE, _level(wet, speech), note))
    write(out / "index.html", page(found, caller, seed))
    return found


def spoken(caller: CallerSpec, condition: Condition, seed: int) -> tuple[NDArray[np.int16], NDArray[np.bool_]]:
    """The sentences by both voices, with silence around them.

    Args:
        caller: whose voices, without the condition's accent.
        condition: its accent is the voices', its manners are those of what is said.
        seed: of the manners.

    Returns:
        8 kHz samples, and which of them are speech.
    """
    who = speaking(caller, condition)
    parts: list[tuple[NDArray[np.int16], bool]] = [(_silence(LEAD_S), False)]
    for gender in get_args(Gender):
        voice = voice_of(who, gender)
        for phrases, pace in said.in_manner(condition.behaviours, seed):
            for number, phrase in enumerate(phrases):
                pause = PHRASE_S if phrase.pause_s is None else phrase.pause_s
                parts += [(_silence(pause if number else 0.0), False), (synthesize(phrase.text, voice, pace), True)]
            parts.append((_silence(BETWEEN_S), False))
    parts[-1] = (_silence(TAIL_S), False)
    sound = np.concatenate([samples for samples, _ in parts])
    speech = np.concatenate([np.full(len(samples), is_speech) for samples, is_speech in parts])
    return sound, speech


def perturbed(dry: NDArray[np.int16], condition: Condition, seed: int) -> NDArray[np.int16]:
    """The sound as it comes out of the condition's stack, tick by tick as on a line."""
    stack = open_stack(condition, seed, speech_db=LEVEL_DB, talk=babble.talk)
    if stack is None:
        return dry
    whole = np.concatenate([dry, np.zeros(stack.delay, np.int16)])
    tick = RATE // 50
    return np.concatenate([stack(whole[at : at + tick], at) for at in range(0, len(whole), tick)])[stack.delay :]


def page(samples: Sequence[Sample], caller: CallerSpec, seed: int) -> str:
    """The HTML of the listening page."""
    return template("samples.html.j2").render(
        samples=samples,
        sentences=[line.text for line in said.lines()],
        caller=caller.name,
        seed=seed,
        style=style(),
        quote=quote,
    )


def voice_of(caller: CallerSpec, gender: Gender) -> str:
    """The name of an embedded voice.

    Raises:
        UsageError: the caller speaks with another's.
    """
    service = caller.played(gender).get("tts")
    if service is None or service.provider != "embedded":
        raise UsageError(f"caller {caller.name} speaks with a vendor's voice; samples are made with embedded ones")
    return str(service.model_dump()["voice"])


def _silence(seconds: float) -> NDArray[np.int16]:
    return np.zeros(round(seconds * RATE), np.int16)


def _level(wet: NDArray[np.int16], speech: NDArray[np.bool_]) -> float | None:
    quiet = wet[: len(speech)][~speech].astype(np.float64) / 32768
    rms = float(np.sqrt(np.mean(quiet**2)))
    return round(20 * float(np.log10(rms)), 1) if rms > 0 else None


def _write(path: Path, samples: NDArray[np.int16]) -> None:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.astype("<i2").tobytes())
