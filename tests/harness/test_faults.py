"""Each seeded fault of the calibration agent moves the metric that is meant to catch it, and no other exact one."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path

import pytest

from agents.spec import FAULTS
from harness.faults import EXACT, EXPECTED, Measured, measure, moved, problems

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def calls(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Future[Measured]]]:
    out: Path = tmp_path_factory.mktemp("faults")
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield {fault: pool.submit(measure, fault, out) for fault in ("", *EXPECTED)}


def test_every_fault_has_an_expectation() -> None:
    assert set(EXPECTED) == set(FAULTS)


def test_the_sound_agent_is_sound(calls: dict[str, Future[Measured]]) -> None:
    sound = calls[""].result()
    assert (sound.status, sound.end_reason, sound.valid) == ("completed", "goodbye", True)
    assert sound.values["task_completion"] == 1.0
    assert sound.values["turn_taking"] >= 0.8
    assert all(sound.values[name] is not None for name in EXACT)


@pytest.mark.parametrize("fault", EXPECTED)
def test_a_fault_moves_its_metric_alone(fault: str, calls: dict[str, Future[Measured]]) -> None:
    sound, faulty = calls[""].result(), calls[fault].result()
    assert problems(fault, sound, faulty) == [], moved(sound, faulty)
