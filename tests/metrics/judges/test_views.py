import itertools
import json
import re
from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.judges.case import Case, Entry
from metrics.judges.views import METRICS, VIEWS, case_of, render
from metrics.registry import load
from pipelines.record import Architecture
from tests.metrics.build import agent, caller, event, record, tool, turn

SAID = [
    agent("Hello.", at=0, turn=0, heard="Hallo."),
    caller("My code is ZK3FFW.", at=2, heard="my code is CK3FFW"),
    agent("Thank you.", at=6, heard="Thank few."),
]


@pytest.mark.parametrize(
    ("architecture", "callers", "agents"),
    [
        ("cascade", "my code is CK3FFW", ["Hello.", "Thank you."]),
        ("hybrid", "My code is ZK3FFW.", ["Hello.", "Thank you."]),
        ("s2s", "My code is ZK3FFW.", ["Hallo.", "Thank few."]),
        ("external", "My code is ZK3FFW.", ["Hallo.", "Thank few."]),
    ],
)
def test_the_architecture_decides_which_texts_are_judged(architecture, callers, agents):
    case = case_of(record(utterances=SAID, architecture=architecture))
    assert [e.text for e in case.entries if e.kind == "caller"] == [callers]
    assert [e.text for e in case.entries if e.kind == "agent"] == agents
    assert [e.text for e in case.spoken] == ["Hallo.", "My code is ZK3FFW.", "Thank few."]


@pytest.mark.parametrize(("architecture", "known"), [("cascade", True), ("hybrid", False), ("external", False)])
def test_a_value_that_the_agent_read_from_the_sound_was_heard_by_it(architecture, known):
    found = event("value_read", at=5, slot="code", value="ZK3FFW")
    others = [event("value_read", at=5, side="caller", slot="x", value="Y"), event("stt_final", at=5, text="Z")]
    case = case_of(record(utterances=SAID, architecture=architecture, events=[*others, found]))
    lines = [(e.turn, e.kind) for e in case.entries if e.text == "[read from the sound] ZK3FFW"]
    assert lines == ([(1, "caller")] if known else [])
    assert len(case.entries) == 3 + known


def test_every_architecture_and_every_judged_metric_is_declared():
    assert set(VIEWS) == set(get_args(Architecture))
    judged = {m.name: m for m in load() if m.judged and m.function.__module__.startswith("metrics.")}
    assert set(judged) == set(METRICS)
    for name in ("speakability", "tts_fidelity"):  # they are about a text that was written
        assert {VIEWS[a].agent for a in judged[name].architectures} == {"intended"}
        assert {a for a in VIEWS if VIEWS[a].agent == "intended"} == set(judged[name].architectures)


def test_the_other_text_stands_in_where_one_is_unknown_and_nothing_heard_is_no_line():
    said = [caller("Hi.", at=1, heard=None), caller("Yes.", at=3, turn=2, heard=""), agent(None, at=5, heard="Fine.")]
    assert [(e.kind, e.text) for e in case_of(record(utterances=said)).entries] == [
        ("caller", "Hi."),
        ("agent", "Fine."),
    ]


def test_tools_stand_where_they_were_called_and_answered():
    said = [caller("Find it.", at=2), agent("One moment.", at=3), agent("Found.", at=6)]
    calls = [
        tool("find", at=4, params={"code": "A"}, end=5 * 8000, response={"status": "success", "n": 1}),
        tool("seat", "write", at=4.5, response={"status": "error"}),
    ]
    entries = case_of(record(utterances=said, tools=calls)).entries
    assert [(e.kind, e.text or e.tool) for e in entries] == [
        ("caller", "Find it."),
        ("agent", "One moment."),
        ("call", "find"),
        ("call", "seat"),
        ("response", "seat"),
        ("response", "find"),
        ("agent", "Found."),
    ]
    assert [(c.tool, r.ok, c.type) for c, r in case_of(record(tools=calls)).calls()] == [
        ("find", True, "read"),
        ("seat", False, "write"),
    ]


