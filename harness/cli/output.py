"""What commands print on stdout."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

PIPED = 160  # columns where stdout is no terminal
NARROWEST = 6  # columns of a cell that may be broken
GAP = 3  # columns between cells


def print_json(value: Any) -> None:
    """Print JSON in the form that files have."""
    from harness.files import dumps

    sys.stdout.write(dumps(value))


def width() -> int:
    """Columns that there are."""
    from rich.console import Console

    return Console().width if sys.stdout.isatty() else PIPED


def print_table(columns: Sequence[str], rows: Sequence[Sequence[str]], whole: Sequence[str] = ()) -> None:
    """Print a table; text from scenarios and agents is shown as it is, never read as markup.

    The first column and those named in `whole` are never broken. A terminal that is too narrow breaks the lines
    of the table itself, so that nothing is lost.
    """
    from rich import box
    from rich.cells import cell_len
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    needed = 0
    for index, name in enumerate(columns):
        unbroken = index == 0 or name in whole
        longest = max(cell_len(text) for text in (name, *(row[index] for row in rows)))
        needed += GAP + (longest if unbroken else min(longest, NARROWEST))
        table.add_column(
            Text(name), overflow="fold", no_wrap=unbroken, min_width=longest if unbroken else min(longest, NARROWEST)
        )
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    Console(width=max(width(), needed)).print(table)
