"""The appendix of reports shows the measured matrix, and nothing of a run."""

import json

from harness.faults import CALLERS, EXPECTED, matrix_metrics
from harness.report.appendix import FORM, PATH, matrix, prepared

DATA = {
    "form": FORM,
    "ears": "perfect",
    "scenarios": ["meal-and-bags"],
    "rows": [
        {
            "fault": "strays",
            "side": "caller",
            "what": "gives another number",
            "counts": False,
            "caught": {"user_behavioral_fidelity": [1.0, 0.0]},
            "followed": {"task_completion": [1.0, None]},
            "problems": [],
        }
    ],
    "metrics": {"faithfulness": {"catches": [], "still": 1, "others": 1}},
}


def test_a_matrix_is_shown_in_words():
    shown = prepared(DATA)
    (fault,) = shown.faults
    assert fault.caught == ("user_behavioral_fidelity 1 → 0",)
    assert fault.followed == ("task_completion 1 → –",)
    assert fault.note == "the attempt does not count"
    assert (shown.metrics[0].catches, shown.metrics[0].still) == ("–", "1 of 1")
    assert "meal-and-bags with perfect ears" in shown.provenance


def test_the_committed_matrix_is_whole_and_holds_no_failure():
    data = json.loads(PATH.read_text(encoding="utf-8"))
    assert data["form"] == FORM
    assert [r["fault"] for r in data["rows"]] == [*EXPECTED, *CALLERS]
    assert [r["problems"] for r in data["rows"]] == [[]] * len(data["rows"])
    assert sorted(data["metrics"]) == sorted(matrix_metrics())
    assert matrix().faults[0].name == next(iter(EXPECTED))


def test_provenance_tells_neither_version_nor_date():
    data = json.loads(PATH.read_text(encoding="utf-8"))
    assert set(data) == {"form", "ears", "scenarios", "rows", "metrics"}
