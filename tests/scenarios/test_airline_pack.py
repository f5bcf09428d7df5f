"""The airline pack: sound, varied, determined, in our own words."""

from __future__ import annotations

import copy
import datetime
import json
import os
import re
import statistics
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from scenarios.airline.airports import AIRPORTS
from scenarios.model import Criterion, Scenario, Step
from scenarios.personas import PERSONAS
from scenarios.spoken import mentions
from scenarios.world import World, diff
from tests.scenarios.builtin import calls, each, pack, played, scenarios, today, toolbox

PACK = pack("airline")
TOOLBOX = toolbox("airline")
SCENARIOS = scenarios("airline")
EACH = each("airline")


# Sound ----------------------------------------------------------------


@EACH
def test_every_golden_call_succeeds_and_reaches_the_target(scenario: Scenario) -> None:
    path = played(scenario)
    assert [r["status"] for r in path.responses] == ["success"] * len(calls(scenario))
    assert path.reached, path.diff.lines()


@EACH
def test_everybody_is_authenticated(scenario: Scenario) -> None:
    code, name = scenario.fact("confirmation_number"), scenario.fact("last_name")
    assert code is not None
    assert name is not None
    assert scenario.expected["session"] == {
        "confirmation_number": code.value,
        "last_name": name.value.lower(),
    }
    assert name.value == scenario.caller.last_name


def test_few_scenarios_expect_no_change_and_those_expect_words_or_a_transfer() -> None:
    unchanged = [s for s in SCENARIOS if not diff(s.expected, s.world)]
    assert Counter(s.outcome for s in unchanged) == {"refuse": 4, "transfer": 2, "inform": 1}
    assert {s.outcome for s in SCENARIOS if s not in unchanged} == {"change"}
    for scenario in unchanged:
        assert {e.kind for e in scenario.expectations} & {"told", "transfer"}, scenario.id
        assert any(e.kind == "transfer" for e in scenario.expectations) == (scenario.outcome == "transfer")


@EACH
def test_no_value_of_the_caller_survives_in_the_blinded_arguments(scenario: Scenario) -> None:
    secrets = {scenario.facts[0].value, scenario.caller.last_name}
    shown = [arg.value for step in scenario.blinded_plan() for arg in step.args.values()]
    assert not secrets & {str(value) for value in shown}


# Counts and variety ----------------------------------------------------------------


def test_fifty_scenarios_over_seven_workflows() -> None:
    assert Counter(s.workflow for s in SCENARIOS) == {
        "voluntary_change": 9,
        "cancellation": 10,
        "missed_flight": 4,
        "same_day": 7,
        "irregular_operations": 8,
        "extras": 4,
        "adversarial": 8,
    }
    assert Counter(s.kind for s in SCENARIOS) == {"single": 31, "multi": 10, "adversarial": 9}
    for scenario in SCENARIOS:
        count = len(scenario.requests)
        assert count in {"single": (1,), "multi": (2, 3, 4), "adversarial": (1, 2)}[scenario.kind], scenario.id
        assert {step.request for step in scenario.plan} == set(range(count))
        assert any(r.pushback for r in scenario.requests) == (scenario.kind == "adversarial")


def test_length_of_the_golden_paths() -> None:
    lengths = [len(calls(s)) for s in SCENARIOS]
    assert 3 <= statistics.mean(lengths) <= 5
    assert (min(lengths), max(lengths)) == (1, 11)


def test_callers_are_varied() -> None:
    assert Counter(s.caller.gender for s in SCENARIOS) == {"woman": 25, "man": 25}
    assert set(PERSONAS.values()) <= {s.caller.persona for s in SCENARIOS}
    for part in ("first_name", "last_name"):
        names = [getattr(s.caller, part) for s in SCENARIOS]
        assert len(set(names)) == len(names)
        assert all(re.fullmatch(r"[A-Z][a-z]{2,11}", name) for name in names), names
    surnames = [s.caller.last_name for s in SCENARIOS]
    assert len({name[0] for name in surnames}) >= 18
    assert min(map(len, surnames)) == 3
    assert max(map(len, surnames)) >= 9


