"""Who is paid for the calls of a run, and at which prices; recorded in run.json, and carried by every job."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict

from agents.prices import Price, Prices
from agents.spec import AgentSpec, Service
from pipelines.record import Event

Party = Literal["agent", "caller"]


class Named(BaseModel):
    """A service of agent or caller, by its names."""

    model_config = ConfigDict(frozen=True, extra="forbid", protected_namespaces=())

    party: Party
    part: str
    provider: str
    model: str = ""

    @property
    def label(self) -> str:
        """Who it is, for people: ``agent stt deepgram nova-3``."""
        part = "" if self.part == self.party else self.part
        return " ".join(filter(None, (self.party, part, self.provider, self.model)))

    @property
    def names(self) -> dict[str, str]:
        """Its names alone."""
        return {name: getattr(self, name) for name in Named.model_fields}


class Billed(Named):
    """A service that takes part in the calls of a run.

    Attributes:
        local: runs on this machine, and costs nothing by declaration.
    """

    local: bool = False

    @property
    def role(self) -> str:
        """What it is to the pipeline, where a speech to speech session is a language model."""
        return "llm" if self.part == "realtime" else self.part

    def erred(self, error: Event) -> bool:
        """Whether an error is of it: pipelines name its role, callers that a vendor plays whole its part."""
        return error.side == self.party and error.data.get("part") in (self.part, self.role)


class Billing(BaseModel):
    """What the ledger of every call of a run is made by.

    Attributes:
        services: of agent and caller; those that are not named run on this machine.
        prices: the rows that services of this run are priced by.
        rehearsal: whether nothing is paid.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    services: tuple[Billed, ...] = ()
    prices: tuple[Price, ...] = ()
    rehearsal: bool = False

    def of(self, service: Billed) -> tuple[Price, ...]:
        """The prices of a service; none if they are not known."""
        return Prices(self.prices).of(service.provider, service.part, service.model)

    @property
    def live(self) -> tuple[Billed, ...]:
        """The services of vendors, whether or not they are paid."""
        return tuple(s for s in self.services if not s.local)

    @property
    def providers(self) -> tuple[str, ...]:
        """Who they are of, each once."""
        return tuple(dict.fromkeys(s.provider for s in self.live))

    @property
    def paid(self) -> tuple[Billed, ...]:
        """The services that charge for the calls of this run."""
        return () if self.rehearsal else self.live

    @property
    def unpriced(self) -> tuple[Billed, ...]:
        """Those of them whose price is not known."""
        return tuple(s for s in self.paid if not self.of(s))


def billing(agent: AgentSpec, caller: Mapping[str, Service], prices: Prices, *, rehearsal: bool = False) -> Billing:
    """The services of a run, and the prices that they have.

    Args:
        agent: who is tested.
        caller: the services of the caller by part; those that are left out run on this machine.
        prices: where to look.
        rehearsal: nothing is paid.

    Raises:
        UsageError: a service that is not known.
    """
    if agent.architecture == "external":
        services = [Billed(party="agent", part="agent", provider="external", model=agent.name)]
    else:
        services = _billed("agent", agent.services)
    services += _billed("caller", caller)
    found = {p: None for s in services if not s.local for p in prices.of(s.provider, s.part, s.model)}
    return Billing(services=tuple(services), prices=tuple(found), rehearsal=rehearsal)


def _billed(party: Party, services: Mapping[str, Service]) -> list[Billed]:
    """Services with their models, filled in where the file leaves them to the default.

    A speech to speech session has a recogniser beside it, which is paid apart, where it is to write down what it
    hears.
    """
    from agents.services import registry  # it brings in Pipecat

    found = []
    for part, service in services.items():
        provider, options = registry.resolve(part, service)  # type: ignore[arg-type]
        who = {"party": party, "provider": service.provider, "local": provider.local}
        found.append(Billed(part=part, model=options.model, **who))
        if beside := str(getattr(options, "transcription_model", None) or ""):
            found.append(Billed(part="stt", model=beside, **who))
    return found
