"""Two run folders side by side."""

import functools
import json

import pytest

from agents.callers.registry import find
from harness.compare import COLUMNS, compare_runs, facts, table
from harness.executors.inline import InlineExecutor
from harness.run import execute
from harness.score import summarise
from harness.worker import perform
from scenarios.errors import UsageError
from tests.harness.builder import deaf, fake_carry

work = functools.partial(perform, carry=fake_carry, ears=deaf, environ={})


@pytest.fixture
def carried(make_run, tmp_path, deaf_judges):
    def carried(name, *scenarios, **settings):
        run = make_run(*scenarios, path=tmp_path / name, **settings)
        with run.journal(lambda: "t") as journal:
            execute(run, InlineExecutor(work), journal)
        summarise(run.path)
        return run.path

    return carried


def test_two_runs_on_scenarios_that_both_have(carried):
    one, two = carried("one", "fine", "silent", "late-once"), carried("two", "fine", "silent", "mishears")
    found = compare_runs(one, two)
    assert (found["scenarios"], found["only_first"], found["only_second"]) == (
        2,
        ["airline/late-once"],
        ["airline/mishears"],
    )
    assert [s["run"] for s in found["systems"]] == ["one", "two"]
    assert found["warnings"] == []
    row = next(r for r in found["rows"] if r["name"] == "task_completion")
    assert (row["first"], row["second"], row["difference"], row["p"]) == (0.5, 0.5, 0.0, 1.0)
    assert json.loads(json.dumps(found)) == found
    lines = table(found)
    assert len(lines) == len(found["rows"])
    assert all(len(line) == len(COLUMNS) for line in lines)
    text = " ".join(facts(found))
    assert "Only in the second, left out: airline/mishears." in text
    assert "2 scenarios that both have" in text


def test_what_was_not_the_same_is_told(carried):
    one, two = carried("one", "fine", "silent"), carried("two", "fine", "silent", ears="perfect")
    assert any(
        "ears is real in the first run and perfect in the second" in fact for fact in facts(compare_runs(one, two))
    )


def test_what_keeps_a_run_from_being_a_result_is_told_of_each_even_where_they_are_alike(carried):
    one, two = carried("one", "fine"), carried("two", "fine")
    assert facts(compare_runs(one, two))[0] == (
        "First: embedded-cascade (one), a calibration agent. Second: embedded-cascade (two), a calibration agent. "
        "Both called by plan."
    )
    for run, faults in ((one, []), (two, ["tts:close@1"])):
        manifest = json.loads((run / "run.json").read_text())
        manifest["options"] |= {"rehearsal": True, "vendor_faults": faults}
        manifest["agent"] |= {"llm": {"provider": "openai"}}
        (run / "run.json").write_text(json.dumps(manifest))
    found = compare_runs(one, two)
    assert [s["nature"] for s in found["systems"]] == ["a rehearsal", "a rehearsal with faults on demand: tts:close@1"]
    assert "(two), a rehearsal with faults on demand: tts:close@1. Both" in facts(found)[0]
    assert found["warnings"] == ["vendor_faults is none in the first run and tts:close@1 in the second"]


def test_runs_of_different_callers_are_not_compared(carried):
    one, two = carried("one", "fine"), carried("two", "fine")
    assert "Both called by plan." in facts(compare_runs(one, two))[0]
    manifest = json.loads((two / "run.json").read_text())
    manifest["caller"] = find("plan+french").model_dump(mode="json")
    (two / "run.json").write_text(json.dumps(manifest))
    with pytest.raises(UsageError, match=r"different callers \(plan and plan\+french\)") as error:
        compare_runs(one, two)
    assert "\n" not in str(error.value)
    manifest["caller"] |= {"name": "plan"}
    (two / "run.json").write_text(json.dumps(manifest))
    with pytest.raises(UsageError, match="two callers by the name of plan"):
        compare_runs(one, two)


def test_another_judge_is_told(carried):
    one, two = carried("one", "fine"), carried("two", "fine")
    for path in two.glob("calls/**/scores.json"):
        scores = json.loads(path.read_text(encoding="utf-8"))
        scores["conciseness"]["details"]["judge"]["name"] = "offline conciseness 0"
        path.write_text(json.dumps(scores), encoding="utf-8")
    assert compare_runs(one, two)["warnings"] == ["other judges, or other versions of them, decided conciseness"]


def test_runs_that_cannot_be_compared(carried):
    one, two = carried("one", "fine"), carried("two", "silent")
    with pytest.raises(UsageError, match="no scenario with a result in common"):
        compare_runs(one, two)
    manifest = json.loads((two / "run.json").read_text())
    manifest["packs"]["airline"]["sha256"] = "1" * 64
    (two / "run.json").write_text(json.dumps(manifest))
    with pytest.raises(UsageError, match="not the same pack"):
        compare_runs(one, two)
    with pytest.raises(UsageError, match=r"no run\.json"):
        compare_runs(one, two / "elsewhere")
