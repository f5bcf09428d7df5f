"""The steps of a golden path, with where an honest agent learns each argument.

The confirmation code counts as heard from the caller at every step, also where a tool response repeats it: an
agent that misheard it must not be handed the right one later.
"""

from __future__ import annotations

from dataclasses import dataclass

from scenarios.airline.bookings import PASSENGER, passenger_ids
from scenarios.airline.chance import confirmation_code
from scenarios.authoring import found, heard, ruled
from scenarios.model import Arg, Step

__all__ = ["Desk", "found", "heard", "ruled"]


@dataclass(frozen=True)
class Desk:
    """Makes the steps of one request on one reservation.

    Attributes:
        code: confirmation code.
        request: index of the caller's request.
        party: how many travel on the reservation.
    """

    code: str
    request: int = 0
    party: int = 1

    @classmethod
    def of(cls, scenario: str, party: int = 1) -> Desk:
        """The desk of a scenario, by its id."""
        return cls(confirmation_code(scenario), party=party)

    def authenticate(self, last_name: str) -> Step:
        """Open the reservation with code and last name."""
        return self._call("get_reservation", last_name=heard("last_name", "name", last_name))

    def status(self, flight: Arg, date: Arg) -> Step:
        """Look how a flight stands."""
        return self._read("get_flight_status", flight_number=flight, flight_date=date)

    def disruption(self, flight: Arg, date: Arg) -> Step:
        """Look what the operations desk recorded about a flight."""
        return self._read("get_disruption_info", flight_number=flight, date=date)

    def search(self, origin: Arg, destination: Arg, date: Arg, cabin: Arg) -> Step:
        """Look for other journeys, for all who travel on the reservation."""
        return self._read(
            "search_rebooking_options",
            origin=origin,
            destination=destination,
            date=date,
            passenger_count=ruled(1) if self.party == 1 else found(self.party),
            fare_class=cabin,
        )

    def rebook(
        self,
        old: str,
        new: str,
        kind: str,
        *,
        offer: str,
        waive: bool = False,
        leg: str | None = None,
        cabin: Arg | None = None,
    ) -> Step:
        """Move a booking (or the flight `leg` of it) to another journey, in its own or another cabin."""
        part = {} if leg is None else {"flight_number": found(leg)}
        if cabin is not None:
            part["new_fare_class"] = cabin
        return self._call(
            "rebook_flight",
            offer,
            journey_id=found(old),
            new_journey_id=found(new),
            rebooking_type=ruled(kind),
            waive_change_fee=ruled(waive),
            **part,
        )

    def standby(self, journey: str, *, offer: str) -> Step:
        """Put all who travel on the reservation on a standby list."""
        ids = found(passenger_ids(self.party))
        return self._call("add_to_standby", offer, journey_id=found(journey), passenger_ids=ids)

    def seat(
        self,
        journey: str,
        preference: str,
        *,
        offer: str | None = None,
        flight: Arg | None = None,
        passenger: str = PASSENGER,
    ) -> Step:
        """Assign a seat of the kind that the caller wants, on the flight of a connection that is meant."""
        wish = heard("seat_preference", "choice", preference)
        args = {"journey_id": found(journey), "seat_preference": wish, **_flight(flight)}
        return self._passenger("assign_seat", offer, passenger, **args)

    def bags(self, journey: str, count: Arg, *, offer: str | None = None, flight: Arg | None = None) -> Step:
        """Set the number of checked bags."""
        return self._call("add_baggage_allowance", offer, journey_id=found(journey), num_bags=count, **_flight(flight))

    def meal(self, journey: str, kind: str | Arg, *, offer: str | None = None, flight: Arg | None = None) -> Step:
        """Order a special meal: one that the caller names, or one that an argument gives."""
        wish = heard("meal_type", "choice", kind) if isinstance(kind, str) else kind
        args = {"journey_id": found(journey), "meal_type": wish, **_flight(flight)}
        return self._passenger("add_meal_request", offer, **args)

    def cancel(self, journey: str, reason: str, *, offer: str | None = None) -> Step:
        """Cancel one booked journey."""
        return self._call("cancel_reservation", offer, journey_id=found(journey), cancellation_reason=ruled(reason))

    def refund(self, amount: float | Arg, kind: str) -> Step:
        """Pay money back: a sum that a response names, or one that an argument gives."""
        sum_ = amount if isinstance(amount, Arg) else found(amount)
        return self._call("process_refund", refund_amount=sum_, refund_type=ruled(kind))

    def credit(self, amount: float, reason: str) -> Step:
        """Issue a travel credit."""
        return self._passenger("issue_travel_credit", None, amount=found(amount), credit_reason=ruled(reason))

    def hotel(self, nights: int) -> Step:
        """Issue a hotel voucher."""
        return self._passenger("issue_hotel_voucher", None, num_nights=ruled(nights))

    def meal_voucher(self, reason: str, *, offer: str | None = None) -> Step:
        """Issue a meal voucher."""
        return self._passenger("issue_meal_voucher", offer, voucher_reason=ruled(reason))

    def transfer(self, reason: str, summary: str, *, offer: str) -> Step:
        """Hand the call to a colleague."""
        return self._call("transfer_to_agent", offer, transfer_reason=ruled(reason), issue_summary=ruled(summary))

    def tell(self, text: str) -> Step:
        """Say something and wait for the answer."""
        return Step(do="tell", text=text, request=self.request)

    def _read(self, tool: str, **args: Arg) -> Step:
        return Step(tool=tool, args=args, request=self.request)

    def _call(self, tool: str, offer: str | None = None, /, **args: Arg) -> Step:
        code = heard("confirmation_number", "code", self.code)
        return Step(tool=tool, args={"confirmation_number": code, **args}, request=self.request, offer=offer)

    def _passenger(self, tool: str, offer: str | None, passenger: str = PASSENGER, /, **args: Arg) -> Step:
        return self._call(tool, offer, passenger_id=found(passenger), **args)


def _flight(flight: Arg | None) -> dict[str, Arg]:
    return {} if flight is None else {"flight_number": flight}
