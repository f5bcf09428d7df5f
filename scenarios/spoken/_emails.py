"""E-mail addresses: ``j.okafor@example.com`` and "j dot okafor at example dot com"."""

from __future__ import annotations

import re

from scenarios.spoken._alphabet import DIGIT_OF, NATO, nato_near, plain_ascii
from scenarios.spoken._numbers import DIGIT_WORDS, TEENS, TENS, below_hundred
from scenarios.spoken._tokens import Token, Tokens, joined, listed, low, tokens
from scenarios.spoken._types import Guess

_WRITTEN = re.compile(r"[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+")
_SIGNS = {"dot": ".", "period": ".", "underscore": "_", "dash": "-", "hyphen": "-", "minus": "-", "plus": "+"}
_SAID = {".": "dot", "_": "underscore", "-": "dash", "+": "plus", "%": "percent"}
_WRITTEN_SIGNS = frozenset("._-+")
_STOP = frozenset(
    listed(
        "is it's its email e-mail mail address my the to that's thats that use under yes sure okay ok um uh well yeah "
        "so i'm and please send reach be would at number a spelled of as in like for"
    )
)
_SPOKEN_TLD = frozenset(listed("com org net edu gov info health care"))
_OTHER_TLD = frozenset(listed("mil int biz dev app test local name clinic hospital"))
_PLAIN_WORD = re.compile(r"[a-z]*[aeiouy][a-z]*")
_TAKEN = (
    frozenset(DIGIT_OF) | TEENS.keys() | TENS.keys() | _SIGNS.keys() | _STOP | {"percent", "double", "triple", "oh"}
)


def canonical_email(value: str) -> str | None:
    """The address in lower case; ``None`` if it is none."""
    value = value.strip().rstrip(".")
    return value.lower() if _WRITTEN.fullmatch(value) else None


def say_email(value: str) -> str:
    """``j.okafor@example.com`` -> "j dot okafor at example dot com"; what is no plain word is spelled.

    Raises:
        ValueError: `value` is no address.
    """
    address = canonical_email(value)
    if address is None:
        raise ValueError(f"not an e-mail address: {value!r}")
    local, _, domain = address.partition("@")
    said = [_say_part(p) for p in re.findall(r"[a-z]+|[0-9]|[._%+-]", local)]
    parts = re.findall(r"[a-z]+|[0-9]|[.-]", domain)
    words = [_say_part(p, last=n == len(parts) - 1) for n, p in enumerate(parts)]
    return f"{' '.join(said)} at {' '.join(words)}"


def _say_part(part: str, *, last: bool = False) -> str:
    if part.isdigit():
        return DIGIT_WORDS[int(part)]
    if part in _SAID:
        return _SAID[part]
    word = part in _SPOKEN_TLD if last else bool(_PLAIN_WORD.fullmatch(part)) and len(part) > 2
    if len(part) == 1:
        return part
    if word and part not in _TAKEN and part not in NATO:
        return part
    return " ".join(part)


def _piece(toks: Tokens, i: int) -> tuple[str, int] | None:
    """Characters that the word at `i` gives, and the index past it; ``None`` for a word of no address."""
    w = low(toks, i)
    times = {"double": 2, "triple": 3}.get(w)
    if times and i + 1 < len(toks):
        again = _piece(toks, i + 1)
        if again is not None and len(again[0]) == 1:
            return again[0] * times, again[1]
    if w == "double" and low(toks, i + 1) in ("u", "you"):
        return "w", i + 2
    if w in _SIGNS:
        return _SIGNS[w], i + 1
    if w in DIGIT_OF:
        return DIGIT_OF[w], i + 1
    number = below_hundred(toks, i)
    if number is not None:
        return str(number[0]), number[1]
    if i < len(toks) and (toks[i].numeral or toks[i].word):
        return plain_ascii(w).replace("'", ""), i + 1
    return None


def _as_in(toks: Tokens, j: int) -> int:
    """The index past "as in Mike" after a letter."""
    for lead in (("as", "in"), ("for",), ("like",)):
        if all(low(toks, j + k) == word for k, word in enumerate(lead)):
            near = nato_near(low(toks, j + len(lead)))
            if near is not None:
                return j + len(lead) + 1
    return j


def _letters(part: list[str], coded: bool) -> str:
    """The characters of one part; `coded` where its code words stand for letters."""
    near = [nato_near(w) if len(w) > 1 else None for w in part]
    if coded and all(n is not None or len(w) == 1 or w.isdigit() for n, w in zip(near, part, strict=True)):
        return "".join(n[0].lower() if n is not None else w for n, w in zip(near, part, strict=True))
    return "".join(part)


def _join(said: list[str]) -> str:
    """Pieces as one string. Code words become letters if any part has two of them: then all of it is spelled."""
    parts: list[list[str]] = [[]]
    for piece in said:
        if piece in _WRITTEN_SIGNS:
            parts += [[piece], []]
        else:
            parts[-1].append(piece)
    near = [[nato_near(w) for w in part if len(w) > 1] for part in parts]
    coded = any(sum(n is not None and n[1] <= 0.2 for n in part) >= 2 for part in near)
    return "".join(_letters(part, coded) for part in parts)


