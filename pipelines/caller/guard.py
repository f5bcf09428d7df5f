"""Keeps a caller that is a model within bounds while its call goes on.

It may hang up only in a turn of its own that leaves nothing to be answered; and it is stopped when it goes round in
circles, talks without end, or takes its leave and stays on the line. A call that was stopped does not count.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pipelines.caller.manners import gives, is_farewell, plain
from scenarios.model import Scenario

FAREWELL = "Goodbye."
"""What is said for a caller that hangs up without a word."""


@dataclass(slots=True)
class Guard:
    """What one caller has heard and said, and whether that is still a call.

    Attributes:
        turns: turns that the caller may have.
        repeats: times that it may say the same on end.
        linger_s: seconds after its farewell in which it has to hang up.
        heard: the agent's last turn as it reached the caller.
        lines: what the caller said, turn by turn.
        stopped: why the call is not to go on; empty while it may.
    """

    scenario: Scenario
    turns: int
    repeats: int
    linger_s: float
    heard: str = ""
    lines: list[str] = field(default_factory=list)
    stopped: str = ""
    _answered: bool = True
    _same: int = 0
    _leave: float | None = None

    def hears(self, text: str) -> None:
        """The agent has said something; whatever it says until the caller answers is one turn."""
        if text.strip():
            self.heard = text if self._answered else f"{self.heard} {text}"
            self._answered = False

    def says(self, text: str, at: float) -> None:
        """The caller has said something.

        Args:
            text: its words.
            at: seconds of the line by which it will have been heard, at the earliest.
        """
        if not text.strip():
            return
        if gives(text, self.heard, self.scenario):
            self._same = 0  # whoever is asked the same may say the same
        else:
            self._same = self._same + 1 if self.lines and plain(self.lines[-1]) == plain(text) else 1
        self.lines.append(text)
        self._answered = True
        if not is_farewell(text):
            self._leave = None
        elif self._leave is None:
            self._leave = at
        if self._same >= self.repeats:
            self.stopped = f"the caller said {text!r} {self._same} times on end"
        elif len(self.lines) > self.turns:
            self.stopped = f"the caller came to no end within {self.turns} turns"

    def check(self, now: float) -> str:
        """Why the call is not to go on; empty while it may.

        Args:
            now: seconds of the line.
        """
        if not self.stopped and self._leave is not None and now - self._leave > self.linger_s:
            self.stopped = f"the caller said goodbye and did not hang up within {self.linger_s:g} s"
        return self.stopped

    @property
    def took_leave(self) -> bool:
        """Whether the caller's last words were a farewell."""
        return self._leave is not None

    def refusal(self, text: str) -> str:
        """Why the caller may not hang up now; empty if it may.

        Args:
            text: what it says in the turn in which it wants to.
        """
        said = text if text.strip() or not self._answered else (self.lines[-1] if self.lines else "")
        if not said.strip():
            return "" if self.lines else "the caller has said nothing yet"
        given = gives(said, self.heard, self.scenario)
        return f"this turn gives {given}, and the agent has not answered it yet" if given else ""
