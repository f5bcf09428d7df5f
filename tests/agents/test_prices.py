"""Prices: the dated table, and files that go before it."""

from datetime import date

import pytest
import yaml

from agents import prices
from agents.prices import INSTEAD, UNITS, Price, Prices
from scenarios.errors import UsageError

ROW = {"provider": "acme", "part": "llm", "model": "m-1", "unit": "million_input_tokens", "price": 2.0,
       "as_of": "2026-11-01", "currency": "USD"}  # fmt: skip


def row(**changes):
    return Price.model_validate(ROW | changes)


def test_every_price_of_ours_is_dated_positive_and_has_no_rival():
    table = prices.builtin()
    assert len(table) > 50
    assert all(p.price > 0 and date(2025, 1, 1) <= p.as_of <= date(2026, 11, 30) for p in table)
    keys = [(p.provider, p.part, p.model, p.quantity) for p in table]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("part", ["llm", "realtime"])
def test_whoever_prices_tokens_prices_input_and_output(part):
    table = prices.builtin()
    for model in {(p.provider, p.model) for p in table if p.part == part and "tokens" in p.unit}:
        found = {p.quantity for p in table if (p.provider, p.model) == model and p.part == part}
        assert {"input_tokens", "output_tokens"} <= found, model


@pytest.mark.parametrize(
    ("unit", "count", "usd"),
    [
        ("million_output_tokens", 250_000, 0.5),
        ("million_cached_audio_tokens", 1_000_000, 2.0),
        ("thousand_characters", 1500, 3.0),
        ("minute", 90, 3.0),
        ("hour", 1800, 1.0),
    ],
)
def test_an_amount_is_by_its_unit(unit, count, usd):
    assert row(unit=unit).amount(count) == pytest.approx(usd)


def test_units_and_what_stands_in_for_them_are_quantities_that_are_counted():
    quantities = {quantity for quantity, _ in UNITS.values()}
    assert set(INSTEAD) | set(INSTEAD.values()) <= quantities


def test_the_closest_row_goes_before_the_others():
    table = [row(model="*", price=1), row(model="m-*", price=2), row(model="m-1*", price=3), row(price=4)]
    found = {m: Prices(table).of("acme", "llm", m)[0].price for m in ("x", "m-2", "m-12", "m-1", "m-1-2026-03-05")}
    assert found == {"x": 1, "m-2": 2, "m-12": 3, "m-1": 4, "m-1-2026-03-05": 3}
    assert Prices([row()]).of("acme", "llm", "m-1-2026-03-05")[0].price == 2.0


def test_a_price_that_is_in_no_table_is_not_known():
    found = Prices([row()])
    assert found.of("acme", "llm", "m-2") == ()
    assert found.of("acme", "tts", "m-1") == ()
    assert found.of("other", "llm", "m-1") == ()
    assert found.of("acme", "llm", "m-1-mini") == ()


def test_a_file_of_ones_own_goes_before_our_table_for_the_services_that_it_names(tmp_path):
    file = tmp_path / "prices.yaml"
    file.write_text(
        "prices:\n  - {provider: deepgram, part: stt, model: nova-3, unit: hour, price: 0.3, as_of: 2026-11-01}\n"
    )
    found = prices.load(file)
    assert [(p.unit, p.price) for p in found.of("deepgram", "stt", "nova-3")] == [("hour", 0.3)]
    assert found.of("deepgram", "tts", "aura-2-thalia-en") == prices.load(None).of("deepgram", "tts", "aura-2-x-en")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("- 1", "expected 'prices:' and a list of rows"),
        ("prices: {}", "expected 'prices:' and a list of rows"),
        ("prices: [7]", "row 1"),
        ("prices: [{provider: a}]", "row 1, part"),
        (
            "prices: [{provider: a, part: tts, unit: minutes, price: 1, as_of: 2026-01-01}]",
            "(did you mean minute?)",
        ),
        ("prices: [{provider: a, part: tts, unit: minute, price: -1, as_of: 2026-01-01}]", "row 1, price"),
        ("prices: [{provider: a, part: tts, unit: minute, price: .nan, as_of: 2026-01-01}]", "row 1, price"),
        ("prices: [{provider: a, part: tts, unit: minute, price: no, as_of: 2026-01-01}]", "should be a number; leave"),
        ("prices: [{provider: a, part: tts, unit: minute, price: 1}]", "row 1, as_of"),
        ("prices: [{provider: a, part: tts, unit: minute, price: 1, as_of: 2026-01-01, currency: EUR}]", "currency"),
        (
            "prices:\n"
            "  - {provider: a, part: tts, unit: minute, price: 1, as_of: 2026-01-01}\n"
            "  - {provider: a, part: tts, unit: hour, price: 1, as_of: 2026-01-01}\n",
            "row 2: a tts * has a price for the same quantity already",
        ),
    ],
)
def test_a_file_that_is_no_table_is_refused_in_a_line_that_names_the_row(tmp_path, text, words):
    file = tmp_path / "prices.yaml"
    file.write_text(text)
    with pytest.raises(UsageError) as caught:
        prices.load(file)
    assert words in str(caught.value)
    assert str(file) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_provider_that_nothing_is_of_is_refused_in_one_line(tmp_path):
    file = tmp_path / "prices.yaml"
    rows = ["openai", "external", "own.py:mine", "deepgramm"]
    file.write_text(yaml.safe_dump({"prices": [ROW | {"provider": name} for name in rows]}))
    with pytest.raises(UsageError, match=r"row 4, provider: nothing is of 'deepgramm' \(did you mean deepgram\?\)$"):
        prices.load(file, lambda: {"openai", "deepgram"})
    with pytest.raises(UsageError, match=r"nothing is of 'deepgramm'; known: external, openai$"):
        prices.load(file, lambda: {"openai"})
    assert prices.load(file, lambda: {"openai", "deepgramm"}).of("own.py:mine", "llm", "m-1")
