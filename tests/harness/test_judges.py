"""Scoring in parts, by other judges, and with judges that are models."""

import functools
import json
import sys
import threading
import types
from dataclasses import replace

import pytest

from harness import judges as seats
from harness.executors.inline import InlineExecutor
from harness.judges import Mixed, exact_metrics, seated
from harness.report import write_report
from harness.run import execute
from harness.score import Scoring, rescore, score_call, summarise
from harness.verify import verify
from harness.worker import perform
from metrics.judges import llm
from metrics.judges.jury import JudgeError, Ruling
from metrics.judges.offline import OfflineJury
from metrics.judges.ratings import expected_turns
from metrics.judges.verdicts import CORRUPTIONS, FAITHFULNESS, PROGRESSION
from metrics.registry import load
from scenarios.errors import UsageError
from tests.harness.builder import deaf, fake_carry
from tests.loopback.judge import Endpoint
from tests.metrics.jury import behaviour, dimensions, turns

work = functools.partial(perform, carry=fake_carry, ears=deaf, environ={})
SPEECH = ["agent_speech_fidelity", "tts_fidelity", "user_speech_fidelity"]
JUDGED = [m.name for m in load() if m.judged]
ASKED = [name for name in JUDGED if name != "transcription_accuracy_key_entities"]  # the caller's plan knows its values


class Models:
    """Judges that answer everything well, slowly enough to be asked at the same time."""

    def __init__(self, *metrics):
        self.metrics, self.asked, self.closed, self.together = metrics, [], False, threading.Barrier(2)

    def answers(self, metric):
        return not self.metrics or metric in self.metrics

    def rule(self, metric, case):
        self.asked.append((metric, str(case.record.path)))
        if metric == "conciseness":
            raise JudgeError("broken reply")
        if metric == "faithfulness":
            self.together.wait(timeout=20)  # two calls are judged at the same time, or this breaks
        verdict = turns(dict.fromkeys(expected_turns(metric, case), 1))
        if metric == "user_behavioral_fidelity":
            verdict = behaviour(CORRUPTIONS, 1)
        if metric in ("faithfulness", "conversation_progression"):
            verdict = dimensions(FAITHFULNESS + PROGRESSION, 3)
        asked = {"m": {"cost_usd": 0.25}}
        return Ruling(verdict, "m (m-1), prompt 3", "0123456789ab", 0.25 if not self.closed else 0.0, {"asked": asked})

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.closed = True


@pytest.fixture
def finished(make_run, deaf_judges):
    def finished(*names, **settings):
        run = make_run(*(names or ("fine", "silent", "mishears")), **settings)
        with run.journal(lambda: "t") as journal:
            execute(run, InlineExecutor(work), journal)
        return run.path

    return finished


def files(run):
    found = {p.relative_to(run): p.read_bytes() for p in run.glob("calls/**/scores.json")}
    return found | {name: (run / name).read_bytes() for name in ("summary.json", "trials.csv")}


def test_scoring_half_and_then_the_rest_is_scoring_all(finished):
    run = finished()
    rescore(run)
    whole = files(run)
    for path in run.glob("calls/**/scores.json"):
        path.unlink()
    names = load().names()
    summary = rescore(run, names[::2])
    assert set(summary["metrics"]) == set(names[::2])
    assert files(run) != whole
    rescore(run, names[1::2])
    assert files(run) == whole
    rescore(run, ["faithfulness", "task_completion"])
    assert files(run) == whole


def test_a_part_leaves_the_other_scores_as_they_are(finished):
    run = finished("fine")
    folder = next(run.glob("calls/**/scores.json")).parent
    scores = json.loads((folder / "scores.json").read_text())
    scores["task_completion"]["why"] = scores["turn_taking"]["why"] = "by hand"
    (folder / "scores.json").write_text(json.dumps(scores))
    found = score_call(folder, Scoring(["turn_taking"]))
    assert found["task_completion"].why == "by hand"
    assert found["turn_taking"].why != "by hand"
    assert score_call(folder, Scoring(missing_only=True))["task_completion"].why == "by hand"
    assert score_call(folder)["task_completion"].why != "by hand"


