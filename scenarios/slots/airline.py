"""What an airline asks its passengers."""

from __future__ import annotations

from scenarios.slots.entry import Entry

ENTRIES = (
    Entry(
        "confirmation_number",
        "your confirmation number",
        r"confirmation|booking (?:code|reference|number)|record locator|reservation (?:code|number)|six.character"
        r"|\bcode\b",
        leads=("The confirmation number is {}.", "My confirmation number is {}.", "Confirmation number {}."),
    ),
    Entry(
        "travel_date",
        "the travel date",
        r"(?:travel )?\bdates?\b|state would you like|(?:what|which) day|when (?:would|do|did|are|is)|day would you",
        question="What date would you like, please?",
        leads=("The date is {}.", "I'd like {}.", "That would be {}."),
        bare=True,
    ),
    Entry(
        "flight_date",
        "the date of the flight",
        r"dates? of (?:the|your) flight|flight date|\bdates?\b|(?:what|which) day|when (?:would|do|did|are|is)",
        question="What is the date of the flight, please?",
        leads=("The date is {}.", "That would be {}."),
    ),
    Entry(
        "return_date",
        "the return date",
        r"return(?:ing)? (?:date|day|flight)|(?:date|day) (?:of|for) (?:the|your) return|(?:come|fly|travel) back",
        leads=("The return date is {}.", "It's {}."),
    ),
    Entry(
        "flight_number",
        "the flight number",
        r"flight number|(?:which|what) flight",
        question="What is the flight number, please?",
        leads=("It's {}.", "The flight number is {}."),
    ),
    Entry(
        "second_flight_number",
        "the second flight number",
        r"(?:second|other) flight(?: number)?",
        leads=("It's {}.", "The second flight is {}."),
    ),
    Entry(
        "departure_time",
        "the departure time",
        r"what time|which time|time would you|departure time|time does it",
        question="What time does it leave, please?",
        leads=("The one at {}.",),
    ),
    Entry(
        "seat_preference",
        "your seat preference",
        r"\bse[ae]ts?\b.*prefer\w*|prefer.*\bse[ae]ts?\b|(?:which|what|kind of|type of) se[ae]t"
        r"|window.*\bor\b.*(?:aisle|middle)|aisle.*\bor\b.*(?:window|middle)",
        question="What is your seat preference, please?",
        leads=("I'd like {a} seat, please.", "{A} seat, please.", "I would prefer {a} seat."),
        answers={"no_preference": "I have no preference."},
        read="{a} seat",
        bare=True,
    ),
    Entry(
        "meal_type",
        "your meal preference",
        r"(?:which|what|kind of|type of|special) meal|meal.*prefer\w*|prefer.*meal|meal would you",
        question="Which meal would you like, please?",
        leads=("I'd like {a} meal, please.",),
        answers={"none": "No special meal, please."},
        read="{a} meal",
    ),
    Entry(
        "num_bags",
        "the number of checked bags",
        r"how many.*bags?|number of.*bags?|bags would you|how many.*(?:check|pieces)",
        question="How many checked bags, please?",
        leads=("{cap}, please.",),
        answers={"0": "No checked bags, please."},
        read="{}",
        unit=("checked bag", "checked bags"),
    ),
    Entry(
        "num_nights",
        "the number of nights",
        r"how many nights|number of nights",
        question="How many nights, please?",
        unit=("night", "nights"),
    ),
    Entry(
        "fare_class",
        "the cabin",
        r"(?:which|what).*(?:cabin|fare|class)|\bcabin\b",
        question="Which cabin would you like, please?",
        leads=("{cap}, please.",),
        read="{}",
    ),
    Entry(
        "new_fare_class",
        "the new cabin",
        r"(?:which|what).*(?:cabin|fare|class)|\bcabin\b",
        question="Which cabin would you like, please?",
        leads=("{cap}, please.",),
        read="{}",
    ),
    Entry(
        "origin",
        "the city you leave from",
        r"(?:fly|flying|travel\w*|depart\w*|leav\w*) from\b|departure (?:city|airport)|(?:which|what) airport.*from",
        question="Which city are you flying from, please?",
        leads=("From {}.", "I am leaving from {}.", "{}, please."),
    ),
    Entry(
        "destination",
        "the city you fly to",
        r"(?:fly|flying|travel\w*|go|going) to\b|destination|where (?:would|do) you",
        question="Which city are you flying to, please?",
        leads=("To {}.", "I want to fly to {}.", "{}, please."),
    ),
    Entry(
        "alternate_destination",
        "the other destination",
        r"(?:alternate|other|another|second) (?:destination|city|airport)",
        leads=("To {}.", "{}, please."),
    ),
    Entry(
        "alternate_origin",
        "the other departure airport",
        r"(?:alternate|other|another|second) (?:origin|departure (?:city|airport))",
        leads=("From {}.", "{}, please."),
    ),
    Entry("phone", "your phone number", r"\bphone\b|telephone"),
    Entry("date_of_birth", "your date of birth", r"date of birth|birth ?date|birthday"),
)

UNASKED = frozenset(
    {
        "journey_id",
        "new_journey_id",
        "passenger_id",
        "passenger_ids",
        "passenger_count",
        "rebooking_type",
        "waive_change_fee",
        "cancellation_reason",
        "refund_amount",
        "refund_type",
        "amount",
        "credit_reason",
        "voucher_reason",
        "transfer_reason",
        "issue_summary",
    }
)
