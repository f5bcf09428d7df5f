"""The rules of the airline tools on a small world of our own."""

import copy
from typing import Any

import pytest

from scenarios.toolbox import Toolbox
from scenarios.world import World, diff

TOOLBOX = Toolbox.for_domain("airline")
CABINS = ("basic_economy", "main_cabin", "premium_economy", "business", "first")
KINDS = ["window", "aisle", "middle"]


def segment(number: str, origin: str, destination: str, start: str, end: str, fare: float) -> dict[str, Any]:
    return {
        "segment_number": 1,
        "flight_number": number,
        "origin": origin,
        "destination": destination,
        "scheduled_departure": start,
        "scheduled_arrival": end,
        "status": "scheduled",
        "available_seats": dict.fromkeys(CABINS, 4),
        "available_seat_types": {name: list(KINDS) for name in CABINS},
        "fares": {name: fare * (index + 1) for index, name in enumerate(CABINS)},
    }


def journey(name: str, day: str, *segments: dict[str, Any]) -> dict[str, Any]:
    fares = {cabin: float(sum(item["fares"][cabin] for item in segments)) for cabin in CABINS}
    return {
        "journey_id": name,
        "origin": segments[0]["origin"],
        "destination": segments[-1]["destination"],
        "date": day,
        "status": "scheduled",
        "bookable": True,
        "num_stops": len(segments) - 1,
        "total_duration_minutes": 120,
        "fares": fares,
        "segments": list(segments),
    }


def passenger(number: int, last: str, seat: str = "aisle") -> dict[str, Any]:
    return {
        "passenger_id": f"PAX00{number}",
        "first_name": "Noor",
        "last_name": last,
        "elite_status": None,
        "seat_preference": seat,
        "meal_preference": "none",
    }


def booking(name: str, cabin: str, day: str, **flights: float) -> dict[str, Any]:
    return {
        "journey_id": name,
        "fare_class": cabin,
        "fare_paid": sum(flights.values()),
        "status": "confirmed",
        "segments": [
            {
                "flight_number": number,
                "date": day,
                "fare_paid": paid,
                "seat": "22C",
                "bags_checked": 1,
                "meal_request": None,
            }
            for number, paid in flights.items()
        ],
    }


OLD, NEW, VIA = "FL_QX100_20260501", "FL_QX200_20260502", "FL_QX300_QX301_20260502"
CODE = "AB12CD"


@pytest.fixture
def world() -> World:
    journeys = [
        journey(OLD, "2026-05-01", segment("QX100", "OSL", "CDG", "12:00", "14:00", 100)),
        journey(NEW, "2026-05-02", segment("QX200", "OSL", "CDG", "15:00", "17:00", 120)),
        journey(
            VIA,
            "2026-05-02",
            segment("QX300", "OSL", "AMS", "08:00", "10:00", 60),
            segment("QX301", "AMS", "CDG", "11:00", "12:00", 40),
        ),
        journey("FL_QX400_20260502", "2026-05-02", segment("QX400", "AMS", "CDG", "18:00", "19:00", 30)),
    ]
    reservations = {
        CODE: {
            "confirmation_number": CODE,
            "status": "confirmed",
            "fare_type": "non_refundable",
            "passengers": [passenger(1, "Müller"), passenger(2, "Sato")],
            "bookings": [booking(OLD, "main_cabin", "2026-05-01", QX100=200.0)],
        },
        "VIA111": {
            "confirmation_number": "VIA111",
            "status": "confirmed",
            "fare_type": "refundable",
            "passengers": [passenger(1, "Okafor")],
            "bookings": [
                booking(VIA, "main_cabin", "2026-05-02", QX300=120.0, QX301=80.0),
                booking(OLD, "business", "2026-05-01", QX100=400.0),
            ],
        },
    }
    disruption = {"flight_number": "QX100", "date": "2026-05-01", "is_irrops": True}
    return World(
        {
            "_current_date": "2026-05-01",
            "reservations": reservations,
            "journeys": {item["journey_id"]: item for item in journeys},
            "disruptions": {"QX100_2026-05-01": disruption},
        }
    )


def call(world: World, tool: str, **params: Any) -> dict[str, Any]:
    return TOOLBOX.call(world, tool, params)


