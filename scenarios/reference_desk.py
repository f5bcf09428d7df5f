"""What the records of a service desk mean for us, hr and itsm alike: who is asked for what, and who knows it.

A domain describes its parameters in a `Desk`. A record lists what its caller may disclose under keys that are often
a parameter's name, or such a name with more words before or behind it (``pto_start_date``, ``application_name_1``).
A value that is listed so is asked for under the parameter's own name. One that is listed under the name of another
parameter of its kind is what that one asks for: the number of a new employee, also where a tool takes it as
``employee_id``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from scenarios.kinds import fits
from scenarios.model import EntityKind, Fact
from scenarios.reference_criteria import criteria
from scenarios.reference_mentions import Brief, read_date, read_phone, read_time
from scenarios.reference_plan import Asked, plan, told
from scenarios.reference_record import Golden, Reading
from scenarios.values import occurs, said

_SHARED: frozenset[EntityKind] = frozenset({"code", "digits", "state", "country", "count"})
_WRITTEN: frozenset[EntityKind] = frozenset({"code", "codes", "digits"})


@dataclass(frozen=True)
class Desk:
    """The parameters of a domain's tools.

    Attributes:
        kinds: how a caller says the value of a parameter; what is not here nobody is asked for.
        proofs: tools that verify the caller, whose parameters a caller can always say.
        places: parameters that take a thing by name or by code.
        worded: choices that a caller may also know from the words of the goal.
        looked_up_first: parameters that are asked for only where no response holds the value.
        ruled: parameters that follow from the rules, also where a response holds the same value by chance.
        keys: further keys under which records list a parameter.
        unasked: (tool, parameter) pairs that follow from the rules although the name is in `kinds`.
        built: parameters that an agent puts together from other words of the caller, with the test of whether this
            caller can say them.
        workflows: family of a request by the tool that serves it; the first tool of a path decides.
    """

    kinds: Mapping[str, EntityKind]
    proofs: frozenset[str]
    workflows: Mapping[str, str]
    places: frozenset[str] = frozenset()
    worded: frozenset[str] = frozenset()
    looked_up_first: frozenset[str] = frozenset()
    ruled: frozenset[str] = frozenset()
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unasked: frozenset[tuple[str, str]] = frozenset()
    built: Mapping[str, Callable[[Brief, str], bool]] = field(default_factory=dict)

    def read(self, golden: Golden) -> Reading:
        """Derives plan, facts and criteria from a golden path."""
        brief = Brief(golden.record)
        steps = plan(golden, partial(self._asked, brief), lambda name: name not in self.ruled)
        facts: dict[str, Fact] = {}
        for fact in (*told(steps), *self._further(golden)):
            facts.setdefault(fact.slot, fact)
        return Reading(
            plan=steps,
            facts=tuple(facts.values()),
            criteria=criteria(golden),
            details="",
            workflow=self._workflow(golden),
        )

    def _asked(self, brief: Brief, tool: str, name: str, value: Any) -> Asked | None:
        """How the caller is asked for a parameter; the test of what it knows is made here, with the value."""
        kind = self._kind(name, value)
        if kind is None or (tool, name) in self.unasked:
            return None
        slot = self._listed(brief.information, name, value, kind)
        proof = tool in self.proofs
        if slot is None and not proof and not self._mentioned(brief, name, value, kind):
            return None
        always = proof or name not in self.looked_up_first
        return Asked((slot or name,), kind, lambda _: True, always=always)

    def _kind(self, name: str, value: Any) -> EntityKind | None:
        kind = self.kinds.get(name)
        if name not in self.places:
            return kind
        if re.fullmatch(r"(?=.*\d)[A-Z0-9-]+|[A-Z]{2,4}", str(value)):
            return "code"
        forms: tuple[EntityKind, ...] = ("choice", "name")
        return next((form for form in forms if fits(form, str(value))), "text")

    def _listed(self, information: Mapping[str, Any], name: str, value: Any, kind: EntityKind) -> str | None:
        """The slot under which the caller's information holds a value."""
        holding = [key for key, known in information.items() if value != "" and _holds(known, value)]
        if any(self._means(key, name) for key in holding):
            return name
        if kind not in _SHARED:
            return None
        others = (self._parameter(key) for key in holding)
        return next((other for other in others if other is not None and self.kinds[other] == kind), None)

    def _means(self, key: str, name: str) -> bool:
        bases = (name, *self.keys.get(name, ()))
        if key in bases:
            return True
        return key not in self.kinds and any(key.endswith(f"_{base}") or key.startswith(f"{base}_") for base in bases)

    def _parameter(self, key: str) -> str | None:
        """The parameter that a key of the information stands for."""
        if key in self.kinds:
            return key
        return next((name for name, keys in self.keys.items() if key in keys), None)

    def _mentioned(self, brief: Brief, name: str, value: Any, kind: EntityKind) -> bool:
        """Whether the caller can say a value that its information does not list."""
        items = value if isinstance(value, list) else [value]
        if name in self.built and self.built[name](brief, str(value)):
            return True
        if kind in _WRITTEN or name in self.places:
            return bool(items) and all(brief.knows(str(item)) for item in items)
        if kind in ("date", "dates"):
            return bool(items) and all(brief.knows_date(str(item)) for item in items)
        return name in self.worded and all(brief.names(str(item)) for item in items)

    def _further(self, golden: Golden) -> Iterator[Fact]:
        """Facts that the plan does not need and a caller may still be asked for."""
        caller = golden.record.caller
        yield Fact(slot="first_name", kind="name", value=caller.first_name)
        yield Fact(slot="last_name", kind="name", value=caller.last_name)
        for key, value in golden.record.user_goal.information_required.items():
            found = self._fact(key, value)
            if found is not None:
                yield found
            if key == "phone_number" and found is not None:
                yield Fact(slot="phone_last_four", kind="digits", value=found.value[-4:])

    def _fact(self, key: str, value: Any) -> Fact | None:
        kind, text = self._kind(key, value), said(value) if isinstance(value, str | int | float | list) else None
        if text is None or isinstance(value, bool):
            return None
        if kind is None:
            kind, text = _by_key(key, text)
        elif kind == "date":
            text = read_date(text)
        elif kind == "time":
            text = read_time(text)
        if kind is None or text is None or not fits(kind, text):
            return None
        return Fact(slot=key, kind=kind, value=text)

    def _workflow(self, golden: Golden) -> str:
        if golden.record.scenario_context.kind == "adversarial":
            return "adversarial"
        tools = [tool for tool, _ in golden.calls]
        named = (self.workflows[tool] for tool in tools if tool in self.workflows)
        return next(named, "escalation" if "transfer_to_agent" in tools else "service")


def _by_key(key: str, text: str) -> tuple[EntityKind | None, str | None]:
    """Kind and canonical form of something that is no parameter, by the last word of its key."""
    if key.endswith("_date"):
        return "date", read_date(text)
    if key.endswith("_time"):
        return "time", read_time(text)
    if key == "phone_number":
        return "digits", read_phone(text)
    return None, None


def _holds(known: Any, value: Any) -> bool:
    """Whether information holds a value, or every item of a list, be it as a number or as text."""
    return occurs(value, [known]) or (not isinstance(value, list) and occurs(said(value), [known]))
