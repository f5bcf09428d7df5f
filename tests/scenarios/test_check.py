"""Each way in which a scenario can be unsound is found, and nothing else is reported then."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar, cast

import pytest

from scenarios.check import Problem, check_scenario, unusable
from scenarios.likeness import look_alikes
from scenarios.model import Arg, Criterion, Expectation, Fact, Request, Rule, Scenario, Step, Value
from scenarios.mutations import survivors
from scenarios.packs import load_pack
from scenarios.replay import replay
from scenarios.toolbox import Toolbox
from scenarios.world import World
from tests.scenarios import dataset

TOOLBOX = Toolbox.for_domain("airline")


@pytest.fixture
def sound(tmp_path: Path) -> Scenario:
    (scenario,) = load_pack(str(dataset.write(tmp_path / "set")), "airline").scenarios.values()
    return scenario


def found(scenario: Scenario, **changes: Any) -> list[tuple[str, str, str]]:
    """All problems but the wrong paths that the reference format cannot tell from the right one."""
    problems = check_scenario(scenario.model_copy(update=changes), TOOLBOX, strict=False)
    loose = [item for item in problems if item.severity == "info" and item.where.startswith("plan[")]
    return [(item.severity, item.where, item.message) for item in problems if item not in loose]


def strictly(scenario: Scenario, **changes: Any) -> list[tuple[str, str, str]]:
    problems = check_scenario(scenario.model_copy(update=changes), TOOLBOX)
    return [(item.severity, item.where, item.message) for item in problems]


@pytest.fixture(scope="module")
def own() -> Scenario:
    """A scenario whose airline takes a fee, which leaves no trace in the world."""
    return load_pack("builtin", "airline").scenarios["week-later"]


def with_arg(scenario: Scenario, index: int, name: str, arg: Arg) -> tuple[Step, ...]:
    plan = list(scenario.plan)
    plan[index] = plan[index].model_copy(update={"args": {**plan[index].args, name: arg}})
    return tuple(plan)


def without(scenario: Scenario, slot: str) -> tuple[Fact, ...]:
    return tuple(fact for fact in scenario.facts if fact.slot != slot)


def test_a_sound_scenario_has_no_problems(sound: Scenario) -> None:
    assert found(sound) == []


def test_a_target_that_the_plan_misses(sound: Scenario) -> None:
    (problem,) = found(sound, expected={**sound.expected, "refunds": {"REF-1": {}}})
    assert problem[:2] == ("error", "expected")
    assert problem[2] == "the plan ends elsewhere: - refunds/REF-1: {}"


def test_a_session_that_the_plan_does_not_leave(sound: Scenario) -> None:
    session = {"confirmation_number": "ab12cd", "last_name": "berg"}
    message = "is 'berg', but the plan leaves 'odegard'"
    assert found(sound, expected={**sound.expected, "session": session}) == [
        ("error", "expected.session.last_name", message)
    ]


def test_an_argument_whose_fact_is_missing(sound: Scenario) -> None:
    assert found(sound, facts=without(sound, "travel_date")) == [
        ("error", "plan[1].args.date", "the caller has no fact travel_date for request 0")
    ]


def test_an_argument_that_the_caller_says_otherwise(sound: Scenario) -> None:
    other = Fact(slot="travel_date", kind="date", value="2026-05-10")
    assert found(sound, facts=(*without(sound, "travel_date"), other)) == [
        ("error", "plan[1].args.date", "is '2026-05-09', but the caller says '2026-05-10' for travel_date")
    ]


def test_an_argument_of_another_kind_than_its_fact(sound: Scenario) -> None:
    other = Fact(slot="travel_date", kind="text", value="2026-05-09")
    assert found(sound, facts=(*without(sound, "travel_date"), other)) == [
        ("error", "plan[1].args.date", "is a date, but the fact travel_date is a text")
    ]


def test_an_argument_from_the_caller_without_a_slot(sound: Scenario) -> None:
    plan = with_arg(sound, 1, "date", Arg(source="caller", value="2026-05-09"))
    assert found(sound, plan=plan) == [
        ("error", "plan[1].args.date", "comes from the caller and needs a slot and a kind")
    ]


def test_a_result_that_no_response_holds(sound: Scenario) -> None:
    plan = with_arg(sound, 1, "date", Arg(source="result", value="2026-05-09"))
    assert found(sound, plan=plan) == [("error", "plan[1].args.date", "'2026-05-09' stands in no earlier response")]


def test_a_result_of_the_first_call_has_nothing_to_stand_in(sound: Scenario) -> None:
    """The session at the end holds the code, but before the first call nobody had said it."""
    plan = with_arg(sound, 0, "confirmation_number", Arg(source="result", value="AB12CD"))
    assert [problem[1] for problem in found(sound, plan=plan)] == ["plan[0].args.confirmation_number"]


def test_results_may_be_lists_and_the_number_of_passengers(sound: Scenario) -> None:
    step = Step(
        tool="add_to_standby",
        args={
            "confirmation_number": Arg(source="result", value="AB12CD"),
            "journey_id": Arg(source="result", value="FL_QX200_20260509"),
            "passenger_ids": Arg(source="result", value=["PAX001"]),
        },
    )
    assert [item[1] for item in found(sound, plan=(*sound.plan, step))] == ["expected"]
    wrong = step.model_copy(update={"args": {**step.args, "passenger_ids": Arg(source="result", value=["PAX002"])}})
    assert "plan[5].args.passenger_ids" in [item[1] for item in found(sound, plan=(*sound.plan, wrong))]


def test_a_malformed_golden_call(sound: Scenario) -> None:
    plan = with_arg(sound, 3, "seat_preference", Arg(source="policy", value="wing"))
    problems = found(sound, plan=plan)
    assert problems[0][:2] == ("error", "plan[3]")
    assert problems[0][2].startswith("assign_seat: invalid_seat_preference: ")


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("date", "2026-02-30"),
        ("date", "May 9"),
        ("code", "ab 12"),
        ("time", "24:00"),
        ("airport", "OSLO"),
        ("flight", "QX"),
        ("count", "two"),
        ("amount", "$12"),
        ("digits", "12-34"),
        ("name", ""),
        ("choice", "a, b"),
        ("text", " "),
    ],
)
def test_facts_that_are_not_what_they_claim(sound: Scenario, kind: Any, value: str) -> None:
    odd = Fact(slot="odd", kind=kind, value=value)
    where = f"facts[{len(sound.facts)}]"
    assert found(sound, facts=(*sound.facts, odd)) == [("error", where, f"odd: {value!r} is no {kind}")]


def test_a_slot_with_two_answers(sound: Scenario) -> None:
    second = Fact(slot="original_date", kind="date", value="2026-05-02")
    where = f"facts[{len(sound.facts)}]"
    message = "original_date: '2026-05-02', but it was '2026-05-01' before"
    assert found(sound, facts=(*sound.facts, second)) == [("error", where, message)]


@pytest.mark.parametrize(
    ("measure", "op", "value", "accepted"),
    [
        ("total_cost", "<=", "95", True),
        ("total_cost", "<=", "94.99", False),
        ("arrival", "<=", "11:00", True),
        ("arrival", "<=", "10:59", False),
        ("departure", ">=", "09:01", False),
        ("date", "==", "2026-05-09", True),
        ("date", "==", "2026-05-10", False),
        ("refund", ">=", "10", True),
    ],
)
def test_criteria_that_decline_the_golden_path(
    sound: Scenario, measure: Any, op: Any, value: str, accepted: bool
) -> None:
    criterion = Criterion(measure=measure, op=op, value=value, text="As I said.")
    problems = found(sound, criteria=(criterion,))
    assert [problem[:2] for problem in problems] == ([] if accepted else [("error", "criteria[0]")])
    wish = criterion.model_copy(update={"must": False})
    assert found(sound, criteria=(wish,)) == []


def test_refunds_are_judged_together(sound: Scenario) -> None:
    def refund(amount: float, kind: str) -> Step:
        args = {"refund_amount": amount, "refund_type": kind}
        code = {"confirmation_number": sound.plan[0].args["confirmation_number"]}
        return Step(tool="process_refund", args={k: Arg(source="policy", value=v) for k, v in args.items()} | code)

    plan = (*sound.plan, refund(200.0, "full_fare"), refund(35.5, "ancillary_fees"))
    criterion = Criterion(measure="refund", op=">=", value="235.50", text="All of it.")
    assert [item[1] for item in found(sound, plan=plan, criteria=(criterion,))] == ["expected"]
    more = criterion.model_copy(update={"value": "235.51"})
    assert [item[1] for item in found(sound, plan=plan, criteria=(more,))] == ["expected", "criteria[0]"]


def test_dates_and_request_numbers_that_do_not_fit(sound: Scenario) -> None:
    assert found(sound, now="2026-04-21 10:00 CET") == [
        ("error", "world._current_date", "is '2026-04-20', but the call is on 2026-04-21"),
        ("error", "expected._current_date", "is '2026-04-20', but the call is on 2026-04-21"),
    ]
    late = tuple(step.model_copy(update={"request": 1}) for step in sound.plan[:1]) + sound.plan[1:]
    assert found(sound, plan=late) == [("error", "plan[0]", "refers to request 1, but there are 1")]
    assert ("error", "requests", "is empty: the caller would have nothing to ask for") in found(sound, requests=())


def test_doing_nothing_that_would_pass_is_worth_knowing(sound: Scenario) -> None:
    session = {"session": sound.expected["session"]}
    idle = {"plan": sound.plan[:1], "criteria": (), "outcome": "refuse"}
    nothing = "no change is expected, and nothing must be told: an agent that"
    assert found(sound, **idle, expected={**sound.world, **session}) == [
        ("info", "expected", f"{nothing} authenticates and stops passes")
    ]
    assert found(sound, **idle, expected=sound.world) == [("info", "expected", f"{nothing} calls no tool passes")]


def test_an_outcome_that_the_plan_does_not_have(sound: Scenario) -> None:
    changed = "but the expected world differs from that of the start"
    assert found(sound, outcome="inform") == [("error", "outcome", f"is inform, {changed}")]
    same = {"plan": sound.plan[:1], "expected": {**sound.world, "session": sound.expected["session"]}, "criteria": ()}
    assert found(sound, **same)[0] == (
        "error",
        "outcome",
        "is change, but the expected world is that of the start",
    )
    assert found(sound, **same, outcome="transfer")[0] == (
        "error",
        "outcome",
        "is transfer, but the plan does not call transfer_to_agent",
    )


def told(**kwargs: Any) -> Expectation:
    return Expectation(**{"kind": "told", "text": "that it costs a fee", "words": (("fee",),), **kwargs})


def test_expectations_that_the_golden_path_does_not_meet(sound: Scenario) -> None:
    plan = (*sound.plan, Step(do="tell", text="The fee is ninety-five dollars."))
    met = told(values=(Value(kind="amount", value="95"),))
    assert found(sound, plan=plan, expectations=(met,)) == []
    unmet = told(values=(Value(kind="amount", value="96"),))
    message = "the golden path does not meet it: the caller was not told that it costs a fee: 96 was not named"
    assert found(sound, plan=plan, expectations=(unmet,)) == [("error", "expectations[0]", message)]
    assert found(sound, expectations=(told(),))[0][:2] == ("error", "expectations[0]")
    transfer = Expectation(kind="transfer", text="to a person")
    assert found(sound, expectations=(transfer,)) == [
        ("error", "expectations[0]", "the golden path does not meet it: the call was not handed over: to a person")
    ]


@pytest.mark.parametrize(
    ("expectation", "message"),
    [
        (told(words=()), "names neither words nor values: nothing could fail it"),
        (told(request=3), "refers to request 3, but there are 1"),
        (told(values=(Value(kind="date", value="soon"),)), "'soon' is no date"),
        (told(kind="transfer"), "is a transfer; words and values belong to one that is told"),
    ],
)
def test_expectations_that_say_nothing_sensible(sound: Scenario, expectation: Expectation, message: str) -> None:
    assert ("error", "expectations[0]", message) in found(sound, expectations=(expectation,))


def test_a_fee_that_leaves_no_trace_is_expected_by_the_build(own: Scenario) -> None:
    assert strictly(own) == []
    (done,) = [item for item in own.expectations if item.kind == "done"]
    assert done.params == ({"rebooking_type": "voluntary", "waive_change_fee": False},)
    problems = strictly(own, expectations=())
    assert ("error", "plan[2].args.waive_change_fee") in [problem[:2] for problem in problems]
    wrong = done.model_copy(update={"params": ({"rebooking_type": "voluntary", "waive_change_fee": True},)})
    message = "the golden path does not meet it: rebook_flight was not called with"
    assert strictly(own, expectations=(wrong,))[0][2].startswith(message)


def test_a_write_without_effect_is_a_wrong_path_that_passes(own: Scenario) -> None:
    write = next(step for step in own.plan if step.tool == "rebook_flight")
    args = {"confirmation_number": write.args["confirmation_number"], "journey_id": write.args["new_journey_id"]}
    more = {"passenger_id": Arg(source="policy", value="PAX001"), "meal_type": Arg(source="policy", value="none")}
    plan = (*own.plan, Step(tool="add_meal_request", args={**args, **more}))
    problems = [problem for problem in strictly(own, plan=plan) if "add_meal_request" in problem[2]]
    assert problems[0] == ("error", f"plan[{len(own.plan)}]", "leaving add_meal_request out reaches the target too")


class Notebook:
    """Stands in for a toolbox whose one tool takes the first note and lets further ones go by."""

    tools: ClassVar = {
        "note": SimpleNamespace(type="write", schema=lambda: {"parameters": {"properties": {"text": {}}}}),
    }

    def call(self, world: World, tool: str, params: dict[str, Any]) -> dict[str, str]:
        world.table("notes").setdefault(tool, params["text"])
        return {"status": "success"}


def test_a_further_write_that_nothing_shows_is_a_wrong_path_that_passes(own: Scenario) -> None:
    step = Step(tool="note", args={"text": Arg(source="policy", value="blue")})
    tables: dict[str, Any] = {"plan": (step,), "world": {"notes": {}}, "expected": {"notes": {"note": "blue"}}}
    noted = own.model_copy(update={**tables, "expectations": ()})
    (found,) = survivors(noted, cast(Toolbox, Notebook()))
    assert (found.where, found.what) == ("plan[0]", "a further note with text 'bluf' is not noticed")


def test_a_row_that_only_the_world_knows_is_no_rule(own: Scenario) -> None:
    plan = with_arg(own, 2, "new_journey_id", Arg(source="policy", value=own.plan[2].params["new_journey_id"]))
    assert "is a row of the world, which no rule tells: name its source" in strictly(own, plan=plan)[0][2]


def test_look_alikes_are_found() -> None:
    pack = load_pack("builtin", "airline")
    one = pack.scenarios["week-later"]
    request = one.requests[0]
    twin = request.model_copy(update={"statement": request.statement.replace("I", "We", 1)})
    other = one.model_copy(update={"id": "twin", "requests": (twin, *one.requests[1:])})
    found = look_alikes([one, other])
    assert [pair[:3] for pair in found] == [
        ("goal", "airline/week-later", "airline/twin"),
        ("opening", "airline/week-later", "airline/twin"),
    ]
    assert found[0][3] == 1.0 > found[1][3]
    assert look_alikes(pack.scenarios.values()) == []


def test_problems_print_as_one_line() -> None:
    assert str(Problem("s1", "error", "plan[0]", "is odd")) == "s1: error: plan[0]: is odd"


@pytest.mark.parametrize(
    ("changes", "where", "message"),
    [
        ({"now": "2026-02-30 10:00 CST"}, "now", "is no date and time of the call"),
        ({"now": "2026-02-03 24:10"}, "now", "is no date and time of the call"),
        ({"now": "2026-02-03"}, "now", "is no date and time of the call"),
        ({"rules": (Rule(cue="([", reply="Yes."),)}, "rules[0].cue", "'([' is no regular expression"),
        ({"rules": (Rule(cue="fee|", reply="Yes."),)}, "rules[0].cue", "matches whatever the agent says"),
        ({"rules": (Rule(cue="fee", reply="Yes.", request=7),)}, "rules[0]", "refers to request 7"),
        ({"requests": (Request(statement=" "),)}, "requests[0].statement", "the caller would say nothing"),
        ({"plan": (Step(do="tell", text=""),)}, "plan[0].text", "the agent would say nothing"),
    ],
)
def test_what_no_call_could_be_made_of(own: Scenario, changes: dict[str, Any], where: str, message: str) -> None:
    assert unusable(own) is None
    changed = own.model_copy(update=changes)
    if "now" in changes:
        tables = {"_current_date": changes["now"][:10]}
        changed = changed.model_copy(update={"world": own.world | tables, "expected": own.expected | tables})
    told = unusable(changed)
    assert told is not None
    assert told.startswith(f"{where}: ")
    assert message in told
    assert [item.where for item in check_scenario(changed, TOOLBOX) if message in item.message] == [where]


def test_an_argument_that_the_tool_would_ignore(sound: Scenario) -> None:
    plan = with_arg(sound, 0, "seat_prefrence", Arg(source="policy", value="aisle"))
    tool = sound.plan[0].tool
    assert found(sound, plan=plan) == [("error", "plan[0].args.seat_prefrence", f"{tool} has no such parameter")]


@pytest.mark.parametrize(
    ("measure", "value", "kind"),
    [("date", "soon", "date"), ("arrival", "3 PM", "time"), ("departure", "", "time"), ("time", "25:00", "time")],
)
def test_bounds_that_are_not_of_their_kind(own: Scenario, measure: Any, value: str, kind: str) -> None:
    criterion = Criterion(measure=measure, op="<=", value=value, text="Not later.")
    (problem,) = strictly(own, criteria=(criterion,))
    assert problem == ("error", "criteria[0]", f"{measure}: {value!r} is no {kind}")


@pytest.mark.parametrize(("end", "other"), [("departure", "arrival"), ("arrival", "departure")])
def test_a_bound_on_any_time_holds_for_departure_or_arrival(own: Scenario, end: str, other: str) -> None:
    answers = replay(own, TOOLBOX).responses
    journey = next(answer["new_journey"] for answer in answers if "new_journey" in answer)
    assert journey[end] != journey[other]
    bound = Criterion(measure="time", op="==", value=journey[end], text="Then.")
    assert strictly(own, criteria=(bound,)) == []
    (problem,) = strictly(own, criteria=(bound.model_copy(update={"value": "00:01"}),))
    assert problem[1] == "criteria[0]"
    assert "makes the caller decline" in problem[2]
