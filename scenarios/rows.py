"""Rows of a world's tables, as the tools of all domains find and show them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scenarios.tool import Rejected

Row = dict[str, Any]


def row_of(rows: Mapping[str, Row], key: str, what: str, code: str = "not_found") -> Row:
    """A row by its key.

    Args:
        rows: the rows of a table, or of a part of one.
        key: key of the row.
        what: what the row is, for the message.
        code: the code of the refusal when there is none.

    Raises:
        Rejected: `code`, when there is no such row.
    """
    found = rows.get(key)
    if found is None:
        raise Rejected(code, f"There is no {what} {key}.")
    return found


def fields(row: Row, *names: str) -> Row:
    """The named members of a row; one it lacks is null."""
    return {name: row.get(name) for name in names}
