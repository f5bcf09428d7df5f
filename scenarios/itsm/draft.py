"""A scenario under construction: the caller, the hour, and a world that the parts of the call add to."""

from __future__ import annotations

import copy
import functools
from dataclasses import dataclass, field
from typing import Any

from scenarios.authoring import Part, compose
from scenarios.days import in_days
from scenarios.itsm import records, steps
from scenarios.itsm.people import Gender, Person, bystander, person
from scenarios.itsm.places import CLOCKS
from scenarios.itsm.records import months_before
from scenarios.itsm.steps import Tier
from scenarios.itsm.world import world
from scenarios.model import Arg, Outcome, Scenario, ScenarioKind, Step
from scenarios.personas import caller
from scenarios.rows import Row
from scenarios.toolbox import Toolbox
from scenarios.world import World


@dataclass(frozen=True)
class Draft:
    """One call before its parts are put together.

    A part builder takes a draft, puts what its request needs into `world`, and returns the `Part`.

    Attributes:
        id: of the scenario.
        now: date and time of the call, ``YYYY-MM-DD HH:MM``; the clock of the own building is added.
        caller: who calls.
        tier: how the caller is verified.
        persona: key of `PERSONAS`.
        manager: whom the caller reports to; drawn from the id.
        director: whom the manager reports to; drawn from the id.
        world: the database at the start.
    """

    id: str
    now: str
    caller: Person
    tier: Tier
    persona: str
    manager: Person = field(init=False)
    director: Person = field(init=False)
    world: dict[str, Any] = field(init=False)

    def __post_init__(self) -> None:
        """Names the clock, and makes those above and the world."""
        who = self.caller
        if self.now.count(" ") == 1:
            object.__setattr__(self, "now", f"{self.now} {CLOCKS[who.building]}")
        for title, role in (("manager", "MANAGER"), ("director", "DIRECTOR")):
            above = bystander(f"{title}/{self.id}", who.department, role, who.building)
            object.__setattr__(self, title, above)
        object.__setattr__(self, "world", world(self.now, who, self.manager, self.director))

    @property
    def today(self) -> str:
        """The date of the call."""
        return self.now[:10]

    @property
    def me(self) -> Row:
        """The caller's row."""
        return self.row(self.caller)

    @property
    def employee_id(self) -> Arg:
        """The caller's employee number as an argument."""
        return steps.employee_number(self.caller)

    @property
    def laptop(self) -> str:
        """The tag of the caller's laptop."""
        return records.tag_of(self.caller, "LPT")

    @property
    def monitor(self) -> str:
        """The tag of the caller's monitor."""
        return records.tag_of(self.caller, "MON")

    def row(self, who: Person) -> Row:
        """The row of an employee."""
        row: Row = self.world["employees"][who.employee_id]
        return row

    def on(self, days: int) -> str:
        """The date so many days from the call; negative for one before."""
        return in_days(self.today, days)

    # People -----------------------------------------------------------------------------------------------------

    def colleague(self, name: str, gender: Gender, *, role: str = "ANALYST", hired: str = "2021-09-06") -> Person:
        """Adds somebody who reports to the caller's manager."""
        return self._hire(name, gender, role, hired, self.manager)

    def report(self, name: str, gender: Gender, *, role: str = "ANALYST", hired: str = "2021-09-06") -> Person:
        """Adds somebody who reports to the caller, a manager; with a laptop and a monitor."""
        return self._hire(name, gender, role, hired, self.caller)

    def _hire(self, name: str, gender: Gender, role: str, hired: str, chief: Person) -> Person:
        place = self.caller
        who = person(
            f"{self.id}/{name}", name, gender, place.department, role, place.building, floor=place.floor, hired=hired
        )
        self.world["employees"][who.employee_id] = records.employee(who, chief, [])
        self.row(chief)["direct_reports"].append(who.employee_id)
        for kind, age in (("LPT", 26), ("MON", 15)):
            self.device(kind, age, who)
        return who

    # Things -----------------------------------------------------------------------------------------------------

    def device(self, kind: str, months: int, who: Person | None = None, **changes: Any) -> str:
        """Puts a device of the caller, or of somebody else, into the world as old as that; returns its tag.

        The laptop and the monitor that are there already get another age by it.
        """
        row = records.asset(who or self.caller, kind, months_before(self.today, months), **changes)
        self.world["assets"][row["asset_tag"]] = row
        return str(row["asset_tag"])

    def locked(self, system: str, reason: str = "failed_attempts") -> None:
        """Locks the caller's account in a system."""
        self.me["account_status"][system] = records.account(reason)

    def ticket(self, category: str, urgency: str, system: str, days: int, who: Person | None = None) -> str:
        """Adds a ticket of so many days ago; returns its number."""
        by = (who or self.caller).employee_id
        row = records.ticket(by, category, urgency, system, self.on(-days))
        self.world["tickets"][row["ticket_number"]] = row
        return str(row["ticket_number"])

    def request(self, kind: str, days: int, status: str, who: Person | None = None, **members: Any) -> str:
        """Adds a request of so many days ago, see `records.request`; returns its number."""
        row = records.request(kind, (who or self.caller).employee_id, self.on(-days), status, **members)
        self.world["requests"][row["request_id"]] = row
        return str(row["request_id"])

    def facility(self, kind: str, row: Row) -> str:
        """Adds a desk, a parking space or a room; returns its code.

        Args:
            kind: ``desks``, ``parking`` or ``conference_rooms``.
            row: from `records`.
        """
        key = str(next(iter(row.values())))
        self.world["facilities"][kind][key] = row
        return key

    # Numbers ----------------------------------------------------------------------------------------------------

    def answer(self, *calls: Step) -> dict[str, Any]:
        """What the tools answer to the last of these calls, made by the verified caller in the present world.

        New tickets, requests and cases get numbers that follow from what they say, so this tells them beforehand:
        ``d.answer(step)["request_id"]``.

        Raises:
            ValueError: a call is refused.
        """
        trial = World(copy.deepcopy(self.world))
        response: dict[str, Any] = {}
        for step in (*steps.identification(self.caller, self.tier), *calls):
            response = _toolbox().call(trial, step.tool, step.params)
            if response["status"] != "success":
                raise ValueError(f"{self.id}: {step.tool} is refused: {response['message']}")
        return response

    def scenario(
        self,
        workflow: str,
        title: str,
        *parts: Part,
        outcome: Outcome = "change",
        kind: ScenarioKind | None = None,
    ) -> Scenario:
        """The scenario that these parts make.

        Args:
            workflow: family of the first request.
            title: a few words for lists.
            parts: the requests in the order in which the caller raises them.
            outcome: what a perfect call comes to.
            kind: ``adversarial``, or by the number of parts.
        """
        return compose(
            self.id,
            "itsm",
            workflow,
            title,
            now=self.now,
            caller=caller(self.caller.first_name, self.caller.last_name, self.caller.gender, self.persona),
            identification=steps.identification(self.caller, self.tier),
            identity=steps.identity(self.caller, self.tier),
            parts=parts,
            world=self.world,
            outcome=outcome,
            kind=kind,
        )


@functools.cache
def _toolbox() -> Toolbox:
    return Toolbox.for_domain("itsm")