def error(world: World, tool: str, **params: Any) -> str:
    before = copy.deepcopy(world.tables)
    answer = call(world, tool, **params)
    assert answer["status"] == "error"
    assert world.tables == before
    return str(answer["error_type"])


def rebook(world: World, **changes: Any) -> dict[str, Any]:
    params = {
        "confirmation_number": CODE,
        "journey_id": OLD,
        "new_journey_id": NEW,
        "rebooking_type": "voluntary",
        "waive_change_fee": False,
    }
    return call(world, "rebook_flight", **{**params, **changes})


@pytest.mark.parametrize("name", ["Müller", "müller", "MULLER", " Sato ", "Mu\u0308ller"])
def test_authentication_ignores_case_accents_and_blanks(world: World, name: str) -> None:
    answer = call(world, "get_reservation", confirmation_number="ab12cd", last_name=name)
    assert answer["status"] == "success"
    session = world.tables["session"]
    assert session == {"confirmation_number": CODE, "last_name": "sato" if "S" in name else "müller"}
    assert answer["reservation"]["bookings"][0]["segments"][0]["scheduled_arrival"] == "14:00"
    assert "scheduled_arrival" not in world.table("reservations")[CODE]["bookings"][0]["segments"][0]


@pytest.mark.parametrize(
    ("code", "name", "expected"),
    [
        ("ZZZZZZ", "Müller", "not_found"),
        (CODE, "Miller", "authentication_failed"),
        (CODE, "", "authentication_failed"),
        ("AB12C", "Müller", "invalid_confirmation_number_format"),
    ],
)
def test_authentication_fails_with_its_own_codes(world: World, code: str, name: str, expected: str) -> None:
    assert error(world, "get_reservation", confirmation_number=code, last_name=name) == expected


@pytest.mark.parametrize(
    ("kind", "cabin", "waive", "fee"),
    [
        ("voluntary", "main_cabin", False, 75),
        ("voluntary", "basic_economy", False, 75),
        ("voluntary", "business", False, 0),
        ("voluntary", "first", False, 0),
        ("voluntary", "main_cabin", True, 0),
        ("same_day", "basic_economy", False, 199),
        ("same_day", "business", False, 75),
        ("same_day", "basic_economy", True, 0),
        ("missed_flight_passenger_fault", "main_cabin", False, 75),
        ("irrops_delay", "main_cabin", False, 0),
        ("missed_connection_airline_fault", "basic_economy", False, 0),
    ],
)
def test_change_fees(world: World, kind: str, cabin: str, waive: bool, fee: int) -> None:
    world.table("reservations")[CODE]["bookings"][0]["fare_class"] = cabin
    costs = rebook(world, rebooking_type=kind, waive_change_fee=waive, new_fare_class="main_cabin")["cost_summary"]
    free = kind.startswith("irrops") or kind == "missed_connection_airline_fault"
    assert costs["change_fee"] == fee
    assert costs["fee_waived"] is (waive or free)
    assert costs["total_collected"] == (0 if free else fee + 40)
    assert costs["cabin_changed"] is (cabin != "main_cabin")


@pytest.mark.parametrize(
    ("kind", "paid", "difference", "credit", "total", "kept"),
    [
        ("voluntary", 200.0, 40, 0, 115, 240),
        ("voluntary", 300.0, -60, 60, 75, 240),
        ("irrops_cancellation", 200.0, 40, 0, 0, 200),
        ("irrops_cancellation", 300.0, -60, 60, 0, 300),
    ],
)
def test_fare_difference_is_paid_credited_or_absorbed(
    world: World, kind: str, paid: float, difference: float, credit: float, total: float, kept: float
) -> None:
    reservation = world.table("reservations")[CODE]
    reservation["bookings"] = [booking(OLD, "main_cabin", "2026-05-01", QX100=paid)]
    costs = rebook(world, rebooking_type=kind)["cost_summary"]
    assert (costs["fare_difference"], costs["credit_due"], costs["total_collected"]) == (
        difference,
        credit,
        total,
    )
    assert reservation["bookings"][-1]["fare_paid"] == kept


