"""Check judges against labelled cases: ask them, and set what they say beside what people said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from statistics import fmean

from harness.judges import CALLS_AT_ONCE
from metrics.composites import COMPOSITES
from metrics.judges.agreement import Agreement, Figure, agreement, ratio
from metrics.judges.jury import JudgeError, Jury, NothingToJudge, Ruling
from metrics.judges.labelled import WHOLE, Labelled
from metrics.judges.labelled_entities import LabelledEntities, pairs
from metrics.judges.labelled_files import LabelledSet
from metrics.judges.ratings import normalized, rate, scale
from metrics.judges.verdicts import Entities, Turns
from metrics.score import TOLERANCE

YES_NO = (0, 1)
NONE = "(none)"
"""Stands for the value of a field that a case does not have."""

THRESHOLDS = {name: least for rule in COMPOSITES for name, least in rule.thresholds.items()}
"""From which normalised value a call passes, by metric."""


@dataclass(frozen=True, slots=True)
class Published:
    """What the benchmark's authors report of their model judge on their whole set, in percent but for kappa."""

    accuracy: float | None = None
    kappa: float | None = None
    macro_f1: float | None = None
    extraction_f1: float | None = None


PUBLISHED = {
    "faithfulness": Published(83.9, 0.836, 80.7),
    "conversation_progression": Published(79.9, 0.845, 78.2),
    "conciseness": Published(92.3, 0.823, 83.8),
    "agent_speech_fidelity": Published(89.6, 0.777),
    "transcription_accuracy_key_entities": Published(86.2, extraction_f1=94.5),
}

UNKNOWN = Published()


@dataclass(frozen=True, slots=True)
class Item:
    """One rated thing.

    Attributes:
        id: unique within the set.
        case: place of its case in the set.
        group: things of one group depend on each other.
        label: what people say.
        said: what the judge says.
        evidence: the judge's reason, on one line.
        modes: what people named as the fault.
        part: value of the field by which figures are told apart; empty where none is asked for.
    """

    id: str
    case: int
    group: str
    label: int
    said: int
    evidence: str
    modes: tuple[str, ...] = ()
    part: str = ""


@dataclass(frozen=True, slots=True)
class Extraction:
    """How well values are found that people labelled, before they are compared."""

    precision: Figure
    recall: Figure
    f1: Figure


@dataclass(frozen=True, slots=True)
class Part:
    """Agreement over the cases that have one value of a field."""

    value: str
    agreement: Agreement
    passes: Agreement | None


@dataclass(frozen=True, slots=True)
class Check:
    """A judge on one labelled set.

    Attributes:
        judges: names and versions of who answered, as printed beside scores.
        prompts: hashes of the prompts.
        cases: that were asked about.
        items: rated things, in the set's order.
        agreement: over the items; for key entities of whether a value came through.
        passes: agreement on whether a call passes; ``None`` where no threshold applies.
        threshold: normalised mean from which it does.
        extraction: for key entities.
        parts: by value of the field that was asked for.
        unanswered: one line for each case or turn without an answer, with the reason; they count nowhere.
        blind: what an offline judge cannot see.
        cost_usd: what model judges cost.
    """

    metric: str
    file: str
    judges: tuple[str, ...]
    prompts: tuple[str, ...]
    cases: int
    items: tuple[Item, ...]
    agreement: Agreement
    passes: Agreement | None
    threshold: float | None
    extraction: Extraction | None
    parts: tuple[Part, ...]
    unanswered: tuple[str, ...]
    blind: tuple[str, ...]
    cost_usd: float

    def disagreements(self) -> list[Item]:
        """Where judge and people differ, the farthest apart first."""
        apart = [item for item in self.items if item.label != item.said]
        return sorted(apart, key=lambda item: -abs(item.label - item.said))


def check(
    found: LabelledSet, jury: Jury, *, limit: int | None = None, by: str = "", at_once: int = CALLS_AT_ONCE
) -> Check:
    """Ask a jury about the cases of a set.

    Args:
        found: the set.
        jury: who answers.
        limit: only so many cases, from the first.
        by: a field of the labelled objects, by whose values figures are given apart as well.
        at_once: questions that are open at the same time; never alters an answer.
    """
    asked: Sequence[Labelled | LabelledEntities] = (found.cases or found.entities)[:limit]
    rulings: list[Ruling] = []
    items: list[Item] = []
    counts: list[_Count] = []
    unanswered: list[str] = []
    for place, (case, answer) in enumerate(zip(asked, _answers(found.metric, asked, jury, at_once), strict=True)):
        if isinstance(answer, Ruling):
            rulings.append(answer)
            try:
                if isinstance(case, Labelled):
                    own, missing = _rated(found.metric, place, case, answer)
                    own = [replace(item, part=case.fields.get(by, NONE)) for item in own] if by else own
                else:
                    own, count = _compared(place, case, answer)
                    missing = []
                    counts.append(count)
            except (JudgeError, NothingToJudge) as error:
                own, missing = [], [f"{case.id}: {error}"]
            items += own
            unanswered += missing
        else:
            unanswered.append(f"{case.id}: {answer}")
    items = list(_told_apart(items))
    ratings = scale(found.metric) if found.cases else YES_NO
    threshold = THRESHOLDS.get(found.metric)
    return Check(
        metric=found.metric,
        file=found.path.name,
        judges=_unique(r.judge for r in rulings),
        prompts=_unique(r.prompt for r in rulings if r.prompt),
        cases=len(asked),
        items=tuple(items),
        agreement=_agreement(items, ratings),
        passes=_passes(items, ratings, threshold),
        threshold=threshold,
        extraction=_extraction(counts) if counts else None,
        parts=tuple(
            Part(value, _agreement(own, ratings), _passes(own, ratings, threshold))
            for value in sorted({i.part for i in items if i.part})
            if (own := [i for i in items if i.part == value])
        ),
        unanswered=tuple(unanswered),
        blind=_unique(line for r in rulings for line in r.details.get("blind", ())),
        cost_usd=sum(r.cost_usd for r in rulings),
    )


