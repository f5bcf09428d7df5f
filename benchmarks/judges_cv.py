"""Offline judges of conciseness and progression against people: ``python -m benchmarks.judges_cv [FOLDER]``.

FOLDER holds labelled cases in the form of the reference benchmark's judge validation sets (default: those of the
reference data). Whatever a judge takes from data is fitted anew in each of five folds, which never split a
conversation; five shuffles are averaged, and intervals are percentiles of a bootstrap over conversations.
"""

import argparse
import math
import os
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq, minimize

from metrics.judges.agreement import Agreement, agreement, confusion, macro_f1
from metrics.judges.labelled import WHOLE, Labelled, load_traces, load_turns
from metrics.judges.offline import conciseness, conversation_progression
from metrics.judges.offline._conciseness_measures import Measures
from metrics.judges.offline._progression_issue import SEVERAL

FOLDS, SHUFFLES = 5, 5
RATINGS = (1, 2, 3)
_RARE = 2.0  # weight of turns rated 2: 25 of 294 in the reference data, the hard ones
_RIDGE = 0.003


@dataclass(frozen=True)
class Item:
    """One rated thing: what the judge sees, what people said, and its conversation."""

    seen: object
    label: int
    group: str


def folds(groups: Sequence[str], seed: int) -> NDArray[np.int_]:
    """A fold for each item; items of one group share theirs."""
    names = sorted(set(groups))
    order = np.random.default_rng(seed).permutation(len(names))
    place = {names[i]: position % FOLDS for position, i in enumerate(order)}
    return np.array([place[g] for g in groups])


def crossvalidated(items: Sequence[Item], fit: Callable[[Sequence[Item]], Callable[[object], int]]) -> list[list[int]]:
    """What a judge says of each item when it was fitted without the item's fold; one list a shuffle."""
    said = []
    for seed in range(SHUFFLES):
        fold = folds([i.group for i in items], seed)
        answers = [0] * len(items)
        for k in range(FOLDS):
            judge = fit([i for i, f in zip(items, fold, strict=True) if f != k])
            for place in np.flatnonzero(fold == k):
                answers[place] = judge(items[place].seen)
        said.append(answers)
    return said


def agreed(items: Sequence[Item], said: Sequence[Sequence[int]], scale: Sequence[int] = RATINGS) -> Agreement:
    """Agreement with people, the answers of all shuffles in one matrix; intervals draw conversations."""
    times = len(said)
    truth, groups = [i.label for i in items] * times, [i.group for i in items] * times
    return agreement(truth, [rating for answers in said for rating in answers], groups, scale)


def passed(items: Sequence[Item], said: Sequence[Sequence[int]]) -> Agreement:
    """Agreement on whether a rating is 2 or better."""
    halves = [replace(i, label=int(i.label >= 2)) for i in items]
    return agreed(halves, [[int(rating >= 2) for rating in answers] for answers in said], (0, 1))


def _f1(truth: NDArray[np.int_], said: NDArray[np.int_]) -> float:
    return macro_f1(confusion(truth.tolist(), said.tolist(), RATINGS))


# --- conciseness -----------------------------------------------------------------------------------------------


def rated_turns(cases: Sequence[Labelled]) -> list[Item]:
    """Every rated turn with its measures."""
    found = []
    for labelled in cases:
        measures = conciseness.measured(labelled.case)
        found += [Item(measures[turn], rating, labelled.group) for turn, rating in labelled.ratings.items()]
    return found


def fit_conciseness(items: Sequence[Item]) -> conciseness.Weights:
    """Weights by a proportional-odds model with a ridge; the two bounds between ratings become loads 1 and 2."""
    rows = np.log1p([m.burden for i in items if isinstance(m := i.seen, Measures)])
    heavy = 3 - np.array([i.label for i in items if isinstance(i.seen, Measures)])
    mean, spread = rows.mean(0), rows.std(0)
    scaled = (rows - mean) / spread
    weight = np.where(heavy == 1, _RARE, 1.0)
    size = rows.shape[1]

    def chances(load: NDArray[np.float64], low: float, gap: float) -> NDArray[np.float64]:
        above = 1 / (1 + np.exp(-(load - low)))
        far = 1 / (1 + np.exp(-(load - low - math.exp(gap))))
        return np.stack([1 - above, above - far, far], axis=-1)

    def loss(p: NDArray[np.float64]) -> float:
        own = chances(scaled @ p[:size], p[size], p[size + 1])[np.arange(len(heavy)), heavy]
        return float(-(weight * np.log(np.clip(own, 1e-9, 1))).mean() + _RIDGE * (p[:size] @ p[:size]))

    best = minimize(loss, np.r_[np.zeros(size), 0.5, 0.5], method="L-BFGS-B").x
    low, gap = best[size], best[size + 1]

    def bound(a: int, b: int) -> float:
        def lead(load: float) -> float:
            c = chances(np.array(load), low, gap)
            return float(c[a] - c[b])

        return float(brentq(lead, low - 20, low + math.exp(gap) + 20))

    first, second = bound(0, 1), bound(1, 2)
    second = max(second, first + 1e-3)
    slope = best[:size] / spread / (second - first)
    base = 1 - (first + float(best[:size] @ (mean / spread))) / (second - first)
    return conciseness.Weights(*(float(v) for v in slope), base=base)


