"""Ultravox: a model that takes sound, with a voice behind it, as one service."""

from __future__ import annotations

from typing import Any

from pipecat.processors.frame_processor import FrameProcessor
from pydantic import Field

from agents.services._realtime import RealtimeOptions
from agents.services.base import Site, provider

KEY = "ULTRAVOX_API_KEY"
_URL = "https://api.ultravox.ai"


class UltravoxOptions(RealtimeOptions):
    """Options of a call; its turn taking is at the vendor's own defaults.

    Attributes:
        model: empty is the vendor's current one.
        voice: by name or id; empty is the vendor's own.
        turn_endpoint_secs: silence that ends a turn, if what was said may end there.
        minimum_turn_secs: speech this long is a turn.
        minimum_interruption_secs: speech this long silences the agent.
        activation_threshold: confidence that is speech.
        max_duration_secs: after which Ultravox ends the call.
    """

    model: str = "ultravox-v0.7"
    voice: str = ""
    temperature: float = Field(default=0.0, ge=0, le=1)
    language: str = "en"
    turn_endpoint_secs: float = Field(default=0.384, ge=0, le=10)
    minimum_turn_secs: float = Field(default=0.0, ge=0, le=5)
    minimum_interruption_secs: float = Field(default=0.09, ge=0, le=5)
    activation_threshold: float = Field(default=0.1, ge=0.1, le=1)
    max_duration_secs: int = Field(default=1800, ge=10, le=3600)


@provider("realtime", "ultravox", UltravoxOptions, keys=(KEY,), writes_text=True)
def ultravox(options: UltravoxOptions, site: Site) -> FrameProcessor:
    """A call; the vendor finds turns, but tells only of interruptions. Prompt and tools go with the order."""
    from agents.services import _ultravox as api
    from pipelines.wiring import context_of

    call = site.call
    tools = context_of(call.toolbox.schemas()).tools if call else None
    greeting = {"text": call.greeting} if call and call.greeting else {}
    return api.Ultravox(
        params=api.OneShotInputParams(api_key=site.key(KEY), system_prompt=site.instructions),
        one_shot_selected_tools=tools,
        url=site.url(_URL),
        order=_order(options) | {"firstSpeakerSettings": {"agent": greeting}},
        silence_secs=options.silence_secs,
    )


def _order(options: UltravoxOptions) -> dict[str, Any]:
    asked: dict[str, Any] = {
        "temperature": options.temperature,
        "languageHint": options.language,
        "maxDuration": f"{options.max_duration_secs}s",
        "vadSettings": {
            "turnEndpointDelay": f"{options.turn_endpoint_secs:g}s",
            "minimumTurnDuration": f"{options.minimum_turn_secs:g}s",
            "minimumInterruptionDuration": f"{options.minimum_interruption_secs:g}s",
            "frameActivationThreshold": options.activation_threshold,
        },
    }
    named = {"model": options.model, "voice": options.voice}
    return asked | {name: value for name, value in named.items() if value}
