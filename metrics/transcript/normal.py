"""The normal form of an English transcript, in which word errors are counted.

After Whisper's normaliser, without its slips (issues B9 of the reference: "first" -> "one st", "4:00 PM" ->
"4 0 pm", "$1,200.50" -> "$120050", the curly apostrophe). What is spelled character by character and what is
written in one piece get the same form: letters are joined, digits are joined, and both part where they meet.
"""

from __future__ import annotations

import re
import unicodedata

from metrics.transcript.cardinals import TEENS, TENS, UNITS, digits, listed
from metrics.transcript.spelling import expand, word

PASSES = 8
"""Rewriting stops when nothing changes; that takes two passes on real text, more on nonsense."""

FILLERS = frozenset({"hmm", "mm", "mhm", "mmm", "uh", "um", "umm", "uhm"})
MONTHS = frozenset(listed("january february march april may june july august september october november december"))
_LETTERS = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l"}
_APOSTROPHES = str.maketrans(dict.fromkeys("‘’‛ʼ´`′＇", "'"))
_HYPHENS = str.maketrans(dict.fromkeys("‐‑‒–—―−", "-"))
_ASIDES = re.compile(r"<[^<>]*>|\[[^\[\]]*\]|\([^()]*\)")
_NUMERIC = frozenset({*UNITS, *TEENS, *TENS})
_PART = re.compile(
    r"[$€£][0-9]+(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)?%|(?<![a-z0-9])(?:[0-9]+(?:st|nd|rd|th)|[0-9]*0s)(?![a-z0-9])"
    r"|[0-9]+(?:\.[0-9]+)?|[^\W\d_]+"
)
_CURRENCIES = {
    "dollar": "$",
    "dollars": "$",
    "euro": "€",
    "euros": "€",
    "pound": "£",
    "pounds": "£",
}
_AFTER_I = frozenset(
    listed(
        "am will would have had need want think was can could guess mean just do did know see also said "
        "believe got understand"
    )
)


def normal(text: str) -> str:
    """The normal form; normal of a normal form is itself."""
    for _ in range(PASSES):
        done = " ".join(_rewrite(_tokens(_signs(text))))
        if done == text:
            break
        text = done
    return text


def _signs(text: str) -> str:
    """Lower case ASCII-like text in which punctuation is gone or has become words."""
    if text.isascii():  # as JSON writes other letters
        text = re.sub(r"\\u([0-9a-fA-F]{4})", lambda m: chr(int(m.group(1), 16)), text)
    text = unicodedata.normalize("NFKC", text).translate(_APOSTROPHES).translate(_HYPHENS).lower()
    text = "".join(_LETTERS.get(c, c) for c in text)
    text = "".join(c for c in unicodedata.normalize("NFD", text) if unicodedata.category(c) != "Mn")
    text = _ASIDES.sub(" ", text)
    text = expand(re.sub(r"\s+'(?=(?:s|d|t|m|ll|re|ve)\b)", "'", text))
    text = re.sub(r"\bo'clock\b", "oclock", text).replace("'", " ")
    text = text.replace("&", " and ").replace("@", " at ")
    text = re.sub(r"\+(?=[0-9])", " plus ", text)
    text = re.sub(r"(?<![^\s(])-(?=[$€£]?[0-9])", " minus ", text)
    text = re.sub(r"(?<=[0-9]),(?=[0-9]{3}(?![0-9]))", "", text)
    text = re.sub(r"(?<=[0-9])\s+(?=%)|(?<=[$€£])\s+(?=[0-9])", "", text)
    text = re.sub(r"\b([0-9]|1[0-2]):00(?![0-9:])", r"\1", text)
    text = re.sub(r"(?<=[0-9]):(?=[0-9]{2}(?![0-9]))", "", text)
    text = re.sub(r"\b(?:[a-z]\.)+[a-z]\b", lambda m: m.group().replace(".", ""), text)  # p.m
    text = re.sub(r"\b[a-z0-9]+(?:-[a-z0-9]+)+\b", _hyphens, text)
    return re.sub(r"\bper cent\b", "percent", text)


def _hyphens(match: re.Match[str]) -> str:
    """A code loses its hyphens, other words part at them."""
    group = match.group()
    return group.replace("-", "" if any(c.isdigit() for c in group) else " ")


def _tokens(text: str) -> list[str]:
    """Words, numbers and amounts; letters and digits always part."""
    out: list[str] = []
    for m in _PART.finditer(text):
        beside = text[max(0, m.start() - 1) : m.start()] + text[m.end() : m.end() + 1]
        # the letters of "FAR0UM" are no hesitation
        of_a_code = m.group() in FILLERS and any(c.isalnum() for c in beside)
        out += list(m.group()) if of_a_code else [m.group()]
    return out


def _rewrite(tokens: list[str]) -> list[str]:
    tokens = _spelled(tokens)
    tokens = [word(t) for t in tokens if t not in FILLERS]
    tokens = digits(_zeros(tokens))
    tokens = _join_digits(_days(tokens))
    return _amounts(_clock(tokens))