def test_rebooking_moves_the_seats_of_all_passengers(world: World) -> None:
    rebook(world)
    journeys = world.table("journeys")
    assert journeys[OLD]["segments"][0]["available_seats"]["main_cabin"] == 6
    assert journeys[NEW]["segments"][0]["available_seats"]["main_cabin"] == 2
    reservation = world.table("reservations")[CODE]
    assert [item["status"] for item in reservation["bookings"]] == ["cancelled", "confirmed"]
    assert reservation["status"] == "changed"
    assert reservation["bookings"][1]["segments"] == [
        {
            "flight_number": "QX200",
            "date": "2026-05-02",
            "fare_paid": 240.0,
            "seat": None,
            "bags_checked": 0,
            "meal_request": None,
        }
    ]


def test_a_connection_shares_what_was_paid_between_its_flights(world: World) -> None:
    rebook(world, new_journey_id=VIA, rebooking_type="irrops_delay")
    new = world.table("reservations")[CODE]["bookings"][1]
    assert [item["fare_paid"] for item in new["segments"]] == [120.0, 80.0]
    assert new["fare_paid"] == 200.0


def test_one_flight_of_a_connection_can_be_replaced(world: World) -> None:
    """The other flight stays booked, and only the seat of the replaced one goes back on sale."""
    answer = rebook(
        world,
        confirmation_number="VIA111",
        journey_id=VIA,
        new_journey_id="FL_QX400_20260502",
        flight_number="QX301",
        rebooking_type="missed_connection_airline_fault",
    )
    assert answer["cost_summary"]["fare_difference"] == -20
    old, _, new = world.table("reservations")["VIA111"]["bookings"]
    assert (old["status"], old["fare_paid"]) == ("confirmed", 120.0)
    assert [item["flight_number"] for item in old["segments"]] == ["QX300"]
    assert new["fare_paid"] == 80.0
    seats = [item["available_seats"]["main_cabin"] for item in world.table("journeys")[VIA]["segments"]]
    assert seats == [4, 5]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"confirmation_number": "ZZZZZZ"}, "not_found"),
        ({"journey_id": NEW}, "journey_not_found"),
        ({"new_journey_id": "FL_QX999_20260502"}, "journey_not_found"),
        ({"flight_number": "QX999"}, "flight_not_found"),
        ({"new_fare_class": "economy"}, "invalid_fare_class"),
        ({"journey_id": "QX100"}, "invalid_journey_id_format"),
        ({"rebooking_type": "???", "waive_change_fee": "maybe"}, "invalid_rebooking_type"),
        ({"waive_change_fee": "maybe"}, "invalid_parameter"),
    ],
)
def test_refusals_of_a_rebooking(world: World, changes: dict[str, Any], expected: str) -> None:
    assert rebook(world, **changes)["error_type"] == expected


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"status": "cancelled"}, "flight_cancelled"),
        ({"bookable": False}, "not_bookable"),
    ],
)
def test_journeys_that_are_not_for_sale(world: World, change: dict[str, Any], expected: str) -> None:
    world.table("journeys")[NEW].update(change)
    assert rebook(world)["error_type"] == expected


def test_cabins_that_are_sold_out_or_not_sold(world: World) -> None:
    target = world.table("journeys")[NEW]
    target["segments"][0]["available_seats"]["main_cabin"] = 1
    assert rebook(world)["error_type"] == "no_seats_available"
    target["fares"]["main_cabin"] = None
    target["segments"][0]["fares"]["main_cabin"] = None
    assert rebook(world)["error_type"] == "fare_class_not_available"


def test_a_booking_that_was_given_up_cannot_be_moved_or_cancelled_again(world: World) -> None:
    rebook(world)
    assert rebook(world)["error_type"] == "already_cancelled"
    cancel = {"confirmation_number": CODE, "journey_id": OLD, "cancellation_reason": "voluntary"}
    assert error(world, "cancel_reservation", **cancel) == "already_cancelled"


