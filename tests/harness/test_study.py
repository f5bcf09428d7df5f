"""Studies: several conditions, one run each, one seed, one budget."""

import functools
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from harness import launch, presets, study
from harness.budget import Budget
from harness.cli import FAILED, FINE, INTERRUPTED, OVER_BUDGET, UNUSABLE
from harness.cli import study as command
from harness.executors.inline import InlineExecutor
from harness.run import Silent
from harness.settings import load
from harness.store import Store, read_manifest
from harness.worker import perform
from scenarios.errors import UsageError
from tests.harness import paid
from tests.harness.builder import deaf
from tests.harness.paid import PAID, failure, ledger
from tests.harness.studies import CONDITIONS, NAMES, inline, plan
from tests.harness.test_interrupts import ROOT, children, running, wait_until


@pytest.fixture
def end(monkeypatch, capsys, deaf_judges):
    """Carry a study as the command does, in this process; answers exit status, stdout and stderr."""
    monkeypatch.setattr(launch, "LocalExecutor", lambda work, *_, **__: InlineExecutor(work))
    monkeypatch.setattr("time.sleep", lambda seconds: None)

    def end(made, work=inline, **options):
        status = command.carry_out(made, work=work, **options)
        return status, *capsys.readouterr()

    return end


def test_every_condition_is_an_ordinary_run_on_the_same_scenarios_and_seeds(tmp_path, end, monkeypatch):
    monkeypatch.setenv("FAKE_CARRY_LOG", str(tmp_path / "log"))
    made = study.create(plan(trials=2), tmp_path / "s")
    status, out, err = end(made)
    assert status == FINE, err
    log = [line.split() for line in (tmp_path / "log").read_text().splitlines()]
    assert [name for name, *_ in log] == [c for c in CONDITIONS for _ in range(2 * len(NAMES))]
    seeds = {c: sorted(tuple(rest) for name, *rest in log if name == c) for c in CONDITIONS}
    assert seeds["clean"] == seeds["gain=-12"] == seeds["gain=-30"]
    for part, folder in made.folders:
        manifest = read_manifest(folder)
        assert manifest.options.condition.name == part.condition
        assert manifest.settings.perturb == (part.condition,)
        assert (folder / "report.html").exists()
        assert f"report of {part.condition}: " in out
    assert "condition gain=-30, 3 of 3" in err
    assert "report of the study: " in out


def test_one_condition_is_an_ordinary_run_whose_name_holds_it():
    planned = launch.prepare(load(None, {"scenarios": ["week-later"], "perturb": ["gain=-12:drift=3"]}))
    assert planned.manifest.options.condition.name == "gain=-12:drift=3"
    assert planned.name.endswith("_airline_gain=-12-drift=3")
    assert not load(None, {"perturb": "gain=-12"}).study
    assert launch.prepare(load(None, {"scenarios": ["week-later"]})).name.endswith("_airline")


def test_an_accent_is_the_caller_s_in_every_job_and_its_services_are_recorded(tmp_path):
    planned = launch.prepare(load(None, {"scenarios": ["week-later"], "perturb": ["accent-french"]}))
    store = launch.create(planned, tmp_path / "r")
    job = store.job(store.manifest.plan[0], 1)
    assert (job.caller.accent, store.manifest.caller.accent) == ("french", "")
    assert "french" in json.dumps(planned.manifest.effective["caller"])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"perturb": "clean,noize"}, "there is no perturbation 'noize' (did you mean noise?)"),
        ({"perturb": "clean,noise-coffee=loud"}, "condition 'noise-coffee=loud': snr: "),
        ({"perturb": "clean,clean"}, "condition 'clean' is given twice"),
        ({"perturb": "gain=-3,gain=-6"}, "several conditions are set against the condition clean; add clean to them"),
        ({"perturb_limit": 3}, "--perturb-limit is for the perturbed conditions of a study"),
        ({"perturb": "gain=-3", "perturb_trials": 3}, "--perturb-trials is for the perturbed conditions of a study"),
        ({"perturb": "clean,gain", "perturb_trials": 0}, "option --perturb-trials: "),
        ({"preset": "papre"}, "--preset papre: there is no such preset (did you mean paper?); known: paper"),
    ],
)
def test_a_bad_condition_is_one_line_before_anything_else(options, message):
    with pytest.raises(UsageError) as caught:
        load(None, {"agent": "no-such-agent", **options})
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"perturb": "clean,accent-klingon"}, "caller plan has no accent 'klingon'; it has "),
        ({"perturb": "clean,accent-french", "caller": "plan+french"}, "caller plan+french has an accent already"),
        ({"perturb": "clean,noise-./nowhere"}, "nowhere"),
    ],
)
def test_what_the_last_condition_cannot_be_carried_for_is_found_before_the_first_call(cli, tmp_path, options, message):
    arguments = [f"--{k.replace('_', '-')}={v}" for k, v in options.items()]
    status, out, err = cli("run", "--scenarios", "week-later", *arguments)
    assert (status, err.count("\n"), out) == (UNUSABLE, 1, "")
    assert err.startswith("callbench: ")
    assert message in err
    assert not (tmp_path / "runs").exists()


