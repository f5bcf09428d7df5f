"""Proof that each metric catches its fault: one seeded fault at a time, of the agent or of the caller.

For every fault, the metrics that it has to move, in the direction of worse, and those that it moves by its nature
(an agent that never answers also completes nothing). Every other metric must stay where the sound call has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from harness.fault_calls import SCENARIO, Measured
from metrics.registry import load

Side = Literal["agent", "caller"]
TWO_REQUESTS = "birthday-trip"
"""For a caller that leaves before it has raised everything."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """What a fault does.

    Attributes:
        moves: metrics that must get worse.
        also: metrics that may move with them, because the fault leads there.
        ends: the end reason it leads to, where that is not the caller's goodbye.
        scenario: whose call is spoiled.
        side: who has the fault.
        noticed: whether the gate must notice it, so that the attempt does not count.
    """

    moves: tuple[str, ...]
    also: tuple[str, ...] = ()
    ends: str = "goodbye"
    scenario: str = SCENARIO
    side: Side = "agent"
    noticed: bool = False


_DETECTOR = ("endpointing_delay", "endpointing_early", "endpointing_forced", "endpointing_stuck")
"""Where a call has other turns, the turn detector meets other pauses."""

_HALF_A_CALL = (
    *_DETECTOR,
    "confirmed_writes",
    "conciseness",
    "conversation_correctly_finished",
    "conversation_progression",
    "double_turns",
    "grounded_values",
    "human_timing",
    "repeated_statements",
    "response_speed",
    "stt_wer",
    "task_completion",
    "transcription_accuracy_key_entities",
    "turn_taking",
    "user_speech_fidelity",
    "words_per_turn",
)
"""What a call that breaks off in the middle has less of."""

EXPECTED: dict[str, Expectation] = {
    "slow": Expectation(("turn_taking", "response_speed"), ("human_timing",)),
    "barge_in": Expectation(("turn_taking",), (*_DETECTOR, "human_timing", "response_speed", "words_per_turn")),
    "verbose": Expectation(("words_per_turn", "conciseness")),
    "repeats": Expectation(("repeated_statements", "conversation_progression"), ("words_per_turn", "conciseness")),
    "asks_again": Expectation(
        ("conversation_progression",),
        (*_DETECTOR, "human_timing", "repeated_statements", "response_speed", "turn_taking", "words_per_turn"),
    ),
    "mishears": Expectation(("transcription_accuracy_key_entities", "task_completion"), ("stt_wer", "words_per_turn")),
    "skips_confirmation": Expectation(("confirmed_writes", "faithfulness"), ("words_per_turn", "grounded_values")),
    "wrong_amount": Expectation(("grounded_values", "faithfulness")),
    "invents_code": Expectation(("grounded_values", "faithfulness")),
    # Text and deeds are right; only the sound is wrong.
    "garbled_code": Expectation(("agent_speech_fidelity", "tts_fidelity")),
    "silent": Expectation(
        ("task_completion", "turn_taking", "conversation_correctly_finished"),
        _HALF_A_CALL,
        ends="agent_silence",
    ),
    "hangs_up": Expectation(("task_completion", "conversation_correctly_finished"), _HALF_A_CALL, ends="agent_hangup"),
}
"""Faults of the agent."""

CALLERS: dict[str, Expectation] = {
    "strays": Expectation(("user_behavioral_fidelity",), ("task_completion",), side="caller", noticed=True),
    # The gate goes by what the caller says of itself and by the values that it speaks: silence about one is neither.
    "withholds": Expectation(
        ("user_behavioral_fidelity",), (*_HALF_A_CALL, "agent_speech_fidelity", "authentication_success"), side="caller"
    ),
    "leaves_early": Expectation(
        ("user_behavioral_fidelity",),
        (*_HALF_A_CALL, "agent_speech_fidelity"),
        scenario=TWO_REQUESTS,
        side="caller",
        noticed=True,
    ),
    "adds_request": Expectation(
        ("user_behavioral_fidelity",),
        (*_DETECTOR, "human_timing", "response_speed", "stt_wer", "turn_taking", "words_per_turn"),
        side="caller",
        noticed=True,
    ),
    "mumbles": Expectation(
        ("user_speech_fidelity",),
        (*_DETECTOR, "human_timing", "response_speed", "turn_taking"),
        side="caller",
        noticed=True,
    ),
}
"""Faults of the caller: what the gate and the validation metrics are for."""

# Smallest change that counts, on each metric's raw scale: below it two calls with other words may differ by chance.
TOLERANCE = {
    "response_speed": 0.3,
    "words_per_turn": 4.0,
    "turn_taking": 0.05,
    "human_timing": 0.05,
    "stt_wer": 0.03,
    "endpointing_delay": 0.1,
    "user_speech_fidelity": 0.25,
}


IN_CONDITIONS = ("backchannel_yields",)
"""Metrics that only a call in a condition can have; the matrix' calls are clean."""