def test_the_cabin_of_the_same_journey_can_be_changed_twice(world: World) -> None:
    for cabin in ("business", "first"):
        assert rebook(world, new_journey_id=OLD, new_fare_class=cabin)["status"] == "success"
    statuses = [(item["fare_class"], item["status"]) for item in world.table("reservations")[CODE]["bookings"]]
    assert statuses == [("main_cabin", "cancelled"), ("business", "cancelled"), ("first", "confirmed")]
    seats = world.table("journeys")[OLD]["segments"][0]["available_seats"]
    assert (seats["main_cabin"], seats["business"], seats["first"]) == (6, 4, 2)


@pytest.mark.parametrize(
    ("number", "cabin", "kind", "seat"),
    [
        (1, "main_cabin", "aisle", "21C"),
        (2, "main_cabin", "aisle", "22C"),
        (1, "main_cabin", "window", "21A"),
        (1, "main_cabin", "middle", "21B"),
        (1, "basic_economy", "aisle", "26C"),
        (2, "business", "window", "7A"),
        (1, "premium_economy", "window", "11A"),
        (1, "first", "no_preference", "1C"),
    ],
)
def test_seats_are_unique_and_repeatable(world: World, number: int, cabin: str, kind: str, seat: str) -> None:
    world.table("reservations")[CODE]["bookings"][0]["fare_class"] = cabin
    params = {"confirmation_number": CODE, "passenger_id": f"PAX00{number}", "journey_id": OLD}
    for _ in range(2):
        assert call(world, "assign_seat", **params, seat_preference=kind)["seat_assigned"] == seat


def test_refusals_of_a_seat(world: World) -> None:
    params = {
        "confirmation_number": CODE,
        "passenger_id": "PAX001",
        "journey_id": OLD,
        "seat_preference": "window",
    }
    kinds = world.table("journeys")[OLD]["segments"][0]["available_seat_types"]
    assert error(world, "assign_seat", **{**params, "passenger_id": "PAX009"}) == "not_found"
    assert error(world, "assign_seat", **{**params, "journey_id": NEW}) == "journey_not_found"
    via = {**params, "confirmation_number": "VIA111", "journey_id": VIA}
    assert error(world, "assign_seat", **via) == "flight_number_required"
    assert error(world, "assign_seat", **via, flight_number="QX999") == "flight_not_found"
    assert call(world, "assign_seat", **via, flight_number="QX301")["flight_number"] == "QX301"
    kinds["main_cabin"] = ["aisle"]
    assert error(world, "assign_seat", **params) == "seat_type_unavailable"
    assert call(world, "assign_seat", **{**params, "seat_preference": "no_preference"})["seat_assigned"] == "21C"
    kinds["main_cabin"] = []
    assert error(world, "assign_seat", **params) == "no_seats_available"


def test_bags_and_meals_apply_to_one_flight_or_to_all(world: World) -> None:
    code = {"confirmation_number": "VIA111", "journey_id": VIA}
    segments = world.table("reservations")["VIA111"]["bookings"][0]["segments"]
    call(world, "add_baggage_allowance", **code, num_bags=3)
    call(world, "add_baggage_allowance", **code, num_bags=0, flight_number="qx301")
    call(world, "add_meal_request", **code, passenger_id="PAX001", meal_type="vegan", flight_number="QX300")
    assert [(item["bags_checked"], item["meal_request"]) for item in segments] == [(3, "vegan"), (0, None)]
    assert error(world, "add_baggage_allowance", **code, num_bags=6) == "invalid_bag_count"
    assert error(world, "add_meal_request", **code, passenger_id="PAX002", meal_type="vegan") == "not_found"


@pytest.mark.parametrize(
    ("fare_type", "reason", "refundable"),
    [
        ("refundable", "voluntary", True),
        ("non_refundable", "voluntary", False),
        ("non_refundable", "schedule_unacceptable", False),
        ("non_refundable", "medical", False),
        ("non_refundable", "irrops_refund", True),
        ("non_refundable", "24_hour_rule", True),
    ],
)
def test_cancelling_refunds_or_credits(world: World, fare_type: str, reason: str, refundable: bool) -> None:
    reservation = world.table("reservations")[CODE]
    reservation["fare_type"] = fare_type
    params = {"confirmation_number": CODE, "journey_id": OLD, "cancellation_reason": reason}
    answer = call(world, "cancel_reservation", **params)
    amounts = (answer["cancellation_fee"], answer["refund_amount_eligible"], answer["credit_amount_eligible"])
    assert amounts == ((0, 200, 0) if refundable else (100, 0, 100))
    assert answer["is_refundable"] is refundable
    assert reservation["status"] == answer["reservation_status"] == "cancelled"
    assert world.table("journeys")[OLD]["segments"][0]["available_seats"]["main_cabin"] == 6


