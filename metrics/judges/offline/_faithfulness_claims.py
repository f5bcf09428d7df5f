"""General rules that the agent states as the company's, and that neither policy nor tools hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from metrics.judges.offline._effects import leaves
from metrics.judges.offline._faithfulness_fault import MAJOR, MINOR, Fault
from metrics.judges.offline._faithfulness_grounds import stem
from metrics.judges.offline._faithfulness_view import Saying, View
from metrics.transcript.cardinals import listed
from metrics.words import words

_AUTHORITY = re.compile(
    r"\b(?:(?:our|company|the|airline|hospital|corporate|standard|official) (?:\w+ )?(?:polic(?:y|ies)"
    r"|guidelines?|rules?|terms)"
    r"|(?:per|according to|under|by) (?:our|company|the) (?:\w+ )?(?:polic(?:y|ies)|guidelines?|rules?|terms))\b"
)
_UNIVERSAL = re.compile(
    r"\b(?:all|every|any|each|everyone|everybody|anyone|anybody|always|never|unlimited|automatically|guaranteed?"
    r"|no matter|regardless)\b"
)
_ENTITLES = re.compile(
    r"\b(?:free|complimentary|unlimited|entitled|entitles?|receives?|gets?|qualif(?:y|ies)|allows?|allowed"
    r"|provides?|includes?"
    r"|covers?|covered|guarantee[sd]?|promises?|waives?d?|no (?:fee|charge|cost)|eligible|permits?|may|can|approved)\b"
)
_PEOPLE = re.compile(
    r"\b(?:passengers|customers|members|callers|travell?ers|employees|staff|users|people|everybody|everyone"
    r"|anybody|anyone|tickets|fares|bookings"
    r"|flights|requests"
    r"|accounts|devices|changes|upgrades|providers|nurses|contractors|managers)\b"
)
_ASIDE = re.compile(
    r"\b(?:just so you know|as you (?:may )?know|for your information|by the way|let me (?:tell you|add|mention)"
    r"|please note"
    r"|i (?:should|can|want to) (?:mention|add|tell you))(?: that)?\b"
)
_GUARANTEES = re.compile(r"\b(?:we|i) (?:can )?(?:guarantee|promise)\b|\b(?:is|are) guaranteed\b")
_PERSONAL = re.compile(r"\b(?:you(?:r|'re|'ll)?|i(?:'m|'ll|'ve)?|my)\b")  # not a general rule
_FILLER = frozenset(
    stem(w)
    for w in listed(
        "a an and are as at be been but by can company do does for from get give given go has have i in is it "
        "its may me my no not of on one or our out per policy policies guideline guidelines rule rules so "
        "than that the their them there these they this those to under up us was we what when which will with "
        "would you your according standard official please also just all any every each everyone always never "
        "entitled entitles receive receives provides provide allows allow include includes apply applies "
        "eligible available who may must should"
    )
)
_ALL = frozenset(
    stem(w) for w in listed("all every any each everyone everybody anyone always never whoever whatever no nobody")
)
_ENOUGH = 0.75  # of the words of a claim that one passage must hold


def faults(view: View) -> Iterator[Fault]:
    """Claims of policy that no source supports; the caller's own words are no source for what the company grants."""
    passages = _passages(view.case.instructions) + [
        frozenset(stem(w) for w in words(str(t.get("description", "")))) for t in view.case.tools
    ]
    passages += [
        frozenset(stem(w) for w in words(value))
        for e in view.case.entries
        if e.kind == "response"
        for _, value in leaves(e.data)
        if isinstance(value, str) and " " in value
    ]
    passages = [p for p in passages if p & _ALL]  # what holds for all is not supported by what holds for some
    for saying in view.agent:
        for sentence in saying.sentences:
            low = _ASIDE.sub(" ", sentence.lower())
            if sentence.endswith("?") or not _ENTITLES.search(low):
                continue
            if _GUARANTEES.search(low) and "guarante" not in view.policy.raw:
                yield _fault(saying, sentence, MAJOR)
                continue
            authority, universal = _AUTHORITY.search(low), _UNIVERSAL.search(low)
            if not universal or not (authority or _PEOPLE.search(low)) or _PERSONAL.search(low):
                continue
            content = {stem(w) for w in words(low)} - _FILLER
            best = max((len(content & p) / len(content) for p in passages), default=0.0) if content else 1.0
            if best < _ENOUGH:
                yield _fault(saying, sentence, MAJOR if authority or _plain(low) else MINOR)


def _fault(saying: Saying, sentence: str, rating: Literal[1, 2]) -> Fault:
    source = "neither the instructions nor a tool say so"
    return Fault("violating_policies", rating, saying.turn, "rule that nobody made", sentence, source)


def _plain(low: str) -> bool:
    return not re.search(r"\b(?:usually|typically|generally|normally|may|might|often|sometimes)\b", low)


def _passages(text: str) -> list[frozenset[str]]:
    """Each line of the instructions with the heading above it, as sets of words."""
    found, heading = [], ""
    for line in text.splitlines():
        line = line.strip()
        if not line:
            continue
        if line.startswith("#") or line.endswith(":"):
            heading = line
        found.append(frozenset(stem(w) for w in words(f"{heading} {line}")))
    return found
