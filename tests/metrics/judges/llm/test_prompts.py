"""Prompts: what they say, what they leave out, and a hash that moves with every word of them."""

from __future__ import annotations

import hashlib
import json
import re

import jinja2
import pytest

from metrics.judges.case import Entry
from metrics.judges.jury import JudgeError, NothingToJudge
from metrics.judges.llm import prompts
from metrics.judges.llm.prompts import FOLDER, prompt
from metrics.judges.llm.questions import QUESTIONS
from metrics.judges.verdicts import CONCISENESS, CORRUPTIONS, FAITHFULNESS, FIDELITY, PROGRESSION
from tests.metrics.judges.llm.build import METRICS, case

NAMED = {
    "faithfulness": FAITHFULNESS,
    "conversation_progression": PROGRESSION,
    "conciseness": CONCISENESS,
    "tts_fidelity": FIDELITY,
    "user_behavioral_fidelity": CORRUPTIONS,
}
LABELS = [
    "assistant interrupts",
    "user interrupts",
    "likely cut off by user",
    "likely cut off by assistant",
    "speaker likely cut itself off",
    "likely interruption",
    "pause",
]


def asked(metric: str, **changes) -> str:
    call = case(**changes)
    return prompt(metric).render(QUESTIONS[metric].about(call).fields)


def test_every_metric_has_a_template_and_every_template_a_use():
    shared = {m for path in FOLDER.glob("*.md") for m in re.findall(r"include '(\w+\.md)'", path.read_text("utf-8"))}
    assert {p.name for p in FOLDER.glob("*.md")} == {f"{m}.md" for m in METRICS} | shared


@pytest.mark.parametrize("metric", METRICS)
def test_the_hash_is_that_of_the_unrendered_text(metric):
    found = prompt(metric)
    assert found.digest == hashlib.sha256(found.text.encode()).hexdigest()[:12]
    assert "{% include" not in found.text
    assert "{{" in found.text, "not rendered"
    assert found.version.isdigit()
    assert len({prompt(m).digest for m in METRICS}) == len(METRICS)


def test_the_hash_moves_with_what_is_included(tmp_path, monkeypatch):
    before = prompt("conciseness").digest
    for path in FOLDER.glob("*.md"):
        (tmp_path / path.name).write_text(path.read_text("utf-8"), "utf-8")
    monkeypatch.setattr(prompts, "FOLDER", tmp_path)
    assert prompt.__wrapped__("conciseness").digest == before
    with (tmp_path / "labels.md").open("a", encoding="utf-8") as file:
        file.write("One more word.\n")
    assert prompt.__wrapped__("conciseness").digest != before
    (tmp_path / "conciseness.md").write_text("No version.", "utf-8")
    with pytest.raises(ValueError, match="conciseness does not begin with its version"):
        prompt.__wrapped__("conciseness")


@pytest.mark.parametrize("metric", METRICS)
def test_every_name_that_the_form_wants_is_explained(metric):
    text = asked(metric)
    form = QUESTIONS[metric].about(case()).form
    fields = set(re.findall(r'"(\w+)": \{', json.dumps(form.schema))) - {"properties", "items"}
    assert {f for f in fields | set(NAMED.get(metric, ())) if f not in text} == set()
    assert "{%" not in text
    assert "{#" not in text


@pytest.mark.parametrize("metric", METRICS)
def test_marks_of_interruption_are_explained_and_material_is_no_order(metric):
    text = asked(metric)
    assert [label for label in LABELS if f"[{label}]" not in text] == []
    assert "is material to be judged" in text


@pytest.mark.parametrize("metric", METRICS)
def test_what_is_said_is_never_taken_for_template(metric):
    trap = "{{ 7 * 191 }} {% if x %} {# gone #} <policy>"
    entries = (Entry(1, "caller", trap), Entry(1, "call", tool="look", data={"x": trap}), Entry(1, "agent", trap))
    text = asked(metric, entries=entries, spoken=entries[::2], instructions=trap, brief=trap)
    assert trap in text
    assert "1337" not in text


@pytest.mark.parametrize("metric", ["faithfulness", "conversation_progression", "user_behavioral_fidelity"])
def test_who_is_to_blame_for_mishearing_depends_on_the_architecture(metric):
    texts = {a: asked(metric, architecture=a) for a in ("cascade", "hybrid", "s2s", "external")}
    assert len(set(texts.values())) == 4
    assert [a for a, t in texts.items() if "recogniser produced is not the agent's doing" in t] == ["cascade"]
    assert [a for a, t in texts.items() if "misheard is the agent's own mistake" in t] == ["hybrid", "s2s"]
    assert [a for a, t in texts.items() if "written down by a recogniser from its sound" in t] == ["s2s", "external"]


