import csv
import functools
import json
import shutil

import pytest

from harness.executors.inline import InlineExecutor
from harness.run import Interrupted, execute
from harness.score import rescore, summarise
from harness.worker import perform
from scenarios.errors import UsageError
from tests.harness.builder import deaf, fake_carry

work = functools.partial(perform, carry=fake_carry, ears=deaf, environ={})
NAMES = ("fine", "silent", "mishears", "late-once", "late-always")
FILES = ("summary.json", "trials.csv")


def go(run, do=work):
    with run.journal(lambda: "t") as journal:
        execute(run, InlineExecutor(do), journal)


@pytest.fixture
def finished(make_run):
    run = make_run(*NAMES, count=2)
    go(run)
    summarise(run.path)
    return run


def texts(path, names=FILES):
    found = {name: (path / name).read_bytes() for name in names}
    scores = {p.relative_to(path): p.read_bytes() for p in path.glob("calls/**/scores.json")}
    return found | scores


def test_scoring_twice_gives_equal_bytes(finished):
    before = texts(finished.path)
    rescore(finished.path)
    assert texts(finished.path) == before
    for path in finished.path.glob("calls/**/scores.json"):
        path.unlink()
    summarise(finished.path)
    assert texts(finished.path) == before


def test_an_interrupted_run_that_went_on_equals_an_unbroken_one(finished, make_run):
    other = make_run(*NAMES, count=2, path=finished.path.parent / "elsewhere")
    for stop in (2, 3, 4):
        left = [stop]

        def stops(job, left=left):
            left[0] -= 1
            if left[0] < 0:
                raise KeyboardInterrupt
            return work(job)

        with pytest.raises(Interrupted):
            go(other, stops)
        summarise(other.path)
    go(other)
    summarise(other.path)
    assert texts(other.path) == texts(finished.path)


def test_the_summary_tells_what_counts_and_what_does_not(finished):
    summary = json.loads((finished.path / "summary.json").read_text())
    assert summary["trials"] == {
        "planned": 10,
        "with_result": 8,
        "without_result": ["airline/late-always t1", "airline/late-always t2"],
        "not_carried": [],
    }
    excluded = [(e["scenario"], e["trial"], e["attempt"]) for e in summary["excluded_attempts"]]
    always = [("late-always", t, a) for t in (1, 2) for a in (1, 2, 3, 4)]
    assert excluded == [*always, ("late-once", 1, 1), ("late-once", 2, 1)]
    assert all("late" in e["why"] for e in summary["excluded_attempts"])
    # 4 scenarios have a result: fine and late-once complete the task, silent and mishears do not.
    assert summary["metrics"]["task_completion"]["mean"] == 0.5
    assert summary["metrics"]["task_completion"]["pass_k"]["pass_power_k_observed"] == 0.5
    assert summary["metrics"]["turn_taking"]["count"] == 8
    assert summary["data_quality"]["attempts"]["total"] == 10
    assert summary["run"]["calibration"] is True


def test_nothing_of_time_or_place_enters_the_summary(finished, tmp_path):
    text = (finished.path / "summary.json").read_text()
    assert str(tmp_path) not in text
    assert "2026-11-30" not in text


def test_a_run_cut_short_says_what_was_not_carried(make_run):
    run = make_run("fine", "silent")
    left = [1]

    def stops(job):
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        return work(job)

    with pytest.raises(Interrupted):
        go(run, stops)
    summary = summarise(run.path)
    assert summary["trials"]["not_carried"] == ["airline/silent t1"]
    assert summary["calls"] == 1


def test_an_empty_run_has_a_summary_without_figures(make_run):
    summary = summarise(make_run("fine").path)
    assert summary["calls"] == 0
    assert summary["metrics"] == {}


def test_a_damaged_call_is_left_out_and_named(finished):
    folder = finished.path / "calls" / "airline" / "fine" / "t2" / "a1"
    (folder / "timeline.json").write_text("{")
    summary = rescore(finished.path)
    assert summary["trials"]["with_result"] == 7
    bad = [e for e in summary["excluded_attempts"] if e["scenario"] == "fine"]
    assert [e["status"] for e in bad] == ["error"]
    assert "timeline.json" in bad[0]["why"]
    assert not (folder / "scores.json").exists(), "they would be a record's that is no more"


def test_torn_scores_are_computed_anew(finished):
    before = texts(finished.path)
    next(finished.path.glob("calls/**/scores.json")).write_text('{"task_completion": {')
    summarise(finished.path)
    assert texts(finished.path) == before


def test_the_table_has_a_row_for_every_trial(finished):
    rows = list(csv.DictReader((finished.path / "trials.csv").read_text().splitlines()))
    assert len(rows) == 10
    assert sum(r["counted"] == "true" for r in rows) == 8
    by_name = {(r["scenario"], r["trial"]): r for r in rows}
    assert by_name["fine", "1"]["task_completion"] == "1.0"
    assert by_name["late-once", "1"]["attempts"] == "2"
    assert by_name["late-always", "1"]["status"] == "infrastructure"
    assert by_name["late-always", "1"]["task_completion"] == ""
    assert by_name["silent", "1"]["response_speed"] != "0"


def test_what_is_no_run_cannot_be_scored(tmp_path, finished):
    with pytest.raises(UsageError, match=r"no run\.json"):
        summarise(tmp_path)
    (finished.path / "run.json").write_text('{"format": 99}')
    with pytest.raises(UsageError, match="format 99"):
        summarise(finished.path)
    (finished.path / "run.json").write_text("{")
    with pytest.raises(UsageError, match="not valid JSON"):
        summarise(finished.path)


@pytest.mark.parametrize("copy", ["fine copy", "fine.bak/old"])
def test_a_copy_of_a_call_is_no_call(finished, copy):
    before = texts(finished.path, ("summary.json", "trials.csv"))
    home = finished.path / "calls" / "airline"
    shutil.copytree(home / "fine", home / copy)
    summarise(finished.path)
    assert all((finished.path / name).read_bytes() == content for name, content in before.items())
