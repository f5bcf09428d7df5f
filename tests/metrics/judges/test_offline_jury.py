import sys
import types

import pytest

from metrics.judges import offline
from metrics.judges.case import Case, Entry
from metrics.judges.jury import JudgeError, NothingToJudge
from metrics.judges.offline import OfflineJury, judge_of
from metrics.judges.views import METRICS
from metrics.registry import load
from metrics.scoring import score_record
from tests.metrics.build import agent, caller, record
from tests.metrics.jury import turns

CASE = Case("cascade", (Entry(1, "caller", "Hi."), Entry(1, "agent", "Hello.")))


@pytest.fixture
def module(monkeypatch):
    """A judge of politeness beside the others."""
    made = types.ModuleType("metrics.judges.offline.politeness")
    made.__spec__ = types.SimpleNamespace(name=made.__name__)
    made.VERSION, made.BLIND, made.judge = "7", ("It cannot hear irony.",), lambda case: turns({1: 3})
    monkeypatch.setitem(sys.modules, made.__name__, made)
    return made


def test_a_ruling_names_judge_version_and_blind_spots(module):
    ruling = OfflineJury().rule("politeness", CASE)
    assert (ruling.judge, ruling.prompt, ruling.cost_usd) == ("offline politeness 7", "", 0.0)
    assert ruling.details == {"blind": ["It cannot hear irony."]}
    assert ruling.verdict == turns({1: 3})


def test_whatever_a_judge_raises_goes_on(module):
    def fails(case):
        raise JudgeError("no recogniser")

    module.judge = fails
    with pytest.raises(JudgeError, match="no recogniser"):
        OfflineJury().rule("politeness", CASE)


@pytest.mark.parametrize("name", ["humour", "_entities_find", "no.such", "__init__"])
def test_a_metric_without_an_offline_judge_is_skipped_with_a_reason(name):
    assert judge_of(name) is None
    with pytest.raises(NothingToJudge, match=f"no offline judge for {name}"):
        OfflineJury().rule(name, CASE)


def test_a_judge_that_cannot_be_imported_is_an_error_and_no_skip(monkeypatch, tmp_path):
    load()  # other metrics may need other modules of this package
    (tmp_path / "conciseness.py").write_text("raise RuntimeError('broken build')")
    monkeypatch.setattr(offline, "__path__", [str(tmp_path)])
    monkeypatch.delitem(sys.modules, "metrics.judges.offline.conciseness", raising=False)
    said = [agent("Hello.", at=0, turn=0), caller("Hi.", at=2), agent("Yes?", at=4)]
    score = score_record(record(utterances=said), ["conciseness"])["conciseness"]
    assert (score.state, score.why) == ("errored", "RuntimeError: broken build")


@pytest.mark.parametrize("name", [n for n in METRICS if judge_of(n)])
def test_offline_judges_say_their_version_and_what_they_cannot_see(name):
    module = judge_of(name)
    assert module.VERSION
    assert module.BLIND
    assert all(isinstance(text, str) and text.endswith(".") and "\n" not in text for text in module.BLIND)


@pytest.mark.parametrize("name", [n for n in METRICS if judge_of(n)])
def test_the_same_call_is_judged_the_same_and_in_one_sentence(name):
    said = [
        agent("Hello, how can I help you?", at=0, turn=0),
        caller("My code is Z K three F F W, and I need a later flight.", at=2),
        agent("Thank you. The change costs 115 dollars. Shall I go ahead?", at=5),
        caller("Yes, please.", at=8, turn=2),
        agent("You are all set. Goodbye!", at=10, turn=2),
    ]
    first, second = (score_record(record(utterances=said), [name])[name] for _ in range(2))
    assert first.model_dump_json() == second.model_dump_json()
    assert "\n" not in first.why
    if first.state == "scored":
        judge = first.details["judge"]
        assert judge["name"].startswith(f"offline {name} ")
        assert judge["blind"]
