"""How many calls a machine carries, on machines that are made up: no test here asserts how fast this one is."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.callers.spec import Voices, plan
from agents.registry import find as find_agent
from harness import capacity_lines, capacity_store
from harness.capacity import ROOM_MB, Step, find, told
from harness.capacity_lines import agent, busy_seconds, caller, free_mb, step
from harness.cli import dispatch
from harness.job import AttemptOutcome
from harness.settings import RunSettings, cores
from pipelines.line.line import LATE_SHARE


class Machine:
    """A machine that is punctual up to a number of calls; each number takes so many seconds to try."""

    def __init__(self, carries, takes=20.0, busy=0.95, failed=""):
        self.carries, self.takes, self.busy, self.failed = carries, takes, busy, failed
        self.now, self.tried = 100.0, []

    def clock(self):
        return self.now

    def __call__(self, calls):
        self.tried.append(calls)
        self.now += self.takes
        late = 0.004 if calls <= self.carries else 0.02
        return Step(calls, late, 1.0, 12.0, 40.0, self.failed if calls > self.carries else "", self.busy, 0.1)


@given(st.integers(0, 80), st.integers(1, 64))
def test_the_largest_punctual_number_is_found_and_none_is_tried_twice(carries, most):
    machine = Machine(carries)
    found = find("embedded", machine, machine.clock, limit_s=1e9, most=most)
    assert found.calls == min(carries, most)
    assert len(set(machine.tried)) == len(machine.tried)
    assert max(machine.tried) <= most
    assert len(machine.tried) <= 14, "doubling and halving"
    assert [s.calls for s in found.steps] == machine.tried


def test_numbers_double_and_then_close_in():
    machine = Machine(11)
    assert find("stubbed", machine, machine.clock, limit_s=1e9).calls == 11
    assert machine.tried == [1, 2, 4, 8, 16, 12, 10, 11]


def test_no_step_begins_that_would_end_past_the_time_limit():
    machine = Machine(30)
    found = find("stubbed", machine, machine.clock, limit_s=70)
    assert (machine.tried, found.calls) == ([1, 2, 4], 4)
    assert found.bound == "the time limit of 70 s; more were not tried"
    machine = Machine(5)
    found = find("stubbed", machine, machine.clock, limit_s=85)
    assert (machine.tried, found.calls) == ([1, 2, 4, 8], 4), "a number in between was not tried any more"
    assert found.bound.startswith("the cores: of 8 calls one was late in 2.0% of its ticks")


def test_what_bounds_it_is_told():
    def bound(machine, **options):
        return find("embedded", machine, machine.clock, limit_s=1e9, **options).bound

    assert bound(Machine(3)) == "the cores: of 4 calls one was late in 2.0% of its ticks, the cores 95% busy"
    assert bound(Machine(3, busy=0.5)).startswith("something else than the cores: of 4 calls one was late")
    assert bound(Machine(3, busy=None)) == "of 4 calls one was late in 2.0% of its ticks"
    assert bound(Machine(3, failed="1 failed (no agent)")) == "of 4 calls not all came about: 1 failed (no agent)"
    assert bound(Machine(99), most=8) == "8 were the most that were tried"
    machine = Machine(99)
    found = find("embedded", machine, machine.clock, limit_s=1e9, room_mb=lambda: 3.5 * ROOM_MB)
    assert (found.calls, found.bound, machine.tried) == (7, "memory", [1, 2, 4, 6, 7]), "each step leaves that much"


def test_a_step_is_as_late_as_its_latest_call():
    def call(late, longest, **more):
        line = {"late_share": late, "lateness_p50_ms": 1, "lateness_p99_ms": 9, "lateness_max_ms": longest}
        return {"status": "time_limit", "line": line, "cores": 0.1, **more}

    found = step([call(0.001, 30), call(LATE_SHARE, 20)], 2, 0.7)
    assert (found.late_share, found.max_ms, found.cpu_per_call, found.fit) == (LATE_SHARE, 30, 0.1, True)
    assert not step([call(0.0051, 30), call(0, 20)], 2, 0.7).fit
    lost = step([call(0, 20), {"status": "error", "error": "no agent"}], 2, None)
    assert (lost.fit, lost.failed) == (False, "1 failed (no agent)")
    assert told(lost) == "2: 1 failed (no agent)"
    assert told(found).startswith("2: 0.50% of ticks late at worst, lateness 1.0 ms at the median, 9.0 ms at 99 %")


def test_what_was_found_is_kept_by_machine_and_kind(tmp_path):
    one, other = capacity_store.machine(2, "a host"), capacity_store.machine(4, "a host")
    assert "a host" not in one
    assert one != other != capacity_store.machine(4, "another host")
    assert capacity_store.known("embedded", one, tmp_path) is None
    for kind, calls in (("embedded", 4), ("stubbed", 9), ("embedded", 5)):
        path = capacity_store.store({"kind": kind, "calls": calls}, one, "2026-11-30", tmp_path)
    assert capacity_store.known("embedded", one, tmp_path) == 5
    assert capacity_store.known("stubbed", one, tmp_path) == 9
    assert capacity_store.known("stubbed", other, tmp_path) is None
    assert json.loads(path.read_text())[one]["embedded"]["date"] == "2026-11-30"
    capacity_store.store({"kind": "embedded", "calls": 0}, one, "2026-12-01", tmp_path)
    assert capacity_store.known("embedded", one, tmp_path) is None


@pytest.mark.parametrize(
    "text", ["", "[]", '{"x": 1}', '{"x": {"embedded": 7}}', '{"x": {"embedded": {"calls": "7"}}}']
)
def test_a_file_that_cannot_be_read_is_as_none(tmp_path, text):
    (tmp_path / capacity_store.FILE).write_text(text, encoding="utf-8")
    assert capacity_store.known("embedded", "x", tmp_path) is None
    capacity_store.store({"kind": "embedded", "calls": 3}, "x", "2026-11-30", tmp_path)
    assert capacity_store.known("embedded", "x", tmp_path) == 3


def test_without_a_cache_nothing_is_kept(tmp_path):
    assert capacity_store.store({"kind": "embedded", "calls": 3}, "x", "2026-11-30", None) is None
    assert capacity_store.known("embedded", "x", None) is None
    (tmp_path / "file").write_text("")
    assert capacity_store.store({"kind": "embedded", "calls": 3}, "x", "2026-11-30", tmp_path / "file") is None


def test_the_callers_and_the_agent_of_the_measurement_can_be_built():
    from agents.registry import unbuildable

    assert (agent().problem, unbuildable(agent())) == ("", "")
    assert (caller("embedded").problem, caller("stubbed").problem) == ("", "")
    assert caller("embedded").local
    assert not caller("stubbed").local


def test_what_the_system_tells_of_cores_and_memory(tmp_path):
    stat = tmp_path / "stat"
    stat.write_text("cpu  10 0 5 80 3 1 1 0 0 0\ncpu0 1 1\n")
    assert busy_seconds(stat) == (17.0, 100.0)
    assert busy_seconds(tmp_path / "none") is None
    assert free_mb({"SC_AVPHYS_PAGES": 512, "SC_PAGE_SIZE": 2**20}.__getitem__) == 512


def test_lines_carry_one_short_call_in_each_new_worker_and_measure_the_next(tmp_path, monkeypatch):
    carried = []

    class Executor:
        def __init__(self, *_, **__):
            self.jobs = []

        def submit(self, job):
            self.jobs.append(job)

        def wait(self):
            for job in self.jobs:
                carried.append((job.scenario, job.options.time_limit_s))
                job.folder.mkdir(parents=True)
                line = {"late_share": 0, "lateness_p50_ms": 1, "lateness_p99_ms": 9, "lateness_max_ms": 9}
                (job.folder / "call.json").write_text(json.dumps({"status": "time_limit", "line": line}))
                (job.folder / "cpu.json").write_text('{"cores": 0.25}')
            done = [(job, AttemptOutcome(status="time_limit", end_reason="", valid=True)) for job in self.jobs]
            self.jobs = []
            return done

        def kill(self):
            carried.append("killed")

    monkeypatch.setattr(capacity_lines, "LocalExecutor", Executor)
    lines = capacity_lines.Lines("stubbed", tmp_path, seconds=9.0)
    assert (lines(2).calls, lines(1).cpu_per_call, lines(3).fit) == (2, 0.25, True)
    assert [seconds for _, seconds in carried] == [1.0] * 2 + [9.0] * 2 + [9.0] + [1.0] * 3 + [9.0] * 3
    assert len({scenario for scenario, _ in carried}) == len(carried), "other words each time"
    lines.close()
    assert carried[-1] == "killed"
    assert not (tmp_path / "calls").exists()


def test_run_takes_it_in_real_time_where_nothing_else_was_asked_for(tmp_path, monkeypatch):
    monkeypatch.setenv("CALLBENCH_CACHE", str(tmp_path))
    which = capacity_store.machine(cores())
    for kind, calls in (("embedded", 31), ("stubbed", 57)):
        capacity_store.store({"kind": kind, "calls": calls}, which, "2026-11-30", tmp_path)
    hosted, deployed = find_agent("nova3-gpt54-sonic3"), find_agent("ws://127.0.0.1:1")
    live = plan().model_copy(update={"stt": hosted.stt, "tts": hosted.tts, "voices": Voices()})
    for who in (hosted, deployed):
        assert RunSettings(clock="real").workers(who) == 31
        assert RunSettings().workers(who, live) == 57
        assert RunSettings(concurrency=3).workers(who) == 3
    assert RunSettings().workers(find_agent("listen://127.0.0.1:1")) == 1
    assert RunSettings().workers(find_agent("embedded-cascade")) == cores(), "in virtual time"
    assert RunSettings(clock="real").workers(find_agent("embedded-cascade")) == cores(), "its models were not measured"
    monkeypatch.setenv("CALLBENCH_CACHE", "off")
    assert RunSettings().workers(hosted) == cores()


@pytest.fixture
def fake(monkeypatch, tmp_path):
    machine = Machine(3)
    machine.close = lambda: None
    monkeypatch.setenv("CALLBENCH_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(capacity_lines, "Lines", lambda kind, folder: machine)
    monkeypatch.setattr(capacity_lines, "free_mb", lambda: float("inf"))
    monkeypatch.setattr(capacity_lines, "busy_now", lambda: 0.6)
    return machine


def test_the_command_prints_and_keeps_what_it_found(fake, capsys, tmp_path):
    assert dispatch(["doctor", "--capacity", "--stubbed"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("3 calls in real time, stubbed callers: 0.5% of ticks late at most\n3: 0.40% of ticks late")
    assert "bound by the cores: of 4 calls one was late in 2.0% of its ticks" in out
    assert f"kept in {tmp_path / 'cache' / capacity_store.FILE}" in out
    assert err.count("of ticks late at worst") == 4
    assert "other programs keep the cores 60% busy" in err
    assert dispatch(["doctor", "--capacity", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["kind"] == "embedded"
    fake.carries = 0
    assert dispatch(["doctor", "--capacity"]) == 1
    assert "nothing to be kept" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--capacity", "--within", "3"], "--within 3: one try takes 20 s and more; give more time"),
        (["--capacity", "--within", "nan"], "--within nan: "),
        (["--capacity", "--agent", "embedded-cascade"], "--capacity needs no agent; leave out --agent"),
        (["--stubbed"], "--stubbed goes with --capacity; add it"),
        (["--within", "60"], "--within goes with --capacity; add it"),
    ],
)
def test_options_that_do_not_go_together_are_told(fake, capsys, arguments, message):
    assert dispatch(["doctor", *arguments]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert message in err
