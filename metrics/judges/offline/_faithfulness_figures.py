"""Values in the agent's words that no source holds: amounts, clock times, days, codes and spans of time."""

from __future__ import annotations

import re
from collections.abc import Iterator

from metrics.evidence import to_cents
from metrics.judges.offline._faithfulness_fault import MAJOR, MINOR, Fault
from metrics.judges.offline._faithfulness_grounds import Grounds, durations, read
from metrics.judges.offline._faithfulness_spelling import characters, distance
from metrics.judges.offline._faithfulness_view import Saying, View

_EXAMPLE = re.compile(r"\b(?:for example|for instance|such as|like|e\.g\.|if (?:it|you|your))\b")
_HEDGED = re.compile(
    r"\b(?:about|around|roughly|approximately|approx|usually|typically|normally|generally|up to|estimated)\b"
)
# An amount that is called the price of something has to stand somewhere; others may be reckoned.
_PRICED = re.compile(r"\b(?:fare|fares|price|priced|rate|balance|limit|salary|stipend)\b[^.,;]{0,40}$")
_RECKONED = re.compile(
    r"\b(?:total|difference|more|extra|additional|less|sum|remaining|left|higher|lower|cheaper|due|change|would|need)\b"
)
_NO_FIGURE = frozenset({"midnight", "noon", "midday"})
_THINKS_OF = re.compile(r"\b(?:can|could|would|may|might|should|shall|want|if|or|until|from|before|after|try|search)\b")
_LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_CLOCK = re.compile(r"\b[AP]\.? ?M\b|\bo'clock\b")
_PROMISES = re.compile(
    r"\b(?:takes?|activat\w+|post(?:s|ed)?|process\w*|arriv\w+|ready|available|expires?|expir\w+|valid|appear\w*"
    r"|deliver\w*"
    r"|receive|respond|reply|within|wait|hold|effect|complete[ds]?|hear)\b"
)


def faults(view: View) -> Iterator[Fault]:
    """What the agent states and nobody gave."""
    for saying in view.agent:
        known = view.everything
        for sentence in saying.sentences:
            low = sentence.lower()
            if _EXAMPLE.search(low) and sentence.endswith("?"):
                continue
            hedged = bool(_HEDGED.search(low))
            for m in read(sentence):
                words = sentence[m.start : m.end]
                if m.kind == "amount":
                    clause = low[: m.start]
                    priced = bool(_PRICED.search(clause)) and not _RECKONED.search(clause[-80:])
                    if not _amount_known(view, known, m.value, not priced):
                        rating = MINOR if hedged or _corrected(view, saying) else MAJOR
                        yield _fault(saying, rating, "amount without a source", sentence, f"no source holds {words!r}")
                elif m.kind == "time":
                    if not _time_known(known, m.value) and words.lower() not in _NO_FIGURE:
                        yield _fault(saying, MINOR, "time without a source", sentence, f"no source holds {words!r}")
                elif m.kind == "date":
                    if not _day_known(known, m.value[-5:]) and not _THINKS_OF.search(low):
                        yield _fault(saying, MINOR, "day without a source", sentence, f"no source holds {words!r}")
                elif not (_EXAMPLE.search(low) or _CLOCK.search(words) or _code_known(known, m.value, words)):
                    yield _fault(saying, MINOR, "code without a source", sentence, f"no source holds {m.value!r}")
            yield from _spans(view, saying, sentence, low)


def _amount_known(view: View, known: Grounds, value: str, reckoned: bool) -> bool:
    if known.evidence.holds_amount(value):
        return True
    wanted = to_cents(value)
    if wanted is None:
        return True
    # What is called a price has to stand somewhere; a total or a difference may be reckoned from what stands there.
    parts = view.told.evidence.amounts | view.policy.evidence.amounts
    if not reckoned:
        return False
    if any(part and wanted % part == 0 and wanted // part <= 9 for part in parts):
        return True  # so much for each of several
    steps = {abs(a - b) for a in parts for b in parts} | {a + b for a in parts for b in parts}
    return wanted in steps or any(abs(wanted - part) in steps for part in parts)


def _corrected(view: View, saying: Saying) -> bool:
    later = [s for s in view.agent if s.place > saying.place]
    return any(
        re.search(r"\b(?:correct(?:ion)?|sorry|apologi[sz]e|mistake|misspoke|actually)\b", s.text.lower())
        for s in later
    )


def _time_known(known: Grounds, value: str) -> bool:
    said = int(value[:2]) * 60 + int(value[3:])
    clock = {(int(t[:2]) * 60 + int(t[3:])) % 720 for t in known.times}
    # twelve hours apart is the same on a clock's face; a delay or a duration may have been added
    return said % 720 in clock or any(
        (said - span) % 720 in clock or (said + span) % 720 in clock for span in known.lasts
    )


def _day_known(known: Grounds, value: str) -> bool:
    if value in known.days or not known.days:
        return True
    spans = {span // 1440 for span in known.lasts if span >= 1440} | {1}
    day = _ordinal(value)
    return any((day - _ordinal(other)) % 365 in {n % 365, -n % 365} for other in known.days for n in spans)


def _ordinal(value: str) -> int:
    """The day of a year that is no leap year."""
    month, day = int(value[:2]), int(value[3:])
    return sum(_LENGTHS[: month - 1]) + day


def _code_known(known: Grounds, value: str, words: str) -> bool:
    if known.evidence.holds_code(value):
        return True
    wanted = characters(words).replace("|", "") or value
    if any(len(code) > 3 and code.upper() in wanted for code in known.evidence.codes if any(c.isdigit() for c in code)):
        return True  # a known code with words around it that read like more of it
    return len(wanted) < 4 or distance(wanted, known.stream) <= 1 or _within_data(known, wanted)


def _within_data(known: Grounds, wanted: str) -> bool:
    plain = "".join(c for c in known.raw.upper() if c.isalnum()).translate(str.maketrans("OI", "01"))
    return wanted in plain


def _spans(view: View, saying: Saying, sentence: str, low: str) -> Iterator[Fault]:
    if not _PROMISES.search(low) or sentence.endswith("?"):
        return
    known = view.everything
    for least, most, words in durations(sentence):
        if not ({least, most} <= known.lasts or _between_times(known, least, most)):
            yield _fault(saying, MINOR, "span of time without a source", sentence, f"no source holds {words!r}")


def _between_times(known: Grounds, least: int, most: int) -> bool:
    clock = sorted(int(t[:2]) * 60 + int(t[3:]) for t in known.times)
    return any(abs((b - a) % 1440 - w) <= 10 for w in {least, most} for a in clock for b in clock if a != b)


def _fault(saying: Saying, rating: int, rule: str, words: str, source: str) -> Fault:
    return Fault(
        "misrepresenting_tool_result" if "amount" in rule or rule[:12] == "time without" else "hallucination",
        MAJOR if rating == MAJOR else MINOR,
        saying.turn,
        rule,
        words,
        source,
    )
