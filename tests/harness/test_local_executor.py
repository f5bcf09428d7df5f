import os
import time

import pytest

from harness import calls
from harness.executors.local import LocalExecutor
from harness.redact import Redactor
from harness.run import Interrupted, execute
from tests.harness.carriers import work


@pytest.fixture
def executor(tmp_path):
    made = []

    def make(size=2, **options):
        made.append(LocalExecutor(work, size, logs=tmp_path / "logs", **options))
        return made[-1]

    yield make
    for one in made:
        one.kill()


def gone(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_calls_are_carried_in_other_processes_and_workers_are_recycled(make_run, executor, tmp_path, monkeypatch):
    monkeypatch.setenv("FAKE_CARRY_LOG", str(tmp_path / "log"))
    run = make_run("a", "b", "c", "d", "e")
    pool = executor(1, calls_per_worker=2)
    with run.journal(lambda: "t") as journal:
        assert execute(run, pool, journal).done == 5
    pids = [line.split()[0] for line in (tmp_path / "log").read_text().splitlines()]
    assert pids[0] == pids[1] != pids[2] == pids[3] != pids[4]
    assert str(os.getpid()) not in pids
    assert all(gone(int(pid)) for pid in pids)


def test_a_worker_that_dies_costs_one_attempt(make_run, executor):
    run = make_run("dies-once", "fine", "dies-always", max_attempts=2)
    with run.journal(lambda: "t") as journal:
        tally = execute(run, executor(), journal)
    assert (tally.done, tally.given_up) == (2, 1)
    found = {(a.trial.scenario, a.attempt): a for a in calls.finished(run.path)}
    assert found["dies-once", 1].status == "infrastructure"
    assert found["dies-once", 1].why_invalid == "the worker process died (SIGKILL, perhaps out of memory)"
    assert found["dies-once", 2].valid
    assert (found["dies-always", 2].folder / "call.json").exists()


def test_a_worker_that_never_answers_is_ended(make_run, executor):
    run = make_run("hangs", "fine", max_attempts=1)
    limits = {"hangs": 1.5}
    pool = executor(deadline_s=lambda job: limits.get(job.scenario, 60))
    with run.journal(lambda: "t") as journal:
        assert execute(run, pool, journal).given_up == 1
    bad = next(a for a in calls.finished(run.path) if not a.valid)
    assert bad.why_invalid == "the worker process gave no answer in 2 s"


def test_an_interrupt_ends_the_workers_and_keeps_what_is_finished(make_run, executor, monkeypatch):
    run = make_run("a", "hangs", "hangs-too", count=1)
    pool = executor(2)
    waits = pool.wait
    pids = []

    def wait():
        pids.extend(pool.pids)
        if calls.finished(run.path):
            time.sleep(0.3)
            raise KeyboardInterrupt
        return waits()

    monkeypatch.setattr(pool, "wait", wait)
    with run.journal(lambda: "t") as journal, pytest.raises(Interrupted) as caught:
        execute(run, pool, journal)
    assert caught.value.tally.done == 1
    assert pids
    assert all(gone(pid) for pid in pids)
    assert [a.trial.scenario for a in calls.finished(run.path)] == ["a"]


def test_what_workers_print_goes_to_a_log_without_secrets(make_run, executor, monkeypatch, tmp_path):
    monkeypatch.setenv("FAKE_API_KEY", "sk-canary-0123456789")
    run = make_run("leaks", max_attempts=1)
    with run.journal(lambda: "t") as journal:
        execute(run, executor(redactor=Redactor.of(os.environ)), journal)
    text = (tmp_path / "logs" / "worker-1.log").read_text()
    assert "the key is ***" in text
    everything = b"".join(p.read_bytes() for p in tmp_path.rglob("*") if p.is_file())
    assert b"sk-canary" not in everything


def test_a_quiet_worker_leaves_no_log(make_run, executor, tmp_path):
    run = make_run("fine")
    with run.journal(lambda: "t") as journal:
        execute(run, executor(), journal)
    assert not (tmp_path / "logs").exists()


def test_waiting_ends_in_time_where_that_is_asked(make_run, executor, monkeypatch):
    monkeypatch.setenv("FAKE_CARRY_SLEEP", "2")
    run, pool = make_run("slow"), executor(1)
    pool.submit(run.job(run.manifest.plan[0], 1))
    begun = time.monotonic()
    assert pool.wait(0.1) == []
    assert time.monotonic() - begun < 2
    assert pool.free == 0
    assert len(pool.wait()) == 1