def test_bookings_are_varied() -> None:
    """Parties, status levels, cabins, fares and connections."""
    held = [next(iter(s.world["reservations"].values())) for s in SCENARIOS]
    sizes = Counter(len(r["passengers"]) for r in held)
    assert set(sizes) == {1, 2, 3}
    assert sizes[2] + sizes[3] >= 5
    assert {r["passengers"][0]["elite_status"] for r in held} == {None, "silver", "gold", "platinum"}
    assert {r["fare_type"] for r in held} == {"refundable", "non_refundable"}
    cabins = {b["fare_class"] for r in held for b in r["bookings"]}
    assert cabins == {"basic_economy", "main_cabin", "premium_economy", "business", "first"}
    assert sum(any(len(b["segments"]) == 2 for b in r["bookings"]) for r in held) >= 5
    assert sum(len(r["bookings"]) == 2 for r in held) >= 8


def test_every_reason_of_the_rules_occurs() -> None:
    """Each value of these parameters that the rules can choose is part of some golden path."""
    used = {
        (step.tool, name, str(value)) for s in SCENARIOS for step in calls(s) for name, value in step.params.items()
    }
    spared = {"goodwill", "service_recovery", "partial_fare", "taxes_only"}
    spared |= {"schedule_unacceptable", "medical", "bereavement"}
    for tool, field in (
        ("rebook_flight", "rebooking_type"),
        ("issue_meal_voucher", "voucher_reason"),
        ("issue_travel_credit", "credit_reason"),
        ("process_refund", "refund_type"),
        ("cancel_reservation", "cancellation_reason"),
    ):
        for value in TOOLBOX.tools[tool].schema()["parameters"]["properties"][field]["enum"]:
            assert ((tool, field, value) in used) == (value not in spared), value


def test_codes_differ_and_mix_letters_and_digits() -> None:
    codes = [s.facts[0].value for s in SCENARIOS]
    assert len(set(codes)) == len(codes)
    assert all(re.fullmatch(r"(?=.*[A-Z])(?=.*[0-9])[A-Z0-9]{6}", code) for code in codes), codes


def test_every_kind_of_entity_occurs() -> None:
    kinds = {fact.kind for s in SCENARIOS for fact in s.facts}
    assert kinds == {"code", "name", "date", "time", "count", "flight", "airport", "choice", "amount"}
    measures = {c.measure for s in SCENARIOS for c in s.criteria}
    assert measures == {"total_cost", "refund", "date", "departure", "arrival"}
    asked = {arg.slot for s in SCENARIOS for step in calls(s) for arg in step.args.values() if arg.slot}
    assert asked == {
        "confirmation_number",
        "last_name",
        "travel_date",
        "flight_number",
        "origin",
        "destination",
        "fare_class",
        "seat_preference",
        "meal_type",
        "num_bags",
    }


def test_the_airline_is_our_own() -> None:
    flights = {f["flight_number"] for s in SCENARIOS for j in s.world["journeys"].values() for f in j["segments"]}
    assert all(re.fullmatch(r"SK\d{3}", number) for number in flights)


# Worlds ----------------------------------------------------------------


@EACH
def test_clocks_agree(scenario: Scenario) -> None:
    """Arrival = departure + duration + what the clocks differ by; the caller's zone fits the season."""
    for journey in scenario.world["journeys"].values():
        for flight in journey["segments"]:
            ahead = flight["destination_utc_offset"] - flight["origin_utc_offset"]
            between = minutes(flight["scheduled_arrival"]) - minutes(flight["scheduled_departure"])
            took = (between - 60 * ahead) % (24 * 60)
            assert took == flight["duration_minutes"], flight["flight_number"]
            assert 45 <= took <= 360
    zone = scenario.now.rsplit(" ", 1)[1]
    summer = datetime.date(2026, 3, 8) <= today(scenario) < datetime.date(2026, 11, 1)
    assert zone[1] == ("D" if summer and zone != "MST" else "S")


@EACH
def test_segment_rows_are_whole(scenario: Scenario) -> None:
    for journey in scenario.world["journeys"].values():
        assert journey["origin"] in AIRPORTS
        assert journey["journey_id"].endswith(journey["date"].replace("-", ""))
        for flight in journey["segments"]:
            fares, seats, kinds = flight["fares"], flight["available_seats"], flight["available_seat_types"]
            assert fares.keys() == seats.keys() == kinds.keys()
            assert fares["basic_economy"] < fares["main_cabin"] < fares["premium_economy"] < fares["business"]
            assert all(bool(kinds[cabin]) == bool(seats[cabin]) for cabin in seats)


def minutes(clock: str) -> int:
    return 60 * int(clock[:2]) + int(clock[3:])


# Criteria ----------------------------------------------------------------