def test_an_unknown_metric_is_named_before_anything_is_scored(finished):
    run = finished("fine")
    before = {p: p.read_bytes() for p in run.glob("calls/**/scores.json")}
    with pytest.raises(UsageError, match="did you mean faithfulness"):
        rescore(run, ["faithfullness"])
    assert {p: p.read_bytes() for p in run.glob("calls/**/scores.json")} == before


def test_workers_leave_model_judges_to_the_end(finished):
    run = finished(judges="some-model")
    for path in run.glob("calls/**/scores.json"):
        assert set(json.loads(path.read_text())) == set(exact_metrics())
    assert not set(exact_metrics()) & set(JUDGED)


def test_models_judge_many_calls_at_the_same_time_and_their_answers_are_in_order(finished):
    run = finished("fine", "mishears", judges="some-model")
    with Models() as models:
        summary = summarise(run, Scoring(missing_only=True, jury=models))
    assert len(models.asked) == 2 * len(ASKED)
    assert summary["metrics"]["faithfulness"]["mean"] == 1.0
    assert summary["metrics"]["conciseness"]["error_count"] == 2
    assert summary["judges"]["faithfulness"] == {
        "names": ["m (m-1), prompt 3"],
        "prompts": ["0123456789ab"],
        "blind": [],
        "cost_usd": 0.5,
        "inconsistent": 0,
    }
    before = files(run)
    models.asked.clear()
    assert rescore(run, jury=models)
    assert files(run) == before, "what is remembered costs nothing, and the scores say the same"
    again = summarise(run, Scoring(missing_only=True, jury=Models()))
    assert again["metrics"]["conciseness"]["error_count"] == 2


def test_a_model_at_an_endpoint_is_asked_once_for_each_call_and_metric(finished, tmp_path):
    """The whole way, from a judge file to the reports: scoring again asks nothing and leaves the same bytes."""
    run = finished("fine", "mishears")
    with Endpoint() as endpoint:
        file = tmp_path / "mine.yaml"
        file.write_text(f"name: mine\nmodel: m-1\nbase_url: {endpoint.url}\nprice: {{input: 1, output: 10}}\n")
        with seated(str(file), run) as jury:
            summary = rescore(run, jury=jury)
        before, asked = files(run), len(endpoint.requests)
        with seated(str(file), run) as jury:
            rescore(run, jury=jury)
        assert (files(run), len(endpoint.requests)) == (before, asked)
        texts = [n for n in ASKED if n not in SPEECH]
        # Both agents say the same words, and whether they can be spoken is one question.
        assert asked == 2 * len(texts) - 1 == len({r.text for r in endpoint.requests})
    for name in texts:
        # 1000 tokens at 1 and 100 at 10 USD a million: for each call, or once for both
        assert summary["judges"][name]["cost_usd"] == (0.002 if name == "speakability" else 0.004)
        assert summary["metrics"][name]["mean"] == 1.0
    assert summary["cost"]["judges_usd"] == pytest.approx(0.002 * asked)
    assert {summary["metrics"][name]["error_count"] for name in SPEECH} == {2}, "it does not hear"
    write_report(run)
    assert "| faithfulness (judged) |" in (run / "summary.md").read_text(encoding="utf-8")
    with seated(f"{file},offline", run) as jury:
        mixed = rescore(run, SPEECH, jury)
    assert not any("does not hear" in text or "no judge" in text for n in SPEECH for text in mixed["metric_errors"][n])


def test_verdicts_that_contradict_themselves_are_counted(finished):
    class Odd(Models):
        def rule(self, metric, case):
            names = FAITHFULNESS if metric == "faithfulness" else PROGRESSION
            return Ruling(dimensions(names, 1 if metric == "faithfulness" else 3), "odd")

    run = finished("fine", "mishears", judges="m")
    summary = summarise(run, Scoring(["faithfulness", "conversation_progression"], jury=Odd()))
    counts = {n: e["inconsistent"] for n, e in summary["judges"].items()}
    assert counts == {"faithfulness": 2, "conversation_progression": 0}
    write_report(run)
    assert "2 verdicts at odds with the parts" in (run / "summary.md").read_text(encoding="utf-8")


