"""Whether a caller can carry calls here, and what it still needs."""

from __future__ import annotations

import itertools
import os
from collections.abc import Mapping
from typing import get_args

from agents import ready
from agents.callers.spec import HOSTS, PARTS, CallerSpec, Gender
from agents.ready import Need
from scenarios.errors import UsageError


def problem(spec: CallerSpec) -> str:
    """Why no call can be carried with the caller anywhere, in one line; empty if it can."""
    from agents.services import registry  # it brings in Pipecat

    for part in PARTS[spec.brain]:
        if part not in spec.services:
            return f"caller {spec.name}: brain {spec.brain} needs {part}; add it to the caller file"
    for cast, gender in itertools.product(spec.casts, get_args(Gender)):
        for part, service in cast.played(gender).items():
            if part == "realtime" and service.provider != (host := HOSTS.get(spec.brain)):
                return f"caller {spec.name}: brain {spec.brain} is played by {host}, not by {service.provider}"
            try:
                registry.resolve(part, service)  # type: ignore[arg-type]
            except UsageError as error:
                return f"caller {spec.name}: {error}"
    return ""


def needs(spec: CallerSpec, environ: Mapping[str, str] = os.environ, *, rehearsal: bool = False) -> tuple[Need, ...]:
    """What the caller's services need from outside, in all its voices; a rehearsal needs no keys and addresses.

    Raises:
        UsageError: as `agents.services.registry.resolve`.
    """
    found = [
        need
        for cast, gender in itertools.product(spec.casts, get_args(Gender))
        for need in ready.needs(cast.as_agent(gender), environ, rehearsal=rehearsal)
    ]
    return tuple(dict.fromkeys(found))