def _domain(toks: Tokens, i: int) -> tuple[str, int] | None:
    """The words behind "at" up to the last one that follows a dot."""
    said: list[str] = []
    j, end, dots = i, i, 0
    behind_dot = 0
    while j < len(toks) and len(said) < 40:
        w = low(toks, j)
        if w in (",", "-") or (w == "." and not joined(toks, j + 1)):
            if dots and behind_dot and w != "-":
                break
            j += 1
            continue
        if w == ".":
            w, found = "dot", (".", j + 1)
        else:
            maybe = _piece(toks, j)
            if maybe is None:
                break
            found = maybe
        if found[0] == ".":
            dots, behind_dot = dots + 1, 0
        elif dots and behind_dot and not (len(found[0]) == 1 and len(said[-1]) == 1) and not _more_dots(toks, found[1]):
            break
        said.append(found[0])
        behind_dot += found[0] != "."
        j = found[1]
        if dots and behind_dot:
            end = j
            if said[-1] in _SPOKEN_TLD and low(toks, j) not in ("dot", ".", "period"):
                break
    if not dots or not said or said[0] == ".":
        return None
    text = _join(said)
    return (text, end) if re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)+", text) else None


def _more_dots(toks: Tokens, j: int) -> bool:
    """Whether another dot follows soon: "mail dot north clinic dot org"."""
    for k in range(j, min(j + 14, len(toks))):
        if low(toks, k) in ("dot", "period"):
            return True
        if not (toks[k].word or toks[k].numeral or toks[k].low == ",") or (toks[k].low in _STOP - {"a"}):
            return False
    return False


def _local(toks: Tokens, at: int) -> list[tuple[str, int]]:
    """The words before "at", as local parts with the index of the first word: the longest first."""
    begin = at
    while begin > 0:
        t: Token = toks[begin - 1]
        if t.low in _STOP and not _part_of(toks, begin - 1):
            break
        if not (t.word or t.numeral or t.low in (",", "-", "_", "+") or (t.low == "." and joined(toks, begin))):
            break
        begin -= 1
    starts: list[int] = []
    said: list[str] = []
    where: list[int] = []
    i = begin
    while i < at:
        if low(toks, i) in (",", "-") and not (joined(toks, i) and joined(toks, i + 1)):
            i += 1
            continue
        if low(toks, i) in _WRITTEN_SIGNS:
            said.append(low(toks, i))
            where.append(i)
            i += 1
            continue
        found = _piece(toks, i)
        if found is None:
            i += 1
            continue
        said.append(found[0])
        where.append(i)
        i = _as_in(toks, found[1]) if len(found[0]) == 1 else found[1]
    for k, piece in enumerate(said):
        if piece in _WRITTEN_SIGNS or (k and said[k - 1] in _WRITTEN_SIGNS):
            break
        starts.append(k)
    return [(_join(said[k:]), where[k]) for k in starts or ([0] if said else [])]


def _part_of(toks: Tokens, i: int) -> bool:
    """Whether a stop word belongs to a spelling: a letter's "as in", or a bare letter."""
    w = low(toks, i)
    if w == "a":
        left = low(toks, i - (2 if low(toks, i - 1) == "," else 1))
        right = low(toks, i + (2 if low(toks, i + 1) == "," else 1))
        return right in ("at", "@") or any(
            (len(w) == 1 and w.isalnum()) or w in _SIGNS or w in DIGIT_OF for w in (left, right)
        )
    if w in ("as", "in", "for", "like"):
        k = i + 2 if w == "as" else i + 1
        before = i - 2 if w == "in" else i - 1
        return len(low(toks, before)) == 1 and nato_near(low(toks, k)) is not None
    return False


def _likely(domain: str) -> bool:
    """Whether a domain ends in a common way and does not begin with a little word."""
    first, last = domain.split(".")[0], domain.rsplit(".", 1)[1]
    return first not in _STOP and (last in _SPOKEN_TLD or len(last) == 2 or last in _OTHER_TLD) and last not in _STOP


def hear_email(text: str) -> list[Guess]:
    """Addresses in a text, written or spoken."""
    out = [Guess(m.group().lower().rstrip("."), 0.0, m.start(), m.end()) for m in _WRITTEN.finditer(text)]
    toks = tokens(text)[:300]
    for i, t in enumerate(toks):
        if t.low not in ("at", "@") or any(g.start <= t.start < g.end for g in out):
            continue
        domain = _domain(toks, i + 1)
        if domain is None:
            continue
        for n, (local, first) in enumerate(_local(toks, i)):
            if re.fullmatch(r"[a-z0-9]([a-z0-9._%+-]*[a-z0-9])?", local):
                cost = round(0.1 + 0.15 * n + (0.0 if _likely(domain[0]) else 0.6), 3)
                out.append(Guess(f"{local}@{domain[0]}", cost, toks[first].start, toks[domain[1] - 1].end))
    return out