def test_cancelling_one_of_two_journeys_leaves_the_reservation_open(world: World) -> None:
    params = {"confirmation_number": "VIA111", "journey_id": VIA, "cancellation_reason": "voluntary"}
    assert call(world, "cancel_reservation", **params)["reservation_status"] == "active"
    assert world.table("reservations")["VIA111"]["status"] == "confirmed"


def test_a_credit_never_falls_below_zero(world: World) -> None:
    world.table("reservations")[CODE]["bookings"] = [booking(OLD, "main_cabin", "2026-05-01", QX100=60.0)]
    params = {"confirmation_number": CODE, "journey_id": OLD, "cancellation_reason": "voluntary"}
    assert call(world, "cancel_reservation", **params)["credit_amount_eligible"] == 0


def test_refunds_are_numbered_within_their_booking(world: World) -> None:
    def refund(code: str, amount: float) -> dict[str, Any]:
        return call(world, "process_refund", confirmation_number=code, refund_amount=amount, refund_type="full_fare")

    assert refund(CODE, -1)["error_type"] == "invalid_amount"
    assert refund("ZZZZZZ", 5)["error_type"] == "not_found"
    assert refund(CODE, float("nan"))["error_type"] == "invalid_parameter"
    assert refund(CODE, 5)["refund_id"] == "REF-AB12CD-001"
    assert refund("VIA111", 5)["refund_id"] == "REF-VIA111-001"
    assert refund(CODE, 6)["refund_id"] == "REF-AB12CD-002"
    assert world.table("refunds")["REF-AB12CD-002"]["initiated_date"] == "2026-05-01"


@pytest.mark.parametrize(
    ("reason", "amount", "code"),
    [
        ("goodwill", 100, None),
        ("goodwill", 100.01, "exceeds_authority"),
        ("service_recovery", 101, "exceeds_authority"),
        ("cancellation_non_refundable", 900, None),
        ("fare_difference_negative", 0, "invalid_amount"),
        ("thanks", 10, "invalid_credit_reason"),
    ],
)
def test_travel_credits_and_their_limit(world: World, reason: str, amount: float, code: str | None) -> None:
    params = {
        "confirmation_number": CODE,
        "passenger_id": "PAX002",
        "amount": amount,
        "credit_reason": reason,
    }
    answer = call(world, "issue_travel_credit", **params)
    assert answer.get("error_type") == code
    if code is None:
        row = world.table("travel_credits")["TCAB12CDPAX"]
        assert (row["amount"], row["expiry_date"]) == (amount, "2027-05-01")


def test_a_credit_from_a_leap_day_ends_at_the_end_of_february(world: World) -> None:
    world.tables["_current_date"] = "2028-02-29"
    params = {"confirmation_number": CODE, "passenger_id": "PAX001", "amount": 5, "credit_reason": "goodwill"}
    call(world, "issue_travel_credit", **params)
    assert world.table("travel_credits")["TCAB12CDPAX"]["expiry_date"] == "2029-02-28"


@pytest.mark.parametrize(
    ("reason", "amount"),
    [
        ("delay_over_2_hours", 12),
        ("delay_over_4_hours", 15),
        ("cancellation_wait_same_day", 15),
        ("irrops_overnight", 25),
    ],
)
def test_meal_vouchers_are_worth_what_the_reason_says(world: World, reason: str, amount: int) -> None:
    params = {"confirmation_number": CODE, "passenger_id": "PAX001", "voucher_reason": reason}
    assert call(world, "issue_meal_voucher", **params)["amount"] == amount
    assert world.table("meal_vouchers")["MEAL-AB12CD-PAX0"]["amount"] == amount


