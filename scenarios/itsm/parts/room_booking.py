"""Rooms for meetings."""

from __future__ import annotations

from dataclasses import dataclass

from scenarios.authoring import Part, call, facts_of, found, heard
from scenarios.itsm import words
from scenarios.itsm.draft import Draft
from scenarios.itsm.parts.wishes import building, number, picks
from scenarios.model import Arg, Fact, Request, Step


@dataclass(frozen=True)
class Meeting:
    """A meeting that needs a room.

    Attributes:
        day: ISO date.
        start: 24 h clock.
        end: 24 h clock.
        people: how many come.
        place: code of the building.
        needs: what the room must have.
        floor: only on this floor.
        said: the name that the caller uses for the building.
    """

    day: str
    start: str
    end: str
    people: int
    place: str
    needs: tuple[str, ...] = ()
    floor: str | None = None
    said: str | None = None

    @property
    def span(self) -> dict[str, Arg]:
        """Day, start and end as arguments."""
        return {
            "date": heard("date", "date", self.day),
            "start_time": heard("start_time", "time", self.start),
            "end_time": heard("end_time", "time", self.end),
        }

    @property
    def look(self) -> Step:
        """The search for free rooms."""
        further: dict[str, Arg] = {}
        if self.floor:
            further["floor_code"] = heard("floor_code", "code", self.floor)
        if self.needs:
            further["equipment_required"] = heard("equipment_required", "choices", list(self.needs))
        return call(
            "check_room_availability",
            offer=None,
            building_code=building("building_code", self.place, self.said),
            **self.span,
            min_capacity=self.crowd,
            **further,
        )

    @property
    def crowd(self) -> Arg:
        """How many come; it is asked for once."""
        return heard("attendee_count", "count", self.people)


def booked(
    d: Draft,
    request: Request,
    goal: str,
    meeting: Meeting,
    *,
    room: str,
    wish: str = "The smaller one will do.",
    known: bool = False,
) -> Part:
    """A room that is booked, and the invitation that follows.

    Args:
        d: the call; the room must be in its world.
        request: what the caller says.
        goal: what the caller wants.
        meeting: what it is for.
        room: its code.
        wish: which one, in the caller's words, when several are free.
        known: whether the caller asks for this very room by its code.
    """
    code = heard("room_code", "code", room) if known else found(room)
    size = d.world["facilities"]["conference_rooms"][room]["capacity"]
    offer = (
        f"Room {number(room)} in {words.building(meeting.place)} holds {words.count(size)} people and is free. "
        f"I can book it on {words.day(meeting.day)}, {words.time(meeting.start)} to {words.time(meeting.end)}, "
        "and send the invitation. Shall I go ahead?"
    )
    book = call(
        "submit_room_booking",
        offer=offer,
        employee_id=d.employee_id,
        room_code=code,
        **meeting.span,
        attendee_count=meeting.crowd,
    )
    invite = call(
        "send_calendar_invite",
        offer=None,
        request_id=found(str(d.answer(book)["request_id"])),
        employee_id=d.employee_id,
        room_code=code,
        **meeting.span,
    )
    return Part(
        request=request,
        goal=goal,
        steps=(meeting.look, book, invite),
        facts=(*_facts(meeting), *facts_of(code)),
        rules=(picks(wish),),
        negotiation=(f'When several rooms are free: "{wish}"',),
        resolution="The room is booked, and the invitation is sent.",
        failure="If no room is free, leave it for today.",
    )


def _facts(meeting: Meeting) -> tuple[Fact, ...]:
    known = facts_of(*meeting.look.args.values())
    return (*known, *(fact.model_copy(update={"slot": "min_capacity"}) for fact in known if fact.kind == "count"))
