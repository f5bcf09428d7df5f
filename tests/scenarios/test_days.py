"""Dates of calls."""

from __future__ import annotations

import pytest

from scenarios.days import in_days, weekday, year_later


@pytest.mark.parametrize(
    ("day", "days", "then"),
    [("2027-02-27", 2, "2027-03-01"), ("2028-02-27", 2, "2028-02-29"), ("2027-01-01", -1, "2026-12-31")],
)
def test_days_are_counted_over_the_ends_of_months_and_years(day: str, days: int, then: str) -> None:
    assert in_days(day, days) == then


@pytest.mark.parametrize(
    ("day", "then"),
    [("2027-06-18", "2027-06-18"), ("2027-06-19", "2027-06-21"), ("2027-06-20", "2027-06-21")],
)
def test_a_weekend_gives_way_to_monday(day: str, then: str) -> None:
    assert weekday(day) == then


@pytest.mark.parametrize(("day", "then"), [("2027-06-18", "2028-06-18"), ("2028-02-29", "2029-02-28")])
def test_a_year_later_is_the_same_day_where_there_is_one(day: str, then: str) -> None:
    assert year_later(day) == then
