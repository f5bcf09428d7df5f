"""Rules on faithfulness, one by one, in sentences of all three domains."""

from dataclasses import replace

import pytest

from metrics.judges.case import Case
from metrics.judges.jury import NothingToJudge
from metrics.judges.offline import faithfulness
from metrics.judges.offline._spelling import characters, distance
from metrics.judges.verdicts import FAITHFULNESS
from tests.metrics.judges.offline.talk import done, failed, talk

POLICY = """You are the voice agent of Harbor Light Airways.
## Fees
- Change fee: Economy 60, Business none, plus the fare difference.
- A cancelled economy ticket keeps 80 as a fee; the rest becomes a travel credit for twelve months.
- Standby is free for all passengers.
## Vouchers
- A meal voucher of 14 when a flight is late by two hours or more.
"""
LOOKUP = ("get_booking", {"booking_code": "QT7PLM"}, done(booking={"booking_code": "QT7PLM", "fare_paid": 210.0}))
FLIGHTS = (
    "search_flights",
    {"origin": "PDX", "destination": "BOI"},
    done(
        options=[
            {"flight_number": "HL318", "departure_time": "09:20", "arrival_time": "11:35", "fare": 265.0},
            {"flight_number": "HL342", "departure_time": "15:05", "arrival_time": "17:25", "fare": 240.0},
        ]
    ),
)
OPENED = ("C: My code is Q T seven P L M.", LOOKUP)
OFFER = "A: Flight H L three four two leaves at three oh five PM. The total is ninety dollars. Shall I book it?"
REBOOKED = (
    "rebook_flight",
    {"booking_code": "QT7PLM", "new_flight": "HL342"},
    done(booking_code="QT7PLM", cost={"change_fee": 60, "fare_difference": 30, "total_collected": 90}),
)


def rules(case: Case, **more: object) -> set[tuple[str, int]]:
    """The rules that found something, each with its rating."""
    return {(f.rule, f.rating) for f in faithfulness.found(replace(case, **more))}


def test_a_good_call_is_rated_3_in_every_dimension():
    case = talk(
        "A: Hello, how can I help you?",
        "C: I want a later flight today.",
        "A: What is your booking code?",
        *OPENED,
        FLIGHTS,
        OFFER,
        "C: Yes, please go ahead.",
        REBOOKED,
        "A: I've rebooked you on flight H L three four two, arriving at five twenty-five PM.",
    )
    for given in ({}, {"instructions": POLICY}):
        verdict = faithfulness.judge(replace(case, **given))
        assert verdict.rating == 3
        assert set(verdict.dimensions) == set(FAITHFULNESS)
        assert all(f.rating == 3 and not f.flagged for f in verdict.dimensions.values())


def test_the_whole_is_the_worst_dimension_and_evidence_names_turn_words_and_source():
    case = talk("C: Hello.", ("get_booking", {"booking_code": "UNKNOWN"}, failed()), "A: Please give me your code.")
    verdict = faithfulness.judge(case)
    own = verdict.dimensions["fabricating_tool_parameters"]
    assert (verdict.rating, own.rating, own.flagged) == (2, 2, True)
    assert "turn 1" in own.evidence
    assert "booking_code='UNKNOWN'" in own.evidence
    assert "placeholder" in own.evidence
    assert [n for n, f in verdict.dimensions.items() if f.flagged] == ["fabricating_tool_parameters"]


def test_nothing_of_the_agent_is_nothing_to_judge():
    with pytest.raises(NothingToJudge):
        faithfulness.judge(talk("C: Hello?"))


@pytest.mark.parametrize("value", ["UNKNOWN", "N/A", "?", "missing", "", "ABC123", "to be provided"])
@pytest.mark.parametrize(("tool", "key"), [("get_booking", "booking_code"), ("verify_employee", "employee_id")])
def test_placeholders_are_minor_in_lookups(tool, key, value):
    assert ("placeholder", 2) in rules(talk("C: I need help.", (tool, {key: value}, failed()), "A: What is it?"))


def test_a_placeholder_in_a_write_that_succeeds_is_major():
    case = talk("C: I need a badge.", ("submit_badge_request", {"employee_id": "N/A"}, done()))
    assert ("placeholder", 1) in rules(case)


