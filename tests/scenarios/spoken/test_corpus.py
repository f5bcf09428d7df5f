"""What people say for values, and what each of it is; read from ``corpus/*.tsv``.

A row is the words, the value, and where the kind needs it the pattern or the choices. `lists.tsv` and `none.tsv`
begin with the kind; `none.tsv` has texts without any value of it.
"""

import datetime as dt
from pathlib import Path

import pytest

from scenarios.kinds import fits
from scenarios.spoken import hear, same

CORPUS = Path(__file__).parent / "corpus"
TODAY = dt.date(2026, 3, 17)  # a Tuesday
DOUBTFUL = 0.6  # readings of small talk are at least that dear
KINDS = {
    "airports": "airport",
    "amounts": "amount",
    "choices": "choice",
    "codes": "code",
    "counts": "count",
    "countries": "country",
    "dates": "date",
    "digits": "digits",
    "emails": "email",
    "flights": "flight",
    "names": "name",
    "numbers": "number",
    "states": "state",
    "times": "time",
}


def rows():
    for path in sorted(CORPUS.glob("*.tsv")):
        for line in path.read_text(encoding="utf-8").splitlines():
            cells = line.split("\t")
            if path.stem == "none":
                yield cells[0], cells[1], None, cells[2]
                continue
            kind, text, value, *rest = cells if path.stem == "lists" else (KINDS[path.stem], *cells)
            yield kind, text, value, rest[0] if rest else ""


ROWS = list(rows())


def context(kind, extra):
    if not extra:
        return {"length": None if kind == "digits" else 6}
    return {"choices": extra.split(",")} if kind in ("choice", "choices") else {"pattern": extra}


@pytest.mark.parametrize(
    ("kind", "text", "value", "extra"), [pytest.param(*row, id=f"{row[0]}: {row[1]}") for row in ROWS]
)
def test_row(kind, text, value, extra):
    guesses = hear(kind, text, today=TODAY, **context(kind, extra))
    if value is None:
        assert [g for g in guesses if g.cost < DOUBTFUL] == []
        return
    assert guesses, "nothing heard"
    assert guesses[0].value == value or (kind == "name" and same(kind, guesses[0].value, value)), guesses[:3]
    assert guesses[0].cost <= 1.0
    assert len(guesses) == 1 or guesses[1].cost >= guesses[0].cost


def test_the_corpus_is_large_distinct_and_canonical():
    assert len(ROWS) >= 600
    assert len(set(ROWS)) == len(ROWS)
    assert all(value is None or fits(kind, value) for kind, _, value, _ in ROWS)
