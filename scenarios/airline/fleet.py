"""Journeys and disruptions in the shape that the airline tools read.

A scenario states only what matters to it (route, times, the fare of one cabin, what is free); the rest of a
row (other fares, gate, aircraft, seat counts) is drawn by name, so that a flight always looks the same.
Times are local; the arrival follows from departure, duration and the clocks at both ends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scenarios.airline.airports import utc_offset
from scenarios.airline.chance import Draw

CABINS = ("basic_economy", "main_cabin", "premium_economy", "business", "first")
SEAT_KINDS = ("window", "aisle", "middle")
_TWO_ABREAST = ("business", "first")
_AIRCRAFT = ("A220-300", "A319", "A320", "A321", "737-700", "737-800", "E175")
_DAY = 24 * 60


@dataclass(frozen=True)
class Flight:
    """One flight on one day, as a scenario states it.

    Attributes:
        number: airline code and number, ``SK327``.
        origin: IATA code; `destination` likewise.
        date: local date of departure, ISO.
        departs: local time of departure, ``HH:MM``.
        minutes: time in the air and on the ground, gate to gate.
        main: fare in main cabin, dollars; the other cabins follow from it.
        seats: free seats by cabin, where they matter; the others are drawn.
        kinds: kinds of seat still free by cabin, where they matter; all kinds otherwise.
        first: fare in first class, dollars; ``None`` for an aircraft without one.
        status: ``scheduled``, ``on_time``, ``delayed``, ``cancelled`` or ``departed``.
        delay: minutes late, for a delayed flight.
        reason: why it is late or cancelled.
        bookable: whether the search may offer it.
    """

    number: str
    origin: str
    destination: str
    date: str
    departs: str
    minutes: int
    main: float
    seats: Mapping[str, int] = field(default_factory=dict)
    kinds: Mapping[str, Sequence[str]] = field(default_factory=dict)
    first: float | None = None
    status: str = "scheduled"
    delay: int | None = None
    reason: str | None = None
    bookable: bool = True

    @property
    def flights(self) -> tuple[Flight, ...]:
        """The flight itself, so that a flight and a connection can be treated alike."""
        return (self,)

    @property
    def journey_id(self) -> str:
        """Id of the journey that consists of this flight alone."""
        return f"FL_{self.number}_{self.date.replace('-', '')}"

    @property
    def arrives(self) -> str:
        """Scheduled local arrival, ``HH:MM``."""
        ahead = utc_offset(self.destination, self.date) - utc_offset(self.origin, self.date)
        return _clock(_minutes(self.departs) + self.minutes + 60 * ahead)

    @property
    def leaves_now(self) -> str:
        """Local departure with the delay, ``HH:MM``."""
        return _clock(_minutes(self.departs) + (self.delay or 0))

    @property
    def lands_now(self) -> str:
        """Local arrival with the delay, ``HH:MM``."""
        return _clock(_minutes(self.arrives) + (self.delay or 0))

    def fares(self) -> dict[str, float | None]:
        """Fare per cabin in whole dollars; ``None`` for a cabin that the aircraft does not have."""
        draw = Draw(f"fares/{self.number}/{self.date}")
        return {
            "basic_economy": self.main - draw.integer(31, 48),
            "main_cabin": self.main,
            "premium_economy": float(round(self.main * draw.integer(165, 195) / 100)),
            "business": float(round(self.main * draw.integer(310, 370) / 100)),
            "first": self.first,
        }

    def fare(self, cabin: str) -> float:
        """Fare in a cabin.

        Raises:
            ValueError: the aircraft does not have it.
        """
        fare = self.fares()[cabin]
        if fare is None:
            raise ValueError(f"{self.number} has no {cabin}")
        return fare

    def free_seats(self) -> dict[str, int]:
        """Free seats per cabin."""
        draw = Draw(f"seats/{self.number}/{self.date}")
        drawn = dict(
            zip(
                CABINS,
                (
                    draw.integer(3, 11),
                    draw.integer(6, 24),
                    draw.integer(3, 8),
                    draw.integer(2, 4),
                    0 if self.first is None else 4,
                ),
                strict=True,
            )
        )
        return drawn | dict(self.seats)

    def seat_kinds(self) -> dict[str, list[str]]:
        """Kinds of seat still free per cabin; none where no seat is free."""
        usual = {cabin: list(SEAT_KINDS[:2] if cabin in _TWO_ABREAST else SEAT_KINDS) for cabin in CABINS}
        usual |= {cabin: list(kinds) for cabin, kinds in self.kinds.items()}
        free = self.free_seats()
        return {cabin: kinds if free[cabin] else [] for cabin, kinds in usual.items()}

    def segment(self, number: int = 1) -> dict[str, Any]:
        """The flight as row `number` of a journey."""
        draw = Draw(f"aircraft/{self.number}/{self.date}")
        row: dict[str, Any] = {
            "segment_number": number,
            "flight_number": self.number,
            "origin": self.origin,
            "destination": self.destination,
            "scheduled_departure": self.departs,
            "origin_utc_offset": utc_offset(self.origin, self.date),
            "scheduled_arrival": self.arrives,
            "destination_utc_offset": utc_offset(self.destination, self.date),
            "duration_minutes": self.minutes,
            "aircraft_type": draw.choice(_AIRCRAFT),
            "status": self.status,
            "delay_minutes": self.delay,
            "delay_reason": self.reason if self.status == "delayed" else None,
            "cancellation_reason": self.reason if self.status == "cancelled" else None,
            "gate": f"{draw.choice('ABCD')}{draw.integer(2, 29)}",
            "available_seats": self.free_seats(),
            "fares": self.fares(),
            "available_seat_types": self.seat_kinds(),
        }
        if self.delay:
            row["estimated_departure"], row["estimated_arrival"] = self.leaves_now, self.lands_now
        return row

    def journey(self) -> dict[str, Any]:
        """The journey that consists of this flight alone."""
        return {
            "journey_id": self.journey_id,
            "date": self.date,
            "origin": self.origin,
            "destination": self.destination,
            "num_stops": 0,
            "total_duration_minutes": self.minutes,
            "segments": [self.segment()],
            "status": self.status,
            "bookable": self.bookable,
            "fares": self.fares(),
        }


@dataclass(frozen=True)
class Connection:
    """Two flights on one ticket.

    Attributes:
        first: the flight to the hub.
        second: the flight onwards, on the same local date.
        bookable: whether the search may offer it.
    """

    first: Flight
    second: Flight
    bookable: bool = True

    @property
    def flights(self) -> tuple[Flight, ...]:
        """Both flights."""
        return self.first, self.second

    @property
    def journey_id(self) -> str:
        """Id of the journey."""
        return f"FL_{self.first.number}_{self.second.number}_{self.first.date.replace('-', '')}"

    @property
    def date(self) -> str:
        """Local date of departure, ISO."""
        return self.first.date

    def fares(self) -> dict[str, float | None]:
        """Fare per cabin: the sum of both flights'."""
        first, second = self.first.fares(), self.second.fares()
        return {cabin: _sum(first[cabin], second[cabin]) for cabin in CABINS}

    def journey(self) -> dict[str, Any]:
        """The journey in the shape that the tools read."""
        legs = self.flights
        wait = self._utc(self.second, self.second.departs, self.second.origin) - (
            self._utc(self.first, self.first.departs, self.first.origin) + self.first.minutes
        )
        worst = next((leg.status for leg in legs if leg.status in ("cancelled", "delayed")), "scheduled")
        return {
            "journey_id": self.journey_id,
            "date": self.first.date,
            "origin": self.first.origin,
            "destination": self.second.destination,
            "num_stops": 1,
            "total_duration_minutes": self.first.minutes + wait + self.second.minutes,
            "segments": [leg.segment(n) for n, leg in enumerate(legs, start=1)],
            "status": worst,
            "bookable": self.bookable,
            "fares": self.fares(),
        }

    @staticmethod
    def _utc(flight: Flight, time: str, airport: str) -> int:
        return _minutes(time) - 60 * utc_offset(airport, flight.date)