def test_an_optional_argument_left_empty_is_no_placeholder():
    case = talk("C: Where is my desk?", ("find_desk", {"building_code": ""}, done(desk="4-117")), "A: Fourth floor.")
    assert not rules(case)


@pytest.mark.parametrize(
    ("heard", "tool", "arguments"),
    [
        ("My code is Q T seven P L M.", "cancel_booking", {"booking_code": "XW9RTB"}),
        ("Employee number four four one seven two nine.", "submit_leave_request", {"employee_id": "835106"}),
        ("The asset is L A P, zero zero five two.", "request_repair", {"asset_number": "LAP-7713"}),
    ],
)
def test_a_code_that_nobody_gave_is_major_in_a_write_and_minor_in_a_lookup(heard, tool, arguments):
    asked = talk(f"C: {heard}", "A: I can do that. Shall I go ahead?", "C: Yes.", (tool, arguments, done()))
    assert ("argument without a source", 1) in rules(asked)
    looked = talk(f"C: {heard}", ("get_record", arguments, done(name="Ito")), "A: One moment.")
    assert rules(looked) == {("argument without a source", 2)}


def test_only_after_a_failed_lookup_another_spelling_may_be_tried():
    heard, other = "C: My code is Q T seven P L M.", ("get_booking", {"booking_code": "QT7PXX"}, done(name="Ito"))
    assert rules(talk(heard, other)) == {("argument without a source", 2)}
    assert not rules(talk(heard, ("get_booking", {"booking_code": "QT7PLM"}, failed()), other))


@pytest.mark.parametrize(
    ("heard", "value"),
    [
        ("It is Quebec Tango seven, Papa Lima Mike.", "QT7PLM"),
        ("Q as in queen, T seven P L M.", "QT7PLM"),
        ("E M P, four four one, seven two nine.", "EMP441729"),
        ("My number is double three five, nine oh one.", "335901"),
        ("The ticket is INC-0042817.", "INC-0042817"),
    ],
)
def test_codes_in_any_spelling_are_known(heard, value):
    case = talk(f"C: {heard}", ("get_record", {"record_id": value}, done(name="Ito")), "A: One moment.")
    assert not rules(case)


def test_after_a_failed_lookup_another_spelling_may_be_tried():
    case = talk(
        "C: B five F one D Z.",
        ("get_booking", {"booking_code": "B5F1DZ"}, failed()),
        ("get_booking", {"booking_code": "B5S1BZ"}, failed()),
        "A: I can't find it. Could you spell it again, please?",
    )
    assert not rules(case)


def test_days_and_amounts_of_writes_need_a_source():
    start = ("C: I want leave from March third to March fifth.", "A: March third to fifth, shall I send it?", "C: Yes.")
    good = {"start_date": "2027-03-03", "end_date": "2027-03-05"}
    assert not rules(talk(*start, ("submit_leave_request", good, done())))
    bad = {**good, "end_date": "2027-03-21"}
    assert ("argument without a source", 1) in rules(talk(*start, ("submit_leave_request", bad, done())))
    money = ("A: I would refund two hundred ten dollars. Is that okay?", "C: Yes.")
    for amount, found in ((210, False), (275, True)):
        case = talk(*OPENED, *money, ("process_refund", {"refund_amount": amount}, done()))
        assert (("argument without a source", 1) in rules(case)) is found


def test_a_day_in_words_is_reckoned_from_today():
    steps = ("C: Tomorrow, please.", "A: Shall I book the room for tomorrow?", "C: Yes.")
    for day, found in (("2027-05-12", False), ("2027-05-19", True)):
        case = talk(*steps, ("submit_room_booking", {"date": day}, done()))
        assert bool(rules(case, now="2027-05-11 09:00")) is found


