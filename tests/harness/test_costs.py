"""What a run cost: ledgers, attempts that do not count, judges; what is not known is said wherever cost is shown."""

import pytest

from harness import calls, costs
from harness.files import write_json
from harness.gathered import gather
from harness.score import summary_of
from tests.harness.paid import failure, go

LINE = {"part": "llm", "provider": "acme", "model": "m", "note": ""}


class Attempt:
    """An attempt as `harness.calls` reads it."""

    def __init__(self, folder, valid, cost):
        self.folder, self.valid = folder, valid
        folder.mkdir()
        write_json(folder / "call.json", {"status": "completed"} | ({"cost": cost} if cost else {}))


def ledger(agent, caller=0.0, rehearsal=False, would=None):
    lines = [LINE | {"party": "agent", "usd": agent}, LINE | {"party": "caller", "usd": caller}]
    usd = None if None in (agent, caller) else agent + caller
    found = {"usd": usd, "known_usd": (agent or 0) + (caller or 0), "rehearsal": rehearsal, "lines": lines}
    found["unknown"] = [] if usd is not None else ["agent llm acme m: its price is not known"]
    return found | ({"would_cost_usd": would} if rehearsal else {})


@pytest.fixture
def run(tmp_path):
    """Trials, each a list of (valid, ledger), as a summary's cost."""
    count = iter(range(99))

    def run(*trials, judges=0.0, paid=True):
        groups = [[Attempt(tmp_path / str(next(count)), *each) for each in trial] for trial in trials]
        return {"judges_usd": judges, "by_metric": {}, **costs.of_run(costs.ledgers(groups), judges, paid)}

    return run


def test_agent_caller_reruns_and_judges_are_told_apart(run):
    cost = run([(False, ledger(0.1, 0.02)), (True, ledger(0.5, 0.1))], [(True, ledger(0.7, 0.1))], judges=0.25)
    assert cost == {
        "judges_usd": 0.25,
        "by_metric": {},
        "agent_usd": 1.2,
        "caller_usd": 0.2,
        "reruns_usd": 0.12,
        "total_usd": 1.77,
        "known_usd": 1.77,
        "unknown": [],
    }
    assert costs.sentences({"cost": cost}) == [
        "Cost in US dollars: 1.77 (agent 1.20, caller 0.2000, attempts that do not count 0.1200, judges 0.2500)."
    ]


def test_a_second_valid_attempt_does_not_count_either(run):
    cost = run([(True, ledger(0.5)), (True, ledger(0.25))])
    assert (cost["agent_usd"], cost["reruns_usd"]) == (0.5, 0.25)


def test_what_is_not_known_makes_no_sum_and_is_said(run):
    cost = run([(True, ledger(None, 0.1))], [(True, ledger(0.5))])
    assert (cost["agent_usd"], cost["caller_usd"], cost["total_usd"], cost["known_usd"]) == (None, 0.1, None, 0.6)
    assert costs.sentences({"cost": cost}) == [
        "Cost in US dollars: at least 0.6000 (agent unknown, caller 0.1000).",
        "Not known: agent llm acme m: its price is not known (docs/cost.md tells how to give a price).",
    ]


def test_where_nothing_is_known_no_sum_is_told_at_all(run):
    cost = run([(True, ledger(None))], [(False, ledger(None))])
    assert (cost["total_usd"], cost["known_usd"]) == (None, 0)
    first, second = costs.sentences({"cost": cost})
    assert first == "Cost in US dollars: unknown."
    assert second.startswith("Not known: agent llm acme m: its price is not known")


def test_an_attempt_without_a_ledger_is_not_free_where_services_are_paid(run):
    trials = [(False, None), (True, ledger(0.5))]
    cost = run(trials)
    assert (cost["reruns_usd"], cost["total_usd"], cost["unknown"]) == (None, None, ["an attempt left no ledger"])


def test_an_attempt_without_a_ledger_is_free_where_nobody_is_paid(run):
    assert run([(False, None), (True, ledger(0.0))], paid=False)["total_usd"] == 0.0


def test_nothing_is_said_where_nobody_was_paid(run):
    assert costs.sentences({"cost": run([(True, ledger(0.0))])}) == []
    assert costs.sentences({}) == []


def test_a_rehearsal_says_what_the_calls_would_have_cost(run):
    one = run([(True, ledger(0.0, rehearsal=True, would=0.4))])
    assert costs.sentences({"cost": one}) == ["A rehearsal, at no cost; this call would have cost 0.4000 US dollars."]
    two = run(*[[(True, ledger(0.0, rehearsal=True, would=1.2))]] * 2)
    assert two["would_cost_usd"] == 2.4
    assert costs.sentences({"cost": two}) == [
        "A rehearsal, at no cost; these 2 calls would have cost 2.40 US dollars, 1.20 each."
    ]
    blind = run([(True, ledger(0.0, rehearsal=True, would=None))])
    assert costs.sentences({"cost": blind}) == ["A rehearsal, at no cost; what it would have cost is not known."]


def test_runs_of_older_versions_tell_of_judges_alone(run):
    cost = run([(True, None)], judges=0.5, paid=False)
    assert cost == {"judges_usd": 0.5, "by_metric": {}}
    assert costs.sentences({"cost": cost}) == ["The judges cost 0.50 US dollars."]


def test_the_summary_of_a_run_sums_its_folders(paid_run):
    run = paid_run("a", "b")
    go(run, {"a": [failure("server", 503)]})
    found = gather(run.path, lambda attempts: {a.folder: {} for a in attempts})
    cost = summary_of(found)["cost"]
    assert len(calls.finished(run.path)) == 3
    assert cost["reruns_usd"] == pytest.approx(0.1)
