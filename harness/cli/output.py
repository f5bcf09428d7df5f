"""What commands print on stdout."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

PIPED = 160  # columns where stdout is no terminal


def print_json(value: Any) -> None:
    """Print JSON in the form that files have."""
    from harness.files import dumps

    sys.stdout.write(dumps(value))


def width() -> int:
    """Columns that there are."""
    from rich.console import Console

    return Console().width if sys.stdout.isatty() else PIPED


def print_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table; text from scenarios and agents is shown as it is, never read as markup.

    The first column is never broken.
    """
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for index, name in enumerate(columns):
        table.add_column(Text(name), overflow="fold", no_wrap=index == 0)
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    Console(width=width()).print(table)
