"""One state machine that owns a call: greeting, reminders, hanging up, silence and the time limit.

Nothing else ends a call. All timers live here and die with the call, so that no nudge falls into a finished call and
no two owners race for the end reason.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from pipelines.caller.plan import Line as SpokenLine
from pipelines.line.line import Line
from pipelines.line.port import Port
from pipelines.record import RATE, Status
from pipelines.tap import EventLog

POLL_S = 0.1
LEAD_IN_S = 0.5  # silence before the greeting
AFTER_FAREWELL_S = 0.3  # between the caller's last word and the click
FAREWELL_LIMIT_S = 8.0  # a farewell that never sounds must not hold the line open
NUDGE_SHARE = 0.5  # of the silence limit, after which the caller speaks up


@dataclass(frozen=True, slots=True)
class Ending:
    """How a call ended: status, reason (a key of `record.END_REASONS`), the sample, and an error's cause."""

    status: Status
    reason: str
    sample: int
    error: str = ""


class CallerMind(Protocol):
    """What the driver needs of a caller's brain."""

    def nudge(self, owed_by_agent: bool) -> SpokenLine | None:
        """Something to break a silence."""


class Driver:
    """Runs the conversation on a line that ticks.

    Args:
        line: the line.
        log: the call's events.
        caller: the caller's brain.
        say: makes the caller speak.
        greet: makes the agent greet; an agent that greets by itself does nothing here.
        time_limit_s: length of the call at most.
        silence_limit_s: silence of both sides at most.
        transferred: whether the agent has handed the call to a person.
        stopped: whether the caller has to be stopped, and its call does not count.
    """

    def __init__(
        self,
        line: Line,
        log: EventLog,
        caller: CallerMind,
        say: Callable[[str], Awaitable[None]],
        greet: Callable[[], Awaitable[None]],
        *,
        time_limit_s: float,
        silence_limit_s: float,
        transferred: Callable[[], bool],
        stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        self._line, self._log, self._caller, self._say, self._greet = line, log, caller, say, greet
        self._limit, self._silence = round(time_limit_s * RATE), round(silence_limit_s * RATE)
        self._transferred, self._stopped = transferred, stopped
        self.patience_s: Callable[[bool], float] = lambda owed: silence_limit_s * NUDGE_SHARE
        """Seconds of silence after which the caller speaks up; told whether the agent owes an answer."""
        self._farewell: dict[str, int] = {}
        self._agent_gone = False
        self._lost = ""
        self._cancelled = False

    def caller_hangs_up(self, since: int | None = None) -> None:
        """The caller's farewell is on its way; the call ends when it has been heard.

        Args:
            since: sample at which the farewell was decided; by default now.
        """
        self._farewell.setdefault("caller", self._line.now() if since is None else since)

    def agent_hangs_up(self, gone: bool = False) -> None:
        """The agent's last words are on their way; `gone`: what has arrived of them is all there will be."""
        self._farewell.setdefault("agent", self._line.now())
        self._agent_gone = self._agent_gone or gone

    def agent_lost(self, why: str) -> None:
        """The agent's end has gone, for example its socket."""
        self._lost = why or "the agent's connection closed"

    def cancel(self) -> None:
        """End the call because the run is interrupted."""
        self._cancelled = True

    async def run(self) -> Ending:
        """Converse until the call ends."""
        await asyncio.sleep(LEAD_IN_S)
        await self._greet()
        nudged_for = -2  # the agent's last sound before the latest nudge; a port without sound says -1
        while True:
            await asyncio.sleep(POLL_S)
            ending = self._ended()
            if ending:
                self._log.add(ending.sample, "line", "call_ended", reason=ending.reason, error=ending.error)
                return ending
            quiet = self._line.now() - max(self._line.last_sound(), 0)
            # Once for each silence of the agent: a caller who keeps asking would keep a dead call alive for ever.
            waited = quiet > self.patience_s(self._owed) * RATE
            if waited and nudged_for != self._line.agent.last_sound and not self._farewell:
                nudged_for = self._line.agent.last_sound
                await self._nudge()

    @property
    def _owed(self) -> bool:
        """Whether the agent owes an answer: the caller spoke last."""
        return self._line.caller.last_sound >= self._line.agent.last_sound

    async def _nudge(self) -> None:
        owed = self._owed
        spoken = self._caller.nudge(owed)
        if spoken is not None:
            self._log.add(self._line.now(), "caller", "nudge", owed_by_agent=owed)
            await self._say(spoken.text)

    def _ended(self) -> Ending | None:
        now = self._line.now()
        if self._cancelled:
            return Ending("infrastructure", "cancelled", now)
        if self._line.broken:
            return Ending("error", "pipeline_error", now, f"line: {self._line.broken}")
        errors = [e for e in self._log.events if e.kind == "error"]
        if errors:
            return Ending("error", "pipeline_error", now, f"{errors[0].side}: {errors[0].data.get('error')}")
        # Whoever took leave first ends the call: an agent that closes during the caller's goodbye did not hang up.
        first = next(iter(self._farewell), None)
        if first == "caller" and self._said(self._line.caller, self._farewell[first], now):
            return Ending("completed", "transfer" if self._transferred() else "goodbye", now)
        if first == "agent" and self._said(self._line.agent, self._farewell[first], now):
            return Ending("completed", "agent_hangup", now)
        if self._lost and first == "caller":
            return Ending("completed", "transfer" if self._transferred() else "goodbye", now)
        if self._lost:
            return Ending("infrastructure", "line_lost", now, self._lost)
        if not self._farewell and self._stopped():
            return Ending("caller_invalid", "caller_stopped", now)
        if now >= self._limit:
            return Ending("time_limit", "time_limit", now)
        if now - max(self._line.last_sound(), 0) > self._silence:
            if self._line.caller.last_sound >= self._line.agent.last_sound:
                return Ending("agent_timeout", "agent_silence", now)
            return Ending("caller_invalid", "caller_silence", now)
        return None

    def _said(self, port: Port, asked: int, now: int) -> bool:
        """Whether what was to be said since `asked` has been heard, and the click is due."""
        if self._agent_gone and port is self._line.agent:
            return not port.queued and now - max(port.last_sound, 0) >= AFTER_FAREWELL_S * RATE
        entries = [e for e in port.ledger if e.begun >= asked - RATE // 50]
        if entries and (entries[-1].ended or entries[-1].cut_at is not None):
            return now - max(port.last_sound, 0) >= AFTER_FAREWELL_S * RATE
        return now - asked > FAREWELL_LIMIT_S * RATE