def holds(criterion: Criterion, option: dict[str, object]) -> bool:
    """Whether an option meets a criterion; one that says nothing about the measure does not break it."""
    stated = option.get(criterion.measure)
    if stated is None:
        return True
    money = criterion.measure in ("total_cost", "refund")
    left, right = (float(str(stated)), float(criterion.value)) if money else (str(stated), criterion.value)
    return {"<=": left <= right, ">=": left >= right, "==": left == right}[criterion.op]  # type: ignore[operator]


def first_offer(scenario: Scenario) -> Step | None:
    return next((step for step in scenario.plan if step.offer), None)


def after(scenario: Scenario, tool: str, **changed: object) -> dict[str, object] | None:
    """The response to the golden path's first call of a tool with changed parameters; ``None`` if refused."""
    world = World(copy.deepcopy(scenario.world))
    for step in calls(scenario):
        if step.tool == tool:
            response = TOOLBOX.call(world, tool, {**step.params, **changed})
            return response if response["status"] == "success" else None
        TOOLBOX.call(world, step.tool, step.params)
    raise AssertionError(f"{scenario.id} does not call {tool}")


def moves(scenario: Scenario) -> Iterator[tuple[str, dict[str, object], bool]]:
    """Every other journey of the route that is for sale: id, measures, whether it has the wanted seat."""
    golden_step = next(step for step in calls(scenario) if step.tool == "rebook_flight")
    golden = golden_step.params
    target = scenario.world["journeys"][golden["new_journey_id"]]
    wish = scenario.fact("seat_preference", golden_step.request)
    cabin = played(scenario).responses[[step.tool for step in calls(scenario)].index("rebook_flight")]["cost_summary"][
        "new_fare_class"
    ]
    for journey_id, journey in scenario.world["journeys"].items():
        if (journey["origin"], journey["destination"]) != (target["origin"], target["destination"]):
            continue
        response = after(scenario, "rebook_flight", new_journey_id=journey_id)
        if response is None or journey_id == golden["journey_id"]:
            continue
        kinds = [flight["available_seat_types"][cabin] for flight in journey["segments"]]
        yield (
            journey_id,
            {
                "total_cost": response["cost_summary"]["total_collected"],  # type: ignore[index]
                "date": journey["date"],
                "departure": journey["segments"][0]["scheduled_departure"],
                "arrival": journey["segments"][-1]["scheduled_arrival"],
            },
            wish is None or all(wish.value in left for left in kinds),
        )


MOVING = [s for s in SCENARIOS if any(step.tool == "rebook_flight" for step in calls(s))]


@pytest.mark.parametrize("scenario", MOVING, ids=lambda s: s.id)
def test_one_journey_fits_the_caller_or_is_the_cheapest_that_does(scenario: Scenario) -> None:
    step = next(step for step in calls(scenario) if step.tool == "rebook_flight")
    golden = step.params["new_journey_id"]
    must = [c for c in scenario.criteria if c.must and c.request in (None, step.request)]
    dated = any(c.measure == "date" for c in must)
    options = list(moves(scenario))
    fitting = [
        (option["total_cost"], journey_id)
        for journey_id, option, seated in options
        if all(holds(c, option) for c in must) and seated and (dated or option["date"] == scenario.now[:10])
    ]
    least = min(cost for cost, _ in fitting)  # type: ignore[type-var]
    assert [journey_id for cost, journey_id in fitting if cost == least] == [golden]
    assert len(fitting) == (2 if scenario.id in ("platinum-shift", "platinum-late") else 1)
    assert any(not all(holds(c, option) for c in must) for _, option, _ in options)


def test_moves_cover_the_scenarios_with_a_choice_of_flights() -> None:
    assert len(MOVING) == 25
    assert all(len(list(moves(s))) >= 3 for s in MOVING)


STAYING = [
    s for s in SCENARIOS if s not in MOVING and any(c.measure in ("date", "departure", "arrival") for c in s.criteria)
]


@pytest.mark.parametrize("scenario", STAYING, ids=lambda s: s.id)
def test_where_nothing_moves_there_is_something_to_decline(scenario: Scenario) -> None:
    """Another journey of the same world breaks a criterion."""
    options = [
        {"date": journey["date"], "departure": journey["segments"][0]["scheduled_departure"]}
        for journey in scenario.world["journeys"].values()
    ]
    bounds = [c for c in scenario.criteria if c.must]
    assert any(not holds(c, option) for c in bounds for option in options) or scenario.id == "long-wait"


REFUNDED = [
    s
    for s in SCENARIOS
    for step in calls(s)
    if step.params.get("cancellation_reason") in ("24_hour_rule", "irrops_refund")
]


