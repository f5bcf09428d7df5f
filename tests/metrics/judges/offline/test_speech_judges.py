"""The speech judges on sound whose words are known, with recognisers that hear what they are told to."""

from dataclasses import replace

import pytest

from metrics.judges.case import Entry
from metrics.judges.jury import JudgeError, NothingToJudge
from metrics.judges.offline import agent_speech_fidelity, tts_fidelity, user_speech_fidelity
from metrics.judges.offline._speech_recogniser import use
from tests.metrics.judges.offline.speech import Hears, call, ears

CODE = "Your confirmation number is Echo, Mike, four, nine, November, Golf."
OFFER = "The total cost is one hundred fifteen dollars on June sixth at nine thirty AM, Mister Torvald."


def agent(case, *heard, **kwargs):
    return agent_speech_fidelity.judge(case, ears(*(Hears(*h) for h in heard), **kwargs)).turns


@pytest.mark.parametrize(
    "heard",
    [
        CODE,
        "your confirmation number is E M 4 9 N G",
        "Your confirmation number's EM-49NG.",
        "Air confirmation numbers Echo Mike 4 9 November golf",
    ],
)
def test_a_code_that_is_read_to_the_last_character_is_right(tmp_path, heard):
    (turn,) = agent(call(tmp_path, [CODE], knows=CODE), [heard])
    assert (turn.turn_id, turn.rating, turn.has_entities, turn.transcript) == (1, 1, True, heard)


@pytest.mark.parametrize(
    "heard",
    [
        "Your confirmation number is Echo, Mike, five, nine, November, Golf.",  # another digit
        "Your confirmation number is Echo, Tango, four, nine, November, Golf.",  # another letter
        "Your confirmation number is Echo, Mike, four, November, Golf.",  # one left out
        "Your confirmation number is Echo, Mike, nine, four, November, Golf.",  # two swapped
        "Your confirmation number is Echo, Mike, four, nine, nine, November, Golf.",  # one twice
        "Your confirmation number is Echo, Mike, four, nine, November.",  # the last one clipped
        "",
    ],
)
def test_a_code_that_departs_in_one_character_is_wrong_whoever_listens(tmp_path, heard):
    (turn,) = agent(call(tmp_path, [CODE], knows=CODE), [heard], [heard])
    assert (turn.rating, turn.failure_modes, turn.has_entities) == (0, ("entity_error",), True)
    assert "Echo, Mike" in turn.explanation


@pytest.mark.parametrize(
    ("said", "rating"),
    [
        ("$115 on June 6 at 9.30 AM, Mr. Thorwald", 1),
        ("$150 on June 6 at 9.30 AM, Mr. Torvald", 0),
        ("$115 on June 7 at 9.30 AM, Mr. Torvald", 0),
        ("$115 on July 6 at 9.30 AM, Mr. Torvald", 0),
        ("$115 on June 6 at 9.30 PM, Mr. Torvald", 0),
        ("$115 on June 6 at 9.40 AM, Mr. Torvald", 0),
        ("$115 on June 6 at 9.30 AM, Mr. Nakamura", 0),
    ],
)
def test_amounts_dates_times_and_names_count(tmp_path, said, rating):
    knows = "The fare of Mister Torvald is 115 dollars on June sixth at nine thirty AM for Torvald."
    (turn,) = agent(call(tmp_path, [OFFER], knows=knows), [f"The total cost is {said}."])
    assert turn.rating == rating


def test_one_look_that_reads_it_is_enough_and_ends_the_looking(tmp_path):
    first, second = Hears("Your confirmation number is Echo."), Hears(CODE)
    verdict = agent_speech_fidelity.judge(call(tmp_path, [CODE], knows=CODE), ears(first, second))
    assert verdict.turns[0].rating == 1
    assert (first.looks, second.looks) == (1, 1)


def test_two_recognisers_that_read_another_value_end_the_looking(tmp_path):
    wrong = CODE.replace("four", "five")
    first, second = Hears(wrong), Hears(wrong)
    verdict = agent_speech_fidelity.judge(call(tmp_path, [CODE], knows=CODE), ears(first, second))
    assert verdict.turns[0].rating == 0
    assert (first.looks, second.looks) == (1, 1)


