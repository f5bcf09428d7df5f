"""The caller of the conformance call: the plan's caller, and a script that does what callers do to agents.

The script is driven by the line's tick, so its times are samples and not guesses. It breaks in on the agent, keeps
silent, comes back; in between the plan's caller answers what it is asked, as in every call.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pipecat.processors.aggregators.llm_context import LLMContext

from harness.agent_check.evidence import BargeIn, Notes
from pipelines.brain import Action
from pipelines.caller.plan import Line as SpokenLine
from pipelines.caller.plan import PlanCaller
from pipelines.line.line import Line
from pipelines.line.memory import LineOutput, Spoken
from pipelines.record import RATE, Span
from pipelines.tap import EventLog

GREET_S = 10.0  # by then an agent has greeted, or the caller speaks up
OPEN_S = 25.0  # by then the caller has said what it wants
ANSWER_S = 15.0  # by then an agent has answered, on a busy machine too
BREAK_IN_S = 0.8  # into the agent's words
SPEAKS_S = 45.0  # how long to wait for the agent to say something long enough to break in on
YIELD_S = 2.0  # an agent that still speaks then did not yield; people take 0.2 to 0.7 s
ENOUGH_S = 4.0  # after which an agent that talks on is let be
SILENCE_S = 5.0
PAUSE_S = 0.5  # without sound, after which somebody is not speaking
TRIES = 2  # an agent that happens to be at its end does not show whether it yields

BREAK_IN = "Sorry, one moment, please."
COME_BACK = "Okay, I am back. Could you say that again, please?"
AGAIN = "Sorry, could you say that again, please?"
LINES = (BREAK_IN, COME_BACK, AGAIN)

Speak = Callable[[str], NDArray[np.int16]]
Script = Generator[None, None, None]


class CheckCaller(PlanCaller):
    """The plan's caller, which can be told to be quiet."""

    held = False

    def next(self, context: LLMContext) -> Action:
        """Answer, unless it is to be quiet."""
        return None if self.held else super().next(context)

    def nudge(self, owed_by_agent: bool) -> SpokenLine | None:
        """Break a silence, unless it is meant."""
        return None if self.held else super().nudge(owed_by_agent)


class Mute(PlanCaller):
    """Says nothing at all: it listens to the greeting and is gone."""

    def next(self, context: LLMContext) -> Action:
        """Nothing."""
        return None

    def nudge(self, owed_by_agent: bool) -> SpokenLine | None:
        """Nothing."""
        return None


