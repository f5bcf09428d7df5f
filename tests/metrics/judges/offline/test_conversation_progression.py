"""The judge of progression: each rule with calls that break it and calls that have a reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.judges.case import Case, Entry
from metrics.judges.jury import NothingToJudge
from metrics.judges.offline import conversation_progression as progression
from metrics.judges.offline._progression_issue import Issue
from metrics.judges.verdicts import PROGRESSION, Dimensions
from tests.metrics.judges.offline.talk import Step, done, failed, talk

TOOLS, LOSS, REPEATS, QUESTIONS = PROGRESSION
WHO: tuple[Step, ...] = (
    "A: Staff office, good morning. How can I help you?",
    "C: I want to take next Friday off.",
    "A: May I have your employee number and your date of birth, please?",
    "C: My employee number is Echo, Mike, Papa, five, three, five. My date of birth is May second, nineteen seventy.",
)
LOOKUP: Step = (
    "get_employee_record",
    {"employee_id": "EMP535"},
    done(employee={"name": "Ada Okafor", "unit": "4K-ICU", "grade": "B7", "since": "2019-03-01", "site": "HVN"}),
)
ASK_DATES = "A: Thank you, Ada. What is the start date of your time off, please?"


def rated(*steps: Step) -> Dimensions:
    return progression.judge(talk(*steps))


def flags(verdict: Dimensions) -> dict[str, int]:
    return {name: f.rating for name, f in verdict.dimensions.items() if f.flagged}


def test_a_call_that_goes_straight_has_no_issue():
    verdict = rated(
        *WHO,
        LOOKUP,
        ASK_DATES,
        "C: It starts on June fourth.",
        "A: What is the end date of your time off, please?",
        "C: It ends on June fourth, too.",
        "A: I can request June fourth for you and tell your manager. Shall I go ahead?",
        "C: Yes, please.",
        ("submit_pto_request", {"employee_id": "EMP535", "start": "2027-06-04"}, done(case_id="CASE-1")),
        "A: Your time off is requested. Is there anything else I can help you with?",
        "C: No, that's all. Goodbye.",
        "A: Goodbye.",
    )
    assert flags(verdict) == {}
    assert verdict.rating == 3
    assert set(verdict.dimensions) == set(PROGRESSION)
    assert all(f.evidence for f in verdict.dimensions.values())


# --- tool calls


def test_the_same_read_after_success_is_one_issue():
    verdict = rated(*WHO, LOOKUP, LOOKUP, ASK_DATES)
    assert flags(verdict) == {TOOLS: 2}
    assert "get_employee_record" in verdict.dimensions[TOOLS].evidence
    assert "turn 2" in verdict.dimensions[TOOLS].evidence


def test_three_needless_reads_are_several():
    assert flags(rated(*WHO, LOOKUP, LOOKUP, LOOKUP, ASK_DATES)) == {TOOLS: 2}
    assert flags(rated(*WHO, LOOKUP, LOOKUP, LOOKUP, LOOKUP, ASK_DATES)) == {TOOLS: 1}


def test_a_hard_write_made_twice_is_severe_and_a_soft_one_is_not():
    submit: Step = ("submit_leave_case", {"employee_id": "EMP535"}, done(case_id="CASE-9"))
    assign: Step = ("assign_locker", {"employee_id": "EMP535", "locker": "12"}, done(locker="12"))
    agreed = ("A: I can do that now. Shall I go ahead?", "C: Yes, go ahead.")
    assert flags(rated(*WHO, LOOKUP, *agreed, submit, submit)) == {TOOLS: 1}
    assert flags(rated(*WHO, LOOKUP, *agreed, assign, assign)) == {TOOLS: 2}


def test_a_change_of_mind_is_no_repetition():
    def move(day: str) -> Step:
        return "move_shift", {"shift": "S1", "day": day}, done(shift="S1", day=day)

    case = (*WHO, LOOKUP, "A: Shall I move it?", "C: Yes.", move("Mon"), "C: No, Tuesday.", move("Tue"))
    assert flags(rated(*case, "C: Sorry, Monday after all.", move("Mon"))) == {}


def test_a_notice_sent_again_for_the_next_write_is_none():
    notify: Step = ("notify_manager", {"employee_id": "EMP535", "kind": "swap"}, done())

    def swap(day: str) -> Step:
        return "confirm_shift_swap", {"employee_id": "EMP535", "day": day}, done()

    case = (*WHO, LOOKUP, "A: Shall I?", "C: Yes.", swap("Mon"), notify, "A: Done.", "C: And Tuesday, please.")
    assert flags(rated(*case, "A: Shall I?", "C: Yes.", swap("Tue"), notify)) == {}
    assert flags(rated(*case, "A: Shall I?", "C: Yes.", notify)) == {TOOLS: 2}


def test_reading_again_what_was_written_since_is_fine_for_the_next_request_only():
    write: Step = ("submit_pto_request", {"employee_id": "EMP535"}, done(case_id="CASE-1"))
    case = (*WHO, LOOKUP, "A: Shall I go ahead?", "C: Yes.", write)
    assert flags(rated(*case, "A: It is done.", "C: And my badge?", LOOKUP)) == {}
    assert flags(rated(*case, LOOKUP, "A: It is done.")) == {TOOLS: 2}


@pytest.mark.parametrize(
    "params",
    [
        {"employee_id": "", "pin": ""},
        {"employee_id": "UNKNOWN"},
        {"ticket": "?"},
        {"npi": None},
        {"code": "N/A"},
        {"x": "<id>"},
    ],
)
def test_placeholders_that_fail_had_to(params):
    opening = ("A: Service desk, hello.", "C: My screen stays black.")
    assert flags(rated(*opening, ("get_ticket", params, failed()), "A: What is your number?")) == {TOOLS: 2}


def test_an_invented_id_had_to_fail_and_a_misheard_one_had_not():
    lookup: Step = ("get_ticket", {"ticket_number": "INC0099881"}, failed())
    assert flags(rated("A: Hello.", "C: My screen stays black.", lookup, "A: What is your ticket number?")) == {
        TOOLS: 2
    }
    heard = "C: It's I N C zero zero nine nine eight eight seven."
    assert flags(rated("A: Hello. Do you have a ticket number?", heard, lookup, "A: I can't find that one.")) == {}


def test_an_id_out_of_the_blue_when_another_one_was_right():
    wrong: Step = ("get_employee_record", {"employee_id": "EMP928"}, failed())
    assert flags(rated(*WHO, LOOKUP, ASK_DATES, "C: June fourth.", wrong)) == {TOOLS: 2}
    assert flags(rated(*WHO, wrong, "A: I can't find you. What is your employee number?")) == {}


def test_a_failure_is_tried_again_only_with_a_reason():
    ask = "A: What is your ticket number, please?"
    given_ = "C: It is I N C seven seven one."
    lookup: Step = ("get_ticket", {"ticket_number": "INC771"}, failed())
    sorry = "A: I can't find that one. Could you say it again?"
    assert flags(rated("A: Hello.", "C: My screen is black.", ask, given_, lookup, sorry, given_, lookup)) == {}
    assert flags(rated("A: Hello.", "C: My screen is black.", ask, given_, lookup, sorry, "C: Hm.", lookup)) == {
        TOOLS: 2
    }
    busy: Step = ("get_ticket", {"ticket_number": "INC771"}, failed("timeout"))
    assert flags(rated("A: Hello.", "C: My screen is black.", ask, given_, busy, busy)) == {}


def test_a_read_of_what_an_earlier_one_had_returned_is_not_needed():
    options = [
        {
            "asset_id": f"LT-{n}",
            "model": f"Book {n}",
            "ram": f"{n} GB",
            "disk": f"{n} TB",
            "site": f"S{n}",
            "rack": f"R{n}",
        }
        for n in (1, 2)
    ]
    search: Step = ("search_assets", {"kind": "laptop"}, done(options=options))
    detail: Step = ("get_asset", {"asset": "LT-1"}, done(asset={**options[0], "serial": "9X"}))
    other: Step = ("get_asset", {"asset": "LT-3"}, done(asset={k: f"{v}!" for k, v in options[0].items()}))
    assert flags(rated("A: Hello.", "C: I need a laptop.", search, detail)) == {TOOLS: 2}
    assert flags(rated("A: Hello.", "C: I need a laptop.", search, other)) == {}


def test_two_sorts_of_needless_calls_are_several():
    empty: Step = ("get_employee_record", {"employee_id": ""}, failed("missing_required_parameters"))
    assert flags(rated(WHO[0], WHO[1], empty, *WHO[2:], LOOKUP, LOOKUP))[TOOLS] == 1


# --- information


def test_asking_again_for_what_was_given():
    verdict = rated(*WHO, "A: Sorry, what was your date of birth again?", "C: May second nineteen seventy.", LOOKUP)
    assert flags(verdict) == {LOSS: 2}
    assert "date of birth" in verdict.dimensions[LOSS].evidence


@pytest.mark.parametrize(
    "again",
    [
        "Could you repeat your date of birth for me one more time?",
        "To be safe, I'll need your date of birth.",
        "Please tell me your exact date of birth.",
        "And what was your employee number again, please?",
    ],
)
def test_asking_again_in_other_words(again):
    assert flags(rated(*WHO, f"A: {again}")) == {LOSS: 2}


@pytest.mark.parametrize(
    "reason",
    [
        ("A: I didn't catch that. What is your date of birth, please?",),
        (
            ("verify_employee", {"employee_id": "EMP535"}, failed()),
            "A: That does not match. What is your date of birth?",
        ),
        ("A: Is it May second nineteen seventy?",),
        ("A: And what is your badge number?",),
    ],
)
def test_there_are_reasons_to_ask_again(reason):
    assert flags(rated(*WHO, *reason)) == {}


def test_start_and_end_own_and_anothers_are_different_facts():
    verdict = rated(
        *WHO,
        LOOKUP,
        "A: What is the start date of your leave?",
        "C: The start date is May first.",
        "A: What is the end date of your leave?",
        "C: The end date is May ninth.",
        "A: And your colleague's employee number, please? What is your colleague's employee number?",
        "C: It is Echo, Mike, Papa, two, eight, two.",
    )
    assert LOSS not in flags(verdict)


def test_asking_three_times_is_several_unless_the_answer_was_visibly_short():
    start, reply = "C: My locker code is Kilo, seven, Papa, two.", "C: As I told you: Kilo, seven, Papa, two."
    asked = ("A: What is your locker code, please?", reply)
    ask = "A: And may I have your locker code, please?"
    assert flags(rated(*asked, *asked)) == {LOSS: 2}
    assert flags(rated(*asked, *asked, *asked)) == {LOSS: 1}
    again = "A: It has four characters. Could you please read me your locker code?"
    short = ("A: What is your locker code, please?", "C: It is Kilo, seven.", again, "C: It is Kilo, seven.", again)
    assert flags(rated(*short)) == {}
    found: Step = ("get_locker", {"locker_code": "K7P2"}, done(floor=3))
    assert flags(rated("A: Hello.", start, found, ask, reply)) == {LOSS: 2}
    assert flags(rated("A: Hello.", start, ("get_locker", {"locker_code": "K7P2"}, failed()), ask, reply)) == {}


def test_the_same_fact_for_the_next_request_is_another():
    first = (*WHO, LOOKUP, "A: What is your seat preference?", "C: A window seat, please.")
    again = ("A: What is your seat preference?", "C: An aisle seat.")
    write: Step = ("assign_seat", {"seat": "window"}, done(seat="12A"))
    assert flags(rated(*first, write, "A: Done.", "C: And on the way back?", *again)) == {}
    assert flags(rated(*first, "A: Fine.", "C: And on the way back?", *again)) == {LOSS: 2}


def test_callers_who_must_remind_are_heard():
    verdict = rated(*WHO, LOOKUP, "A: So it is about your pay, then.", "C: I already told you that it is about Friday.")
    assert flags(verdict) == {LOSS: 2}


def test_starting_over():
    verdict = rated(*WHO, LOOKUP, "A: Thank you. How can I help you today?", "C: I want Friday off.")
    assert flags(verdict)[LOSS] == 2


# --- repetitions

PLAN = "A: Your leave runs from June fourth to June ninth, takes four days and leaves you eleven days for the year."


def test_a_repetition_that_announces_itself():
    verdict = rated(
        *WHO, LOOKUP, PLAN, "C: Good. My manager is Ruth.", "A: Just to repeat, the leave is four days long."
    )
    assert flags(verdict) == {REPEATS: 2}


@pytest.mark.parametrize(
    "caller",
    [
        "Could you repeat that, please?",
        "No, that is wrong, I disagree.",
        "That's all, goodbye.",
        "Can you read it to me?",
    ],
)
def test_repetitions_that_were_called_for(caller):
    assert flags(rated(*WHO, LOOKUP, PLAN, f"C: {caller}", f"A: To repeat it: {PLAN.removeprefix('A: ')}")) == {}


def test_word_for_word():
    case = (*WHO, LOOKUP, PLAN, "C: Good. My manager is Ruth.")
    assert flags(rated(*case, PLAN)) == {REPEATS: 2}
    assert flags(rated(*case, "A: I will let her know.")) == {}
    news: Step = ("submit_leave_case", {"employee_id": "EMP535"}, done(case_id="CASE-9"))
    assert REPEATS not in flags(rated(*case, news, PLAN))


def test_a_recap_that_announces_itself_is_one_repetition():
    recap = f"A: Just to recap: {PLAN.removeprefix('A: ')} {PLAN.removeprefix('A: ')}"
    assert flags(rated(*WHO, LOOKUP, PLAN, "C: Good. My manager is Ruth.", recap)) == {REPEATS: 2}
    assert flags(rated(*WHO, LOOKUP, PLAN, "C: Good.", recap, "C: Fine.", recap)) == {REPEATS: 1}


def test_the_same_question_twice_in_one_turn():
    ask = "May I have your ticket number and the name of the device, please?"
    assert flags(rated("A: Hello.", "C: My screen is black.", f"A: {ask} {ask}")) == {REPEATS: 2}


def test_one_recap_is_granted_and_the_second_is_not():
    again = "A: So, four days from June fourth to June ninth, eleven days left."
    once = (*WHO, LOOKUP, PLAN, "C: Lovely.", again)
    other = "A: All right, from June fourth to June ninth, with eleven days left then."
    assert flags(rated(*once)) == {}
    assert flags(rated(*once, "C: Lovely, then.", other)) == {REPEATS: 2}


def test_stalling():
    wait = "A: One moment, please."
    assert flags(rated(*WHO, wait, LOOKUP, ASK_DATES)) == {}
    assert flags(rated(*WHO, wait, "C: Sure.", "A: Please hold on, I am still checking.")) == {REPEATS: 2}


# --- questions

SLOTS = [
    {"slot_id": "SL-11", "start": "09:00", "technician": "Hana"},
    {"slot_id": "SL-12", "start": "14:30", "technician": "Piet"},
    {"slot_id": "SL-13", "start": "16:00", "technician": "Noor"},
]
FIND: Step = ("search_slots", {"site": "HVN"}, done(options=SLOTS))
TAKE: Step = ("book_visit", {"slot_id": "SL-12"}, done(visit_id="V-7"))


def test_choosing_for_the_caller_is_severe():
    verdict = rated(
        "A: Hello.", "C: Someone must come and look at my screen.", FIND, TAKE, "A: Someone comes at two thirty."
    )
    assert flags(verdict) == {QUESTIONS: 1}
    assert verdict.rating == 1


@pytest.mark.parametrize(
    "steps",
    [
        ("C: Someone must come at two thirty PM and look at my screen.", FIND, TAKE),
        ("C: Please send Piet to look at my screen.", FIND, TAKE),
        ("C: Someone must come, the earliest you have.", FIND, TAKE),
        ("C: Someone must come.", FIND, "A: I have nine, two thirty and four.", "C: The second one.", TAKE),
    ],
)
def test_choices_that_the_caller_made(steps):
    assert flags(rated("A: Hello.", *steps)) == {}


def test_charging_without_a_word():
    buy: Step = ("book_upgrade", {"seat": "2A"}, done(cost={"total_collected": 120}))
    assert flags(rated("A: Hello.", "C: I would like seat 2 A.", buy)) == {QUESTIONS: 2}
    assert flags(rated("A: Hello.", "C: I would like seat 2 A, without any extra charge.", buy)) == {QUESTIONS: 1}
    named = ("A: That costs one hundred twenty dollars. Shall I book it?", "C: Yes, please.")
    assert flags(rated("A: Hello.", "C: I would like seat 2 A.", *named, buy)) == {}


def test_acting_before_the_answer():
    submit: Step = ("submit_leave_case", {"employee_id": "EMP535"}, done(case_id="CASE-9"))
    asks = "C: Before you submit it, what does it mean for my pay?"
    assert flags(rated(*WHO, LOOKUP, PLAN, asks, submit)) == {QUESTIONS: 2}
    assert flags(rated(*WHO, LOOKUP, PLAN, asks, "A: Nothing. Shall I go ahead?", "C: Yes.", submit)) == {}


IDENTIFIED: tuple[Step, ...] = (*WHO, ("verify_employee_auth", {"employee_id": "EMP535"}, done(authenticated=True)))
REGRET = "A: I'm sorry, I can't help with that today. Goodbye."


@pytest.mark.parametrize(
    "steps",
    [
        ("A: All right. Is there anything else I can help you with?", "C: No, thank you.", "A: Goodbye."),
        ("A: One moment, please.", "C: Are you there?", "A: I will take care of it.", "C: Thank you."),
        (REGRET, "C: But I need the day off.", REGRET, "C: Then goodbye."),
    ],
)
def test_a_request_that_is_left_lying_is_severe(steps):
    assert flags(rated(*IDENTIFIED, *steps)) == {QUESTIONS: 1}
    asked = rated("A: Hello.", "C: I want to take next Friday off.", REGRET, "C: Why? I want it.", REGRET, "C: Bye.")
    assert flags(asked) == {QUESTIONS: 1}


@pytest.mark.parametrize(
    "steps",
    [
        (),
        ("A: Thank you, Ada. One moment, please.",),
        ("A: Thank you, Ada. How can I help you?", "C: I changed my mind. Goodbye.", "A: Goodbye."),
        ("A: I can't, as your days off are used up. Anything else?", "C: No.", "A: Goodbye."),
        ("A: You have six days left. Anything else?", "C: Only six?", "A: Yes.", "C: Goodbye."),
        ("A: What is the start date of your time off?", "C: I'll call back. Bye.", "A: Goodbye."),
        (
            "A: All right. Anything else?",
            "C: Yes.",
            ("submit_leave", {"day": "2027-06-04"}, done()),
            "A: Done. Goodbye.",
        ),
        ("A: One moment.", ("transfer_to_agent", {"reason": "other"}, done()), "A: Please hold.", "C: Thanks."),
        ("A: All right.", ("verify_code_auth", {"code": "123"}, failed()), "A: I'm sorry. Goodbye.", "C: Goodbye."),
    ],
)
def test_requests_that_were_moved_on_or_given_up_are_none(steps):
    assert QUESTIONS not in flags(rated(*IDENTIFIED, *steps))


def test_an_answer_from_the_policy_moves_a_request_on():
    told: tuple[Step, ...] = ("C: How long must I wait for my first day off?", "A: Ninety days from your start.")
    ends: tuple[Step, ...] = ("C: Thank you.", "A: You're welcome. Anything else?", "C: No, thanks.", "A: Goodbye.")
    assert flags(rated("A: Hello.", *told, *ends)) == {}
    assert flags(rated("A: Hello.", *told, *IDENTIFIED[1:], *ends[1:])) == {}


def test_asking_for_a_yes_again():
    ask = "Shall I go ahead?"
    offer = f"A: I can open the leave case for you. {ask}"
    assert flags(rated(*WHO, LOOKUP, offer, "C: Yes, please.", f"A: Good. {ask}")) == {QUESTIONS: 2}
    assert flags(rated(*WHO, LOOKUP, offer, "C: Sorry?", offer)) == {}
    other = "A: I can also tell your manager about it. Do you want me to send the note?"
    assert flags(rated(*WHO, LOOKUP, offer, "C: Yes, please.", other)) == {}


def test_many_questions_one_by_one_are_an_issue_and_some_are_not():
    facts = ("street", "floor", "room", "desk", "screen", "keyboard", "colour", "brand", "age")
    asked = [step for fact in facts for step in (f"A: What is the {fact}, please?", f"C: The {fact} is nice.")]
    opening = ("A: Hello.", "C: I need a new one.")
    assert flags(rated(*opening, *asked)) == {QUESTIONS: 2}
    assert flags(rated(*opening, *asked[:8], ("get_desk", {"desk": "nice"}, done()), *asked[8:])) == {}


# --- the whole


@pytest.mark.parametrize(
    ("ratings", "overall"),
    [((3, 3, 3, 3), 3), ((2, 3, 3, 3), 2), ((2, 2, 3, 3), 2), ((2, 2, 2, 3), 1), ((1, 3, 3, 3), 1), ((2, 2, 2, 2), 1)],
)
def test_overall(ratings, overall):
    found = {
        name: [] if rating == 3 else [Issue(1, "kind", "words", "why", severe=rating == 1)]
        for name, rating in zip(PROGRESSION, ratings, strict=True)
    }
    verdict = progression.verdict(found)
    assert tuple(f.rating for f in verdict.dimensions.values()) == ratings
    assert verdict.rating == overall


def test_nothing_to_judge():
    with pytest.raises(NothingToJudge):
        rated("C: Hello?")


VALUES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=12)
    | st.sampled_from(["success", "error", "?", "EMP535"])
)
DATA = st.dictionaries(
    st.sampled_from(["status", "employee_id", "options", "total_collected", "is_error", "message", "name"]),
    st.recursive(
        VALUES, lambda v: st.lists(v, max_size=3) | st.dictionaries(st.text(max_size=5), v, max_size=3), max_leaves=6
    ),
    max_size=4,
)
LINES = st.sampled_from(
    [
        "",
        "[user interrupts]",
        "Yes, please.",
        "What is your date of birth again?",
        PLAN.removeprefix("A: "),
        "Just to repeat it, that is four days.",
        "I already told you.",
        "Shall I go ahead?",
        "One moment. [likely cut off by user]",
    ]
)
ENTRIES = st.lists(
    st.builds(
        Entry,
        turn=st.integers(0, 4),
        kind=st.sampled_from(["caller", "agent", "call", "response"]),
        text=LINES | st.text(max_size=60),
        tool=st.sampled_from(["get_x", "search_options", "submit_y", "transfer_to_agent", ""]),
        type=st.sampled_from(["", "read", "write", "auth", "system"]),
        data=DATA,
        cut=st.booleans(),
    ),
    max_size=12,
)


@given(ENTRIES)
def test_any_entries_give_a_verdict_that_holds_together(entries):
    case = Case("cascade", tuple(entries))
    try:
        verdict = progression.judge(case)
    except NothingToJudge:
        assert not any(e.kind in ("agent", "call") for e in entries)
        return
    assert set(verdict.dimensions) == set(PROGRESSION)
    assert verdict == progression.judge(case)
    for finding in verdict.dimensions.values():
        assert finding.evidence
        assert finding.flagged == (finding.rating < 3)


@given(ENTRIES)
def test_empty_lines_change_nothing(entries):
    more = [e for entry in entries for e in (entry, Entry(entry.turn, "caller", " "), Entry(entry.turn, "agent", ""))]
    assert _issues(entries) == _issues(more)


def _issues(entries):
    return progression.issues(Case("cascade", tuple(entries)))


def test_a_call_without_an_answer_is_not_held_to_have_failed():
    case = talk(*WHO, ("get_employee_record", {"employee_id": "unknown"}, failed()))
    assert flags(progression.judge(case)) == {TOOLS: 2}
    assert not flags(progression.judge(Case("cascade", case.entries[:-1])))


@pytest.mark.parametrize(("value", "doomed"), [("2031-09-14", False), ("QX7731", True)])
def test_a_failed_lookup_by_a_day_that_nobody_named_may_have_been_reckoned(value, doomed):
    found = flags(rated(*WHO, ("find_roster", {"roster_key": value}, failed())))
    assert found == ({TOOLS: 2} if doomed else {})
