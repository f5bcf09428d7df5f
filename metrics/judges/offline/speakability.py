"""Is the agent's text fit for a voice? Formatting, data, emoji and words run together are not."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable

from metrics.judges.case import Case
from metrics.judges.jury import NothingToJudge
from metrics.judges.verdicts import RatedTurn, Turns

VERSION = "1.0"
BLIND = (
    "Two words run together are only noticed where a capital, a stop or a figure stands between them, or where they "
    "are little words.",
    "How well a voice reads figures, symbols and abbreviations that are part of plain writing is not judged.",
)

_MARKS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("emphasis marks", re.compile(r"\*\*?[^*\n]+\*\*?|(?<!\w)__?[^_\n]+__?(?!\w)|~~[^~\n]+~~")),
    ("code marks", re.compile(r"`")),
    ("a heading", re.compile(r"(?:^|\n)\s{0,3}#{1,6}\s")),
    ("a list", re.compile(r"(?:^|\n)\s*(?:[-*+•▪◦‣]|\d{1,2}[.)])\s+\S|[•▪◦‣]")),
    (
        "a list in one line",
        re.compile(r"(?:[:.!?]|^)\s+[-*+]\s\S.*\s[-*+]\s\S|(?:^|\s)1[.)]\s\S.*\s2[.)]\s\S", re.DOTALL),
    ),
    ("a link", re.compile(r"\[[^\]\n]+\]\([^)\n]+\)")),
    ("a table or a rule", re.compile(r"\|[^|\n]*\||(?:^|\n)\s*(?:-{3,}|={3,}|\*{3,})\s*(?:\n|$)")),
    ("a quotation mark of Markdown", re.compile(r"(?:^|\n)\s*>\s")),
    ("a tag", re.compile(r"</?[A-Za-z][\w-]*(?:\s[^<>]*)?/?>|&(?:nbsp|amp|lt|gt|quot);")),
    ("an escaped line break", re.compile(r"\\[nt]")),
    ("arrows", re.compile(r"[←-⇿➔-➾]|->|=>")),
)
_DATA: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("data", re.compile(r"[{}]|\[\s*[\"'{\[]|[\"']\s*:\s*[\"'\[{\d]|\[\d")),
    ("a name from a program", re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b")),
)
_SMILEY = re.compile(r"(?<![\w)])[:;]-?[)(DP](?![\w(])|<3(?!\d)")
_PLAIN_SYMBOLS = frozenset("°©®™")
_ABBREVIATION = re.compile(r"\b(?:[A-Za-z]\.)+[A-Za-z]?")
_ADDRESS = re.compile(
    r"\S*(?:@|://|www\.)\S*|\b[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|edu|gov|io|co|us|uk|info|dev|app)\b\S*"
)
_GLUED: tuple[re.Pattern[str], ...] = (
    re.compile(r"[a-z]{2,}[.!?;:,][A-Za-z]{2,}"),
    re.compile(r"\b\d+[.!?;,][A-Za-z]{2,}"),
    re.compile(r"\b[a-z]{2,}[A-Z][a-z]+\b"),
    re.compile(r"\b(?!(?:covid|mp|web|wifi|ipv|usb|b|h|v|q)\d)[a-z]{2,}\d{2,}\b"),
    re.compile(
        r"\b\d+(?!(?:am|pm|st|nd|rd|th|s|k|m|kg|lb|lbs|km|mi|cm|mm|gb|mb|tb|kb|ghz|mhz|hz|x|h|hr|hrs|min|g)\b)[a-z]{2,}\b"
    ),
    re.compile(r"\b[^\W\d_]{24,}\b"),
)
_LITTLE = (
    "a|an|and|are|as|at|be|but|by|can|do|for|from|have|has|how|i|if|in|is|it|like|me|my|need|no|of|on|or|our|please"
    "|so|thank|thanks|that|the|them|then|there|this|to|was|we|what|when|will|with|would|yes|you|your"
)
_LITTLE_WORDS = re.compile(rf"\b(?=[a-z]{{9,}}\b)(?:{_LITTLE}){{3,}}\b", re.I)
_LITTLE_FINE = frozenset({"notwithstanding", "nevertheless", "nonetheless", "forthwith"})


def judge(case: Case) -> Turns:
    """Rate every turn of the agent 1, or 0 where something in its text cannot be spoken.

    Raises:
        NothingToJudge: the agent has no turn with text.
    """
    texts = _texts(case)
    if not texts:
        raise NothingToJudge("the agent has no turn with text")
    rated = []
    for turn, text in texts.items():
        faults = unspeakable(text)
        rated.append(
            RatedTurn(
                turn_id=turn, rating=0 if faults else 1, explanation="; ".join(faults) or "can be spoken as written"
            )
        )
    return Turns(turns=tuple(rated))


def unspeakable(text: str) -> list[str]:
    """What in a text a voice cannot speak, each in words with the place; empty where there is nothing."""
    faults = [f"{name}: {m.group().strip()[:40]!r}" for name, m in _found((*_MARKS, *_DATA), text)]
    faults += [f"{what}: {sign!r}" for what, sign in _pictures(text)]
    faults += [f"no space between words: {word!r}" for word in _run_together(text)]
    return faults


def _texts(case: Case) -> dict[int, str]:
    """The agent's texts by turn with their line breaks, which an entry of a case has not."""
    whole: dict[int, list[str]] = {}
    if case.record is not None:
        for u in sorted(case.record.utterances, key=lambda u: u.start):
            if u.role == "agent" and u.intended is not None:
                whole.setdefault(u.turn, []).append(u.intended)
    return {turn: "\n".join(whole.get(turn, [text])) for turn, text in case.turns("agent").items()}


def _found(rules: Iterable[tuple[str, re.Pattern[str]]], text: str) -> Iterable[tuple[str, re.Match[str]]]:
    for name, pattern in rules:
        m = pattern.search(text)
        if m:
            yield name, m


def _pictures(text: str) -> list[tuple[str, str]]:
    found = [("emoji", c) for c in text if unicodedata.category(c) == "So" and c not in _PLAIN_SYMBOLS]
    smiley = _SMILEY.search(text)
    return [*found[:1], *([("a smiley", smiley.group())] if smiley else [])]


def _run_together(text: str) -> list[str]:
    """Words without a space between them; addresses and abbreviations are none."""
    plain = _ABBREVIATION.sub(" ", _ADDRESS.sub(" ", text))
    checks: list[Callable[[str], Iterable[re.Match[str]]]] = [p.finditer for p in _GLUED]
    found = [m.group() for check in checks for m in check(plain)]
    found += [m.group() for m in _LITTLE_WORDS.finditer(plain) if m.group().lower() not in _LITTLE_FINE]
    return list(dict.fromkeys(found))
