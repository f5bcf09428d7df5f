"""Runs whose services cost money, fail, limit or refuse: what is carried again, what ends the run, what it cost."""

import functools

import pytest

from harness import calls
from harness.budget import Budget
from harness.executors.inline import InlineExecutor
from harness.journal import read
from harness.run import OUTAGE, Interrupted, execute
from harness.worker import perform
from tests.harness.builder import deaf
from tests.harness.paid import Time, carry, failure, go


def attempts(run):
    return [(a.trial.scenario, a.attempt, a.status) for a in calls.finished(run.path)]


def test_a_vendor_s_failures_use_up_no_attempts_and_are_carried_again_after_a_rest(paid_run):
    run, time = paid_run("one", max_attempts=1), Time()
    tally = go(run, {"one": [failure("rate_limit", 429, after=7.0), failure("server", 503)]}, time=time)
    assert (tally.done, tally.given_up, tally.reruns, tally.stopped) == (1, 0, 2, None)
    assert attempts(run) == [("one", 1, "infrastructure"), ("one", 2, "infrastructure"), ("one", 3, "completed")]
    assert time.slept == [7.0, 10.0]
    gate = calls.finished(run.path)[0].gate
    assert gate["failure"]["retry_after_s"] == 7.0
    assert gate["error"] == "agent llm acme m (429): so said acme"
    story = [e for e in read(run.path / "journal.jsonl") if e["event"] == "vendor_failed"]
    assert [(e["provider"], e["category"], e["rests_s"]) for e in story] == [
        ("acme", "rate_limit", 7.0),
        ("acme", "server", 10.0),
    ]


def test_they_are_bounded_and_going_on_with_the_run_carries_the_trial_again(paid_run):
    run = paid_run("down", "fine", max_retries=2)
    tally = go(run, {"down": [failure("connectivity")] * 3})
    assert (tally.done, tally.given_up, tally.resumable, tally.reruns) == (1, 1, 1, 2)
    assert [n for name, n, _ in attempts(run) if name == "down"] == [1, 2, 3]
    again = go(run)
    assert (again.done, again.given_up, again.resumable) == (2, 0, 0)
    assert ("down", 4, "completed") in attempts(run)


def test_a_run_that_was_cut_short_counts_on_where_it_was(paid_run):
    run = paid_run("down", max_retries=2)
    script = {"down": [failure("connectivity")] * 9}

    class Impatient(Time):
        def sleep(self, seconds):
            if len(self.slept) == 1:
                raise KeyboardInterrupt
            super().sleep(seconds)

    with pytest.raises(Interrupted):
        go(run, script, time=Impatient())
    assert len(attempts(run)) == 2
    tally = go(run, script)
    assert (tally.given_up, tally.resumable, len(attempts(run))) == (1, 1, 3)


def test_an_outage_ends_the_run_instead_of_giving_up_every_trial(paid_run):
    run = paid_run(*[f"s{n}" for n in range(9)], max_retries=3)
    down = {f"s{n}": [failure("connectivity")] * 99 for n in range(9)}
    tally = go(run, down)
    assert tally.stopped.by == "outage"
    assert tally.stopped.why == "12 calls in a row; the last: agent llm acme m: so said acme"
    assert len(attempts(run)) == OUTAGE
    assert (tally.given_up, tally.resumable, tally.left) == (3, 3, 6)
    assert go(run).done == 9


def test_calls_that_had_their_line_run_late_are_no_outage(paid_run):
    run = paid_run(*[f"late-always{n}" for n in range(5)], max_retries=3)
    tally = go(run)
    assert (tally.stopped, tally.given_up) == (None, 5)


def test_attempts_that_the_caller_spoiled_stay_used_up(paid_run, make_run):
    run = paid_run("late-always", "strays-once", max_attempts=1, max_retries=0)
    assert go(run).given_up == 2
    again = go(run)  # a line that ran late is no fault of the trial; a caller that strayed is an attempt
    assert (again.given_up, again.resumable) == (2, 1)
    assert attempts(run) == [
        ("late-always", 1, "infrastructure"),
        ("late-always", 2, "infrastructure"),
        ("strays-once", 1, "caller_invalid"),
    ]


@pytest.mark.parametrize(
    ("category", "status"), [("authentication", 401), ("authorization", 403), ("quota", 402), ("invalid_request", 404)]
)
def test_a_refusal_ends_the_run_at_once_and_burns_no_further_trial(paid_run, category, status):
    run = paid_run("a", "b", "c", "d")
    tally = go(run, {"a": [failure(category, status)]})
    assert (tally.done, tally.given_up, tally.left) == (0, 0, 4)
    assert (tally.stopped.by, tally.stopped.why) == ("refused", f"agent llm acme m ({status}): so said acme")
    assert attempts(run) == [("a", 1, "infrastructure")]
    story = read(run.path / "journal.jsonl")
    assert [e["event"] for e in story][-2:] == ["stopped", "run_ended"]
    assert go(run).done == 4  # with another key


def test_a_key_that_a_vendor_repeats_in_its_refusal_is_written_nowhere(paid_run):
    canary = "canary-0123456789-key"
    told = failure("authentication", 401).model_copy(update={"said": f"Incorrect API key provided: {canary}"})
    run = paid_run("a", "b")
    do = functools.partial(
        perform, carry=functools.partial(carry, script={"a": [told]}), ears=deaf, environ={"ACME_API_KEY": canary}
    )
    with run.journal(lambda: "t") as journal:
        tally = execute(run, InlineExecutor(do), journal)
    assert tally.stopped.why == "agent llm acme m (401): Incorrect API key provided: ***"
    files = [p for p in run.path.rglob("*") if p.is_file() and p.suffix in (".json", ".jsonl", ".txt")]
    assert len(files) > 3
    assert not [p for p in files if canary in p.read_text()]


def test_a_request_that_is_refused_after_others_were_served_is_that_call_s_misfortune(paid_run):
    run = paid_run("a", "b")
    tally = go(run, {"b": [failure("invalid_request", 400)]})
    assert (tally.done, tally.stopped, tally.reruns) == (2, None, 1)


def test_a_budget_ends_the_run_before_the_call_that_would_exceed_it_and_nothing_is_lost(paid_run):
    run = paid_run(*"abcde")
    budget = Budget(1.6, run.manifest.billing)
    tally = go(run, budget=budget)
    assert (tally.done, tally.given_up, tally.left) == (3, 0, 2)
    assert budget.spent == pytest.approx(1.5)
    assert tally.stopped.by == "budget"
    assert tally.stopped.why == (
        "1.5000 of 1.6 US dollars are spent, and the next call is expected to cost 0.5000 (as the calls so far)"
    )
    # What is spent is known again from the folders, failures included.
    assert go(run, budget=Budget(1.6, run.manifest.billing)).done == 3
    raised = Budget(9, run.manifest.billing)
    assert go(run, budget=raised).done == 5
    assert raised.spent == pytest.approx(2.5)


def test_a_budget_below_the_first_call_carries_none(paid_run):
    run = paid_run("a")
    tally = go(run, budget=Budget(0.01, run.manifest.billing))
    assert (tally.done, tally.left) == (0, 1)
    assert "assuming 4 minutes" in tally.stopped.why
    assert attempts(run) == []


def test_spoiled_calls_are_paid_for_out_of_the_same_budget(paid_run):
    run = paid_run("a", "b")
    budget = Budget(0.9, run.manifest.billing)
    tally = go(run, {"a": [failure("server", 503)] * 2}, budget=budget)
    assert (tally.done, tally.left) == (1, 1)
    assert budget.spent == pytest.approx(0.7)