@pytest.mark.parametrize(("of_meant", "rating"), [(-11.0, 1), (-13.0, 0)])
def test_a_value_nearly_read_is_weighed_against_what_was_read(tmp_path, of_meant, rating):
    heard = "Your confirmation number is Echo Mike A 9 November Golf"
    case = call(tmp_path, [CODE], knows=CODE)
    (turn,) = agent(case, [heard], weights={"Mike, A, 9": -10.0, "Mike, 4, 9": of_meant})
    assert turn.rating == rating


@pytest.mark.parametrize(("of_meant", "rating"), [(-11.0, 1), (-13.0, 0)])
def test_a_word_is_no_letter_but_what_it_was_said_for_may_be_another(tmp_path, of_meant, rating):
    heard = "Your confirmation number is Echo Mike 4 9 November call"
    case = call(tmp_path, [CODE], knows=CODE)
    weights = {"November, call": 0.0, "November, Kilo": -10.0, "November, Golf": of_meant}
    assert agent(case, [heard], weights=weights)[0].rating == rating


@pytest.mark.parametrize(
    ("rival", "rating"),
    [
        ("Echo, Mike, 4, 9, Delta, Golf", 0),  # another letter in a place that is in doubt
        ("Echo, Mike, 4, 9, Golf", 0),  # nothing there
        ("Echo, Mike, 4, November, 9, Golf", 0),  # neighbours swapped
        ("Echo, Mike, 7, 9, November, Golf", 1),  # a place that was read by every look
    ],
)
def test_what_could_stand_in_place_of_blurred_words_is_weighed(tmp_path, rival, rating):
    heard = "Your confirmation number is Echo Mike 4 9 no member Golf"
    case = call(tmp_path, [CODE], knows=CODE)
    weights = {rival: -10.0, "Echo, Mike, 4, 9, November, Golf": -13.0}
    assert agent(case, [heard], weights=weights)[0].rating == rating


@pytest.mark.parametrize(
    ("said", "heard", "weights", "rating"),
    [
        ("at nine AM", "at 9 and", {"9 pm": -13.0, "9 am": -10.0}, 1),
        ("at nine AM", "at 9 and", {"9 pm": -7.0, "9 am": -10.0}, 0),
        ("at nine AM", "at 9", {"9 am": -10.0, "at 9.": -7.0}, 0),  # the half of the day was clipped
        # a range tells it at its end
        ("from nine AM to ten AM", "from 9 to 10 AM", {"9 pm": -13.0, "9 am": -10.0, "from 9 to": -7.0}, 1),
        ("from nine AM to ten AM", "from 9 to 10 AM", {"9 pm": -7.0, "9 am": -10.0}, 0),
        ("from nine AM to one PM", "from 9 to 1 PM", {"9 am": -10.0, "from 9 to": -7.0}, 0),
    ],
)
def test_half_a_day_is_the_other_one_or_none(tmp_path, said, heard, weights, rating):
    text = f"Your visit is {said}."
    (turn,) = agent(call(tmp_path, [text], knows=text), [f"Your visit is {heard}."], weights=weights)
    assert turn.rating == rating


def test_letters_are_weighed_in_the_way_in_which_they_were_spelled(tmp_path):
    heard = "Your confirmation number is Lima Mike 4 9 November Golf"
    case = call(tmp_path, [CODE], knows=CODE)
    (turn,) = agent(case, [heard], weights={"Lima, Mike": -10.0, "Echo, Mike": -13.0, "L, Mike": -20.0})
    assert turn.rating == 0


@pytest.mark.parametrize(("of_meant", "rating"), [(-11.0, 1), (-13.0, 0)])
def test_what_was_read_in_another_number_of_pieces_is_told_by_the_letters_it_may_be(tmp_path, of_meant, rating):
    text = "Your code is G, N, M, four, nine, five, seven."
    weights = {"G, N, M": of_meant, "G, N, J": -10.0}
    (turn,) = agent(call(tmp_path, [text], knows=text), ["Your code is G and J 4957"], weights=weights)
    assert turn.rating == rating


def test_a_code_of_which_most_is_in_doubt_is_never_weighed(tmp_path):
    heard = "Your confirmation number is a comic for mine November Golf."
    (turn,) = agent(call(tmp_path, [CODE], knows=CODE), [heard], weights={"Echo, Mike, 4": 0.0})
    assert turn.rating == 0


def test_what_was_not_nearly_read_is_never_weighed(tmp_path):
    (turn,) = agent(call(tmp_path, [CODE], knows=CODE), ["Your confirmation number is Echo."], weights={"Golf": 0.0})
    assert turn.rating == 0


