"""Does the agent's voice say the words that it was given, above all their values?

An independent recogniser listens to the agent's channel. Each value in the words must come back to the last
character at one of several looks; other words may slip one by one, as recognisers do, but not be missing at the end,
in a row, or in number, and no words may be added.
"""

from __future__ import annotations

from metrics.judges.case import Case
from metrics.judges.jury import NothingToJudge
from metrics.judges.offline._speech_looks import AGENT, Sound, read
from metrics.judges.offline._speech_recogniser import Ears, lent
from metrics.judges.offline._speech_turn import by_turn, departures, listen, recorded
from metrics.judges.offline._speech_values import Known, capitals, values
from metrics.judges.offline._speech_words import modes
from metrics.judges.verdicts import RatedTurn, Turns
from metrics.judges.views import VIEWS
from pipelines.record import Utterance

VERSION = "1.1"
BLIND = (
    "One or two words that are missing or another inside a sentence are taken for slips of the recogniser, unless "
    "they belong to a value.",
    "A name that sounds much like another is taken for it.",
    "A value that no recogniser hears right counts as wrong, even where a person might have understood it.",
    "A decimal point or a currency that is said wrong is not noticed.",
    "The language is not identified: another language counts as garbled.",
)


def judge(case: Case, ears: Ears | None = None) -> Turns:
    """Rate each of the agent's turns 0 or 1.

    Args:
        case: with its record, whose folder holds audio.wav.
        ears: who listens; those lent to this process by default.

    Raises:
        JudgeError: there is no sound, or nobody to listen.
        NothingToJudge: no text that the agent's voice was given is known.
    """
    record = recorded(case)
    spoken = [u for u in record.utterances if u.role == "agent" and u.intended and u.intended.strip()]
    if not spoken or VIEWS[case.architecture].agent != "intended":
        raise NothingToJudge("no text that the agent's voice was given is known")
    ears = ears or lent()
    sound = read(record.path, "audio.wav", AGENT)
    names = Known.of(case).names
    return by_turn(spoken, lambda u: _rated(u, sound, names, ears))


def _rated(utterance: Utterance, sound: Sound, names: set[str], ears: Ears) -> RatedTurn:
    text = utterance.intended or ""
    hearing = listen(utterance, values(text, capitals(text) | names), sound, ears, utterance.cut)
    failures = (("entity_error",) if hearing.wrong else ()) + modes(hearing)
    why = [departures(hearing), f"not heard: {hearing.lost}" if hearing.lost else "", f"{hearing.added} words added"]
    return RatedTurn(
        turn_id=utterance.turn,
        explanation="; ".join(w for w in why[: 2 + ("insertion_hallucination" in failures)] if w) or "as it was meant",
        rating=0 if failures else 1,
        failure_modes=failures,
        transcript=hearing.heard,
    )