@pytest.mark.parametrize(
    ("fact", "tool", "arguments"),
    [
        ({"delay_minutes": 95}, "issue_meal_voucher", {"voucher_reason": "delay_over_2_hours"}),
        ({"tenure_months": 7}, "submit_leave_request", {"leave_class": "tenure_over_1_year"}),
        ({"is_refundable": False}, "cancel_booking", {"cancellation_reason": "refundable_fare"}),
        ({"fee_waiver": False}, "rebook_flight", {"waive_change_fee": True}),
        ({"meal_voucher": False}, "issue_meal_voucher", {"note": "wait"}),
        ({"is_eligible": False}, "submit_swap_request", {"basis": "eligible_swap"}),
    ],
)
def test_arguments_that_the_tools_facts_contradict(fact, tool, arguments):
    steps = ("A: I can do that at no cost. Shall I?", "C: Yes, please.", (tool, arguments, done()))
    looked = "C: Please help."
    against = talk(looked, ("get_status", {}, done(**fact)), *steps)
    assert ("argument against the facts", 1) in rules(against)
    other = {k: True if v is False else v * 4 for k, v in fact.items()}
    assert not rules(talk(looked, ("get_status", {}, done(**other)), *steps))


WRITES = [
    ("cancel my trip", "cancel_booking", {"booking_code": "QT7PLM"}),
    ("file my leave", "submit_leave_request", {"employee_id": "QT7PLM"}),
    ("reset my password", "reset_password", {"account_id": "QT7PLM"}),
]


@pytest.mark.parametrize(("wish", "tool", "arguments"), WRITES)
def test_a_write_in_the_turn_of_the_lookup_is_major(wish, tool, arguments):
    case = talk(f"C: Please {wish}.", "A: What is your code?", *OPENED, (tool, arguments, done()), "A: It is done.")
    assert ("write without a yes", 1) in rules(case)


@pytest.mark.parametrize(("wish", "tool", "arguments"), WRITES)
@pytest.mark.parametrize(
    ("offer", "reply", "agreed"),
    [
        ("I can do that now. Shall I go ahead?", "Yes, please.", True),
        ("I can do that now. Do you want me to?", "Sure, go ahead.", True),
        ("I can do that now. Is that okay? And you still have it, right?", "Yes, I still have it. Please do it.", True),
        ("I can do that now. Shall I go ahead?", "No, not yet.", False),
        ("I can do that now. Shall I go ahead?", "Before you do anything, what would it cost?", False),
        ("I can do that now. Shall I go ahead?", "Can you check which one is cheaper?", False),
        ("May I have your date of birth, please?", "June second.", False),
        # what is proposed may be the caller's own, and what is asked for may be proposed
        ("Shall I cancel your booking?", "Yes, please.", True),
        ("Would you like me to change your phone number now?", "Yes.", True),
        ("Would you like me to take your phone number now?", "Yes.", False),
        # a choice between details is none of the deed; with what tells them apart by value, or beside a question, it is
        ("Would you like the aisle or the window seat?", "I'd like the window seat.", False),
        ("Do you want the new one by mail or by courier?", "By mail, please. Yes.", False),
        ("Would you prefer a blue, a green or a red cover?", "I'll take the green one.", False),
        ("Would you like the nine twenty AM or the three oh five PM?", "I'll take the three oh five PM.", True),
        ("Would you like me to do it now or later today?", "Yes, now please.", True),
        ("Do you want that, or would you rather wait?", "Yes, go ahead.", True),
        ("Do you want a window seat or not?", "Yes, go ahead.", True),
        ("Would you like the aisle or the window seat, and shall I go ahead?", "The aisle. Yes, go ahead.", True),
        ("I can do that now. Shall I go ahead? Do you want mail or courier?", "Yes, go ahead. By mail.", True),
    ],
)
def test_only_a_yes_to_an_offer_allows_a_write(wish, tool, arguments, offer, reply, agreed):
    case = talk(f"C: Please {wish}.", *OPENED, f"A: {offer}", f"C: {reply}", (tool, arguments, done()))
    assert (("write without a yes", 1) not in rules(case)) is agreed


