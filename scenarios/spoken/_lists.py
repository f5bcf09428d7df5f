"""Several values of one kind: ``2026-07-14,2026-07-16`` and "July fourteenth and July sixteenth"."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Sequence

from scenarios.spoken._choices import hear_choice
from scenarios.spoken._codes import hear_code
from scenarios.spoken._dates import MONTH_NUMBERS, date_rules, day_of_month, resolve
from scenarios.spoken._loose_dates import loose_dates
from scenarios.spoken._tokens import Tokens, low, scan, tokens
from scenarios.spoken._types import Guess

_CHOSEN = 0.4
_MOST_DAYS = 31
_BETWEEN = re.compile(r"\s*(?:[,;.]|\band\b|\bthen\b|\balso\b|\bplus\b|\bas well as\b)+\s*", re.I)
_RANGE = frozenset({"through", "thru", "to", "until", "till", "-", "–"})


def say_list(value: str, one: Callable[[str], str]) -> str:
    """The values with commas between them and "and" before the last."""
    said = [one(part) for part in value.split(",")]
    if any(", " in s for s in said):
        return ", and ".join(said)
    return " and ".join(filter(None, [", ".join(said[:-1]), said[-1]]))


def _joined(values: Sequence[Guess]) -> list[Guess]:
    """One guess of several values, in the order of the text and each once."""
    ordered = sorted(values, key=lambda g: g.start)
    distinct = list(dict.fromkeys(g.value for g in ordered))
    if not distinct:
        return []
    cost = round(max(g.cost for g in ordered), 3)
    return [Guess(",".join(distinct), cost, ordered[0].start, max(g.end for g in ordered))]


def _moved(guess: Guess, by: int) -> Guess:
    """A reading of a part of a text as one of the whole."""
    return Guess(guess.value, guess.cost, by + guess.start, by + guess.end)


def hear_dates(text: str, today: dt.date | None) -> list[Guess]:
    """All dates of a text as one value; a day behind a date takes its month, "through" gives all days between."""
    toks = tokens(text)[:300]
    found = [g for g in scan(toks, date_rules(today), loose_dates(today)) if g.cost <= 0.5]
    best: dict[tuple[int, int], Guess] = {}
    if any(g.cost < 0.5 for g in found):  # "the eighteenth" behind a date is of its month
        found = [g for g in found if g.cost < 0.5]
    for g in found:
        if (g.start, g.end) not in best or g.cost < best[g.start, g.end].cost:
            best[g.start, g.end] = g
    out: list[Guess] = []
    for g in sorted(best.values(), key=lambda g: g.start):
        spanned = _days_between(toks, out[-1], g) if out else []
        out += [*_days_before(toks, g), *spanned, g, *_more_days(toks, g, today)]
    return _joined(out)


def _days_before(toks: Tokens, date: Guess) -> list[Guess]:
    """``the 3rd and the 5th of April``: days that share the month behind the last of them."""
    out: list[Guess] = []
    first = _index(toks, date.start)
    while True:
        j = first - 1
        while low(toks, j) in (",", "and", "the"):
            j -= 1
        begin = next((k for k in range(max(0, j - 3), j + 1) if (j + 1) in [e for _, e in day_of_month(toks, k)]), -1)
        if j == first - 1 or begin < 0 or low(toks, j)[-2:] not in ("st", "nd", "rd", "th"):
            return out
        if low(toks, begin - 1) in MONTH_NUMBERS or low(toks, begin - 2) in MONTH_NUMBERS:
            return out  # it has a month of its own
        day = day_of_month(toks, begin)[0][0]
        value = f"{date.value[:-2]}{day:02d}"
        out.insert(0, Guess(value, date.cost + 0.1, toks[begin].start, toks[j].end))
        first = begin


def _index(toks: Tokens, offset: int) -> int:
    return next((n for n, t in enumerate(toks) if t.start >= offset), len(toks))


def _days_between(toks: Tokens, first: Guess, last: Guess) -> list[Guess]:
    """The days after the first and before the last, where "through" or the like parts them."""
    words = [t.low for t in toks if first.end <= t.start < last.start]
    if not (set(words) & _RANGE) or set(words) - _RANGE - {"the", ","}:
        return []
    try:
        begin, end = dt.date.fromisoformat(first.value), dt.date.fromisoformat(last.value)
    except ValueError:
        return []
    days = (end - begin).days
    if not 1 < days <= _MOST_DAYS:
        return []
    return [Guess((begin + dt.timedelta(n)).isoformat(), last.cost, first.end, first.end) for n in range(1, days)]


def _more_days(toks: Tokens, date: Guess, today: dt.date | None) -> list[Guess]:
    """``July 14, 15 and the sixteenth``: further days of the month just said."""
    year = None if date.value.startswith("--") else int(date.value[:4])
    month = int(date.value[-5:-3])
    out: list[Guess] = []
    i = _index(toks, date.end)
    while i < len(toks):
        j = i
        while low(toks, j) in (",", "and", "the", "then", "also"):
            j += 1
        days = day_of_month(toks, j) if j > i else []
        # "July 14 and March 3" has a month of its own, "at 4 PM" is a time
        if not days or low(toks, days[0][1]) in ("of", "/", "-", ":", "am", "pm", "a", "p", "o'clock"):
            break
        value = resolve(month, days[0][0], year, today)
        if value is None:
            break
        out.append(Guess(value, 0.1, toks[j].start, toks[days[0][1] - 1].end))
        i = days[0][1]
    return out


def hear_codes(text: str, length: int | None) -> list[Guess]:
    """All codes of a text as one value, where their shape is not known."""
    out, at = [], 0
    for part in re.split(r"((?:[.;]\s|,?\s*\b(?:and|then|also|plus)\b)\s*)", text):
        guesses = hear_code(part, length) or hear_code(part, None)
        if guesses and guesses[0].cost <= 2.5:
            out.append(_moved(guesses[0], at))
        at += len(part)
    return _joined(out)


def hear_choices(text: str, choices: Sequence[str]) -> list[Guess]:
    """All choices that a text names as one value, in the order of the text."""
    if not choices:
        return _joined([_moved(g, begin) for begin, end in _parts(text) for g in hear_choice(text[begin:end], ())])
    kept: list[Guess] = []
    for begin, end in _parts(text):
        found = sorted(
            (g for g in hear_choice(text[begin:end], choices) if g.cost <= _CHOSEN), key=lambda g: (g.cost, g.start)
        )
        for g in (_moved(g, begin) for g in found):
            if all(g.end <= k.start or g.start >= k.end for k in kept):
                kept.append(g)
    if not kept:
        # words of one choice on both sides of an "and"
        best = sorted(hear_choice(text, choices), key=lambda g: g.cost)
        return best[:1]
    return _joined(kept)


def _parts(text: str) -> list[tuple[int, int]]:
    out, at = [], 0
    for m in _BETWEEN.finditer(text):
        out.append((at, m.start()))
        at = m.end()
    return [p for p in [*out, (at, len(text))] if text[p[0] : p[1]].strip()]
