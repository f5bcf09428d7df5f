"""confirmed_writes: share of write calls to which the caller had said yes.

A write is confirmed when, since the agent's last offer in the same request, the caller said something that
affirms. An offer is a question that can be answered with yes and is not about the caller's own data. Which
request a write serves is read from the scenario's plan; a write that the plan does not know belongs to the
request before it, until the caller has spoken again. Where the agent's words are a recogniser's, their punctuation
means nothing: an offer is known by its wording too, and what is missing may have been misheard.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from metrics import offers, words
from metrics.judges.views import VIEWS
from metrics.registry import metric
from metrics.score import Outcome, share, skipped
from pipelines.record import Record, ToolCall, Utterance
from scenarios.spoken import affirms


@metric("confirmed_writes", category="diagnostic", version="1.1")
def confirmed_writes(record: Record) -> Outcome:
    """Share of write calls that the caller had affirmed after an offer."""
    writes = [t for t in record.tools if t.type == "write"]
    if not writes:
        return skipped("the agent made no write call")
    ordered = sorted(record.utterances, key=lambda u: u.start)
    said = [(u, text) for u in ordered if (text := words.spoken(u, record.architecture)).strip()]
    if not any(u.role == "agent" for u, _ in said):
        return skipped("the record holds no words of the agent")
    heard = VIEWS[record.architecture].agent == "heard"
    read = offers.heard_offer if heard else offers.offer
    found = [_confirmation(w, since, said, read) for w, since in _boundaries(record, writes, said)]
    missing = [c for c in found if not c.confirmed]
    why = words.every(len(found), "write call", "had the caller's yes")
    if missing:
        first = missing[0]
        why = f"{len(missing)} of {len(found)} write calls had no yes: {first.tool} {first.reason}"
        why += f" ({AS_HEARD})" if heard else ""
    return share(
        round(1 - len(missing) / len(found), 4),
        why,
        details={"writes": [c.to_dict() for c in found]},
        subs={"writes": float(len(found)), "unconfirmed": float(len(missing))},
    )


@dataclass(frozen=True, slots=True)
class _Confirmation:
    index: int
    tool: str
    offer: str | None
    answer: str | None

    @property
    def confirmed(self) -> bool:
        return self.answer is not None

    @property
    def reason(self) -> str:
        return "was not offered" if self.offer is None else f"after {self.offer!r}"

    def to_dict(self) -> dict[str, Any]:
        return {
            "index": self.index,
            "tool": self.tool,
            "offer": self.offer,
            "answer": self.answer,
            "confirmed": self.confirmed,
        }


AS_HEARD = "by the agent's words as they were heard, which may be misheard"

Said = list[tuple[Utterance, str]]
"""Utterances with their words, in order of time."""

Reads = Callable[[str], str | None]
"""Finds the offer in what the agent said."""


def _confirmation(write: ToolCall, since: int, said: Said, read: Reads) -> _Confirmation:
    """The last offer after `since` and before the write, and the last yes to it that no refusal followed."""
    offer: str | None = None
    answer: str | None = None
    for u, text in said:
        if not since <= u.start < write.start:
            continue
        if u.role == "agent":
            offered = read(text)
            if offered is not None:
                offer, answer = offered, None
        elif offer is not None:
            verdict = affirms(text)
            answer = text if verdict else answer if verdict is None else None
    return _Confirmation(write.index, write.tool, offer, answer)


def _boundaries(record: Record, writes: list[ToolCall], said: Said) -> list[tuple[ToolCall, int]]:
    """Each write with the sample at which its request can have begun: after the last write of another."""
    requests = _requests(record, writes, said)
    found = []
    for n, write in enumerate(writes):
        others = [w.end for w, r in zip(writes[:n], requests[:n], strict=True) if r != requests[n]]
        found.append((write, max(others, default=0)))
    return found


def _requests(record: Record, writes: list[ToolCall], said: Said) -> list[str]:
    """A label of the request that each write serves."""
    planned = [s for s in record.scenario.get("plan", ()) if s.get("do", "call") == "call"]
    labels: list[str] = []
    for n, write in enumerate(writes):
        exact = [s for s in planned if s.get("tool") == write.tool and _params(s) == write.params]
        named = exact or [s for s in planned if s.get("tool") == write.tool]
        if named:
            labels.append(f"plan {named[0].get('request', 0)}")
            continue
        spoke = n and any(u.role == "caller" and writes[n - 1].end <= u.start < write.start for u, _ in said)
        labels.append(labels[-1] if n and not spoke else f"unplanned {n}")
    return labels


def _params(step: dict[str, Any]) -> dict[str, Any]:
    return {name: arg.get("value") for name, arg in step.get("args", {}).items()}
