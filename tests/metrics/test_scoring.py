import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from metrics.judges.jury import JudgeError, NothingToJudge
from metrics.judges.verdicts import FAITHFULNESS
from metrics.registry import Registry, load
from metrics.score import share, skipped
from metrics.scoring import score_record
from scenarios.errors import UsageError
from tests.metrics.build import agent, caller, record, tool, turn
from tests.metrics.jury import Says, dimensions, turns

ROOT = Path(__file__).resolve().parents[2]

SPEAKS_OF_SILENCE = {
    "task_completion",
    "turn_taking",
    "authentication_success",
    "conversation_valid_end",
    "conversation_correctly_finished",
    "conversation_completed_on_time",
}


@pytest.fixture
def own():
    known = Registry()
    known.metric("fine", category="accuracy", version="7")(lambda record: share(0.5, "half"))
    known.metric("empty", category="accuracy")(lambda record: skipped("nothing there"))
    known.metric("s2s_only", category="diagnostic", architectures=("s2s",))(lambda record: share(1.0, "yes"))
    known.metric("gate", category="validation", without_turns=True)(lambda record: share(0.0, "bad end"))

    @known.metric("broken", category="experience")
    def broken(record):
        raise KeyError("missing\nfield")

    @known.metric("mute", category="experience")
    def mute(record):
        raise MemoryError

    @known.metric("impossible", category="experience")
    def impossible(record):
        return share(float("nan"), "not a number")

    return known


def test_a_score_carries_name_version_category_and_reason(own):
    score = score_record(record(), ["fine"], registry=own)["fine"]
    assert (score.name, score.version, score.category, score.state) == ("fine", "7", "accuracy", "scored")
    assert (score.value, score.normalized, score.why) == (0.5, 0.5, "half")


def test_an_exception_is_an_errored_score_of_that_metric_alone(own):
    scores = score_record(record(), registry=own)
    broken = scores["broken"]
    assert (broken.state, broken.value, broken.effective) == ("errored", None, None)
    assert broken.why == "KeyError: 'missing\\nfield'"
    assert broken.details["error"] == "KeyError"
    assert broken.details["where"].startswith("broken, line ")
    assert scores["fine"].state == "scored"


def test_an_exception_without_text_still_has_a_reason(own):
    assert score_record(record(), ["mute"], registry=own)["mute"].why == "MemoryError"


def test_a_value_that_is_no_number_is_an_error_not_a_score(own):
    score = score_record(record(), ["impossible"], registry=own)["impossible"]
    assert (score.state, score.value) == ("errored", None)
    assert score.why.startswith("ValidationError: normalized: Input should be ")
    assert "pydantic" not in score.why


def _ends(record):
    raise SystemExit(3)


@pytest.mark.parametrize(
    "function",
    [
        lambda record: share(1.0, "so", details={"what": object()}),
        lambda record: share(1.0, "so", details={"x": np.float32(1)}),
        lambda record: share(1.0, "half a character: \ud800"),
        lambda record: None,
        _ends,
    ],
    ids=["object", "numpy", "surrogate", "nothing", "exit"],
)
def test_what_cannot_be_written_is_an_error_of_that_metric_alone(function):
    registry = Registry()
    registry.metric("odd", category="diagnostic")(function)
    registry.metric("fine", category="diagnostic")(lambda record: share(1.0, "so"))
    scores = score_record(record(), registry=registry)
    assert (scores["odd"].state, scores["fine"].state) == ("errored", "scored")
    json.dumps({n: s.model_dump(mode="json") for n, s in scores.items()}, allow_nan=False, ensure_ascii=False).encode()


def test_skips_and_foreign_architectures_have_reasons(own):
    scores = score_record(record(), registry=own)
    assert (scores["empty"].state, scores["empty"].why) == ("skipped", "nothing there")
    assert (scores["s2s_only"].state, scores["s2s_only"].why) == (
        "skipped",
        "not measurable on an agent of architecture cascade",
    )
    assert score_record(record(architecture="s2s"), registry=own)["s2s_only"].state == "scored"


def test_order_is_the_registry_s_whatever_was_asked_for_is_asked_once(own):
    assert list(score_record(record(), registry=own)) == own.names()
    assert list(score_record(record(), ["gate", "fine", "gate"], registry=own)) == ["gate", "fine"]
    with pytest.raises(UsageError, match="'nope'"):
        score_record(record(), ["nope"], registry=own)


@pytest.mark.parametrize("status", ["infrastructure", "error"])
def test_a_call_that_was_not_carried_is_errored_but_for_the_gate(own, status):
    scores = score_record(record(status=status, end_reason="line_lost"), registry=own)
    assert scores["fine"].state == "errored"
    assert scores["fine"].why == f"the call was not carried: {status}, line_lost"
    assert scores["gate"].state == "scored"


@pytest.mark.parametrize(
    ("turns", "text"),
    [
        ([], "nobody spoke"),
        ([turn(0, agent=[(0, 1)])], "the caller never spoke"),
        ([turn(1, caller=[(0, 1)])], "the agent never spoke"),
    ],
)
def test_without_turns_of_a_side_metrics_are_errored(own, turns, text):
    scores = score_record(record(turns=turns, end_reason="goodbye"), registry=own)
    assert (scores["fine"].state, scores["fine"].why) == ("errored", f"no turns: {text}")
    assert scores["gate"].state == "scored"