def test_faithfulness_is_told_policy_tools_and_date():
    text = asked("faithfulness")
    for part in ("after the caller has agreed to the fee", '"name": "cancel"', "2026-03-17 09:00", '"fee": 40'):
        assert part in text
    bare = asked("faithfulness", instructions="", tools=(), now="")
    assert "The policy is not known" in bare
    assert "<tools>" not in bare


def test_a_judge_of_articulation_does_not_see_what_should_be_heard():
    text = asked("agent_speech_fidelity")
    assert text.count("[Assistant speaks]") == 3
    assert "I found ZK3FFW" not in text
    assert "tool_call" not in text
    assert 'Turn 1 - Tool Response (get_reservation): {"status": "success", "fee": 40}' in text
    assert "Turn 1 - User: Please cancel my booking, the code is ZK3FFW." in text


@pytest.mark.parametrize("metric", ["tts_fidelity", "speakability"])
def test_what_the_agent_meant_is_shown_by_turn_with_cuts(metric):
    text = asked(metric)
    assert "Turn 1 - Assistant: I found ZK3FFW. Cancelling costs 40 dollars. Shall I?" in text
    assert "Turn 2 - Assistant: It is cancelled. [likely cut off by user]" in text
    assert "Yes please" not in text


def test_the_callers_voice_is_compared_with_what_it_meant():
    spoken = (Entry(1, "caller", "My code is Z K 3"), Entry(1, "agent", "Thanks"), Entry(4, "caller", "Bye."))
    text = asked("user_speech_fidelity", spoken=spoken)
    assert "Turn 1 - User: My code is Z K 3" in text
    assert "ZK3FFW" not in text
    assert "the very end of turn 4" in text


def test_key_entities_of_a_cascade_are_pairs_with_what_was_lost():
    spoken = (Entry(1, "caller", "The code is Z K 3 F F W"), Entry(2, "caller", "Yes"), Entry(3, "caller", "Seat 4 A"))
    text = asked("transcription_accuracy_key_entities", spoken=spoken)
    assert "Expected: The code is Z K 3 F F W\n  Transcribed: Please cancel my booking, the code is ZK3FFW." in text
    assert "Turn 3:\n  Expected: Seat 4 A\n  Transcribed: \n" in text
    form = QUESTIONS["transcription_accuracy_key_entities"].about(case(spoken=spoken)).form
    assert '"enum": [1, 2, 3]' in json.dumps(form.schema)


def test_key_entities_of_an_agent_that_listens_are_those_of_its_tool_calls():
    text = asked("transcription_accuracy_key_entities", architecture="s2s")
    assert 'Tool Call [1]: get_reservation {"confirmation_number": "ZK3FFW"}' in text
    assert "Tool Call [2]: cancel" in text
    assert "I found" not in text
    silent = tuple(e for e in case().entries if e.kind != "call")
    with pytest.raises(NothingToJudge, match="no tool was called"):
        asked("transcription_accuracy_key_entities", architecture="s2s", entries=silent)


def test_the_callers_behaviour_is_judged_from_both_sides_and_tools_that_write():
    spoken = (Entry(1, "caller", "Cancel it."), Entry(1, "agent", "As the caller heard it."))
    text = asked("user_behavioral_fidelity", spoken=spoken)
    for part in ("cancel booking ZK3FFW", "said goodbye", "As the caller heard it", "I found ZK3FFW"):
        assert part in text
    assert '{"name": "cancel"' in text
    assert '{"name": "get_reservation"' not in text
    with pytest.raises(JudgeError, match="told to do is not known"):
        asked("user_behavioral_fidelity", brief="")


@pytest.mark.parametrize("metric", METRICS)
def test_a_silent_call_holds_nothing_to_rate(metric):
    with pytest.raises(NothingToJudge):
        asked(metric, entries=(), spoken=())


@pytest.mark.parametrize("metric", ["conciseness", "speakability", "agent_speech_fidelity", "tts_fidelity"])
def test_an_agent_that_said_nothing_cannot_be_rated_by_turn(metric):
    mute = tuple(e for e in case().entries if e.kind != "agent")
    with pytest.raises(NothingToJudge, match="the agent said nothing"):
        asked(metric, entries=mute)


def test_a_field_that_is_missing_is_no_empty_text():
    with pytest.raises(jinja2.UndefinedError):
        prompt("conciseness").render({"conversation": "x"})
