"""How the calibration agent words offers and outcomes: by domain and tool, else from the tool's name."""

from __future__ import annotations

from typing import Any

from agents.embedded.calibration.wording import airline, generic, hr, itsm
from agents.embedded.calibration.wording.template import Params, fill

ANYTHING_ELSE = "Is there anything else I can help you with?"
GO_AHEAD = "Shall I go ahead?"
HANDOVER = "I can transfer you to a live agent who can help with that."
_TABLES = {"hr": hr.WORDINGS, "itsm": itsm.WORDINGS}


def offer(domain: str, tool: str, params: Params, golden: Params, seen: list[dict[str, Any]]) -> str:
    """One sentence that says what a write would do; empty where it goes with another.

    Args:
        domain: whose tool it is.
        tool: its name.
        params: its arguments, those that are known.
        golden: the response of a perfect call, for prices that tools only tell afterwards.
        seen: tool responses of this call.
    """
    if tool == "transfer_to_agent":
        return HANDOVER
    if domain == "airline":
        said = airline.offer(tool, params, golden, seen)
        return generic.offer(tool) if said is None else said
    known = _TABLES.get(domain, {}).get(tool)
    if known is None:
        return generic.offer(tool)
    return fill(known.offer, params) or (generic.offer(tool) if known.offer else "")


def outcome(domain: str, tool: str, params: Params, response: Params) -> str:
    """One sentence that reports a finished write; empty where there is nothing worth hearing."""
    if tool == "transfer_to_agent":
        return ""
    if domain == "airline":
        said = airline.outcome(tool, params, response)
        return generic.done(tool) if said is None else said
    known = _TABLES.get(domain, {}).get(tool)
    if known is None:
        return generic.done(tool)
    return fill(known.done, {**response, **params})


def unknown(domain: str, identity: bool) -> str:
    """That a lookup knows no such value."""
    if domain == "airline":
        what = "a reservation with that" if identity else "a matching flight"
        return f"I'm sorry, I can't find {what}."
    return "I'm sorry, that is not what we have on file." if identity else "I'm sorry, I can't find that on file."


def hopeless(domain: str, identity: bool) -> str:
    """That it has been tried often enough."""
    if domain == "airline" and identity:
        return "I'm sorry, I can't find your reservation."
    return "I'm sorry, I can't verify who you are." if identity else "I'm sorry, I can't find that in our system."
