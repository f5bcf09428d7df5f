"""Proof that each metric catches its fault: the calibration agent with one seeded fault at a time.

For every fault, the metrics that it has to move, in the direction of worse, and those that it moves by its nature
(an agent that never answers also completes nothing). Every other exact metric must stay where the sound agent has it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from agents.spec import AgentSpec
from harness.job import AttemptJob, CallOptions
from harness.score import read_scores
from harness.worker import perform_here

SCENARIO = "meal-and-bags"
"""Has choices, a count, a price and two writes, so that every fault finds something to spoil."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """What a fault does.

    Attributes:
        moves: metrics that must get worse.
        also: metrics that may move with them, because the fault leads there.
        ends: the end reason it leads to, where that is not the caller's goodbye.
    """

    moves: tuple[str, ...]
    also: tuple[str, ...] = ()
    ends: str = "goodbye"


EXPECTED: dict[str, Expectation] = {
    "slow": Expectation(("turn_taking", "response_speed")),
    "barge_in": Expectation(("turn_taking",), ("response_speed", "words_per_turn")),
    "verbose": Expectation(("words_per_turn",)),
    "repeats": Expectation(("repeated_statements",), ("words_per_turn",)),
    "mishears": Expectation(("transcription_accuracy_key_entities", "task_completion"), ("stt_wer", "words_per_turn")),
    "skips_confirmation": Expectation(("confirmed_writes",), ("words_per_turn", "grounded_values")),
    "wrong_amount": Expectation(("grounded_values",)),
    # Text and deeds are right; only the sound is wrong, which an audio judge has to hear.
    "garbled_code": Expectation(()),
    "silent": Expectation(
        ("task_completion", "turn_taking", "conversation_correctly_finished"),
        (
            "words_per_turn",
            "response_speed",
            "confirmed_writes",
            "grounded_values",
            "double_turns",
            "stt_wer",
        ),
        "agent_silence",
    ),
    "hangs_up": Expectation(
        ("task_completion",),
        (
            "conversation_correctly_finished",
            "words_per_turn",
            "response_speed",
            "confirmed_writes",
            "grounded_values",
            "turn_taking",
            "conversation_valid_end",
        ),
        "agent_hangup",
    ),
}

EXACT = (
    "task_completion",
    "turn_taking",
    "response_speed",
    "stt_wer",
    "transcription_accuracy_key_entities",
    "tool_call_validity",
    "authentication_success",
    "confirmed_writes",
    "grounded_values",
    "repeated_statements",
    "words_per_turn",
    "double_turns",
    "conversation_valid_end",
    "conversation_correctly_finished",
    "conversation_completed_on_time",
)

# Smallest change that counts, on each metric's raw scale: below it two calls with other words may differ by chance.
TOLERANCE = {"response_speed": 0.3, "words_per_turn": 4.0, "turn_taking": 0.05, "stt_wer": 0.03}
LESS_IS_BETTER = frozenset({"response_speed", "stt_wer", "words_per_turn", "repeated_statements"})


@dataclass(frozen=True, slots=True)
class Measured:
    """One call: how it ended and the raw value of every exact metric (``None``: skipped or errored)."""

    status: str
    end_reason: str
    valid: bool
    values: dict[str, float | None]


def measure(fault: str, out: Path, ears: str = "perfect", scenario: str = SCENARIO, seed: int = 1) -> Measured:
    """Carry one call with a fault (empty: none) in virtual time and score it."""
    path = Path(__file__).parent.parent / "agents" / "catalog" / "embedded-cascade.yaml"
    agent = AgentSpec.load(path).model_copy(update={"faults": (fault,) if fault else ()})
    job = AttemptJob(
        run_dir=out / (fault or "sound"),
        pack="builtin",
        domain="airline",
        scenario=scenario,
        agent=agent,
        options=CallOptions.model_validate({"ears": ears}),
        trial=1,
        attempt=1,
        run_seed=seed,
    )
    outcome = perform_here(job)
    scores = read_scores(job.folder) or {}
    values = {
        name: (score.value if (score := scores.get(name)) is not None and score.state == "scored" else None)
        for name in EXACT
    }
    return Measured(outcome.status, outcome.end_reason, outcome.valid, values)


def moved(sound: Measured, faulty: Measured) -> dict[str, bool]:
    """The metrics that differ, each with whether it got worse."""
    changes: dict[str, bool] = {}
    for name in EXACT:
        before, after = sound.values[name], faulty.values[name]
        if before is None or after is None:
            if before != after:
                changes[name] = True
            continue
        delta = after - before
        if abs(delta) > TOLERANCE.get(name, 1e-6):
            changes[name] = delta > 0 if name in LESS_IS_BETTER else delta < 0
    return changes


def problems(fault: str, sound: Measured, faulty: Measured) -> list[str]:
    """Where the measurement departs from what is expected of the fault; empty when all is as it should be."""
    expected, changes = EXPECTED[fault], moved(sound, faulty)
    found = [f"{name} did not get worse" for name in expected.moves if not changes.get(name)]
    allowed: Sequence[str] = (*expected.moves, *expected.also)
    found += [f"{name} moved" for name in changes if name not in allowed]
    if faulty.end_reason != expected.ends:
        found.append(f"ended by {faulty.end_reason}, not {expected.ends}")
    if not faulty.valid:
        found.append("the attempt does not count")
    return found
