"""The numbers on docs/statistics.md are what the code gives."""

import doctest
from pathlib import Path

PAGE = Path(__file__).resolve().parents[3] / "docs" / "statistics.md"


def test_worked_numbers():
    failed, run = doctest.testfile(str(PAGE), module_relative=False, report=False)
    assert failed == 0
    assert run > 20
