"""Text as a voice should read it: the few written forms that the phonemizer reads as a person would not.

Dates, times, money and ordinals are left to the phonemizer, which reads them well.
"""

from __future__ import annotations

import re
import unicodedata

_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")
_MARKUP = re.compile(r"[*_`~|<>{}\\^]+|^\s*(?:#{1,6}|[-•])\s+", re.MULTILINE)
_NUMBER_SIGN = re.compile(r"#\s*(?=[A-Z0-9])")
_PHONE = re.compile(
    r"(?<![\w$€£.,:/-])(?!\d{4}-\d\d-\d\d(?!\d))\+?\(?\d{1,4}\)?(?:[-. ]\(?\d{2,4}\)?){2,4}(?![\w/:-]|[.,]\d)"
)
_CODE = re.compile(r"(?<![\w.,$€£:/-])(?=[A-Z0-9-]*\d)(?=[A-Z0-9-]*[A-Z])[A-Z0-9]+(?:-[A-Z0-9]+)*(?!\w)")
_DIGITS = re.compile(r"(?<![\w.,$€£:/-])(?:0\d+|\d{5,})(?![\w:/%]|[.,-]\d|\s?(?:dollars|euros|pounds|percent))")
_SPEAKABLE = re.compile(r"[^\W_]")


def speakable(text: str) -> bool:
    """Whether there is anything in `text` that can be said: at least one letter or digit."""
    return _SPEAKABLE.search(text) is not None


def spoken(text: str) -> str:
    """`text` without markup, with phone numbers, mixed codes and long digit strings read one by one."""
    text = _plain(text)
    text = _MARKUP.sub(" ", _LINK.sub(r"\1", text))
    text = _NUMBER_SIGN.sub("number ", text)
    text = _PHONE.sub(lambda m: ", ".join(_one_by_one(g) for g in re.findall(r"\d+", m[0])), text)
    text = _CODE.sub(lambda m: _one_by_one(m[0]), text)
    text = _DIGITS.sub(lambda m: _one_by_one(m[0]), text)
    return " ".join(text.split())


def _plain(text: str) -> str:
    """Compatible forms folded (raised digits, full-width letters), digits of all scripts as 0 to 9, no controls."""
    folded = unicodedata.normalize("NFKC", text)
    digits = (str(unicodedata.digit(c)) if unicodedata.category(c) == "Nd" else c for c in folded)
    return "".join(
        " " if c not in "\n\t" and unicodedata.category(c) in ("Cc", "Cf", "Co", "Cs", "Cn") else c for c in digits
    )


def _one_by_one(characters: str) -> str:
    return " ".join(c for c in characters if c != "-")
