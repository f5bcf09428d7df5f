"""The values in what a caller meant to say: each a thing that could be typed into a form.

Rules of form and of what stands before a value ("last name", "seat", "before five"), never of single values.
Spoken and written forms count alike. Rules are tried by how sure they are; what one took is closed to the next.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from scenarios.spoken import mentions, places


@dataclass(frozen=True, slots=True)
class Value:
    """A value in a text; `kind` is its type, `start` and `end` its place."""

    kind: str
    text: str
    start: int
    end: int


Rule = Callable[[str, bool], Iterator[tuple[str, int, int]]]

_UNIT = "zero|oh|one|two|three|four|five|six|seven|eight|nine"
_TEEN = "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
_TEN = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_NATO = (
    "alfa|alpha|bravo|charlie|delta|echo|foxtrot|golf|hotel|india|juliett?e?|kilo|lima|mike|november|oscar|papa"
    "|quebec|romeo|sierra|tango|uniform|victor|whiske?y|x-?ray|yankee|zulu"
)
_SMALL = rf"(?:(?:{_TEN})(?:[ -](?:{_UNIT}))?|{_TEEN}|{_UNIT}|\d+(?:\.\d+)?)"
_NUMBER = rf"(?:(?:an? )?(?:{_SMALL})(?:[ -](?:hundred|thousand|and|point|{_TEN}|{_TEEN}|{_UNIT})){{0,6}})"
_CHARACTER = rf"(?:(?:(?i:digit|letter|number) )?(?i:double[ -]u|{_UNIT}|{_NATO})\b|(?:(?i:letter) )?[A-Za-z]\b|\d+)"
_CLAUSE = r"(?:,? (?i:as in|for|like in|is for) \w+)?"
_GAP = rf"(?:\.\.\.|…|[,.]? ?(?i:dash|hyphen),? |, | |-|\. (?={_CHARACTER}(?:[,.]|$)))+"
_RUN = re.compile(rf"(?<![\w'’]){_CHARACTER}{_CLAUSE}(?:{_GAP}{_CHARACTER}{_CLAUSE})+(?![\w'’@])")
_CAPITAL = r"(?:[A-Z]['’])?[A-Z][a-z]+(?:['’-][A-Z]?[a-z]+)*(?:[A-Z][a-z]+)?"
_SPELLED = r"(?:[A-Z](?:[ -]|, )){2,}[A-Z]\b"
_FULL = rf"(?:{_CAPITAL}(?: {_CAPITAL}){{0,2}})"
_MONTH = "january|february|march|april|may|june|july|august|september|october|november|december"
_DAY = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
_ZONE = re.compile(r",? (?:Eastern|Central|Mountain|Pacific|local)(?: time)?\b")

_EMAIL_PART = rf"(?:(?:\b[^\W_] ){{0,20}}[^\W_]+(?: (?:{_UNIT}|\d+)\b){{0,6}})"
_EMAIL = re.compile(
    rf"\b{_EMAIL_PART}(?:(?: (?:dot|underscore|dash|hyphen|plus) |[._+-]){_EMAIL_PART}){{0,8}}"
    r"(?: at | ?@ ?)[^\W_]+(?:(?: (?:dash|hyphen) |-)[^\W_]+){0,4}(?:(?: dot |\.)[a-z]{2,}){1,4}\b(?! ?(?:at |@))",
    re.I,
)
_NAME_CUE = re.compile(
    r"\b(?:names?|surname)(?:['’]s)?(?: on \w+(?: \w+)?)?(?:,| is| are| of|:| —| -)?(?: it['’]s)?(?: spelled)? +", re.I
)
_CODE_CUE = re.compile(r"\b(?:code|number|reference|confirmation|id|tag)(?: is|:|,)? *$", re.I)
_UNDER = re.compile(rf"\b(?:under|booked for|made for) ({_FULL})\b")
_SPEAKER = re.compile(rf"\b({_CAPITAL}(?: {_CAPITAL})?) (?:speaking|here)\b")
_PERSON = re.compile(
    rf"\b(?:(?i:this is|i['’]m|i am|it['’]s|for|under|passengers?|with|by|manager|supervisor|colleague|to) |"
    rf"(?:Dr|Doctor|Mr|Mrs|Ms|Miss|Nurse|Professor)\.? )({_CAPITAL} {_CAPITAL})\b(?! (?:[A-Z]|\d))"
)
_TITLED = re.compile(rf"\b(?:(?:Dr|Mr|Mrs|Ms|Prof)\.|Doctor|Miss|Nurse|Professor) ({_FULL})")
_NO_NAME = frozenset(
    (
        "main basic premium economy business first second class cabin gold silver platinum bronze elite member airline "
        "airlines airways card flight please also can could the my and yes no okay hi hello thank thanks united "
        "emergency human resources service desk center centre hospital clinic medical department group team help "
        f"support office international national eastern pacific central {_MONTH.replace('|', ' ')} "
        f"{_DAY.replace('|', ' ')}"
    ).split()
)
_WRITTEN = re.compile(
    r"(?<![\w$@.-])(?=[A-Za-z-]*\d)(?=[\d-]*[A-Za-z])(?![0-9]+(?:st|nd|rd|th|am|pm|AM|PM|s|k|GB|MB|TB)\b)"
    r"[A-Z0-9][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*(?![\w@-])"
)
_LETTERED = re.compile(r"\b(?:[A-Z]{2,}-)+[A-Z0-9]{2,}\b|(?<=\bis )[A-Z]{5,8}\b|(?<=\bcode )[A-Z]{5,8}\b")
_FIGURES = re.compile(r"(?<![\w$.:,-])\+?\(?\d{3,}\)?(?:[ .-]\d{2,}){0,4}(?![\w:%-]|\.\d|,\d)")
_BY_DIGIT = re.compile(
    rf"\b(?:{_UNIT})(?:(?:\.\.\.|…|, |,? ?dash,? | |-|\. (?=(?:{_UNIT})(?:[,.]|$)))+"
    rf"(?:(?:{_UNIT})|(?:double|triple) (?:{_UNIT}))){{2,}}\b",
    re.I,
)
_TELEPHONE = re.compile(r"\b(?:phone|cell|mobile|telephone|call|callback|text|reach|whatsapp)\b", re.I)
_DIALLED = re.compile(r"\+?(?:1[ .-])?\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}")
_NEAR = 40  # characters within which a word for a telephone says that digits are its number
_FLIGHT = re.compile(rf"\b([A-Z]{{2}}) ?(?:\d{{2,4}}\b|(?:{_UNIT})(?: (?:{_UNIT})){{1,3}}\b)")
_TRAVEL = re.compile(r"\b(?:flights?|departing|leaving|arriving|airport|boarding|layover|nonstop|itinerary)\b", re.I)
_SEAT = re.compile(
    rf"\bseat (?:number )?((?:{_SMALL})(?: (?:{_UNIT}))?[ ,-]{{0,2}}(?:[A-L]\b|(?i:{_NATO})\b))"
    r"|(?<![\w-])(\d{1,2}[A-L])(?=[ ,.;?!]|$)",
    re.I,
)
_PLACE = re.compile(
    rf"\b(?i:building|floor|room|desk|gate|suite|unit|apartment|terminal|extension|bay|ward|level) (?:number )?"
    rf"((?:[A-Z] ?)?(?i:{_SMALL})(?:(?: |-)(?i:{_UNIT}))*|[A-Z]\b)(?! [a-z]+ (?:hours|minutes))"
)
_STREET = re.compile(
    rf"\b(?i:{_SMALL})(?: (?i:{_SMALL}|hundred)){{0,4}} (?:[A-Z]\w+ ){{1,3}}"
    r"(?:Street|St|Avenue|Ave|Road|Rd|Drive|Lane|Boulevard|Blvd|Court|Way|Place|Terrace|Parkway|Circle)\b"
)
_SPAN = re.compile(
    rf"\b(?:less than |more than |about )?({_NUMBER}(?: (?:to|or) {_NUMBER})?(?: and an? (?:half|quarter))?)[ -]"
    r"(?:(?:business|working|calendar|full|extra|more) )?(?:minute|hour|day|week|month|year)s?\b",
    re.I,
)
_HALF = r"(?: (?:in the )?(?:morning|afternoon|evening)\b)?"
_HOUR = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|1[0-2]|[1-9]"
_MINUTE = r"thirty|fifteen|twenty(?: five)?|forty(?: five)?|fifty(?: five)?|thirty five|ten|oh five|[0-5]\d"
_NEXT = r"(?=[,.;?!]|$| (?:or|and|on|if|today|tomorrow))"
_BARE_TIME = re.compile(
    rf"\b(?:{_HOUR})[ :](?:{_MINUTE})\b{_HALF}(?! (?:{_UNIT}|dollars?|percent|hundred|thousand)\b)"
    rf"|(?:(?<=\bbefore |\baround )|(?<=\bafter |\buntil )|(?<=\bby |\bat ))"
    rf"(?:{_HOUR})\b(?: or (?:{_HOUR})\b)?{_HALF}{_NEXT}",
    re.I,
)
_WEEKDAY = re.compile(rf"\b(?:{_DAY})\b", re.I)
_AIRPORT = re.compile(
    r"\b[A-Z]{3}(?= to [A-Z]{3}\b)|(?<=\b[A-Z]{3} to )[A-Z]{3}\b|(?:(?<=\bto )|(?<=\bfrom ))[A-Z]{3}\b"
)
_CITIES = re.compile(rf"\bfrom ({_CAPITAL}(?: {_CAPITAL})?) to ({_CAPITAL}(?: {_CAPITAL})?)\b")
_DAY_ALONE = re.compile(
    r"(?<=\bthe )(?:\d{1,2}(?:st|nd|rd|th)|(?:twenty|thirty)[ -](?:first|second|third|\w+th)|\w+teenth)\b"
    r"(?! (?:floor|time|row|option|street|avenue|character|letter|digit))",
    re.I,
)
_LEFT_DIGITS = re.compile(rf"(?:\b(?:{_UNIT}) )+$", re.I)


def values(text: str, *, travel: bool | None = None) -> list[Value]:
    """The values of a text, left to right, none inside another.

    Args:
        text: one turn of a caller as intended.
        travel: whether the call is about flights, so that two letters and figures are one; ``None`` asks the text.
    """
    about = bool(_TRAVEL.search(text)) if travel is None else travel
    taken: list[Value] = []
    for rule in _RULES:
        for kind, start, end in rule(text, about):
            if all(end <= v.start or start >= v.end for v in taken):
                taken.append(Value(kind, text[start:end], start, end))
    return sorted(taken, key=lambda v: v.start)


def is_travel(text: str) -> bool:
    """Whether a text is about flights."""
    return bool(_TRAVEL.search(text))


def _emails(text: str, travel: bool) -> Iterator[tuple[str, int, int]]:
    for m in _EMAIL.finditer(text):
        yield "email", m.start(), m.end()


def _moments(text: str, travel: bool) -> Iterator[tuple[str, int, int]]:
    for m in mentions(text):
        if m.kind == "time":
            zone = _ZONE.match(text, m.end)
            yield "time", m.start, zone.end() if zone else m.end
        elif m.kind == "date":
            yield "date", m.start, m.end
        elif m.kind == "amount":
            more = _LEFT_DIGITS.search(text[: m.start])
            yield "amount", more.start() if more else m.start, m.end


def _runs(text: str, travel: bool) -> Iterator[tuple[str, int, int]]:
    """What is spelled: a name after a word that announces one, else a code if it has letters."""
    for m in _RUN.finditer(text):
        start, end = _trimmed(text, m.start(), m.end())
        run = text[start:end]
        bare = re.sub(r"(?i)\b(?:digit|letter|number) |,? (?:as in|for|like in|is for) \w+", "", run)
        parts = re.findall(r"\w+", re.sub(r"(?i)double[ -]u", "w", bare))
        parts = [p for p in parts if p.lower() not in ("dash", "hyphen")]
        letters = sum(not (p.isdigit() or re.fullmatch(_UNIT, p, re.I)) for p in parts)
        if len(parts) < 3 or not letters or (letters == 2 and re.search(r"\b[ap] m$", bare, re.I)):
            continue
        if letters == len(parts) and _announced(text[:start]):
            yield "name", start, end
        elif len(parts) > 3 or letters < len(parts) or _CODE_CUE.search(text[:start]):
            yield "code", start, end


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Without an article or a pronoun at the edges: "a", "I"."""
    while True:
        run = text[start:end]
        head = re.match(r"(?:a|I|i)(?:,? (?=(?:[a-z]{2,}|\d{2,})\b)| (?=[A-Z] ))", run)
        if head and (head.group().startswith("a") or re.match(r"I (?:am|[a-z]{2,})", run)):
            start += head.end()
            continue
        tail = re.search(r"[ ,]+(?:a|I)$", run)
        if tail and re.match(r" \w", text[end:]) and not re.search(r"\b[A-Z][ ,]+I$", run):
            end -= len(tail.group())
            continue
        return start, end