@pytest.mark.parametrize("scenario", REFUNDED, ids=lambda s: s.id)
def test_a_cancellation_for_the_wrong_reason_is_declined(scenario: Scenario) -> None:
    voluntary = after(scenario, "cancel_reservation", cancellation_reason="voluntary")
    assert voluntary is not None
    refund = {"refund": voluntary["refund_amount_eligible"]}
    assert any(not holds(c, refund) for c in scenario.criteria if c.must)


# What is said ----------------------------------------------------------------


OFFERS = [(s, step) for s in SCENARIOS for step in s.plan if step.offer]


@pytest.mark.parametrize(("scenario", "step"), OFFERS, ids=lambda x: getattr(x, "id", getattr(x, "tool", "")))
def test_offers_are_short_and_end_with_one_question(scenario: Scenario, step: Step) -> None:
    assert step.offer is not None
    sentences = re.findall(r"[^.?!]+[.?!]", step.offer)
    assert 2 <= len(sentences) <= 4
    assert len(step.offer.split()) <= 45
    assert step.offer.count("?") == 1
    assert step.offer.endswith("?")
    assert not re.search(r"\d", step.offer), "numbers are written as words"


@pytest.mark.parametrize(("scenario", "step"), OFFERS, ids=lambda x: getattr(x, "id", getattr(x, "tool", "")))
def test_offers_say_what_the_tools_will_do(scenario: Scenario, step: Step) -> None:
    """Flights, days, times and amounts are those of the world, and every criterion can be judged by them."""
    assert step.offer is not None
    said = mentions(step.offer, today=today(scenario))
    said_of = {kind: {m.value for m in said if m.kind == kind} for kind in ("date", "time", "flight", "amount")}
    index = calls(scenario).index(step)
    response = played(scenario).responses[index]
    if step.tool == "rebook_flight":
        journey = response["new_journey"]
        assert said_of["time"] == {journey["departure"], journey["arrival"]}
        assert said_of["flight"] == {journey["segments"][0]["flight_number"]}
        due = {float(response["cost_summary"]["total_collected"])}
        later = [r.params for r in calls(scenario)[index:] if r.tool == "issue_travel_credit"]
        due |= {params["amount"] for params in later}
        said_money = {float(value) for value in said_of["amount"]}
        assert due <= said_money
        assert len(said_money - due) <= any(r.tool == "issue_meal_voucher" for r in calls(scenario)[index:])
    dates = {j["date"] for j in scenario.world["journeys"].values()}
    assert said_of["date"] <= dates
    by_measure = {
        "date": "date",
        "departure": "time",
        "arrival": "time",
        "total_cost": "amount",
        "refund": "amount",
    }
    for criterion in scenario.criteria:
        if criterion.must and criterion.request in (None, step.request):
            values = said_of[by_measure[criterion.measure]]
            assert any(holds(criterion, {criterion.measure: value}) for value in values), criterion.measure


@pytest.mark.parametrize(("scenario", "step"), OFFERS, ids=lambda x: getattr(x, "id", getattr(x, "tool", "")))
def test_offers_do_not_give_away_what_the_caller_alone_knows(scenario: Scenario, step: Step) -> None:
    hidden = [f.value.replace("_", "[ -]") for f in scenario.facts if f.kind == "choice"]
    hidden += [scenario.facts[0].value, scenario.caller.last_name]
    assert not re.search("|".join(hidden), step.offer or "", re.IGNORECASE)


@EACH
def test_what_callers_say_agrees_with_their_facts(scenario: Scenario) -> None:
    """Days, times, flights and amounts in prepared sentences are facts or bounds, never anything else."""
    known = {fact.value for fact in scenario.facts} | {c.value for c in scenario.criteria}
    for request in scenario.requests:
        for text in (request.statement, request.details, *request.pushback):
            said = {m.value for m in mentions(text, today=today(scenario))}
            assert said <= known, text
            assert not re.search(r"\d", text), "numbers are written as words"
        sentences = re.findall(r"[^.?!]+[.?!]", request.statement)
        assert 1 <= len(sentences) <= 3


@EACH
def test_the_brief_tells_a_model_what_the_plan_caller_knows(scenario: Scenario) -> None:
    brief = scenario.brief
    for fact in scenario.facts:
        keys = {fact.slot, f"{fact.slot} (request {(fact.request or 0) + 1})"}
        assert fact.value in [brief.information.get(key) for key in keys], fact.slot
    assert {c.text for c in scenario.criteria if c.must} <= set(brief.must_have)
    assert brief.goal
    assert brief.resolution
    assert brief.failure
    assert brief.escalation
    assert len(brief.negotiation) >= 2
    assert len(brief.edge_cases) >= 3


