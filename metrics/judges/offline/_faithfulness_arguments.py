"""Tool arguments without a source: placeholders, codes, dates and amounts that nobody named."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from typing import Any

from metrics.evidence import squeezed, to_cents
from metrics.judges.offline._effects import leaves
from metrics.judges.offline._faithfulness_fault import MAJOR, MINOR, Fault
from metrics.judges.offline._faithfulness_grounds import Grounds, day_known, durations, stem
from metrics.judges.offline._faithfulness_view import Step, View
from metrics.judges.offline._spelling import BREAK, characters, distance, folded
from metrics.words import words
from scenarios.spoken import affirms, hear

_PLACEHOLDER = re.compile(
    r"\W*|(?:unknown|n/?a|tbd|tba|missing|not[ _]?(?:given|provided|available|known|specified)|unspecified|placeholder"
    r"|unavailable|pending|to[ _]be[ _](?:provided|determined)|your_\w+|<.*>|\[.*\]|x{3,}|0{5,}|test|example|sample"
    r"|string|abc123|123456)",
    re.IGNORECASE,
)
_IDENTITY = re.compile(
    r"(?:^|_)(?:id|ids|number|num|code|name|key|pin|reference|ref|ticket|account|email|phone)(?:_|$)"
)
_MONEY = re.compile(r"(?:^|_)(?:amount|price|refund|credit|fee|total|cost|payment|sum)(?:_|$)")
_DAY = re.compile(r"\d{4}-(\d{2}-\d{2})")
_CODE = re.compile(r"(?=.*\d)[A-Za-z0-9][A-Za-z0-9_\-]{3,}|[A-Z]{5,8}")
_PLAIN_CODE = re.compile(r"(?=.*\d)[A-Z][A-Z0-9\-]{3,}|\d{6,}")
_RELATIVE = re.compile(
    r"\b(?:today|tonight|tomorrow|yesterday|this (?:morning|afternoon|evening)|(?:mon|tues|wednes|thurs|fri|satur"
    r"|sun)day"
    r"|(?:next|last|coming|this|following|in a|in two|in three) (?:day|week|weekend|month|year)s?|days? (?:later"
    r"|earlier|after|before)|now)\b"
)
_AROUND = {1440 * days for days in range(1, 8)}  # a search may look at the days beside the one that was named
_MONTH = 30 * 1440
_NEAR = 1  # characters by which a looked-up code may differ from what was heard
_MISHEARD = 2  # characters that a caller's yes to a read-back makes good, of codes up to eight long
_PLAIN = 1.0  # cost up to which the best reading of words as a code is more than a guess (`scenarios.spoken.hear`)
_RETRY = 2  # and after a failed lookup, when another spelling is being tried


def faults(view: View) -> Iterator[Fault]:
    """Arguments that cannot be traced to the caller, a tool, the policy or simple arithmetic."""
    failed = False
    for step in view.steps:
        for path, value in leaves(step.params):
            key = path[-1]
            empty = isinstance(value, str) and _placeholder(view, step, key, value)
            reason = "a placeholder, not a value of this call" if empty else _unfounded(view, step, key, value, failed)
            if reason:
                harmless = step.looks or (empty and not step.ok)
                yield Fault(
                    "fabricating_tool_parameters",
                    MINOR if harmless else MAJOR,
                    step.turn,
                    "placeholder" if empty else "argument without a source",
                    f"{step.tool}({key}={value!r})",
                    reason,
                )
        if step.looks and not step.ok:
            failed = True


def _placeholder(view: View, step: Step, key: str, value: str) -> bool:
    if not _PLACEHOLDER.fullmatch(value.strip()):
        return False
    if value.strip():
        return bool(_IDENTITY.search(key)) and value.lower() not in view.known(step.place).raw
    # an empty text is an argument left out, unless the tool needs it to find its record
    return bool(_IDENTITY.search(key)) and not step.ok


def _unfounded(view: View, step: Step, key: str, value: Any, failed: bool) -> str:
    """Why a value has no source; empty when it has one, or when it is of a kind that cannot be traced."""
    known, place = view.known(step.place), step.place
    if isinstance(value, bool) or value is None:
        return ""
    if isinstance(value, int | float):
        return _amount(key, value, known)
    text = str(value).strip()
    if day := _DAY.fullmatch(text):
        if _day_follows(view, step, text, day[1]) or _reckoned(view, place, text):
            return ""
        return "nobody named that day, nor anything from which it follows"
    if re.fullmatch(r"\d+\.\d{2}|\d+", text) and _MONEY.search(key):
        return _amount(key, float(text), known)
    if key.endswith("name") and text and not re.search(r"\d", text):
        heard = known.stream
        missing = [w for w in words(text) if stem(w) not in known.words and w not in known.raw and distance(w, heard)]
        return f"nobody gave the name {missing[0]!r}" if missing and not _alike(missing[0], known) else ""
    coded = _CODE.fullmatch(text) if _IDENTITY.search(key) else _PLAIN_CODE.fullmatch(text)
    if coded and not _listed(view, text):
        wanted = squeezed(text)
        if known.evidence.holds_code(text) or wanted in squeezed(known.raw):
            return ""
        far = min(distance(text, known.stream), _figures_apart(text, known.stream))
        allowed = 0 if not step.looks or len(wanted) < 5 else _RETRY if failed else _NEAR
        nothing = not any(c not in BREAK for c in known.stream)
        if nothing or far > allowed:
            if (step.looks and _read_so(view, place, wanted)) or (
                far <= max(_MISHEARD, len(wanted) // 3) and _agreed(view, place, text)
            ):
                return ""
            return f"{far} of {len(folded(text))} characters differ from anything the caller or a tool gave before"
    return ""


def _read_so(view: View, place: int, wanted: str) -> bool:
    """Whether a code is the best reading of something that the caller said: "Keelow, Whiskey" is KW."""
    readings = [hear("code", s.text, length=len(wanted))[:1] for s in view.caller if s.place < place]
    return any(squeezed(g.value) == wanted and g.cost <= _PLAIN for found in readings for g in found)


def _agreed(view: View, place: int, text: str) -> bool:
    """Whether the agent said a code, character by character or written, and the caller then said yes to it."""
    return any(
        (not distance(text, characters(s.text)) or squeezed(text) in squeezed(s.text))
        and (answer := next((c for c in view.caller if s.place < c.place < place), None)) is not None
        and affirms(answer.text) is True
        for s in view.agent
        if s.place < place
    )


def _day_follows(view: View, step: Step, text: str, day: str) -> bool:
    """Whether a day was named, or follows by a span that the caller named, or by one of the policy."""
    known = view.known(step.place)
    heard = [s.text for s in view.caller if s.place < step.place]
    spans = {span for words in heard for low, high, _ in durations(words) for span in (low, high)}
    if day_known(known, day, spans | _AROUND if step.looks else spans) and _year_known(view, known, text):
        return True
    # what a policy reckons with spans of a month and more; shorter ones would allow nearly any day
    return day_known(known, day, {span for span in view.policy.lasts if span >= _MONTH})


def _reckoned(view: View, place: int, day: str) -> bool:
    """Whether the caller spoke of a day in words that may mean this one: "tomorrow", "next Friday"."""
    said = " ".join(s.text.lower() for s in view.caller if s.place < place)
    try:
        wanted = dt.date.fromisoformat(day)
    except ValueError:
        return False
    after = said.rpartition(wanted.strftime("%B").lower())
    if after[1] and characters(after[2][:20]).strip(BREAK).startswith(folded(str(wanted.day))):
        return True  # "December two six"
    if not _RELATIVE.search(said):
        return False
    try:
        away = (wanted - dt.date.fromisoformat(view.case.now[:10])).days
    except ValueError:
        return True  # without today's date nothing can be held against it
    weekday = wanted.strftime("%A").lower() in said and abs(away) <= 14
    named = {0: r"today|tonight|this|now", 1: r"tomorrow", -1: r"yesterday|last night"}.get(away, r"(?!)")
    return (
        weekday
        or bool(re.search(rf"\b(?:{named})\b", said))
        or (("week" in said or "month" in said) and abs(away) <= 62)
    )


def _year_known(view: View, known: Grounds, day: str) -> bool:
    """Whether the year was named, or lies near the present one."""
    now = view.case.now[:4]
    return day in known.full_days or day[:4] in known.raw or not now.isdigit() or abs(int(day[:4]) - int(now)) <= 2


def _figures_apart(text: str, stream: str) -> int:
    """0 for a short prefix before figures that were given as such: a flight or a record of a known kind."""
    m = re.fullmatch(r"[A-Za-z]{1,4}-?(\d{3,})", text)
    return 0 if m and folded(m[1]) in stream.split(BREAK) else len(text)


def _amount(key: str, value: float, known: Grounds) -> str:
    if not _MONEY.search(key):
        return ""
    wanted = to_cents(value)
    if wanted is None or known.evidence.holds_amount(str(value), known.evidence.amounts):
        return ""
    if any(abs(a - b) == wanted for a in known.evidence.amounts for b in known.evidence.amounts):
        return ""
    return "no amount that the caller, a tool or the policy named, nor a sum or difference of two"


def _alike(name: str, known: Grounds) -> bool:
    """Whether a name is a plausible spelling of a word that was heard."""
    return any(
        len(w) > 2 and w[0] == name[0] and distance(name, w.upper()) <= max(1, len(name) // 4) for w in known.words
    )


def _listed(view: View, text: str) -> bool:
    """Whether a value stands in the schema of a tool."""
    return any(f"'{text}'" in str(t.get("parameters", "")) for t in view.case.tools)