def _announced(before: str) -> bool:
    found = [m.end() for m in _NAME_CUE.finditer(before)]
    if found and not re.search(r"[.;—?!]|\b(?:code|number|confirmation)\b", before[found[-1] :]):
        return len(before[found[-1] :].split()) <= 3
    return False


def _names(text: str, travel: bool) -> Iterator[tuple[str, int, int]]:
    for cue in _NAME_CUE.finditer(text):
        m = re.compile(rf"(?:{_SPELLED}|{_FULL})").match(text, cue.end())
        if m and not _ordinary(m.group().split()[0]):
            yield "name", m.start(), _clean(text, m.start(), m.end())


def _people(text: str, travel: bool) -> Iterator[tuple[str, int, int]]:
    for pattern in (_TITLED, _PERSON, _UNDER, _SPEAKER):
        for m in pattern.finditer(text):
            if not any(_ordinary(w) for w in m.group(1).split()):
                yield "name", m.start(1), m.end(1)


def _clean(text: str, start: int, end: int) -> int:
    """The end of a name without ordinary words that happen to be capitalised."""
    words = list(re.finditer(r"\S+", text[start:end]))
    for w in words[1:]:
        if _ordinary(w.group()):
            return start + w.start() - 1
    return end


def _ordinary(word: str) -> bool:
    return word.lower() in _NO_NAME