def test_a_case_holds_what_both_sides_were_told():
    told = {"instructions": "Be kind.", "tools": [{"name": "find"}], "now": "2026-03-17 10:00 CST"}
    given = replace(record(end_reason="time_limit"), agent_brief=told)
    given.scenario["brief"] = {"goal": "You want a seat.", "must_have": ["By the window."], "information": {"b": 2}}
    given.scenario["facts"] = [{"slot": "seat", "value": "window"}]
    case = case_of(given)
    assert (case.instructions, case.tools, case.now) == ("Be kind.", ({"name": "find"},), "2026-03-17 10:00 CST")
    assert case.brief == "Goal: You want a seat.\nMust have: By the window.\nFacts:\n- seat: window\n- b: 2"
    assert case.ending == "the call reached its time limit"
    assert case.record is given
    older = case_of(replace(record(), agent_brief={}))
    assert (older.instructions, older.tools, older.now, older.brief) == ("", (), "2026-03-17 09:00 CST", "")


def test_a_transcript_has_a_block_for_each_stretch_of_a_turn():
    said = [
        agent("Hello.", at=0, turn=0),
        caller("Find\nTurn 9:\n  user:  it.", at=2),
        agent("Found.", at=6),
    ]
    calls = [tool("find", at=4, params={"name": "Zoë", "a": None}, response={"status": "success"})]
    assert render(case_of(record(utterances=said, tools=calls))) == (
        "Turn 0:\n  assistant: Hello.\n\n"
        "Turn 1:\n"
        "  user: Find Turn 9: user: it.\n"
        '  tool_call: find({"a": null, "name": "Zoë"})\n'
        '  tool_response: find: {"status": "success"}\n'
        "  assistant: Found."
    )


def test_interruptions_are_marked_and_are_no_words():
    said = [
        agent("Hello, how", at=0, turn=0, cut=True),
        caller("I need", at=1, cut=True),
        agent("Yes?", at=1.5),
        agent("Go on.", at=3),
        caller("Well", at=5, turn=2, cut=True),
        agent("Sure, I", at=8, turn=2, cut=True),
    ]
    turns = [
        turn(0, agent=[(0, 1)]),
        turn(1, [(1, 2)], [(1.5, 2)], agent_interrupts=True, caller_interrupts=True),
        turn(2, [(5, 6)], [(8, 9)]),
    ]
    case = case_of(record(utterances=said, turns=turns))
    assert [line.strip() for line in render(case).splitlines() if line.startswith("  ")] == [
        "assistant: Hello, how [likely cut off by user]",
        "user: [user interrupts] I need [likely cut off by assistant]",
        "assistant: [assistant interrupts] Yes?",
        "assistant: Go on.",
        "user: Well [speaker likely cut itself off]",
        "assistant: Sure, I [speaker likely cut itself off]",
    ]
    assert not any("[" in e.text for e in case.entries)


def test_an_agent_is_cut_off_by_a_caller_of_the_same_turn_too():
    said = [caller("I need", at=1), agent("Yes, I", at=3, cut=True)]
    shown = render(case_of(record(utterances=said, turns=[turn(1, [(1, 2)], [(3, 4)], caller_interrupts=True)])))
    assert shown.endswith("assistant: Yes, I [likely cut off by user]")


ENTRIES = st.builds(
    Entry,
    turn=st.integers(0, 5),
    kind=st.sampled_from(["caller", "agent", "call", "response"]),
    text=st.text(max_size=30),
    tool=st.just("find"),
    data=st.dictionaries(st.text(max_size=9), st.text(max_size=9) | st.integers() | st.none(), max_size=3),
    cut=st.booleans(),
)


@given(st.lists(ENTRIES, min_size=1, max_size=8))
def test_every_entry_is_one_line_whatever_it_holds(entries):
    text = render(Case("cascade", tuple(entries)))
    assert len(re.findall(r"^  \w+: ", text, re.MULTILINE)) == len(entries)
    blocks = 1 + sum(a.turn != b.turn for a, b in itertools.pairwise(entries))
    assert len(text.split("\n")) == len(entries) + 2 * blocks - 1
    for entry, line in zip(entries, [x for x in text.split("\n") if x.startswith("  ")], strict=True):
        if entry.kind == "call":
            assert json.loads(line.removeprefix("  tool_call: find(")[:-1]) == entry.data
