"""Finding rows by what callers call them: a name or another name for the same thing, in any language.

Case, punctuation, spaces and the accents of Latin letters make no difference.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from scenarios.itsm.tools.lookup import catalog, facilities
from scenarios.rows import Row
from scenarios.tool import Rejected
from scenarios.world import World

#: Accents of Latin letters. The vowel signs of other scripts are letters of their own and stay.
_ACCENTS = range(0x0300, 0x0370)


def plain(name: str) -> str:
    """A name without case, accents, spaces and punctuation; two names are the same when these are."""
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    kept = (letter for letter in apart if ord(letter) not in _ACCENTS and unicodedata.category(letter)[0] in "LMN")
    return unicodedata.normalize("NFC", "".join(kept))


def key_of(rows: Mapping[str, Row], said: str, what: str) -> str:
    """The key of the row that a caller named by its key, its ``name`` or one of its ``name_aliases``.

    A key goes before a name, and a name before another name for the same thing.

    Args:
        rows: the rows by key.
        said: what the caller said.
        what: what the rows are, for the message.

    Raises:
        Rejected: ``name_not_found`` when it names no row, or several alike; the message lists the names.
    """
    wanted = plain(said)
    if wanted:
        by_rank = (
            {key for key in rows if plain(key) == wanted},
            {key for key, row in rows.items() if plain(str(row.get("name") or "")) == wanted},
            {key for key, row in rows.items() if wanted in map(plain, row.get("name_aliases") or [])},
        )
        found = next((keys for keys in by_rank if keys), set())
        if len(found) == 1:
            return found.pop()
        if found:
            names = _names({key: rows[key] for key in sorted(found)})
            raise Rejected("name_not_found", f"{said} may be each of these {what}s: {names}.")
    known = f"Known are: {_names(rows)}." if rows else "None are known."
    raise Rejected("name_not_found", f"There is no {what} called {said}. {known}")


def named(world: World, kind: str, said: str) -> tuple[str, Row]:
    """The key and the row of something that was said by its key or a name, see `key_of`.

    Args:
        world: the world.
        kind: ``building``, ``zone``, ``application`` or ``license``.
        said: what the caller said.

    Raises:
        Rejected: ``name_not_found``.
    """
    rows = facilities(world, f"{kind}s") if kind in ("building", "zone") else catalog(world, f"{kind}s")
    key = key_of(rows, said, kind)
    return key, rows[key]


def _names(rows: Mapping[str, Row]) -> str:
    return ", ".join(f"{row.get('name') or key} ({key})" for key, row in rows.items())
