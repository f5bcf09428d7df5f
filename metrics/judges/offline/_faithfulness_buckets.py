"""Arguments that a tool's own facts contradict: the wrong class of a delay, a waiver or a benefit that was denied."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from metrics.judges.offline._effects import benefit, leaves
from metrics.judges.offline._faithfulness_fault import MAJOR, Fault
from metrics.judges.offline._faithfulness_grounds import stem
from metrics.judges.offline._faithfulness_view import Step, View
from metrics.words import words

_BOUND = re.compile(
    r"(?:^|_)(over|above|more_than|at_least|exceeds|under|below|less_than|up_to|within)_(\d+)_?"
    r"(minute|min|hour|hr|day|week|month|year|percent|dollar)?s?"
)
_UNITS = {"minute": 1, "min": 1, "hour": 60, "hr": 60, "day": 1440, "week": 10080, "month": 43200, "year": 525600}
_UNIT_KEY = re.compile(r"(?:^|_)(minute|hour|day|week|month|year)s?$")
_WAIVES = re.compile(r"waive|override|exempt|bypass|skip")
_EMPTY = frozenset({"flag", "is", "has", "can", "issue", "grant", "add", "send", "voucher", "available", "option"})


def faults(view: View) -> Iterator[Fault]:
    """Arguments of writes that the facts the tools gave before speak against."""
    for step in view.steps:
        if not step.writes:
            continue
        facts = [(p, v) for s in view.steps if s.looks and s.answered < step.place for p, v in leaves(s.response)]
        for path, value in leaves(step.params):
            key = path[-1]
            if isinstance(value, str):
                yield from _bound(view, step, key, value, facts)
                yield from _denied_class(step, key, value, facts)
                yield from _other_choice(view, step, key, value)
            elif value is True and _WAIVES.search(key):
                yield from _denied_waiver(step, key, facts)
        if benefit(step.tool):
            yield from _denied_benefit(step, facts)


Facts = list[tuple[tuple[str, ...], Any]]


def _bound(view: View, step: Step, key: str, value: str, facts: Facts) -> Iterator[Fault]:
    m = _BOUND.search(value)
    if not m:
        return
    subject = value[: m.start()].strip("_")
    limit = float(m[2]) * _UNITS.get(m[3] or "", 1)
    measured = []
    for path, fact in facts:
        unit = _UNIT_KEY.search(path[-1])
        if unit and subject and subject in path[-1] and isinstance(fact, int | float) and not isinstance(fact, bool):
            measured.append(fact * _UNITS[unit[1]])
    over = m[1] in ("over", "above", "more_than", "at_least", "exceeds")
    if measured:
        # "over" holds at the bound itself: where classes meet, policies count it in
        fits = any(x >= limit for x in measured) if over else any(x <= limit for x in measured)
        if not fits:
            yield _fault(step, key, value, f"the tools gave {max(measured):g} minutes")
    elif subject and _looked_in_vain(view, step, subject):
        yield _fault(step, key, value, f"no tool gave a {subject}, and its lookup failed")


def _denied_class(step: Step, key: str, value: str, facts: Facts) -> Iterator[Fault]:
    parts = set(value.lower().split("_"))
    for path, fact in facts:
        last = path[-1]
        if last.startswith("is_") and fact is False and last[3:] in parts and not {"not", "non", "no"} & parts:
            if any(p[-1] == last and f is True for p, f in facts):
                continue
            yield _fault(step, key, value, f"the lookup said {last} = false")
            return


def _other_choice(view: View, step: Step, key: str, value: str) -> Iterator[Fault]:
    """One of the values that the tool's schema lists, where the caller had named another and never this one."""
    listed = next((t for t in view.case.tools if t.get("name") == step.tool), {})
    schema = dict(listed.get("parameters") or {}).get("properties", {}).get(key)
    options = schema.get("enum") if isinstance(schema, dict) else None
    subject = {stem(w) for w in key.split("_")} - {"typ", "type", "cod", "code", "reason", "kind", "preferenc"}
    if not isinstance(options, list) or value not in options or not subject:
        return
    said = [s for s in view.caller if s.place < step.place]
    # only what was said of the very thing that the argument is called after ("an aisle seat" for seat_preference)
    about = [s.text.lower() for s in said if subject & {stem(w) for w in words(s.text)}]
    if not about or any(_names(value, s.text.lower()) for s in said):
        return
    named = [str(o) for o in options if str(o) != value and _names(str(o), about[-1])]
    offered = any(_names(value, s.text.lower()) for s in view.agent if s.place < step.place)
    tried = any(not s.ok and s.params.get(key) in named for s in view.steps if s.place < step.place)
    shown = value in view.known(step.place).raw
    if len(named) == 1 and not tried and not shown and not offered:
        yield _fault(step, key, value, f"the caller had said {named[0]!r}")


def _names(option: str, text: str) -> bool:
    pattern = re.escape(option.replace("_", " "))
    return len(option) > 3 and re.search(rf"\b{pattern}\b", text.replace("-", " ")) is not None


def _denied_waiver(step: Step, key: str, facts: Facts) -> Iterator[Fault]:
    said = [f for p, f in facts if _WAIVES.search(p[-1]) or p[-1].endswith("_waiver")]
    if said and all(f is False for f in said):
        yield _fault(step, key, True, "every lookup said that there is no waiver")


def _denied_benefit(step: Step, facts: Facts) -> Iterator[Fault]:
    topic = {stem(w) for w in step.tool.split("_")} - {stem(w) for w in _EMPTY}
    said = [(p[-1], f) for p, f in facts if isinstance(f, bool) and topic & {stem(w) for w in p[-1].split("_")}]
    if said and not any(f for _, f in said):
        yield _fault(step, step.tool, True, f"the lookup said {said[0][0]} = false")


def _looked_in_vain(view: View, step: Step, subject: str) -> bool:
    tried = [s for s in view.steps if s.looks and s.place < step.place]
    named = [s for s in tried if not s.ok and subject_of(s, subject)]
    return bool(named) and not any(stem(subject) in view.known(step.place).words and s.ok for s in tried if s in named)


def subject_of(step: Step, subject: str) -> bool:
    """Whether a failed lookup was about what an argument speaks of; a disruption is about delays as well."""
    near = {stem(subject)} | ({"disruption", "status"} if subject in ("delay", "cancellation") else set())
    return bool(near & {stem(w) for w in words(step.tool.replace("_", " "))} or near & set(step.tool.split("_")))


def _fault(step: Step, key: str, value: object, source: str) -> Fault:
    return Fault(
        "fabricating_tool_parameters",
        MAJOR,
        step.turn,
        "argument against the facts",
        f"{step.tool}({key}={value!r})",
        source,
    )
