"""Floor agents: what they do, and that they do no more."""

import pytest
from pipecat.processors.aggregators.llm_context import LLMContext

from agents.embedded.floor import HANDED_OVER, floor_brain
from agents.registry import find, unbuildable, with_faults
from agents.spec import FLOORS, Service
from pipelines.brain import CallTools, Say
from scenarios.errors import UsageError
from scenarios.packs import load_pack
from scenarios.toolbox import Toolbox

TOOLS = Toolbox.for_domain("airline")
SCENARIO = load_pack("builtin", "airline").scenarios["meal-and-bags"]


def context(*heard):
    return LLMContext([{"role": "user", "content": text} for text in heard])


def authenticated(kind):
    made = floor_brain(kind, SCENARIO, TOOLS, None)
    made.result("get_reservation", {"confirmation_number": "7GEB9L"}, {"status": "success"})
    return made


def test_the_silent_one_says_nothing():
    made = floor_brain("silent", SCENARIO, TOOLS, None)
    assert made.next(context("Hello, I need a meal on my flight.")) is None


@pytest.mark.parametrize("kind", ["idle", "transfer"])
def test_the_others_authenticate_first(kind):
    made = floor_brain(kind, SCENARIO, TOOLS, None)
    action = made.next(context("Hello, I need a meal on my flight."))
    assert isinstance(action, Say)
    assert "confirmation number" in action.text


def test_one_hands_over_once_it_knows_who_calls_and_says_so():
    made = authenticated("transfer")
    action = made.next(context("Hello."))
    assert isinstance(action, CallTools)
    ((tool, params),) = action.calls
    assert (tool, params["confirmation_number"]) == ("transfer_to_agent", "7GEB9L")
    made.begin(action)
    made.result(tool, params, {"status": "success"})
    assert made.next(context("Hello.")) == Say(HANDED_OVER)


def test_a_refused_lookup_is_no_authentication():
    made = floor_brain("transfer", SCENARIO, TOOLS, None)
    made.result("get_reservation", {"confirmation_number": "7GEB9X"}, {"status": "error", "error_type": "not_found"})
    assert not isinstance(made.next(context("Hello.")), CallTools)


def test_no_plan_is_known_but_that_of_authentication():
    for domain in ("airline", "hr", "itsm"):
        toolbox = Toolbox.for_domain(domain)
        for scenario in load_pack("builtin", domain).scenarios.values():
            tools = [s.tool for s in floor_brain("idle", scenario, toolbox, None).brain._path.steps]
            assert tools, scenario.id
            assert {toolbox.tools[name].type for name in tools} == {"auth"}


def test_each_is_in_the_catalogue_and_marked():
    for kind in FLOORS:
        spec = find(f"floor-{kind}")
        assert (spec.floor, spec.calibration, spec.local, spec.problem, unbuildable(spec)) == (
            kind,
            False,
            True,
            "",
            "",
        )
    assert find("embedded-cascade").floor == ""


def test_faults_and_unknown_kinds_are_refused():
    with pytest.raises(UsageError, match="calibration agent only"):
        with_faults(find("floor-idle"), ["slow"])
    odd = find("floor-idle").model_copy(update={"llm": Service(provider="floor", model="lazy")})
    assert "unknown floor agent 'lazy'" in odd.problem
