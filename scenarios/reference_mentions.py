"""Whether a caller of a reference record can say a value at all: it must be in what the caller was told."""

from __future__ import annotations

import json
import re
from datetime import date, timedelta

from scenarios.reference_record import Record
from scenarios.values import occurs

_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


def spoken_date(day: str) -> str:
    """``2026-03-25`` as ``March 25``."""
    found = date.fromisoformat(day)
    return f"{_MONTHS[found.month - 1]} {found.day}"


def read_date(text: str) -> str | None:
    """An ISO date from ``2026-03-25`` or ``March 25, 2026``, or ``None``."""
    iso = re.fullmatch(r"\d{4}-\d{2}-\d{2}", text.strip())
    words = re.fullmatch(r"([A-Z][a-z]+) (\d{1,2}), (\d{4})", text.strip())
    try:
        if iso:
            return date.fromisoformat(text.strip()).isoformat()
        if words and words[1] in _MONTHS:
            return date(int(words[3]), _MONTHS.index(words[1]) + 1, int(words[2])).isoformat()
    except ValueError:
        return None
    return None


def read_time(text: str) -> str | None:
    """A time of day on the 24 h clock from ``15:00`` or ``3:00 PM``, or ``None``."""
    found = re.fullmatch(r"(\d{1,2}):(\d{2})\s*(?:([AP])\.?M\.?)?", text.strip(), re.I)
    if found is None or int(found[2]) > 59:
        return None
    hour, half = int(found[1]), (found[3] or "").upper()
    if half:
        return f"{hour % 12 + (12 if half == 'P' else 0):02d}:{found[2]}" if 1 <= hour <= 12 else None
    return f"{hour:02d}:{found[2]}" if hour < 24 else None


def read_phone(text: str) -> str | None:
    """The ten digits of a North American number, or ``None``."""
    digits = re.sub(r"\D", "", text)
    ten = digits[1:] if len(digits) == 11 and digits.startswith("1") else digits
    return ten if len(ten) == 10 else None


class Brief:
    """Everything the caller of a record was told, to look values up in.

    Attributes:
        information: what the record lists by name.
    """

    def __init__(self, record: Record) -> None:
        goal = record.user_goal
        self._today = date.fromisoformat(record.today)
        self.information = goal.information_required
        self._text = json.dumps(goal.model_dump(mode="json"), ensure_ascii=False)

    def knows(self, value: str) -> bool:
        """Whether a code, airport or flight number stands in it as a word of its own."""
        return re.search(rf"(?<![A-Za-z0-9]){re.escape(value)}(?![A-Za-z0-9])", self._text) is not None

    def knows_date(self, day: str) -> bool:
        """Whether a date stands in it, in figures or words, or is today or tomorrow."""
        if read_date(day) is None:
            return False
        if day in (self._today.isoformat(), (self._today + timedelta(days=1)).isoformat()):
            return True
        return day in self._text or re.search(rf"\b{spoken_date(day)}(?!\d)", self._text) is not None

    def lists(self, value: str) -> bool:
        """Whether a word stands in it as a value by itself."""
        return occurs(value, [self.information])

    def mentions(self, words: str) -> bool:
        """Whether words stand anywhere in it, whatever their case; underscores are blanks."""
        return words.replace("_", " ").casefold() in self._text.casefold()

    def names(self, choice: str) -> bool:
        """Whether the words of a choice stand in it, joined by blanks, hyphens or underscores."""
        words = "[ _-]".join(re.escape(word) for word in re.split(r"[ _-]+", choice))
        return re.search(rf"(?<![^\W_]){words}(?![^\W_])", self._text, re.I) is not None
