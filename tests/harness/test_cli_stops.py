"""How the command line ends a run before its last call: by a budget, by a vendor that refuses, or given up."""

import functools

import pytest

from harness import launch
from harness.cli import FAILED, FINE, OVER_BUDGET, UNUSABLE
from harness.cli import run as command
from harness.executors.inline import InlineExecutor
from harness.worker import perform
from tests.harness.builder import deaf
from tests.harness.paid import carry, failure


@pytest.fixture
def end(monkeypatch, capsys, deaf_judges):
    """Carry a run as the command does, in this process; answers exit status, stdout and stderr."""
    monkeypatch.setattr(launch, "LocalExecutor", lambda work, *_, **__: InlineExecutor(work))
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    monkeypatch.setattr("harness.pace.FIRST_S", 0.0)

    def end(run, script=None, **options):
        do = functools.partial(perform, carry=functools.partial(carry, script=script or {}), ears=deaf, environ={})
        status = command.carry_out(run, work=do, **options)
        return status, *capsys.readouterr()

    return end


def test_a_spent_budget_ends_with_3_and_says_how_to_go_on(paid_run, end):
    run = paid_run("a", "b", "c")
    status, out, err = end(run, budget=1.2)
    assert status == OVER_BUDGET == 3
    assert out == ""
    line, how = err.splitlines()[-2:]
    assert line == (
        "stopped by the budget: 1.0000 of 1.2 US dollars are spent, and the next call is expected to cost 0.5000 "
        "(as the calls so far); 2 of 3 trials have a result, nothing finished is lost"
    )
    assert how.startswith("go on with: callbench run --resume ")
    assert how.endswith(f"; or score what there is: callbench score {run.path}")
    status, out, _ = end(run, budget=5)
    assert status == FINE
    assert "Cost in US dollars: 1.50 (agent 1.50)." in out


def test_the_budget_of_the_run_holds_until_another_is_given(paid_run, end):
    run = paid_run("a", "b", budget=0.9)
    assert end(run)[0] == OVER_BUDGET
    assert end(run)[0] == OVER_BUDGET
    assert end(run, budget=1.0)[0] == FINE


def test_a_refusal_ends_with_2_and_one_line_in_the_vendor_s_words(paid_run, end):
    run = paid_run("a", "b")
    status, out, err = end(run, {"a": [failure("authentication", 401)]})
    assert status == UNUSABLE == 2
    assert out == ""
    (line,) = [row for row in err.splitlines() if row.startswith("callbench: ")]
    assert line == (
        "callbench: a vendor refused, so the run was stopped: agent llm acme m (401): so said acme; "
        "0 of 2 trials have a result, nothing finished is lost"
    )


def test_trials_that_were_given_up_for_services_are_told_and_can_be_carried_again(paid_run, end):
    run = paid_run("down", "fine", max_retries=0)
    status, _, err = end(run, {"down": [failure("connectivity")]})
    assert status == FAILED == 1
    assert f"callbench run --resume {run.path} carries them again" in err
    assert end(run)[0] == FINE


def test_a_run_whose_judges_answered_nothing_ends_with_1_and_says_why(make_run, end, tmp_path):
    judge = tmp_path / "dead.yaml"
    judge.write_text("name: dead\nmodel: m\nbase_url: http://127.0.0.1:9/v1\nretries: 0\n", encoding="utf-8")
    run = make_run("fine", judges=str(judge))
    status, out, err = end(run)
    assert status == FAILED == 1
    assert "task_completion" in out, "what needs no judge is scored and shown"
    (line,) = [row for row in err.splitlines() if row.startswith("callbench: ")]
    assert line.startswith("callbench: no verdict on ")
    assert line.endswith("in any call: dead: the endpoint cannot be reached (ConnectError)")
