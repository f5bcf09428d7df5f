"""What commands print on stdout."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any


def print_json(value: Any) -> None:
    """Print JSON in the form that files have."""
    from harness.files import dumps

    sys.stdout.write(dumps(value))


def print_table(columns: Sequence[str], rows: Sequence[Sequence[str]], title: str = "") -> None:
    """Print a table; text from scenarios and agents is shown as it is, never read as markup."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console() if sys.stdout.isatty() else Console(width=160)
    table = Table(title=Text(title) if title else None, title_justify="left", box=_box())
    for name in columns:
        table.add_column(Text(name), overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    console.print(table)


def _box() -> Any:
    from rich import box

    return box.SIMPLE_HEAD