class Conductor:
    """Runs the script on a line.

    Args:
        line: the line; the script sits on the tick of its caller's port.
        log: the call's events; tells of ``clear``.
        caller: the plan's caller.
        output: the caller's end of the line, which keeps the text of what is said.
        speak: synthesises the caller's voice at 8 kHz.

    Attributes:
        notes: what was done and when.
    """

    def __init__(self, line: Line, log: EventLog, caller: CheckCaller, output: LineOutput, speak: Speak) -> None:
        self.notes = Notes()
        self._line, self._log, self._caller, self._output = line, log, caller, output
        self._sound = {text: speak(text) for text in LINES}
        self._since = self._heard = -1  # where the agent's present words began, and its latest sound
        self._said = 0
        self._script: Script | None = self._run()
        line.caller.inflow = self.tick

    def tick(self, end: int) -> None:
        """Go on with the script; called before every tick of the line."""
        latest = self._line.agent.last_sound
        if latest > self._heard:
            if self._heard < 0 or latest - self._heard > PAUSE_S * RATE:
                self._since = latest
            self._heard = latest
        if self._script is not None:
            try:
                next(self._script)
            except StopIteration:
                self._script = None

    # The script ---------------------------------------------------------------------------------------------------

    def _run(self) -> Script:
        yield from self._until(lambda: self._heard >= 0, GREET_S)
        opening = yield from self._opened()
        if opening is None:
            return
        self.notes.opening = opening
        yield from self._break_in(BREAK_IN)
        yield from self._keep_silent()
        for _ in range(TRIES - 1):
            if not self._unclear():
                break
            yield from self._break_in(AGAIN)
            yield from self._answered()
        self.notes.done = True

    def _opened(self) -> Generator[None, None, Span | None]:
        """Wait until the caller has said what it wants."""
        caller = self._line.caller
        spoken = yield from self._until(
            lambda: bool(caller.ledger) and caller.ledger[-1].ended and self._quiet(caller.last_sound), OPEN_S
        )
        spans = caller.ledger[0].final_spans if spoken else ()
        return Span(spans[0].start, spans[-1].end) if spans else None

    def _break_in(self, text: str) -> Script:
        """Speak over the agent once it has spoken for a while, and let it finish or yield."""
        begun = self._line.sample
        found = yield from self._until(
            lambda: (
                self._since > begun
                and self._heard - self._since >= BREAK_IN_S * RATE
                and not self._quiet(self._heard)
                and self._quiet(self._line.caller.last_sound)
            ),
            SPEAKS_S,
        )
        if not found:
            return
        self._caller.held = True
        barge = BargeIn(self._since, 0)
        self.notes.barge_ins.append(barge)
        span = yield from self._say(text)
        barge.start, barge.end = span.start, span.end
        yield from self._until(lambda: self._quiet(self._heard), ENOUGH_S)

    def _keep_silent(self) -> Script:
        """Say nothing for a while, come back when nobody speaks, and let the plan go on."""
        self._caller.held = True
        begun = self._line.sample
        yield from self._until(lambda: False, SILENCE_S)
        self.notes.silence = Span(begun, self._line.sample)
        yield from self._until(lambda: self._quiet(self._heard), ANSWER_S)
        self.notes.resumed = yield from self._say(COME_BACK)
        yield from self._answered()

    def _answered(self) -> Script:
        """Wait for the agent's answer, and let the plan's caller take it from there: what came before is void."""
        said = self._line.sample
        yield from self._until(lambda: self._since >= said, ANSWER_S)
        self._caller.held = False

    def _unclear(self) -> bool:
        """Whether the agent fell silent, but may have done so anyway."""
        if not self.notes.barge_ins:
            return True
        last = self.notes.barge_ins[-1]
        window = range(last.start, last.start + round(YIELD_S * RATE))
        return not any(e.kind == "clear" and e.data.get("dropped") and e.sample in window for e in self._log.events)

    # Its means ----------------------------------------------------------------------------------------------------

    def _until(self, what: Callable[[], bool], limit_s: float) -> Generator[None, None, bool]:
        """Wait; answers whether it came about in time."""
        end = self._line.sample + limit_s * RATE
        while self._line.sample < end:
            if what():
                return True
            yield
        return False

    def _quiet(self, last_sound: int) -> bool:
        return self._line.sample - last_sound > PAUSE_S * RATE

    def _say(self, text: str) -> Generator[None, None, Span]:
        """Say something now, whoever speaks; the span is where it was on the wire."""
        port, pcm = self._line.caller, self._sound[text]
        self._said += 1
        name = f"check-{self._said}"
        port.begin(name, self._line.sample)
        entry = port.ledger[-1]
        self._output.spoken[name] = Spoken(name, [(text, len(pcm))])
        port.write(pcm.tobytes())
        yield from self._until(lambda: not port.queued, len(pcm) / RATE + 1)
        port.end(name)
        spans = entry.final_spans
        return Span(spans[0].start, spans[-1].end) if spans else Span(self._line.sample, self._line.sample)


def conduct(call: Any, speak: Speak) -> Conductor:
    """Put a conductor into a call that has not begun.

    Args:
        call: a `harness.call.Call`.
        speak: as of `Conductor`.
    """
    caller = CheckCaller(call.scenario, call.caller_rng, call.job.options.spelling)
    call.brain = caller
    return Conductor(call.line, call.writer.events, caller, call.caller_port.output(), speak)