def test_the_paper_s_study_has_1875_calls_of_the_built_in_pack():
    planned = study.prepare(load(None, {"preset": "paper"}))
    parts = {part.condition: part for part in planned.manifest.conditions}
    assert [part.calls for part in parts.values()] == [1065, 270, 270, 270]
    assert sum(part.calls for part in parts.values()) == 1875
    assert parts["clean"].scenarios == {"airline": 50, "hr": 83, "itsm": 80}
    assert all(
        own.scenarios == dict.fromkeys(("airline", "hr", "itsm"), 30) for n, own in parts.items() if n != "clean"
    )
    drawn = [{(t.domain, t.scenario) for t in run.manifest.plan} for run in planned.runs[1:]]
    assert drawn[0] == drawn[1] == drawn[2]
    assert {d: len(names) for d, names in planned.manifest.drawn.items()} == dict.fromkeys(
        ("airline", "hr", "itsm"), 30
    )
    assert planned.manifest.notes == ()
    assert planned.name.endswith("_airline-hr-itsm_study")


def test_what_is_given_beside_a_preset_goes_before_it(tmp_path):
    file = tmp_path / "run.yaml"
    file.write_text("preset: paper\ntrials: 2\nperturb: [clean, gain=-3]\n")
    found = load(file, {"perturb_limit": 4})
    assert (found.trials, found.perturb_trials, found.perturb_limit, found.domain) == (2, 3, 4, ("all",))
    assert found.perturb == ("clean", "gain=-3")
    assert presets.names() == ["paper"]
    assert presets.options("") == {}


def test_a_smaller_pack_gives_what_it_has_and_says_so():
    planned = plan(perturb_limit=30, perturb_trials=1, trials=2)
    assert planned.manifest.notes == ("airline: 3 scenarios in each perturbed condition, where 30 were asked for",)
    assert planned.manifest.drawn == {}
    assert [part.calls for part in planned.manifest.conditions] == [6, 3, 3]


def test_the_draw_is_stable_recorded_and_another_with_another_seed():
    names = {seed: plan(scenarios=[], perturb_limit=5, seed=seed).manifest.drawn["airline"] for seed in (0, 1)}
    assert len(names[0]) == len(names[1]) == 5
    assert names[0] != names[1]
    assert plan(scenarios=[], perturb_limit=5, seed=0).manifest.drawn["airline"] == names[0]
    more = plan(scenarios=[], perturb_limit=6, seed=0).manifest.drawn["airline"]
    assert set(names[0]) < set(more)


def test_a_dry_run_tells_counts_time_and_cost_of_every_condition_and_makes_nothing(cli, tmp_path):
    status, out, _ = cli("run", "--preset", "paper", "--dry-run")
    assert status == FINE
    assert "clean: 1065 calls (50 of airline, 83 of hr, 80 of itsm; 5 trials each), about " in out
    assert "accent-french+noise-coffee=15: 270 calls (30 of airline, 30 of hr, 30 of itsm; 3 trials each)" in out
    assert "all together: 1875 calls, about " in out
    assert "hours" in out
    assert "time: assuming 35 s of one " in out
    assert "nothing was run" in out
    assert not (tmp_path / "runs").exists()


