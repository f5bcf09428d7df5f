"""The plan as a path to walk: what each step needs, and which steps belong together."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal

from agents.embedded.calibration.forms import Form
from agents.embedded.calibration.slots import Slot
from agents.embedded.calibration.state import SlotKey
from scenarios.model import Step

Sort = Literal["tell", "look", "auth", "act"]
ANEW = 3
"""Values asked for since the last offer that are worth another one."""

_LISTED = ("dates", "codes", "choices")


class Path:
    """A plan without the caller's values.

    Attributes:
        steps: the plan.
        requests: how many requests it serves.
        whole: slots that hold for the whole call: those by which the caller is identified.
    """

    def __init__(self, steps: Sequence[Step], types: Mapping[str, str], forms: Mapping[tuple[str, str], Form]) -> None:
        self.steps, self._types, self._forms = tuple(steps), types, forms
        self.requests = 1 + max((step.request for step in self.steps), default=0)
        self.whole = frozenset(
            arg.slot
            for step in self.steps
            if step.do == "call" and types.get(step.tool) == "auth"
            for arg in step.args.values()
            if arg.slot
        )
        self._order: dict[str, dict[str, int]] = {}
        for tool, name in forms:
            places = self._order.setdefault(tool, {})
            places[name] = len(places)
        self._by_slot: dict[str, Form] = {}
        for step in self.steps:
            for name, arg in step.args.items():
                if arg.slot:
                    form = self.form(step.tool, name)
                    known = self._by_slot.get(arg.slot)
                    self._by_slot[arg.slot] = known.joined(form) if known else form

    def form(self, tool: str, parameter: str) -> Form:
        """The form of a parameter."""
        return self._forms.get((tool, parameter), Form())

    def sort(self, index: int) -> Sort:
        """What a step does: it tells, looks something up, identifies the caller, or acts."""
        step = self.steps[index]
        if step.do == "tell":
            return "tell"
        kind = self._types.get(step.tool, "read")
        return "look" if kind == "read" else "auth" if kind == "auth" else "act"

    def slots(self, index: int) -> list[Slot]:
        """What a step needs from the caller, in the order of the tool's parameters."""
        step = self.steps[index]
        order = self._order.get(step.tool, {})
        args = sorted(step.args.items(), key=lambda item: order.get(item[0], len(order)))
        return [
            Slot(arg.slot, arg.kind, None if arg.slot in self.whole else step.request, self._by_slot[arg.slot])
            for _, arg in args
            if arg.source == "caller" and arg.slot and arg.kind
        ]

    def params(self, index: int, values: Mapping[SlotKey, str]) -> dict[str, Any]:
        """A step's arguments, with the heard values that there are."""
        step = self.steps[index]
        params: dict[str, Any] = {}
        for name, arg in step.args.items():
            if arg.source != "caller" or not arg.slot:
                params[name] = arg.value
                continue
            heard = values.get((arg.slot, None if arg.slot in self.whole else step.request))
            if heard is not None:
                params[name] = self.form(step.tool, name).value(heard, arg.kind in _LISTED)
        return params

    def every(self, request: int) -> list[Slot]:
        """Everything that a request needs from the caller, each once, in order."""
        return list(
            dict.fromkeys(
                slot for index, step in enumerate(self.steps) if step.request == request for slot in self.slots(index)
            )
        )

    def remaining(self, request: int, start: int, done: Collection[int]) -> list[int]:
        """The steps of a request that are still to do."""
        return [k for k in range(start, len(self.steps)) if self.steps[k].request == request and k not in done]

    def until_tell(self, indices: Sequence[int]) -> list[int]:
        """The steps up to the next one that tells something."""
        kept: list[int] = []
        for index in indices:
            if self.sort(index) == "tell":
                break
            kept.append(index)
        return kept

    def group(self, index: int) -> int:
        """The act whose offer covers an act.

        That is the first act of its request, or one that brings an offer of its own. Where a plan has no offers, acts
        for which the caller is asked a good deal anew are offered apart, as nobody could follow all of it at once.
        """
        request = self.steps[index].request
        mine = [k for k in range(len(self.steps)) if self.steps[k].request == request]
        acts = [k for k in mine if self.sort(k) == "act"]
        offered = any(self.steps[k].offer for k in acts if not self.handover(k))
        heads = acts[:1]
        for act in acts[1:]:
            own = self.steps[act].offer is not None or self.handover(act)
            if own or (not offered and self._anew(mine, heads[-1], act) >= ANEW):
                heads.append(act)
        return max(head for head in heads if head <= index)

    def _anew(self, mine: Sequence[int], head: int, act: int) -> int:
        """How many values the caller is asked for after an offer's first act and up to another act."""
        before = {slot.key for k in mine if k <= head for slot in self.slots(k)}
        since = {slot.key for k in mine if head < k <= act for slot in self.slots(k)}
        return len(since - before)

    def covered(self, head: int, indices: Sequence[int]) -> list[int]:
        """The acts among steps that an offer covers."""
        return [k for k in indices if self.sort(k) == "act" and self.group(k) == head]

    def handover(self, index: int) -> bool:
        """Whether a step hands the caller over to a person."""
        return self.steps[index].tool == "transfer_to_agent"