PUSHING = [(s, n) for s in SCENARIOS for n, request in enumerate(s.requests) if request.pushback]


@pytest.mark.parametrize(("scenario", "number"), PUSHING, ids=lambda x: getattr(x, "id", str(x)))
def test_every_push_is_answered(scenario: Scenario, number: int) -> None:
    """One refusal before each push, and after the last one a refusal or the way that the caller accepts."""
    told = [step.text for step in scenario.plan if step.request == number and step.do == "tell"]
    offered = any(step.request == number and step.offer for step in scenario.plan)
    assert len(scenario.requests[number].pushback) == 2
    assert len(told) == (2 if offered else 3)
    assert all(text.count("?") <= 1 for text in told)
    assert all(len(text.split()) <= 45 for text in told)


# The policy ----------------------------------------------------------------


def test_the_policy_names_every_reason_of_vouchers_and_moves() -> None:
    for tool, field in (("issue_meal_voucher", "voucher_reason"), ("rebook_flight", "rebooking_type")):
        for value in TOOLBOX.tools[tool].schema()["parameters"]["properties"][field]["enum"]:
            assert f"`{value}`" in PACK.policy


def test_the_policy_has_the_figures_of_the_tools() -> None:
    scenario = next(s for s in SCENARIOS if s.id == "long-wait")
    for reason in (
        "delay_over_2_hours",
        "delay_over_4_hours",
        "cancellation_wait_same_day",
        "irrops_overnight",
    ):
        response = after(scenario, "issue_meal_voucher", voucher_reason=reason)
        assert response is not None
        assert re.search(rf": {response['amount']}, reason `{reason}`", PACK.policy)


# In our own words ----------------------------------------------------------------


def shingles(text: str, size: int = 6) -> set[tuple[str, ...]]:
    words = re.findall(r"[a-z0-9]+", text.lower().replace("'", "").replace("\u2019", ""))
    return {tuple(words[n : n + size]) for n in range(len(words) - size + 1)}


def prose(tree: object) -> Iterator[str]:
    if isinstance(tree, dict):
        for value in tree.values():
            yield from prose(value)
    elif isinstance(tree, list | tuple):
        for value in tree:
            yield from prose(value)
    elif isinstance(tree, str):
        yield tree


REFERENCE = Path(os.environ.get("CALLBENCH_REFERENCE", str(Path(__file__).parents[3] / "shared" / "eva")))
THEIRS = REFERENCE / "data" / "airline_dataset.json"


@pytest.mark.reference
@pytest.mark.skipif(not THEIRS.is_file(), reason=f"no reference data at {THEIRS}")
def test_the_words_are_our_own() -> None:
    """Six words in a row are shared by chance at most, eight never."""
    theirs: set[tuple[str, ...]] = set()
    for record in json.loads(THEIRS.read_text(encoding="utf-8")):
        for text in prose(record):
            theirs |= shingles(text)
    agent = REFERENCE / "configs" / "agents" / "airline_agent.yaml"
    if agent.is_file():
        theirs |= shingles(agent.read_text(encoding="utf-8"))
    assert len(theirs) > 1000
    ours = [PACK.policy, PACK.role, PACK.greeting]
    ours += [text for s in SCENARIOS for text in prose(s.model_dump(exclude={"world", "expected"}))]
    mine = {words for text in ours for words in shingles(text)}
    shared = {" ".join(words) for words in mine & theirs}
    assert len(shared) < len(mine) / 2000, sorted(shared)
    long = {words[:6] for text in ours for words in shingles(text, 8) if {words[:6], words[1:7], words[2:]} <= theirs}
    assert not long, long


@pytest.mark.reference
@pytest.mark.skipif(not THEIRS.is_file(), reason=f"no reference data at {THEIRS}")
def test_no_person_code_or_journey_comes_from_the_reference() -> None:
    records = json.loads(THEIRS.read_text(encoding="utf-8"))
    people = {
        (names.get("first_name", ""), names.get("last_name", ""))
        for record in records
        for names in record.get("culture_overrides", {}).values()
    }
    assert not people & {(s.caller.first_name, s.caller.last_name) for s in SCENARIOS}
    theirs = {word for record in records for text in prose(record) for word in re.findall(r"\w+", text)}
    ours = {s.facts[0].value for s in SCENARIOS}
    ours |= {journey_id for s in SCENARIOS for journey_id in s.world["journeys"]}
    assert not ours & theirs
