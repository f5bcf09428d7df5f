"""ElevenLabs' hosted agents, which play callers (`agents.callers`); they are not tested as agents."""

from __future__ import annotations

from typing import Literal

from pipecat.processors.frame_processor import FrameProcessor
from pydantic import Field, model_validator

from agents.services.base import Options, Site, Variable, provider
from agents.services.elevenlabs import KEY
from scenarios.errors import UsageError


class HostedAgentOptions(Options):
    """Options of a hosted agent. What it hears and says with, and which model it thinks with, is set up at ElevenLabs.

    Attributes:
        agent_id: of the agent; its voice is the caller's.
        agent_id_from: the environment variable that holds it, where the file does not.
        prompt: how the agent is told what it plays: ``override`` replaces its prompt, which its security settings must
            allow; ``variable`` fills the dynamic variable ``callbench_prompt`` in a prompt that is nothing but
            ``{{callbench_prompt}}``.
        ready_secs: how long a conversation may take to begin.
    """

    agent_id: str = ""
    agent_id_from: Variable = ""
    prompt: Literal["override", "variable"] = "override"
    ready_secs: float = Field(default=15.0, gt=0, le=60)

    @model_validator(mode="after")
    def _has_agent(self) -> HostedAgentOptions:
        if not (self.agent_id or self.agent_id_from):
            raise ValueError("a hosted agent needs agent_id, or agent_id_from for an environment variable")
        return self


@provider(
    "realtime",
    "elevenlabs-agent",
    HostedAgentOptions,
    keys=(KEY,),
    own_url="agent_id_from",
    extra="elevenlabs",
    modules=("elevenlabs",),
    finds_turns=True,
)
def hosted_agent(options: HostedAgentOptions, site: Site) -> FrameProcessor:
    """Hosted agents are for callers alone."""
    raise UsageError("an ElevenLabs agent plays callers (--caller); it cannot be tested as an agent in this version")