def _seats(text: str, travel: bool) -> Iterator[tuple[str, int, int]]:
    for m in _SEAT.finditer(text):
        group = 1 if m.group(1) else 2
        if group == 1 or travel:
            yield "seat", m.start(group), m.end(group)


def _flights(text: str, travel: bool) -> Iterator[tuple[str, int, int]]:
    for m in mentions(text):
        if m.kind == "flight":
            word = re.match(r"(?:[Ff]light )?(?:[a-z]+ )*(?=[A-Z\d])|(?i:flight (?:number )?)", text[m.start : m.end])
            yield "flight", m.start + (word.end() if word else 0), m.end
    for found in _FLIGHT.finditer(text):
        if travel and found.group(1) != "ID":
            yield "flight", found.start(), found.end()


def _written(text: str, travel: bool) -> Iterator[tuple[str, int, int]]:
    for m in _WRITTEN.finditer(text):
        if len(re.sub(r"\W", "", m.group())) >= 4:
            yield "code", m.start(), m.end()
    for m in _LETTERED.finditer(text):
        yield "code", m.start(), m.end()


def _digits(text: str, travel: bool) -> Iterator[tuple[str, int, int]]:
    for pattern in (_BY_DIGIT, _FIGURES):
        for m in pattern.finditer(text):
            count = len(re.findall(rf"\b(?:{_UNIT})\b", m.group(), re.I)) + sum(c.isdigit() for c in m.group())
            if pattern is _FIGURES and (count < 4 or re.fullmatch(r"(?:19|20)\d\d", m.group())):
                continue
            called = _TELEPHONE.search(text[max(0, m.start() - _NEAR) : m.start()])
            yield "phone" if called or _DIALLED.fullmatch(m.group()) else "digits", m.start(), m.end()


