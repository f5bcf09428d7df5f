"""The caller's end of a call: who plays the scenario's caller, and what the record learns of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from pipecat.frames.frames import TTSSpeakFrame
from pipecat.processors.frame_processor import FrameProcessor
from pipecat.services.llm_service import LLMService
from pipecat.services.tts_service import TTSService
from pydantic import ValidationError

from agents.callers.spec import PACE
from agents.embedded.tts import EmbeddedTTS
from agents.services import registry
from agents.services.base import CallSite, Part, Site
from harness.manners import Manners
from pipelines.brain import BrainService
from pipelines.caller.behaviour.backchannels import PACE as ASIDE_PACE
from pipelines.caller.behaviour.listening import Means
from pipelines.caller.behaviour.mannered import Mannered
from pipelines.caller.behaviour.slow import PACE as SLOW_PACE
from pipelines.caller.guard import Guard
from pipelines.caller.model import ModelCaller, aside
from pipelines.caller.pipeline import build_caller
from pipelines.caller.plan import Line, PlanCaller
from pipelines.caller.prompt import caller_prompt
from pipelines.driver import Driver
from pipelines.record import RATE, STOPPED
from pipelines.timeline import Speech
from pipelines.wiring import Wired

if TYPE_CHECKING:
    from harness.call import Call

REHEARSED_VOICE_S = 20.0  # an embedded voice on a busy machine takes longer than the 3 s that vendors are given


class CallerEnd(Protocol):
    """What a call needs of whoever is on the caller's port.

    Attributes:
        wired: its pipeline, which runs in this loop.
    """

    wired: Wired

    async def open(self) -> None:
        """Connect; the line does not tick yet."""

    def watch(self, driver: Driver) -> None:
        """Tell the driver when the caller hangs up."""

    def nudge(self, owed_by_agent: bool) -> Line | None:
        """Something to break a silence."""

    async def say(self, text: str) -> None:
        """Say it."""

    def stopped(self) -> bool:
        """Whether the caller has to be stopped."""

    async def close(self) -> None:
        """Disconnect and stop."""

    async def settle(self) -> None:
        """Ask what can only be asked once the call is over; the line does not tick any more."""

    def report(self, transferred: bool) -> dict[str, Any] | None:
        """Whether the caller kept to its brief, where it knows."""

    def speech(self, end: int) -> list[Speech]:
        """The caller's utterances up to a sample, with their text."""


def open_caller_end(call: Call, last_text: Callable[[], str] | None) -> CallerEnd:
    """The end that the job's caller asks for.

    Args:
        call: the call.
        last_text: the agent's present intended text, for perfect ears.
    """
    match call.job.caller.brain:
        case "plan":
            return PlanEnd(call, last_text)
        case "llm":
            return ModelEnd(call, last_text)
        case "openai-realtime" | "elevenlabs-agent":
            from harness.hosted_end import HostedEnd

            return HostedEnd(call)


class PlanEnd:
    """A caller that plays its scenario's plan; exact in all it reports."""

    def __init__(self, call: Call, last_text: Callable[[], str] | None) -> None:
        self._call = call
        oracle = last_text if call.job.options.ears == "perfect" else None
        stt, voice = (make_service(call, part, oracle) for part in ("stt", "tts"))
        latency = PACE.llm.sampler(call.caller_rng)
        self._manners = Manners(call)
        told = isinstance(voice, EmbeddedTTS)
        self._mind: PlanCaller | Mannered = call.brain
        if self._manners.names:
            self._mind = mannered = Mannered(call.brain, self._manners.ordered, phrased=told)
            self._manners.listen(Means(self._may_act, self._answer, self.say, self._mumble))
            mannered.nothing_to_answer, mannered.hushed = self._manners.nothing_to_answer, self._manners.hushed
        self._service = BrainService(self._mind, latency, model="caller-plan")
        if isinstance(voice, EmbeddedTTS):
            voice.spoken_as = call.spoken_as
            self._service.on_pace = lambda pace: setattr(voice, "pace", pace)
        voiced = self._manners.voiced(lingers=not told)
        self.wired = build_caller(
            call.caller_port, stt, self._service, voice, call.writer.events, call.line.now, voiced=voiced
        )

    async def open(self) -> None:
        """Nothing to connect."""
        self._manners.open()

    def watch(self, driver: Driver) -> None:
        """Hear when the brain hangs up."""
        self._service.on_hang_up = driver.caller_hangs_up
        self._manners.watch(driver, holding=self._holding)

    def nudge(self, owed_by_agent: bool) -> Line | None:
        """What the brain says to break a silence."""
        return self._mind.nudge(owed_by_agent)

    def _may_act(self) -> bool:
        return self._call.brain.opened and not self._call.brain.hung_up

    def _holding(self) -> bool:
        return isinstance(self._mind, Mannered) and self._mind.holding

    def _answer(self, heard: str) -> str:
        assert isinstance(self._mind, Mannered)
        line = self._mind.interject(heard)
        return line.text if line else ""

    async def _mumble(self, text: str) -> None:
        self._call.brain.lines.append(Line(text, aside=True))
        await self.wired.worker.queue_frame(aside(text, ASIDE_PACE))

    async def say(self, text: str) -> None:
        """Say it."""
        await self.wired.worker.queue_frame(TTSSpeakFrame(text))

    def stopped(self) -> bool:
        """A plan comes to its end."""
        return False

    async def close(self) -> None:
        """Stop the pipeline."""
        await self._manners.close()
        await self.wired.worker.cancel()

    async def settle(self) -> None:
        """The brain has told everything."""

    def report(self, transferred: bool) -> dict[str, Any] | None:
        """What the brain knows of itself."""
        return self._call.brain.report(transferred)

    def speech(self, end: int) -> list[Speech]:
        """Each utterance with the values that the brain put into it."""
        lines = list(self._call.brain.lines)
        matched = []
        for speech in spoken(self._call, end):
            words = _words(speech.intended)
            found = next((k for k, line in enumerate(lines) if words and _words(line.text).startswith(words)), None)
            if found is None:
                matched.append(speech)
                continue
            line = lines[found]
            del lines[: found + 1]
            matched.append(replace(speech, nudge=line.nudge, aside=line.aside, entities=tuple(line.entities)))
        return matched


