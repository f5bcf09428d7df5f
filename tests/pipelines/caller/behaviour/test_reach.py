from typing import get_args

import pytest

from agents.callers.spec import Brain
from pipelines.caller.behaviour.reach import HOSTED, REACH, problem
from pipelines.caller.prompt import MANNERS
from pipelines.perturb.kinds.behaviour import Manner


def test_every_manner_says_what_it_is_for_every_caller():
    assert set(REACH) == set(get_args(Manner)) == set(MANNERS)
    assert all(set(reach) == {"plan", "llm", "hosted"} for reach in REACH.values())
    assert set(HOSTED) == set(get_args(Brain)) - {"plan", "llm"}


@pytest.mark.parametrize("brain", HOSTED)
def test_what_cannot_be_done_is_told_in_a_line(brain):
    why = problem(brain, ["slow", "backchannels"])
    assert why.startswith("behaviour-backchannels: ")
    assert brain in why
    assert "\n" not in why


@pytest.mark.parametrize("brain", get_args(Brain))
def test_everything_else_can_be_done(brain):
    manners = [m for m in REACH if not (brain in HOSTED and m == "backchannels")]
    assert not problem(brain, manners)
