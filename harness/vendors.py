"""Will the vendors serve? Asked before a run that is paid for, and by ``callbench doctor --agent``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from agents.spec import AgentSpec, Service
from harness.doctor import Finding, State
from scenarios.errors import UsageError

if TYPE_CHECKING:
    from agents.preflight.base import Answer
    from agents.services.base import Site

_STATES: dict[str, State] = {"fine": "ok", "refused": "failed", "unclear": "warning"}


def ask(services: Mapping[str, Mapping[str, Service]], site: Site | None = None) -> list[Answer]:
    """What the vendors of a run's services answer; those that run on this machine are not asked.

    Args:
        services: by party (``agent``, ``caller``) and part.
        site: where keys and addresses are found; this process's environment by default.

    Raises:
        UsageError: a service that is not known.
    """
    from agents.preflight.ask import ask_all  # it brings in Pipecat
    from agents.services.base import Site

    where = site or Site()
    return [answer for party, own in services.items() for answer in ask_all(own, party, where)]


def insist(answers: Iterable[Answer]) -> None:
    """Refuse to begin where a vendor has refused to serve; whatever is not clear may be over when the run begins.

    Raises:
        UsageError: names everyone who refused, in their own words.
    """
    refused = [f"{a.label}: {a.said}" for a in answers if a.state == "refused"]
    if refused:
        raise UsageError(f"preflight: {'; '.join(refused)} (add --no-preflight to try all the same)")


def findings(answers: Iterable[Answer]) -> list[Finding]:
    """The answers as the doctor tells them."""
    return [Finding(a.label, _STATES[a.state], a.said) for a in answers]


def nobody(agent: AgentSpec) -> Finding:
    """What is told of an agent behind which there is nobody to ask."""
    external = agent.architecture == "external"
    return Finding("vendors", "ok", f"{agent.name} {'keeps its own' if external else 'needs none'}; nobody was asked")