def test_a_study_folder_is_made_whole_or_not_at_all(tmp_path, monkeypatch):
    def fails(*_, **__):
        raise OSError(28, "No space left on device")

    planned = plan()
    with monkeypatch.context() as patch:
        patch.setattr(study, "write_json", fails)
        with pytest.raises(UsageError, match="No space left on device; give another --out"):
            study.create(planned, tmp_path / "s")
    assert list(tmp_path.iterdir()) == []
    made = study.create(planned, tmp_path / "s")
    with pytest.raises(UsageError, match=r"exists already; continue it with --resume"):
        study.create(planned, tmp_path / "s")
    assert study.open_study(made.path) == made


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda p: (p / "study.json").write_text("{"), "not valid JSON"),
        (lambda p: (p / "study.json").write_text('{"format": 9}'), "format 9"),
        (lambda p: (p / "gain=-12" / "run.json").unlink(), "the run of condition gain=-12 is gone"),
    ],
)
def test_a_damaged_study_is_one_line(tmp_path, spoil, message):
    made = study.create(plan(), tmp_path / "s")
    spoil(made.path)
    with pytest.raises(UsageError, match=message):
        study.open_study(made.path)


def pay(job, failures=None):
    """A call that costs half a dollar, or fails as a vendor does."""
    return paid.carry(job, failures or {})


def charged(planned):
    """The study with an agent whose vendor is paid."""
    runs = tuple(
        launch.Planned(r.manifest.model_copy(update={"billing": PAID}), r.scenarios, r.secrets) for r in planned.runs
    )
    return study.PlannedStudy(planned.manifest, runs)


def test_a_budget_holds_over_all_conditions_and_may_be_raised(tmp_path, end):
    made = study.create(charged(plan(budget=2.2)), tmp_path / "s")
    work = functools.partial(perform, carry=pay, ears=deaf, environ={})
    status, out, err = end(made, work)
    assert status == OVER_BUDGET
    assert "2.0000 of 2.2 US dollars are spent, and the next call is expected to cost 0.5000" in err
    assert f"go on with: callbench run --resume {made.path} --budget USD" in err
    assert "report of clean" in out
    assert "report of the study" not in out
    assert carried(made) == [3, 1, 0]
    status, *_ = end(made, work, budget=3.0)
    assert (status, carried(made)) == (OVER_BUDGET, [3, 3, 0])
    status, out, _ = end(made, work, budget=4.6)
    assert (status, carried(made)) == (FINE, [3, 3, 3])
    assert "report of the study" in out


def carried(made):
    return [len({a.trial for a in launch.calls.finished(folder)}) for _, folder in made.folders]


def test_what_a_study_is_expected_to_cost_is_told_by_condition_and_all_together():
    lines = command.told(charged(plan(trials=2, perturb_trials=1, budget=1.0)))
    each = float(re.search(r"expected cost: ([\d.]+) US dollars a call", "\n".join(lines))[1])
    costs = [float(c) for line in lines for c in re.findall(r", about ([\d.]+) US dollars", line)]
    assert costs == pytest.approx([6 * each, 3 * each, 3 * each, 12 * each], abs=0.006)
    assert lines[-1].startswith("budget: 1 US dollars are expected to allow ")


def test_a_vendor_that_refuses_ends_the_study_and_trials_given_up_do_not(tmp_path, end):
    made = study.create(charged(plan(max_retries=0)), tmp_path / "s")
    refuse = {NAMES[0]: [failure("authentication", 401)]}
    status, _, err = end(
        made, functools.partial(perform, carry=functools.partial(pay, failures=refuse), ears=deaf, environ={})
    )
    assert status == UNUSABLE
    assert f"mend it and go on with: callbench run --resume {made.path}" in err
    assert carried(made)[1:] == [0, 0]
    down = {NAMES[1]: [failure("connectivity")]}
    status, out, err = end(
        made, functools.partial(perform, carry=functools.partial(pay, failures=down), ears=deaf, environ={})
    )
    assert status == FAILED
    assert f"callbench run --resume {made.path} carries them again" in err
    assert "Not complete" in out


