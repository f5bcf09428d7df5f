"""The scenario of the conformance call: a caller wants to know what only the booking says.

Departure, seat and flight number stand in the tool's response and nowhere else, so an agent that names one of them
has read it there. ``python -m harness.agent_check.scenario`` writes the pack anew.
"""

from __future__ import annotations

from pathlib import Path

from scenarios.airline.airports import clock
from scenarios.airline.bookings import booking, reservation, world
from scenarios.airline.briefs import brief, identity
from scenarios.airline.chance import confirmation_code
from scenarios.airline.fleet import Flight
from scenarios.airline.steps import Desk
from scenarios.build import complete, encode
from scenarios.model import Caller, Expectation, Request, Scenario, Value
from scenarios.toolbox import Toolbox

PACK = Path(__file__).with_name("pack")
DOMAIN = "airline"
NAME = "when-do-i-leave"


def build() -> Scenario:
    """The scenario, its expected world played through the tools."""
    code = confirmation_code(NAME)
    now = clock("MSP", "2026-05-04", "10:00")
    caller = Caller(first_name="Salma", last_name="Henning", gender="woman", persona="You are friendly and brief.")
    flight = Flight("SK537", "MSP", "ABQ", "2026-05-19", "16:40", 155, 210)
    facts = identity(code, caller)
    told = (
        Value(kind="flight", value=flight.number),
        Value(kind="time", value=flight.departs),
    )
    draft = Scenario(
        id=NAME,
        domain=DOMAIN,
        workflow="information",
        kind="single",
        title="When does the booked flight leave",
        now=now,
        caller=caller,
        requests=(
            Request(
                statement="Hello. I have lost my papers. What time does my flight leave, and what number is it?",
                details="I would like to know when my flight leaves, and its number.",
            ),
        ),
        facts=facts,
        brief=brief(
            "You have a booking and want to know when the flight leaves and what number it has.",
            caller=caller,
            facts=facts,
            criteria=(),
            negotiation=("Ask again for what you have not been told.",),
            resolution="You have heard when the flight leaves, and its number.",
            failure="If the agent cannot tell you, say goodbye.",
        ),
        world=world(
            now,
            reservation(
                code,
                caller,
                [booking(flight, "main_cabin", [flight.main], seats=["14F"])],
                booked="2026-03-02T10:00:00-06:00",
            ),
            (flight,),
        ),
        expected={},
        plan=(
            Desk(code).authenticate(caller.last_name),
            Desk(code).tell(
                "Thank you. You are booked on flight five three seven on May nineteenth. It leaves at four forty PM, "
                "and you sit in seat fourteen F. I hope you have a pleasant journey."
            ),
        ),
        outcome="inform",
        expectations=(Expectation(kind="told", text="when the flight leaves, and its number", values=told),),
    )
    return complete(draft, Toolbox.for_domain(DOMAIN))


def write(folder: Path = PACK) -> None:
    """Write the pack."""
    folder.mkdir(exist_ok=True)
    (folder / f"{NAME}.json").write_text(encode(build()), encoding="utf-8")


if __name__ == "__main__":
    write()
