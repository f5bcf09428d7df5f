"""From a record to a case: which text of each side a judge reads, declared once for each architecture.

An utterance has two texts: what its speaker meant, and what the other side's recogniser made of it. Which of
them the agent answers for depends on what it is made of, and nothing but `VIEWS` says so, by what its architecture
exposes. `METRICS` says which conversation each judged metric reads: the agent's, the caller's, or the recording beside
the texts.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal

from metrics.judges.case import Case, Entry
from pipelines.record import END_REASONS, EXPOSURES, READING, Architecture, Record, Utterance

Text = Literal["intended", "heard"]


@dataclass(frozen=True, slots=True)
class View:
    """The text that is read of each side.

    Attributes:
        why: what follows for judging, in words for a judge.
    """

    caller: Text
    agent: Text
    why: str


def _view(architecture: Architecture, why: str) -> View:
    """The texts that the agent answers for: what its model read and wrote, else what was said and what was heard."""
    shown = EXPOSURES[architecture]
    return View(
        "heard" if shown.user_transcript == "read" else "intended",
        "intended" if shown.agent_text == "written" else "heard",
        why,
    )


VIEWS: Mapping[Architecture, View] = {
    "cascade": _view(
        "cascade",
        "The caller's lines are what the agent's recogniser wrote, the only thing that the agent knew: judge by "
        "them, and blame no recognition on it. Its own lines are the text that it wrote.",
    ),
    "hybrid": _view(
        "hybrid",
        "The caller's lines are what was said; the agent hears for itself and answers for what it misheard. Its own "
        "lines are the text that it wrote, to be read strictly.",
    ),
    "s2s": _view(
        "s2s",
        "The caller's lines are what was said; the agent hears for itself and answers for what it misheard. Its own "
        "lines are a recogniser's transcript of its voice: slips of a character, of spacing or of a code's length "
        "are no misstatement unless a tool call or the caller's answer shows a wrong value.",
    ),
    # An agent behind a socket is judged by the wire alone: what it tells of its hearing and its words is its own
    # claim, and a metric must not depend on whether it makes one.
    "external": _view(
        "external",
        "Nothing is known of how the agent is made. The caller's lines are what was said. The agent's lines are a "
        "recogniser's transcript of its voice: slips of a character, of spacing or of a code's length are no "
        "misstatement unless a tool call or the caller's answer shows a wrong value.",
    ),
}
"""What the agent knew and said, by architecture. Where a record lacks the text, the other one stands in."""

CALLERS_VIEW = View("intended", "heard", "What the caller meant to say, and what its recogniser made of the agent.")

Reads = Literal["agent", "both", "agent_audio", "caller_audio"]

METRICS: Mapping[str, Reads] = {
    "faithfulness": "agent",
    "conversation_progression": "agent",
    "conciseness": "agent",
    "user_behavioral_fidelity": "both",
    "transcription_accuracy_key_entities": "both",
    "agent_speech_fidelity": "agent_audio",
    "tts_fidelity": "agent_audio",
    "speakability": "agent",
    "user_speech_fidelity": "caller_audio",
}
"""What each judged metric reads. ``agent``: `Case.entries`. ``both``: `Case.spoken` too. ``agent_audio`` and
``caller_audio``: the recording of one side, against the values of `Case.entries` or the texts that were meant.
Speakability and tts_fidelity are about what a text model wrote, and not measured where `VIEWS` has no such text."""

LABELS = {"caller": "user", "agent": "assistant", "call": "tool_call", "response": "tool_response"}
INTERRUPTS = {"caller": "[user interrupts]", "agent": "[assistant interrupts]"}
CUT_OFF = {"caller": "[likely cut off by assistant]", "agent": "[likely cut off by user]"}
CUT_ITSELF = "[speaker likely cut itself off]"


def case_of(record: Record) -> Case:
    """The case that judges rate."""
    view = VIEWS[record.architecture]
    brief = record.agent_brief
    return Case(
        architecture=record.architecture,
        entries=tuple(_in_order([*_said(record, view), *_read(record, view), *_done(record)])),
        spoken=tuple(_in_order(_said(record, CALLERS_VIEW))),
        instructions=str(brief.get("instructions", "")),
        tools=tuple(brief.get("tools", ())),
        now=str(brief.get("now") or record.scenario.get("now", "")),
        brief=_callers_brief(record.scenario),
        ending=END_REASONS.get(record.end_reason, record.end_reason),
        record=record,
    )


def text_of(utterance: Utterance, which: Text) -> str:
    """A text of an utterance on one line; the other one where the record does not hold it."""
    first, second = utterance.intended, utterance.heard
    if which == "heard":
        first, second = second, first
    return " ".join((first if first is not None else second or "").split())


def render(case: Case, entries: Iterable[Entry] | None = None) -> str:
    """The transcript as text judges read it.

    A block for each stretch of one turn, ``Turn N:`` above lines ``user:``, ``assistant:``, ``tool_call:`` and
    ``tool_response:``. White space in texts is collapsed, since a line break would look like another line, and
    tool data is JSON. Interruptions are marked in brackets; marks are no words.

    Args:
        case: the conversation.
        entries: other lines of the same conversation, such as `Case.spoken`; `Case.entries` by default.
    """
    shown = list(case.entries if entries is None else entries)
    marked = _Marks(case.record)
    blocks = []
    for turn, group in groupby(shown, key=lambda e: e.turn):
        lines = [f"  {LABELS[e.kind]}: {marked(e) if e.kind in INTERRUPTS else _data(e)}" for e in group]
        blocks.append("\n".join([f"Turn {turn}:", *lines]))
    return "\n\n".join(blocks)


class _Marks:
    """Puts marks of interruption around the words of one transcript, in its order."""

    def __init__(self, record: Record | None) -> None:
        turns = record.turns if record else ()
        self._starts = {
            "caller": {t.index for t in turns if t.caller_interrupts},
            "agent": {t.index for t in turns if t.agent_interrupts},
        }
        self._open = {kind: set(found) for kind, found in self._starts.items()}

    def __call__(self, entry: Entry) -> str:
        words = " ".join(entry.text.split())
        if entry.turn in self._open[entry.kind]:
            self._open[entry.kind].discard(entry.turn)
            words = f"{INTERRUPTS[entry.kind]} {words}"
        if entry.cut:
            words = f"{words} {CUT_OFF[entry.kind] if self._was_broken_into(entry) else CUT_ITSELF}"
        return words

    def _was_broken_into(self, entry: Entry) -> bool:
        """A caller that breaks in opens the next turn; an agent that does so stays in the caller's."""
        if entry.kind == "caller":
            return entry.turn in self._starts["agent"]
        return bool({entry.turn, entry.turn + 1} & self._starts["caller"])


