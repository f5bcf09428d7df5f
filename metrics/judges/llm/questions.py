"""What a model is asked, metric by metric: its prompt, what fills it, the form of the answer, the sound."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from metrics.judges import views
from metrics.judges.case import Case
from metrics.judges.jury import JudgeError, NothingToJudge
from metrics.judges.llm import forms, render
from metrics.judges.llm.forms import Form
from metrics.judges.verdicts import CONCISENESS, CORRUPTIONS, FAITHFULNESS, FIDELITY, PROGRESSION

Channel = Literal["", "agent", "caller"]


@dataclass(frozen=True, slots=True)
class Asked:
    """One question about one case: what fills the prompt, and the form that the answer must have."""

    fields: Mapping[str, Any]
    form: Form


@dataclass(frozen=True, slots=True)
class Question:
    """A metric's question.

    Attributes:
        about: makes it for a case; raises `NothingToJudge` where there is nothing to rate, and `JudgeError`
            where the case lacks what the judge would need.
        channel: whose sound goes with it; empty for none.
    """

    about: Callable[[Case], Asked]
    channel: Channel = ""


def _faithfulness(case: Case) -> Asked:
    fields = {"instructions": case.instructions, "tools": render.tools(case.tools), "now": case.now}
    return Asked(_whole(case, fields), forms.dimensions(FAITHFULNESS))


def _progression(case: Case) -> Asked:
    return Asked(_whole(case, {}), forms.dimensions(PROGRESSION))


def _conciseness(case: Case) -> Asked:
    expected = tuple(_agent(case))
    return Asked(_whole(case, {"turns": expected}), forms.turns(expected, (1, 2, 3), modes=CONCISENESS))


def _speakability(case: Case) -> Asked:
    words = _agent(case)
    return Asked({"words": render.lines(words, "Assistant")}, forms.turns(tuple(words), (0, 1)))


def _agent_speech(case: Case) -> Asked:
    expected = tuple(_agent(case))
    fields = {"conversation": render.redacted(case.entries), "turns": expected}
    return Asked(fields, forms.turns(expected, (0, 1), heard=True, entities=True))


def _tts(case: Case) -> Asked:
    words = _agent(case)
    form = forms.turns(tuple(words), (0, 1), modes=FIDELITY, heard=True)
    return Asked({"words": render.lines(words, "Assistant")}, form)


def _user_speech(case: Case) -> Asked:
    words = _meant(case)
    if not words:
        raise NothingToJudge("the caller said nothing")
    form = forms.turns(tuple(words), (1, 2, 3), heard=True)
    return Asked({"words": render.lines(words, "User"), "last": max(words)}, form)


def _entities(case: Case) -> Asked:
    if case.architecture == "cascade":
        meant = _meant(case)
        if not meant:
            raise NothingToJudge("the caller said nothing")
        text = render.pairs(meant, render.words(case.entries, "caller"))
        return Asked({"by_calls": False, "conversation": text}, forms.entities(tuple(meant)))
    count = sum(e.kind == "call" for e in case.entries)
    if not count:
        raise NothingToJudge("no tool was called, and nothing else shows what the agent understood")
    fields = {"by_calls": True, "conversation": render.calls(case)}
    return Asked(fields, forms.entities(tuple(range(1, count + 1))))


def _behaviour(case: Case) -> Asked:
    if not case.brief:
        raise JudgeError("what the caller was told to do is not known")
    writes = [tool for tool in case.tools if tool.get("type") == "write"]
    fields = {
        "brief": case.brief,
        "ending": case.ending or "not known",
        "tools": render.tools(writes),
        "spoken": views.render(case, case.spoken),
    }
    return Asked(_whole(case, fields), forms.behaviour(CORRUPTIONS))


def _whole(case: Case, fields: Mapping[str, Any]) -> dict[str, Any]:
    if not case.entries:
        raise NothingToJudge("nothing was said")
    return {"architecture": case.architecture, "conversation": views.render(case), **fields}


def _agent(case: Case) -> dict[int, str]:
    words = render.words(case.entries, "agent")
    if not words:
        raise NothingToJudge("the agent said nothing")
    return words


def _meant(case: Case) -> dict[int, str]:
    """What the caller meant, by turn; where only one view is known, that one."""
    return render.words(case.spoken or case.entries, "caller")


QUESTIONS: dict[str, Question] = {
    "faithfulness": Question(_faithfulness),
    "agent_speech_fidelity": Question(_agent_speech, "agent"),
    "conversation_progression": Question(_progression),
    "conciseness": Question(_conciseness),
    "speakability": Question(_speakability),
    "tts_fidelity": Question(_tts, "agent"),
    "transcription_accuracy_key_entities": Question(_entities),
    "user_behavioral_fidelity": Question(_behaviour),
    "user_speech_fidelity": Question(_user_speech, "caller"),
}
"""Every metric that a model can be asked about."""
