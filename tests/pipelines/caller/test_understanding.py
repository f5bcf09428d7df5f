"""What the caller makes of the agent's words: as they were meant, and as the recogniser gave them.

The distorted forms were all heard from the embedded recogniser on telephone sound.
"""

import pytest

from pipelines.caller.understanding import sentences
from pipelines.caller.understanding import understand as understand_slots
from scenarios.slots import airline, entries

HELD = {entry.slot for entry in airline.ENTRIES} | {"first_name", "last_name", "email"}


def understand(text):
    return understand_slots(text, entries("airline"), HELD)


ASKS = [
    ("May I have your confirmation number and your last name, please?", ("confirmation_number", "last_name")),
    ("Please spell the confirmation number again, using the phonetic alphabet.", ("confirmation_number",)),
    ("We'll dispel the confirmation number again", ("confirmation_number",)),
    ("We'll dispel the confirmation number again, using the phonetic alphabet.", ("confirmation_number",)),
    ("I'm sorry I did not catch that, please spell the last name again.", ("last_name",)),
    ("And the last name, please?", ("last_name",)),
    ("Can I have your lost name?", ("last_name",)),
    ("Could I have the list name, please?", ("last_name",)),
    ("What is your surname?", ("last_name",)),
    ("Can you give me your booking reference?", ("confirmation_number",)),
    ("I need your record locator.", ("confirmation_number",)),
    ("Your code, please.", ("confirmation_number",)),
    ("What is your first name?", ("first_name",)),
    ("What is your first name and last name?", ("first_name", "last_name")),
    ("Which date would you like, please?", ("travel_date",)),
    ("Could you please repeat the travel date?", ("travel_date",)),
    ("What is the flight number, please?", ("flight_number",)),
    ("Which flight are you on?", ("flight_number",)),
    ("Let me check. Can you tell me your flight number?", ("flight_number",)),
    ("What time does it leave, please?", ("departure_time",)),
    ("What is your seat preference, please?", ("seat_preference",)),
    ("Would you like a window seat or an aisle seat?", ("seat_preference",)),
    ("Wood seat would you prefer when there were aisle?", ("seat_preference",)),
    ("Which meal would you like, please?", ("meal_type",)),
    ("Could you please repeat your meal preference?", ("meal_type",)),
    ("How many checked bags, please?", ("num_bags",)),
    ("How many check bags, please?", ("num_bags",)),
    ("Which cabin would you like, please?", ("fare_class",)),
    ("Which city are you flying from, please?", ("origin",)),
    ("Could you please repeat the city you leave from?", ("origin",)),
    ("Which city are you flying to, please?", ("destination",)),
    ("Where are you flying to?", ("destination",)),
    ("What is your date of birth?", ("date_of_birth",)),
    ("Can I have your email?", ("email",)),
    ("What is your phone number?", ("phone",)),
    ("What day would you like to travel?", ("travel_date",)),
    ("When would you like to fly?", ("travel_date",)),
    ("How many bags would you like to check?", ("num_bags",)),
    ("Could you please repeat the departure time?", ("departure_time",)),
    ("Could you please repeat the cabin?", ("fare_class",)),
]


@pytest.mark.parametrize(("text", "slots"), ASKS)
def test_what_is_asked_for(text, slots):
    assert understand(text).asks == slots


NOTHING = [
    "Hello! How can I help you today?",
    "Your confirmation number is Tango two. Is that right?",
    "You are now booked on SK-141, is there anything else I can help you with?",
    ("Your confirmation number is tangled, too, is there anything else I can help you with?"),
    "Your refund is on its way to your card.",
    "You fly on June 27 and you have an aisle seat.",
    "Thank you. I found your booking.",
    "One moment, please.",
    "Yes, yes, go on.",
    "",
]


@pytest.mark.parametrize("text", NOTHING)
def test_what_is_stated_is_not_asked_for(text):
    assert understand(text).asks == ()


YES_NO = [
    ("Shall I go ahead?", True),
    ("Hell I book it.", True),
    ("Shell I book it?", True),
    ("You get a refund of three hundred forty six dollars. shall I go ahead?", True),
    ("Is that correct?", True),
    ("Did I get that right?", True),
    ("Do you want me to book it?", True),
    ("Would you like me to proceed?", True),
    ("The fee is seventy five dollars. Do you accept?", True),
    ("What would you like me to change?", False),
    ("Which date would you like, please?", False),
    ("How can I help you today?", False),
    ("Your seat is assigned.", False),
    ("When would you like to fly?", False),
]


@pytest.mark.parametrize(("text", "expected"), YES_NO)
def test_whether_a_yes_or_no_is_wanted(text, expected):
    assert understand(text).yes_no is expected


FLAGS = [
    ("greeting", "Hello! How can I help you today?", "Is there anything else I can help you with?"),
    ("greeting", "Good morning, how may I assist you?", "May I have your last name?"),
    ("anything_else", "Is there anything else I can help you with?", "How can I help you today?"),
    ("anything_else", "You are booked, is there anything else I can help you with?", "Shall I go ahead?"),
    ("anything_else", "Can I do something else for you?", "What is your last name?"),
    ("farewell", "Thank you for calling. Goodbye.", "Thank you. I found your booking."),
    ("farewell", "I have to end this call now, good-bye", "Please say it again."),
    ("farewell", "Thank you for calling. Good-bye.", "I can buy you a voucher."),
    ("farewell", "Have a nice day.", "You have a nice seat."),
    ("transfer", "Would you like me to transfer you to a live agent?", "I can move you to a later flight."),
    (
        "transferring",
        "I am transferring you to a live agent now, please hold.",
        "I can transfer you, shall I?",
    ),
    ("transferring", "Please hold while I transfer you.", "Please hold while I check."),
    (
        "transferring",
        "I will connect you to a specialist now.",
        "I will transfer you to a specialist. Is that okay?",
    ),
    ("refusal", "Our record show that your flight is on time, so I cannot wave the fee.", "You are all set."),
    ("refusal", "I'm afraid that is not possible.", "That is possible."),
    ("refusal", "Unfortunately our policy does not allow this.", "Of course."),
    ("hold", "One moment, please.", "One moment. What is your last name?"),
    ("hold", "Let me look that up for you.", "What should I look up?"),
    ("repeat", "I'm sorry I did not catch that.", "I have found your booking."),
    ("details", "Can you tell me what happened?", "What is your last name?"),
    ("details", "What would you like me to change?", "Your seat has been changed."),
    ("backchannel", "Yes, yes, go on.", "Yes, your flight is on time."),
    ("backchannel", "Mm-hmm.", "Okay, what is your last name?"),
]


@pytest.mark.parametrize(("flag", "yes", "no"), FLAGS)
def test_what_else_it_may_be(flag, yes, no):
    assert getattr(understand(yes), flag) is True
    assert getattr(understand(no), flag) is False


def test_curly_apostrophes_are_apostrophes():
    assert understand("I can’t do that.").refusal


def test_sentences_end_where_they_end():
    assert sentences("Hello! Who is it?  Fine.") == ["Hello!", "Who is it?", "Fine."]
    assert sentences("") == []
