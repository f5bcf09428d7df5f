"""Sentences about a call, with its arguments in spoken form."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scenarios.slots import article
from scenarios.spoken import say

Params = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Wording:
    """What a write is called.

    Attributes:
        offer: what will be done, in the first person; empty where it goes without saying. ``{name}`` stands for an
            argument, ``{name:a}`` for it with "a" or "an", ``{name:$}`` for it as money.
        done: that it was done; ``{name}`` stands for an argument or a member of the response.
    """

    offer: str = ""
    done: str = ""


def fill(template: str, params: Params) -> str:
    """A template with its values; empty when one of them is not there."""
    missing = False

    def put(match: re.Match[str]) -> str:
        nonlocal missing
        value = params.get(match[1])
        if value is None or value == "" or value == []:
            missing = True
            return ""
        words = money(value) if match[2] == ":$" else spoken(value)
        return article(words) if match[2] == ":a" else words

    text = re.sub(r"\{(\w+)(:[a$])?\}", put, template)
    return "" if missing else text


def spoken(value: Any) -> str:
    """A value in words, by its looks: dates, times, numbers, lists, and words of closed lists."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return say("number", f"{value:g}")
    if isinstance(value, list | tuple):
        words = [spoken(item) for item in value]
        return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
    text = str(value)
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}", text):
        return say("date", text)
    if moment := re.fullmatch(r"(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})", text):
        return f"{say('date', moment[1])} at {say('time', moment[2])}"
    if re.fullmatch(r"\d{2}:\d{2}", text):
        return say("time", text)
    if re.fullmatch(r"\d+(\.\d+)?", text):
        return say("number", text)
    return say("choice", text).lower() if "_" in text or text.isupper() else text


def money(amount: Any) -> str:
    """An amount in words, cents only where there are some."""
    return say("amount", f"{float(amount or 0):.2f}".removesuffix(".00"))
