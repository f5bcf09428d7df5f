"""Things that the agent offers or promises and has no tool for."""

from __future__ import annotations

import re
from collections.abc import Iterator

from metrics.judges.offline._faithfulness_fault import MINOR, Fault
from metrics.judges.offline._faithfulness_view import View

_LOOKS = re.compile(
    r"\b(?:look (?:it|you|that|this|them|up)|look up|pull (?:it|you|that|them|up)|find (?:it|you|your"
    r"|the (?:right )?(?:record|booking|reservation))"
    r"|locate|search|narrow it down|track it down|take it from there)\b"
)
_KEYS = {
    "email": re.compile(
        r"\be-?mail address\b|\be-?mail (?:on|from) (?:the|your) (?:account|booking|file|record|profile|reservation)"
    ),
    "phone": re.compile(r"\b(?:phone|mobile|callback) number\b"),
    "ticket": re.compile(r"\b(?:digit )?ticket number\b"),
    "passport": re.compile(r"\bpassport number\b"),
    "birth": re.compile(r"\bdate of birth\b|\bbirth ?date\b"),
    "ssn": re.compile(r"\bsocial security number\b"),
    "card": re.compile(r"\bcredit card number\b|\bcard number\b"),
}
_NOT = re.compile(r"\b(?:can't|cannot|can not|unable|not able|don't|won't|without a|isn't possible|only)\b")
_SENDS = re.compile(
    r"\b(?:i'll|i will|i can|i'm going to|we'll|we will) (?:also )?(?:send(?! (?:you|this|that|it) (?:through"
    r"|over|back|on|to an?)\b)"
    r"|e-?mail|text|message|call you back|fax|follow up)\b"
)
_SENT = re.compile(r"\bi(?:'ve| have)(?: just| also)? (?:sent|e-?mailed|texted|messaged|faxed)\b")
_CHANNEL = re.compile(r"send|mail|text|sms|notif|message|notice|deliver|otp")


def faults(view: View) -> Iterator[Fault]:
    """Capabilities without a tool."""
    abilities = _abilities(view)
    for saying in view.agent:
        low_all = saying.text.lower()
        for sentence in saying.sentences:
            low = sentence.lower()
            if _LOOKS.search(low_all) and not _NOT.search(low) and abilities:
                for word, key in _KEYS.items():
                    if key.search(low) and not any(word in a for a in abilities):
                        yield _fault(saying.turn, sentence, f"no tool looks anything up by {word}")
                        break
            sends = (_SENDS.search(low) or _SENT.search(low)) and not _NOT.search(low)
            if sends and abilities and not any(_CHANNEL.search(a) for a in abilities):
                yield _fault(saying.turn, sentence, "no tool sends anything")


def _abilities(view: View) -> set[str]:
    """Names of the tools and of what they take: as declared, else as used in the call."""
    found: set[str] = set()
    for tool in view.case.tools:
        found.add(str(tool.get("name", "")).lower())
        found.update(str(k).lower() for k in dict(tool.get("parameters") or {}).get("properties", {}))
    if not view.case.tools:
        for step in view.steps:
            found.update((step.tool.lower(), *(str(k).lower() for k in step.params)))
    return found


def _fault(turn: int, words: str, source: str) -> Fault:
    return Fault("hallucination", MINOR, turn, "power without a tool", words, source)
