"""transcription_accuracy_key_entities: did the values that the caller gave reach the agent?

Exact where a caller has a plan, which records what values it put into each utterance. A value has arrived when
the best reading of the recognised text is that value: as a code, a date, an amount (`scenarios.spoken`).
Agents without a recogniser are judged by the arguments of their tool calls instead. Values in utterances
that were cut off are left out. The words of a caller without a plan are searched for values by the jury, and
the details name the judge.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from metrics import words
from metrics.judges.ask import named
from metrics.judges.jury import JudgeError, Jury
from metrics.judges.verdicts import Entities
from metrics.judges.views import VIEWS, case_of
from metrics.registry import judged
from metrics.score import Outcome, share, skipped
from pipelines.record import Record, Utterance
from scenarios.model import EntityKind
from scenarios.spoken import hear, same

CERTAIN = 0.3
"""Readings dearer than this are guesses; the recogniser wrote something else."""

CHOSEN = 0.1
"""The same for a word of a closed list, where a dearer reading is a word that merely sounds like it."""

OPEN_CHOICES = ("any", "either", "no_preference", "none")
"""Choices that are said in many words: "either is fine"."""


NAME = "transcription_accuracy_key_entities"
MISSING = frozenset({"", "missing", "none", "n/a"})
"""What judges write in the place of a value of which nothing arrived."""


@judged(NAME, category="diagnostic", version="1.1")
def transcription_accuracy_key_entities(record: Record, jury: Jury) -> Outcome:
    """Share of the caller's codes, names, dates and amounts that the agent received right."""
    callers = [u for u in record.utterances if u.role == "caller"]
    if not any(u.entities for u in callers) and any(u.intended for u in callers):
        return _judged(record, jury)
    # what an agent that answers for its own hearing tells of it is a claim: its tool calls are not
    by_ear = VIEWS[record.architecture].caller == "heard" and any(u.heard is not None for u in callers)
    arrivals = list(_by_ear(record) if by_ear else _by_call(record))
    return _outcome(arrivals, "transcript" if by_ear else "tool calls")


def _judged(record: Record, jury: Jury) -> Outcome:
    """The values that a jury finds in the caller's words."""
    case = case_of(record)
    ruling = jury.rule(NAME, case)  # a `NothingToJudge` is a skip
    if not isinstance(ruling.verdict, Entities):
        raise JudgeError(f"the judge answered {type(ruling.verdict).__name__}, not Entities")
    arrivals = [
        _Arrival(turn.turn_id, e.type, e.type, e.value, _got(e.transcribed_value), e.correct)
        for turn in ruling.verdict.turns
        for e in turn.entities
        if not e.skipped
    ]
    basis = "words" if record.architecture == "cascade" else "words and tool calls"
    return _outcome(arrivals, basis, judge=named(NAME, record, ruling))


def _got(transcribed: str) -> str:
    return "" if transcribed.strip().lower() in MISSING else transcribed


def _outcome(arrivals: Sequence[_Arrival], basis: str, **details: Any) -> Outcome:
    if not arrivals:
        return skipped("the caller gave no value that could be checked")
    turns: dict[int, list[bool]] = {}
    for a in arrivals:
        turns.setdefault(a.turn, []).append(a.correct)
    value = round(fmean(fmean(t) for t in turns.values()), 3)
    wrong = [a for a in arrivals if not a.correct]
    why = words.every(len(arrivals), "value", "of the caller arrived")
    if wrong:
        first = wrong[0]
        got = f"the agent had {first.got!r}" if first.got else "the agent had nothing of it"
        why = f"{len(wrong)} of {len(arrivals)} values were lost: {first.slot} {first.value!r}, {got}"
    kinds = Counter(a.kind for a in arrivals)
    right = Counter(a.kind for a in arrivals if a.correct)
    return share(
        value,
        why,
        details={
            "basis": basis,
            "per_turn": {str(t): round(fmean(c), 3) for t, c in sorted(turns.items())},
            "entities": [a.to_dict() for a in arrivals],
            **details,
        },
        subs={
            "mean_over_turns": value,
            "pooled": round(1 - len(wrong) / len(arrivals), 3),
            **{f"{kind}_accuracy": round(right[kind] / n, 3) for kind, n in sorted(kinds.items())},
        },
    )


