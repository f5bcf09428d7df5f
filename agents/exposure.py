"""What can be seen of an agent: what its architecture exposes, less what its service keeps to itself."""

from __future__ import annotations

from dataclasses import replace

from agents.services import registry
from agents.spec import AgentSpec
from pipelines.record import EXPOSURES, Exposure


def exposure(spec: AgentSpec) -> Exposure:
    """What the agent exposes.

    Raises:
        UsageError: a service that is not known.
    """
    shown = EXPOSURES[spec.architecture]
    if not spec.whole:
        return shown
    service = registry.find("realtime", spec.services["realtime"].provider)
    return replace(
        shown,
        user_transcript="beside" if service.hears_turns else "none",
        turns="found" if service.finds_turns else "beside",
    )