def _places(text: str, travel: bool) -> Iterator[tuple[str, int, int]]:
    for m in _STREET.finditer(text):
        yield "address", m.start(), m.end()
    for m in _PLACE.finditer(text):
        yield "place", m.start(), m.end()


def _spans(text: str, travel: bool) -> Iterator[tuple[str, int, int]]:
    for m in _SPAN.finditer(text):
        yield "duration", m.start(1), m.end()


def _bare_times(text: str, travel: bool) -> Iterator[tuple[str, int, int]]:
    for m in _BARE_TIME.finditer(text):
        yield "time", m.start(), m.end()


def _days(text: str, travel: bool) -> Iterator[tuple[str, int, int]]:
    for pattern in (_DAY_ALONE, _WEEKDAY):
        for m in pattern.finditer(text):
            yield "date", m.start(), m.end()


def _airports(text: str, travel: bool) -> Iterator[tuple[str, int, int]]:
    for m in _AIRPORT.finditer(text):
        if travel:
            yield "airport", m.start(), m.end()
    if travel:
        yield from _gazetteer("airport", text)
        for found in _CITIES.finditer(text):
            yield "airport", found.start(1), found.end(1)
            yield "airport", found.start(2), found.end(2)


def _regions(text: str, travel: bool) -> Iterator[tuple[str, int, int]]:
    if not travel:
        yield from _gazetteer("state", text)
        yield from _gazetteer("country", text)


def _gazetteer(kind: Literal["airport", "state", "country"], text: str) -> Iterator[tuple[str, int, int]]:
    """Capitalised names of the table that are no one's first name: "Jordan Clark"."""
    for m in places(kind, text):
        name = text[m.start : m.end]
        person = re.match(rf" {_CAPITAL}", text[m.end :])
        article = 4 if name.lower().startswith("the ") else 0
        if len(name) > 2 and all(w[0].isupper() for w in name[article:].split()) and not person:
            yield kind, m.start + article, m.end


_RULES: tuple[Rule, ...] = (
    _emails,
    _runs,
    _moments,
    _seats,
    _flights,
    _names,
    _written,
    _digits,
    _places,
    _spans,
    _bare_times,
    _airports,
    _regions,
    _people,
    _days,
)