def _spelled(tokens: list[str]) -> list[str]:
    """Letters that stand alone, side by side, as one word; spoken hyphens and dots between words dropped."""
    tokens = _double_u(tokens)
    out: list[str] = []
    run: list[str] = []
    for i, token in enumerate([*tokens, ""]):
        follows = tokens[i + 1] if i + 1 < len(tokens) else ""
        pronoun = token == "i" and follows in _AFTER_I
        if len(token) == 1 and token.isalpha() and not pronoun:
            run.append(token)
            continue
        if token in ("dash", "hyphen", "dot") and i and follows:
            code = _in_code(tokens, i)
            if run and not code:
                out += _joined(run)
                run = []
            continue
        if run:
            out += _joined(run)
            run = []
        if token:
            out.append(token)
    return out


def _joined(run: list[str]) -> list[str]:
    """Letters as one word, unless that would be a hesitation."""
    word = "".join(run)
    return run if word in FILLERS else [word]


def _in_code(tokens: list[str], i: int) -> bool:
    """Whether the run of single characters around `i` holds a digit, as codes do and names do not."""

    def single(token: str) -> bool:
        return len(token) == 1 or token in ("dash", "hyphen") or _is_number(token)

    first, last = i, i
    while first and single(tokens[first - 1]):
        first -= 1
    while last + 1 < len(tokens) and single(tokens[last + 1]):
        last += 1
    return any(_is_number(t) for t in tokens[first : last + 1])


def _double_u(tokens: list[str]) -> list[str]:
    out: list[str] = []
    for token in tokens:
        if token == "u" and out and out[-1] == "double":
            out[-1] = "w"
        else:
            out.append(token)
    return out


def _is_number(token: str) -> bool:
    return token in _NUMERIC or (token.isascii() and token.isdigit())


def _zeros(tokens: list[str]) -> list[str]:
    """``oh`` and ``o`` beside a number, or all alone, are zeros."""
    out = list(tokens)
    if out in (["oh"], ["o"]):
        return ["zero"]
    for order in (range(len(out)), range(len(out) - 1, -1, -1)):
        for i in order:
            beside = (i > 0 and _is_number(out[i - 1])) or (i + 1 < len(out) and _is_number(out[i + 1]))
            if out[i] in ("oh", "o") and (beside or (i > 0 and out[i - 1] == "point")):
                out[i] = "zero"
    return out


def _days(tokens: list[str]) -> list[str]:
    """The day after a month, or before "of" and a month, without ordinal ending and leading zero."""
    out = list(tokens)
    for i, token in enumerate(tokens):
        day = re.fullmatch(r"0?([1-9]|[12][0-9]|3[01])(?:st|nd|rd|th)?", token)
        after = i > 0 and tokens[i - 1] in MONTHS
        before = tokens[i + 1 : i + 2] == ["of"] and tokens[i + 2 : i + 3] and tokens[i + 2] in MONTHS
        if day and (after or before):
            out[i] = day.group(1)
    return out


def _join_digits(tokens: list[str]) -> list[str]:
    """Digits side by side as one string, whatever pauses parted them."""
    out: list[str] = []
    for token in tokens:
        # "nineteen nineties" too
        if out and out[-1].isdigit() and re.fullmatch(r"[0-9]+|[0-9]+0s", token):
            out[-1] += token
        else:
            out.append(token)
    return out


def _clock(tokens: list[str]) -> list[str]:
    """The full hour without its "o'clock"."""
    out: list[str] = []
    for token in tokens:
        if token == "oclock" and out and out[-1].isdigit():
            continue
        out.append(token)
    return out


def _amounts(tokens: list[str]) -> list[str]:
    """Money as ``$25.50`` and shares as ``15%``, with "minus" for a sign."""
    out: list[str] = []
    i = 0
    while i < len(tokens):
        token, follows = tokens[i], tokens[i + 1] if i + 1 < len(tokens) else ""
        number = re.fullmatch(r"[0-9]+(?:\.[0-9]+)?", token)
        if number and follows in ("cent", "cents"):
            out.append(_money("$", int(float(token)) / 100))
            i += 2
        elif number and follows in _CURRENCIES:
            sign, value = _CURRENCIES[follows], float(token)
            i += 2
            rest = tokens[i + 1 : i + 3] if tokens[i : i + 1] == ["and"] else tokens[i : i + 2]
            if len(rest) == 2 and rest[0].isdigit() and rest[1] in ("cent", "cents") and len(rest[0]) <= 2:
                value += int(rest[0]) / 100
                i += 2 + (tokens[i] == "and")
            out.append(_money(sign, value))
        elif token[0] in "$€£":
            out.append(_money(token[0], float(token[1:])))
            i += 1
        elif number and follows == "percent":
            out.append(f"{token}%")
            i += 2
        elif token == "negative" and re.match(r"[$€£]?[0-9]", follows):
            out.append("minus")
            i += 1
        else:
            out.append(token)
            i += 1
    return out


def _money(sign: str, value: float) -> str:
    return sign + f"{value:.2f}".removesuffix(".00")
