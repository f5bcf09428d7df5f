"""A run is believed when its figures follow from its calls: every way of touching one is found."""

import functools
import json

import pytest

from harness.executors.inline import InlineExecutor
from harness.judges import OFFLINE, seated
from harness.report import write_report
from harness.run import execute
from harness.score import by_reference, read_scores, rescore, summarise
from harness.verify import differences, told, verify
from harness.worker import perform
from metrics.judges.views import METRICS
from scenarios.errors import UsageError
from tests.harness.builder import deaf, fake_carry

work = functools.partial(perform, carry=fake_carry, ears=deaf, environ={})


@pytest.fixture
def run(make_run, deaf_judges):
    made = make_run("fine", "silent", "late-once", count=2)
    with made.journal(lambda: "t") as journal:
        execute(made, InlineExecutor(work), journal)
    with seated(OFFLINE) as jury:
        rescore(made.path, jury=jury)
    by_reference(made.path)
    write_report(made.path)
    return made.path


def altered(path, change):
    data = json.loads(path.read_text(encoding="utf-8"))
    change(data)
    path.write_text(json.dumps(data), encoding="utf-8")


def test_what_the_calls_say_is_confirmed_and_nothing_is_written(run):
    before = {p: (p.read_bytes(), p.stat().st_mtime_ns) for p in run.rglob("*") if p.is_file()}
    found = verify(run)
    assert found.differences == []
    assert found.calls == 6
    assert found.scores > 6 * 10
    assert found.kept == 0
    assert {p: (p.read_bytes(), p.stat().st_mtime_ns) for p in run.rglob("*") if p.is_file()} == before


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("composites", "EVA-X_mean", "mean"), 1.0),
        (("composites", "EVA-X_mean", "mean_ci_lower"), 0.9),
        (("metrics", "task_completion", "pass_k", "pass_power_k_theoretical"), 1.0),
        (("metrics", "task_completion", "stability", "floor"), 0.0),
        (("trials", "with_result"), 7),
        (("excluded_attempts",), []),
        (("cost", "judges_usd"), 1.0),
        (("latency", "p99"), 0.1),
    ],
    ids=lambda x: ".".join(x) if isinstance(x, tuple) else str(x),
)
def test_each_figure_that_was_touched_is_named(run, path, value):
    def change(data):
        for key in path[:-1]:
            data = data[key]
        data[path[-1]] = value

    altered(run / "summary.json", change)
    assert [d for d in verify(run).differences if d.startswith(f"summary.json: {'.'.join(path)} is ")]


def test_a_score_that_was_touched_is_named_with_all_that_follows(run):
    folder = run / "calls" / "airline" / "silent" / "t1" / "a1"
    altered(folder / "scores.json", lambda d: d["task_completion"].update(value=1.0, normalized=1.0))
    found = verify(run).differences
    assert "calls/airline/silent/t1/a1/scores.json: task_completion.value is 1.0, computed 0.0" in found
    assert [d for d in found if d.startswith("summary.json: metrics.task_completion.mean is ")]
    assert [d for d in found if d.startswith("summary-reference.json: metrics.task_completion.mean is ")]
    assert [d for d in found if d.startswith("trials.csv: line ")]


def test_a_record_that_was_touched_is_found_by_its_scores(run):
    folder = run / "calls" / "airline" / "fine" / "t2" / "a1"
    altered(folder / "world_after.json", lambda d: d.pop("session"))
    assert [d for d in verify(run).differences if "fine/t2/a1/scores.json: task_completion.value" in d]
    (folder / "timeline.json").write_text("{", encoding="utf-8")
    assert [d for d in verify(run).differences if "fine/t2/a1/scores.json: cannot be computed again" in d]


@pytest.mark.parametrize("name", ["summary.json", "trials.csv", "summary.md"])
def test_what_is_gone_is_named(run, name):
    (run / name).unlink()
    assert [d for d in verify(run).differences if d.startswith(f"{name}: absent")]


def test_scores_that_are_gone_are_named_and_computed(run):
    (run / "calls" / "airline" / "fine" / "t1" / "a1" / "scores.json").unlink()
    first, *others = verify(run).differences
    assert first == "calls/airline/fine/t1/a1/scores.json: absent, or cannot be read"
    assert all(line.startswith("report.html: ") for line in others), "the page shows no call without scores"


def test_a_report_that_was_touched_is_named_by_line(run):
    page = run / "report.html"
    page.write_text(page.read_text(encoding="utf-8").replace("task not completed", "task completed"), encoding="utf-8")
    (line,) = verify(run).differences
    assert line.startswith("report.html: line ")


def test_a_model_judges_score_is_kept_and_the_summary_still_follows_from_it(run):
    """Its reply is not asked for again: what it said is what the figures are made of."""

    def judged(data):
        judge = {"name": "gpt-9 1", "prompt": "0123456789ab", "cost_usd": 0.25, "reads": "", "texts": {}}
        data["conciseness"] = data["conciseness"] | {
            "state": "scored",
            "value": 1.0,
            "normalized": 0.0,
            "details": {"judge": judge},
        }

    for scores in run.glob("calls/**/scores.json"):
        altered(scores, judged)
    assert verify(run).differences, "the summary does not know of it yet"
    summary = summarise(run)
    write_report(run)
    found = verify(run)
    # where models judge, a judged metric that failed is theirs too
    scores = [s for folder in run.glob("calls/*/*/*/*") for s in (read_scores(folder) or {}).values()]
    failed = sum(s.state == "errored" and s.name in METRICS for s in scores)
    assert (found.differences, found.kept) == ([], 6 + failed)
    assert summary["cost"] == {"judges_usd": 1.5, "by_metric": {"conciseness": 1.5}}


def test_a_folder_that_was_renamed_is_the_same_run(run):
    assert verify(run.rename(run.with_name("elsewhere"))).differences == []


def test_what_is_no_run_cannot_be_verified(tmp_path):
    with pytest.raises(UsageError, match=r"no run\.json"):
        verify(tmp_path)


def test_differences_name_the_path():
    assert list(differences({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}], "c": 0})) == [
        ".a[1].b is 2, computed 3",
        ".c is absent, computed 0",
    ]
    assert list(differences({"a": 1}, {})) == [".a is 1, computed nothing"]
    assert list(differences([1], [1, 2])) == [" is [1], computed [1, 2]"]
    assert list(differences(1, True)) == [" is 1, computed true"]


def test_a_score_of_a_metric_that_is_not_installed_costs_no_other_its_check(run):
    path = next(run.glob("calls/*/*/*/*/scores.json"))
    altered(path, lambda d: d.update(gone={**d["turn_taking"], "name": "gone"}))
    summarise(run)
    by_reference(run)
    declared = {"higher_is_better": True, "threshold": 0.7}  # as a summary has it while the metric is there
    for name in ("summary.json", "summary-reference.json"):
        altered(run / name, lambda d: d["metrics"]["gone"].update(declared))
    write_report(run)
    found = verify(run)
    assert (found.differences, found.unchecked) == ([], {"gone": 1})
    assert (found.calls, found.kept) == (6, 0)
    assert list(told(found))[1:] == [
        "not checked, for no such metric is installed here: gone (1 score)",
        "every other score and figure is what the calls say",
    ]
    altered(run / "summary.json", lambda d: d["metrics"]["turn_taking"].update(mean=0.123))
    assert any("metrics.turn_taking.mean" in line for line in verify(run).differences)
