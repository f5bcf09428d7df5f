"""Values in the agent's words that no source holds: amounts, clock times, days, codes and spans of time."""

from __future__ import annotations

import re
from collections.abc import Iterator

from metrics.evidence import CODE_KINDS, to_cents
from metrics.judges.offline._faithfulness_entries import Item
from metrics.judges.offline._faithfulness_fault import MAJOR, MINOR, Fault
from metrics.judges.offline._faithfulness_grounds import Grounds, day_known, durations, read
from metrics.judges.offline._faithfulness_view import Saying, View
from metrics.judges.offline._spelling import BREAK, characters, distance, folded

_EXAMPLE = re.compile(r"\b(?:for example|for instance|such as|like|e\.g\.|if (?:it|you|your))\b")
_HEDGED = re.compile(
    r"\b(?:about|around|roughly|approximately|approx|usually|typically|normally|generally|up to|estimated)\b"
)
# An amount that is called the price of something has to stand somewhere; others may be reckoned.
_PRICED = re.compile(r"\b(?:fare|fares|price|priced|rate|balance|limit|salary|stipend)\b[^.,;]{0,40}$")
# so has what is handed out
_GIVEN = re.compile(r"\bvouchers?\b[^.,;]{0,30}$")
_RECKONED = re.compile(
    r"\b(?:total|difference|more|extra|additional|less|sum|remaining|left|higher|lower|cheaper|due|change|would|need)\b"
)
_NO_FIGURE = frozenset({"midnight", "noon", "midday"})
_THINKS_OF = re.compile(r"\b(?:can|could|would|may|might|should|shall|want|if|or|until|from|before|after|try|search)\b")
_FROM_TO = re.compile(r"\b(?:depart|leav|start|begin)\w*\b.*\b(?:arriv|land|end|finish|get in)")
_CLOCK = re.compile(r"\b[AP]\.? ?M\b|\bo'clock\b")
_PROMISES = re.compile(
    r"\b(?:takes?|activat\w+|post(?:s|ed)?|process\w*|arriv\w+|ready|available|expires?|expir\w+|valid|appear\w*"
    r"|deliver\w*"
    r"|receive|respond|reply|within|wait|hold|effect|complete[ds]?|hear)\b"
)


def faults(view: View) -> Iterator[Fault]:
    """What the agent states and nobody gave, or gave of something else."""
    for saying in view.agent:
        known = view.everything
        near = _spoken_of(view, saying)
        done = any(s.writes and s.ok and s.turn == saying.turn and s.place < saying.place for s in view.steps)
        for sentence in saying.sentences:
            low = sentence.lower()
            if _EXAMPLE.search(low) and sentence.endswith("?"):
                continue
            hedged = bool(_HEDGED.search(low))
            for m in read(sentence):
                words = sentence[m.start : m.end]
                if m.kind == "amount":
                    clause = low[: m.start]
                    if not _amount_known(view, known, near, m.value, clause, done):
                        rating = MINOR if hedged or _corrected(view, saying) else MAJOR
                        yield _fault(saying, rating, "amount without a source", sentence, f"no source holds {words!r}")
                elif m.kind == "time":
                    if not _time_known(known, m.value) and words.lower() not in _NO_FIGURE:
                        yield _fault(saying, MINOR, "time without a source", sentence, f"no source holds {words!r}")
                elif m.kind == "date":
                    if not day_known(known, m.value[-5:], known.lasts | {1440}) and not _THINKS_OF.search(low):
                        yield _fault(saying, MINOR, "day without a source", sentence, f"no source holds {words!r}")
                elif not (_EXAMPLE.search(low) or _CLOCK.search(words) or _code_known(known, m.value, words)):
                    far = distance(m.value, known.stream) > 2 and len(m.value) > 5
                    rating = MAJOR if far else MINOR  # made up, or a slip in one that was given
                    yield _fault(saying, rating, "code without a source", sentence, f"no source holds {m.value!r}")
            yield from _misplaced(view, saying, sentence, low)
            yield from _spans(view, saying, sentence, low)


