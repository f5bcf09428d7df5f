"""Can a condition be carried on this machine? Asked before the first call."""

from __future__ import annotations

import numpy as np

from pipelines.perturb.base import Samples
from pipelines.perturb.condition import Condition
from pipelines.perturb.stack import open_stack
from pipelines.record import RATE
from scenarios.errors import UsageError

TRIAL_S = 0.1  # of silence, which a stage has to bear


def check_condition(condition: Condition) -> None:
    """Refuse a condition whose sound cannot be made here: its stages are built, and hear a moment of silence.

    Whether the caller has its accent and can behave so, `harness.settings.speaking` says.

    Args:
        condition: what is to be done to the caller's side.

    Raises:
        UsageError: a package, a folder or a file that a kind needs is missing; one line says which, and how to mend it.
    """
    try:
        stack = open_stack(condition, 0, speech_db=-26.0, talk=_murmur)
        if stack is not None:
            stack(np.zeros(round(TRIAL_S * RATE), np.int16))
    except UsageError as error:
        said = str(error)
        raise UsageError(said if condition.name in said else f"condition {condition.name}: {said}") from error


def _murmur(talker: int) -> Samples:
    """A second of noise in the place of talk, which takes long to say."""
    return np.random.default_rng(talker).normal(0.0, 10 ** (-26 / 20), RATE)
