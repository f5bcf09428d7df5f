"""Answers from the result: the agent says a value that it can know from a tool's response only."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from typing import Any

from harness.agent_check.evidence import Evidence, Finding, failed, not_applicable, passed
from scenarios.spoken import mentions

NAME = "answers_from_the_result"

_KINDS = {
    "flight": re.compile(r"[A-Z]{2}\d{2,4}"),
    "time": re.compile(r"\d\d:\d\d"),
    "date": re.compile(r"\d{4}-\d\d-\d\d"),
}


def probe(evidence: Evidence) -> Finding:
    """A flight, time or date of a response is heard in the agent's words after that response."""
    response = next((call for call in evidence.tools if call.ok), None)
    if response is None:
        return not_applicable("no tool answered with success")
    held = dict(_values(evidence, response.response))
    today = datetime.date.fromisoformat(evidence.scenario.now[:10])
    heard = []
    for span in (s for s in evidence.spans if s.end > response.end):
        text = evidence.words(span)
        heard.append(text)
        for mention in mentions(text, today=today):
            if held.get(mention.value) == mention.kind:
                said = text[mention.start : mention.end]
                return passed(f'it said "{said}", which only the response of {response.tool} holds', span.start)
    words = f': "{" ".join(heard)[:160]}"' if any(heard) else ""
    return failed(f"nothing of the response of {response.tool} is heard in its words{words}", response.end)


def _values(evidence: Evidence, response: Any) -> Iterator[tuple[str, str]]:
    """The values of a response that the agent could not know otherwise, with their kinds."""
    caller = {fact.value for fact in evidence.scenario.facts}
    for leaf in _leaves(response):
        kind = next((k for k, pattern in _KINDS.items() if pattern.fullmatch(leaf)), None)
        if kind and leaf not in caller and leaf not in evidence.instructions and leaf not in evidence.scenario.now:
            yield leaf, kind


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for item in value.values():
            yield from _leaves(item)
    elif isinstance(value, list):
        for item in value:
            yield from _leaves(item)
    elif isinstance(value, str):
        yield value