def test_offline_judges_are_marked_in_every_view(finished):
    run = finished("fine")
    summary = summarise(run)
    offline = [n for n, e in summary["judges"].items() if e["names"][0].startswith("offline ")]
    assert {"faithfulness", "conciseness", "conversation_progression"} <= set(offline)
    assert all(summary["judges"][n]["blind"] for n in offline)
    page = write_report(run).read_text(encoding="utf-8")
    text = (run / "summary.md").read_text(encoding="utf-8")
    for name in offline:
        assert f"| {name} (offline) |".replace("_", r"\_") in text
        assert f'{name} <span class="soft">{load().get(name).category}, offline</span>' in page
        assert summary["judges"][name]["blind"][0][:20] in page
    assert r"EVA-A\_pass (offline)" in text
    assert "| task\\_completion |" in text
    assert "Judged offline, by rules without a model: " in text
    assert f"offline faithfulness {summary['judges']['faithfulness']['names'][0].split()[-1]}" in page


def test_figures_of_models_are_marked_as_judged_and_named(finished):
    run = finished("fine", "mishears", judges="m")
    summarise(run, Scoring(missing_only=True, jury=Models()))
    write_report(run)
    text = (run / "summary.md").read_text(encoding="utf-8")
    assert "| faithfulness (judged) |" in text
    assert "m (m-1), prompt 3 (prompt 0123456789ab, 0.5 USD)" in text
    assert "offline" not in text


def test_a_run_of_an_older_version_without_judges_still_has_a_report(finished):
    run = finished("fine")
    summary = summarise(run)
    del summary["judges"]
    (run / "summary.json").write_text(json.dumps(summary))
    write_report(run)
    assert "| faithfulness |" in (run / "summary.md").read_text(encoding="utf-8")


def test_who_sits_on_a_jury(monkeypatch, tmp_path):
    made = []

    def jury_from(spec, cache):
        made.append((spec, cache))
        return models

    models = Models("faithfulness")
    monkeypatch.setattr(llm, "jury_from", jury_from)
    monkeypatch.setattr(seats, "lend_ears", lambda: made.append("ears"))
    with seated("offline") as jury:
        assert isinstance(jury, OfflineJury)
    assert made == ["ears"]
    with seated("gpt,./mine.yaml", tmp_path) as jury:
        assert jury is models
    assert models.closed
    assert made[1:] == [("gpt,./mine.yaml", tmp_path / "judgements")]
    with seated(" gpt , offline") as jury:
        assert isinstance(jury, Mixed)
    assert made[2:] == ["ears", ("gpt", None)]


def test_a_mixed_jury_asks_models_where_they_answer(monkeypatch):
    models = Models("tts_fidelity")
    monkeypatch.setattr(OfflineJury, "rule", lambda self, metric, case: f"offline {metric}")
    record = types.SimpleNamespace(path="x")
    case = types.SimpleNamespace(record=record, turns=lambda kind: {1: "Hello."})
    assert Mixed(models).rule("faithfulness", case) == "offline faithfulness"
    assert Mixed(models).rule("tts_fidelity", case).judge == "m (m-1), prompt 3"


def test_without_what_models_need_the_message_says_what_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "metrics.judges.llm", None)
    with (
        pytest.raises(UsageError, match=r"--judges gpt: model judges cannot be loaded .*--judges offline"),
        seated("gpt"),
    ):
        pass


def test_secrets_of_the_environment_are_masked_in_what_a_failing_metric_says(finished, monkeypatch):
    secret = "sk-canary-5d0c7e21"

    def failing(record, *arguments, **options):
        raise RuntimeError(f"401 for the key {secret}")

    run = finished("fine")
    monkeypatch.setenv("SOME_API_KEY", secret)
    monkeypatch.setitem(load()._metrics, "turn_taking", replace(load().get("turn_taking"), function=failing))
    with seated("offline") as jury:
        rescore(run, jury=jury)
    write_report(run)
    texts = [p.read_text(encoding="utf-8", errors="replace") for p in run.rglob("*") if p.is_file()]
    assert any("401 for the key ***" in text for text in texts)
    assert [text for text in texts if secret in text] == []
    assert verify(run).differences == []
