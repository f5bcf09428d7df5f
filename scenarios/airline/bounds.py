"""What callers insist on, and what they must have been told, with the words for a model."""

from __future__ import annotations

from datetime import date

from scenarios.airline.airports import city
from scenarios.model import Criterion, Expectation, Value

CANNOT = ("can't", "cannot", "can not", "not able", "unable", "not possible", "may not", "not allowed", "unfortunately")
"""How a refusal is worded, in the form that an expectation takes."""


def fly_on(iso: str) -> Criterion:
    """The day of the flight that is offered."""
    day = date.fromisoformat(iso)
    return Criterion(measure="date", op="==", value=iso, text=f"It is about the flight of {day:%B} {day.day}.")


def land_by(clock: str, airport: str) -> Criterion:
    """The latest local arrival."""
    return Criterion(measure="arrival", op="<=", value=clock, text=f"You land in {city(airport)} by {_time(clock)}.")


def leave_by(clock: str, airport: str) -> Criterion:
    """The latest local departure."""
    return Criterion(measure="departure", op="<=", value=clock, text=f"You leave {city(airport)} by {_time(clock)}.")


def leave_after(clock: str, airport: str) -> Criterion:
    """The earliest local departure."""
    text = f"You leave {city(airport)} at {_time(clock)} or later."
    return Criterion(measure="departure", op=">=", value=clock, text=text)


def pay_at_most(dollars: float) -> Criterion:
    """The highest price, all in."""
    text = f"It costs you {dollars:.0f} dollars at most, all in." if dollars else "You pay nothing for it."
    return Criterion(measure="total_cost", op="<=", value=f"{dollars:.0f}", text=text)


def get_back(dollars: float) -> Criterion:
    """The money that has to come back."""
    text = f"You get back all that you paid, {dollars:.0f} dollars."
    return Criterion(measure="refund", op=">=", value=f"{dollars:.0f}", text=text)


def told(text: str, *words: tuple[str, ...], **values: str | tuple[str, ...]) -> Expectation:
    """Something that the agent must have said.

    Args:
        text: the same in words: "that the ticket cannot be refunded".
        words: groups of alternatives, one of each in one turn.
        values: by kind, one or several values that must have been named.
    """
    pairs = [(kind, item) for kind, given in values.items() for item in ([given] if isinstance(given, str) else given)]
    return Expectation(kind="told", text=text, words=words, values=tuple(_value(*pair) for pair in pairs))


def handed_over(text: str, *reasons: str) -> Expectation:
    """The call must have been given to a colleague."""
    return Expectation(kind="transfer", text=text, reasons=reasons)


def _value(kind: str, value: str) -> Value:
    return Value.model_validate({"kind": kind, "value": value})


def _time(clock: str) -> str:
    hour, minute = int(clock[:2]), int(clock[3:])
    shown = f"{hour % 12 or 12}:{minute:02d}" if minute else f"{hour % 12 or 12}"
    return f"{shown} {'PM' if hour >= 12 else 'AM'} local time"
