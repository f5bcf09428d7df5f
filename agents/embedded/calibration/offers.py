"""What the agent says before it acts: the heard values, then what it would do, then a question for a yes."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agents.embedded.calibration import wording
from agents.embedded.calibration.evidence import Evidence
from agents.embedded.calibration.path import Path
from agents.embedded.calibration.readback import readback
from agents.embedded.calibration.slots import Slot
from agents.embedded.calibration.state import State

RIGHT = "Is that right?"
HURRIED = ("count", "number", "amount", "state", "country", "airport")


@dataclass(frozen=True)
class Offers:
    """Words offers of a plan.

    Attributes:
        path: the plan.
        golden: the response of a perfect call to each step, for prices that tools only tell afterwards.
        evidence: what the tools have shown.
        domain: whose tools they are.
        today: the day of the call.
        reads: whether heard values are read back.
    """

    path: Path
    golden: Mapping[int, dict[str, Any]]
    evidence: Evidence
    domain: str
    today: datetime.date
    reads: bool

    def unread(self, s: State, acts: Sequence[int]) -> list[tuple[Slot, str]]:
        """Heard values that go into acts, that no lookup has confirmed and the caller has not agreed to yet."""
        found = dict.fromkeys(slot for index in acts for slot in self.path.slots(index))
        return [
            (slot, s.values[slot.key])
            for slot in found
            if slot.request is not None
            and slot.key in s.values
            and slot.key not in s.read
            and (slot.key not in s.proven or slot.kind in HURRIED)
        ]

    def offer(self, s: State, acts: Sequence[int]) -> str:
        """The offer for acts that belong together; the plan's own words go before those made from the tools."""
        authored = next((step.offer for k in acts if (step := self.path.steps[k]).offer), None)
        body = authored or self._worded(s, acts)
        values = self.unread(s, acts) if self.reads else []
        read = readback(values, self.domain, self.today, body)
        return " ".join(part for part in (read, body) if part)

    def check(self, s: State, acts: Sequence[int]) -> str:
        """The heard values alone, to be confirmed after an offer was accepted; empty when there are none."""
        read = readback(self.unread(s, acts), self.domain, self.today) if self.reads else ""
        return f"{read} {RIGHT}" if read else ""

    def _worded(self, s: State, acts: Sequence[int]) -> str:
        parts = []
        for index in acts:
            step = self.path.steps[index]
            params = self.path.params(index, s.values)
            golden = self.golden.get(index, {})
            parts.append(wording.offer(self.domain, step.tool, params, golden, self.evidence.responses))
        handover = any(self.path.handover(index) for index in acts)
        return " ".join([*filter(None, parts), "Shall I transfer you?" if handover else wording.GO_AHEAD])
