"""Our own agents in a process of their own, reached by WebSocket like anybody else's.

One process per agent and worker, kept for the next call.
"""

from __future__ import annotations

import json

from agents.spec import AgentSpec
from harness.child import Child


class AgentProcess(Child):
    """A running agent server.

    Args:
        spec: the agent.
        rehearsal: nothing that it does may leave this machine.
    """

    def __init__(self, spec: AgentSpec, rehearsal: bool = False) -> None:
        options = ("--rehearse",) if rehearsal else ()
        super().__init__(f"agent {spec.name}", "agents.server", options, json.dumps(spec.model_dump(mode="json")))
        self.url = str(self.told["url"])

    @classmethod
    def shared(cls, spec: AgentSpec, rehearsal: bool = False) -> AgentProcess:
        """The running process for an agent, started if need be."""
        return cls.kept(f"{rehearsal} {spec.model_dump_json()}", lambda: cls(spec, rehearsal))
