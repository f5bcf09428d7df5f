"""Rehearsals: the loopback servers beside a worker, and the calls that are announced to them.

In a rehearsal every vendor's service is reached at a server of this machine that speaks the vendor's protocol, at no
cost and without a network. A call is known there by a key of its own, which stands for every vendor's key.
"""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Literal

import httpx2

from agents.loopback.faults import parse
from agents.services.base import Rehearsal
from harness.child import Child
from harness.job import AttemptJob
from scenarios.errors import InfrastructureError

ANNOUNCE_S = 30.0  # a large pack takes seconds to read on a busy machine


class Loopback(Child):
    """The loopback servers, in a process of their own."""

    def __init__(self) -> None:
        super().__init__("the rehearsal's servers", "agents.loopback")

    @classmethod
    def shared(cls) -> Loopback:
        """The running servers of this worker, started if need be."""
        return cls.kept("", cls)


def announce(job: AttemptJob, role: Literal["agent", "caller"]) -> Rehearsal:
    """Announce one side of a call to the servers; blocks while they start.

    Raises:
        InfrastructureError: they cannot be started, or refuse the call.
    """
    told = Loopback.shared().told
    key = f"rehearsal-{secrets.token_hex(16)}"
    order = {
        "key": key,
        "pack": job.pack,
        "domain": job.domain,
        "scenario": job.scenario,
        "seed": job.seed,
        "role": role,
        "faults": [parse(fault).model_dump() for fault in job.options.vendor_faults] if role == "agent" else [],
    }
    found = Rehearsal(str(told["plain"]), str(told["tls"]), Path(str(told["cafile"])), key)
    try:
        with _client() as client:
            answer = client.post(f"http://{found.plain}/rehearsal/sessions", json=order)
    except httpx2.HTTPError as error:
        raise InfrastructureError(f"the rehearsal's servers do not answer: {error or type(error).__name__}") from error
    if answer.status_code != 201:
        raise InfrastructureError(f"the rehearsal's servers refused the call: {answer.text}")
    return found


def forget(rehearsal: Rehearsal) -> None:
    """The call is over."""
    try:
        with _client() as client:
            client.delete(f"http://{rehearsal.plain}/rehearsal/sessions/{rehearsal.key}")
    except httpx2.HTTPError:
        pass  # servers that have gone remember nothing


def _client() -> httpx2.Client:
    return httpx2.Client(timeout=ANNOUNCE_S, trust_env=False)
