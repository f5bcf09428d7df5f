"""The bars that the offline judges hold against people, by cross-validation (`benchmarks.judges_cv`)."""

import numpy as np
import pytest

from benchmarks import judges_cv
from benchmarks.judges_cv import Item
from metrics.judges.offline import conciseness
from metrics.judges.offline._conciseness_measures import measure
from tests import reference


def test_folds_never_split_a_conversation():
    groups = [f"call {i // 3}" for i in range(60)]
    fold = judges_cv.folds(groups, seed=3)
    assert all(len({f for f, g in zip(fold, groups, strict=True) if g == name}) == 1 for name in groups)
    assert set(fold) == set(range(judges_cv.FOLDS))
    assert fold.tolist() == judges_cv.folds(groups, seed=3).tolist()
    assert fold.tolist() != judges_cv.folds(groups, seed=4).tolist()


def test_no_answer_comes_from_a_judge_that_saw_the_item():
    items = [Item(i, 1 + i % 3, f"call {i // 2}") for i in range(40)]

    def fit(seen):
        known = {i.seen for i in seen}
        return lambda thing: 1 if thing in known else 3

    assert {rating for said in judges_cv.crossvalidated(items, fit) for rating in said} == {3}


def test_weights_are_found_again_in_turns_that_follow_them():
    rng = np.random.default_rng(0)
    words = ["book", "ticket", "badge", "leave", "desk", "nine", "seat", "or", "usually", "forty dollars,"]
    turns = [measure(" ".join(rng.choice(words, size)), "Please go on.", set()) for size in rng.integers(4, 250, 300)]
    items = [Item(m, conciseness.rate(m), str(i)) for i, m in enumerate(turns)]
    judge = judges_cv.conciseness_judge(items)
    assert len({i.label for i in items}) == 3
    assert np.mean([judge(i.seen) == i.label for i in items]) > 0.9


@pytest.fixture(scope="module")
def answers():
    folder = reference.path("judge_validation")
    for name in ("conciseness", "conversation_progression"):
        reference.path("judge_validation", f"{name}.jsonl")
    return judges_cv.answers(folder)


@pytest.mark.reference
def test_conciseness_holds_its_bars_and_beats_length_alone(answers):
    found = judges_cv.agreed(*answers["conciseness"])
    length = judges_cv.agreed(*answers["conciseness, length only"])
    assert found.accuracy.value >= 0.90
    assert found.macro_f1.value >= 0.76
    assert found.kappa.value >= 0.78
    assert found.macro_f1.value > length.macro_f1.value


@pytest.mark.reference
def test_the_weights_shipped_are_those_fitted_to_all_turns(answers):
    items, _ = answers["conciseness"]
    fitted = judges_cv.fit_conciseness(items)
    for name in ("words", "values", "list", "ratio", "base"):
        assert getattr(fitted, name) == pytest.approx(getattr(conciseness.FITTED, name), abs=0.05)


@pytest.mark.reference
def test_progression_holds_its_bars(answers):
    found = judges_cv.agreed(*answers["progression"])
    assert found.accuracy.value >= 0.74
    assert found.macro_f1.value >= 0.73
    assert found.kappa.value >= 0.60
    assert judges_cv.passed(*answers["progression"]).kappa.value >= 0.65
