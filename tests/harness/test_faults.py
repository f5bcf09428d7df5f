"""Each seeded fault moves the metrics that are meant to catch it, and no other one."""

from __future__ import annotations

import dataclasses
import multiprocessing
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path

import pytest

from agents.spec import FAULTS
from harness.fault_calls import Measured, measure
from harness.faults import CALLERS, EXPECTED, Expectation, matrix_metrics, moved, problems, quiet, row
from metrics.composites import ACCURACY, EXPERIENCE
from pipelines.caller.faulty import FAULTS as CALLER_FAULTS

ALL = {**EXPECTED, **CALLERS}
VALIDATION = ("user_behavioral_fidelity", "user_speech_fidelity")


def call(end_reason: str = "goodbye", valid: bool = True, **values: float | None) -> Measured:
    return Measured("completed", end_reason, valid, {**dict.fromkeys(matrix_metrics(), 1.0), **values})


def test_every_fault_has_an_expectation() -> None:
    assert set(EXPECTED) == set(FAULTS)
    assert set(CALLERS) == set(CALLER_FAULTS)
    assert {e.side for e in EXPECTED.values()} == {"agent"}
    assert {e.side for e in CALLERS.values()} == {"caller"}
    assert [f for f, e in CALLERS.items() if not e.noticed] == ["withholds"]
    assert not any(e.noticed for e in EXPECTED.values())


def test_expectations_name_metrics_that_there_are() -> None:
    known = set(matrix_metrics())
    assert all({*e.moves, *e.also} <= known for e in ALL.values())
    assert all(e.moves for e in ALL.values())


def test_every_component_of_the_composites_and_of_the_gate_has_a_fault_to_catch() -> None:
    caught = {name for e in ALL.values() for name in e.moves}
    assert {*ACCURACY, *EXPERIENCE, *VALIDATION} <= caught


def test_a_change_is_worse_by_the_metrics_own_direction_and_above_chance() -> None:
    faulty = call(response_speed=2.0, faithfulness=0.5, stt_wer=1.02, conciseness=2.0, task_completion=None)
    changes = moved(call(), faulty)
    assert changes == {"response_speed": True, "faithfulness": True, "conciseness": False, "task_completion": True}


def test_what_departs_from_the_expectation_is_named() -> None:
    expected = Expectation(("faithfulness",), ("words_per_turn",))
    assert problems(expected, call(), call(faithfulness=0.0, words_per_turn=9.0)) == []
    assert problems(expected, call(), call("agent_silence", False, conciseness=0.0)) == [
        "faithfulness did not get worse",
        "conciseness moved",
        "ended by agent_silence, not goodbye",
        "the attempt does not count",
    ]
    spoiled = dataclasses.replace(expected, side="caller", noticed=True)
    assert problems(spoiled, call(), call(faithfulness=0.0)) == ["the attempt counts"]


def test_the_matrix_counts_what_each_metric_catches_and_what_leaves_it_still() -> None:
    one = row(
        "a", Expectation(("faithfulness",), ("conciseness",)), "", call(), call(faithfulness=0.0, conciseness=0.0)
    )
    two = row("b", Expectation(("conciseness",)), "", call(), call(conciseness=0.0))
    assert (one.caught, one.followed) == ({"faithfulness": (1.0, 0.0)}, {"conciseness": (1.0, 0.0)})
    found = quiet([one, two])
    assert found["faithfulness"] == {"catches": ["a"], "still": 1, "others": 1}
    assert found["conciseness"] == {"catches": ["b"], "still": 0, "others": 1}
    assert found["turn_taking"] == {"catches": [], "still": 2, "others": 2}


@pytest.fixture(scope="module")
def calls(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Future[Measured]]]:
    out: Path = tmp_path_factory.mktemp("faults")
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        sound = {
            scenario: pool.submit(measure, "", out / scenario, scenario=scenario)
            for scenario in sorted({e.scenario for e in ALL.values()})
        }
        yield sound | {
            fault: pool.submit(measure, fault, out, side=e.side, scenario=e.scenario) for fault, e in ALL.items()
        }


@pytest.mark.slow
@pytest.mark.parametrize("scenario", sorted({e.scenario for e in ALL.values()}))
def test_the_sound_call_is_sound(scenario: str, calls: dict[str, Future[Measured]]) -> None:
    sound = calls[scenario].result()
    assert (sound.status, sound.end_reason, sound.valid) == ("completed", "goodbye", True)
    assert sound.values["task_completion"] == 1.0
    assert sound.values["faithfulness"] == 3.0
    assert sound.values["turn_taking"] >= 0.8
    assert [name for name in matrix_metrics() if sound.values.get(name) is None] == []


@pytest.mark.slow
@pytest.mark.parametrize("fault", ALL)
def test_a_fault_moves_its_metrics_alone(fault: str, calls: dict[str, Future[Measured]]) -> None:
    expected = ALL[fault]
    sound, faulty = calls[expected.scenario].result(), calls[fault].result()
    assert problems(expected, sound, faulty) == [], moved(sound, faulty)