def test_spent_money_of_other_conditions_counts_before_the_first_call_of_one(tmp_path, end):
    """Whatever order a resumed study takes: what a later condition cost is known to an earlier one."""
    made = study.create(charged(plan(budget=10.0)), tmp_path / "s")
    last = made.folders[-1][1]
    launch.carry_out(Store.open(last), Silent(), work=functools.partial(perform, carry=pay, ears=deaf, environ={}))
    status, _, err = end(made, functools.partial(perform, carry=pay, ears=deaf, environ={}), budget=1.6)
    assert status == OVER_BUDGET
    assert "1.5000 of 1.6 US dollars are spent" in err
    purse = Budget(1.0, PAID)
    purse.note(ledger(0.5), whole=True)
    assert purse.spent == 0.5


def test_a_study_is_gone_on_with_by_the_command_and_takes_no_other_options(cli, tmp_path, monkeypatch):
    monkeypatch.setattr(launch, "LocalExecutor", lambda work, *_, **__: InlineExecutor(inline))
    monkeypatch.setattr(launch, "preflight", lambda *_, **__: None)
    monkeypatch.setattr(launch, "preflight_caller", lambda *_, **__: None)
    made = study.create(plan(), tmp_path / "s")
    status, _, err = cli("run", "--resume", "s", "--perturb", "clean")
    assert (status, err) == (
        UNUSABLE,
        "callbench: --resume goes on with the options that the run began with; leave out --perturb\n",
    )
    status, out, err = cli("run", "--resume", "s")
    assert status == FINE, err
    assert carried(made) == [3, 3, 3]
    assert "report of the study: s/study.html" in out


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for orphans in /proc")
def test_a_study_that_was_killed_ends_as_one_that_was_not(tmp_path, end):
    folder = tmp_path / "s"

    def start(sleep):
        return subprocess.Popen(
            [sys.executable, "-m", "tests.harness.drive_study", str(folder)],
            cwd=ROOT,
            env={**os.environ, "FAKE_CARRY_SLEEP": sleep},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    process = start("0.5")
    assert wait_until(lambda: len(list(folder.glob("gain=-12/calls/*/*/*/*/gate.json"))) >= 1, 240), (
        process.communicate()
    )
    workers = children(process.pid)
    process.kill()
    process.communicate()
    assert wait_until(lambda: not any(running(pid) for pid in workers), 10), "orphans"
    assert not (folder / "study.html").exists()
    process = start("0")
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    assert "report of the study" in out
    whole = study.create(plan(), tmp_path / "whole")
    assert end(whole)[0] == FINE
    for name in ("study.json", "deltas.json", "study.md", "study.html"):
        assert (folder / name).read_bytes() == (whole.path / name).read_bytes(), name


def test_an_interruption_in_any_condition_says_how_to_go_on_with_the_study(tmp_path, end):
    made = study.create(plan(), tmp_path / "s")

    def stopped(job):
        if job.options.condition.name == "gain=-12" and job.scenario == NAMES[1]:
            raise KeyboardInterrupt
        return inline(job)

    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        status, out, err = end(made, stopped)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    assert status == INTERRUPTED
    assert f"go on with: callbench run --resume {made.path}\n" in err
    assert "report of clean" in out
    assert carried(made)[0] == 3
    assert carried(made)[2] == 0
    assert end(made)[0] == FINE
    assert carried(made) == [3, 3, 3]


def test_secrets_stand_in_no_file_of_a_study(tmp_path):
    canary = "sk-canary-0123456789"
    planned = plan(agent=f"wss://agent.example.com/media?token={canary}")
    made = study.create(planned, tmp_path / "s")
    texts = [p.read_text(encoding="utf-8") for p in made.path.rglob("*") if p.is_file()]
    assert len(texts) == 4
    assert all(canary not in text for text in texts)
    with pytest.raises(UsageError, match="holds a secret, which is not stored; add --agent URL"):
        launch.reopen(made.folders[0][1])
    assert launch.reopen(made.folders[0][1], planned.manifest.settings.agent).manifest.agent.url.endswith(canary)