def test_values_that_the_conversation_does_not_hold_are_not_asked_for(tmp_path):
    (turn,) = agent(call(tmp_path, [CODE], knows="Booking ZK3FFW is confirmed."), ["something else entirely"])
    assert (turn.rating, turn.has_entities) == (1, False)


def test_values_of_responses_are_known_in_the_form_of_a_tool(tmp_path):
    case = call(tmp_path, ["Flight seven zero five on June sixth leaves at nine thirty AM for 115 dollars."])
    data = {"status": "success", "flights": [{"number": "SK705", "date": "2027-06-06", "leaves": "09:30", "fare": 115}]}
    case = replace(case, entries=(Entry(1, "response", tool="search", data=data),))
    heard = "Flight 705 on June 6th leaves at 9.30 AM for $115."
    for wrong in ("704", "June 5th", "9.20", "$116"):
        right = {"704": "705", "June 5th": "June 6th", "9.20": "9.30", "$116": "$115"}[wrong]
        assert agent(case, [heard.replace(right, wrong)])[0].rating == 0
    assert agent(case, [heard])[0].rating == 1


def test_turns_come_in_order_and_each_is_heard_on_its_own(tmp_path):
    case = call(tmp_path, [CODE, "How can I help you?", CODE], knows=CODE)
    turns = agent(case, [CODE, "How can I help you?", CODE.replace("Golf", "Hotel")])
    assert [(t.turn_id, t.rating, t.has_entities) for t in turns] == [(1, 1, True), (2, 1, False), (3, 0, True)]


def test_a_cut_utterance_answers_only_for_what_was_said(tmp_path):
    text = "It costs 115 dollars. Your number is Echo, Mike, four, nine."
    case = call(tmp_path, [text], knows=text, cut=True)
    assert agent(case, ["It costs $115."])[0].rating == 1
    assert agent(case, ["It costs $116. Your number is EM49"])[0].rating == 0


@pytest.mark.parametrize("architecture", ["s2s", "external"])
@pytest.mark.parametrize(
    ("heard", "rating", "has"),
    [
        ("Your code is E M 4 9 N G", 1, True),
        ("Your code is E M 4 9 N T", 0, True),
        ("Your code is E M 4 N G", 0, True),
        ("Your code is Z K 3 F F W", 1, True),  # another code of the conversation, said well
        ("Your code is on its way.", 1, False),
    ],
)
def test_without_a_text_codes_of_the_conversation_must_not_be_nearly_said(tmp_path, architecture, heard, rating, has):
    knows = "Codes EM49NG and ZK3FFW are confirmed."
    case = call(tmp_path, [CODE], knows=knows, architecture=architecture)
    (turn,) = agent(case, [heard])
    assert (turn.rating, turn.has_entities) == (rating, has)


@pytest.mark.parametrize(
    ("heard", "rating", "modes"),
    [
        ("You are booked on flight 705. Your seat is assigned. Is there anything else I can help you with?", 1, ()),
        ("You're booked in flight 705. Your seat is a sign. Is there anything else I can help you with?", 1, ()),
        ("You are booked on flight 706. Your seat is assigned. Is there anything else I can help you with?", 0,
         ("entity_error",)),
        ("You are booked on flight 705. Your seat is assigned. Is there anything", 0, ("truncation",)),
        ("You are booked on flight 705. Is there anything else I can help you with?", 0, ("garbled_hallucination",)),
        ("You are booked on flight 705. Your seat is assigned. Enjoy your holiday in sunny Spain. Is there anything "
         "else I can help you with?", 0, ("insertion_hallucination",)),
    ],
)  # fmt: skip
def test_words_of_the_voice(tmp_path, heard, rating, modes):
    text = (
        "You are booked on flight seven zero five. Your seat is assigned. Is there anything else I can help you with?"
    )
    (turn,) = tts_fidelity.judge(call(tmp_path, [text]), ears(Hears(heard))).turns
    assert (turn.rating, turn.failure_modes) == (rating, modes)


def test_words_that_one_look_alone_added_are_no_hallucination(tmp_path):
    text = "Your seat is assigned. Is there anything else?"
    first, second = Hears(f"{text} Enjoy your holiday in sunny Spain."), Hears(text)
    (turn,) = tts_fidelity.judge(call(tmp_path, [text]), ears(first, second)).turns
    assert (turn.rating, turn.failure_modes) == (1, ())
    assert (first.looks, second.looks) == (1, 1)