def _data(entry: Entry) -> str:
    """A tool call or its response, on one line."""
    data = json.dumps(entry.data, ensure_ascii=False, sort_keys=True, default=str)
    return f"{entry.tool}({data})" if entry.kind == "call" else f"{entry.tool}: {data}"


Placed = tuple[int, int, Entry]
"""An entry with its sample, and its rank among those of the same sample."""


def _in_order(placed: Iterable[Placed]) -> Iterator[Entry]:
    return (entry for _, _, entry in sorted(placed, key=lambda item: item[:2]))


def _said(record: Record, view: View) -> Iterator[Placed]:
    """The words of both sides; an utterance of which nothing is known or was recognised leaves no line."""
    for rank, u in enumerate(record.utterances):
        if text := text_of(u, view.caller if u.role == "caller" else view.agent):
            yield u.start, rank, Entry(u.turn, u.role, text, cut=u.cut)


def _read(record: Record, view: View) -> Iterator[Placed]:
    """Values that an agent read from the sound beside its transcript: it has heard them, and answers for them."""
    if view.caller != "heard":
        return
    rank = len(record.utterances)
    for event in record.events:
        if event.side == "agent" and event.kind == READING:
            said = [u.turn for u in record.utterances if u.role == "caller" and u.start < event.sample]
            text = f"[read from the sound] {event.data.get('value', '')}"
            yield event.sample, rank, Entry(max(said, default=0), "caller", text)


def _done(record: Record) -> Iterator[Placed]:
    """Tool calls where they were made, and responses where they came."""
    first = len(record.utterances)
    for t in record.tools:
        yield t.start, first + 2 * t.index, Entry(t.turn, "call", tool=t.tool, type=t.type, data=t.params)
        yield t.end, first + 2 * t.index + 1, Entry(t.turn, "response", tool=t.tool, type=t.type, data=t.response)


_PARTS = (
    ("must_have", "Must have"),
    ("nice_to_have", "Would like"),
    ("negotiation", "How to get there"),
    ("resolution", "Done when"),
    ("failure", "If it fails"),
    ("escalation", "Transfer"),
    ("edge_cases", "Besides"),
)


def _callers_brief(scenario: Mapping[str, Any]) -> str:
    """The caller's goal and facts in words, as far as the scenario holds them."""
    brief: Mapping[str, Any] = scenario.get("brief") or {}
    lines = [f"Goal: {brief['goal']}"] if brief.get("goal") else []
    for key, title in _PARTS:
        found = brief.get(key) or ()
        sentences = [found] if isinstance(found, str) else list(found)
        if sentences:
            lines.append(f"{title}: {' '.join(sentences)}")
    facts = [f"{f['slot']}: {f['value']}" for f in scenario.get("facts", ())]
    known = {f["slot"] for f in scenario.get("facts", ())}
    facts += [f"{k}: {v}" for k, v in (brief.get("information") or {}).items() if k not in known]
    return "\n".join([*lines, *(["Facts:", *(f"- {fact}" for fact in facts)] if facts else [])])