@dataclass(frozen=True, slots=True)
class _Arrival:
    turn: int
    slot: str
    kind: str
    value: str
    got: str
    correct: bool

    def to_dict(self) -> dict[str, Any]:
        return {
            "turn": self.turn,
            "slot": self.slot,
            "kind": self.kind,
            "value": self.value,
            "got": self.got,
            "correct": self.correct,
        }


def _given(record: Record) -> Iterator[tuple[Utterance, dict[str, str]]]:
    """The values that can be compared, with the utterance that held them."""
    for u in record.utterances:
        if u.role == "caller" and not u.cut:
            yield from ((u, e) for e in u.entities if e["kind"] != "text")


def _by_ear(record: Record) -> Iterator[_Arrival]:
    today = _today(record)
    heard: dict[int, str] = {}
    for u in sorted(record.utterances, key=lambda u: u.start):
        if u.role == "caller" and u.heard:
            heard[u.turn] = f"{heard.get(u.turn, '')} {u.heard}".strip()
    for u, e in _given(record):
        got = u.heard or ""
        correct = arrived(e["kind"], e["value"], got, today)
        if not correct and heard.get(u.turn, "") != got:
            # a recogniser may have cut the turn elsewhere than the caller did
            correct = arrived(e["kind"], e["value"], heard.get(u.turn, ""), today)
        yield _Arrival(u.turn, e["slot"], e["kind"], e["value"], got, correct)


def _by_call(record: Record) -> Iterator[_Arrival]:
    """Values by the arguments that should carry them; without a call that has the argument, left out."""
    carriers: dict[str, set[str]] = {}
    for step in record.scenario.get("plan", ()):
        for name, arg in step.get("args", {}).items():
            if arg.get("source") == "caller" and arg.get("slot"):
                carriers.setdefault(arg["slot"], set()).add(name)
    for u, e in _given(record):
        names = carriers.get(e["slot"], set())
        values = [str(t.params[n]) for t in record.tools for n in sorted(names) if n in t.params]
        if values:
            kind: EntityKind = e["kind"]  # type: ignore[assignment]
            correct = any(same(kind, e["value"], v) for v in values)
            yield _Arrival(u.turn, e["slot"], e["kind"], e["value"], ", ".join(dict.fromkeys(values)), correct)


def arrived(kind: str, value: str, text: str, today: dt.date | None = None) -> bool:
    """Whether a text, read as a value of this kind, holds this value.

    Codes, digits and names have one reading, the best. Of the other kinds a text may hold several values.
    """
    match kind:
        case "code" | "digits":
            return any(same(kind, g.value, value) for g in hear(kind, text, length=_signs(value))[:1])
        case "codes":
            return all(
                any(same("code", g.value, item) for g in hear("code", text, length=_signs(item)))
                for item in value.split(",")
            )
        case "name":
            best = hear(kind, text)[:1]
            if any(same(kind, g.value, value) for g in best):
                return True
            # not spelled: the name as a word is all there is
            spelled = any(g.cost < 0.5 for g in best)
            return not spelled and " ".join(words.words(value)) in " ".join(words.words(text))
        case "choice":
            bound = CERTAIN if value in OPEN_CHOICES else CHOSEN
            return any(g.cost <= bound for g in hear(kind, text, choices=[value]))
        case "flight":
            found = hear(kind, text, airline=value[:2])
        case "choices":
            found = hear(kind, text, choices=value.split(","))
        case "date" | "time" | "amount" | "count" | "airport" | "number" | "state" | "country" | "email" | "dates":
            found = hear(kind, text, today=today)
        case _:
            raise ValueError(f"unknown kind of value {kind!r}")
    return any(g.cost <= CERTAIN and same(kind, g.value, value) for g in found)


def _signs(code: str) -> int:
    """How many letters and digits a code has: what is spoken of it."""
    return sum(c.isalnum() for c in code)


def _today(record: Record) -> dt.date | None:
    try:
        return dt.date.fromisoformat(str(record.scenario.get("now", ""))[:10])
    except ValueError:
        return None
