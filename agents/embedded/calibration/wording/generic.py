"""Wording for tools that nobody described: from their names."""

from __future__ import annotations

import re

_DONE = {
    "send": "sent",
    "get": "got",
    "put": "put",
    "set": "set",
    "make": "made",
    "give": "given",
    "take": "taken",
    "hold": "held",
    "submit": "submitted",
    "cancel": "cancelled",
    "transfer": "transferred",
    "swap": "swapped",
    "log": "logged",
    "reset": "reset",
}
_VERBS = frozenset(
    {"add", "apply", "approve", "assign", "attach", "book", "cancel", "change", "close", "complete", "confirm"}
    | {"create", "escalate", "extend", "file", "give", "initiate", "issue", "link", "log", "make", "mark", "notify"}
    | {"open", "order", "process", "provision", "put", "reactivate", "rebook", "record", "register", "release"}
    | {"remove", "renew", "report", "request", "reserve", "reset", "route", "schedule", "send", "set", "start"}
    | {"submit", "swap", "transfer", "unlock", "update", "upgrade"}
)


def offer(tool: str) -> str:
    """``submit_license_extension`` -> "I can submit the license extension."."""
    verb, thing = _parts(tool)
    return f"I can {verb} the {thing}." if verb else f"I can do that: {thing}."


def done(tool: str) -> str:
    """``submit_license_extension`` -> "I have submitted the license extension."."""
    verb, thing = _parts(tool)
    return f"I have {_participle(verb)} the {thing}." if verb else "That is done."


def _parts(tool: str) -> tuple[str, str]:
    words = [word for word in re.split(r"[^a-z0-9]+", tool.lower()) if word]
    if len(words) > 1 and words[0] in _VERBS:
        return words[0], " ".join(words[1:])
    return "", " ".join(words)


def _participle(verb: str) -> str:
    if verb in _DONE:
        return _DONE[verb]
    if verb.endswith("e"):
        return f"{verb}d"
    return f"{verb[:-1]}ied" if verb.endswith("y") else f"{verb}ed"
