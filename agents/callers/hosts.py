"""Who plays hosted callers."""

from __future__ import annotations

from typing import Any

from agents.callers.spec import Brain
from agents.services.base import Site
from pipelines.caller.hosted import HostedCaller


def hosted(brain: Brain, options: Any, site: Site) -> HostedCaller:
    """The service that plays a caller whole.

    Args:
        brain: ``openai-realtime`` or ``elevenlabs-agent``.
        options: of its provider.
        site: where it is built.
    """
    if brain == "openai-realtime":
        from agents.callers.openai_realtime import OpenAIRealtimeCaller

        return OpenAIRealtimeCaller(options, site)
    from agents.callers.elevenlabs_agent import ElevenLabsAgentCaller

    return ElevenLabsAgentCaller(options, site)
