"""verify, compare and --convention as a person uses them."""

import functools
import json

import pytest

from harness.executors.inline import InlineExecutor
from harness.run import execute
from harness.worker import perform
from tests.harness.builder import deaf, fake_carry
from tests.loopback.judge import Endpoint, Raw, good, script

work = functools.partial(perform, carry=fake_carry, ears=deaf, environ={})


@pytest.fixture
def scored(make_run, tmp_path, cli):
    def scored(name, *scenarios):
        run = make_run(*scenarios, path=tmp_path / name, count=2)
        with run.journal(lambda: "t") as journal:
            execute(run, InlineExecutor(work), journal)
        assert cli("score", run.path)[0] == 0
        return run.path

    return scored


def test_verify_says_fine_or_what_differs(cli, scored):
    run = scored("run", "fine", "silent")
    status, out, err = cli("verify", run)
    assert (status, err) == (0, "")
    assert "every score and every figure is what the calls say" in out
    text = (run / "summary.json").read_text(encoding="utf-8")
    (run / "summary.json").write_text(text.replace('"with_result": 4', '"with_result": 5'), encoding="utf-8")
    status, out, _ = cli("verify", run)
    assert status == 1
    assert "summary.json: trials.with_result is 5, computed 4" in out
    status, out, _ = cli("verify", run, "--json")
    assert (status, json.loads(out)["calls"]) == (1, 4)


@pytest.mark.parametrize(
    ("option", "message"),
    [("--judges", "--judges names no judge; use offline"), ("--metrics", "--metrics names no metric; leave it out")],
)
@pytest.mark.parametrize("empty", ["", " , "])
def test_an_option_that_names_nothing_is_told_and_not_taken_for_all(cli, scored, option, message, empty):
    run = scored("run", "fine")
    status, out, err = cli("score", run, option, empty)
    assert (status, out) == (2, "")
    assert message in err


def test_scores_of_models_that_all_failed_are_told_and_taken_as_they_are(cli, scored, tmp_path):
    run = scored("run", "fine", "silent")
    judge = tmp_path / "dead.yaml"
    judge.write_text("name: dead\nmodel: m\nbase_url: http://127.0.0.1:9/v1\nretries: 0\n", encoding="utf-8")
    status, out, err = cli("score", run, "--judges", judge)
    reason = "dead: the endpoint cannot be reached (ConnectError)"
    assert (status, err.count("\n")) == (1, 1)
    assert err.startswith("callbench: no verdict on ")
    assert reason in err
    assert f"): {reason}." in out
    assert reason in (run / "summary.md").read_text(encoding="utf-8")
    assert "EVA-A_pass" in out, "a figure without a value is told, not hidden"
    status, out, _ = cli("verify", run)
    assert status == 0
    assert "of model judges were taken as they are" in out


@pytest.mark.parametrize(
    ("answers", "status"),
    [
        (Raw("out of order", status=400), 1),  # every reply is an error
        (script(Raw("out of order", status=400), good), 0),  # one call was answered, or one question of two trials
        (good, 0),
    ],
)
def test_score_ends_with_1_when_a_judge_answered_nothing_at_all(cli, scored, tmp_path, answers, status):
    run = scored("run", "fine", "silent")
    with Endpoint(answers if callable(answers) else lambda _: answers) as endpoint:
        judge = tmp_path / "mine.yaml"
        judge.write_text(f"name: mine\nmodel: m\nbase_url: {endpoint.url}\nretries: 0\ntries: 1\n", encoding="utf-8")
        found, out, err = cli("score", run, "--judges", judge, "--metrics", "conciseness")
    assert found == status
    assert "conciseness" in out, "the summary is printed all the same"
    errors = json.loads((run / "summary.json").read_text())["metrics"]["conciseness"]["error_count"]
    assert errors in {1: [4], 0: [0] if answers is good else [1, 2]}[status]  # trials alike share a question
    if status:
        assert err.startswith("callbench: no verdict on conciseness in any call: mine: ")
        assert err.count("\n") == 1
        # errors that were there before and were not asked for now are no failure of this command
        assert cli("score", run, "--metrics", "task_completion")[0] == 0
        found, out, err = cli("score", run, "--judges", judge, "--metrics", "conciseness", "--json")
        assert (found, json.loads(out)["calls"], err.count("\n")) == (1, 4, 1)
    else:
        assert err == ""


def test_a_metric_that_no_model_was_asked_for_is_no_failure_of_theirs(cli, scored, tmp_path):
    run = scored("run", "fine")
    with Endpoint() as endpoint:
        judge = tmp_path / "deaf.yaml"
        judge.write_text(f"name: deaf\nmodel: m\nbase_url: {endpoint.url}\n", encoding="utf-8")
        for judges in (str(judge), f"{judge},offline"):
            status, out, err = cli("score", run, "--judges", judges)
            assert (status, err) == (0, "")
            assert "agent_speech_fidelity" in out, "its error is told in the summary"


