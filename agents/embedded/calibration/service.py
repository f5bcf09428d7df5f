"""The calibration brain as a ready LLM service for a scenario."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from agents.embedded.calibration.brain import CalibrationBrain
from agents.embedded.calibration.faulty import FaultyBrain
from agents.embedded.calibration.forms import forms
from agents.embedded.calibration.mishearing import mishearing
from agents.embedded.segments import SegmentKeeper
from pipelines.brain import BrainService
from pipelines.latency import Sampler
from scenarios.model import Scenario
from scenarios.replay import replay
from scenarios.toolbox import Toolbox

SLOW_S = 3.0  # what the fault ``slow`` adds to a caller turn's first token: past the turn-taking curve's zero at 3.5 s


def calibration_brain(
    scenario: Scenario, toolbox: Toolbox, keeper: SegmentKeeper | None, faults: Sequence[str]
) -> CalibrationBrain:
    """A brain for a scenario: its plan without the caller's values, and prices from a rehearsal."""
    return CalibrationBrain(
        scenario.blinded_plan(),
        replay(scenario, toolbox).responses,
        {name: tool.type for name, tool in toolbox.tools.items()},
        forms(toolbox, scenario.world),
        datetime.date.fromisoformat(scenario.now[:10]),
        scenario.domain,
        keeper,
        faults,
        mishearing(scenario, toolbox).value if "mishears" in faults else None,
    )


def calibration_service(brain: CalibrationBrain, latency: Sampler, faults: Sequence[str]) -> BrainService:
    """The brain behind Pipecat's LLM interface, with its seeded faults."""
    return BrainService(*with_faults(brain, latency, faults), model="calibration")


def with_faults(brain: CalibrationBrain, latency: Sampler, faults: Sequence[str]) -> tuple[FaultyBrain, Sampler]:
    """The brain and its latency with seeded faults."""
    faulty = FaultyBrain(brain, faults)
    slow = SLOW_S if "slow" in faults else 0.0
    return faulty, lambda: latency() + (0.0 if faulty.between_tools else slow)