def _spoken_of(view: View, saying: Saying) -> list[Item]:
    """The items of the tools' lists that a saying names by their code, or by their time."""
    said = read(saying.text)
    listed = [i for i in view.items(saying.place) if i.listed]
    coded = [i for i in listed if any(m.kind in CODE_KINDS and i.holds(m.value) for m in said)]
    timed = [i for i in listed if any(m.kind == "time" and m.value in i.grounds.times for m in said)]
    return coded + timed


def _amount_known(view: View, known: Grounds, near: list[Item], value: str, clause: str, done: bool) -> bool:
    if known.evidence.holds_amount(value) or (len(value) > 2 and folded(value) in known.stream.split(BREAK)):
        return True  # the caller may have said the bare figure: "under one seventy-five"
    wanted = to_cents(value)
    if wanted is None:
        return True
    if _PRICED.search(clause) and not _RECKONED.search(clause[-80:]):
        return False  # what is called a price has to stand somewhere
    # a total or a difference is reckoned from what was spoken of, what was paid, and the fees of the policy
    own = view.own_amounts
    if done:  # what was done has its figures; nothing is left to be reckoned but sums of them
        return wanted in {a + b for a in own for b in own} | {abs(a - b) for a in own for b in own}
    if _GIVEN.search(clause):
        return False
    named = {a for i in near for a in i.grounds.evidence.amounts} or view.told.evidence.amounts
    fees = view.policy.evidence.amounts
    # new price less old one, with a fee on it or off it; a price with a fee; the same for each of several
    apart = {abs(a - b) for a in named | own for b in own} | {abs(a - fee) for a in own for fee in fees}
    ways = apart | {a + fee for a in named | own for fee in fees if fee not in own} | {a + b for a in own for b in own}
    ways |= {step + fee for step in apart for fee in fees}
    return any(wanted % n == 0 and wanted // n in ways | named | fees for n in range(1, 10))


def _misplaced(view: View, saying: Saying, sentence: str, low: str) -> Iterator[Fault]:
    """Times that the tools gave of something else than what the sentence names."""
    said = read(sentence)
    times = {m.value for m in said if m.kind == "time"}
    codes = [m.value for m in said if m.kind in ("flight", "code")]
    if not times or _THINKS_OF.search(low) or re.search(r"\b(?:than|instead|not|n't|original|connect)", low):
        return
    items = [i for i in view.items(saying.place) if i.grounds.times]
    about = [i for i in items if any(i.holds(c) for c in codes)]
    heard = {m.value for s in view.caller if s.place < saying.place for m in read(s.text) if m.kind == "time"}
    if len(codes) == 1 and about and len(times) <= 2:
        wrong = times - {t for i in about for t in i.grounds.times} - heard - _delayed(about, view)
        source = f"the tools gave {_listed(about)} for {codes[0]}"
    elif not codes and len(times) == 2 and len(items) > 1 and _FROM_TO.search(low):
        wrong = set() if any(times <= i.grounds.times | heard for i in items) else times
        wrong = set() if times & _delayed(items, view) else wrong
        source = "no tool gave these two times of one and the same thing"
    else:
        return
    if wrong and all(_time_known(view.everything, t) for t in wrong):
        yield _fault(saying, MINOR, "time of something else", sentence, source)


def _delayed(items: list[Item], view: View) -> set[str]:
    """The times of some items, each with a delay that a tool gave."""
    clock = [int(t[:2]) * 60 + int(t[3:]) for i in items for t in i.grounds.times]
    moved = [(t + delay) % 1440 for t in clock for delay in view.told.delays]
    return {f"{t // 60:02d}:{t % 60:02d}" for t in moved}


def _listed(items: list[Item]) -> str:
    return ", ".join(sorted({t for i in items for t in i.grounds.times}))


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


def _code_known(known: Grounds, value: str, words: str) -> bool:
    if known.evidence.holds_code(value):
        return True
    wanted = characters(words).replace("|", "") or value
    ends = {folded(code) for code in known.evidence.codes if len(code) > 4 or (len(code) > 3 and not code.isalpha())}
    if any(wanted.startswith(code) or wanted.endswith(code) for code in ends):
        return True  # a known code with words beside it that read like more of it
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