@pytest.mark.parametrize(("wish", "tool", "arguments"), WRITES)
@pytest.mark.parametrize(
    ("offer", "agreed"),
    [
        ("I shall I cancel the flight.", True),
        ("I can do that now would you like me to go ahead", True),
        ("What would you like me to do.", False),
        ("May I have your date of birth.", False),
    ],
)
def test_an_offer_that_was_heard_needs_no_question_mark(wish, tool, arguments, offer, agreed):
    case = talk(f"C: Please {wish}.", *OPENED, f"A: {offer}", "C: Yes, go ahead, please.", (tool, arguments, done()))
    assert ("write without a yes", 1) in rules(case)
    heard = replace(case, architecture="s2s")
    assert (("write without a yes", 1) not in rules(heard)) is agreed
    found = [f for f in faithfulness.found(heard) if f.rule == "write without a yes"]
    assert all("an offer may have been misheard" in str(f) for f in found)


def test_a_choice_among_things_offered_is_a_yes_and_covers_what_belongs_to_it():
    seat = ("assign_seat", {"booking_code": "QT7PLM", "kind": "aisle"}, done(seat="21C"))
    offered = "A: I have nine twenty AM or three oh five PM, ninety dollars more in all. Which one would you like?"
    case = talk(*OPENED, FLIGHTS, offered, "C: I'll take the three oh five PM.", REBOOKED, seat)
    assert not rules(case)


def test_what_does_little_harm_is_minor_and_gifts_need_no_yes():
    listed = ("add_to_waitlist", {"booking_code": "QT7PLM"}, done(position=2))
    assert rules(talk("C: Put me on the list.", *OPENED, listed)) == {("write without a yes", 2)}
    gift = ("issue_meal_voucher", {"booking_code": "QT7PLM"}, done(amount=14))
    assert not rules(talk("C: I am stuck here.", *OPENED, gift))


def test_a_second_request_needs_its_own_yes():
    case = talk(
        *OPENED, FLIGHTS, OFFER, "C: Yes, go ahead.", REBOOKED, "A: You are all set.", "C: And what about refunds?"
    )
    again = ("cancel_booking", {"booking_code": "QT7PLM"}, done())
    assert not rules(case)
    more = talk(
        *OPENED, FLIGHTS, OFFER, "C: Yes, go ahead.", REBOOKED, "A: All set.", "C: And what about refunds?", again
    )
    assert ("write without a yes", 1) in rules(more)


@pytest.mark.parametrize(
    ("offer", "reply", "found"),
    [
        ("The total is ninety dollars. Shall I book it?", "Yes.", set()),
        ("The fee is sixty dollars and the difference thirty dollars. Shall I book it?", "Yes.", set()),
        ("The fee is sixty dollars, the new fare two hundred forty dollars. Shall I book it?", "Yes.", set()),
        ("There is a fee of sixty dollars and the fare difference. Shall I?", "Yes.", {("cost not named before", 2)}),
        (
            "There is a fee of sixty dollars and more. Shall I?",
            "Yes, if it costs little.",
            {("cost not named before", 1)},
        ),
        ("I can book that for you. Shall I?", "Yes.", {("cost not named before", 1)}),
    ],
)
def test_costs_are_named_before_they_are_taken(offer, reply, found):
    assert rules(talk(*OPENED, FLIGHTS, f"A: {offer}", f"C: {reply}", REBOOKED)) == found


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("The fare is two hundred ninety-nine dollars.", ("amount without a source", 1)),
        ("It will take about seven hundred dollars.", ("amount without a source", 2)),
        ("It leaves at six forty AM.", ("time without a source", 2)),
        ("Your reference is W as in whiskey, four four, K J eight, two.", ("code without a source", 1)),
        ("The credit is usable within three weeks.", ("span of time without a source", 2)),
        ("Flight H L three one eight leaves at three oh five PM.", ("time of something else", 2)),
        ("It departs at nine twenty AM and arrives at five twenty-five PM.", ("time of something else", 2)),
    ],
)
def test_values_without_a_source(words, rule):
    assert rules(talk(*OPENED, FLIGHTS, f"A: {words}")) == {rule}


@pytest.mark.parametrize(
    "words",
    [
        "The fare is two hundred sixty-five dollars.",
        "That is fifty-five dollars more than you paid.",
        "With the change fee, the total is one hundred fifteen dollars.",
        "Flight H L three one eight leaves at nine twenty AM and lands at eleven thirty-five AM.",
        "The total comes to zero dollars, so it is free.",
        "Do you have a number, such as one two three four five six?",
        "A voucher of fourteen dollars is possible.",
    ],
)
def test_values_with_a_source_or_reckoned(words):
    assert not rules(talk(*OPENED, FLIGHTS, f"A: {words}"), instructions=POLICY)