def _agreement(items: Sequence[Item], ratings: Sequence[int]) -> Agreement:
    return agreement([i.label for i in items], [i.said for i in items], [i.group for i in items], ratings)


def _answers(
    metric: str, cases: Sequence[Labelled | LabelledEntities], jury: Jury, at_once: int
) -> list[Ruling | JudgeError | NothingToJudge]:
    def ask(case: Labelled | LabelledEntities) -> Ruling | JudgeError | NothingToJudge:
        try:
            return jury.rule(metric, case.case)
        except (JudgeError, NothingToJudge) as error:
            return error

    with ThreadPoolExecutor(max(1, at_once)) as pool:
        return list(pool.map(ask, cases))


def _rated(metric: str, place: int, case: Labelled, ruling: Ruling) -> tuple[list[Item], list[str]]:
    """What is said of the rated turns, or of the whole; and one line for each rated turn of which nothing is said.

    Raises:
        JudgeError: the verdict does not answer the question.
        NothingToJudge: there is nothing to rate.
    """
    outcome = rate(metric, ruling.verdict, case.case)
    if isinstance(ruling.verdict, Turns):
        turns = {t.turn_id: t for t in ruling.verdict.turns if t.rating is not None and t.has_entities}
        items = [
            Item(
                f"{case.id}, turn {turn}",
                place,
                case.group,
                label,
                found.rating,
                _line(", ".join(found.failure_modes), found.explanation),
                case.modes.get(turn, ()),
            )
            for turn, label in sorted(case.ratings.items())
            if (found := turns.get(turn)) is not None and found.rating is not None
        ]
        return items, [f"{case.id}, turn {t}: not rated by the judge" for t in sorted(set(case.ratings) - set(turns))]
    if outcome.value is None:
        raise NothingToJudge(outcome.why)
    said, label = round(outcome.value), case.ratings[WHOLE]
    return [Item(case.id, place, case.group, label, said, outcome.why, case.modes.get(WHOLE, ()))], []


@dataclass(frozen=True, slots=True)
class _Count:
    """Values of one call: found by the judge, labelled, and those that are the same."""

    found: int
    labelled: int
    both: int


def _compared(place: int, case: LabelledEntities, ruling: Ruling) -> tuple[list[Item], _Count]:
    """Whether each value that judge and people both found came through; values that either skips are left out.

    Raises:
        JudgeError: the verdict is about something else.
    """
    if not isinstance(ruling.verdict, Entities):
        raise JudgeError(f"the judge answered {type(ruling.verdict).__name__}, not {Entities.__name__}")
    verdict = {t.turn_id: t.entities for t in ruling.verdict.turns}
    items = []
    found = labelled = both = 0
    for turn, entities in sorted(case.entities.items()):
        ours = verdict.get(turn, ())
        paired = pairs(ours, entities)
        found, labelled, both = found + len(ours), labelled + len(entities), both + len(paired)
        items += [
            Item(
                f"{case.id}, turn {turn}, {theirs.type} {theirs.value}",
                place,
                case.id,
                int(theirs.correct),
                int(own.correct),
                _line(f"{own.value} -> {own.transcribed_value}", own.analysis),
            )
            for own, theirs in paired
            if not (own.skipped or theirs.skipped)
        ]
    return items, _Count(found, labelled, both)


def _extraction(counts: Sequence[_Count]) -> Extraction:
    both = [c.both for c in counts]
    return Extraction(
        precision=ratio(both, [c.found for c in counts]),
        recall=ratio(both, [c.labelled for c in counts]),
        f1=ratio([2 * b for b in both], [c.found + c.labelled for c in counts]),
    )


def _passes(items: Iterable[Item], ratings: Sequence[int], threshold: float | None) -> Agreement | None:
    """Agreement on whether each case passes by the mean of its rated things; ``None`` without a threshold."""
    if threshold is None:
        return None
    cases: dict[int, list[Item]] = {}
    for item in items:
        cases.setdefault(item.case, []).append(item)

    def passes(found: Iterable[int]) -> int:
        return int(fmean(normalized(r, ratings[0], ratings[-1]) for r in found) >= threshold - TOLERANCE)

    return agreement(
        [passes(i.label for i in own) for own in cases.values()],
        [passes(i.said for i in own) for own in cases.values()],
        [own[0].group for own in cases.values()],
        YES_NO,
    )


def _told_apart(items: Iterable[Item]) -> Iterable[Item]:
    """The same items, with a number after an id that another one has already."""
    seen: Counter[str] = Counter()
    for item in items:
        seen[item.id] += 1
        yield replace(item, id=f"{item.id} ({seen[item.id]})") if seen[item.id] > 1 else item


def _unique(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(values))


def _line(*parts: str) -> str:
    return "; ".join(" ".join(part.split()) for part in parts if part.strip())