def test_hotel_vouchers_need_a_passenger_and_a_night(world: World) -> None:
    params = {"confirmation_number": CODE, "passenger_id": "PAX001"}
    assert error(world, "issue_hotel_voucher", **params, num_nights=0) == "invalid_parameter"
    unknown = {**params, "passenger_id": "PAX007"}
    assert error(world, "issue_hotel_voucher", **unknown, num_nights=1) == "not_found"
    assert call(world, "issue_hotel_voucher", **params, num_nights=2)["voucher_code"] == "HOTEL-AB12CD"


def test_standby_counts_positions_in_the_list_of_the_journey(world: World) -> None:
    params = {"confirmation_number": CODE, "journey_id": NEW, "passenger_ids": ["PAX001", "PAX002"]}
    other = {"confirmation_number": "VIA111", "journey_id": NEW, "passenger_ids": ["PAX001"]}
    assert call(world, "add_to_standby", **params)["standby_list_position"] == 1
    assert call(world, "add_to_standby", **other)["standby_list_position"] == 3
    waiting = world.table("journeys")[NEW]["standby_list"]
    assert [(item["passenger_id"], item["position"]) for item in waiting] == [
        ("PAX001", 1),
        ("PAX002", 2),
        ("PAX001", 3),
    ]
    assert world.table("reservations")[CODE]["standby_list"][0]["status"] == "pending"
    assert error(world, "add_to_standby", **{**params, "passenger_ids": []}) == "invalid_passengers"
    assert error(world, "add_to_standby", **{**params, "passenger_ids": ["PAX003"]}) == "invalid_passengers"
    assert error(world, "add_to_standby", **{**params, "passenger_ids": ["3"]}) == "invalid_passenger_id_format"
    world.table("journeys")[NEW]["status"] = "cancelled"
    assert error(world, "add_to_standby", **params) == "flight_cancelled"


def search(world: World, **changes: Any) -> list[tuple[str, float]]:
    params = {"origin": "osl", "destination": "CDG", "date": "2026-05-02", "passenger_count": 1}
    answer = call(world, "search_rebooking_options", **{**params, "fare_class": "main_cabin", **changes})
    assert answer["count"] == len(answer["options"])
    return [(item["journey_id"], item["fare"]) for item in answer["options"]]


def test_searches_list_what_can_be_booked_by_departure(world: World) -> None:
    assert search(world) == [(VIA, 200.0), (NEW, 240.0)]
    assert search(world, fare_class="any") == [(VIA, 100.0), (NEW, 120.0)]
    assert search(world, passenger_count=5) == []
    assert search(world, date="2026-05-03") == []
    journeys = world.table("journeys")
    journeys[VIA]["segments"][1]["available_seats"]["main_cabin"] = 0
    assert search(world) == [(NEW, 240.0)]
    journeys[NEW]["segments"][0]["available_seats"].update(basic_economy=0)
    assert search(world, fare_class="any") == [(VIA, 100.0), (NEW, 240.0)]
    journeys[NEW]["bookable"] = False
    assert search(world) == []


def test_flights_are_found_by_any_number_of_the_journey_and_the_date(world: World) -> None:
    found = call(world, "get_flight_status", flight_number="qx301", flight_date="2026-05-02")
    assert found["journey"]["journey_id"] == VIA
    late = {"flight_number": "QX301", "flight_date": "2026-05-03"}
    assert error(world, "get_flight_status", **late) == "flight_not_found"
    assert error(world, "get_flight_status", **{**late, "flight_date": "2026-02-30"}) == "invalid_date_format"
    assert call(world, "get_disruption_info", flight_number="QX100", date="2026-05-01")["disruption"]["is_irrops"]
    assert error(world, "get_disruption_info", flight_number="QX200", date="2026-05-02") == "not_found"


def test_a_transfer_changes_nothing_and_is_numbered(world: World) -> None:
    before = world.copy()
    params = {
        "confirmation_number": CODE,
        "transfer_reason": "passenger_requested",
        "issue_summary": "Wants a person.",
    }
    assert call(world, "transfer_to_agent", **params)["transfer_id"] == "TRF-AB12CD-001"
    assert call(world, "transfer_to_agent", **params)["transfer_id"] == "TRF-AB12CD-002"
    assert not diff(before.tables, world.tables)
