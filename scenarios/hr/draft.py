"""A scenario under construction: the caller, the hour, and a world that the parts of the call add to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from scenarios.authoring import Part, compose, heard
from scenarios.days import in_days
from scenarios.hr import records, steps
from scenarios.hr.people import Gender, Person, person
from scenarios.hr.places import ZONES, unit_of
from scenarios.hr.steps import Tier
from scenarios.hr.world import free, world
from scenarios.model import Arg, Fact, Outcome, Scenario, ScenarioKind
from scenarios.personas import caller
from scenarios.rows import Row


@dataclass(frozen=True)
class Draft:
    """One call before its parts are put together.

    A part builder takes a draft, puts what its request needs into `world`, and returns the `Part`.

    Attributes:
        id: of the scenario.
        now: date and time of the call, ``YYYY-MM-DD HH:MM``; the clock of the own facility is added.
        caller: who calls.
        tier: how the caller is verified.
        persona: key of `PERSONAS`.
        licensed: whether the caller is a provider, whatever the tier.
        world: the database at the start.
    """

    id: str
    now: str
    caller: Person
    tier: Tier
    persona: str
    licensed: bool = False
    world: dict[str, Any] = field(init=False)

    def __post_init__(self) -> None:
        """Names the clock and makes the world."""
        if self.now.count(" ") == 1:
            object.__setattr__(self, "now", f"{self.now} {ZONES[self.caller.state]}")
        licensed = self.licensed or self.tier.startswith("provider")
        object.__setattr__(self, "world", world(self.now, self.caller, licensed=licensed))

    @property
    def today(self) -> str:
        """The date of the call."""
        return self.now[:10]

    @property
    def me(self) -> Row:
        """The caller's row as an employee."""
        row: Row = self.world["employees"][self.caller.employee_id]
        return row

    @property
    def provider(self) -> Row:
        """The caller's row as a provider."""
        row: Row = self.world["providers"][self.caller.npi]
        return row

    @property
    def employee_id(self) -> Arg:
        """The caller's employee number as an argument."""
        return steps.employee_number(self.caller, self.tier)

    @property
    def npi(self) -> Arg:
        """The caller's NPI as an argument."""
        return heard("npi", "digits", self.caller.npi)

    @property
    def npi_facts(self) -> tuple[Fact, ...]:
        """The NPI as a fact of a request, for callers who are not verified by it."""
        known = self.tier.startswith("provider")
        return () if known else (Fact(slot="npi", kind="digits", value=self.caller.npi),)

    def case(self, prefix: str) -> str:
        """The number that a change of the caller's gets, such as ``CASE-LIC-310582``."""
        return f"CASE-{prefix}-{self.caller.employee_id[-6:]}"

    def on(self, days: int) -> str:
        """The date so many days from the call."""
        return in_days(self.today, days)

    def colleague(self, name: str, gender: Gender, *, role: str = "RN", licensed: bool = False) -> Person:
        """Adds somebody of the same department; `licensed` also as a provider."""
        who = person(f"{self.id}/{name}", name, gender, self.caller.department, role, facility=self.caller.facility)
        self.world["employees"][who.employee_id] = records.employee(who, self.today)
        if licensed:
            self.world["providers"][who.npi] = records.provider(who, self.today)
        return who

    def shift(self, day: str, start: str, hours: float, **changes: Any) -> Row:
        """Adds a shift of the caller in the own unit; `changes` as in `records.shift`."""
        row = records.shift(self.caller.employee_id, unit_of(self.caller.department), day, start, hours, **changes)
        self.world["shifts"][row["shift_id"]] = row
        return row

    def free(self, kind: str, day: str, *times: str) -> None:
        """Offers these times of the caller's department on a date, and no others."""
        free(self.world, kind, self.caller.department, day, list(times))

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
            "hr",
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
