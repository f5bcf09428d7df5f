"""The services that come with callbench: neural ears and voices from packages, the calibration brain, the floor."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from pipecat.processors.frame_processor import FrameProcessor
from pydantic import Field, field_validator

from agents.embedded import voices
from agents.services.base import CallSite, Options, Site, provider
from agents.spec import FLOORS
from pipelines.brain import BrainService
from pipelines.record import RATE, READING
from scenarios.errors import UsageError

if TYPE_CHECKING:
    from agents.embedded.calibration.brain import CalibrationBrain
    from agents.embedded.floor import FloorBrain
    from agents.embedded.segments import SegmentKeeper

EARS = ("moonshine-tiny-en",)
DEFAULT_VOICE = "joe"
STOP_SECS = 0.2  # silence between two segments of a turn's sound


class EarsOptions(Options):
    """Options of the embedded ears."""

    model: str = EARS[0]

    @field_validator("model")
    @classmethod
    def _known(cls, value: str) -> str:
        if value not in ("", *EARS):
            raise ValueError(f"unknown embedded ears {value!r}; known: {', '.join(EARS)}")
        return value


class VoiceOptions(Options):
    """Options of the embedded voices; `model` is another name for `voice`."""

    voice: str = ""

    @field_validator("voice", "model")
    @classmethod
    def _known(cls, value: str) -> str:
        if value:
            try:
                voices.find(value)
            except UsageError as error:
                raise ValueError(str(error)) from error
        return value

    @property
    def chosen(self) -> str:
        """The voice to speak with."""
        return self.voice or self.model or DEFAULT_VOICE

    @property
    def missing(self) -> tuple[tuple[Literal["extra", "data"], str], ...]:
        """The extra ``voices`` and the style vectors, where the voice is of them."""
        return voices.missing(self.chosen)


class SpeechOptions(VoiceOptions):
    """Options of the calibration brain as a speech to speech service: its voice."""

    model: Literal[""] = ""


class CalibrationOptions(Options):
    """The calibration brain has none."""

    model: Literal[""] = ""


class FloorOptions(Options):
    """Options of the floor agents."""

    model: str = Field(default="", validate_default=True)

    @field_validator("model")
    @classmethod
    def _known(cls, value: str) -> str:
        if value not in FLOORS:
            raise ValueError(f"unknown floor agent {value!r}; known: {', '.join(FLOORS)}")
        return value


@provider("stt", "embedded", EarsOptions, local=True)
def ears(options: EarsOptions, site: Site) -> FrameProcessor:
    """Moonshine, or perfect ears where the call has an oracle."""
    from agents.embedded.stt import EmbeddedSTT, PerfectSTT

    call = _call(site)
    latency = call.spec.latency.stt.sampler(call.rng)
    hook = _mishearing(call)
    if call.oracle is not None:
        return PerfectSTT(latency, call.oracle, call.keeper, hook)
    return EmbeddedSTT(latency, call.keeper, hook)


@provider("tts", "embedded", VoiceOptions, local=True)
def voice(options: VoiceOptions, site: Site) -> FrameProcessor:
    """A neural voice at 8 kHz."""
    from agents.embedded.calibration.faulty import garble
    from agents.embedded.tts import EmbeddedTTS

    call = _call(site)
    latency = call.spec.latency.tts.sampler(call.rng)
    return EmbeddedTTS(options.chosen, latency, spoken_as=garble if "garbled_code" in call.spec.faults else None)


@provider("llm", "calibration", CalibrationOptions, local=True, hears_sound=True)
def calibration(options: CalibrationOptions, site: Site) -> FrameProcessor:
    """The brain that knows the plan and has to hear the values; in a hybrid it hears the sound itself."""
    from agents.embedded.calibration.service import calibration_brain, calibration_service, with_faults

    call = _call(site)
    latency = call.spec.latency.llm.sampler(call.rng)
    brain = calibration_brain(call.scenario, call.toolbox, _sound(call), call.spec.faults)
    brain.on_reading = _noting(call)
    if call.spec.architecture != "hybrid":
        return _informed(calibration_service(brain, latency, call.spec.faults), brain)
    from agents.embedded.ear import Ear
    from agents.embedded.hearing_brain import HearingBrainService
    from agents.embedded.listening import Listener, by_ear, told_by

    ears = told_by(call.oracle) if call.oracle is not None else by_ear(Ear(call.keeper, RATE, STOP_SECS), RATE)
    faulty = with_faults(brain, latency, call.spec.faults)
    return _informed(HearingBrainService(*faulty, Listener(ears, _mishearing(call)), model="calibration"), brain)


@provider("realtime", "calibration", SpeechOptions, local=True, finds_turns=True)
def speech_to_speech(options: SpeechOptions, site: Site) -> FrameProcessor:
    """The same brain with ears, turns and a voice of its own, as one service."""
    from agents.embedded.calibration.faulty import garble
    from agents.embedded.calibration.service import calibration_brain, with_faults
    from agents.embedded.realtime import CalibrationRealtime, ear_of

    call = _call(site)
    faults = call.spec.faults
    latency = call.spec.latency.llm.sampler(call.rng)
    brain = calibration_brain(call.scenario, call.toolbox, _sound(call), faults)
    brain.on_reading = _noting(call)
    service = CalibrationRealtime(
        *with_faults(brain, latency, faults),
        ear_of(call.keeper, call.oracle, _mishearing(call)),
        options.chosen,
        spoken_as=garble if "garbled_code" in faults else None,
        interruptible=site.turns.interruptible and "barge_in" not in faults,
    )
    return _informed(service, brain)


@provider("llm", "floor", FloorOptions, local=True, hears_sound=True)
def floor(options: FloorOptions, site: Site) -> FrameProcessor:
    """An agent that does next to nothing."""
    from agents.embedded.floor import floor_brain

    call = _call(site)
    latency = call.spec.latency.llm.sampler(call.rng)
    brain = floor_brain(options.model, call.scenario, call.toolbox, _sound(call))
    brain.brain.on_reading = _noting(call)
    return _informed(BrainService(brain, latency, model=f"floor-{options.model}"), brain)


def _call(site: Site) -> CallSite:
    if site.call is None:
        raise UsageError("an embedded service is built for a call only")
    return site.call


def _sound(call: CallSite) -> SegmentKeeper | None:
    """The sound of the turn, for a second hearing; perfect ears need none."""
    return call.keeper if call.oracle is None else None


def _mishearing(call: CallSite) -> Callable[[str], str] | None:
    """What is understood in the place of what was heard: a seeded fault."""
    from agents.embedded.calibration.mishearing import mishearing

    return mishearing(call.scenario, call.toolbox).text if "mishears" in call.spec.faults else None


def _noting(call: CallSite) -> Callable[[str, str], None]:
    return lambda slot, value: call.log.add(call.now(), "agent", READING, slot=slot, value=value)


def _informed(service: BrainService, brain: CalibrationBrain | FloorBrain) -> BrainService:
    service.on_result, service.on_spoken = brain.result, brain.spoken
    return service
