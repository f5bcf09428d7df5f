import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.evidence import Evidence, squeezed, to_cents
from metrics.scoring import score_record
from scenarios.spoken import say
from tests.metrics.build import agent, caller, record, tool

FEE = tool("quote", at=3, response={"status": "success", "change_fee": 75, "fare_difference": 40.5})


def score(*utterances, **kwargs):
    kwargs.setdefault("world", {"reservations": {"ZK3FFW": {"fare_paid": 260.0, "seats_left": 9}}})
    return score_record(record(utterances=utterances, **kwargs), ["grounded_values"])["grounded_values"]


def test_amounts_and_codes_with_a_source_count_and_others_are_named():
    found = score(agent("It is $75 for Z K 3 F F W, or $80.", at=5), tools=[FEE])
    assert found.value == 0.6667
    assert found.why == "1 of 3 stated values have no source: '$80' in turn 1"
    assert found.details["unfounded"] == [{"turn": 1, "kind": "amount", "value": "80", "words": "$80"}]
    assert found.subs == {"stated": 3.0, "unfounded": 1.0, "amount_rate": 0.5, "code_rate": 1.0}


@pytest.mark.parametrize(
    ("said", "grounded"),
    [
        ("seventy-five dollars", True),
        ("$40.50", True),
        ("$115.50 in total", True),  # the sum of both
        ("$150", True),  # twice the fee, for two travellers
        ("$260", True),  # from the world
        ("$335", False),  # the world's amounts make no sums
        ("$9", False),  # seats are no money
        ("$0", True),
        ("$105", False),
    ],
)
def test_sources_of_amounts(said, grounded):
    assert score(agent(f"It is {said}.", at=5), tools=[FEE]).value == float(grounded)


def test_the_plan_is_a_source_for_what_the_rules_give():
    plan = [
        {"do": "call", "tool": "refund", "args": {"refund_amount": {"source": "policy", "value": 120}}},
        {"do": "tell", "text": "A bag is thirty dollars.", "args": {}},
        {"do": "call", "tool": "x", "args": {}, "offer": "The meal is twelve dollars."},
    ]
    for amount in ("$120", "$30", "$12"):
        assert score(agent(f"That is {amount}.", at=5), plan=plan).value == 1.0


def test_the_caller_is_a_source_for_what_it_said_before_as_said_and_as_heard():
    said = caller("My code is Q W 1 2 3 4.", at=2, heard="my code is Q W 1 2 3 5")
    assert score(said, agent("Q W 1 2 3 4.", at=5)).value == 1.0
    assert score(said, agent("Q W 1 2 3 5.", at=5)).value == 1.0, "misheard, not invented"
    assert score(said, agent("Q W 1 2 3 6.", at=5)).value == 0.0
    assert score(agent("Q W 1 2 3 4.", at=0), said).value == 0.0, "before the caller said so"


def test_values_of_a_planned_caller_count_without_reading_its_words():
    code = {"slot": "code", "kind": "code", "value": "QW1234"}
    assert score(caller("It's that.", at=2, entities=(code,)), agent("Q W 1 2 3 4.", at=5)).value == 1.0


def test_what_a_tool_answers_later_proves_a_statement_but_not_by_repeating_the_agent():
    said = agent("The total is $96.", at=2)
    late = tool("book", "write", at=5, response={"status": "success", "total": 96})
    echo = tool("book", "write", at=5, params={"amount": 96}, response={"status": "success", "amount": 96})
    assert score(said, tools=[late]).value == 1.0
    assert score(said, tools=[echo]).value == 0.0
    assert score(agent("Done, $96.", at=7), tools=[echo]).value == 1.0, "by then it is what the tool says"


def test_a_code_that_a_tool_only_repeats_later_proves_nothing_either():
    said = agent("Your code is Q W 1 2 3 4.", at=2)
    late = tool("book", "write", at=5, response={"status": "success", "code": "QW1234"})
    echo = tool("book", "write", at=5, params={"code": "QW1234"}, response={"status": "success", "code": "QW1234"})
    assert score(said, tools=[late]).value == 1.0
    assert score(said, tools=[echo]).value == 0.0


def test_flights_match_with_and_without_their_airline_s_code():
    flight = tool("find", at=3, response={"status": "success", "journey_id": "FL_SK621_20260325"})
    assert score(agent("You are on SkyWay six two one.", at=5), tools=[flight]).value in (1.0, None)
    assert score(agent("You are on flight S K 6 2 1.", at=5), tools=[flight]).value == 1.0
    assert score(agent("You are on flight S K 6 2 2.", at=5), tools=[flight]).value == 0.0


def test_only_words_as_meant_are_judged():
    assert score(agent(None, at=5, heard="It is $80.")).state == "skipped"
    assert score(agent("Hello, how are you?", at=5)).state == "skipped"


@given(st.integers(1, 5000), st.integers(1, 400))
def test_a_misstated_amount_is_caught_and_a_true_one_is_not(fee, error):
    call = tool("quote", at=3, response={"status": "success", "fee": fee})
    assert score(agent(f"The fee is {say('amount', str(fee))}.", at=5), tools=[call]).value == 1.0
    if error != fee and fee + error != 260:
        wrong = say("amount", str(fee + error))
        assert score(agent(f"The fee is {wrong}.", at=5), tools=[call]).value == 0.0


@pytest.mark.parametrize(
    ("value", "cents"),
    [
        ("115", 11500),
        ("$1,200.50", 120050),
        (40.5, 4050),
        ("x", None),
        ("nan", None),
        ("inf", None),
        (True, None),
    ],
)
def test_cents(value, cents):
    assert to_cents(value) == cents


def test_evidence_reads_keys_texts_and_parts_of_codes():
    known = Evidence()
    known.add_data({"REF-ZK3FFW-001": {"note": "a fee of $30 applies", "num_bags": 3, "ok": True, "gone": None}})
    assert known.holds_code("ZK3FFW")
    assert known.holds_code("REF ZK3FFW 001")
    assert known.holds_amount("30")
    assert not known.holds_amount("3")
    assert not known.holds_amount("1")
    assert squeezed("FL-21 c") == "fl21c"