class ModelEnd:
    """A caller whose brain is a language model, with ears and a voice from the factories."""

    def __init__(self, call: Call, last_text: Callable[[], str] | None) -> None:
        self._call = call
        oracle = last_text if call.job.options.ears == "perfect" else None
        spec = call.job.caller
        self._manners = Manners(call)
        prompt = caller_prompt(call.scenario, call.job.options.spelling, spec.instructions, self._manners.names)
        self._caller = caller = ModelCaller(guard_of(call), prompt, call.writer.events, call.line.now)
        stt, llm, tts = (make_service(call, part, oracle, prompt) for part in ("stt", "llm", "tts"))
        assert isinstance(llm, LLMService)
        if self._manners.names:
            self._manners.listen(Means(lambda: caller.may_act, lambda heard: "", caller.say, self._mumble))
            caller.nothing_to_answer = self._manners.nothing_to_answer
        if self._manners.impatient:
            caller.complains = self._manners.impatient.complains
        voiced = self._manners.voiced(lingers=True)
        self.wired = caller.build(call.caller_port, stt, llm, tts, spec.turn_timeout_s, voiced)

    async def open(self) -> None:
        """Services connect by themselves."""
        self._manners.open()

    def watch(self, driver: Driver) -> None:
        """Hear when the model hangs up and may."""
        self._caller.on_hang_up = driver.caller_hangs_up
        self._manners.watch(driver)

    async def _mumble(self, text: str) -> None:
        await self._caller.mumble(text, ASIDE_PACE)

    def nudge(self, owed_by_agent: bool) -> Line | None:
        """A reminder, or a request to repeat."""
        return self._caller.nudge(owed_by_agent)

    async def say(self, text: str) -> None:
        """Say it, and let the model know."""
        await self._caller.say(text)

    def stopped(self) -> bool:
        """Whether the model came to no end."""
        return note_stopped(self._call, self._caller.guard)

    async def close(self) -> None:
        """Stop the pipeline."""
        await self._manners.close()
        await self.wired.worker.cancel()

    async def settle(self) -> None:
        """Services end with the pipeline."""

    def report(self, transferred: bool) -> dict[str, Any] | None:
        """A model cannot be asked: the gate reads the record."""
        return None

    def speech(self, end: int) -> list[Speech]:
        """Each utterance with the words that its voice was given."""
        return mark(spoken(self._call, end), self._caller.nudges, self._caller.asides)


def guard_of(call: Call) -> Guard:
    """What keeps the call's caller within bounds."""
    limits = call.job.caller.limits
    return Guard(call.scenario, limits.turns, limits.repeats, limits.linger_s)


def note_stopped(call: Call, guard: Guard) -> bool:
    """Whether the caller has to be stopped now; why is noted once."""
    why = guard.check(call.line.now() / RATE)
    if why and not call.writer.events.of("caller", STOPPED):
        call.writer.events.add(call.line.now(), "caller", STOPPED, why=why)
    return bool(why)


def mark(speeches: list[Speech], nudges: Sequence[str], asides: Sequence[str] = ()) -> list[Speech]:
    """The utterances, those marked that were only to break a silence, and those that are no turn."""
    left = [[_words(text) for text in texts] for texts in (nudges, asides)]
    marked = []
    for speech in speeches:
        words = _words(speech.intended)
        nudge, aside = (words in texts for texts in left)
        if nudge or aside:
            left[0 if nudge else 1].remove(words)
        marked.append(replace(speech, nudge=nudge, aside=aside and not nudge))
    return marked


def make_service(call: Call, part: Part, oracle: Callable[[], str] | None, instructions: str = "") -> FrameProcessor:
    """A service of the caller, made by its factory, or by what plays callers whole."""
    spec = call.job.caller.as_agent(call.scenario.caller.gender)
    log, now = call.writer.events, call.line.now
    site = CallSite(
        spec, call.scenario, call.toolbox, call.caller_rng, log, now, oracle=oracle, instructions=instructions
    )
    provider, options = registry.resolve(part, spec.services[part])
    where = Site(call=site, rehearsal=call.rehearsal)
    if part == "realtime":
        from agents.callers.hosts import hosted

        return hosted(call.job.caller.brain, options, where)
    if part != "stt" and "slow" in call.job.options.condition.behaviours:
        options = slowed(options)
    service = provider.build(options, where)
    if call.rehearsal and isinstance(service, TTSService):
        service._stop_frame_timeout_s = REHEARSED_VOICE_S
    return service


def slowed(options: Any) -> Any:
    """The options of a vendor's voice at a slower pace, where it has such an option and its model minds it."""
    if "speed" not in getattr(type(options), "model_fields", {}):
        return options
    try:
        return type(options).model_validate({**options.model_dump(exclude_unset=True), "speed": SLOW_PACE})
    except ValidationError:
        return options


def spoken(call: Call, end: int) -> list[Speech]:
    """The utterances that the caller's port played up to a sample."""
    from harness.call import speech_of

    return speech_of("caller", call.line.caller, call.caller_port.output(), end)


def _words(text: str | None) -> str:
    return " ".join((text or "").split())