def test_an_agent_that_never_answers_is_scored_where_that_says_something_and_skipped_elsewhere():
    dead = record(turns=[turn(1, caller=[(0, 1)])], status="agent_timeout", end_reason="agent_silence", after={})
    scores = score_record(dead)
    assert {n for n, s in scores.items() if s.state == "scored"} >= SPEAKS_OF_SILENCE
    assert {scores[n].state for n in ("response_speed", "stt_wer", "words_per_turn")} == {"skipped"}
    assert not [n for n, s in scores.items() if s.state == "errored"]
    assert scores["task_completion"].value == 0.0
    assert scores["turn_taking"].value == 0.0
    assert scores["conversation_correctly_finished"].value == 0.0
    assert scores["conversation_valid_end"].value == 1.0, "a result, not a call to be run again"


def test_an_agent_that_hangs_up_before_a_word_does_not_complete_a_task_that_needs_nothing():
    world = {"_current_date": "2026-03-17"}
    gone = record(turns=[], end_reason="agent_hangup", world=world, expected=world, after=world)
    scores = score_record(gone, ["task_completion", "turn_taking", "conversation_correctly_finished"])
    assert [s.value for s in scores.values()] == [0.0, 0.0, 0.0]
    assert scores["task_completion"].why == "the agent never spoke"


def test_scoring_twice_gives_the_same():
    first, second = (score_record(record()) for _ in range(2))
    assert [s.model_dump_json() for s in first.values()] == [s.model_dump_json() for s in second.values()]
    assert list(first) == load().names()


SAID = [agent("Hello.", at=0, turn=0), caller("Hi.", at=2), agent("Yes?", at=4)]
JUDGED = [m.name for m in load() if m.judged]


def test_a_judged_score_names_its_judge_and_what_it_read():
    jury = Says(
        dimensions(FAITHFULNESS, 3),
        judge="a-model (a-model-1), prompt 2",
        prompt="0123456789ab",
        cost_usd=0.0,
        details={"asked": {"a-model": {"cost_usd": 0.25}, "b-model": {"cost_usd": 0.125}}},
    )
    score = score_record(record(utterances=SAID), ["faithfulness"], jury=jury)["faithfulness"]
    assert (score.state, score.value, score.normalized) == ("scored", 3.0, 1.0)
    judge = score.details["judge"]
    assert (judge["name"], judge["prompt"]) == ("a-model (a-model-1), prompt 2", "0123456789ab")
    assert judge["cost_usd"] == 0.375, "what the answers cost when they were given, not what remembering them costs"
    assert (judge["reads"], judge["texts"]) == ("agent", {"caller": "heard", "agent": "intended"})
    assert [name for name, _ in jury.asked] == ["faithfulness"]
    assert [e.text for e in jury.asked[0][1].entries] == ["Hello.", "Hi.", "Yes?"]


@pytest.mark.parametrize("name", JUDGED)
def test_a_judge_without_an_answer_is_an_error_and_nothing_to_judge_a_skip(name):
    def score(said):
        return score_record(record(utterances=SAID), [name], jury=Says(said))[name]

    bad = score(JudgeError("three replies,\nnone of use"))
    assert (bad.state, bad.value, bad.why) == ("errored", None, "three replies, none of use")
    none = score(NothingToJudge("no values"))
    assert (none.state, none.value, none.why) == ("skipped", None, "no values")
    assert score(RuntimeError("bug")).state == "errored"
    assert score(turns({})).state == "errored", "an answer without content"


def test_exact_metrics_ask_nobody_and_judged_ones_are_not_asked_where_they_cannot_be_measured():
    jury = Says(JudgeError("no"))
    score_record(record(utterances=SAID), [m.name for m in load() if not m.judged], jury=jury)
    score_record(record(utterances=SAID, architecture="s2s"), ["tts_fidelity", "speakability"], jury=jury)
    score_record(record(utterances=SAID, status="infrastructure"), ["faithfulness"], jury=jury)
    score_record(record(utterances=SAID, turns=[]), JUDGED, jury=jury)
    assert jury.asked == []


def test_threads_alter_nothing():
    verdict = dimensions(FAITHFULNESS, 3)
    one = score_record(record(utterances=SAID), jury=Says(verdict))
    many = score_record(record(utterances=SAID), jury=Says(verdict), threads=5)
    assert list(one) == list(many)
    assert one == many


def test_scoring_needs_no_pipecat_and_no_sound():
    """Records can be scored where the audio stack is not installed."""
    code = (
        "import sys; from metrics.registry import load; load(); "
        "heavy = {'pipecat', 'onnxruntime', 'soxr', 'agents', 'harness'} & set(sys.modules); "
        "sys.exit(f'imported: {sorted(heavy)}' if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr


def test_faithfulness_to_instructions_that_were_not_kept_is_an_error():
    said = [agent("Silver Kite Airlines, hello.", at=0, turn=0), caller("Hello.", at=2), agent("Yes?", at=4)]
    told = record(utterances=said)
    assert score_record(told, ["faithfulness"])["faithfulness"].state == "scored"
    found = score_record(replace(told, agent_brief={}), ["faithfulness"])["faithfulness"]
    assert (found.state, found.value) == ("errored", None)
    assert "agent.json" in found.why


@pytest.mark.parametrize("metric", ["faithfulness", "conciseness", "conversation_progression", "speakability"])
def test_an_agent_whose_words_are_not_known_is_no_agent_that_said_nothing(metric):
    said = [caller("Please cancel it.", at=2), agent(None, at=4, heard=None)]
    found = score_record(record(utterances=said, tools=[tool("cancel", "write", at=3.5)]), [metric])[metric]
    assert (found.state, found.why) == ("errored", "the agent spoke, but the record holds none of its words")