@pytest.mark.parametrize(
    "words",
    [
        "I've cancelled your booking.",
        "You are now booked on it.",
        "Your request has been submitted.",
        "The desk is reserved.",
    ],
)
def test_deeds_that_were_not_done(words):
    assert rules(talk(*OPENED, f"A: {words}")) == {("deed not done", 1)}
    tried = talk(*OPENED, "A: Shall I do it?", "C: Yes.", ("update_booking", {}, failed("unavailable")), f"A: {words}")
    assert rules(tried) == {("deed not done", 1)}
    worked = ("book_desk_change_request", {}, done())
    assert not rules(
        talk(*OPENED, "A: Shall I do it?", "C: Yes.", worked, f"A: {words.replace('cancelled', 'changed')}")
    )


@pytest.mark.parametrize(
    "words", ["I have not booked it yet.", "Do I have your okay to go ahead?", "Before I finalize it, is that alright?"]
)
def test_deeds_that_are_hidden(words):
    case = talk(*OPENED, FLIGHTS, OFFER, "C: Yes, please.", REBOOKED, f"A: {words}")
    assert ("deed hidden", 1) in rules(case)


def test_a_refund_where_there_is_none():
    asked = (*OPENED, "A: The fee is eighty dollars. Shall I cancel it?", "C: Yes.")
    for amount, found in ((0, True), (130, False)):
        wrote = ("cancel_booking", {"booking_code": "QT7PLM"}, done(refund_amount=amount))
        case = talk(*asked, wrote, "A: I've cancelled it. You'll get a refund to your card.")
        assert (("benefit that was not given", 1) in rules(case)) is found


@pytest.mark.parametrize("words", ["Your refund has already been processed.", "I've issued you a travel credit."])
def test_a_benefit_that_no_call_gave(words):
    assert ("benefit that was not given", 1) in rules(talk(*OPENED, f"A: {words}"))
    gave = ("issue_travel_credit", {}, done(amount=40)) if "credit" in words else ("process_refund", {}, done())
    asked = ("A: I can do that for you. Shall I?", "C: Yes.")
    assert not rules(talk(*OPENED, *asked, gave, f"A: {words}"))


RECORD = (
    "get_profile",
    {},
    done(
        profile={"membership_status": None, "checked_bags": 1, "note": "none", "delay_minutes": 50},
        fare={"fare_type": "non_refundable", "seat_kind": "window"},
    ),
)


@pytest.mark.parametrize(
    "words",
    [
        "I see you have Gold membership status.",
        "Your booking includes 2 checked bags.",
        "I see your flight has no interruptions.",
        "Our records show three open incidents.",
        "Your ticket is fully refundable.",
        "Your booking has an aisle seat.",
        "I see there are no delays today.",
    ],
)
def test_statements_that_the_records_do_not_bear(words):
    assert rules(talk("C: Please look.", RECORD, f"A: {words}")) == {("statement about a record", 1)}


@pytest.mark.parametrize(
    "words",
    [
        "I see one checked bag on your booking.",
        "If you have Gold membership status, tell me.",
        "I don't see any membership status.",
        "Do you have two checked bags?",
        "I see your profile.",
    ],
)
def test_statements_that_they_bear(words):
    assert not rules(talk("C: Please look.", RECORD, f"A: {words}"))


def test_a_field_that_is_named_has_the_word_of_the_record():
    shift = ("get_shift", {}, done(shift={"care_unit": "cardiology", "shift_kind": "night", "next_unit": "surgery"}))
    found = {("statement about a record", 1)}
    assert rules(talk("C: Please look.", shift, "A: Your care unit is surgery.")) == found
    assert not rules(talk("C: Please look.", shift, "A: Your care unit is cardiology, and your next unit is surgery."))
    moved = ("move_unit", {"unit": "surgery"}, done())
    agreed = ("A: I can move you to surgery. Shall I?", "C: Yes.", moved)
    assert not rules(talk("C: I want surgery.", shift, *agreed, "A: Your care unit is surgery."))
    assert not rules(talk("C: Please look.", shift, "A: Your status is surgery."))
    assert not rules(talk("C: Please look.", shift, "A: If your care unit is surgery, tell me."))


