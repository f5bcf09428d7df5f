"""Conciseness without a model: how much each turn of the agent asks a listener to take in.

A turn's load grows with four things that can be counted: its words (identifiers that are read out do not
count), the values it names, the alternatives it lists, and its length against the caller's turn it answers. The
weights are fitted to turns that people rated (``python -m benchmarks.judges_cv``); everything else here, and the
failure modes above all, are rules.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from metrics.judges.case import Case, Entry
from metrics.judges.jury import NothingToJudge
from metrics.judges.offline._conciseness_measures import Measures, measure, named
from metrics.judges.verdicts import RatedTurn, Turns

VERSION = "1.0"
BLIND = (
    "It counts words and values; whether a detail matters to this caller it cannot tell.",
    "Which short turns are too dense is where people and this judge differ most: of the turns rated 2 it finds half.",
    "Its weights come from English calls to airlines; in other languages it counts words and written figures only.",
)
_CUT = re.compile(r"^.*\[(?:likely cut off by \w+|(?:speaker|agent|assistant) likely cut itself off)\]", re.DOTALL)
_LABEL = re.compile(r"\[[^\]]*\]")
MANY_LISTED = 3  # markers of alternatives that make a list
MANY_FRESH = 3  # new values that make a turn dense
CRAMMED = 8  # new values that no turn holds without a minor fault at least
MANY_HEDGES = 2  # conditions and generalities that make rambling
SPARSE = 12  # words for each new value: with more of them a turn explains instead of telling
LONG_ANSWER = 4.0  # words for each word of the caller that are out of proportion
MANY_IDLE = 20  # words of idle sentences that are more than a courtesy


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each measure adds to the load of a turn: 1 and more is rated 2, 2 and more is rated 1."""

    words: float
    values: float
    list: float
    ratio: float
    base: float

    def load(self, m: Measures) -> float:
        """The load of one turn."""
        weights = (self.words, self.values, self.list, self.ratio)
        return self.base + sum(w * math.log1p(v) for w, v in zip(weights, m.burden, strict=True))


FITTED = Weights(words=0.461, values=0.174, list=0.319, ratio=0.52, base=-1.985)
"""From all labelled turns of the reference data, by ``benchmarks.judges_cv``."""


def judge(case: Case) -> Turns:
    """Rate every turn of the agent.

    Raises:
        NothingToJudge: the agent says nothing.
    """
    rated = []
    for turn, m in measured(case).items():
        if m is None:
            rated.append(RatedTurn(turn_id=turn, rating=3, explanation="cut off: nothing is known to be spoken"))
            continue
        rating = rate(m)
        modes = failure_modes(m) if rating < 3 else ()
        rated.append(RatedTurn(turn_id=turn, rating=rating, failure_modes=modes, explanation=_explain(m, modes)))
    if not rated:
        raise NothingToJudge("the agent says nothing")
    return Turns(turns=tuple(rated))


def measured(case: Case) -> dict[int, Measures | None]:
    """The measures of every turn of the agent; ``None`` where interruptions leave nothing that surely was said."""
    found: dict[int, Measures | None] = {}
    known: set[str] = set()
    callers, agents = case.turns("caller"), _agent(case)
    for turn in sorted({*callers, *agents}):
        caller = _LABEL.sub(" ", callers.get(turn, ""))
        known.update(named(caller))
        if turn not in agents:
            continue
        text = agents[turn]
        found[turn] = measure(text, caller, known) if text else None
        known.update(named(text))
    return found


def rate(m: Measures, weights: Weights = FITTED) -> int:
    """The rating of a turn: by its load, and at most 2 where it rambles or is crammed, however short it is."""
    load = weights.load(m)
    rating = 3 if load < 1 else 2 if load < 2 else 1
    return min(rating, 2) if m.idle >= MANY_IDLE or m.fresh >= CRAMMED else rating


def failure_modes(m: Measures) -> tuple[str, ...]:
    """What makes a turn heavy; at least one."""
    listed = m.list >= MANY_LISTED and m.values >= MANY_LISTED
    dense = m.fresh >= MANY_FRESH
    sparse = m.fresh * SPARSE < m.words
    excursion = (m.hedges > 0 and sparse) or (m.ratio >= LONG_ANSWER and not listed and not dense)
    rambling = m.idle >= MANY_IDLE or (m.hedges >= MANY_HEDGES and sparse)
    wordy = rambling or not (listed or dense or excursion)
    flags = (wordy, dense, listed, excursion)
    names = (
        "verbosity_or_filler",
        "excess_information_density",
        "over_enumeration_or_list_exhaustion",
        "contextually_disproportionate_detail",
    )
    return tuple(name for name, flag in zip(names, flags, strict=True) if flag)


def _agent(case: Case) -> dict[int, str]:
    """The agent's words by turn, without labels and without what was cut off before a label."""
    spoken: dict[int, list[str]] = {}
    for entry in case.entries:
        if entry.kind == "agent" and entry.text.strip():
            spoken.setdefault(entry.turn, []).append(_surely(entry))
    return {turn: " ".join(" ".join(parts).split()) for turn, parts in spoken.items()}


def _surely(entry: Entry) -> str:
    return _LABEL.sub(" ", _CUT.sub(" ", entry.text))


def _explain(m: Measures, modes: tuple[str, ...]) -> str:
    counted = (
        f"{m.words} words ({m.longest} in the longest sentence), {m.fresh} of {m.values} values new, "
        f"{m.ratio:.1f} words for each of the caller's{', a closing recap' if m.recap else ''}"
    )
    reasons = {
        "verbosity_or_filler": f"{m.idle} words in sentences that carry nothing"
        if m.idle
        else "more words than it needs",
        "excess_information_density": f"{m.fresh} new values at once",
        "over_enumeration_or_list_exhaustion": f"{m.list} alternatives or list markers",
        "contextually_disproportionate_detail": f"{m.hedges} conditions or generalities"
        if m.hedges
        else "long against what was asked",
    }
    return "; ".join([counted, *(reasons[mode] for mode in modes)])