def matrix_metrics() -> tuple[str, ...]:
    """The metrics that the matrix shows: every one of this package that a clean call has, plug-ins aside."""
    own = (m.name for m in load() if m.function.__module__.startswith("metrics."))
    return tuple(name for name in own if name not in IN_CONDITIONS)


def moved(sound: Measured, faulty: Measured) -> dict[str, bool]:
    """The metrics that differ, each with whether it got worse. One that has no value any more has got worse."""
    changes: dict[str, bool] = {}
    for name in matrix_metrics():
        before, after = sound.values.get(name), faulty.values.get(name)
        if before is None or after is None:
            if before != after:
                changes[name] = after is None
            continue
        delta = after - before
        if abs(delta) > TOLERANCE.get(name, 1e-6):
            changes[name] = (delta > 0) != load().get(name).higher_is_better
    return changes


def problems(expected: Expectation, sound: Measured, faulty: Measured) -> list[str]:
    """Where the measurement departs from what is expected of a fault; empty when all is as it should be."""
    changes = moved(sound, faulty)
    found = [f"{name} did not get worse" for name in expected.moves if not changes.get(name)]
    found += [f"{name} moved" for name in changes if name not in (*expected.moves, *expected.also)]
    if faulty.end_reason != expected.ends:
        found.append(f"ended by {faulty.end_reason}, not {expected.ends}")
    if faulty.valid == expected.noticed:
        found.append("the attempt counts" if faulty.valid else "the attempt does not count")
    return found


@dataclass(frozen=True, slots=True)
class Row:
    """One fault as the matrix shows it.

    Attributes:
        what: the fault in words.
        caught: metrics that had to move, with the values of sound and faulty call.
        followed: metrics that moved with them, as they may.
        problems: what is not as it should be.
        counts: whether the attempt counts in a run.
    """

    fault: str
    side: Side
    what: str
    counts: bool
    caught: Mapping[str, tuple[float | None, float | None]]
    followed: Mapping[str, tuple[float | None, float | None]]
    problems: tuple[str, ...] = field(default=())


def row(fault: str, expected: Expectation, what: str, sound: Measured, faulty: Measured) -> Row:
    """A row of the matrix from two calls."""
    changes = moved(sound, faulty)

    def both(names: Iterable[str]) -> dict[str, tuple[float | None, float | None]]:
        return {n: (sound.values.get(n), faulty.values.get(n)) for n in names}

    return Row(
        fault,
        expected.side,
        what,
        faulty.valid,
        both(expected.moves),
        both(n for n in changes if n not in expected.moves),
        tuple(problems(expected, sound, faulty)),
    )


def quiet(rows: Iterable[Row]) -> dict[str, dict[str, Any]]:
    """By metric: the faults that it has to catch, and how many of the others left it still."""
    found = list(rows)
    return {
        name: {
            "catches": [r.fault for r in found if name in r.caught],
            "still": sum(name not in r.caught and name not in r.followed for r in found),
            "others": sum(name not in r.caught for r in found),
        }
        for name in matrix_metrics()
    }