def test_nothing_can_be_seen_before_anything_was_looked_up():
    assert rules(talk("C: Hello.", "A: I see your flight now leaves from gate nine.")) == {
        ("statement about a record", 1)
    }


@pytest.mark.parametrize(
    "words",
    [
        "Our policy gives every passenger a free hotel.",
        "According to company rules, all employees may carry over any leave.",
        "Under our guidelines, laptops are always replaced free within a day for everyone.",
        "All requests are automatically approved.",
        "By the way, we guarantee a seat on the next flight.",
    ],
)
@pytest.mark.parametrize("instructions", ["", POLICY])
def test_rules_that_nobody_made(words, instructions):
    assert ("rule that nobody made", 1) in rules(talk("C: Hello.", f"A: {words}"), instructions=instructions)


@pytest.mark.parametrize("words", ["Standby is free for all passengers.", "I can't waive every fee under the policy."])
def test_rules_that_the_policy_holds_and_sentences_that_are_none(words):
    assert not rules(talk("C: Hello.", f"A: {words}"), instructions=POLICY)


@pytest.mark.parametrize(
    ("words", "other"),
    [
        ("You are on Pelican three four two.", True),
        ("You are on Harbor three four two.", False),
        ("You are on Hotel Lima three four two.", False),
        ("Welcome to Pelican Airways.", True),
        ("Welcome to Harbor Light Airways.", False),
    ],
)
def test_other_companies(words, other):
    case = talk(*OPENED, FLIGHTS, f"A: {words}")
    assert (rules(case, instructions=POLICY) == {("other company", 2)}) is other
    assert (not rules(case, instructions=POLICY)) is not other


TOOLS = ({"name": "get_booking", "type": "auth", "parameters": {"properties": {"booking_code": {}, "last_name": {}}}},)


@pytest.mark.parametrize(
    "words",
    [
        "I can look it up with the email address or the phone number.",
        "Give me your ticket number and I will pull it up.",
        "I'll email you the details in a moment.",
    ],
)
def test_powers_without_a_tool(words):
    assert rules(talk("C: I lost my code.", f"A: {words}"), tools=TOOLS) == {("power without a tool", 2)}
    able = (*TOOLS, {"name": "send_message", "parameters": {"properties": {"email": {}, "phone": {}, "ticket": {}}}})
    assert not rules(talk("C: I lost my code.", f"A: {words}"), tools=able)


def test_an_unclear_value_is_asked_again_after_it_failed():
    heard = "C: The code is Q T oh P L M."
    tried = ("get_booking", {"booking_code": "QT0PLM"}, failed())
    assert rules(talk(heard, tried, "A: I can't find it. Do you have another booking?")) == {
        ("unclear value not asked again", 2)
    }
    assert not rules(talk(heard, tried, "A: I can't find it. Is that the letter O or a zero?"))
    assert not rules(
        talk("C: Oh, well. The code is Q T seven P L M.", ("get_booking", {"booking_code": "QT7PLM"}, failed()))
    )


def test_a_write_of_a_value_heard_in_two_ways():
    heard = ("C: Asset four seven one nine two.", "A: What happened?", "C: Four seven one five two broke its screen.")
    repair = ("submit_repair", {"asset_number": "47152"}, done())
    ask = ("A: I can send it in for repair. Shall I?", "C: Yes, please.")
    assert ("value that had diverged", 1) in rules(talk(*heard, *ask, repair))
    settled = ("A: I have four seven one five two. Shall I send it in?", "C: Yes, that's right.")
    assert not rules(talk(*heard, *settled, repair))


@pytest.mark.parametrize(
    ("text", "code", "far"),
    [
        ("Q T seven P L M", "QT7PLM", 0),
        ("quebec tango 7 papa lima mike", "QT7PLM", 0),
        ("Q T eleven", "QT11", 0),
        ("B five oh", "B50", 0),
    ],
)
def test_spelled_characters(text, code, far):
    assert distance(code, characters(text)) == far


