"""One of a closed list of words: ``basic_economy`` and "basic economy"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scenarios.spoken._affirms import affirms
from scenarios.spoken._alphabet import edits, key
from scenarios.spoken._numbers import below_hundred, cardinal_words
from scenarios.spoken._tokens import Token, listed, tokens
from scenarios.spoken._types import Guess

_ACRONYMS = frozenset(
    listed("vpn crm hr pto usb it id mfa tb bls hipaa fmla os pc er icu dea cna aws sso otp pin faq tv")
)

# words that mean a choice's word, as said or as a recogniser writes it
_MEANS: dict[str, str] = {
    "window": "windows winder",
    "aisle": "isle isles i'll ill ile aisles idle i'd owl all",
    "middle": "center centre",
    "child": "son daughter kid baby newborn children",
    "spouse": "wife husband partner",
    "parent": "mother father mom dad",
    "morning": "mornings a.m",
    "afternoon": "afternoons p.m",
    "economy": "coach",
    "cabin": "cab-in caban",
    "main": "mane maine",
    "vegetarian": "veggie",
    "none": "no nothing neither",
    "any": "either anything whatever",
    "macos": "mac apple",
    "windows": "window",
    "email": "e-mail",
    "add": "ad",
    "remove": "delete revoke",
    "primary": "main",
    "backup": "back-up secondary",
    "business": "busyness",
    "first": "1st",
    "kosher": "cosher",
    "chair": "share",
    "footrest": "foot-rest",
    "bonding": "bond newborn",
    "vacation": "holiday",
}
_VERBS = frozenset(listed("like prefer want take have need go rather be love get keep choose do"))
_NO_PREFERENCE = re.compile(
    r"\b(?:no preference|doesn'?t matter|don'?t (?:mind|care)|any(?: seat| of them| is fine|thing)?"
    r"|either(?: one)?)\b",
    re.I,
)


def say_choice(value: str) -> str:
    """``basic_economy`` -> "basic economy", ``tier_1`` -> "tier one"."""
    out = []
    for w in re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)*|[0-9]+", value):
        if w.isdigit():
            out.append(cardinal_words(int(w)) if len(w) <= 6 else " ".join(w))
        elif w.lower() in _ACRONYMS:
            out.append(w.upper())
        else:
            out.append("mac OS" if w.lower() == "macos" else w)
    return " ".join(out)


def _nearness(want: str, heard: str) -> float:
    """Cost of taking one heard word for a choice's word; above 0.5 it is another word."""
    if want == heard:
        return 0.0
    if heard in _MEANS.get(want, "").split():
        return 0.15
    if len(want) >= 3 and heard in (want + "s", want + "es", want.removesuffix("s")):
        return 0.05
    if want.isdigit() or heard.isdigit() or min(len(want), len(heard)) < 3:
        return 1.0
    if len(heard) >= 4 and (want.startswith(heard) or heard.startswith(want)) and len(want) >= 4:
        return 0.2
    a, b = key(want), key(heard)
    sound = edits(a, b) / max(len(a), len(b), 1)
    spelling = edits(want, heard) / max(len(want), len(heard))
    return round(0.1 + 0.5 * (sound + spelling), 3) if sound <= 0.34 and spelling <= 0.5 else 1.0


def _words(text: str) -> list[Token]:
    """The words of a text, numbers in digits (``thirty-two`` is one word)."""
    toks = tokens(text)[:200]
    out, i = [], 0
    while i < len(toks):
        n = below_hundred(toks, i)
        if n is not None:
            text_of = str(n[0])
            out.append(Token(text_of, text_of, toks[i].start, toks[n[1] - 1].end))
            i = n[1]
            continue
        if toks[i].word or toks[i].numeral:
            out.append(toks[i])
        i += 1
    return out


def _match(words: Sequence[str], telling: Sequence[float], heard: Sequence[Token]) -> tuple[float, int, int] | None:
    """Weighted mean cost of the best assignment of a choice's words to heard ones, with its span.

    Args:
        words: the words of one choice.
        telling: how much each of them tells about the choice, 0 when all choices have it.
        heard: what was said.
    """
    costs: list[float] = []
    at: list[Token] = []
    for w in words:
        best_cost, best_token = 1.0, None
        for n, t in enumerate(heard):
            for size in (1, 2):
                group = heard[n : n + size]
                if len(group) < size:
                    continue
                c = _nearness(w, "".join(g.low for g in group)) + (0.05 if size == 2 else 0.0)
                if c < best_cost:
                    best_cost, best_token = c, t
        costs.append(best_cost)
        if best_token is not None:
            at.append(best_token)
    if not at:
        return None
    # every word counts: a choice of which only one of three words is heard is a weak reading
    total = sum(telling)
    mean = sum(c * t for c, t in zip(costs, telling, strict=True)) / total
    if mean > 0.7 or all(c >= 0.6 for c, t in zip(costs, telling, strict=True) if t > 0.2):
        return None
    return mean, min(t.start for t in at), max(t.end for t in at)


def hear_choice(text: str, choices: Sequence[str]) -> list[Guess]:
    """Choices that a text names, best first; without a list the words themselves in snake case."""
    heard = _words(text)
    # "I'd like" and "I'll take" are no aisle
    following = [h.low for h in heard[1:]] + [""]
    heard = [
        h for h, after in zip(heard, following, strict=False) if h.low not in ("i'd", "i'll") or after not in _VERBS
    ]
    if not heard:
        return []
    if not choices:
        value = "_".join(t.low.replace("'", "") for t in heard)
        return [Guess(value, 0.5, heard[0].start, heard[-1].end)]
    out = []
    split = {c: [t.low for t in _words(c.replace("_", " "))] for c in choices}
    for choice, words in split.items():
        if not words:
            continue
        others = len(split) - 1
        telling = [
            1.0 - 0.95 * sum(w in ws for c, ws in split.items() if c != choice) / others if others else 1.0
            for w in words
        ]
        found = _match(words, telling, heard)
        if len(words) > 1 and found is not None and text[found[1] : found[2]].lower() == "no":
            continue  # the "no" of "No, the vegetarian one" names no choice of several words, such as no preference
        if found is not None:
            # of two choices that match as well, the one with more words says more
            out.append(Guess(choice, round(found[0] + 0.01 / len(words), 3), found[1], found[2]))
    open_ended = next((c for c in choices if c in ("any", "no_preference", "none", "either")), None)
    m = _NO_PREFERENCE.search(text)
    if open_ended is not None and m and not any(g.value == open_ended for g in out):
        out.append(Guess(open_ended, 0.2, m.start(), m.end()))
    if not out and {c.lower() for c in choices} <= {"true", "false", "yes", "no"}:
        verdict = affirms(text)
        out += [
            Guess(c, 0.1, heard[0].start, heard[-1].end)
            for c in choices
            if verdict is not None and (c.lower() in ("true", "yes")) == verdict
        ]
    return out