def disruption(
    flight: Flight,
    kind: str,
    *,
    cause: str,
    irrops: bool = True,
    refund: bool = False,
    meal: bool = False,
    hotel: bool = False,
    minutes: int | None = None,
) -> dict[str, Any]:
    """What the operations desk recorded about a late or cancelled flight.

    Args:
        flight: the flight concerned; its delay is copied.
        kind: ``delay``, ``cancellation`` or ``schedule_change``.
        cause: ``crew``, ``mechanical``, ``operational`` or ``weather``.
        irrops: whether the rules for irregular operations hold.
        refund: whether the passenger may ask for the money back.
        meal: whether a meal voucher is due.
        hotel: whether a hotel voucher is due.
        minutes: by how much a timetable was shifted; a late flight knows its own delay.
    """
    return {
        "flight_number": flight.number,
        "date": flight.date,
        "disruption_type": kind,
        "cause": cause,
        "cause_category": "weather" if cause == "weather" else "airline_fault",
        "is_irrops": irrops,
        "delay_minutes": flight.delay if minutes is None else minutes,
        "passenger_entitled_to": {
            "fee_waiver": irrops,
            "refund_option": refund,
            "meal_voucher": meal,
            "hotel_accommodation": hotel,
            "rebooking_window_days": 7 if irrops else 0,
        },
    }


def _minutes(time: str) -> int:
    hours, minutes = time.split(":")
    return 60 * int(hours) + int(minutes)


def _clock(minutes: int) -> str:
    hours, rest = divmod(minutes % _DAY, 60)
    return f"{hours:02d}:{rest:02d}"


def _sum(first: float | None, second: float | None) -> float | None:
    return None if first is None or second is None else first + second