def test_a_call_that_lacks_a_file_is_told_by_the_files_name_wherever_the_run_lies(cli, scored):
    run = scored("run", "fine")
    for path in run.glob("calls/*/*/*/*/tools.jsonl"):
        path.unlink()
    status, out, _ = cli("score", run)
    assert status == 0
    assert "cannot be scored: tools.jsonl is missing" in out
    assert str(run) not in (run / "summary.json").read_text(encoding="utf-8")
    found = json.loads((run / "summary.json").read_text(encoding="utf-8"))
    assert found["metrics"] == {}
    assert {entry["mean"] for entry in found["composites"].values()} == {None}


def test_the_references_conventions_are_written_beside_ours(cli, scored):
    run = scored("run", "fine", "silent")
    before = (run / "summary.json").read_bytes(), (run / "report.html").read_bytes()
    status, out, _ = cli("score", run, "--convention", "reference", "--json")
    printed = json.loads(out)
    assert (status, printed["convention"]) == (0, "reference")
    assert json.loads((run / "summary-reference.json").read_text()) == printed
    assert "percentile bootstrap" in printed["interval"]
    assert ((run / "summary.json").read_bytes(), (run / "report.html").read_bytes()) == before
    status, out, _ = cli("score", run, "--convention", "reference")
    assert status == 0
    assert "task_completion" in out
    assert cli("verify", run)[0] == 0
    status, _, err = cli("score", run, "--convention", "other")
    assert status == 2
    assert "--convention other: there is no such convention; use callbench or reference" in err


def test_compare_prints_a_table_and_what_stands_beside_it(cli, scored):
    one, two = scored("one", "fine", "silent"), scored("two", "fine", "mishears", "silent")
    status, out, err = cli("compare", one, two)
    assert (status, err) == (0, "")
    assert "task_completion" in out
    assert "Only in the second, left out: airline/mishears." in out
    status, out, _ = cli("compare", one, two, "--json")
    assert (status, json.loads(out)["scenarios"]) == (0, 2)
    status, _, err = cli("compare", one, two / "nowhere")
    assert status == 2
    assert err.startswith("callbench: ")


@pytest.mark.parametrize("command", ["verify", "compare"])
def test_what_is_no_run_is_refused(cli, command):
    status, _, err = cli(command, *["nowhere"] * (2 if command == "compare" else 1))
    assert status == 2
    assert "not a run folder" in err


@pytest.mark.parametrize("word", ["{}", "[]", "null", '{"domain": "airline"}', "no JSON"])
@pytest.mark.parametrize("command", ["score", "verify", "report"])
def test_a_gate_whose_word_is_damaged_is_no_attempt(cli, scored, command, word):
    run = scored("run", "fine", "silent")
    path = next(run.glob("calls/airline/fine/t1/a1/gate.json"))
    path.write_text(word, encoding="utf-8")
    status, _, err = cli(command, run)
    assert "internal error" not in err
    assert status == (1 if command == "verify" else 0)
    cli("score", run)
    assert json.loads((run / "summary.json").read_text(encoding="utf-8"))["trials"]["not_carried"] == [
        "airline/fine t1"
    ]


@pytest.mark.parametrize("file", ["call.json", "timeline.json", "scenario.json", "world_after.json"])
@pytest.mark.parametrize("text", ["[]", "null"])
def test_a_file_of_a_call_that_is_no_object_is_told_and_the_others_count(cli, scored, file, text):
    run = scored("run", "fine", "silent")
    (run / "calls" / "airline" / "fine" / "t1" / "a1" / file).write_text(text, encoding="utf-8")
    status, out, err = cli("score", run)
    assert (status, err) == (0, "")
    assert f"cannot be scored: ValueError: {file}: no JSON object; the call is damaged, run it again" in out
    assert "Results: 3 of 4 planned calls" in out


def test_what_one_run_lacks_is_told_once_and_as_what_it_is(cli, scored):
    one, two = scored("one", "fine", "silent"), scored("two", "fine", "mishears")
    cli("score", two)
    for path in two.glob("calls/**/scores.json"):
        scores = json.loads(path.read_text(encoding="utf-8"))
        path.write_text(json.dumps({n: s for n, s in scores.items() if n != "faithfulness"}), encoding="utf-8")
    status, out, _ = cli("compare", one, two)
    assert status == 0
    assert "Only in the second, left out: airline/mishears." in out
    assert "task_completion 2" not in out
    assert "other judges" not in out, "a score that is not there is no other judge's"


@pytest.mark.parametrize("command", ["score", "verify"])
def test_a_folder_of_runs_is_told_as_that(cli, scored, tmp_path, command):
    scored("one", "fine")
    status, _, err = cli(command, tmp_path)
    assert status == 2
    assert "is a folder of runs, not a run folder (it has no run.json): name one of them, such as " in err