def test_characters_of_two_codes_are_not_joined():
    assert distance("QT7PLM", characters("Q T seven. And the other is P L M.")) == 3


SEATS = (
    {
        "name": "assign_seat",
        "type": "write",
        "parameters": {"properties": {"seat_preference": {"enum": ["window", "aisle", "middle"]}}},
    },
)


@pytest.mark.parametrize(
    ("lines", "against"),
    [
        (("C: I want a window seat.", "A: I can do that. Shall I?", "C: Yes."), True),
        (("C: I want a window seat.", "A: Only an aisle seat is free. Shall I take it?", "C: Yes."), False),
        (("C: I want a window seat. No, an aisle seat.", "A: I can do that. Shall I?", "C: Yes."), False),
        (("C: Any seat will do.", "A: I can do that. Shall I?", "C: Yes."), False),
    ],
)
def test_another_choice_than_the_caller_named(lines, against):
    case = talk(*lines, ("assign_seat", {"seat_preference": "aisle"}, done()))
    assert (("argument against the facts", 1) in rules(case, tools=SEATS)) is against


LAB = (
    "book_slot",
    {"room": "LAB-214", "start_time": "13:30"},
    done(room="LAB-214", booking_fee=45.0, deposit_refund=120.0, created_at="2027-03-02T08:10:00"),
)
ROOMS = (
    "find_rooms",
    {"kind": "lab"},
    done(rooms=[{"room": "LAB-214", "hourly_fee": 120.0}, {"room": "LAB-388", "hourly_fee": 45.0}], opening="07:00"),
)
ELSE = ("amount of something else", 1)
WHEN = ("time of something else", 2)


def booked(offer: str, report: str) -> Case:
    return talk(
        "C: I need room L A B two one four.", ROOMS, f"A: {offer} Shall I book it?", "C: Yes.", LAB, f"A: {report}"
    )


@pytest.mark.parametrize(
    ("offer", "report", "found"),
    [
        ("It costs forty-five dollars at one thirty PM.", "It is booked.", set()),
        ("It costs one hundred twenty dollars.", "It is booked.", {ELSE}),
        ("The booking fee is about fifty dollars.", "The booking fee was forty-five dollars.", set()),
        ("The fee is forty-five dollars.", "It is booked, and your refund is forty-five dollars.", {ELSE}),
        ("The fee is forty-five dollars.", "It is booked, and your refund is one hundred twenty dollars.", set()),
        ("You pay forty-five dollars, or one hundred twenty dollars for all day.", "It is booked.", set()),
        ("We open at seven AM. It is free at one thirty PM, for forty-five dollars.", "It is booked.", set()),
        ("It is free at seven AM, for forty-five dollars.", "It is booked.", {WHEN}),
        ("It is forty-five dollars.", "It is booked for seven AM.", {WHEN}),
        ("It is forty-five dollars.", "It is booked for one thirty PM.", set()),
    ],
)
def test_what_is_said_of_a_write_is_what_the_write_says(offer, report, found):
    assert rules(booked(offer, report)) & {ELSE, WHEN} == found


def test_what_opens_a_case_of_its_own_is_major_without_a_yes():
    def alone(**answer: object) -> Case:
        return talk("C: What about my locker?", ("get_locker", {}, done(floor=3)), ("add_locker", {}, done(**answer)))

    assert ("write without a yes", 2) in rules(alone(floor=4))
    assert ("write without a yes", 1) in rules(alone(floor=4, case_id="CASE-88213"))
    assert ("write without a yes", 1) in rules(alone(floor=4, fee=12))


def test_faults_of_one_sentence_stand_in_the_order_of_its_words():
    times = ["six forty AM", "seven ten AM", "eight thirteen AM", "ten fifty-one AM", "eleven nineteen AM"]
    case = talk(*OPENED, FLIGHTS, f"A: It leaves at {', '.join(times)}.")
    sources = [f.source for f in faithfulness.found(case) if f.rule == "time without a source"]
    assert sources == [f"no source holds {time!r}" for time in times]
