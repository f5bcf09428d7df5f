"""The parts that airline worlds are built from: draws, clocks, flights and connections."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from scenarios.airline.airports import AIRPORTS, clock, utc_offset
from scenarios.airline.bookings import booking, world
from scenarios.airline.chance import Draw, confirmation_code
from scenarios.airline.fleet import CABINS, Connection, Flight, disruption


@given(st.text(max_size=20), st.integers(-50, 50), st.integers(0, 100))
def test_integers_stay_in_range_and_repeat(name: str, low: int, span: int) -> None:
    draws = [Draw(name).integer(low, low + span) for _ in range(2)]
    assert draws[0] == draws[1]
    assert low <= draws[0] <= low + span


def test_draws_are_fixed_for_good() -> None:
    """These values are in the committed pack: a change of the algorithm changes every code."""
    assert confirmation_code("week-later") == "EM49NG"
    assert Draw("a").text(8) == Draw("a").text(8) != Draw("b").text(8)


def test_draws_cover_their_range() -> None:
    draw = Draw("cover")
    assert {draw.integer(1, 6) for _ in range(200)} == set(range(1, 7))


@given(st.text(min_size=1, max_size=12))
def test_codes_mix_letters_and_digits(scenario: str) -> None:
    assert re.fullmatch(r"(?=.*[A-Z])(?=.*[0-9])[A-Z0-9]{6}", confirmation_code(scenario))


def test_summer_time_begins_and_ends_on_the_right_sundays() -> None:
    assert [utc_offset("CLE", day) for day in ("2026-03-07", "2026-03-08", "2026-10-31", "2026-11-01")] == [
        -5,
        -4,
        -4,
        -5,
    ]
    assert {utc_offset("PHX", f"2026-{month:02d}-15") for month in range(1, 13)} == {-7}
    assert [utc_offset("SAN", day) for day in ("2027-03-13", "2027-03-14", "2027-11-07")] == [-8, -7, -8]


def test_clock_names_the_zone() -> None:
    assert clock("SMF", "2026-07-16", "09:05") == "2026-07-16 09:05 PDT"
    assert clock("PHX", "2026-07-16", "09:05") == "2026-07-16 09:05 MST"
    assert clock("CLE", "2026-12-03", "17:20") == "2026-12-03 17:20 EST"


@given(st.sampled_from(sorted(AIRPORTS)), st.sampled_from(sorted(AIRPORTS)), st.integers(45, 400))
def test_arrivals_follow_from_the_clocks(origin: str, destination: str, took: int) -> None:
    flight = Flight("SK100", origin, destination, "2026-06-10", "10:00", took, 200)
    row = flight.segment()
    utc = (
        600
        - 60 * row["origin_utc_offset"]
        + took
        - (int(flight.arrives[:2]) * 60 + int(flight.arrives[3:]) - 60 * row["destination_utc_offset"])
    )
    assert utc % (24 * 60) == 0


def test_a_delay_moves_both_ends() -> None:
    flight = Flight("SK100", "ABQ", "MSP", "2026-08-11", "22:00", 145, 200, status="delayed", delay=165, reason="crew")
    row = flight.segment()
    assert (row["estimated_departure"], row["estimated_arrival"]) == ("00:45", "04:10")
    assert (row["delay_minutes"], row["delay_reason"], row["cancellation_reason"]) == (165, "crew", None)
    assert disruption(flight, "delay", cause="crew")["delay_minutes"] == 165


def test_what_a_scenario_states_goes_before_what_is_drawn() -> None:
    flight = Flight(
        "SK100",
        "ABQ",
        "MSP",
        "2026-08-11",
        "22:00",
        145,
        200,
        seats={"main_cabin": 0, "business": 1},
        kinds={"business": ("aisle",), "main_cabin": ("aisle",)},
    )
    row = flight.segment()
    assert row["fares"]["main_cabin"] == 200
    assert row["fares"]["first"] is None
    assert (row["available_seats"]["main_cabin"], row["available_seats"]["business"]) == (0, 1)
    assert row["available_seat_types"]["main_cabin"] == []
    assert row["available_seat_types"]["business"] == ["aisle"]
    assert row["available_seat_types"]["premium_economy"] == ["window", "aisle", "middle"]


def test_connections_add_up() -> None:
    first = Flight("SK574", "TPA", "MSP", "2026-02-19", "14:30", 205, 158)
    second = Flight("SK587", "MSP", "BOI", "2026-02-19", "18:05", 200, 149)
    trip = Connection(first, second)
    journey = trip.journey()
    assert trip.journey_id == "FL_SK574_SK587_20260219"
    assert (journey["origin"], journey["destination"], journey["num_stops"]) == ("TPA", "BOI", 1)
    assert journey["total_duration_minutes"] == 205 + 70 + 200
    assert [row["segment_number"] for row in journey["segments"]] == [1, 2]
    assert journey["fares"]["main_cabin"] == 307
    assert set(journey["fares"]) == set(CABINS)
    booked = booking(trip, "main_cabin", [158, 149], seats=["1A", "2A"], bags=1)
    assert booked["fare_paid"] == 307
    assert [(s["fare_paid"], s["bags_checked"]) for s in booked["segments"]] == [(158, 1), (149, 1)]


def test_worlds_are_keyed_as_the_tools_look_them_up() -> None:
    flight = Flight("SK1", "ABQ", "MSP", "2026-08-11", "22:00", 145, 200)
    made = world(
        "2026-08-11 09:00 MDT",
        {"confirmation_number": "ABC123"},
        [flight],
        [disruption(flight, "delay", cause="weather")],
    )
    assert made["_current_date"] == "2026-08-11"
    assert list(made["journeys"]) == ["FL_SK1_20260811"]
    assert made["disruptions"]["SK1_2026-08-11"]["cause_category"] == "weather"
