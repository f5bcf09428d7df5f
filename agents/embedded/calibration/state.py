"""What the calibration brain knows, in a form that can be drafted and thrown away.

A decision only counts once its words were heard to be spoken: a reply that the caller's next words cut off never
happened, and everything the caller said since the last spoken reply is considered again.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import Literal

Waiting = Literal["request", "slots", "yes", "told", "more", "nothing"]

SlotKey = tuple[str, int | None]


@dataclass(slots=True)
class State:
    """Where the dialogue stands.

    Attributes:
        step: index of the next plan step.
        request: index of the request being served.
        waiting: what the last spoken line waits for.
        asked: slots that the last line asked for.
        values: heard values.
        tries: how often a slot was asked for.
        proven: slots whose value was part of a call that succeeded.
        read: slots whose value was read back and agreed to.
        reading: slots whose value the last line read back.
        accepted: acts whose offer the caller accepted, by the first one that the offer covers.
        offered: the act that the last offer was for.
        done: acts that were carried out; they are never repeated.
        consumed: number of the caller's messages that were dealt with.
        refusals: how often the present offer was turned down.
        outcomes: report sentences waiting to be said.
        failed: a request was given up.
        denied: the step that was refused, against the plan, with the error, and the caller does not know yet.
        denials: how often a step was refused.
        transferred: the call was handed over, and the caller does not know yet.
    """

    step: int = 0
    request: int = 0
    waiting: Waiting = "request"
    asked: tuple[SlotKey, ...] = ()
    values: dict[SlotKey, str] = field(default_factory=dict)
    tries: dict[SlotKey, int] = field(default_factory=dict)
    proven: set[SlotKey] = field(default_factory=set)
    read: set[SlotKey] = field(default_factory=set)
    reading: tuple[SlotKey, ...] = ()
    accepted: set[int] = field(default_factory=set)
    offered: int = -1
    done: set[int] = field(default_factory=set)
    consumed: int = 0
    refusals: int = 0
    outcomes: list[str] = field(default_factory=list)
    failed: bool = False
    denied: tuple[int, str] | None = None
    denials: dict[int, int] = field(default_factory=dict)
    transferred: bool = False

    def draft(self) -> State:
        """A copy to try a decision on."""
        return copy.deepcopy(self)

    def forget(self, key: SlotKey) -> str | None:
        """Give up a heard value; returns it."""
        self.proven.discard(key)
        self.read.discard(key)
        return self.values.pop(key, None)
