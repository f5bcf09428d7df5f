import functools

import pytest

from harness import calls
from harness.executors.inline import InlineExecutor
from harness.journal import read
from harness.run import Interrupted, execute
from harness.worker import perform
from tests.harness.builder import deaf, fake_carry

work = functools.partial(perform, carry=fake_carry, ears=deaf, environ={})


def go(run, do=work):
    with run.journal(lambda: "t") as journal:
        return execute(run, InlineExecutor(do), journal)


def attempts(run):
    return {(a.trial.scenario, a.trial.trial, a.attempt): (a.status, a.valid) for a in calls.finished(run.path)}


def test_only_spoiled_calls_are_run_again(make_run):
    run = make_run("fine", "silent", "limit", "hangup", "late-once", "strays-once", "mute-once", "infra-once")
    tally = go(run)
    assert (tally.done, tally.given_up, tally.reruns) == (8, 0, 4)
    assert attempts(run) == {
        ("fine", 1, 1): ("completed", True),
        ("silent", 1, 1): ("agent_timeout", True),
        ("limit", 1, 1): ("time_limit", True),
        ("hangup", 1, 1): ("completed", True),
        ("late-once", 1, 1): ("infrastructure", False),
        ("late-once", 1, 2): ("completed", True),
        ("strays-once", 1, 1): ("caller_invalid", False),
        ("strays-once", 1, 2): ("completed", True),
        ("mute-once", 1, 1): ("caller_invalid", False),
        ("mute-once", 1, 2): ("completed", True),
        ("infra-once", 1, 1): ("infrastructure", False),
        ("infra-once", 1, 2): ("completed", True),
    }


@pytest.mark.parametrize("most", [1, 2, 4])
def test_attempts_are_bounded_and_a_hopeless_trial_spoils_no_other(make_run, most):
    run = make_run("late-always", "raises", "fine", max_attempts=most)
    tally = go(run)
    assert (tally.done, tally.given_up) == (1, 2)
    assert [t.scenario for t in tally.exhausted] == ["late-always", "raises"]
    assert sum(name == "raises" for name, _, _ in attempts(run)) == most


def test_a_defect_of_the_worker_costs_one_attempt(make_run):
    from harness.job import AttemptOutcome

    run = make_run("fine", "broken", max_attempts=1)

    def work_or_die(job):
        if job.scenario == "broken":
            return AttemptOutcome(status="error", end_reason="pipeline_error", valid=False, error="KeyError: 'x'")
        return work(job)

    assert go(run, work_or_die).given_up == 1
    assert attempts(run)[("broken", 1, 1)] == ("error", False)
    assert calls.finished(run.path)[0].why_invalid == "KeyError: 'x'"


def test_going_on_carries_only_what_is_missing(make_run):
    run = make_run("fine", "late-once", "limit", count=2)
    seen = []

    def stops(job):
        if len(seen) == 4:
            raise KeyboardInterrupt
        seen.append((job.scenario, job.trial, job.attempt))
        return work(job)

    with pytest.raises(Interrupted) as caught:
        go(run, stops)
    assert (caught.value.tally.done, caught.value.tally.left) == (3, 3)
    again = []

    def rest(job):
        again.append((job.scenario, job.trial, job.attempt))
        return work(job)

    assert go(run, rest).done == 6
    assert not set(seen) & set(again)
    fresh = make_run("fine", "late-once", "limit", count=2, path=run.path.parent / "other")
    go(fresh)
    assert attempts(run) == attempts(fresh)
    # And once more: nothing is left to do.
    assert go(run, rest).done == 6
    assert len(again) == len(set(again))


def test_the_journal_tells_the_whole_story(make_run):
    run = make_run("late-once")
    go(run)
    story = [(e["event"], e.get("attempt"), e.get("valid"), e.get("again")) for e in read(run.path / "journal.jsonl")]
    assert story == [
        ("run_began", None, None, None),
        ("attempt_started", 1, None, None),
        ("attempt_ended", 1, False, True),
        ("attempt_started", 2, None, None),
        ("attempt_ended", 2, True, False),
        ("run_ended", None, None, None),
    ]
    assert "48" in next(e["why"] for e in read(run.path / "journal.jsonl") if e.get("attempt") and "why" in e)


def test_seeds_differ_between_trials_and_attempts_and_are_reproducible(make_run):
    run = make_run("a", "b", count=2)
    jobs = [run.job(t, n) for t in run.manifest.plan for n in (1, 2)]
    assert len({j.seed for j in jobs}) == len(jobs)
    assert [j.seed for j in jobs] == [run.job(t, n).seed for t in run.manifest.plan for n in (1, 2)]