def conciseness_judge(items: Sequence[Item]) -> Callable[[object], int]:
    """The judge of conciseness, fitted to some turns."""
    weights = fit_conciseness(items)
    return lambda m: conciseness.rate(m, weights) if isinstance(m, Measures) else 3


def length_judge(items: Sequence[Item]) -> Callable[[object], int]:
    """The judge to beat: two cuts on the number of words, those that serve macro-F1 best on the turns given."""
    lengths = np.array([m.words for i in items if isinstance(m := i.seen, Measures)])
    truth = np.array([i.label for i in items if isinstance(i.seen, Measures)])
    cuts = np.arange(40, 181, 5)
    _, low, high = max(
        (_f1(truth, np.where(lengths < a, 3, np.where(lengths < b, 2, 1))), -int(a), -int(b))
        for a in cuts
        for b in cuts
        if a < b
    )
    return lambda m: (3 if m.words < -low else 2 if m.words < -high else 1) if isinstance(m, Measures) else 3


# --- progression -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bounds:
    """What the judge of progression could take from data: how many issues are several, and what is severe."""

    several: int = SEVERAL
    many_calls: int = conversation_progression.MANY_CALLS
    severe: bool = True


GRID = (
    Bounds(),
    *(b for b in (Bounds(s, c, v) for s in (2, 3) for c in (2, 3, 4) for v in (True, False)) if b != Bounds()),
)
"""The bounds as shipped first: others must be better to be taken."""


def rated_calls(cases: Sequence[Labelled]) -> list[Item]:
    """Every rated call with the issues found in it."""
    return [Item(conversation_progression.issues(c.case), c.ratings[WHOLE], c.group) for c in cases]


def rate_call(found: object, bounds: Bounds) -> int:
    """The rating of a call's issues under other bounds."""
    if not isinstance(found, dict):
        raise TypeError("not the issues of a call")
    if not bounds.severe:
        found = {name: [replace(i, severe=False) for i in these] for name, these in found.items()}
    return conversation_progression.verdict(found, bounds.several, bounds.many_calls).rating


def progression_judge(items: Sequence[Item]) -> Callable[[object], int]:
    """The judge of progression with the bounds that serve macro-F1 best on some calls."""
    truth = np.array([i.label for i in items])
    best = max(GRID, key=lambda b: _f1(truth, np.array([rate_call(i.seen, b) for i in items])))
    return lambda found: rate_call(found, best)


def folder() -> Path:
    """Where the reference data's labelled cases lie."""
    return Path(os.environ.get("CALLBENCH_REFERENCE", "../shared/eva")) / "judge_validation"


def answers(at: Path) -> dict[str, tuple[list[Item], list[list[int]]]]:
    """What each judge says of the cases of a folder, by its name."""
    turns = rated_turns(load_turns(at / "conciseness.jsonl"))
    calls = rated_calls(load_traces(at / "conversation_progression.jsonl"))
    as_shipped = [conciseness.rate(m) if isinstance(m := i.seen, Measures) else 3 for i in turns]
    return {
        "conciseness": (turns, crossvalidated(turns, conciseness_judge)),
        "conciseness, length only": (turns, crossvalidated(turns, length_judge)),
        "conciseness, as shipped (seen in fitting)": (turns, [as_shipped]),
        "progression": (calls, crossvalidated(calls, progression_judge)),
        "progression, as shipped (rules written on these)": (calls, [[rate_call(i.seen, Bounds()) for i in calls]]),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=folder())
    at = parser.parse_args().folder
    for name, (items, said) in answers(at).items():
        whole, half = agreed(items, said), passed(items, said)
        print(f"{name}: {len(items)} rated, {whole.groups} conversations, {len(said)} shuffles")
        for label, figure in (
            ("accuracy", whole.accuracy),
            ("macro-F1", whole.macro_f1),
            ("kappa", whole.kappa),
            ("kappa of 2 or better", half.kappa),
        ):
            low, high = figure.interval or (math.nan, math.nan)
            print(f"  {label:20} {figure.value:.3f}  [{low:.3f}, {high:.3f}]")
        print("  F1 by rating        ", ", ".join(f"{r}: {v:.2f}" for r, v in zip(RATINGS, whole.f1, strict=True)))
    weights = asdict(fit_conciseness(rated_turns(load_turns(at / "conciseness.jsonl"))))
    print("conciseness, weights fitted to all:", ", ".join(f"{k} {v:.3f}" for k, v in weights.items()))


if __name__ == "__main__":
    main()