@pytest.mark.parametrize(
    ("heard", "rating"),
    [
        ("My employee number is EMP444681, and I want to swap a shift next week.", 3),
        ("My employee number is EMP444681, and want to swap a shift next week.", 3),
        ("EMP444681, and I want to swap a shift next week.", 2),
        ("My employee number is EMP444691, and I want to swap a shift next week.", 1),
        ("hello hello hello", 1),
    ],
)
def test_words_of_the_caller(tmp_path, heard, rating):
    number = "Echo, Mike, Papa. Four, four, four. Six, eight, one."
    text = f"My employee number is {number} And I want to swap a shift next week."
    case = call(tmp_path, caller=[text, "Goodbye."])
    verdict = user_speech_fidelity.judge(case, ears(Hears(heard, "Goodbye.")))
    assert [t.rating for t in verdict.turns] == [rating, 3]


@pytest.mark.parametrize(
    ("heard", "rating"),
    [
        ("Foxtrot, Mike, Lena, Alpha. 8. 3. 5.", 2),
        ("Foxtrot, Mike, Lima, Alpha. A. Free. 5.", 2),
        ("Foxtrot, Mike, Golf, Alpha. 8. 3. 5.", 1),
        ("Foxtrot, Mike, Nina, Alpha. 8. 3. 5.", 1),
        ("Foxtrot, Mike, Lena, Alpha. 8. 5.", 1),
    ],
)
def test_a_blurred_word_of_a_code_is_no_other_character(tmp_path, heard, rating):
    text = "The case number is Foxtrot, Mike, Lima, Alfa. Eight, three, five."
    case = call(tmp_path, caller=[text, "Goodbye."])
    verdict = user_speech_fidelity.judge(case, ears(Hears(f"The case number is {heard}", "Goodbye.")))
    assert verdict.turns[0].rating == rating


def test_the_end_of_the_callers_last_words_is_forgiven(tmp_path):
    lines = ["Yes, please go ahead and book it.", "No, thank you, that is everything. Goodbye."]
    heard = Hears("Yes, please go.", "No, thank you, that is")
    verdict = user_speech_fidelity.judge(call(tmp_path, caller=lines), ears(heard))
    assert [t.rating for t in verdict.turns] == [2, 3]


def test_only_the_independent_recogniser_listens_to_the_caller(tmp_path):
    used = Hears("My number is 4471.")
    case = call(tmp_path, caller=["My number is four four seven one.", "Goodbye."])
    verdict = user_speech_fidelity.judge(case, ears(used, Hears("My number is 4479.", "Goodbye.")))
    assert verdict.turns[0].rating == 1
    assert used.looks == 0


@pytest.mark.parametrize("judge", [agent_speech_fidelity, tts_fidelity, user_speech_fidelity])
def test_without_sound_or_ears_there_is_no_verdict(tmp_path, judge):
    case = call(tmp_path, [CODE], [CODE], knows=CODE)
    use(None)
    with pytest.raises(JudgeError, match="no recogniser"):
        judge.judge(case)
    for name in ("audio.wav", "caller_dry.wav"):
        (tmp_path / name).write_bytes(b"RIFF, or not")
    with pytest.raises(JudgeError, match="cannot be read"):
        judge.judge(case, ears(Hears("x", "x")))
    for name in ("audio.wav", "caller_dry.wav"):
        (tmp_path / name).unlink()
    with pytest.raises(JudgeError, match=r"no \w+\.wav"):
        judge.judge(case, ears(Hears("x", "x")))
    with pytest.raises(NothingToJudge):
        judge.judge(call(tmp_path), ears(Hears()))
    with pytest.raises(JudgeError, match="no record"):
        judge.judge(replace(case, record=None), ears(Hears("x", "x")))


def test_ears_are_lent(tmp_path):
    use(lambda: ears(Hears(CODE)))
    try:
        assert agent_speech_fidelity.judge(call(tmp_path, [CODE], knows=CODE)).turns[0].rating == 1
    finally:
        use(None)


def test_a_voice_without_a_known_text_is_not_compared_with_one(tmp_path):
    with pytest.raises(NothingToJudge):
        tts_fidelity.judge(call(tmp_path, [CODE], architecture="s2s"), ears(Hears(CODE)))
