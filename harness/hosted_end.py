"""The caller's end of a call that a vendor plays whole."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from harness.caller_ends import guard_of, make_service, mark, note_stopped, spoken
from harness.manners import Manners
from pipelines.caller.hosted import HostedCaller, Role
from pipelines.caller.plan import Line
from pipelines.caller.prompt import caller_prompt
from pipelines.driver import Driver
from pipelines.record import RATE
from pipelines.timeline import Speech

if TYPE_CHECKING:
    from harness.call import Call


class HostedEnd:
    """A hosted caller: speech in, speech out."""

    def __init__(self, call: Call) -> None:
        self._call = call
        self._manners = Manners(call)
        told = call.job.caller.instructions
        prompt = caller_prompt(call.scenario, call.job.options.spelling, told, self._manners.names)
        hosted = make_service(call, "realtime", None, prompt)
        assert isinstance(hosted, HostedCaller)
        self._caller, self._why = hosted, ""
        agent, line = call.line.agent, call.line
        role = Role(
            prompt,
            guard_of(call),
            call.writer.events,
            line.now,
            quiet=lambda: (line.now() - max(agent.last_sound, 0)) / RATE,
        )
        self.wired = hosted.build(role, call.caller_port, self._manners.voiced(lingers=True))

    async def open(self) -> None:
        """Connect to the vendor."""
        await self._caller.open()

    def watch(self, driver: Driver) -> None:
        """Hear when the caller hangs up."""
        self._caller.on_hang_up = driver.caller_hangs_up
        self._manners.watch(driver)

    def nudge(self, owed_by_agent: bool) -> Line | None:
        """Let the caller break a silence, in its own words."""
        if self._caller.hung_up or self._caller.role.guard.took_leave:
            return None
        return self._caller.nudge(owed_by_agent)

    async def say(self, text: str) -> None:
        """A hosted caller has its own words."""

    def stopped(self) -> bool:
        """Whether the caller came to no end."""
        return note_stopped(self._call, self._caller.role.guard)

    async def close(self) -> None:
        """Disconnect."""
        await self._caller.disconnect()
        await self.wired.worker.cancel()

    async def settle(self) -> None:
        """Ask the vendor how the caller ended."""
        if self._caller.hung_up:
            self._why = await self._caller.confirmed()
        await self._caller.release()

    def report(self, transferred: bool) -> dict[str, Any] | None:
        """What the vendor knows of the caller's end; the rest is read from the record."""
        return {"ok": False, "why": self._why} if self._why else None

    def speech(self, end: int) -> list[Speech]:
        """Each utterance with the words that the vendor told of it."""
        label = self._call.caller_port.output().label
        words = {label(utterance): text for utterance, text in self._caller.said.items()}
        entries = [e for e in self._call.line.caller.ledger if any(s.start < end for s in e.final_spans)]
        found = [
            replace(s, intended=words.get(entry.utterance))
            for entry, s in zip(entries, spoken(self._call, end), strict=True)
        ]
        return mark(found, self._caller.nudges)
