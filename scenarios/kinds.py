"""The canonical form of each kind of entity, see `scenarios.model.EntityKind`."""

from __future__ import annotations

import re
import unicodedata
from datetime import date

from scenarios.model import EntityKind
from scenarios.spoken import COUNTRIES, STATES

_FORMS: dict[EntityKind, str] = {
    "code": r"[A-Za-z0-9-]{2,24}",
    "digits": r"\d{2,16}",
    "name": r"[^\W\d_]+(?:[ .'’-]+[^\W\d_]+)*\.?",
    "date": r"\d{4}-\d{2}-\d{2}",
    "time": r"([01]\d|2[0-3]):[0-5]\d",
    "amount": r"\d{1,8}(\.\d{1,2})?",
    "count": r"\d{1,2}",
    "flight": r"[A-Z]{2,3}\d{1,4}",
    "airport": r"[A-Z]{3}",
    "choice": r"[A-Za-z0-9]+([ _-][A-Za-z0-9]+)*",
    "number": r"\d{1,5}(\.\d{1,2})?",
    "state": r"[A-Z]{2}",
    "country": r"[A-Z]{2}",
    "email": r"[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+",
    "dates": r"\d{4}-\d{2}-\d{2}(,\d{4}-\d{2}-\d{2})*",
    "codes": r"[A-Za-z0-9-]{2,24}(,[A-Za-z0-9-]{2,24})*",
    "choices": r"[A-Za-z0-9]+([ _-][A-Za-z0-9]+)*(,[A-Za-z0-9]+([ _-][A-Za-z0-9]+)*)*",
    "text": r".*\S.*",
}


def fits(kind: EntityKind, value: str) -> bool:
    """Whether a value has the canonical form of its kind."""
    figures = re.NOFLAG if kind in ("name", "text") else re.ASCII  # figures of other scripts are no canonical form
    if re.fullmatch(_FORMS[kind], _bare(value) if kind == "name" else value, figures) is None:
        return False
    if kind in ("state", "country"):
        return value in (STATES if kind == "state" else COUNTRIES)
    if kind in ("date", "dates"):
        try:
            for day in value.split(","):
                date.fromisoformat(day)
        except ValueError:
            return False
    return True


def _bare(name: str) -> str:
    """A name without accents and vowel signs that are characters of their own, and without invisible joiners."""
    return "".join(char for char in name if unicodedata.category(char)[0] != "M" and char not in "\u200c\u200d")
